//! Open-RMF's building.yaml.

use cicerone::{Error, Result};

use crate::{Opened, Source};

/// Reads a building.
pub(crate) fn read(_source: &Source<'_>) -> Result<Opened> {
    Err(Error::input("Open-RMF buildings cannot be read yet"))
}
