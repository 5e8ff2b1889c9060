//! What kind of movement a step is, in the words of route engines, and the
//! facts they tell with it.

use schemars::JsonSchema;
use serde::Serialize;

use super::landmark::Landmark;
use crate::cas::Command;
use crate::world::document::{AreaKind, ConnectionKind, DoorKind, Unit};
use crate::world::{Before, Leg, Segment, SegmentKind, Side, TURN, World};

/// What a follower does in a step: how it begins, or, of the last one, that it
/// arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// Find the first heading, which is not known, or set off.
    Depart,
    /// Walk on.
    Continue,
    /// Turn by less than 60 degrees.
    SlightLeft,
    /// Turn on the spot.
    TurnLeft,
    /// Turn by more than 120 degrees.
    SharpLeft,
    /// Turn by less than 60 degrees.
    SlightRight,
    /// Turn on the spot.
    TurnRight,
    /// Turn by more than 120 degrees.
    SharpRight,
    /// Turn on the spot, to where one came from.
    TurnAround,
    /// Through a door.
    PassDoor,
    /// Through a gate.
    Gate,
    /// Into a room.
    EnterRoom,
    /// Out of a room.
    LeaveRoom,
    /// Into the building.
    EnterBuilding,
    /// Out of the building.
    LeaveBuilding,
    /// To another level by stairs.
    Stairs,
    /// To another level by an escalator.
    Escalator,
    /// To another level by a lift.
    Lift,
    /// To another level by a ramp.
    Ramp,
    /// Walk on to the end of the route, or stay there.
    Arrive,
}

/// What other programs want to know of a step.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Facts {
    /// What the follower does.
    pub manoeuvre: Manoeuvre,
    /// The level it begins on; null in a world of corridors.
    pub from_level: Option<LevelFacts>,
    /// The level it ends on; null in a world of corridors.
    pub to_level: Option<LevelFacts>,
    /// About how long it takes; null in a world of corridors.
    pub seconds: Option<f64>,
    /// The doors it passes, by kind.
    pub doors: Vec<DoorKind>,
    /// False if it has steps, an escalator or what is known not to be step-free;
    /// null in a world of corridors.
    pub step_free: Option<bool>,
    /// What the sentence names that one can see.
    pub landmarks: Vec<Landmark>,
}

/// A level.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LevelFacts {
    /// Its place in the order of storeys.
    pub ordinal: f64,
    /// What people call it.
    pub name: String,
}

impl Manoeuvre {
    /// The manoeuvre of a segment of a route of the world.
    pub fn of(world: &World, segment: &Segment) -> Manoeuvre {
        if let Some(kind) = segment.ride.and_then(|ride| world.passage(ride).connection) {
            return match world.connection(kind).kind {
                ConnectionKind::Stairs => Manoeuvre::Stairs,
                ConnectionKind::Escalator => Manoeuvre::Escalator,
                ConnectionKind::Lift => Manoeuvre::Lift,
                ConnectionKind::Ramp => Manoeuvre::Ramp,
            };
        }
        if let Some(leg) = &segment.leg {
            return Manoeuvre::of_leg(world, segment, leg);
        }
        let (start, end) = (segment.start(), segment.end());
        match (segment.kind(), start.heading, end.heading) {
            (SegmentKind::Turn, Some(before), Some(after)) => match before.side_of(after) {
                Side::Left => Manoeuvre::TurnLeft,
                Side::Right => Manoeuvre::TurnRight,
                Side::Back => Manoeuvre::TurnAround,
                Side::Front => Manoeuvre::Continue,
            },
            (SegmentKind::Turn, ..) => Manoeuvre::Depart,
            _ if segment.ends_route => Manoeuvre::Arrive,
            _ => Manoeuvre::Continue,
        }
    }

