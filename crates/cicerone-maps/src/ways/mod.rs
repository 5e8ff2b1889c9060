//! From outlines to the ways people walk.
//!
//! A floor plan has areas and doors and says nothing of ways. They are found
//! level by level: areas that run on into each other are one space; in every
//! space a net joins its doors, its stops and its rooms' own places, along the
//! centre lines of what is narrow and straight across what is wide; the
//! thresholds of the doors join the nets.

mod centre_lines;
mod fence;
mod lengths;
mod level;
mod mesh;
mod net;
mod paths;
mod space;
mod spread;

use std::collections::{HashMap, HashSet};

use cicerone::world::document::Document;

use crate::{Warning, rooms};

/// Finds ways on every level that has outlines and no passages.
pub(crate) fn find(document: &mut Document, warnings: &mut Vec<Warning>) {
    let place_level: HashMap<&str, &str> =
        document.places.iter().map(|place| (&*place.id, &*place.level)).collect();
    let first = document.passages.iter().map(|passage| &*passage.between[0]);
    let with_ways: HashSet<String> =
        first.filter_map(|id| place_level.get(id)).map(|level| (*level).to_owned()).collect();
    let levels: Vec<String> = document.levels.iter().map(|level| level.id.clone()).collect();
    for level in levels.into_iter().filter(|level| !with_ways.contains(level)) {
        rooms::find(document, &level, warnings);
        let outlined = |area: &cicerone::world::document::AreaEntry| {
            area.level == level && area.outline.len() > 2
        };
        if document.areas.iter().any(outlined) {
            level::find(document, &level, warnings);
        }
    }
}
