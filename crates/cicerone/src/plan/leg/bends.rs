//! How far one turns: a quarter, a little, or not at all.

use super::Telling;
use super::facing::FARTHER;
use crate::cas::{Action, Bend, Direction, Slot, Turn};
use crate::world::document::DoorKind;
use crate::world::{Before, DoorId, Heading, Next, Outlook, TURN, far, heading, moved};

/// Who goes through a door and then on at a greater angle, in degrees, turns there.
const ASLANT_BEHIND: f64 = 40.0;
/// Who goes on at a smaller one, but greater than this, turns a little where the way
/// straight on ends within so many metres, seen from so far behind the door, or would
/// lead so many metres aside.
const BENT: f64 = 11.0;
const SOON_BLOCKED: f64 = 8.0;
const THROUGH: f64 = 0.4;
const FAR_ASIDE: f64 = 2.5;
/// One looks so far ahead there, in metres.
const IN_VIEW: f64 = 12.0;
/// The way one sets off in is the one of so many metres.
const A_FEW_STEPS: f64 = 4.0;
/// Nobody turns for fewer metres behind a door.
const STEPS: f64 = 2.5;
/// A turn by fewer degrees is a slight one.
const HALF_TURN: f64 = 60.0;
/// Between walls that stand square to each other, give or take so many degrees, a
/// turn is a quarter however the line cuts its corner, as one sees a few steps behind it.
const NEARLY_SQUARE: f64 = 15.0;
const BEHIND_THE_CORNER: f64 = 3.0;

impl Telling<'_> {
    /// True where the turn at the end is less than a quarter to those who see the walls.
    pub(super) fn is_slight_turn(&self, by: f64) -> bool {
        let (before, end) = (self.leg.last_heading(), self.leg.end());
        // The way may bend on behind the turn.
        let (onward, length) = match self.leg.next {
            Next::Turn { toward, .. } => (heading(end, toward), far(end, toward)),
            Next::Arrive | Next::Ride(_) => (before.turned(by), 0.0),
        };
        if !is_slight(by) || !is_slight(before.turn_to(onward)) {
            return false;
        }
        // Who was only told what to have on one hand looks somewhere about.
        let is_start = self.leg.before == Before::Start && self.leg.turn.is_none();
        if is_start && self.leg.doors.is_empty() {
            return false;
        }
        let along = |at, ahead| Outlook::lined_up(self.world, self.leg.level, at, ahead);
        // Nor does anybody who walks aslant to all walls look as the line does.
        let middle = along(self.leg.at(self.length / 2.0), before);
        if middle.is_some_and(|along| before.turn_to(along).abs() > NEARLY_SQUARE) {
            return false;
        }
        // Who walks along the walls looks along them, wherever on the way he began to.
        let looks = [0.0, 0.5, 1.0].map(|share| self.leg.at(self.length * share));
        let mut looks = looks.into_iter().filter_map(|at| along(at, before));
        let is_seen_so = looks.all(|along| {
            before.turn_to(along).abs() > TURN || along.turn_to(onward).abs() < HALF_TURN
        });
        let after = before.turned(by);
        let walls = along(end, before).zip(along(moved(end, after, BEHIND_THE_CORNER), after));
        let is_square = walls.is_some_and(|(before, after)| {
            // What crosses a hall aslant leads far off its walls.
            let off = after.turn_to(onward);
            let is_aslant = off.abs() > BENT && length * off.to_radians().sin().abs() > FAR_ASIDE;
            (before.turn_to(after).abs() - 90.0).abs() < NEARLY_SQUARE && !is_aslant
        });
        is_seen_so && !is_square
    }

    /// The turn behind a door that one has gone straight through, if the way does not go
    /// straight on there.
    pub(super) fn turn_behind(&self, door: DoorId, metres: f64) -> Option<Action> {
        let by = self.turns_behind(door, metres);
        let next = self.leg.doors.iter().map(|(metres, _)| *metres).find(|next| *next > metres);
        let next = next.unwrap_or(self.length).min(metres + IN_VIEW);
        if self.world.door(door).kind == DoorKind::Opening || next - metres < STEPS {
            return None;
        }
        if by.abs() > ASLANT_BEHIND {
            return turned(by);
        }
        // The line may bend back: what counts is where it leads.
        let [from, to] = [metres, next].map(|metres| self.leg.at(metres));
        let whole = -self.turn_through(door, heading(from, to));
        let is_aside = far(from, to) * whole.to_radians().sin().abs() > FAR_ASIDE;
        if whole.abs() > BENT && is_aside {
            return Some(slightly(whole));
        }
        (by.abs() > BENT && self.is_blocked_behind(door, metres)).then(|| slightly(by))
    }

    /// True if who goes straight on through a door soon stands before a wall, and the
    /// way goes on beside it.
    fn is_blocked_behind(&self, door: DoorId, metres: f64) -> bool {
        let at = self.leg.at(metres + THROUGH);
        let own = heading(at, self.leg.at(self.length.min(metres + SOON_BLOCKED)));
        let near = self.sets_off_behind(metres);
        let ahead = near.turned(-self.turns_behind(door, metres));
        let free = |look| Outlook::depth(self.world, self.leg.level, at, look);
        let along = free(own).zip(free(near)).map(|(own, near)| own.max(near));
        let (Some(straight), Some(along)) = (free(ahead), along) else { return false };
        straight < SOON_BLOCKED && straight < self.length - metres && along > FARTHER * straight
    }

    /// By how many degrees one turns to go straight through a door, coming that way.
    pub(super) fn turn_through(&self, door: DoorId, own: Heading) -> f64 {
        let line = self.world.door(door).line;
        let along = heading(line[0], line[1]);
        [along.turned(90.0), along.turned(-90.0)]
            .into_iter()
            .map(|across| own.turn_to(across))
            .fold(180.0, |least: f64, turn| if turn.abs() < least.abs() { turn } else { least })
    }

    /// By how many degrees one turns behind a door that was taken with the turn
    /// before the leg: whoever goes through it looks straight ahead.
    fn turns_behind(&self, door: DoorId, metres: f64) -> f64 {
        -self.turn_through(door, self.sets_off_behind(metres))
    }

    /// The direction of the next few steps from so many metres on.
    fn sets_off_behind(&self, metres: f64) -> Heading {
        heading(self.leg.at(metres), self.leg.at((metres + A_FEW_STEPS).min(self.length)))
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

/// Says of every turn that it is a slight one, but of those into a way: one sees where
/// it leads.
pub(super) fn told_as_slight(actions: &mut [Action]) {
    for action in actions {
        let Action::Turn(turn) = action else { continue };
        if turn.into.is_none() {
            turn.bend = Slot::Set(Bend::Slight);
        }
    }
}
