//! IMDF, the format of Apple's and OGC's indoor maps: a folder or zip archive
//! of GeoJSON files.

use cicerone::{Error, Result};

use crate::{Opened, Source};

/// Reads a venue.
pub(crate) fn read(_source: &Source<'_>) -> Result<Opened> {
    Err(Error::input("IMDF venues cannot be read yet"))
}
