//! Where a description is judged: a pose, and the walk that led to it.

use std::rc::Rc;

use crate::world::{Heading, PassageId, PlaceId, Pose, Seen, Side, Sight, Surroundings, What};

/// The pose a description is judged at.
#[derive(Clone)]
pub(crate) struct Scene<'s, 'w> {
    pub(crate) sight: &'s Sight<'w>,
    pub(crate) around: Rc<Surroundings>,
    /// The straight walk that led here, its first place included; one pose,
    /// or none, if one has not walked.
    pub(crate) walk: &'s [Pose],
    /// The branch of the command: `until`, `face`.
    pub(crate) role: &'static str,
    /// True if the description says what one faces, so that a thing without a
    /// side is ahead.
    pub(crate) faced: bool,
}

impl<'s, 'w> Scene<'s, 'w> {
    /// The scene at a pose that was not walked to.
    pub(crate) fn standing(
        sight: &'s Sight<'w>,
        place: PlaceId,
        heading: Heading,
        role: &'static str,
    ) -> Scene<'s, 'w> {
        Scene { sight, around: sight.around(place, heading), walk: &[], role, faced: false }
    }

    /// The scene at the end of a walk; `None` if the last heading is unknown.
    pub(crate) fn after(
        sight: &'s Sight<'w>,
        walk: &'s [Pose],
        role: &'static str,
    ) -> Option<Scene<'s, 'w>> {
        let end = walk.last()?;
        Some(Scene { walk, ..Scene::standing(sight, end.place, end.heading?, role) })
    }

    /// The passage one arrived through.
    pub(crate) fn arrival(&self) -> Option<PassageId> {
        let before = self.walk.len().checked_sub(2).map(|index| self.walk[index].place)?;
        let exits = self.sight.world.exits(self.around.place);
        exits.iter().find(|exit| exit.to == before).map(|exit| exit.passage)
    }

    /// True if the way is the one arrived on, or goes on from it with the same
    /// floor: not 'a path here' for somebody who walks along it.
    pub(crate) fn is_own_way(&self, seen: &Seen) -> bool {
        let (What::Way(floor), Some(arrival)) = (seen.what, self.arrival()) else {
            return false;
        };
        let goes_on = seen.line == Some(Side::Front) && seen.k == 0;
        seen.passage() == Some(arrival) || (goes_on && floor == self.sight.world.floor(arrival))
    }

    /// Everything on the four lines.
    pub(crate) fn everything(&self) -> impl Iterator<Item = &Seen> {
        let beyond = Side::ALL.into_iter().flat_map(|side| self.sight.beyond(&self.around, side));
        self.sight.here(&self.around).iter().chain(beyond)
    }
}
