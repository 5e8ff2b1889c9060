//! Setting off: out of the room, off the lift, or which way to look.

use super::marks::{self, area_value, connection_value, is_such, label, of, on};
use super::{Part, Telling, ease};
use crate::cas::{Action, Direction, Face, Slot, Thing, Travel, Turn};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{Around, AreaId, Before, DoorId, Heading, Outlook, Side, Sighted};

/// One looks about so far for something to turn by, in metres.
const LOOK_ABOUT: f64 = 15.0;
/// Things this near to a direction, in degrees, are in it.
const IN_DIRECTION: f64 = 22.0;
/// Somebody who does not know which way to look finds the right one of so many
/// by luck.
const DIRECTIONS: f64 = 4.0;

impl Telling<'_> {
    /// The ways to say how one sets off, each with the metres it takes care of.
    pub(super) fn departures(&self) -> Vec<(f64, Part)> {
        match self.leg.before {
            Before::Turn => {
                // The turn was told before, and the door that is taken with it.
                let taken = self.leg.doors.first().filter(|(metres, _)| *metres <= super::turn_off::SOON);
                vec![(taken.map_or(0.0, |(metres, _)| *metres), Part::silent())]
            }
            Before::Ride(connection) => {
                let thing = Thing {
                    value: Slot::Set(connection_value(self.world.connection(connection).kind)),
                    ..Thing::default()
                };
                let out = Travel { out: of(vec![thing]), ..Travel::default() };
                let mut actions = vec![Action::Travel(out)];
                let mut likelihood = 1.0;
                match self.leg.turn {
                    Some(by) => actions.extend(turned(by)),
                    None => likelihood = 1.0 / DIRECTIONS,
                }
                vec![(0.0, Part::new(actions, likelihood, ease::sided()))]
            }
            Before::Start => self.starts(),
        }
    }

    fn starts(&self) -> Vec<(f64, Part)> {
        let mut all = Vec::new();
        if let Some((metres, door)) = self.leg.doors.first()
            && let Some(area) = self.leg.areas.first().and_then(|(_, area)| *area)
            && self.is_room(area)
        {
            all.extend(self.leaving(area, *door).map(|part| (*metres, part)));
        }
        if let Some(by) = self.leg.turn {
            if all.is_empty() {
                let actions: Vec<Action> = turned(by).into_iter().collect();
                all.push((0.0, Part::new(actions, 1.0, ease::sided())));
            }
            return all;
        }
        if all.is_empty() {
            all = self.facing().into_iter().map(|part| (0.0, part)).collect();
        }
        if all.is_empty() {
            all.push((0.0, Part::new(Vec::new(), 1.0 / DIRECTIONS, 1.0 / DIRECTIONS)));
        }
        all
    }

    fn is_room(&self, area: AreaId) -> bool {
        matches!(self.world.area(area).kind, AreaKind::Room | AreaKind::Restroom)
    }

    /// 'Leave the kitchen by its only door, a sliding door.'
    fn leaving(&self, area: AreaId, door: DoorId) -> Option<Part> {
        let doors: Vec<DoorId> = self.doors_of(area);
        let mut way = marks::plain(self.world, Sighted::Door(door));
        let alike = |way: &Thing| {
            doors.iter().filter(|one| is_such(self.world, way, Sighted::Door(**one))).count()
        };
        let likelihood = if doors.len() <= 1 {
            way.count = Slot::Set(1);
            1.0
        } else if alike(&way) <= 1 {
            1.0
        } else if let Some(beside) = self.beside(door, &doors) {
            way.detail = vec![beside];
            1.0
        } else {
            1.0 / alike(&way) as f64
        };
        let area = self.world.area(area);
        let room = Thing {
            value: Slot::Set(area_value(area.kind)),
            name: label(area.name.as_deref().or(area.number.as_deref())),
            ..Thing::default()
        };
        let travel = Travel { out: of(vec![room]), through: of(vec![way]), ..Travel::default() };
        Some(Part::new(vec![Action::Travel(travel)], likelihood, likelihood))
    }

    /// The doors that lead out of an area.
    fn doors_of(&self, area: AreaId) -> Vec<DoorId> {
        let building = self.world.building();
        let level = building.areas[area.index()].level;
        let mut doors = Vec::new();
        for (number, door) in building.doors.iter().enumerate() {
            if door.level != level || matches!(door.kind, DoorKind::EmergencyExit) {
                continue;
            }
            let id = self.world.door_id(number);
            if self.world.sides_of(id).contains(&Some(area)) {
                doors.push(id);
            }
        }
        doors
    }

    /// Something beside a door that no other of these doors has beside it.
    fn beside(&self, door: DoorId, doors: &[DoorId]) -> Option<Thing> {
        let near = |id: DoorId| {
            let at = self.world.door_middle(id);
            let around = Outlook::around(self.world, self.leg.level, at, 2.5);
            let things = around.into_iter().filter(|one| matches!(one.what, Sighted::Fixture(_)));
            things.map(|one| one.what).collect::<Vec<Sighted>>()
        };
        let others: Vec<Sighted> = doors.iter().filter(|one| **one != door).flat_map(|one| near(*one)).collect();
        let is_own = |what: &Sighted| {
            let thing = marks::plain(self.world, *what);
            !others.iter().any(|other| is_such(self.world, &thing, *other))
        };
        near(door).into_iter().find(is_own).map(|what| marks::plain(self.world, what))
    }

    /// By what one sees, whichever way one stands.
    fn facing(&self) -> Vec<Part> {
        let seen = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_ABOUT);
        let ahead = self.leg.heading();
        let mut all: Vec<Part> = Vec::new();
        for one in &seen {
            let thing = marks::plain(self.world, one.what);
            let alike = seen.iter().filter(|other| is_such(self.world, &thing, other.what));
            let side = on_side(ahead, one.heading);
            let Some(side) = side.filter(|_| alike.count() == 1 && is_good(one)) else { continue };
            let ease = self.seen_ease(one) * side_ease(side);
            let thing = Thing { side: on(side), ..thing };
            let face = Face { faced: of(vec![thing]), ..Face::default() };
            all.push(Part::new(vec![Action::Face(face)], 1.0, ease));
        }
        all.sort_by(|a, b| b.ease.total_cmp(&a.ease));
        all.truncate(3);
        all
    }

    fn seen_ease(&self, one: &Around) -> f64 {
        ease::noticed(self.size(one.what), one.metres / 2.0)
    }

    /// About how large something is, in metres.
    pub(super) fn size(&self, what: Sighted) -> f64 {
        match what {
            Sighted::Door(_) | Sighted::Connection(_) => 2.0,
            Sighted::Way { width, .. } => width.max(2.0),
            Sighted::Fixture(id) => {
                let fixture = self.world.fixture(id);
                let named = fixture.name.is_some() || fixture.text.is_some();
                fixture.size.unwrap_or(0.8) * if named { 2.0 } else { 1.0 }
            }
        }
    }
}

