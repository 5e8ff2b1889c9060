//! How good each stage of the guide is, measured on people's demonstrations.
//!
//! Scores of texts: [`bleu`] in its conventions, [`chrf`], [`Diversity`]. Every
//! score prints what it is.

pub mod arriving;
mod bleu;
mod chrf;
pub mod directions;
mod diversity;
pub mod following;
pub mod instructing;
pub mod language;
pub mod noise;
pub mod parsing;
pub mod planning;
pub mod reading;
pub mod realization;
pub mod renamed;
pub mod selection;
pub mod visible;
pub mod visiting;

pub use bleu::{References, Signature, Unit, bleu};
pub use chrf::{CHRF_SIGNATURE, chrf};
pub use diversity::Diversity;
