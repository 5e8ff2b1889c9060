//! Routes to try: random ordered pairs of what has a name in a building.

use std::collections::BTreeMap;

use cicerone::world::{NamedPlace, PlaceId, Pose, Profile, Route, World};
use cicerone::{Error, Result};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What an area or connection is listed as.
const KINDS: [&str; 11] = [
    "place",
    "room",
    "corridor",
    "hall",
    "restroom",
    "stairs",
    "lift",
    "escalator",
    "ramp",
    "platform",
    "outdoors",
];

/// A route that is asked for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Where it starts, as people say.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// The route.
    pub route: Route,
}

/// So many random routes between named places, and how many pairs had to be
/// left out because no way joins them. Doors count only where nothing else has
/// a name.
pub fn random_routes(
    world: &World,
    count: usize,
    seed: u64,
    profile: Profile,
) -> Result<(Vec<Asked>, usize)> {
    let named = world.named_places();
    let of_kinds = |kinds: &[&str]| -> Vec<&NamedPlace> {
        let mut all: BTreeMap<PlaceId, &NamedPlace> = BTreeMap::new();
        for one in named.iter().filter(|one| kinds.contains(&one.kind.as_str())) {
            all.entry(one.place()).or_insert(one);
        }
        all.into_values().collect()
    };
    let mut ends = of_kinds(&KINDS);
    if ends.len() < 2 {
        ends = of_kinds(&["door"]);
    }
    if ends.len() < 2 {
        return Err(Error::input(format!(
            "'{}' has fewer than two named places; there is nothing to ask the way to",
            world.name()
        )));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut routes = Vec::new();
    let mut without = 0;
    while routes.len() < count && without < 20 * count + 100 {
        let [from, to] = [0, 1].map(|_| ends[random.random_range(0..ends.len())]);
        if from.place() == to.place() {
            continue;
        }
        let [start, goal] = [from, to].map(|one| Pose { place: one.place(), heading: None });
        match Route::find(world, start, goal, profile) {
            Ok(route) => {
                let said = |one: &NamedPlace| format!("{} ({})", one.name, one.level);
                routes.push(Asked { from: said(from), to: said(to), route });
            }
            Err(_) => without += 1,
        }
    }
    Ok((routes, without))
}
