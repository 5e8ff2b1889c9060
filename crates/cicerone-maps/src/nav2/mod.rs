//! Nav2's route graphs.

use cicerone::{Error, Result};

use crate::{Opened, Source};

/// Reads a route graph.
pub(crate) fn read(_source: &Source<'_>) -> Result<Opened> {
    Err(Error::input("Nav2 route graphs cannot be read yet"))
}
