//! Setting off: out of the room, off the lift, or which way to look.

use super::marks::{self, area_value, connection_value, is_such, label, of, on};
use super::{Part, Telling, ease};
use crate::cas::{
    Action, Bend, Direction, Face, Proximity, Shape, Slot, Thing, Travel, Turn, Value, Verify,
};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{
    AreaId, Around, Before, DoorId, FixtureId, Heading, KindId, Next, Outlook, Side, Sighted, TURN,
    far, heading,
};

/// A few steps, in metres.
const STEPS: f64 = 2.5;
/// A door this near, in metres, is before whoever comes off a lift or stairs,
/// and a turn by so many degrees is made on the way to it.
const AT_DOOR: f64 = 4.0;
const WITH_DOOR: f64 = 60.0;
/// Who goes through a door and then on at a greater angle, in degrees, turns there.
const ASLANT_BEHIND: f64 = 40.0;
/// Who goes on at a smaller one, but greater than this, turns a little where the way
/// straight on ends within so many metres, seen from so far behind the door.
const BENT: f64 = 11.0;
const SOON_BLOCKED: f64 = 8.0;
const THROUGH: f64 = 0.4;
/// What is moved about, or no larger than a chair.
const SMALL: [&str; 12] = [
    "bin", "can", "chair", "stool", "keyboard", "monitor", "drawer", "tray", "trolley", "stand",
    "lamp", "bottle",
];
/// What is smaller than this, in metres, is moved about or overlooked.
pub(super) const A_CHAIR: f64 = 0.6;
/// Nobody turns by a thing that is farther away.
const STANDS_OUT: f64 = 12.0;
/// Who is out of a room after so many metres leaves it, and a door as near needs no
/// looking for.
const OUT_SOON: f64 = 6.0;
/// One looks about so far for something to turn by, in metres.
const LOOK_ABOUT: f64 = 15.0;
/// And so far one may see.
const LOOK_FAR: f64 = 25.0;
/// So surely a door is found by the name of what is behind it.
const SIGNED: f64 = 0.87;
/// Somebody this near to a wall stands at it, in metres.
const AT_WALL: f64 = 2.5;
/// The nearest of several things is best no farther away than this, and the next
/// so many times as far, or at least so many.
const NEAR_BY: f64 = 5.0;
const CLEARLY_FARTHER: f64 = 1.8;
const FARTHER: f64 = 1.5;
/// Things this near to a direction, in degrees, are in it.
const IN_DIRECTION: f64 = 22.0;
/// Several things this near to a direction are in it; many of them take up more
/// room.
const IN_SECTOR: f64 = 32.0;
const IN_VIEW_OF_MANY: f64 = 58.0;
/// So many things are a group, and one turns one's back on a group that is about so
/// many degrees around.
const GROUP: usize = 4;
const BACK_OF_GROUP: f64 = 50.0;
const AROUND_BACK: f64 = 100.0;
/// A thing is beside or behind one within so many degrees, which is harder to
/// turn by than where it is square.
const IN_QUARTER: f64 = 38.0;
const ASLANT: f64 = 0.97;
/// Nobody looks for the nearest wall who sees anything else to turn by.
const BY_A_WALL: f64 = 0.86;
/// The nearest wall takes up so many degrees to either side.
const BESIDE_A_WALL: f64 = 60.0;
/// The longest view is so many times as long as any outside its quarter, and a
/// little harder to turn by than a thing.
const FARTHER_VIEW: f64 = 1.4;
const AS_FAR: f64 = 0.9;
const IN_A_QUARTER: f64 = 42.0;
const BY_THE_VIEW: f64 = 0.85;
/// And so are things far away.
const BY_WHAT_IS_FAR: f64 = 0.9;
/// And one between two sides is harder still, the more so for who walks farther than
/// this: it may be anywhere in a wide sector.
const BETWEEN: f64 = 0.9;
const A_SHORT_WALK: f64 = 6.0;
const WIDE: f64 = 0.85;
/// Who has something beside or behind him walks along the walls: a way that is more
/// degrees off them is missed the more often.
const OFF_THE_WALLS: f64 = 14.0;
const ASKEW: f64 = 0.8;
/// Who walks up to what is faced ends so many metres beside the line unnoticed.
const DRIFT: f64 = 1.5;
const DRIFTS: f64 = 0.9;
/// More than so many times that makes no difference.
const MOST_DRIFTS: f64 = 4.0;
/// One walks on past what is so many metres before the end.
const PAST_IT: f64 = 2.0;
/// A turn by fewer degrees is a slight one.
const HALF_TURN: f64 = 60.0;
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
                // Behind it one may have to turn again to go on.
                let by = self.turns_behind(door, metres);
                let is_door = self.world.door(door).kind != DoorKind::Opening;
                // Nobody was told of an opening between parts of one space.
                let here = self.leg.areas.first().and_then(|(_, area)| *area);
                let is_new = self.entered(metres).is_some_and(|area| Some(area) != here);
                let metres = if is_door || is_new { metres } else { 0.0 };
                let goes_on = is_door && self.length - metres > STEPS;
                let turn = match by.abs() {
                    off if goes_on && off > ASLANT_BEHIND => turned(by),
                    off if goes_on && off > BENT && self.is_blocked_behind(door, metres) => {
                        Some(slightly(by))
                    }
                    _ => None,
                };
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

    /// True if who goes straight on through a door soon stands before a wall, and the
    /// way goes on beside it.
    fn is_blocked_behind(&self, door: DoorId, metres: f64) -> bool {
        let at = self.leg.at(metres + THROUGH);
        let own = heading(at, self.leg.at(self.length.min(metres + SOON_BLOCKED)));
        let ahead = own.turned(-self.turns_behind(door, metres));
        let free = |look| Outlook::depth(self.world, self.leg.level, at, look);
        let (Some(straight), Some(along)) = (free(ahead), free(own)) else { return false };
        straight < SOON_BLOCKED && straight < self.length - metres && along > FARTHER * straight
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

    /// The room one stands in. Whoever does knows which one it is; a kitchen is a
    /// word for it.
    fn room(&self, area: AreaId) -> Thing {
        let area = self.world.area(area);
        let is_noun = |name: &&str| name.chars().all(|c| c.is_lowercase());
        Thing {
            value: Slot::Set(area_value(area.kind)),
            name: label(area.name.as_deref().filter(is_noun)),
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

    /// By what one sees, whichever way one stands.
    fn facing(&self) -> Vec<Part> {
        // What is in view from a step on as well: nobody stands on a point.
        let look = |at| Outlook::around(self.world, self.leg.level, at, LOOK_ABOUT);
        let also = look(self.leg.at(self.length.min(0.5)));
        let glimpsed = look(self.leg.start());
        let mut seen = glimpsed.clone();
        seen.retain(|one| also.iter().any(|other| other.what == one.what));
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
            all.extend(self.by_all(ahead, &thing, &alike));
            let glimpsed = glimpsed.iter().filter(|one| is_such(self.world, &thing, one.what));
            all.extend(self.by_the_nearest(ahead, &thing, &glimpsed.collect::<Vec<&Around>>()));
        }
        all.extend(self.by_what_is_far());
        all.extend(self.down_the_long_way());
        all.extend(self.by_the_wall());
        if self.length > A_SHORT_WALK {
            all.iter_mut().filter(|part| is_between(part)).for_each(|part| part.ease *= WIDE);
        }
        let to_the_door = self.leg.doors.first().map_or(self.length, |(metres, _)| *metres);
        if to_the_door > A_SHORT_WALK && self.sets_off_askew() {
            all.iter_mut().filter(|part| !is_ahead(part)).for_each(|part| part.ease *= ASKEW);
        }
        all.sort_by(|a, b| b.ease.total_cmp(&a.ease));
        all.truncate(3);
        all
    }

    /// True if one sets off in no direction that the walls have.
    fn sets_off_askew(&self) -> bool {
        let ahead = self.leg.sets_off();
        let along = Outlook::lined_up(self.world, self.leg.level, self.leg.start(), ahead);
        along.is_some_and(|along| ahead.turn_to(along).abs() > OFF_THE_WALLS)
    }

    /// 'With the two sofas behind you': by all things of a sort that are in view.
    fn by_all(&self, ahead: Heading, thing: &Thing, alike: &[&Around]) -> Option<Part> {
        // Of a group all are meant, those far off as well.
        let about = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_FAR);
        let group: Vec<&Around> = match alike.len() >= GROUP {
            true => about.iter().filter(|one| is_such(self.world, thing, one.what)).collect(),
            false => alike.to_vec(),
        };
        let (sides, square) = sides_of_all(ahead, &group)?;
        // Doors are many everywhere: two of them fix no direction.
        if alike.len() > 1 && !matches!(alike[0].what, Sighted::Fixture(_)) {
            return None;
        }
        let many = if alike.len() > 1 { 0.99 } else { 1.0 };
        let count = match alike.len() {
            1 => Slot::Unset,
            many => Slot::Set(many as u32),
        };
        let drift = if sides[..] == [Side::Front] { self.drift(alike[0]) } else { 1.0 };
        let ease = self.seen_ease(alike[0]) * many * self.sort_ease(alike[0].what) * square * drift;
        Some(faced(&Thing { count, ..thing.clone() }, &sides, ease))
    }

    /// Who walks towards a thing that is a little off the line ends beside it, and who
    /// is to walk on past it does not know on which hand.
    fn drift(&self, faced: &Around) -> f64 {
        let metres = self.leg.doors.first().map_or(self.length, |(metres, _)| *metres);
        let (from, to) = (self.leg.start(), self.leg.at(metres));
        let off = heading(from, to).turn_to(faced.heading).to_radians().sin().abs();
        let straight = far(from, to);
        let is_on_a_wall = !matches!(faced.what, Sighted::Fixture(_));
        let is_past = faced.metres + PAST_IT < straight;
        let drifts = DRIFTS.powf((off * straight / DRIFT).floor().min(MOST_DRIFTS));
        if is_past && is_on_a_wall { drifts * DRIFTS } else { drifts }
    }

    /// 'With the nearest chair on your left', where it clearly is the nearest.
    fn by_the_nearest(&self, ahead: Heading, thing: &Thing, alike: &[&Around]) -> Option<Part> {
        let [nearest, next, ..] = alike else { return None };
        let margin = next.metres / nearest.metres;
        if nearest.metres > STANDS_OUT || margin < FARTHER {
            return None;
        }
        // A door round a corner may be as near.
        let here = self.leg.areas.first().and_then(|(_, area)| *area);
        let doors = here.map(|area| self.doors_of(area)).unwrap_or_default();
        let near = |door: &DoorId| far(self.world.door_middle(*door), self.leg.start());
        let as_near = doors.iter().filter(|door| {
            is_such(self.world, thing, Sighted::Door(**door))
                && near(door) < FARTHER * nearest.metres
        });
        if as_near.count() > 1 {
            return None;
        }
        let is_clear = nearest.metres <= NEAR_BY && margin >= CLEARLY_FARTHER;
        let nearness = if is_clear { 0.95 } else { 0.85 };
        let (sides, square) = sides_of_all(ahead, &[nearest])?;
        let thing = Thing { dist: Slot::Set(Proximity::Near), ..thing.clone() };
        let drift = if sides[..] == [Side::Front] { self.drift(nearest) } else { 1.0 };
        let ease = self.seen_ease(nearest) * self.sort_ease(nearest.what) * square * drift;
        Some(faced(&thing, &sides, nearness * ease))
    }

    /// 'With the chairs in the distance behind you', where all of a sort that one
    /// sees are far away and close together.
    fn by_what_is_far(&self) -> Vec<Part> {
        let (level, at) = (self.leg.level, self.leg.start());
        let about = Outlook::around(self.world, level, at, LOOK_FAR);
        let ahead = self.leg.sets_off();
        let mut all: Vec<Part> = Vec::new();
        let mut done: Vec<Thing> = Vec::new();
        for one in about.iter().filter(|one| matches!(one.what, Sighted::Fixture(_))) {
            let thing = marks::plain(self.world, one.what);
            if done.contains(&thing) {
                continue;
            }
            done.push(thing.clone());
            let such = |other: &&Around| is_such(self.world, &thing, other.what);
            let group: Vec<&Around> = about.iter().filter(such).collect();
            let is_close = group.iter().all(|other| {
                let off = other.heading.turn_to(one.heading).abs();
                off < IN_DIRECTION && other.metres >= STANDS_OUT
            });
            if !is_close || group.len() < 2 || self.size(one.what) < A_CHAIR {
                continue;
            }
            let Some((sides, square)) = sides_of_one(ahead, one.heading) else { continue };
            let count = Slot::Set(group.len() as u32);
            let thing = Thing { count, dist: Slot::Set(Proximity::Far), ..thing };
            all.push(faced(&thing, &sides, BY_WHAT_IS_FAR * square));
        }
        all
    }

    /// 'Face the way you can see farthest', or with it behind or beside one, where
    /// one can see farther than any other way.
    fn down_the_long_way(&self) -> Option<Part> {
        let looks = self.views_about()?;
        let reach = |look: &&(Heading, f64)| look.1;
        let (_, own) = looks.iter().max_by(|a, b| reach(a).total_cmp(&reach(b)))?;
        // One looks into the middle of it, not into a corner.
        let far = looks.iter().filter(|(_, reach)| reach > &(AS_FAR * own));
        let sums = far.map(|(look, _)| look.degrees().to_radians().sin_cos());
        let (sin, cos) = sums.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let longest = &Heading::new(f64::atan2(sin, cos).to_degrees());
        let ahead = self.leg.sets_off();
        let (sides, square) = sides_of_one(ahead, *longest)?;
        // Nor farther anywhere outside the quarter that is said.
        let said = match sides[..] {
            [side] => ahead.toward(side),
            _ => *longest,
        };
        let is_elsewhere = |look: Heading| {
            look.turn_to(*longest).abs() > IN_A_QUARTER || look.turn_to(said).abs() > IN_A_QUARTER
        };
        let mut others = looks.iter().filter(|(look, _)| is_elsewhere(*look));
        if others.any(|(_, other)| *own < FARTHER_VIEW * other) {
            return None;
        }
        let thing = Thing {
            value: Slot::Set(Value::Path),
            structural: Slot::Set(Shape::Long),
            ..Thing::default()
        };
        Some(faced(&thing, &sides, BY_THE_VIEW * square))
    }

    /// 'With the nearest wall on your left', where one stands close to one wall
    /// and far from the others.
    fn by_the_wall(&self) -> Option<Part> {
        let looks = self.views_about()?;
        let reach = |look: &&(Heading, f64)| look.1;
        let (nearest, own) = looks.iter().min_by(|a, b| reach(a).total_cmp(&reach(b)))?;
        let others = looks.iter().filter(|(look, _)| look.turn_to(*nearest).abs() > BESIDE_A_WALL);
        let other = others.map(|(_, other)| *other).fold(f64::INFINITY, f64::min);
        if *own > AT_WALL || other < CLEARLY_FARTHER * own {
            return None;
        }
        let thing = Thing {
            value: Slot::Set(Value::Wall),
            dist: Slot::Set(Proximity::Near),
            ..Thing::default()
        };
        let (sides, square) = sides_of_one(self.leg.sets_off(), *nearest)?;
        // Nobody faces a wall to walk into it.
        let is_ahead = sides[..] == [Side::Front];
        (!is_ahead).then(|| faced(&thing, &sides, BY_A_WALL * square))
    }

    /// How far one sees all around, where walls are known. A slit beside a door's
    /// post is no view.
    fn views_about(&self) -> Option<Vec<(Heading, f64)>> {
        let (level, at) = (self.leg.level, self.leg.start());
        let all = (0..180).map(|step| Heading::new(f64::from(step) * 2.0));
        let looks: Option<Vec<f64>> =
            all.clone().map(|look| Outlook::depth(self.world, level, at, look)).collect();
        let looks = looks?;
        let reach = |step: usize| {
            let beside = [step + looks.len() - 1, step, step + 1];
            beside.into_iter().map(|step| looks[step % looks.len()]).fold(f64::INFINITY, f64::min)
        };
        Some(all.enumerate().map(|(step, look)| (look, reach(step))).collect())
    }

    /// Things stand out more than doors, and doors more than what is moved about.
    fn sort_ease(&self, what: Sighted) -> f64 {
        match what {
            // What is in another room is seen through its door at best.
            Sighted::Fixture(id) if !self.is_here(id) => 0.85,
            Sighted::Fixture(_) if self.size(what) < A_CHAIR => 0.9,
            Sighted::Fixture(_) | Sighted::Connection(_) => 1.0,
            // The door that one is to go through is looked for anyway.
            Sighted::Door(id) if self.leg.doors.first().is_some_and(|(_, own)| *own == id) => 1.0,
            Sighted::Door(_) | Sighted::Way { .. } => 0.92,
        }
    }

    /// True for what stands in the area one sets off in, as far as that is known.
    fn is_here(&self, id: FixtureId) -> bool {
        let here = self.leg.areas.first().and_then(|(_, area)| *area);
        here.is_none() || self.stands_in(id, here)
    }

    fn seen_ease(&self, one: &Around) -> f64 {
        ease::noticed(self.size(one.what), one.metres / 2.0)
    }

    /// How large things of a kind usually are, by the word for them: what people
    /// carry about is easily overlooked.
    fn usual_size(&self, kind: KindId) -> f64 {
        let kind = self.world.vocabulary().kind(kind);
        let word = kind.words.first().unwrap_or(&kind.name);
        let last = word.split_whitespace().last().unwrap_or("");
        if SMALL.contains(&last) { 0.4 } else { 1.1 }
    }

    /// About how large something is, in metres.
    pub(super) fn size(&self, what: Sighted) -> f64 {
        match what {
            Sighted::Door(_) | Sighted::Connection(_) => 2.0,
            Sighted::Way { width, .. } => width.max(2.0),
            Sighted::Fixture(id) => {
                let fixture = self.world.fixture(id);
                let named = fixture.name.is_some() || fixture.text.is_some();
                let size = fixture.size.unwrap_or_else(|| self.usual_size(fixture.kind));
                size * if named { 2.0 } else { 1.0 }
            }
        }
    }
}

