//! From outlines to the ways people walk.
//!
//! A floor plan has areas and doors and says nothing of ways. They are found
//! level by level: areas that run on into each other are one space; in every
//! space a net joins its doors, its stops and its rooms' own places, along the
//! centre lines of what is narrow and straight across wherever that is shorter;
//! the thresholds of the doors join the nets. What no shortest way uses is left
//! out, and every way is as long as it looks.

mod along;
mod beside;
mod centre_lines;
mod crossings;
mod fence;
mod layers;
mod level;
mod mesh;
mod net;
mod paths;
mod shops;
mod space;
mod spread;

use std::collections::{HashMap, HashSet};

use cicerone::world::document::{AreaEntry, Document};

use crate::{Warning, rooms};

/// Finds ways on every level that has outlines and no passages, and joins
/// areas to the ways of those that have both.
pub(crate) fn find(document: &mut Document, warnings: &mut Vec<Warning>) {
    let levels_of: HashMap<&str, &str> =
        document.places.iter().map(|place| (place.id.as_str(), place.level.as_str())).collect();
    let with_ways: HashSet<String> = document
        .passages
        .iter()
        .filter_map(|passage| levels_of.get(passage.between[0].as_str()))
        .map(|level| (*level).to_owned())
        .collect();
    let levels: Vec<String> = document.levels.iter().map(|level| level.id.clone()).collect();
    for level in levels {
        if cicerone::budget::is_spent() {
            return;
        }
        if with_ways.contains(&level) {
            let joined = space::joined(document, &level);
            tell_doors(document, &joined);
            beside::join(document, &level, warnings);
            continue;
        }
        rooms::find(document, &level, warnings);
        let outlined = |area: &AreaEntry| area.level == level && area.outline.len() > 2;
        if document.areas.iter().any(outlined) {
            level::find(document, &level, warnings);
        }
    }
}

/// Doors know the areas on their two sides, unless the map has told them.
fn tell_doors(document: &mut Document, joined: &[(usize, Vec<usize>)]) {
    for (door, areas) in joined {
        let ids = areas.iter().map(|area| document.areas[*area].id.clone()).collect();
        let door = &mut document.doors[*door];
        if door.between.is_empty() {
            door.between = ids;
        }
    }
}
