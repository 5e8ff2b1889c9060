//! OpenStreetMap's indoor tagging, as XML and as protocol buffers.

use cicerone::{Error, Result};

use crate::{Opened, Source};

/// Reads OpenStreetMap XML.
pub(crate) fn read_xml(_source: &Source<'_>) -> Result<Opened> {
    Err(Error::input("OpenStreetMap XML cannot be read yet"))
}

/// Reads OpenStreetMap PBF.
pub(crate) fn read_pbf(_source: &Source<'_>) -> Result<Opened> {
    Err(Error::input("OpenStreetMap PBF cannot be read yet"))
}
