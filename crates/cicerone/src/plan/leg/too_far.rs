//! What one comes to who has missed the turn or the destination.

use super::at_marks::{ASIDE, NEAR_BY};
use super::marks::{is_such, on};
use super::{Telling, ease};
use crate::cas::Thing;
use crate::world::{Item, Next, Outlook, Side, Sighted, far, heading, moved};

/// What tells that one has gone too far is so many metres beyond the turn.
const BEYOND: std::ops::Range<f64> = 1.5..8.0;
/// What is nearer to the line may be on the other hand, in metres.
const CLEARLY_ASIDE: f64 = 1.2;
/// What is no farther aside is passed, in metres.
const PASSED_BY: f64 = 5.0;

impl Telling<'_> {
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
}

/// The angle between two points as seen from a third, in radians, whatever its sign.
fn ahead_of(from: [f64; 2], to: [f64; 2], other: [f64; 2]) -> f64 {
    heading(from, to).turn_to(heading(from, other)).abs().to_radians()
}