/// A turn by so many degrees, if it is one.
pub(super) fn turned(by: f64) -> Option<Action> {
    let direction = direction(by)?;
    let bend = if is_slight(by) { Slot::Set(Bend::Slight) } else { Slot::Unset };
    Some(Action::Turn(Turn { direction: Slot::Set(direction), bend, ..Turn::default() }))
}

/// A turn that is no quarter, to that hand.
fn slightly(by: f64) -> Action {
    let direction = if by > 0.0 { Direction::Right } else { Direction::Left };
    let bend = Slot::Set(Bend::Slight);
    Action::Turn(Turn { direction: Slot::Set(direction), bend, ..Turn::default() })
}

/// True for a turn that nobody takes for a quarter.
pub(super) fn is_slight(by: f64) -> bool {
    (TURN..HALF_TURN).contains(&by.abs())
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

/// On which side things are for who looks ahead, if they clearly are on one, and
/// how easy it is to turn by that: many of them take up more room.
pub(super) fn sides_of_all(ahead: Heading, things: &[&Around]) -> Option<(Vec<Side>, f64)> {
    if let [one] = things {
        return sides_of_one(ahead, one.heading);
    }
    let turns = things.iter().map(|thing| ahead.turn_to(thing.heading).to_radians());
    let (sin, cos) =
        turns.fold((0.0, 0.0), |(sin, cos), turn: f64| (sin + turn.sin(), cos + turn.cos()));
    let middle = ahead.turned(f64::atan2(sin, cos).to_degrees());
    let off = |side, heading| ahead.toward(side).turn_to(heading).abs();
    let all = [Side::Front, Side::Back, Side::Left, Side::Right];
    let own = all.into_iter().find(|side| {
        // Whoever faces them walks towards them.
        let is_wide = things.len() > 2 && *side != Side::Front;
        let within = if is_wide { IN_VIEW_OF_MANY } else { IN_SECTOR };
        off(*side, middle) < IN_SECTOR
            && things.iter().all(|thing| off(*side, thing.heading) < within)
    });
    if let Some(side) = own {
        let aslant = if off(side, middle) > IN_DIRECTION { ASLANT } else { 1.0 };
        return Some((vec![side], side_ease(side) * aslant));
    }
    // One turns one's back on a group, however wide it is.
    let is_behind = |thing: &&Around| off(Side::Back, thing.heading) < AROUND_BACK;
    if things.len() >= GROUP && off(Side::Back, middle) < BACK_OF_GROUP {
        return things.iter().all(is_behind).then(|| (vec![Side::Back], 0.95));
    }
    None
}

/// On which side something is for who looks ahead, or between which two, and how
/// easy it is to turn by that.
pub(super) fn sides_of_one(ahead: Heading, toward: Heading) -> Option<(Vec<Side>, f64)> {
    let off = |side| ahead.toward(side).turn_to(toward).abs();
    // Whoever faces something walks up to it; beside and behind one it may be a
    // little off.
    let within = |side| if side == Side::Front { IN_DIRECTION } else { IN_QUARTER };
    let all = [Side::Front, Side::Back, Side::Left, Side::Right];
    if let Some(side) = all.into_iter().find(|side| off(*side) < within(*side)) {
        let aslant = if off(side) > IN_DIRECTION { ASLANT } else { 1.0 };
        return Some((vec![side], side_ease(side) * aslant));
    }
    let nearer = |pair: [Side; 2]| pair.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b)));
    let first = nearer([Side::Front, Side::Back])?;
    let second = nearer([Side::Left, Side::Right])?;
    Some((vec![first, second], BETWEEN))
}

