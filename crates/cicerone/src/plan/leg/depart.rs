//! Setting off: out of the room, off the lift, or which way to look.

use super::bends::turned;
use super::facing::LOOK_ABOUT;
use super::marks::{self, area_value, connection_value, is_such, label, of, on};
use super::{Part, Telling, ease};
use crate::cas::{Action, Proximity, Slot, Thing, Travel, Value, Verify};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{AreaId, Before, DoorId, Next, Outlook, Side, Sighted, far};

/// A few steps, in metres.
const STEPS: f64 = 2.5;
/// A door this near, in metres, is before whoever comes off a lift or stairs,
/// and a turn by so many degrees is made on the way to it.
const AT_DOOR: f64 = 4.0;
const WITH_DOOR: f64 = 60.0;
/// Who is out of a room after so many metres leaves it, and a door as near needs no
/// looking for.
const OUT_SOON: f64 = 6.0;
/// So surely a door is found by the name of what is behind it.
const SIGNED: f64 = 0.87;
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
                let Some((metres, door)) = taken.copied() else {
                    return vec![(0.0, Part::silent())];
                };
                let is_door = self.world.door(door).kind != DoorKind::Opening;
                // Nobody was told of an opening between parts of one space.
                let here = self.leg.areas.first().and_then(|(_, area)| *area);
                let is_new = self.entered(metres).is_some_and(|area| Some(area) != here);
                let metres = if is_door || is_new { metres } else { 0.0 };
                // Behind it one may have to turn again to go on.
                let turn = self.turn_behind(door, metres);
                let ease = if turn.is_some() { ease::sided() } else { 1.0 };
                vec![(metres, Part::new(turn.into_iter().collect(), 1.0, ease))]
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
            let turn = self.turn_behind(*door, *metres);
            let ease = if turn.is_some() { ease::sided() } else { 1.0 };
            let turn = Part::new(turn.into_iter().collect(), 1.0, ease);
            all.extend(self.leaving(area, *door).map(|part| (*metres, part.then(&turn))));
        }
        if all.is_empty() {
            all.extend(self.out_of_the_open().map(|part| (0.0, part)));
        }
        if let Some(by) = self.leg.turn {
            if all.is_empty() {
                let actions: Vec<Action> = turned(by).into_iter().collect();
                all.push((0.0, Part::new(actions, 1.0, ease::sided())));
            }
            return all;
        }
        if all.is_empty() {
            all.extend(self.taken_in_view().map(|part| (0.0, part)));
        }
        // Several doors that fit are told apart by the way to look.
        if all.iter().all(|(_, part)| part.likelihood < 1.0 || part.ease <= SIGNED) {
            all.extend(self.facing().into_iter().map(|part| (0.0, part)));
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

    /// 'Leave the shop', where it has no door and one is out of it in a few steps.
    fn out_of_the_open(&self) -> Option<Part> {
        let [(_, Some(room)), (metres, Some(_)), ..] = self.leg.areas[..] else { return None };
        let is_soon = metres < OUT_SOON && !self.leg.doors.iter().any(|(at, _)| *at < metres);
        if !is_soon || !self.is_room(room) {
            return None;
        }
        let travel = Travel { out: of(vec![self.room(room)]), ..Travel::default() };
        Some(Part::new(vec![Action::Travel(travel)], 1.0, 0.93))
    }

    /// The room one stands in, by its name.
    fn room(&self, area: AreaId) -> Thing {
        let area = self.world.area(area);
        Thing {
            value: Slot::Set(area_value(area.kind)),
            name: label(area.name.as_deref()),
            ..Thing::default()
        }
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
        let mut into = None;
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
            into = self.led_to(door, &doors);
            if into.is_some() { 1.0 } else { 1.0 / alike(&way) as f64 }
        };
        // A sign may be missing: then the metres tell.
        let signed = if into.is_some() { SIGNED } else { 1.0 };
        let far = into.as_ref().and_then(|_| self.leg.doors.first()).map(|(metres, _)| *metres);
        let distance = far.map(super::stretch::distance);
        let out = of(vec![self.room(area)]);
        let travel = Travel { out, through: of(vec![way]), into, distance, ..Travel::default() };
        Some(Part::new(vec![Action::Travel(travel)], likelihood, likelihood * signed))
    }

    /// The doors that lead out of an area.
    pub(super) fn doors_of(&self, area: AreaId) -> Vec<DoorId> {
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

    /// The room that a door leads to, by its name, if no other of these doors
    /// leads there: doors have signs.
    fn led_to(&self, door: DoorId, doors: &[DoorId]) -> Option<Box<Verify>> {
        let behind = |id: DoorId| self.world.behind(id, self.leg.start());
        let area = behind(door)?;
        let is_only = !doors.iter().any(|other| *other != door && behind(*other) == Some(area));
        self.named(area).filter(|_| is_only)
    }

    /// True if a door is clearly nearer than the others.
    fn is_nearest(&self, door: DoorId, doors: &[DoorId]) -> bool {
        let metres = |id: DoorId| far(self.world.door_middle(id), self.leg.start());
        let others = doors.iter().filter(|one| **one != door).map(|one| metres(*one));
        metres(door) < 0.6 * others.fold(f64::INFINITY, f64::min)
    }

    /// Something beside a door that no other of these doors has beside it.
    fn beside(&self, door: DoorId, doors: &[DoorId]) -> Option<Thing> {
        let near = |id: DoorId, within: f64| {
            let at = self.world.door_middle(id);
            let around = Outlook::around(self.world, self.leg.level, at, within);
            let things = around.into_iter().filter(|one| matches!(one.what, Sighted::Fixture(_)));
            things.map(|one| one.what).collect::<Vec<Sighted>>()
        };
        let others: Vec<Sighted> =
            doors.iter().filter(|one| **one != door).flat_map(|one| near(*one, 3.5)).collect();
        let is_own = |what: &Sighted| {
            let thing = marks::plain(self.world, *what);
            !others.iter().any(|other| is_such(self.world, &thing, *other))
        };
        near(door, 2.5).into_iter().find(is_own).map(|what| marks::plain(self.world, what))
    }

    /// Nothing needs saying where the door or the lift that one takes is near, and the
    /// only one of its sort in view.
    fn taken_in_view(&self) -> Option<Part> {
        let what = match (self.leg.doors.first(), &self.leg.next) {
            (Some((metres, door)), _) if *metres < OUT_SOON => Sighted::Door(*door),
            (None, Next::Ride(id)) if self.length < OUT_SOON => Sighted::Connection(*id),
            _ => return None,
        };
        let own = marks::plain(self.world, what);
        let seen = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_ABOUT);
        let mut alike = seen.iter().filter(|one| is_such(self.world, &own, one.what));
        let is_only = alike.next()?.what == what && alike.next().is_none();
        let is_opening = own.value == Slot::Set(Value::Opening);
        (is_only && !is_opening).then(|| Part::new(Vec::new(), 1.0, 0.98))
    }
}
