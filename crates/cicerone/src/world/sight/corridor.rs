//! What one sees down the corridor ahead, place by place.
//!
//! From a pose one sees down the corridor ahead, place by place, up to the
//! first wall: at every place what opens to the left and to the right and
//! which objects stand there, and along every passage its floor and pictures.
//! One also knows what opens at one's own place.

use crate::world::{Exit, Heading, PassageId, PlaceId, Side, World};

/// Sight follows a corridor while it bends by less than this, in degrees,
/// from the direction of its first passage.
const STRAIGHT: f64 = 15.0;

/// One place down the corridor, as seen from a pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glimpse {
    /// The place.
    pub place: PlaceId,
    /// The direction one looks along there.
    pub heading: Heading,
    /// The passage that opens to the left, if one does.
    pub left: Option<PassageId>,
    /// The passage that opens to the right, if one does.
    pub right: Option<PassageId>,
    /// The passage that leads on, if sight goes on.
    pub onward: Option<PassageId>,
}

/// What can be seen from one pose.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The exits of one's own place, indexed as [`Side::ALL`].
    pub here: [Option<Exit>; 4],
    /// Every place down the corridor, one's own first.
    pub ahead: Vec<Glimpse>,
}

impl World {
    /// What somebody at `place` who looks along `heading` sees.
    pub fn view(&self, place: PlaceId, heading: Heading) -> View {
        View {
            here: Side::ALL.map(|side| self.exit_toward(place, heading, side).copied()),
            ahead: self.corridor(place, heading).collect(),
        }
    }

    /// The places one sees down the corridor, one's own first.
    ///
    /// Lazy, so that a caller who needs the next two places of a corridor of
    /// thousands pays for two.
    pub fn corridor(&self, place: PlaceId, heading: Heading) -> impl Iterator<Item = Glimpse> + '_ {
        let mut next = Some((place, heading));
        let mut line: Option<Heading> = None;
        std::iter::from_fn(move || {
            let (place, heading) = next.take()?;
            let passage = |side| self.exit_toward(place, heading, side).map(|exit| exit.passage);
            // Always within 15 degrees of one line: every step leads on along
            // it, so sight cannot come round in a circle.
            let onward = self
                .ahead(place, heading)
                .filter(|exit| line.is_none_or(|line| line.turn_to(exit.heading).abs() < STRAIGHT));
            if let Some(exit) = onward {
                line.get_or_insert(exit.heading);
                next = Some((exit.to, exit.heading));
            }
            Some(Glimpse {
                place,
                heading,
                left: passage(Side::Left),
                right: passage(Side::Right),
                onward: onward.map(|exit| exit.passage),
            })
        })
    }
}
