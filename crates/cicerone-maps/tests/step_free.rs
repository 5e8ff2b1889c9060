//! Routes without steps: never by stairs or an escalator, nor by anything that is
//! known not to fit; and where there is none, that is said.

#![allow(clippy::unwrap_used)]

mod building;

use std::collections::{HashMap, HashSet};

use building::{Building, building};
use cicerone::world::document::{Access, ConnectionKind, Document, DoorKind};
use cicerone::world::{Journey, Profile, World};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// What is made of a building's stairs, lift and doors.
#[derive(Debug, Clone)]
struct Fit {
    escalator: bool,
    lift_fits: Option<bool>,
    lift_open: bool,
    /// Every so many doors do not fit.
    narrow: usize,
    revolving: bool,
}

fn fit() -> impl Strategy<Value = Fit> {
    let lift_fits = prop_oneof![Just(None), Just(Some(true)), Just(Some(false))];
    (any::<bool>(), lift_fits, prop::bool::weighted(0.8), 2..12usize, any::<bool>()).prop_map(
        |(escalator, lift_fits, lift_open, narrow, revolving)| Fit {
            escalator,
            lift_fits,
            lift_open,
            narrow,
            revolving,
        },
    )
}

fn fitted(building: &Building, fit: &Fit) -> Document {
    let mut plan = building.document();
    for connection in &mut plan.connections {
        if connection.kind == ConnectionKind::Lift {
            connection.step_free = fit.lift_fits;
            connection.access = if fit.lift_open { Access::Public } else { Access::Closed };
        } else if fit.escalator {
            connection.kind = ConnectionKind::Escalator;
        }
    }
    for door in plan.doors.iter_mut().step_by(fit.narrow) {
        if fit.revolving {
            door.kind = DoorKind::Revolving;
        } else {
            door.step_free = Some(false);
        }
    }
    cicerone_maps::find_ways(plan).document
}

/// Which places can be reached without steps, found the simple way.
fn reached<'d>(document: &'d Document, from: &'d str) -> HashSet<&'d str> {
    let fits = |id: &str| {
        let place = document.places.iter().find(|place| place.id == id).unwrap();
        let door = place.door.as_ref().and_then(|id| document.doors.iter().find(|d| d.id == *id));
        door.is_none_or(|door| door.step_free != Some(false) && door.kind != DoorKind::Revolving)
    };
    let fitting: HashMap<&str, bool> =
        document.places.iter().map(|place| (place.id.as_str(), fits(&place.id))).collect();
    let rides = |id: &String| {
        let connection = document.connections.iter().find(|one| one.id == *id).unwrap();
        connection.kind == ConnectionKind::Lift
            && connection.step_free != Some(false)
            && connection.access == Access::Public
    };
    let mut near: HashMap<&str, Vec<&str>> = HashMap::new();
    for passage in &document.passages {
        if passage.connection.as_ref().is_none_or(rides) && passage.step_free != Some(false) {
            let [a, b] = passage.between.each_ref().map(String::as_str);
            near.entry(a).or_default().push(b);
            near.entry(b).or_default().push(a);
        }
    }
    let mut seen: HashSet<&str> = HashSet::from([from]);
    let mut todo = vec![from];
    while let Some(place) = todo.pop() {
        for next in near.get(place).into_iter().flatten() {
            if fitting[next] && seen.insert(next) {
                todo.push(next);
            }
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::with_cases(40)
    })]

    #[test]
    fn step_free_routes_have_no_steps(building in building(), fit in fit()) {
        let document = fitted(&building, &fit);
        let world = World::from_document(&document).unwrap();
        let rooms: Vec<&str> = document
            .places
            .iter()
            .filter(|place| place.name.is_some())
            .map(|place| place.id.as_str())
            .collect();
        for from in rooms.iter().step_by(7) {
            let reached = reached(&document, from);
            for to in rooms.iter().step_by(3).filter(|to| *to != from) {
                let journey = Journey::between(*from, *to);
                let route = match journey.route_for(&world, Profile::StepFree) {
                    Ok(route) => route,
                    Err(error) => {
                        let said = error.to_string();
                        prop_assert!(!reached.contains(to), "{}", said);
                        prop_assert!(said.contains("without steps"), "{}", said);
                        let on_foot = journey.route_for(&world, Profile::Walk).is_ok();
                        prop_assert_eq!(said.contains("on foot there is one"), on_foot, "{}", said);
                        continue;
                    }
                };
                prop_assert!(reached.contains(to), "a way from {} to {} that is none", from, to);
                for passage in route.passages(&world) {
                    let passage = world.passage(passage);
                    if let Some(id) = passage.connection {
                        let connection = world.connection(id);
                        prop_assert_eq!(connection.kind, ConnectionKind::Lift);
                        prop_assert!(connection.step_free != Some(false));
                    }
                }
                for pose in route.poses() {
                    if let Some(door) = world.place(pose.place).door {
                        let door = world.door(door);
                        prop_assert!(door.step_free != Some(false));
                        prop_assert!(door.kind != DoorKind::Revolving);
                    }
                }
            }
        }
    }
}
