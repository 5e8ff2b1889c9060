//! Turning off a stretch: at which door, way, thing or distance.

use super::bends::{direction, is_slight, told_as_slight};
use super::marks::{of, on};
use super::single_out::Singled;
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Direction, Slot, Thing, Travel, Turn, Value, Verify};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{AreaId, DoorId, Item, Next, Side, Sighted, heading, is_corridor};

/// A door this soon after a turn is taken with it, in metres.
pub(super) const SOON: f64 = 4.2;
/// One turns at once out of a door within so many metres.
pub(super) const AT_ONCE: f64 = 3.0;
/// So surely a door has a sign with the name of the room behind it.
const SIGNED: f64 = 0.6;
/// Nobody counts more doors who could read a sign.
const FEW: u32 = 3;
/// Whoever turns by metres alone, where something is there to turn by, is so much
/// less sure.
const BY_METRES: f64 = 0.85;
/// What is so many degrees off is ahead for who is so many metres before it.
const AHEAD: f64 = 35.0;
const COMING: f64 = 3.0;
/// Who turns into something is so many metres past its corner.
const WELL_WITHIN: f64 = 0.8;
/// Nobody agrees what opens off a hall: who counts ways there errs the more often.
const IN_THE_OPEN: f64 = 0.75;
/// Nobody knows exactly how far a slight turn goes.
const ABOUT_SO_FAR: f64 = 0.95;
/// Where somebody errs more often than this, it is said how one would notice.
pub(super) const UNSURE: f64 = 0.93;
/// Of those who went too far and notice it, so many find the turn.
pub(super) const TURNS_BACK: f64 = 0.6;

