//! What a world may hold: one table, checked whenever a world is made.
//!
//! The limits are far above any building we know of, and low enough that
//! nothing that grows faster than the world can be made to take for ever by a
//! small file. `docs/limits.md` has the same table; a test holds it to this one.

use std::collections::BTreeMap;

use super::{Building, Kind, Passage, Place, World};
use crate::{Error, Result};

/// One limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is counted.
    pub what: &'static str,
    /// How many there may be.
    pub most: usize,
}

impl Limit {
    const fn new(what: &'static str, most: usize) -> Limit {
        Limit { what, most }
    }

    /// An error if there are more.
    pub(super) fn check(self, count: usize) -> Result<()> {
        match count > self.most {
            true => Err(Error::input(format!(
                "{count} {}; a world has at most {}",
                self.what, self.most
            ))),
            false => Ok(()),
        }
    }
}

/// How large a world may be.
pub(crate) const PLACES: Limit = Limit::new("places", 4_000_000);
/// Places, passages, areas, doors, connections, things and corners together.
pub(crate) const PARTS: Limit = Limit::new("parts in all", 40_000_000);
/// How many storeys.
pub(crate) const LEVELS: Limit = Limit::new("levels", 1_000);
/// Ways that leave one place, those to other levels included.
pub(crate) const EXITS: Limit = Limit::new("exits of a place", 360);
/// What stands at one place.
pub(crate) const THINGS_AT_PLACE: Limit = Limit::new("things at a place", 100);
/// What stands in one area, at its places and between them.
pub(crate) const THINGS_IN_AREA: Limit = Limit::new("things in an area", 2_000);
/// What stands close together on one level in no area that is known: in a square 25
/// metres wide, about as far as one looks.
pub(crate) const THINGS_AT_LARGE: Limit = Limit::new("things in no area within a square", 2_000);
/// How wide such a square is, in metres.
const SQUARE: f64 = 25.0;
/// Stops of one lift or staircase.
pub(crate) const STOPS: Limit = Limit::new("stops of a connection", 1_000);
/// Corners of one outline, hole or wall.
pub(crate) const CORNERS: Limit = Limit::new("corners of an outline or a wall", 20_000);
/// Doors of one area.
pub(crate) const DOORS: Limit = Limit::new("doors of an area", 1_000);
/// Kinds of one class: of floors, of pictures, of objects.
pub(crate) const KINDS: Limit = Limit::new("kinds of a class", 20_000);
/// What people may call one kind.
pub(crate) const PHRASES: Limit = Limit::new("phrases of a kind", 64);
/// How long such a phrase may be.
pub(crate) const WORDS: Limit = Limit::new("words of a phrase", 16);
/// How long a name, an id, a number or a phrase may be.
pub(crate) const LETTERS: Limit = Limit::new("characters of a name", 1_000);

/// All of them, as documents list them.
pub const ALL: [Limit; 14] = [
    PLACES,
    PARTS,
    LEVELS,
    EXITS,
    THINGS_AT_PLACE,
    THINGS_IN_AREA,
    THINGS_AT_LARGE,
    STOPS,
    CORNERS,
    DOORS,
    KINDS,
    PHRASES,
    WORDS,
    LETTERS,
];

/// The words and names of one kind.
pub(super) fn check_kind(kind: &Kind) -> Result<()> {
    letters([&kind.name, &kind.cas].map(|text| &**text))?;
    PHRASES.check(kind.words.len())?;
    for (number, phrase) in kind.words.iter().enumerate() {
        let at = |error: Error| error.at(format!("phrase {}", number + 1));
        letters([&**phrase]).map_err(at)?;
        WORDS.check(phrase.split_whitespace().count()).map_err(at)?;
    }
    Ok(())
}

/// What can be counted before anything is made of it.
pub(super) fn check_parts(
    name: &str,
    places: &[Place],
    passages: &[Passage],
    building: &Building,
) -> Result<()> {
    letters([name]).map_err(|error| error.at("name"))?;
    PLACES.check(places.len())?;
    LEVELS.check(building.levels.len())?;
    let corners = |rings: &mut dyn Iterator<Item = usize>| rings.sum::<usize>();
    let parts = places.len()
        + passages.len()
        + building.doors.len()
        + building.fixtures.len()
        + places.iter().map(|place| place.landmarks.len()).sum::<usize>()
        + corners(&mut building.areas.iter().map(|area| {
            1 + area.outline.len() + area.holes.iter().map(|hole| 1 + hole.len()).sum::<usize>()
        }))
        + corners(&mut building.connections.iter().map(|one| 1 + one.stops.len()))
        + corners(&mut building.partitions.iter().map(|wall| 1 + wall.line.len()));
    PARTS.check(parts)?;
    for level in &building.levels {
        let names = [Some(&*level.id), level.name.as_deref(), level.short_name.as_deref()];
        optional(names).map_err(|error| error.at(format!("level '{}'", level.id)))?;
    }
    check_places(places, building)?;
    check_building(building)
}

