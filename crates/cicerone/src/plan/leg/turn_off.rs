//! Turning off a stretch: at which door, way, thing or distance.

use super::depart::{direction, is_slight};
use super::marks::{AT_START, connection_value, is_such, label, of, on};
use super::single_out::Singled;
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Bend, Direction, Face, Slot, Thing, Travel, Turn, Value, Verify};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{
    AreaId, Around, Before, ConnectionId, DoorId, Heading, Item, Next, Outlook, Side, Sighted, far,
    heading, is_corridor,
};

/// A door this soon after a turn is taken with it, in metres.
pub(super) const SOON: f64 = 4.2;
/// A wall this close behind a turn makes it the end of the way.
const AT_END: f64 = 3.0;
/// So surely one stops where the way seems to end and does not.
const UNCLEAR_END: f64 = 0.87;
/// One stops so far before a wall.
const BEFORE_WALL: f64 = 1.0;
/// A step aside, in metres.
const A_STEP: f64 = 0.6;
/// A way shorter than this has no end to speak of.
const WORTH_AN_END: f64 = 2.0;
/// One turns at once out of a door within so many metres.
pub(super) const AT_ONCE: f64 = 3.0;
/// A thing this near to where one turns marks it.
const AT_TURN: f64 = 2.2;
const BEYOND_TURN: f64 = 1.4;
/// A door marks no turn that is nearer behind another one.
const CLEAR_OF_DOOR: f64 = 5.0;
/// So surely a door has a sign with the name of the room behind it.
const SIGNED: f64 = 0.6;
/// Whoever turns by metres alone, where something is there to turn by, is so much
/// less sure.
const BY_METRES: f64 = 0.85;
/// Who turns into something is so many metres past its corner.
const WELL_WITHIN: f64 = 0.8;
/// Where one turns to a lift is no farther than this from where one is beside it.
const AT_IT: f64 = 1.2;
/// A lift or stairs this far behind a turn is walked to, in metres.
const WORTH_WALKING: f64 = 3.5;
/// What one sees where one turns, but not a pace before or behind that, is found by so many.
const NOT_FROM_EVERYWHERE: f64 = 0.95;
/// A pace, in metres.
const A_PACE: f64 = 1.0;
/// Nobody keeps to the line more closely than this, in metres.
const A_LITTLE: f64 = 0.1;
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
/// Nobody agrees what opens off a hall: who counts ways there errs the more often.
const IN_THE_OPEN: f64 = 0.75;
/// Nobody knows exactly how far a slight turn goes.
const ABOUT_SO_FAR: f64 = 0.95;
/// Between walls that stand square to each other, give or take so many degrees, a
/// turn is a quarter however the line cuts its corner, as one sees a few steps behind it.
const NEARLY_SQUARE: f64 = 15.0;
const BEHIND_THE_CORNER: f64 = 3.0;
/// Where somebody errs more often than this, it is said how one would notice.
pub(super) const UNSURE: f64 = 0.93;
/// What tells that one has gone too far is so many metres beyond the turn.
const BEYOND: std::ops::Range<f64> = 1.5..8.0;
/// One sees what is no farther from where one is, in metres.
const NEAR_BY: f64 = 8.0;
/// What is nearer to the line may be on the other hand, in metres.
const CLEARLY_ASIDE: f64 = 1.2;
/// What is no farther aside is passed, in metres.
const PASSED_BY: f64 = 5.0;
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

    /// True where the turn at the end is less than a quarter to those who see the walls.
    fn is_slight_turn(&self, by: f64) -> bool {
        let (before, end) = (self.leg.last_heading(), self.leg.end());
        let after = before.turned(by);
        let along = |at, ahead| Outlook::lined_up(self.world, self.leg.level, at, ahead);
        let walls = along(end, before).zip(along(moved(end, after, BEHIND_THE_CORNER), after));
        let is_square = walls.is_some_and(|(before, after)| {
            (before.turn_to(after).abs() - 90.0).abs() < NEARLY_SQUARE
        });
        is_slight(by) && !is_square
    }

    /// Something one would come to if one missed the turn, unlike anything
    /// before it, and how surely it is noticed. A door or an opening on the side
    /// of the turn would be taken for the turn.
    pub(super) fn gone_too_far(&self, side: Option<Side>) -> Option<(Thing, f64)> {
        // In the open one sees it long before one comes to it.
        self.marks.outlook.width?;
        // Nor may whoever turned as told see one like it there.
        let there = match self.leg.next {
            Next::Turn { toward, .. } => {
                Outlook::around(self.world, self.leg.level, toward, NEAR_BY)
            }
            Next::Arrive | Next::Ride(_) => Vec::new(),
        };
        let beyond = self.marks.outlook.items.iter().filter(|item| {
            item.along > self.length + BEYOND.start
                && item.along < self.length + BEYOND.end
                && (CLEARLY_ASIDE..=ASIDE).contains(&item.aside)
                && item.side != Side::Front
                && !matches!(item.what, Sighted::Way { .. })
                && !(Some(item.side) == side && matches!(item.what, Sighted::Door(_)))
                && !self.is_passed_next(item)
        });
        let told = beyond.filter_map(|item| {
            let thing = Thing { side: on(item.side), ..self.marks.plain(item.what) };
            let is_first = self.marks.fitting(&thing).first().is_some_and(|one| **one == *item);
            let is_elsewhere =
                self.marks.elsewhere.iter().any(|other| is_such(self.world, &thing, other.what));
            let worth = if matches!(item.what, Sighted::Door(_)) { 0.8 } else { 1.0 };
            let noticed = worth * ease::noticed(self.size(item.what), item.aside);
            let is_there = there.iter().any(|one| is_such(self.world, &thing, one.what));
            (is_first && !is_elsewhere && !is_there).then_some((thing, noticed))
        });
        told.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// True for what whoever turns as told comes by as well.
    fn is_passed_next(&self, item: &Item) -> bool {
        let Next::Turn { toward, .. } = self.leg.next else { return false };
        let ahead = self.leg.last_heading();
        let hand = ahead.toward(item.side);
        let end = self.leg.end();
        let at = moved(moved(end, ahead, item.along - self.length), hand, item.aside);
        let along = far(end, at) * ahead_of(end, toward, at).cos();
        let aside = far(end, at) * ahead_of(end, toward, at).sin();
        (-PASSED_BY..far(end, toward)).contains(&along) && aside < PASSED_BY
    }

    /// 'Turn right to the main stairs.'
    pub(super) fn turns_to(&self, by: f64, id: ConnectionId, steps: f64) -> Vec<Ending> {
        let connection = self.world.connection(id);
        let thing = Thing {
            value: Slot::Set(connection_value(connection.kind)),
            name: label(connection.name.as_deref()),
            ..Thing::default()
        };
        let Some(direction) = direction(by) else {
            let travel = Travel { until: of(vec![thing]), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, 0.98);
            return vec![Ending { part, needs_metres: true, ..Ending::silent() }];
        };
        let needs_metres = self.length - self.begin() >= 1.5;
        let side = if by < 0.0 { Side::Left } else { Side::Right };
        let mut items = self.marks.outlook.items.iter().enumerate();
        let here = items.find(|(_, item)| {
            item.what == Sighted::Connection(id)
                && item.side == side
                && (item.along - self.length).abs() < 3.0
        });
        let (thing, ease) = match here {
            None => (thing, 0.95),
            Some((_, item)) => {
                let own = Thing { side: on(side), ..thing.clone() };
                match self.marks.order_of(&own, item) {
                    Some(order) if self.marks.fitting(&own).len() > 1 => {
                        (Thing { order: Slot::Set(order), ..own }, 0.985 * ease::counted(order))
                    }
                    _ => (thing, 0.985),
                }
            }
        };
        // One turns where the way to it opens, which may be before or behind it.
        let reaches = here.map(|(_, item)| item.along);
        let reaches = reaches.filter(|along| (along - self.length).abs() < AT_IT);
        let opens = self.way_here(side).map(|item| self.within(item));
        let reaches = opens.or(reaches);
        let items = here.map(|(number, _)| number).into_iter().collect();
        let turn = Turn { direction: Slot::Set(direction), ..Turn::default() };
        // More than a few steps away it is walked to.
        let actions = match steps > WORTH_WALKING {
            true => {
                let thing = Thing { side: Slot::Unset, order: Slot::Unset, ..thing };
                let distance = Some(super::stretch::distance(steps));
                let walk = Travel { distance, until: of(vec![thing]), ..Travel::default() };
                vec![Action::Turn(turn), Action::Travel(walk)]
            }
            false => vec![Action::Turn(Turn { into: of(vec![thing]), ..turn })],
        };
        let mut part = Part::new(actions, 1.0, ease * ease::sided());
        if self.is_slight_turn(by) {
            told_as_slight(&mut part.actions);
        }
        vec![Ending { part, items, needs_metres, reaches }]
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
        if item.side == Side::Front {
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
            let thing = Thing { side: on(side), ..self.marks.plain(item.what) };
            let travel = Travel { through: of(vec![thing]), into: Some(room), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, signed * ease::sided());
            return Some(Ending { part, needs_metres: true, ..Ending::at(number, item) });
        }
        let travel = Travel { through: of(vec![thing]), into, ..Travel::default() };
        let part = Part::new(vec![Action::Travel(travel)], likelihood, ease * ease::sided());
        let items = by.into_iter().chain([number]).collect();
        Some(Ending { part, items, ..Ending::at(number, item) })
    }

    /// Metres from a door to the next one like it on that hand, before or after it.
    fn nearest_like(&self, item: &Item, side: Side) -> f64 {
        let such = Thing { side: on(side), ..self.marks.plain(item.what) };
        let others = self.marks.fitting(&such).into_iter().filter(|one| one.what != item.what);
        others.map(|one| (one.along - item.along).abs()).fold(f64::INFINITY, f64::min)
    }

    /// The way off on one hand that one turns into, if there is one.
    fn way_here(&self, side: Side) -> Option<&Item> {
        let off = |item: &Item| (item.along - self.length).abs();
        let ways = self.marks.outlook.items.iter().filter(|item| {
            matches!(item.what, Sighted::Way { width, .. } if off(item) < width / 2.0 + 1.2)
                && item.side == side
        });
        ways.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// Metres to where one turns into a way off: well within it. The line cuts its
    /// corner.
    fn within(&self, item: &Item) -> f64 {
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

    /// 'At the end of the corridor, turn left.'
    fn at_end(&self, direction: Direction, door: Option<DoorId>) -> Option<Ending> {
        if door.is_some() {
            return None;
        }
        let before = Travel { until: of(vec![self.end()?]), ..Travel::default() };
        let turn = Turn {
            direction: Slot::Set(direction),
            location: Some(Box::new(before)),
            ..Turn::default()
        };
        let clear = if self.goes_on_aside() { UNCLEAR_END } else { 0.985 };
        let part = Part::new(vec![Action::Turn(turn)], 1.0, clear * ease::sided());
        Some(Ending { part, reaches: self.to_the_end(), ..Ending::silent() })
    }

    /// Metres to where one stops at the end of the way: a step before its wall. The
    /// line turns before it.
    fn to_the_end(&self) -> Option<f64> {
        let ahead = self.leg.last_heading();
        let left = Outlook::depth(self.world, self.leg.level, self.leg.end(), ahead)?;
        Some(self.length + (left - BEFORE_WALL).clamp(0.0, AT_END))
    }

    /// What the way ends at, if it ends where the leg does: a wall, or a closed
    /// door.
    pub(super) fn end(&self) -> Option<Thing> {
        let outlook = &self.marks.outlook;
        // Where no walls are known nothing ends that one could see.
        let (level, at) = (self.leg.level, self.leg.end());
        let ahead = self.leg.last_heading();
        // Along the walls too: the line may be aslant to the way. And a little aside: who
        // walks beside the line would see the way go on.
        let along = Outlook::lined_up(self.world, level, at, ahead).unwrap_or(ahead);
        let mut left: f64 = 0.0;
        for aside in [None, Some(along.turned(-90.0)), Some(along.turned(90.0))] {
            let is_free = |hand| {
                Outlook::depth(self.world, level, at, hand)
                    .is_some_and(|free| free > 2.0 * A_LITTLE)
            };
            if aside.is_some_and(|hand| !is_free(hand)) {
                continue;
            }
            let from = aside.map_or(at, |hand| moved(at, hand, A_LITTLE));
            for ahead in [ahead, along] {
                left = left.max(Outlook::depth(self.world, level, from, ahead)?);
            }
        }
        if left > AT_END || self.length - self.begin() < WORTH_AN_END {
            return None;
        }
        Some(match outlook.door_ahead {
            Some(door) => Thing { side: on(Side::Front), ..self.marks.plain(Sighted::Door(door)) },
            None => {
                let is_corridor = outlook.width.is_some_and(|width| width <= 4.5);
                let whose = if is_corridor { Value::Corridor } else { Value::Path };
                let part = vec![Thing { value: Slot::Set(whose), ..Thing::default() }];
                Thing { value: Slot::Set(Value::End), part, ..Thing::default() }
            }
        })
    }

    /// True if the way goes on for who takes a step aside where it seems to end.
    pub(super) fn goes_on_aside(&self) -> bool {
        let (level, at) = (self.leg.level, self.leg.end());
        let ahead = self.leg.last_heading();
        let along = Outlook::lined_up(self.world, level, at, ahead).unwrap_or(ahead);
        let depth = |at, ahead| Outlook::depth(self.world, level, at, ahead).unwrap_or(0.0);
        [-90.0, 90.0].into_iter().any(|turn| {
            let aside = along.turned(turn);
            let is_free = depth(at, aside) > 1.5 * A_STEP;
            is_free && depth(moved(at, aside, A_STEP), along) > AT_END
        })
    }

    /// 'At the kiosk, turn left.'
    fn at_marks(&self, direction: Direction, side: Side) -> Vec<Ending> {
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
    fn tell_the_corridor(&self, ending: &mut Ending, side: Side) {
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

    /// True for the lift or stairs that one has just come off.
    pub(super) fn is_left(&self, what: Sighted) -> bool {
        matches!((self.leg.before, what), (Before::Ride(left), Sighted::Connection(id)) if left == id)
    }

    /// 'Turn left towards the vending machine.'
    fn toward_marks(&self, direction: Direction) -> Vec<Ending> {
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
    fn turns_at_once(&self) -> bool {
        let begin = self.begin();
        self.length - begin < if begin > 0.0 { AT_ONCE } else { 1.5 }
    }

    /// Metres to the last door on the leg that is told: from there one walks on.
    pub(super) fn begin(&self) -> f64 {
        let told = self.leg.doors.iter().filter(|(metres, door)| self.is_told(*door, *metres));
        let doors = told.map(|(metres, _)| *metres);
        doors.filter(|metres| *metres < self.length).fold(0.0, f64::max)
    }

    /// 'To the lift, on your right.'
    pub(super) fn boardings(&self, id: ConnectionId) -> Vec<Ending> {
        let items = &self.marks.outlook.items;
        let near = items.iter().enumerate().filter(|(_, item)| {
            item.what == Sighted::Connection(id) && (item.along - self.length).abs() < 3.5
        });
        let nearest = near.min_by(|a, b| {
            let off = |item: &Item| (item.along - self.length).abs() + item.aside;
            off(a.1).total_cmp(&off(b.1))
        });
        let connection = self.world.connection(id);
        let mut own = Thing {
            value: Slot::Set(connection_value(connection.kind)),
            name: label(connection.name.as_deref()),
            ..Thing::default()
        };
        let Some((number, item)) = nearest else {
            // It is not in view before one is there, but it is where one is led.
            let travel = Travel { until: of(vec![own]), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, 0.95);
            return vec![Ending { part, needs_metres: true, ..Ending::silent() }];
        };
        if matches!(item.side, Side::Left | Side::Right) {
            own.side = on(item.side);
        }
        if self.marks.fitting(&own).len() > 1
            && let Some(order) = self.marks.order_of(&own, item)
        {
            own.order = Slot::Set(order);
        }
        let alike = self.marks.fitting(&own).len().max(1) as f64;
        let ease = 0.995 * own.order.get().map_or(1.0, |order| ease::counted(*order));
        let travel = Travel { until: of(vec![own]), ..Travel::default() };
        let part = Part::new(vec![Action::Travel(travel)], 1.0 / alike, ease);
        vec![Ending { part, items: vec![number], ..Ending::silent() }]
    }
}

/// Says of every turn that it is a slight one, but of those into what is counted: they
/// are taken.
fn told_as_slight(actions: &mut [Action]) {
    for action in actions {
        let Action::Turn(turn) = action else { continue };
        let into = turn.into.as_ref().and_then(|into| into.desc.first());
        if !into.is_some_and(|thing| thing.order.is_present() || !thing.past.is_empty()) {
            turn.bend = Slot::Set(Bend::Slight);
        }
    }
}

/// A point moved so many metres in a direction.
fn moved([x, y]: [f64; 2], by: Heading, metres: f64) -> [f64; 2] {
    let (sin, cos) = by.degrees().to_radians().sin_cos();
    [x + sin * metres, y - cos * metres]
}

/// The angle between two points as seen from a third, in radians, whatever its sign.
fn ahead_of(from: [f64; 2], to: [f64; 2], other: [f64; 2]) -> f64 {
    heading(from, to).turn_to(heading(from, other)).abs().to_radians()
}