/// A first heading by such a thing, on one side or between two.
fn faced(thing: &Thing, sides: &[Side], ease: f64) -> Part {
    let things = sides.iter().map(|side| Thing { side: on(*side), ..thing.clone() });
    let face = Face { faced: of(things.collect()), ..Face::default() };
    Part::new(vec![Action::Face(face)], 1.0, ease)
}

/// True for a heading towards something.
fn is_ahead(part: &Part) -> bool {
    faced_in(part).all(|faced| faced.desc.iter().all(|thing| thing.side == on(Side::Front)))
}

/// True for a heading by what is between two sides.
fn is_between(part: &Part) -> bool {
    faced_in(part).any(|faced| faced.desc.len() > 1)
}

/// What a heading goes by.
fn faced_in(part: &Part) -> impl Iterator<Item = &Verify> {
    part.actions.iter().filter_map(|action| match action {
        Action::Face(face) => face.faced.as_deref(),
        _ => None,
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

/// What is worth turning by: not so near that one stands in it, and no part of
/// the building that nobody would point at.
fn is_good(one: &Around) -> bool {
    let is_near = !matches!(one.what, Sighted::Fixture(_)) || one.metres < STANDS_OUT;
    one.metres > 0.8 && is_near && !matches!(one.what, Sighted::Way { .. })
}
