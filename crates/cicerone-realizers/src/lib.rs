//! The realizers that Cicerone carries; their card is in `cicerone-models`.

/// The networks, each as one safetensors file: three that know SAIL's kinds, then
/// three that speak in slots.
pub static WEIGHTS: [&[u8]; 6] = [
    include_bytes!("../realizer-1.safetensors"),
    include_bytes!("../realizer-2.safetensors"),
    include_bytes!("../realizer-3.safetensors"),
    include_bytes!("../realizer-4.safetensors"),
    include_bytes!("../realizer-5.safetensors"),
    include_bytes!("../realizer-6.safetensors"),
];
