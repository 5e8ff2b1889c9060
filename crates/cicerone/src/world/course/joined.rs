//! Pieces of a route that people walk as one: flights with a landing between
//! them, the steps to a lift, the way out of a room, the steps to a destination
//! in view.

use super::{Before, Leg, Next};
use crate::world::document::{AreaKind, ConnectionKind, DoorKind};
use crate::world::walls::By;
use crate::world::{AreaId, DoorId, Segment, World};

/// Between two flights of stairs one walks no farther than this, in metres.
const LANDING: f64 = 6.0;
/// One boards from no farther away than this, and than this where one sees what
/// one boards.
const BOARDING: f64 = 3.6;
const BOARDING_IN_VIEW: f64 = 8.0;
/// A destination no farther aside than this is reached where one is beside it.
const BESIDE_GOAL: f64 = 3.0;
/// Nobody is told how to get to the door of a room that is no farther away.
const TO_THE_DOOR: f64 = 12.0;

/// Joins what people walk as one.
pub(super) fn join(world: &World, segments: &mut Vec<Segment>) {
    join_flights(world, segments);
    join_boarding(world, segments);
    join_departure(world, segments);
    join_arrival(world, segments);
}

/// Who is in a room leaves it by its door, however many bends there are on the
/// way to that: what is told begins there.
fn join_departure(world: &World, segments: &mut Vec<Segment>) {
    let Some(first) = segments.first().and_then(|first| first.leg.as_ref()) else { return };
    let Some(room) = first.areas.first().and_then(|(_, area)| *area) else { return };
    let is_room = matches!(world.area(room).kind, AreaKind::Room | AreaKind::Restroom);
    let is_within =
        |leg: &Leg| leg.doors.is_empty() && leg.areas.iter().all(|(_, one)| *one == Some(room));
    let legs = segments.iter().map_while(|segment| segment.leg.as_ref());
    let inner = legs.clone().take_while(|leg| is_within(leg)).count();
    let Some(out) = legs.clone().nth(inner).filter(|_| is_room && inner > 0) else { return };
    let Some((metres, door)) = out.doors.first().copied() else { return };
    let walked = legs.take(inner).map(|leg| leg.length()).sum::<f64>() + metres;
    let walls = world.layout().walls();
    let at = world.door_middle(door);
    let is_in_view = walls.shows_door(out.level, first.start(), at, door);
    let is_found = is_in_view && walked < TO_THE_DOOR || walked < TO_THE_DOOR / 2.0;
    if !is_found || !is_told_apart(world, room, door) {
        return;
    }
    let mut line = first.line.clone();
    let (turn, before) = (first.turn, first.before);
    let gone: Vec<Segment> = segments.drain(..inner).collect();
    let Some(segment) = segments.first_mut() else { return };
    for one in gone.iter().skip(1) {
        line.extend(one.leg.iter().flat_map(|leg| leg.line.iter().skip(1)));
    }
    segment.poses.splice(..1, gone.iter().flat_map(|one| one.poses.iter().copied()));
    segment.poses.dedup();
    segment.first = gone[0].first;
    if let Some(leg) = &mut segment.leg {
        line.extend(leg.line.iter().skip(1));
        (leg.line, leg.turn, leg.before) = (line, turn, before);
        leg.find_crossings(world);
    }
}

/// True for a door of a room that no other of its doors looks like.
fn is_told_apart(world: &World, room: AreaId, door: DoorId) -> bool {
    let kind = world.door(door).kind;
    let level = world.door(door).level;
    let doors = world.building().doors.iter().enumerate();
    let mut others = doors.filter(|(_, one)| one.level == level && looks_like(one.kind, kind));
    !others.any(|(number, _)| {
        let id = world.door_id(number);
        id != door && world.sides_of(id).contains(&Some(room))
    })
}

