//! The worlds every binary carries.
//!
//! Three are drawn with SAIL's vocabulary, in passages, as the paper's own
//! domain is; `hospital` is a building as buildings are, in metres.
//!
//! - `gallery`: a hexagonal rotunda between two wings, alcoves at odd angles.
//! - `office`: a ring of corridors with cross halls and rooms off them.
//! - `hospital`: two storeys with rooms, doors, two staircases and a lift. It is
//!   written by hand as a floor plan, `worlds/hospital.plan.json`; its ways were
//!   found by `cicerone world convert`, and a test keeps the two together.
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
    use std::collections::BTreeSet;

    use super::*;
    use crate::world::document::{ConnectionKind, DoorKind, Unit};
    use crate::world::{Journey, PlaceId, Pose, Profile, Route};

    #[test]
    fn each_is_as_large_as_it_should_be_and_hangs_together() {
        for name in names() {
            let world = world(name).unwrap();
            let size = world.places().len();
            let expected = match name {
                "practice" => 5..10,
                "hospital" => 100..300,
                _ => 30..61,
            };
            assert!(expected.contains(&size), "{name} {size}");
            let first = world.place_ids().next().unwrap();
            // Nobody is sent through a door that is not for everybody.
            let is_open = |place: &PlaceId| {
                let place = world.place(*place);
                place.area.is_none_or(|area| world.area(area).access.is_public())
                    && place.door.is_none_or(|door| world.door(door).access.is_public())
            };
            for place in world.place_ids().filter(is_open) {
                let open = |place| Pose { place, heading: None };
                assert!(Route::shortest(&world, open(first), open(place)).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn the_hospital_is_a_building() {
        let world = world("hospital").unwrap();
        let building = world.building();
        assert_eq!(building.unit, Unit::Metre);
        assert_eq!(building.levels.len(), 2);
        let kinds = building.connections.iter().map(|one| one.kind);
        assert_eq!(kinds.filter(|kind| *kind == ConnectionKind::Stairs).count(), 2);
        assert!(building.fixtures.len() >= 25, "{}", building.fixtures.len());
        // Every kind of door that a visitor meets, and one nobody may use.
        let doors: BTreeSet<DoorKind> = building.doors.iter().map(|door| door.kind).collect();
        assert!(doors.len() >= 5, "{doors:?}");
        // A sign that says 'X-ray' is not where one goes to for the X-ray.
        let room = world.find("x-ray").unwrap();
        assert_eq!(world.place(room).area.map(|area| &*world.area(area).id), Some("x-ray"));
        // Upstairs by steps; with wheels by the lift.
        let by = |profile| {
            let journey = Journey::between("main entrance", "room 2.14");
            let route = journey.route_for(&world, profile).unwrap();
            let rides = (0..route.poses().len()).filter_map(|index| route.ride(index));
            let rides = rides.filter_map(|ride| world.passage(ride).connection);
            rides.map(|connection| world.connection(connection).kind).collect::<Vec<_>>()
        };
        assert_eq!(by(Profile::Walk), [ConnectionKind::Stairs]);
        assert_eq!(by(Profile::StepFree), [ConnectionKind::Lift]);
    }

    #[test]
    fn an_unknown_name_lists_the_known() {
        let error = world("castle").unwrap_err().to_string();
        assert!(error.contains("gallery, office, hospital, practice"), "{error}");
    }
}
