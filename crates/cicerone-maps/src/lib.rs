//! The maps people have, read as buildings that a guide can guide through.
//!
//! A reader turns a file of another program into a
//! [`Document`]: levels, areas, doors,
//! connections and landmarks, with whatever it left out as warnings. Where the
//! file has outlines and no ways, the ways people would walk are found on them.
//!
//! ```no_run
//! let opened = cicerone_maps::open("hotel.building.yaml")?;
//! for warning in &opened.warnings {
//!     eprintln!("{warning}");
//! }
//! println!("{} places", opened.document.places.len());
//! # Ok::<(), cicerone::Error>(())
//! ```

mod crowd;
mod format;
mod imdf;
mod joins;
mod json;
mod nav2;
mod openings;
mod osm;
mod pillars;
mod plane;
mod rmf;
mod rooms;
mod shapes;
mod source;
mod tally;
mod tidy;
mod warning;
mod ways;
mod words;

use std::path::Path;

use cicerone::world::document::Document;
use cicerone::world::{self, World};
use cicerone::{Error, Result, budget};

pub use format::Format;
pub use source::Source;
pub use warning::Warning;

/// A map that was read, and what of it was left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Opened {
    /// The building.
    pub document: Document,
    /// What was left out or put right, and why.
    pub warnings: Vec<Warning>,
}

/// Opens a map, whatever it is: a file, a folder or a zip archive.
///
/// The format is found by content. Ways are found where the file has none.
pub fn open(path: impl AsRef<Path>) -> Result<Opened> {
    let path = path.as_ref();
    let source = Source::from_path(path)?;
    let opened = Format::of(&source).and_then(|format| finish(&source, format));
    opened.map_err(|error| error.in_file(path))
}

/// Opens a map of any format, our own and SAIL's included, as a world, with
/// what was left out of it.
pub fn world(path: impl AsRef<Path>) -> Result<(World, Vec<Warning>)> {
    let path = path.as_ref();
    let source = Source::from_path(path)?;
    world_of(&source).map_err(|error| error.in_file(path))
}

/// The same for a map that is in memory.
pub fn world_from_bytes(name: &str, bytes: &[u8]) -> Result<(World, Vec<Warning>)> {
    world_of(&Source::from_bytes(name, bytes)).map_err(|error| error.in_file(name))
}

/// The same for what a stranger sent: what is packed in it may unpack to no
/// more than so many bytes.
pub fn world_from_upload(
    name: &str,
    bytes: &[u8],
    most_unpacked: u64,
) -> Result<(World, Vec<Warning>)> {
    let source = Source::from_bytes(name, bytes).unpacking_at_most(most_unpacked);
    world_of(&source).map_err(|error| error.in_file(name))
}

fn world_of(source: &Source<'_>) -> Result<(World, Vec<Warning>)> {
    match Format::of(source)? {
        Format::WorldVersion1 | Format::SailXml => {
            let bytes = source.bytes()?;
            Ok((world::from_bytes(&bytes)?, Vec::new()))
        }
        format => {
            let Opened { document, warnings } = finish(source, format)?;
            budget::check()?;
            if document.places.is_empty() {
                let why = warnings.first().map(|why| format!(", {why}")).unwrap_or_default();
                return Err(Error::input(format!(
                    "on none of its {} areas can anybody walk; a map needs ways, or areas with \
                     outlines and doors{why}",
                    document.areas.len()
                )));
            }
            Ok((World::from_document(&document)?, warnings))
        }
    }
}

/// Opens a map that is in memory; `name` is what errors and the building are
/// called if the map has no name of its own.
pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Opened> {
    let source = Source::from_bytes(name, bytes);
    let opened = Format::of(&source).and_then(|format| finish(&source, format));
    opened.map_err(|error| error.in_file(name))
}

/// Reads a map as its file has it, without finding ways.
pub fn read(source: &Source<'_>) -> Result<Opened> {
    read_as(source, Format::of(source)?)
}

fn read_as(source: &Source<'_>, format: Format) -> Result<Opened> {
    match format {
        Format::Imdf => imdf::read(source),
        Format::OsmXml => osm::read_xml(source),
        Format::OsmPbf => osm::read_pbf(source),
        Format::Rmf => rmf::read(source),
        Format::Nav2 => nav2::read(source),
        Format::Document => json::read(source),
        format @ (Format::WorldVersion1 | Format::SailXml) => Err(Error::input(format!(
            "this is {format}, which is a world already; read it with cicerone::world"
        ))),
    }
}

/// Finds the ways people walk on every level of a document that has outlines
/// and no passages: places, passages, and the places of stops.
pub fn find_ways(document: Document) -> Opened {
    let mut opened = Opened { document, warnings: Vec::new() };
    ways::find(&mut opened.document, &mut opened.warnings);
    openings::add(&mut opened.document, &mut opened.warnings);
    tidy::tidy(&mut opened.document, &mut opened.warnings);
    opened
}

fn finish(source: &Source<'_>, format: Format) -> Result<Opened> {
    let Opened { mut document, mut warnings } = read_as(source, format)?;
    // A document of ours that has places is a world as it stands.
    if format == Format::Document && !document.places.is_empty() {
        return Ok(Opened { document, warnings });
    }
    budget::check()?;
    crowd::refuse(&document)?;
    pillars::add(&mut document);
    let found = find_ways(document);
    // Whose time is up has broken off anywhere.
    budget::check()?;
    warnings.extend(found.warnings);
    Ok(Opened { document: found.document, warnings })
}