    fn of_leg(world: &World, segment: &Segment, leg: &Leg) -> Manoeuvre {
        if segment.ends_route {
            return Manoeuvre::Arrive;
        }
        let kind = |place: Option<&(f64, Option<crate::world::AreaId>)>| {
            place.and_then(|(_, area)| *area).map(|area| world.area(area).kind)
        };
        let [first, last] = [kind(leg.areas.first()), kind(leg.areas.last())];
        let is_room = |kind| matches!(kind, Some(AreaKind::Room | AreaKind::Restroom));
        let is_out = |kind| matches!(kind, Some(AreaKind::Outdoors));
        match leg.doors.first().map(|(_, door)| world.door(*door)) {
            Some(_) if is_out(first) && !is_out(last) => return Manoeuvre::EnterBuilding,
            Some(_) if is_out(last) && !is_out(first) => return Manoeuvre::LeaveBuilding,
            Some(_) if is_room(first) && !is_room(last) => return Manoeuvre::LeaveRoom,
            Some(_) if is_room(last) && !is_room(first) => return Manoeuvre::EnterRoom,
            Some(door) if door.kind == DoorKind::Gate => return Manoeuvre::Gate,
            Some(door) if door.kind != DoorKind::Opening => return Manoeuvre::PassDoor,
            _ => {}
        }
        match leg.turn {
            _ if leg.before == Before::Start => Manoeuvre::Depart,
            None => Manoeuvre::Continue,
            Some(by) => Manoeuvre::of_turn(by),
        }
    }

    /// The manoeuvre of a turn by so many degrees, to the right if positive.
    pub(super) fn of_turn(by: f64) -> Manoeuvre {
        match by {
            _ if by.abs() < TURN => Manoeuvre::Continue,
            _ if by.abs() > 160.0 => Manoeuvre::TurnAround,
            _ if by < -120.0 => Manoeuvre::SharpLeft,
            _ if by < -60.0 => Manoeuvre::TurnLeft,
            _ if by < 0.0 => Manoeuvre::SlightLeft,
            _ if by > 120.0 => Manoeuvre::SharpRight,
            _ if by > 60.0 => Manoeuvre::TurnRight,
            _ => Manoeuvre::SlightRight,
        }
    }
}

impl Facts {
    /// The facts of a segment of a route of the world, told by these commands.
    pub fn of(world: &World, segment: &Segment, commands: &[Command]) -> Facts {
        let in_metres = world.unit() == Unit::Metre;
        let level = |place| {
            let level = world.storey(world.level(place));
            in_metres
                .then(|| LevelFacts { ordinal: level.ordinal, name: level.called().to_owned() })
        };
        let mut seconds = 0.0;
        let mut step_free = true;
        for pair in segment.poses.windows(2).filter(|pair| pair[0].place != pair[1].place) {
            let links = world.links(pair[0].place).iter().map(|link| (link.to, link.passage));
            let exits = world.exits(pair[0].place).iter().map(|exit| (exit.to, exit.passage));
            let Some((_, passage)) = links.chain(exits).find(|(to, _)| *to == pair[1].place) else {
                continue;
            };
            seconds += world.time(passage, pair[0].place);
            let by = world.passage(passage).connection.map(|id| world.connection(id));
            step_free &= by.is_none_or(|by| {
                matches!(by.kind, ConnectionKind::Lift | ConnectionKind::Ramp)
                    && by.step_free != Some(false)
            });
        }
        let doors = segment.leg.iter().flat_map(|leg| &leg.doors);
        let doors = doors.map(|(_, door)| world.door(*door).kind);
        Facts {
            manoeuvre: Manoeuvre::of(world, segment),
            from_level: level(segment.start().place),
            to_level: level(segment.end().place),
            seconds: in_metres.then(|| seconds.round()),
            doors: doors.filter(|kind| *kind != DoorKind::Opening).collect(),
            step_free: in_metres.then_some(step_free),
            landmarks: Landmark::all(world, segment, commands),
        }
    }
}
