//! Random buildings written out in each format and read back: the same rooms,
//! doors and connections, and ways as long as they truly are.

#![allow(clippy::unwrap_used)]

mod building;
mod checked;
#[path = "building/writers.rs"]
mod writers;

use building::{Building, building};
use checked::{Grid, Routes, apart};
use cicerone::world::document::{AreaKind, ConnectionKind, Document, Point};
use cicerone_maps::Opened;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use writers::Ids;

fn rooms(document: &Document) -> usize {
    document.areas.iter().filter(|area| area.kind == AreaKind::Room).count()
}

fn connections(document: &Document) -> Vec<(ConnectionKind, usize)> {
    let all = document.connections.iter();
    let mut all: Vec<_> = all.map(|one| (one.kind, one.stops.len())).collect();
    all.sort();
    all
}

/// The place of each door, by the id that the building gives it.
fn doors(document: &Document, building: &Document, ids: &Ids) -> Vec<usize> {
    let place = |id: &String| {
        let place = document.places.iter().position(|place| place.door.as_ref() == Some(&ids[id]));
        place.unwrap_or_else(|| panic!("{}: no place on the threshold of {id}", document.name))
    };
    building.doors.iter().map(|door| place(&door.id)).collect()
}

/// Metres between all doors, from some of them.
fn lengths(document: &Document, doors: &[usize]) -> Vec<Option<f64>> {
    let routes = Routes::of(document, false);
    let mut lengths = Vec::new();
    for from in doors.iter().step_by(5) {
        let tree = routes.from(*from);
        let level = &document.places[*from].level;
        for to in doors {
            let on_level = document.places[*to].level == *level;
            let far = tree[*to].map(|(far, _)| far);
            lengths.push(if on_level { far } else { far.map(|_| 0.0) });
        }
    }
    lengths
}

fn alike(what: &str, one: &[Option<f64>], other: &[Option<f64>]) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.len(), other.len());
    for (a, b) in one.iter().zip(other) {
        let same = match (a, b) {
            // Walls that are drawn as lines get a thickness.
            (Some(a), Some(b)) => (a - b).abs() <= 0.02 * a + 0.35,
            (a, b) => a == b,
        };
        prop_assert!(same, "{}: {:?} m became {:?} m", what, a, b);
    }
    Ok(())
}

fn read_back(
    name: &str,
    (bytes, ids): (Vec<u8>, Ids),
    building: &Document,
    truth: &[Option<f64>],
) -> Result<(), TestCaseError> {
    let Opened { document, warnings } = cicerone_maps::from_bytes(name, &bytes).unwrap();
    prop_assert_eq!(rooms(&document), rooms(building), "{}: {:?}", name, warnings);
    prop_assert_eq!(document.doors.len(), building.doors.len(), "{}: {:?}", name, warnings);
    prop_assert_eq!(connections(&document), connections(building), "{}: {:?}", name, warnings);
    prop_assert_eq!(document.levels.len(), building.levels.len());
    let faults = checked::faults(&document);
    prop_assert!(faults.is_empty(), "{}: {:?}", name, faults);
    for door in &document.doors {
        prop_assert_eq!(door.between.len(), 2, "{}: door {} leads nowhere", name, &door.id);
    }
    alike(name, truth, &lengths(&document, &doors(&document, building, &ids)))
}