impl Telling<'_> {
    /// The ways to say where one turns by so many degrees, into that door if
    /// there is one.
    pub(super) fn turns_off(
        &self,
        by: f64,
        door: Option<(f64, DoorId)>,
        into: Option<AreaId>,
    ) -> Vec<Ending> {
        let Some(direction) = direction(by) else { return vec![self.plain_turn(Direction::Front)] };
        let side = match direction {
            Direction::Left => Side::Left,
            Direction::Right => Side::Right,
            _ if door.is_some_and(|(metres, _)| metres <= SOON) && by < 0.0 => Side::Left,
            _ if door.is_some_and(|(metres, _)| metres <= SOON) => Side::Right,
            _ => return vec![self.plain_turn(direction)],
        };
        let mut all: Vec<Ending> = Vec::new();
        let door = door.filter(|(metres, _)| *metres <= SOON).map(|(_, door)| door);
        let comes_with_it = door;
        all.extend(door.and_then(|door| self.at_door(door, side, into)));
        // An opening that is not seen on the way is none to turn by.
        let is_opening = |door: &DoorId| self.world.door(*door).kind == DoorKind::Opening;
        let door = door.filter(|door| !(all.is_empty() && is_opening(door)));
        if door.is_none() {
            all.extend(self.off_by_way(side, direction));
        }
        all.extend(self.at_end(direction, door));
        if door.is_none() {
            all.extend(self.at_marks(direction, side));
            all.extend(self.toward_marks(direction));
        }
        let mut plain = self.plain_turn(direction);
        // Metres alone end nothing that something in view can end.
        if !all.is_empty() && plain.needs_metres {
            plain.part.ease *= BY_METRES;
        }
        all.push(plain);
        // A door or an opening that comes with the turn is told with it, however the turn
        // is: the next stretch is told from there on.
        if let Some(door) = comes_with_it {
            for ending in all.iter_mut().filter(|ending| !ending.tells(is_opening(&door))) {
                let thing =
                    Thing { side: on(Side::Front), ..self.marks.plain(Sighted::Door(door)) };
                let travel = Travel { through: of(vec![thing]), ..Travel::default() };
                ending.part.actions.push(Action::Travel(travel));
            }
        }
        if self.is_slight_turn(by) {
            all.iter_mut().for_each(|ending| told_as_slight(&mut ending.part.actions));
        }
        for ending in all.iter_mut().filter(|ending| ending.part.ease < UNSURE) {
            if let Some((thing, noticed)) = self.gone_too_far(Some(side)) {
                let warning = Verify { beyond: vec![thing], ..Verify::default() };
                ending.part.actions.push(Action::Verify(warning));
                ending.part.ease += (1.0 - ending.part.ease) * TURNS_BACK * noticed;
            }
        }
        all
    }

    /// 'Take the second door on your left', or, where one walks straight at it,
    /// 'go through the door'.
    fn at_door(&self, door: DoorId, side: Side, into: Option<AreaId>) -> Option<Ending> {
        let items = &self.marks.outlook.items;
        let number = items.iter().position(|item| item.what == Sighted::Door(door))?;
        let item = &items[number];
        // Stairs are named when they are taken.
        let is_way = |area: &AreaId| {
            let kind = self.world.area(*area).kind;
            !matches!(kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator)
        };
        let into = into.filter(is_way).and_then(|area| self.named(area));
        if item.side == Side::Front || self.is_met_ahead(door) {
            // Whoever goes through turns with it.
            let side = self.met(door, self.length);
            let thing = Thing { side, ..self.marks.plain(item.what) };
            let travel = Travel { through: of(vec![thing]), into, ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, 0.99 * ease::sided());
            return Some(Ending { part, ..Ending::at(number, item) });
        }
        if item.side != side {
            return None;
        }
        let Singled { thing, likelihood, ease, by } = self.singled_out(item, side);
        // Rather than count many one looks for the sign, and where there is none,
        // goes by the metres.
        let other = self.nearest_like(item, side);
        let signed = SIGNED + (1.0 - SIGNED) * ease::measured(item.along - self.begin(), other);
        if let Some(room) = self.sign_at(item, side).filter(|_| likelihood * ease < signed) {
            // Who can count them all the same has both.
            let is_counted = likelihood >= 1.0 && thing.past.is_empty() && order_of(&thing) <= FEW;
            let (thing, signed) = match is_counted && thing.order.is_present() {
                true => (thing, 1.0 - (1.0 - ease) * (1.0 - signed)),
                false => (Thing { side: on(side), ..self.marks.plain(item.what) }, signed),
            };
            let travel = Travel { through: of(vec![thing]), into: Some(room), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, signed * ease::sided());
            return Some(Ending { part, needs_metres: true, ..Ending::at(number, item) });
        }
        let travel = Travel { through: of(vec![thing]), into, ..Travel::default() };
        let part = Part::new(vec![Action::Travel(travel)], likelihood, ease * ease::sided());
        let items = by.into_iter().chain([number]).collect();
        Some(Ending { part, items, ..Ending::at(number, item) })
    }

    /// True for a door that is not quite straight ahead of who comes to it, but nearly.
    fn is_met_ahead(&self, door: DoorId) -> bool {
        let Next::Turn { by, .. } = self.leg.next else { return false };
        let before = self.leg.at((self.length - COMING).max(0.0));
        let toward = heading(before, self.world.door_middle(door));
        is_slight(by) && self.leg.last_heading().turn_to(toward).abs() < AHEAD
    }

    /// Metres from a door to the next one like it on that hand, before or after it.
    fn nearest_like(&self, item: &Item, side: Side) -> f64 {
        let such = Thing { side: on(side), ..self.marks.plain(item.what) };
        let others = self.marks.fitting(&such).into_iter().filter(|one| one.what != item.what);
        others.map(|one| (one.along - item.along).abs()).fold(f64::INFINITY, f64::min)
    }

    /// The way off on one hand that one turns into, if there is one.
    pub(super) fn way_here(&self, side: Side) -> Option<&Item> {
        let off = |item: &Item| (item.along - self.length).abs();
        let ways = self.marks.outlook.items.iter().filter(|item| {
            matches!(item.what, Sighted::Way { width, .. } if off(item) < width / 2.0 + 1.2)
                && item.side == side
        });
        ways.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// Metres to where one turns into a way off: well within it. The line cuts its
    /// corner.
    pub(super) fn within(&self, item: &Item) -> f64 {
        let Sighted::Way { width, .. } = item.what else { return item.along };
        let half = (width / 2.0 - WELL_WITHIN).max(0.0);
        self.length.clamp(item.along - half, item.along + half)
    }

    /// 'Turn left into the first corridor.'
    fn off_by_way(&self, side: Side, direction: Direction) -> Option<Ending> {
        let outlook = &self.marks.outlook;
        let items = &outlook.items;
        let off = |item: &Item| (item.along - self.length).abs();
        let taken = match self.leg.next {
            Next::Turn { door: Some((_, door)), .. } => Some(door),
            _ => None,
        };
        let here = items.iter().enumerate().filter(|(_, item)| {
            item.side == side
                && match item.what {
                    // In the open nothing opens.
                    Sighted::Way { width, depth } => {
                        let is_way = is_corridor(width, depth) || outlook.width.is_some();
                        is_way && off(item) < width / 2.0 + 1.2
                    }
                    // One that is not taken is only somewhere near.
                    Sighted::Door(id) => {
                        let is_opening = self.world.door(id).kind == DoorKind::Opening;
                        taken == Some(id) && is_opening && off(item) < 1.5
                    }
                    _ => false,
                }
        });
        let (number, item) = here.min_by(|a, b| off(a.1).total_cmp(&off(b.1)))?;
        // Whoever has just been told what he comes into is in it.
        let last = self.leg.doors.last().filter(|(metres, _)| self.length - metres < AT_ONCE);
        let is_in_it = last.is_some_and(|(metres, _)| {
            self.entered(*metres).is_some_and(|area| self.named(area).is_some())
        });
        if is_in_it {
            return None;
        }
        // Where the way ends nothing needs counting: 'at the end, turn right into the
        // corridor'.
        let is_end = |end: &Thing| end.value == Slot::Set(Value::End) && !self.goes_on_aside();
        if let Some(end) = self.end().filter(is_end) {
            let before = Travel { until: of(vec![end]), ..Travel::default() };
            let turn = Turn {
                direction: Slot::Set(direction),
                location: Some(Box::new(before)),
                into: of(vec![Thing { side: on(side), ..self.marks.plain(item.what) }]),
                ..Turn::default()
            };
            let part = Part::new(vec![Action::Turn(turn)], 1.0, 0.997 * ease::sided());
            let reaches = self.to_the_end();
            return Some(Ending { part, items: vec![number], reaches, ..Ending::silent() });
        }
        let Singled { thing, likelihood, ease, by } = self.singled_out(item, side);
        let order = thing.order.get();
        let is_counted = order.is_some_and(|order| *order > 1 || !thing.past.is_empty());
        let ease = if is_counted && outlook.width.is_none() { ease * IN_THE_OPEN } else { ease };
        let turn =
            Turn { direction: Slot::Set(direction), into: of(vec![thing]), ..Turn::default() };
        let part = Part::new(vec![Action::Turn(turn)], likelihood, ease * ease::sided());
        let items = by.into_iter().chain([number]).collect();
        let reaches = Some(self.within(item));
        Some(Ending { part, items, reaches, ..Ending::silent() })
    }

    /// 'After about 12 metres, turn left.'
    fn plain_turn(&self, direction: Direction) -> Ending {
        let side = match direction {
            Direction::Left => Some(Side::Left),
            Direction::Right => Some(Side::Right),
            _ => None,
        };
        let begin = self.begin();
        let far = self.length - begin;
        let others = self.marks.outlook.items.iter().filter(|item| {
            matches!(item.what, Sighted::Door(_) | Sighted::Way { .. })
                && Some(item.side) == side
                && (item.along - self.length).abs() > 1.2
        });
        let nearest = others.map(|item| (item.along - self.length).abs()).fold(8.0, f64::min);
        let actions =
            vec![Action::Turn(Turn { direction: Slot::Set(direction), ..Turn::default() })];
        let is_at_once = self.turns_at_once();
        let ease = if is_at_once { 0.997 } else { ease::measured(far, nearest) * 0.97 };
        let is_half = matches!(self.leg.next, Next::Turn { by, .. } if is_slight(by));
        let ease = if is_half { ease * ABOUT_SO_FAR } else { ease };
        let part = Part::new(actions, 1.0, ease * ease::sided());
        let mut ending = Ending { part, needs_metres: !is_at_once, ..Ending::silent() };
        if let Some(side) = side.filter(|_| !is_half) {
            self.tell_the_corridor(&mut ending, side);
        }
        ending
    }

    /// True where there is nothing to judge: straight out of a door, or after a
    /// step.
    pub(super) fn turns_at_once(&self) -> bool {
        let begin = self.begin();
        self.length - begin < if begin > 0.0 { AT_ONCE } else { 1.5 }
    }

    /// Metres to the last door on the leg that is told: from there one walks on.
    pub(super) fn begin(&self) -> f64 {
        let told = self.leg.doors.iter().filter(|(metres, door)| self.is_told(*door, *metres));
        let doors = told.map(|(metres, _)| *metres);
        doors.filter(|metres| *metres < self.length).fold(0.0, f64::max)
    }
}

/// Which one of its sort it is said to be.
fn order_of(thing: &Thing) -> u32 {
    thing.order.get().copied().unwrap_or(1)
}
