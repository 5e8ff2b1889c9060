//! The models that are compiled in.

use super::{Bundle, Guide};
use crate::{Error, Result};

impl Bundle {
    /// The models every binary carries.
    pub fn embedded() -> Result<Bundle> {
        let files = cicerone_models::FILES;
        Bundle::read(|name| match files.iter().find(|(known, _)| *known == name) {
            Some((_, bytes)) => Ok(bytes.to_vec()),
            None => Err(Error::input("is not among the embedded models").in_file(name)),
        })
    }
}

impl Guide {
    /// The guide that every binary carries.
    pub fn embedded() -> Result<Guide> {
        Bundle::embedded().map(Guide::new)
    }
}
