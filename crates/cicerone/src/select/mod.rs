//! What to say: learnt from people by maximum-entropy inverse reinforcement
//! learning (section 'Content Selection').

mod context;
mod property;
mod structures;

pub use context::Context;
pub use property::Properties;
pub use structures::Structures;
