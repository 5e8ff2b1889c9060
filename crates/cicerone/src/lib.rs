//! Cicerone gives directions the way people do.

mod error;
pub mod neural;

pub use error::{Error, Result};