/// A turn by so many degrees, if it is one.
pub(super) fn turned(by: f64) -> Option<Action> {
    let direction = direction(by)?;
    Some(Action::Turn(Turn { direction: Slot::Set(direction), ..Turn::default() }))
}

/// The direction of a turn by so many degrees, if it is one.
pub(super) fn direction(by: f64) -> Option<Direction> {
    match by {
        by if by.abs() < 33.0 => None,
        by if by.abs() > 145.0 => Some(Direction::Back),
        by if by > 0.0 => Some(Direction::Right),
        _ => Some(Direction::Left),
    }
}

/// On which side something is for who looks ahead, if it is clearly there.
fn on_side(ahead: Heading, thing: Heading) -> Option<Side> {
    let sides = [Side::Front, Side::Back, Side::Left, Side::Right];
    sides.into_iter().find(|side| ahead.toward(*side).turn_to(thing).abs() < IN_DIRECTION)
}

/// Ahead is easiest to turn by; beside leaves two ways to get it wrong.
fn side_ease(side: Side) -> f64 {
    match side {
        Side::Front => 1.0,
        Side::Back => 0.985,
        Side::Left | Side::Right => ease::sided() * 0.97,
    }
}

/// What is worth turning by: not so near that one stands in it, and no part of
/// the building that nobody would point at.
fn is_good(one: &Around) -> bool {
    one.metres > 0.8 && !matches!(one.what, Sighted::Way { .. })
}
