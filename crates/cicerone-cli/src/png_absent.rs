//! Pictures as PNG in a binary that was built without them.

use crate::absent::absent;

/// Says how to get them.
pub(crate) fn png(_: &str) -> anyhow::Result<Vec<u8>> {
    Err(absent("drawing PNG", "it takes a rasteriser and a font; SVG needs neither"))
}
