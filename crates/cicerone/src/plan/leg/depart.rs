//! Setting off: out of the room, off the lift, or which way to look.

use super::marks::{self, area_value, connection_value, is_such, label, of, on};
use super::{Part, Telling, ease};
use crate::cas::{Action, Direction, Face, Proximity, Shape, Slot, Thing, Travel, Turn, Value};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{AreaId, Around, Before, DoorId, Heading, Outlook, Side, Sighted, TURN, far};

/// A few steps, in metres.
const STEPS: f64 = 2.5;
/// A door this near, in metres, is before whoever comes off a lift or stairs,
/// and a turn by so many degrees is made on the way to it.
const AT_DOOR: f64 = 4.0;
const WITH_DOOR: f64 = 60.0;
/// One looks about so far for something to turn by, in metres.
const LOOK_ABOUT: f64 = 15.0;
/// Things this near to a direction, in degrees, are in it.
const IN_DIRECTION: f64 = 22.0;
/// Several things this near to a direction are in it; many of them take up more
/// room.
const IN_SECTOR: f64 = 32.0;
const IN_VIEW_OF_MANY: f64 = 58.0;
/// Somebody who does not know which way to look finds the right one of so many
/// by luck.
const DIRECTIONS: f64 = 4.0;

impl Telling<'_> {
    /// The ways to say how one sets off, each with the metres it takes care of.
    pub(super) fn departures(&self) -> Vec<(f64, Part)> {
        match self.leg.before {
            Before::Turn => {
                // The turn was told before, and the door that is taken with it.
                let taken =
                    self.leg.doors.first().filter(|(metres, _)| *metres <= super::turn_off::SOON);
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
                let door = self.leg.doors.first().filter(|(metres, _)| *metres <= AT_DOOR);
                match self.leg.turn {
                    // Whoever goes through the door before one turns with it.
                    Some(by) if by.abs() < WITH_DOOR && door.is_some() => {}
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
        if self.segment.ends_route && self.length < STEPS {
            // One is as good as there.
            return vec![(0.0, Part::silent())];
        }
        all.extend(self.out_of_doorway().map(|part| (0.3, part)));
        if all.is_empty()
            && let Some((metres, door)) = self.leg.doors.first()
            && let Some(area) = self.leg.areas.first().and_then(|(_, area)| *area)
            && self.is_room(area)
            && !self.leg.areas.iter().skip(1).any(|(at, _)| *at < metres - 0.6)
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
            all.extend(self.door_in_view().map(|part| (0.0, part)));
        }
        if all.is_empty() {
            all = self.facing().into_iter().map(|part| (0.0, part)).collect();
        }
        if all.is_empty() {
            all.push((0.0, Part::new(Vec::new(), 1.0 / DIRECTIONS, 1.0 / DIRECTIONS)));
        }
        all
    }

    /// 'Go through the door into the corridor', from its threshold.
    fn out_of_doorway(&self) -> Option<Part> {
        let door = self.world.place(self.segment.start().place).door?;
        let ahead = self.leg.at(self.length.min(1.0));
        let at = self.leg.start();
        let behind = [2.0 * at[0] - ahead[0], 2.0 * at[1] - ahead[1]];
        let into = self.world.behind(door, behind)?;
        let other = self.world.behind(door, ahead);
        let thing = |area: AreaId| {
            let area = self.world.area(area);
            Thing {
                value: Slot::Set(area_value(area.kind)),
                name: label(area.name.as_deref()),
                ..Thing::default()
            }
        };
        let differs = other.is_none_or(|other| thing(other) != thing(into));
        let through =
            Thing { side: on(Side::Front), ..marks::plain(self.world, Sighted::Door(door)) };
        let travel =
            Travel { through: of(vec![through]), into: of(vec![thing(into)]), ..Travel::default() };
        let likelihood = if differs { 1.0 } else { 0.5 };
        Some(Part::new(vec![Action::Travel(travel)], likelihood, likelihood * 0.98))
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
        } else if self.is_nearest(door, &doors) {
            way.dist = Slot::Set(Proximity::Near);
            1.0
        } else {
            1.0 / alike(&way) as f64
        };
        let area = self.world.area(area);
        // Whoever stands in it knows which room it is; a kitchen is a word for it.
        let is_noun = |name: &&str| name.chars().all(|c| c.is_lowercase());
        let room = Thing {
            value: Slot::Set(area_value(area.kind)),
            name: label(area.name.as_deref().filter(is_noun)),
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

    /// True if a door is clearly nearer than the others.
    fn is_nearest(&self, door: DoorId, doors: &[DoorId]) -> bool {
        let metres = |id: DoorId| far(self.world.door_middle(id), self.leg.start());
        let others = doors.iter().filter(|one| **one != door).map(|one| metres(*one));
        metres(door) < 0.6 * others.fold(f64::INFINITY, f64::min)
    }

    /// Something beside a door that no other of these doors has beside it.
    fn beside(&self, door: DoorId, doors: &[DoorId]) -> Option<Thing> {
        let near = |id: DoorId| {
            let at = self.world.door_middle(id);
            let around = Outlook::around(self.world, self.leg.level, at, 2.5);
            let things = around.into_iter().filter(|one| matches!(one.what, Sighted::Fixture(_)));
            things.map(|one| one.what).collect::<Vec<Sighted>>()
        };
        let others: Vec<Sighted> =
            doors.iter().filter(|one| **one != door).flat_map(|one| near(*one)).collect();
        let is_own = |what: &Sighted| {
            let thing = marks::plain(self.world, *what);
            !others.iter().any(|other| is_such(self.world, &thing, *other))
        };
        near(door).into_iter().find(is_own).map(|what| marks::plain(self.world, what))
    }

    /// Nothing needs saying where the door that one takes is the only one of
    /// its sort in view.
    fn door_in_view(&self) -> Option<Part> {
        let (_, door) = self.leg.doors.first()?;
        let own = marks::plain(self.world, Sighted::Door(*door));
        let seen = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_ABOUT);
        let mut alike = seen.iter().filter(|one| is_such(self.world, &own, one.what));
        let is_only = alike.next()?.what == Sighted::Door(*door) && alike.next().is_none();
        let is_door = own.value == Slot::Set(Value::Door);
        (is_only && is_door).then(|| Part::new(Vec::new(), 1.0, 0.98))
    }

    /// By what one sees, whichever way one stands.
    fn facing(&self) -> Vec<Part> {
        let seen = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_ABOUT);
        let ahead = self.leg.sets_off();
        let mut all: Vec<Part> = Vec::new();
        let mut done: Vec<Thing> = Vec::new();
        for one in &seen {
            let thing = marks::plain(self.world, one.what);
            if done.contains(&thing) || !is_good(one) {
                continue;
            }
            done.push(thing.clone());
            let alike: Vec<&Around> =
                seen.iter().filter(|other| is_such(self.world, &thing, other.what)).collect();
            let Some(side) = side_of_all(ahead, &alike) else { continue };
            // Doors are many everywhere: two of them fix no direction.
            if alike.len() > 1 && !matches!(one.what, Sighted::Fixture(_)) {
                continue;
            }
            let many = if alike.len() > 1 { 0.99 } else { 1.0 };
            let ease = self.seen_ease(one) * side_ease(side) * many * sort_ease(one.what);
            let count = match alike.len() {
                1 => Slot::Unset,
                many => Slot::Set(many as u32),
            };
            let thing = Thing { side: on(side), count, ..thing };
            let face = Face { faced: of(vec![thing]), ..Face::default() };
            all.push(Part::new(vec![Action::Face(face)], 1.0, ease));
        }
        if all.is_empty() {
            all.extend(self.down_the_long_way());
        }
        all.sort_by(|a, b| b.ease.total_cmp(&a.ease));
        all.truncate(3);
        all
    }

    /// 'Face the longer way', where one can see farther than any other way.
    fn down_the_long_way(&self) -> Option<Part> {
        let (level, at) = (self.leg.level, self.leg.start());
        let reach = |heading| Outlook::depth(self.world, level, at, heading);
        let ahead = self.leg.heading();
        let own = reach(ahead)?;
        let mut others = (3..=21).map(|step| reach(ahead.turned(f64::from(step) * 15.0)));
        if others.any(|other| other.is_none_or(|other| own < 1.4 * other)) {
            return None;
        }
        let thing = Thing {
            value: Slot::Set(Value::Path),
            structural: Slot::Set(Shape::Long),
            side: on(Side::Front),
            ..Thing::default()
        };
        let face = Face { faced: of(vec![thing]), ..Face::default() };
        Some(Part::new(vec![Action::Face(face)], 1.0, 0.9))
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
        by if by.abs() < TURN => None,
        by if by.abs() > 145.0 => Some(Direction::Back),
        by if by > 0.0 => Some(Direction::Right),
        _ => Some(Direction::Left),
    }
}

