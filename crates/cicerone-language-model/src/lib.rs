//! The language model that Cicerone carries; its card is in `cicerone-models`.

/// The weights and the dictionary, as one safetensors file.
pub static WEIGHTS: &[u8] = include_bytes!("../language-model.safetensors");
