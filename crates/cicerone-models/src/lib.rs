//! The models that Cicerone carries, as the files of a bundle.
//!
//! What they learnt from and how good they are is in `models/README.md`, their
//! card. The guide of the crate `cicerone` reads them; nothing else is here.

/// The version of this package, which changes with the models.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The files of the bundle, by name.
pub static FILES: &[(&str, &[u8])] = &[
    ("bundle.json", include_bytes!("../models/bundle.json")),
    ("selector.json", include_bytes!("../models/selector.json")),
    ("wording.json", include_bytes!("../models/wording.json")),
    ("realizer-1.safetensors", cicerone_realizers::WEIGHTS[0]),
    ("realizer-2.safetensors", cicerone_realizers::WEIGHTS[1]),
    ("realizer-3.safetensors", cicerone_realizers::WEIGHTS[2]),
    ("realizer-4.safetensors", cicerone_realizers::WEIGHTS[3]),
    ("realizer-5.safetensors", cicerone_realizers::WEIGHTS[4]),
    ("realizer-6.safetensors", cicerone_realizers::WEIGHTS[5]),
    ("language-model.safetensors", cicerone_language_model::WEIGHTS),
    ("parser-1.safetensors", include_bytes!("../models/parser-1.safetensors")),
    ("parser-2.safetensors", include_bytes!("../models/parser-2.safetensors")),
    ("parser-3.safetensors", include_bytes!("../models/parser-3.safetensors")),
    ("follower-1.safetensors", include_bytes!("../models/follower-1.safetensors")),
    ("follower-2.safetensors", include_bytes!("../models/follower-2.safetensors")),
    ("follower-3.safetensors", include_bytes!("../models/follower-3.safetensors")),
];
