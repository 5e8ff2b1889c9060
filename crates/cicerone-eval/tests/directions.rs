//! Directions through the buildings that are kept with the tests: every command
//! is true by an oracle that shares no code with what plans them, and the oracle
//! notices when one is not.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use cicerone::cas::{
    Command, Direction, Distance, Ride, Rise, Slot, Thing, ThingSide, VisitMut, walk_mut,
};
use cicerone::guide::{Guide, GuideOptions, Stages};
use cicerone::realize::Units;
use cicerone::world::{Profile, World, embedded};
use cicerone_eval::directions::{Oracle, directions_report, random_routes};

const ROUTES: usize = 40;

fn building(name: &str) -> World {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../cicerone-maps/tests/maps/rmf");
    cicerone_maps::world(format!("{maps}/{name}.building.yaml")).unwrap().0
}

fn holds_true(name: &str) {
    let world = building(name);
    let (routes, _) = random_routes(&world, ROUTES, 1, Profile::Walk).unwrap();
    let guide = Guide::new(Stages::plain());
    let report = directions_report(&guide, &world, &routes, &Default::default(), 0).unwrap();
    assert_eq!(report.routes, ROUTES);
    assert!(report.commands > ROUTES, "{} commands", report.commands);
    for one in &report.false_commands {
        eprintln!(
            "{} step {}: {:?}\n  {}\n  {}",
            one.route, one.step, one.reasons, one.text, one.command
        );
    }
    assert_eq!(report.false_commands.len(), 0, "false commands in {name}");
    assert_eq!(report.destination_named, 1.0, "{name}");
    assert_eq!(report.rides_named, 1.0, "{name}");
    assert_eq!(report.bare_counts, 0, "{name}");
    assert!(report.steps_naming >= 0.85, "{name}: {}", report.steps_naming);
    let spoken = &report.spoken;
    assert_eq!(spoken.not_understood, Vec::<String>::new(), "{name}");
    assert_eq!(spoken.misread_steps, Vec::<String>::new(), "{name}");
}

#[test]
fn every_style_and_unit_can_be_read_back() {
    let world = building("clinic");
    let (routes, _) = random_routes(&world, ROUTES, 2, Profile::Walk).unwrap();
    let guide = Guide::new(Stages::plain());
    for (style, units) in [("terse", Units::Feet), ("chatty", Units::Metres)] {
        let options = GuideOptions::default().style(Some(style.to_owned())).units(units);
        let report = directions_report(&guide, &world, &routes, &options, 0).unwrap();
        assert_eq!(report.spoken.not_understood, Vec::<String>::new(), "{style}");
        assert_eq!(report.spoken.misread_steps, Vec::<String>::new(), "{style}");
    }
}

#[test]
fn corridors_are_no_building() {
    let office = embedded::world("office").unwrap();
    let guide = Guide::new(Stages::plain());
    let error = directions_report(&guide, &office, &[], &Default::default(), 0).unwrap_err();
    assert!(error.to_string().contains("world of corridors"), "{error}");
}

#[test]
fn every_command_holds_in_the_hotel() {
    holds_true("hotel");
}

#[test]
fn every_command_holds_in_the_clinic() {
    holds_true("clinic");
}

#[test]
fn every_command_holds_in_the_office() {
    holds_true("office");
}

/// Left for right, and up for down.
#[derive(Default)]
struct Mirror(bool);

impl VisitMut for Mirror {
    fn direction(&mut self, direction: &mut Slot<Direction>) {
        *direction = match direction.get() {
            Some(Direction::Left) => Slot::Set(Direction::Right),
            Some(Direction::Right) => Slot::Set(Direction::Left),
            _ => return,
        };
        self.0 = true;
    }

    fn ride(&mut self, ride: &mut Ride) {
        ride.rise = match ride.rise.get() {
            Some(Rise::Up) => Slot::Set(Rise::Down),
            Some(Rise::Down) => Slot::Set(Rise::Up),
            _ => return,
        };
        self.0 = true;
    }
}

/// The other side of what is passed or taken.
#[derive(Default)]
struct OtherSide(bool);

impl VisitMut for OtherSide {
    fn thing(&mut self, thing: &mut Thing) {
        thing.side = match thing.side.get() {
            Some(ThingSide::Left) => Slot::Set(ThingSide::Right),
            Some(ThingSide::Right) => Slot::Set(ThingSide::Left),
            _ => return,
        };
        self.0 = true;
    }
}

/// Half as far again.
#[derive(Default)]
struct Farther(bool);

impl VisitMut for Farther {
    fn distance(&mut self, distance: &mut Distance) {
        if let Some(metres) = distance.metres.get().copied() {
            distance.metres = Slot::Set(metres + metres / 2 + 3);
            self.0 = true;
        }
        walk_mut::distance(self, distance);
    }
}

/// The second for the first, the third for the second.
#[derive(Default)]
struct Next(bool);

impl VisitMut for Next {
    fn thing(&mut self, thing: &mut Thing) {
        if let Some(order) = thing.order.get().copied() {
            thing.order = Slot::Set(order + 3);
            self.0 = true;
        }
        walk_mut::thing(self, thing);
    }
}

/// Of the commands that a change falsifies, how many the oracle finds.
fn found(change: impl Fn(&mut cicerone::cas::Action) -> bool) -> (usize, usize) {
    let world = building("clinic");
    let (routes, _) = random_routes(&world, ROUTES, 2, Profile::Walk).unwrap();
    let guide = Guide::new(Stages::plain());
    let oracle = Oracle::new(&world);
    let (mut changed, mut noticed) = (0, 0);
    for asked in &routes {
        let told = guide.instruct(&world, &asked.route, &GuideOptions::default()).unwrap();
        let mut number = 0;
        for (place, step) in told.steps.iter().enumerate() {
            for (which, command) in step.commands.iter().enumerate() {
                let mut action = (**command).clone();
                if change(&mut action) {
                    let mut other = told.clone();
                    other.steps[place].commands[which] = Command::new(action).unwrap();
                    let judged = oracle.judge(&asked.route, &other);
                    changed += 1;
                    noticed += usize::from(!judged.commands[number].faults.is_empty());
                }
                number += 1;
            }
        }
    }
    (changed, noticed)
}

fn is_noticed(name: &str, least: f64, change: impl Fn(&mut cicerone::cas::Action) -> bool) {
    let (changed, noticed) = found(change);
    println!("{name}: {noticed} of {changed}");
    assert!(changed >= 10, "{name}: only {changed} commands could be changed");
    assert!(noticed as f64 >= least * changed as f64, "{name}: {noticed} of {changed}");
}

#[test]
fn what_is_false_is_noticed() {
    is_noticed("left for right, up for down", 0.99, |action| {
        let mut mirror = Mirror::default();
        mirror.action(action);
        mirror.0
    });
    is_noticed("half as far again", 0.99, |action| {
        let mut farther = Farther::default();
        farther.action(action);
        farther.0
    });
    // A door at either hand is not rare, nor a chair.
    is_noticed("the other side", 0.6, |action| {
        let mut other = OtherSide::default();
        other.action(action);
        other.0
    });
    is_noticed("three farther on", 0.9, |action| {
        let mut next = Next::default();
        next.action(action);
        next.0
    });
}