/// On which side things are for who looks ahead, if they clearly are on one:
/// many of them are where their middle is, and take up more room.
fn side_of_all(ahead: Heading, things: &[&Around]) -> Option<Side> {
    let turns = things.iter().map(|thing| ahead.turn_to(thing.heading).to_radians());
    let (sin, cos) =
        turns.fold((0.0, 0.0), |(sin, cos), turn: f64| (sin + turn.sin(), cos + turn.cos()));
    let middle = ahead.turned(f64::atan2(sin, cos).to_degrees());
    let (in_the_middle, within) = match things.len() {
        1 => (IN_DIRECTION, IN_DIRECTION),
        2 => (IN_SECTOR, IN_SECTOR),
        _ => (IN_SECTOR, IN_VIEW_OF_MANY),
    };
    let sides = [Side::Front, Side::Back, Side::Left, Side::Right];
    sides.into_iter().find(|side| {
        let off = |heading| ahead.toward(*side).turn_to(heading).abs();
        off(middle) < in_the_middle && things.iter().all(|thing| off(thing.heading) < within)
    })
}

/// Ahead is easiest to turn by; beside leaves two ways to get it wrong.
fn side_ease(side: Side) -> f64 {
    match side {
        Side::Front => 1.0,
        Side::Back => 0.985,
        Side::Left | Side::Right => ease::sided() * 0.97,
    }
}

/// Things stand out more than doors, and doors more than openings.
fn sort_ease(what: Sighted) -> f64 {
    match what {
        Sighted::Fixture(_) | Sighted::Connection(_) => 1.0,
        Sighted::Door(_) | Sighted::Way { .. } => 0.92,
    }
}

/// What is worth turning by: not so near that one stands in it, and no part of
/// the building that nobody would point at.
fn is_good(one: &Around) -> bool {
    one.metres > 0.8 && !matches!(one.what, Sighted::Way { .. })
}
