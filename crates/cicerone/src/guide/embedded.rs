//! The models that are compiled in.

use super::bundle::MANIFEST;
use super::{Bundle, Guide};
use crate::{Error, Result};

/// The files every binary carries.
const EMBEDDED: [(&str, &[u8]); 9] = [
    (MANIFEST, include_bytes!("../../models/bundle.json")),
    ("selector.json", include_bytes!("../../models/selector.json")),
    ("wording.json", include_bytes!("../../models/wording.json")),
    ("realizer-1.safetensors", include_bytes!("../../models/realizer-1.safetensors")),
    ("language-model.safetensors", include_bytes!("../../models/language-model.safetensors")),
    ("parser-1.safetensors", include_bytes!("../../models/parser-1.safetensors")),
    ("follower-1.safetensors", include_bytes!("../../models/follower-1.safetensors")),
    ("follower-2.safetensors", include_bytes!("../../models/follower-2.safetensors")),
    ("follower-3.safetensors", include_bytes!("../../models/follower-3.safetensors")),
];

impl Bundle {
    /// The models every binary carries.
    pub fn embedded() -> Result<Bundle> {
        Bundle::read(|name| match EMBEDDED.iter().find(|(known, _)| *known == name) {
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
