//! Cicerone gives directions the way people do.

pub mod cas;
mod error;
pub mod world;

pub use error::{Error, Result};
