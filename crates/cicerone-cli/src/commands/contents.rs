//! What is in a world, counted: the output of `cicerone world check`.

use std::collections::BTreeMap;

use cicerone::words::doubts;
use cicerone::world::document::{ConnectionKind, Unit};
use cicerone::world::{PlaceId, World};
use cicerone_maps::Warning;
use serde::Serialize;

/// Everything counted, as programs read it.
#[derive(Debug, Serialize)]
pub(super) struct Contents {
    name: String,
    unit: Unit,
    levels: Vec<LevelLine>,
    places: usize,
    passages: usize,
    /// How many areas of each kind.
    areas: BTreeMap<String, usize>,
    doors: usize,
    /// How many connections of each kind.
    connections: BTreeMap<&'static str, usize>,
    landmarks: usize,
    /// What can be named.
    named: usize,
    /// Parts that no way joins.
    components: usize,
    /// What the reader left out or put right, and why, and words that may be said
    /// wrongly.
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LevelLine {
    ordinal: f64,
    name: String,
}

impl Contents {
    pub(super) fn of(world: &World, warnings: &[Warning]) -> Contents {
        let building = world.building();
        let mut areas: BTreeMap<String, usize> = BTreeMap::new();
        for area in &building.areas {
            let name = serde_json::to_value(area.kind).ok();
            let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("area");
            *areas.entry(name.to_owned()).or_default() += 1;
        }
        use ConnectionKind::{Escalator, Lift, Ramp, Stairs};
        let count = |kind: ConnectionKind| {
            building.connections.iter().filter(|one| one.kind == kind).count()
        };
        let mut levels: Vec<LevelLine> = building
            .levels
            .iter()
            .map(|level| LevelLine { ordinal: level.ordinal, name: level.called().to_owned() })
            .collect();
        levels.sort_by(|a, b| a.ordinal.total_cmp(&b.ordinal));
        let standing: usize = world.place_ids().map(|id| world.landmarks(id).len()).sum();
        Contents {
            name: world.name().to_owned(),
            unit: world.unit(),
            levels,
            places: world.places().len(),
            passages: world.passages().len(),
            areas,
            doors: building.doors.len(),
            connections: [Stairs, Lift, Escalator, Ramp]
                .map(|kind| (kind.name(), count(kind)))
                .into(),
            landmarks: building.fixtures.len() + standing,
            named: world.named_places().len(),
            components: components(world),
            warnings: warnings
                .iter()
                .map(ToString::to_string)
                .chain(doubts(world.vocabulary()))
                .collect(),
        }
    }

    /// The same for people.
    pub(super) fn text(&self, world: &World) -> String {
        let mut out = format!(
            "{}: {} places, {} passages, {} landmarks, {} names",
            self.name, self.places, self.passages, self.landmarks, self.named
        );
        if world.unit() == Unit::Metre {
            let levels: Vec<&str> = self.levels.iter().map(|level| &*level.name).collect();
            let counted = |counts: Vec<(&str, usize)>| {
                let counts = counts.into_iter().filter(|(_, count)| *count > 0);
                counts.map(|(what, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
            };
            out.push_str(&format!("\nlevels: {}", levels.join(", ")));
            let areas = self.areas.iter().map(|(kind, count)| (&**kind, *count)).collect();
            out.push_str(&format!("\nareas: {}", counted(areas)));
            let joins = self.connections.iter().map(|(kind, count)| (*kind, *count)).collect();
            out.push_str(&format!("\ndoors: {}; connections: {}", self.doors, counted(joins)));
        }
        if self.components > 1 {
            out.push_str(&format!("\nin {} parts that no way joins", self.components));
        }
        out.push('\n');
        for warning in &self.warnings {
            out.push_str(&format!("  {warning}\n"));
        }
        out
    }
}

/// How many parts a world falls into.
fn components(world: &World) -> usize {
    let mut part: Vec<usize> = (0..world.places().len()).collect();
    fn root(part: &mut [usize], mut one: usize) -> usize {
        while part[one] != one {
            part[one] = part[part[one]];
            one = part[one];
        }
        one
    }
    for passage in world.passages() {
        let [a, b] = passage.ends.map(|end: PlaceId| root(&mut part, end.index()));
        part[a] = b;
    }
    (0..part.len()).filter(|one| part[*one] == *one).count()
}
