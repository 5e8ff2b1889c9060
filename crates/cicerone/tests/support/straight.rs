//! A world that is nothing but long.

use cicerone::world::{Class, Passage, Place, PlaceId, Vocabulary, World, WorldBuilder};

/// A straight corridor of so many places.
pub(crate) fn corridor(places: usize) -> World {
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
