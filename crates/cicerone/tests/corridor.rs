//! What grows with a route grows no faster: alone in its process, so that what is
//! measured is what this takes.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::{Class, Journey, Passage, Place, PlaceId, Vocabulary, World, WorldBuilder};

/// A straight corridor of so many places.
fn corridor(places: usize) -> World {
    let sail = Vocabulary::sail();
    let floor = sail.by_name(Class::FLOOR, "blue").unwrap();
    let mut builder = WorldBuilder::new("corridor", sail.clone());
    let ids: Vec<PlaceId> =
        (0..places).map(|n| builder.place(Place::new((n as f64, 0.0)))).collect();
    for pair in ids.windows(2) {
        builder.passage(Passage::new([pair[0], pair[1]]).with([floor]));
    }
    builder.build().unwrap()
}

#[test]
fn a_long_corridor_is_told_in_time() {
    let world = corridor(20_000);
    let guide = Guide::embedded().unwrap();
    let started = Instant::now();
    let route = Journey::between("0,0,90", "19999,0").route(&world).unwrap();
    let instruction = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
    let took = started.elapsed();
    assert_eq!(instruction.steps.last().unwrap().segment.last, route.poses().len() - 1);
    assert!(took < Duration::from_secs(5), "{took:?}");
}
