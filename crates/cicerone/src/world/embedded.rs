//! The worlds every binary carries, drawn with SAIL's vocabulary so that
//! models trained on SAIL can speak about them.
//!
//! - `gallery`: a hexagonal rotunda between two wings, alcoves at odd angles.
//! - `office`: a ring of corridors with cross halls and rooms off them.
//! - `hospital`: a long spine with side corridors that meet at the back.
//! - `practice`: nine places to learn the controls in.

use super::{World, from_json};
use crate::{Error, Result};

/// Names and texts, in the order they are listed to people.
const WORLDS: [(&str, &str); 4] = [
    ("gallery", include_str!("../../worlds/gallery.json")),
    ("office", include_str!("../../worlds/office.json")),
    ("hospital", include_str!("../../worlds/hospital.json")),
    ("practice", include_str!("../../worlds/practice.json")),
];

/// The names of the embedded worlds.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORLDS.iter().map(|(name, _)| *name)
}

/// The embedded world of that name.
pub fn world(name: &str) -> Result<World> {
    match WORLDS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => from_json(text).map_err(|error| error.in_file(name)),
        None => Err(Error::input(format!(
            "there is no embedded world '{name}'; there are {}",
            names().collect::<Vec<_>>().join(", ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Pose, Route};

    #[test]
    fn the_large_ones_have_30_to_60_places_and_hang_together() {
        for name in names() {
            let world = world(name).unwrap();
            let size = world.places().len();
            assert!(
                (30..=60).contains(&size) || (name == "practice" && size < 10),
                "{name} {size}"
            );
            let first = world.place_ids().next().unwrap();
            for place in world.place_ids() {
                let open = |place| Pose { place, heading: None };
                assert!(Route::shortest(&world, open(first), open(place)).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known() {
        let error = world("castle").unwrap_err().to_string();
        assert!(error.contains("gallery, office, hospital, practice"), "{error}");
    }
}