fn check_places(places: &[Place], building: &Building) -> Result<()> {
    let mut in_area = vec![0usize; building.areas.len()];
    for (number, place) in places.iter().enumerate() {
        let at = |error: Error| error.at(super::map::describe_place(place, number));
        optional([place.name.as_deref(), place.id.as_deref(), place.source_name.as_deref()])
            .map_err(at)?;
        THINGS_AT_PLACE.check(place.landmarks.len()).map_err(at)?;
        place.landmarks.iter().try_for_each(|one| optional([one.name.as_deref()])).map_err(at)?;
        if let Some(count) = place.area.and_then(|area| in_area.get_mut(area.index())) {
            *count += place.landmarks.len();
        }
    }
    // Whatever one looks at is near; a town may have as many as it is large.
    let mut at_large: BTreeMap<(usize, i64, i64), usize> = BTreeMap::new();
    for fixture in &building.fixtures {
        let names = [Some(&*fixture.id), fixture.name.as_deref(), fixture.text.as_deref()];
        optional(names).map_err(|error| error.at(format!("landmark '{}'", fixture.id)))?;
        match fixture.area {
            Some(area) => in_area[area.index()] += 1,
            None => {
                let [x, y] = fixture.at.map(|metres| (metres / SQUARE).floor() as i64);
                *at_large.entry((fixture.level.index(), x, y)).or_default() += 1;
            }
        }
    }
    for (area, count) in building.areas.iter().zip(in_area) {
        THINGS_IN_AREA.check(count).map_err(|error| error.at(format!("area '{}'", area.id)))?;
    }
    for ((level, x, y), count) in at_large {
        let [x, y] = [x, y].map(|corner| corner as f64 * SQUARE);
        let at = || format!("level '{}', from {x},{y} on", building.levels[level].id);
        THINGS_AT_LARGE.check(count).map_err(|error| error.at(at()))?;
    }
    Ok(())
}

fn check_building(building: &Building) -> Result<()> {
    let mut doors = vec![0usize; building.areas.len()];
    for door in &building.doors {
        optional([Some(&*door.id), door.name.as_deref()])
            .map_err(|error| error.at(format!("door '{}'", door.id)))?;
        door.between.iter().for_each(|area| doors[area.index()] += 1);
    }
    for (area, doors) in building.areas.iter().zip(doors) {
        let at = |error: Error| error.at(format!("area '{}'", area.id));
        let names = [
            Some(&*area.id),
            area.name.as_deref(),
            area.number.as_deref(),
            area.category.as_deref(),
        ];
        optional(names).map_err(at)?;
        DOORS.check(doors).map_err(at)?;
        let mut rings = area.holes.iter().chain([&area.outline]);
        rings.try_for_each(|ring| CORNERS.check(ring.len())).map_err(at)?;
    }
    for connection in &building.connections {
        let at = |error: Error| error.at(format!("connection '{}'", connection.id));
        optional([Some(&*connection.id), connection.name.as_deref()]).map_err(at)?;
        STOPS.check(connection.stops.len()).map_err(at)?;
    }
    for (number, wall) in building.partitions.iter().enumerate() {
        CORNERS.check(wall.line.len()).map_err(|error| error.at(format!("wall {}", number + 1)))?;
    }
    Ok(())
}

/// The ways that leave each place, which only a finished world knows.
pub(super) fn check_exits(world: &World) -> Result<()> {
    for id in world.place_ids() {
        let count = world.exits(id).len() + world.links(id).len();
        EXITS
            .check(count)
            .map_err(|error| error.at(super::map::describe_place(world.place(id), id.index())))?;
    }
    Ok(())
}

fn letters<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<()> {
    for text in texts {
        // A character has at least one byte; most names need not be counted.
        if text.len() > LETTERS.most {
            LETTERS.check(text.chars().count())?;
        }
    }
    Ok(())
}

fn optional<const N: usize>(texts: [Option<&str>; N]) -> Result<()> {
    letters(texts.into_iter().flatten())
}
