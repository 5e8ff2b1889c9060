//! Planning a change of level: by what, up or down, to which level.

use super::leg::marks::{connection_value, label, of};
use super::planner::{Plan, Planned, Source};
use crate::cas::{Action, Command, Ride, Rise, Slot, Thing};
use crate::world::{Segment, World};

/// What is said of a segment that changes the level.
pub(super) fn plan(world: &World, segment: &Segment) -> Plan {
    let Some(id) = segment.ride.and_then(|ride| world.passage(ride).connection) else {
        return Plan::default();
    };
    let connection = world.connection(id);
    let (from, to) = (segment.start().place, segment.end().place);
    let rise = match world.rise(from, to) {
        rise if rise > 0.0 => Rise::Up,
        rise if rise < 0.0 => Rise::Down,
        _ => Rise::Level,
    };
    let by = Thing {
        value: Slot::Set(connection_value(connection.kind)),
        name: label(connection.name.as_deref()),
        ..Thing::default()
    };
    let ride = Ride {
        by: of(vec![by]),
        rise: Slot::Set(rise),
        level: label(Some(world.storey(world.level(to)).called())),
    };
    let Ok(command) = Command::new(Action::Ride(ride)) else { return Plan::default() };
    let planned = Planned {
        commands: vec![command],
        pieces: vec![segment.poses.clone()],
        likelihood: 1.0,
        ease: 0.995,
        source: Source::Plain,
    };
    Plan { options: vec![planned], ..Plan::default() }
}
