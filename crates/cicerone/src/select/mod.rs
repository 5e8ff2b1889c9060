//! What to say: learnt from people by maximum-entropy inverse reinforcement
//! learning (section 'Content Selection').
//!
//! For each segment of a route, decide which CAS structures a person would
//! use. The decision sees the segment through its [`Context`] and a structure
//! through its [`Properties`]:
//!
//! 1. [`Choice`]: a sentence of a person's as a decision, a context and the
//!    [`Structures`] chosen in it.
//! 2. [`StructureBank`]: every structure somebody used, where and how often.
//! 3. [`Policy`]: how probable each of them is in a context.
//! 4. [`Distance`]: which of them are near the most probable properties.
//! 5. Spectral clustering groups those by what they say.
//! 6. [`Selector`]: all of it, from a segment to [`Pick`]s in order of
//!    preference, and what they propose to the planner.
//!
//! Trained on the demonstrations of some authors only, the guide speaks as
//! they do; a selector's file says who that was.

mod bank;
mod choice;
mod clusters;
mod context;
#[cfg(feature = "training")]
mod demonstrated;
mod features;
mod file;
mod neighbours;
mod picture;
mod policy;
mod property;
mod selector;
mod structures;

pub use bank::{Entry, StructureBank};
pub use choice::Choice;
pub use context::Context;
#[cfg(feature = "training")]
pub use demonstrated::choices;
pub use neighbours::Distance;
pub use picture::similarity_svg;
pub use policy::{Policy, PolicyConfig, PolicyTraining};
pub use property::Properties;
pub use selector::{Neighbour, Pick, Selection, Selector, SelectorConfig};
pub use structures::Structures;