/// Which way one turns, turn by turn, on the way from one door to another.
fn turns(document: &Document, doors: &[usize]) -> Vec<bool> {
    let routes = Routes::of(document, false);
    let tree = routes.from(doors[0]);
    let level = &document.places[doors[0]].level;
    let last = doors.iter().rfind(|door| document.places[**door].level == *level).unwrap();
    let way = Routes::way(&tree, *last).unwrap();
    let at = |place: usize| [document.places[place].x, document.places[place].y];
    let turn = |places: &[usize]| {
        let [a, b, c] = [at(places[0]), at(places[1]), at(places[2])];
        let (r, s) = ([b[0] - a[0], b[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
        (r[0] * s[1] - r[1] * s[0]).atan2(r[0] * s[0] + r[1] * s[1]).to_degrees()
    };
    let turns = way.windows(3).map(turn).filter(|turn| turn.abs() > 25.0);
    // One turn may be made in two.
    let mut turns: Vec<bool> = turns.map(|turn| turn > 0.0).collect();
    turns.dedup();
    turns
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2),
        ..ProptestConfig::with_cases(16)
    })]

    #[test]
    fn buildings_come_back_as_they_were(building in building()) {
        let plan = building.document();
        let same: Ids = plan.doors.iter().map(|door| (door.id.clone(), door.id.clone())).collect();
        let ours = cicerone_maps::find_ways(plan.clone()).document;
        let places = doors(&ours, &plan, &same);
        let truth = lengths(&ours, &places);
        let json = plan.to_json().into_bytes();
        read_back("random.json", (json, same.clone()), &plan, &truth)?;
        // What was found is written, and read as it is.
        let again = cicerone_maps::from_bytes("random.json", ours.to_json().as_bytes()).unwrap();
        prop_assert_eq!(&again.document, &ours);
        read_back("random.zip", writers::imdf(&plan), &plan, &truth)?;
        read_back("random.osm", writers::osm(&plan), &plan, &truth)?;
        // Robots take no stairs.
        let flat = Building { stairs: false, ..building.clone() };
        let plan = flat.document();
        let ours = cicerone_maps::find_ways(plan.clone()).document;
        let truth = lengths(&ours, &doors(&ours, &plan, &same));
        let written = writers::rmf(&plan, building.turned + lift_turn(&building));
        read_back("random.building.yaml", written, &plan, &truth)?;
    }

    #[test]
    fn ways_are_as_long_as_they_truly_are(building in building()) {
        let building = Building { levels: 1, ..building };
        let plan = building.document();
        let same: Ids = plan.doors.iter().map(|door| (door.id.clone(), door.id.clone())).collect();
        let ours = cicerone_maps::find_ways(plan.clone()).document;
        let places = doors(&ours, &plan, &same);
        let spot = |place: usize| -> Point { [ours.places[place].x, ours.places[place].y] };
        let grid = Grid::of(&ours, "0", 0.05, 0.28);
        let routes = Routes::of(&ours, false);
        let tree = routes.from(places[0]);
        let spots: Vec<Point> = places.iter().map(|place| spot(*place)).collect();
        for (to, shortest) in places.iter().zip(grid.distances(spots[0], &spots)) {
            let (Some(shortest), Some((route, _))) = (shortest, tree[*to]) else {
                return Err(TestCaseError::fail("a door cannot be reached"));
            };
            // Straight out of a door and straight into one: half a metre at most.
            prop_assert!(
                (route - shortest).abs() <= 0.02 * shortest + 0.5,
                "{} m for {} m to {:?}", route, shortest, spot(*to)
            );
            prop_assert!(route >= apart(spots[0], spot(*to)) - 1e-6);
        }
    }

    #[test]
    fn turning_and_mirroring_change_the_mirror_only(building in building(), angle in 0.0..360.0) {
        let plan = building.document();
        let same: Ids = plan.doors.iter().map(|door| (door.id.clone(), door.id.clone())).collect();
        let seen = |building: &Building| {
            let document = cicerone_maps::find_ways(building.document()).document;
            let places = doors(&document, &plan, &same);
            let lengths = lengths(&document, &places);
            let turns = turns(&document, &places);
            (lengths, turns, document.areas.len(), document.doors.len())
        };
        let here = seen(&building);
        let turned = seen(&Building { turned: angle, ..building.clone() });
        let mirrored = seen(&Building { mirrored: !building.mirrored, ..building.clone() });
        alike("turned", &here.0, &turned.0)?;
        alike("mirrored", &here.0, &mirrored.0)?;
        prop_assert_eq!(&here.1, &turned.1);
        let other: Vec<bool> = mirrored.1.iter().map(|left| !left).collect();
        prop_assert_eq!(&here.1, &other);
        prop_assert_eq!((here.2, here.3), (turned.2, turned.3));
        prop_assert_eq!((here.2, here.3), (mirrored.2, mirrored.3));
    }
}

/// How far the lift at the end of the second leg is turned.
fn lift_turn(building: &Building) -> f64 {
    if building.mirrored { -building.bend } else { building.bend }
}
