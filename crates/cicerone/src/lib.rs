//! Cicerone gives directions the way people do.

pub mod cas;
pub mod corpus;
mod error;
pub mod select;
pub mod world;

pub use error::{Error, Result};
