//! OpenStreetMap's indoor tagging, as XML and as protocol buffers.
//!
//! Footways, steps and lifts are a graph already: nodes where ways meet, end,
//! bend or lead through a door become places. Rooms, corridors and platforms
//! become areas, on which ways are found later. Nothing is made up: what cannot
//! be reached or has no level is told.

mod areas;
mod building;
mod collect;
mod doors;
mod element;
mod level;
mod pbf;
mod places;
mod tags;
mod walks;
mod wire;
mod xml;

use cicerone::Result;

use crate::tally::Tally;
use crate::{Opened, Source};
use building::Building;
use element::{Visit, Wanted};
use places::Places;
use walks::Walks;

/// Reads OpenStreetMap XML.
pub(crate) fn read_xml(source: &Source<'_>) -> Result<Opened> {
    read(source, |wanted, visit| xml::read(source.reader()?, wanted, visit))
}

/// Reads OpenStreetMap PBF.
pub(crate) fn read_pbf(source: &Source<'_>) -> Result<Opened> {
    read(source, |wanted, visit| pbf::read(source.reader()?, source.most_unpacked(), wanted, visit))
}

fn read(
    source: &Source<'_>,
    pass: impl FnMut(Wanted, &mut Visit<'_>) -> Result<()>,
) -> Result<Opened> {
    let mut warnings = Tally::default();
    let map = collect::collect(pass, &mut warnings)?;
    let mut building = Building::new(source.stem().to_owned(), &map, &mut warnings);
    building.read_areas();
    let walks = Walks::find(&mut building)?;
    let mut places = Places::new();
    places.read(&walks, &mut building)?;
    doors::read(&walks, &mut places, &mut building);
    let document = building.finish()?;
    Ok(Opened { document, warnings: warnings.into_warnings() })
}
