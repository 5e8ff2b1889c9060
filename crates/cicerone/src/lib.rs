//! Cicerone gives directions the way people do.

mod error;

pub use error::{Error, Result};
