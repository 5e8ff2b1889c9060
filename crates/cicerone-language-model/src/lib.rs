//! The language model that Cicerone carries; its card is in `cicerone-models`.

/// The weights and the dictionary, as one safetensors file.
pub const WEIGHTS: &[u8] = include_bytes!("../language-model.safetensors");
