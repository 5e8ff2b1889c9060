//! Large worlds made up from a seed, for benchmarks and for trying things out.

mod building;

use std::collections::HashSet;

use pathfinding::prelude::kruskal_indices;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Class, KindId, Passage, Place, PlaceId, Vocabulary, World, WorldBuilder};
use crate::{Error, Result};

/// What [`generate`] makes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GenerateConfig {
    /// How many places. At least 1, at most 4,000,000.
    pub places: usize,
    /// Same seed, same world.
    pub seed: u64,
    /// Share of the grid's passages that are there, beside those that hold the
    /// world together: 0 gives a maze without loops, 1 a full grid. Default 0.3.
    pub openness: f64,
    /// Share of places with an object. Default 0.35, about SAIL's.
    pub furnished: f64,
    /// How many storeys, at most 200. One gives corridors with SAIL's
    /// vocabulary; more give a building in metres, with rooms, doors, stairs
    /// and lifts. Default 1.
    pub levels: usize,
}

impl Default for GenerateConfig {
    fn default() -> GenerateConfig {
        GenerateConfig { places: 1000, seed: 0, openness: 0.3, furnished: 0.35, levels: 1 }
    }
}

/// Makes a connected world: on a square grid, drawn with SAIL's vocabulary, or,
/// of several levels, a building.
///
/// As on the SAIL maps a floor never changes along a straight line, and
/// pictures change by region.
pub fn generate(config: GenerateConfig) -> Result<World> {
    const MOST: usize = 4_000_000;
    let GenerateConfig { places, seed, openness, furnished, levels } = config;
    if !(1..=MOST).contains(&places) {
        return Err(Error::input(format!("{places} places; a world has 1 to {MOST}")));
    }
    for (name, share) in [("openness", openness), ("furnished", furnished)] {
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::input(format!("{name} is {share}; it must be from 0 to 1")));
        }
    }
    if levels != 1 {
        return building::generate(config);
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let vocabulary = Vocabulary::sail();
    let width = (places as f64).sqrt().ceil() as usize;
    let mut builder = WorldBuilder::new(format!("generated-{places}-{seed}"), vocabulary.clone());
    let objects: Vec<KindId> = vocabulary.ids(Class::OBJECT).collect();
    let ids: Vec<PlaceId> = (0..places)
        .map(|number| {
            let position = ((number % width) as f64, (number / width) as f64);
            let object = random.random_bool(furnished).then(|| pick(&objects, &mut random));
            builder.place(Place::new(position).with(object))
        })
        .collect();
    let floors = Floors::new(width, &mut random);
    let walls: Vec<KindId> = vocabulary.ids(Class::PICTURE).collect();
    let region_walls: Vec<KindId> =
        (0..=(width / REGION).pow(2) + 2 * width).map(|_| pick(&walls, &mut random)).collect();
    for (from, to) in connect(places, width, openness, &mut random) {
        let (x, y) = (from % width, from / width);
        let floor = if to == from + 1 { floors.rows[y] } else { floors.columns[x] };
        let region = (y / REGION) * (width / REGION + 1) + x / REGION;
        let wall = region_walls[region % region_walls.len()];
        builder.passage(Passage::new([ids[from], ids[to]]).with([floor, wall]));
    }
    builder.build()
}

/// Pictures are the same within squares of this many places.
const REGION: usize = 4;

/// One floor for every row and every column of the grid.
struct Floors {
    rows: Vec<KindId>,
    columns: Vec<KindId>,
}

impl Floors {
    fn new(width: usize, random: &mut impl Rng) -> Floors {
        let kinds: Vec<KindId> = Vocabulary::sail().ids(Class::FLOOR).collect();
        // Rows draw from one half of the kinds and columns from the other, so
        // that a crossing hallway always looks different from one's own.
        let (for_rows, for_columns) = kinds.split_at(kinds.len() / 2);
        let mut lines = |kinds: &[KindId]| (0..=width).map(|_| pick(kinds, random)).collect();
        Floors { rows: lines(for_rows), columns: lines(for_columns) }
    }
}

fn pick(kinds: &[KindId], random: &mut impl Rng) -> KindId {
    kinds[random.random_range(0..kinds.len())]
}

/// The passages of a grid as pairs of neighbouring place numbers: a random
/// spanning tree (Kruskal), and a share of the rest.
fn connect(
    places: usize,
    width: usize,
    openness: f64,
    random: &mut impl Rng,
) -> Vec<(usize, usize)> {
    let neighbours = |number: usize| {
        let right = (number % width + 1 < width).then_some(number + 1);
        [right, Some(number + width)].into_iter().flatten().filter(|other| *other < places)
    };
    let weighted: Vec<(usize, usize, u32)> = (0..places)
        .flat_map(|number| neighbours(number).map(move |other| (number, other)))
        .map(|(from, to)| (from, to, random.random()))
        .collect();
    let tree: HashSet<(usize, usize)> =
        kruskal_indices(places, &weighted).map(|(from, to, _)| (from, to)).collect();
    weighted
        .into_iter()
        .map(|(from, to, _)| (from, to))
        .filter(|passage| random.random_bool(openness) || tree.contains(passage))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Pose, Route, to_json};

    #[test]
    fn a_seed_is_a_world() {
        let make =
            |seed| to_json(&generate(GenerateConfig { seed, ..Default::default() }).unwrap());
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }

    #[test]
    fn every_size_is_connected() {
        for places in [1, 2, 3, 7, 100, 321] {
            let config = GenerateConfig { places, seed: places as u64, ..Default::default() };
            let world = generate(config).unwrap();
            assert_eq!(world.places().len(), places);
            let mut ids = world.place_ids();
            let first = ids.next().unwrap();
            for place in ids {
                let open = |place| Pose { place, heading: None };
                assert!(Route::shortest(&world, open(first), open(place)).is_ok());
            }
        }
    }

    #[test]
    fn limits_are_said() {
        let fault = |config| generate(config).unwrap_err().to_string();
        let config = GenerateConfig::default();
        assert!(fault(GenerateConfig { places: 0, ..config }).contains("1 to 4000000"));
        assert!(fault(GenerateConfig { openness: f64::NAN, ..config }).contains("from 0 to 1"));
    }
}
