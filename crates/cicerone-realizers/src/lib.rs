//! The realizers that Cicerone carries; their card is in `cicerone-models`.

/// The networks, each as one safetensors file: one that knows SAIL's kinds, then
/// those that speak in slots.
pub const WEIGHTS: [&[u8]; 4] = [
    include_bytes!("../realizer-1.safetensors"),
    include_bytes!("../realizer-2.safetensors"),
    include_bytes!("../realizer-3.safetensors"),
    include_bytes!("../realizer-4.safetensors"),
];
