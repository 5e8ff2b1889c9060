//! Turning at or towards what one sees.

use super::marks::{AT_START, is_such, of, on};
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Direction, Face, Slot, Thing, Travel, Turn, Value};
use crate::world::document::DoorKind;
use crate::world::{Around, Next, Outlook, Side, Sighted, heading, is_corridor, moved};

/// A thing this near to where one turns marks it.
const AT_TURN: f64 = 2.2;
const BEYOND_TURN: f64 = 1.4;
/// A door marks no turn that is nearer behind another one.
const CLEAR_OF_DOOR: f64 = 5.0;
/// What one sees where one turns, but not a pace before or behind that, is found by so many.
const NOT_FROM_EVERYWHERE: f64 = 0.95;
/// A pace, in metres.
const A_PACE: f64 = 1.0;
/// Several things are ahead within so many degrees of it.
const SEVERAL_AHEAD: f64 = 20.0;
/// So many of a sort are too many to pick one out.
const MANY: usize = 3;
const ONE_OF_MANY: f64 = 0.9;
/// What marks a turn is no farther aside.
pub(super) const ASIDE: f64 = 4.0;
/// Who turns into a corridor is in it after so many metres, and comes from where it is
/// so many times as wide.
const INTO_CORRIDOR: [f64; 5] = [3.5, 4.0, 5.0, 6.0, 6.5];
const WIDER: f64 = 1.4;
/// Of those who would have missed a turn so many see the corridor that it leads
/// into, and fewer where others are beside it.
const SEEN: f64 = 0.5;
const SEEN_AMONG_OTHERS: f64 = 0.2;
/// One sees what is no farther from where one is, in metres.
pub(super) const NEAR_BY: f64 = 8.0;

