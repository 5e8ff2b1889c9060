//! Where a way ends, as one sees it.

use super::marks::{of, on};
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Direction, Slot, Thing, Travel, Turn, Value};
use crate::world::{DoorId, Outlook, Side, Sighted, moved};

/// A wall this close behind a turn makes it the end of the way.
const AT_END: f64 = 3.0;
const AT_END_OF_A_HALL: f64 = 2.4;
/// So surely one stops where the way seems to end and does not.
const UNCLEAR_END: f64 = 0.87;
/// One stops so far before a wall.
const BEFORE_WALL: f64 = 1.0;
/// A step aside, in metres.
const A_STEP: f64 = 0.6;
/// A way shorter than this has no end to speak of.
const WORTH_AN_END: f64 = 2.0;
/// Nobody keeps to the line more closely than this, in metres.
const A_LITTLE: f64 = 0.1;

impl Telling<'_> {
    /// 'At the end of the corridor, turn left.'
    pub(super) fn at_end(&self, direction: Direction, door: Option<DoorId>) -> Option<Ending> {
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
    pub(super) fn to_the_end(&self) -> Option<f64> {
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
        let at_end = if outlook.width.is_some() { AT_END } else { AT_END_OF_A_HALL };
        if left > at_end || self.length - self.begin() < WORTH_AN_END {
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
}
