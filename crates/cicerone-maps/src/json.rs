//! Our own format, version 2: a document as it is.

use cicerone::Result;
use cicerone::world::document_from_json;

use crate::{Opened, Source};

/// Reads a document; it is checked when a world is made of it.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let document = document_from_json(&source.text()?)?;
    Ok(Opened { document, warnings: Vec::new() })
}
