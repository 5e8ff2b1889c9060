//! Sentence planning: commands that are true, visible and unambiguous.
pub mod meaning;
mod alternatives;
mod likelihood;
mod stances;

pub use alternatives::alternatives;
pub use likelihood::Choices;
pub use stances::stances;