impl Telling<'_> {
    /// 'At the kiosk, turn left.'
    pub(super) fn at_marks(&self, direction: Direction, side: Side) -> Vec<Ending> {
        let items = &self.marks.outlook.items;
        let mut all = Vec::new();
        for (number, item) in items.iter().enumerate() {
            // One walks up to what one is told: what is beyond the turn is passed by it.
            let off = item.along - self.length;
            // Along a net without walls nobody knows as exactly where that is.
            let beyond = if self.marks.outlook.width.is_some() { BEYOND_TURN } else { AT_TURN };
            let is_here = (-AT_TURN..beyond).contains(&off) && item.aside < ASIDE;
            // A door on the side of the turn would be taken.
            // And behind a door nobody knows which one is meant.
            let is_door = matches!(item.what, Sighted::Door(id)
                if self.world.door(id).kind != DoorKind::Opening
                    && self.length - self.begin() > CLEAR_OF_DOOR
                    && ![side, Side::Front].contains(&item.side));
            let is_mark = matches!(item.what, Sighted::Fixture(_) | Sighted::Connection(_))
                && !self.is_left(item.what);
            // Who has just come through a door turns there.
            let is_behind_door = self.begin() > 0.0 && self.turns_at_once();
            if !is_here || !(is_mark || is_door) || self.length < AT_START || is_behind_door {
                continue;
            }
            // What is in one's way is on no side, and counted with all of them.
            let side_said = if item.side == Side::Front { Slot::Unset } else { on(item.side) };
            let own = Thing { side: side_said, ..self.marks.plain(item.what) };
            let alike = self.marks.fitting(&own);
            // One like it in the room beside, in view: nobody knows which is meant.
            let mut elsewhere = self.marks.elsewhere.iter();
            let is_elsewhere = elsewhere.any(|other| {
                (own.side == Slot::Unset || own.side == on(other.side))
                    && other.along < self.length + AT_TURN
                    && is_such(self.world, &own, other.what)
            });
            if is_elsewhere {
                continue;
            }
            // Things in a row across the way cannot be counted along it.
            let is_crowded = alike
                .iter()
                .any(|other| !std::ptr::eq(*other, item) && (other.along - item.along).abs() < 1.0);
            let order = match alike.len() {
                1 => 1,
                _ if is_crowded || item.side == Side::Front => u32::MAX,
                _ => self.marks.order_of(&own, item).unwrap_or(u32::MAX),
            };
            if order > 3 || is_door && order > 2 {
                continue;
            }
            let is_only = self.marks.fitting(&own).len() == 1;
            let said = if is_only { own } else { Thing { order: Slot::Set(order), ..own } };
            let before = Travel { until: of(vec![said]), ..Travel::default() };
            let turn = Turn {
                direction: Slot::Set(direction),
                location: Some(Box::new(before)),
                ..Turn::default()
            };
            let off = (item.along - self.length).abs();
            let right_side = if item.side == side { 1.0 } else { 0.99 };
            let plain = if is_door { 0.96 } else { 1.0 };
            let noticed = plain * ease::noticed(self.size(item.what), item.aside);
            // Nobody sees which one of many is meant.
            let such = Thing { side: Slot::Unset, ..self.marks.plain(item.what) };
            let many = self.marks.fitting(&such).len()
                + self
                    .marks
                    .elsewhere
                    .iter()
                    .filter(|other| is_such(self.world, &such, other.what))
                    .count();
            let alone = if many > MANY { ONE_OF_MANY } else { 1.0 };
            let ease = noticed
                * right_side
                * ease::sided()
                * (1.0 - off * 0.01)
                * ease::counted(order)
                * alone;
            let mut ending = Ending {
                part: Part::new(vec![Action::Turn(turn)], 1.0, ease),
                items: vec![number],
                ..Ending::silent()
            };
            self.tell_the_corridor(&mut ending, side);
            all.push(ending);
        }
        all
    }

    /// 'Turn left into the corridor', where the line comes out of the open into one.
    /// Who sees it there is surer of the turn, the more so if it is the only one.
    pub(super) fn tell_the_corridor(&self, ending: &mut Ending, side: Side) {
        let [Action::Turn(turn)] = &mut ending.part.actions[..] else { return };
        let Next::Turn { toward, door: None, .. } = self.leg.next else { return };
        let end = self.leg.end();
        let ahead = heading(end, toward);
        let depth = |at, look| Outlook::depth(self.world, self.leg.level, at, look);
        let width = |metres: f64| {
            let at = moved(end, ahead, metres);
            Some(depth(at, ahead.turned(-90.0))? + depth(at, ahead.turned(90.0))?)
        };
        let widths: Option<Vec<f64>> = INTO_CORRIDOR.into_iter().map(width).collect();
        let Some(widths) = widths else { return };
        let widest = widths.iter().copied().fold(0.0, f64::max);
        let is_open_here = width(0.0).is_some_and(|here| here > WIDER * widest);
        let is_long = depth(end, ahead).is_some_and(|depth| is_corridor(widest, depth));
        if !is_open_here || !is_long {
            return;
        }
        let others = self.marks.outlook.items.iter().filter(|item| {
            let is_way = matches!(item.what, Sighted::Way { .. }) && item.side == side;
            is_way && (item.along - self.length).abs() < NEAR_BY
        });
        let seen = if others.count() > 1 { SEEN_AMONG_OTHERS } else { SEEN };
        let thing = Thing { value: Slot::Set(Value::Corridor), side: on(side), ..Thing::default() };
        turn.into = of(vec![thing]);
        ending.part.ease += (1.0 - ending.part.ease) * seen;
    }

    /// 'Turn left towards the vending machine.'
    pub(super) fn toward_marks(&self, direction: Direction) -> Vec<Ending> {
        let Next::Turn { toward, .. } = self.leg.next else { return Vec::new() };
        let (level, at) = (self.leg.level, self.leg.end());
        let around = Outlook::around(self.world, level, at, 15.0);
        let ahead = heading(at, toward);
        // Nobody turns at a point: one sees it a step before and behind it as well.
        let onward = self.leg.last_heading();
        let is_free = Outlook::depth(self.world, level, at, onward).is_none_or(|far| far > A_PACE);
        let before = self.leg.at((self.length - A_PACE).max(0.0));
        let behind = moved(at, onward, if is_free { A_PACE } else { 0.0 });
        let also = [before, behind].map(|at| Outlook::around(self.world, level, at, 16.0));
        let clear = |what| {
            let seen = also.iter().filter(|seen| seen.iter().any(|one| one.what == what));
            [0.0, NOT_FROM_EVERYWHERE, 1.0][seen.count()]
        };
        let mut all = Vec::new();
        for one in &around {
            let is_mark = !matches!(one.what, Sighted::Way { .. });
            let is_ahead = ahead.turn_to(one.heading).abs() < 12.0;
            let clear = clear(one.what);
            if !is_mark || !is_ahead || one.metres < 1.5 || clear == 0.0 {
                continue;
            }
            let own = self.marks.plain(one.what);
            let alike = around.iter().filter(|other| is_such(self.world, &own, other.what));
            let alike: Vec<&Around> = alike.collect();
            // Several are told together where all of them are there: 'the two main tables'.
            let are_ahead = |all: &[&Around]| {
                all.iter().all(|one| ahead.turn_to(one.heading).abs() < SEVERAL_AHEAD)
            };
            let is_first = alike.first().is_some_and(|first| first.what == one.what);
            let count = match alike.len() {
                1 => Slot::Unset,
                several @ 2..=MANY if is_first && are_ahead(&alike) => Slot::Set(several as u32),
                _ => continue,
            };
            let is_door = matches!(one.what, Sighted::Door(_));
            if is_door && count.is_present() {
                continue;
            }
            let thing = Thing { side: on(Side::Front), count, ..own };
            let face = Face { faced: of(vec![thing]), ..Face::default() };
            let turn = Turn {
                direction: Slot::Set(direction),
                face: Some(Box::new(face)),
                ..Turn::default()
            };
            let plain = if is_door { 0.99 } else { 1.0 };
            let noticed = plain * ease::noticed(self.size(one.what), one.metres / 2.0);
            let ease = 0.975 * clear * noticed * ease::sided();
            let part = Part::new(vec![Action::Turn(turn)], 1.0, ease);
            let needs_metres = !self.turns_at_once();
            all.push(Ending { part, needs_metres, ..Ending::silent() });
        }
        all.truncate(2);
        all
    }
}
