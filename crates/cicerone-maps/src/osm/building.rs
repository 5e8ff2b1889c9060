//! The building that is being made of a map: its levels, and what belongs to all
//! steps of the making.

use std::collections::{BTreeMap, HashMap};

use cicerone::world::document::{Document, LevelEntry, Point, Unit};
use cicerone::{Error, Result};

use super::collect::Map;
use super::element::Tags;
use super::{level, tags};
use crate::tally::Tally;

/// A building in the making.
pub(super) struct Building<'a> {
    pub(super) map: &'a Map,
    pub(super) document: Document,
    pub(super) warnings: &'a mut Tally,
    /// Nodes that are lifts, in the order of their `x`.
    pub(super) elevators: Vec<u32>,
    /// Nodes of steps, in the order of their `x`, with the way they are on.
    pub(super) steps: Vec<(u32, u32)>,
    /// Levels met so far: their ids by the bits of their ordinals.
    levels: HashMap<u64, (f64, String)>,
    /// What features of one level say people call it, and how often.
    called: HashMap<u64, BTreeMap<String, usize>>,
}

impl<'a> Building<'a> {
    pub(super) fn new(name: String, map: &'a Map, warnings: &'a mut Tally) -> Building<'a> {
        let by_x = |a: &u32, b: &u32| map.at(*a)[0].total_cmp(&map.at(*b)[0]).then(a.cmp(b));
        let lifts = map.node_tags.iter().filter(|(_, tags)| tags.is("highway", "elevator"));
        let mut elevators: Vec<u32> = lifts.map(|(node, _)| *node).collect();
        elevators.sort_by(by_x);
        let mut steps = Vec::new();
        for (index, way) in map.ways.iter().enumerate() {
            if way.tags.is("highway", "steps") {
                steps.extend(way.nodes.iter().map(|node| (*node, index as u32)));
            }
        }
        steps.sort_by(|a, b| by_x(&a.0, &b.0).then(a.1.cmp(&b.1)));
        Building {
            map,
            document: Document {
                name,
                unit: Unit::Metre,
                georeference: map.georeference,
                ..Document::default()
            },
            warnings,
            elevators,
            steps,
            levels: HashMap::new(),
            called: HashMap::new(),
        }
    }

    /// The ordinals of the levels that a feature is on; none if it does not say.
    pub(super) fn levels_of(&mut self, tags: &Tags, title: &str) -> Vec<f64> {
        let mut levels = Vec::new();
        for key in ["level", "repeat_on"] {
            let Some(text) = tags.get(key) else { continue };
            match level::parse(text) {
                Some(found) => levels.extend(found),
                None => {
                    let text: String = text.chars().take(40).collect();
                    let why = format!("{key}={text} is not made of numbers such as 0, -1;0 or 1-3");
                    self.warnings.add(title, format!("its {key} is not read"), why);
                }
            }
        }
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        if let ([only], Some(called)) = (levels.as_slice(), tags.get("level:ref")) {
            let called = called.trim();
            if !called.is_empty() {
                let votes = self.called.entry(only.to_bits()).or_default();
                *votes.entry(called.to_owned()).or_default() += 1;
            }
        }
        levels
    }

    /// The id of a level, which is in the building from now on.
    pub(super) fn level(&mut self, ordinal: f64) -> String {
        let entry = self.levels.entry(ordinal.to_bits());
        entry.or_insert_with(|| (ordinal, level::id(ordinal))).1.clone()
    }

    /// Those of `nodes`, which are in the order of `x`, that can lie in an outline.
    pub(super) fn within<'n, T>(
        &self,
        nodes: &'n [T],
        node: impl Fn(&T) -> u32,
        outline: &[Point],
    ) -> &'n [T] {
        let low = outline.iter().map(|at| at[0]).fold(f64::INFINITY, f64::min) - 0.01;
        let high = outline.iter().map(|at| at[0]).fold(f64::NEG_INFINITY, f64::max) + 0.01;
        let from = nodes.partition_point(|item| self.map.at(node(item))[0] < low);
        let to = nodes.partition_point(|item| self.map.at(node(item))[0] <= high);
        nodes.get(from..to).unwrap_or_default()
    }

    /// The document with its levels, or why there is none.
    pub(super) fn finish(mut self) -> Result<Document> {
        if self.levels.is_empty() {
            return Err(Error::input(
                "nothing in it is a building; rooms and ways need level=* with indoor=*, \
                 highway=footway, steps, corridor or elevator",
            ));
        }
        let mut levels: Vec<(f64, String)> = self.levels.values().cloned().collect();
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (ordinal, id) in levels {
            self.warn_of_empty(&id);
            let name = self.name_of(ordinal, &id);
            self.document.levels.push(LevelEntry {
                ordinal,
                short_name: Some(id.clone()),
                id,
                name,
                elevation: None,
            });
        }
        Ok(self.document)
    }

    /// What people call a level, if nearly all that is on it agrees.
    fn name_of(&mut self, ordinal: f64, id: &str) -> Option<String> {
        let votes = self.called.get(&ordinal.to_bits())?;
        let all: usize = votes.values().sum();
        let (name, most) = votes.iter().max_by_key(|(_, count)| **count)?;
        if *most * 20 >= all * 19 {
            return Some(name.clone());
        }
        let names: Vec<&str> = votes.keys().map(String::as_str).take(5).collect();
        let why = format!("parts of it are called {}", names.join(", "));
        self.warnings.add(format_args!("level {id}"), "has no name of its own", why);
        None
    }

    fn warn_of_empty(&mut self, id: &str) {
        use cicerone::world::document::AreaKind;
        let walked = self.document.places.iter().any(|place| place.level == id);
        let open = self.document.areas.iter().any(|area| {
            area.level == id
                && matches!(area.kind, AreaKind::Corridor | AreaKind::Hall | AreaKind::Outdoors)
        });
        if !walked && !open {
            self.warnings.add(
                format_args!("level {id}"),
                "cannot be walked",
                "the map has neither footways nor corridors on it",
            );
        }
    }
}

/// What to call a lift: its name, or its number.
pub(super) fn lift_name(tags: &Tags) -> Option<String> {
    tags::name(tags).or_else(|| tags::number(tags).map(|number| format!("lift {number}")))
}
