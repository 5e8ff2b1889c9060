//! The models that are compiled in.

use std::borrow::Cow;

use super::{Bundle, Guide};
use crate::{Error, Result};

impl Bundle {
    /// The models every binary carries.
    pub fn embedded() -> Result<Bundle> {
        let files = cicerone_models::FILES;
        Bundle::read(|name| match files.iter().find(|(known, _)| *known == name) {
            Some((_, bytes)) => Ok(Cow::Borrowed(*bytes)),
            None => Err(Error::input("is not among the embedded models").in_file(name)),
        })
    }
}

/// Which models those are: the version of their package, and a fingerprint of
/// all their bytes (FNV-1a), which tells any two apart.
pub fn embedded_models() -> String {
    let bytes = cicerone_models::FILES
        .iter()
        .flat_map(|(name, bytes)| name.as_bytes().iter().chain(bytes.iter()));
    let fingerprint = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{} ({fingerprint:016x})", cicerone_models::VERSION)
}

impl Guide {
    /// The guide that every binary carries.
    pub fn embedded() -> Result<Guide> {
        Bundle::embedded().map(Guide::new)
    }
}