/// True for doors that words do not tell apart.
fn looks_like(one: DoorKind, other: DoorKind) -> bool {
    let plain = |kind| matches!(kind, DoorKind::Door | DoorKind::Hinged);
    one == other || plain(one) && plain(other)
}

/// Flights of stairs with a landing between them are one staircase to those
/// who climb it: rides of one sort that go on in the same direction, with no
/// more than a few steps between them, become one.
fn join_flights(world: &World, segments: &mut Vec<Segment>) {
    let sort = |segment: &Segment| {
        let connection = world.passage(segment.ride?).connection?;
        let rise = world.rise(segment.start().place, segment.end().place);
        Some((world.connection(connection).kind, rise > 0.0))
    };
    let mut number = 0;
    while number + 1 < segments.len() {
        let flight = sort(&segments[number]);
        let walked = segments[number + 1..].iter().take_while(|segment| segment.leg.is_some());
        let walked: Vec<f64> =
            walked.filter_map(|segment| segment.leg.as_ref().map(|leg| leg.length())).collect();
        let next = segments.get(number + 1 + walked.len()).and_then(sort);
        let is_lift = flight.is_some_and(|(kind, _)| kind == ConnectionKind::Lift);
        let is_landing = walked.iter().sum::<f64>() < LANDING;
        if flight.is_none() || flight != next || is_lift || !is_landing {
            number += 1;
            continue;
        }
        let gone: Vec<Segment> = segments.drain(number + 1..=number + 1 + walked.len()).collect();
        for segment in gone {
            segments[number].poses.extend(segment.poses.into_iter().skip(1));
            segments[number].last = segment.last;
        }
    }
}

/// A few steps to a lift or stairs are part of taking it.
fn join_boarding(world: &World, segments: &mut Vec<Segment>) {
    let walls = world.layout().walls();
    let mut number = 1;
    while number + 1 < segments.len() {
        let is_short = segments[number].leg.as_ref().is_some_and(|leg| {
            let is_in_view = leg.doors.is_empty()
                && leg.length() < BOARDING_IN_VIEW
                && walls.is_clear(leg.level, leg.start(), leg.end(), By::Eye);
            leg.before == Before::Turn
                && matches!(leg.next, Next::Ride(_))
                && (leg.length() < BOARDING || is_in_view)
        });
        if is_short && segments[number + 1].ride.is_some() {
            let steps = segments.remove(number);
            let by = steps.leg.as_ref().map(|leg| leg.next.clone());
            let before = segments[number - 1].leg.as_mut().map(|leg| &mut leg.next);
            if let (Some(Next::Turn { boards, .. }), Some(Next::Ride(id))) = (before, by) {
                *boards = Some(id);
            }
            let ride = &mut segments[number];
            ride.poses.splice(..1, steps.poses);
            ride.first = steps.first;
        }
        number += 1;
    }
}

/// Who is beside the destination, and sees that nothing is between, is there:
/// the last steps aside are no stretch of their own.
fn join_arrival(world: &World, segments: &mut Vec<Segment>) {
    let [.., before, last] = &segments[..] else { return };
    let (Some(came), Some(steps)) = (&before.leg, &last.leg) else { return };
    let walls = world.layout().walls();
    let own = world.place(last.end().place).door;
    let is_beside = steps.before == Before::Turn
        && steps.next == Next::Arrive
        && steps.doors.iter().all(|(_, door)| own == Some(*door))
        && steps.length() < BESIDE_GOAL
        && came.length() > steps.length() - 0.5
        && (own.is_some() || steps.last_area() == came.last_area())
        && (own.is_some() || walls.is_clear(steps.level, steps.start(), steps.end(), By::Eye));
    let Some(steps) = (if is_beside { segments.pop() } else { None }) else { return };
    if let Some(before) = segments.last_mut() {
        before.poses.extend(steps.poses.into_iter().skip(1));
        before.last = steps.last;
        if let Some(leg) = &mut before.leg {
            leg.next = Next::Arrive;
        }
    }
}
