//! Where a reader may be.

use std::collections::BTreeMap;

use super::habits::Habits;
use super::moves::Moves;
use crate::world::{PlaceId, Pose};

/// Where a reader may be, and how likely each is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Belief {
    stands: BTreeMap<Stand, (Pose, f64)>,
}

/// A pose that can be looked up: headings count by thousandths of a degree.
pub(super) type Stand = (PlaceId, i32);

pub(super) fn stand(pose: Pose) -> Stand {
    let heading = pose.heading.map_or(-1, |heading| (heading.degrees() * 1e3).round() as i32);
    (pose.place, heading)
}

/// What is less likely than this is left out.
const LEAST: f64 = 1e-4;

impl Belief {
    /// A reader who is at a pose; if its heading is unknown, so it is to them.
    pub(crate) fn at(pose: Pose) -> Belief {
        Belief { stands: BTreeMap::from([(stand(pose), (pose, 1.0))]) }
    }

    /// The probability to be at a place.
    pub(crate) fn at_place(&self, place: PlaceId) -> f64 {
        self.stands.values().filter(|(pose, _)| pose.place == place).map(|(_, p)| p).sum()
    }

    /// The probability to be at a place and to look that way, if a way is said.
    pub(crate) fn at_pose(&self, wanted: Pose) -> f64 {
        let is_there = |pose: &Pose| {
            pose.place == wanted.place
                && match (pose.heading, wanted.heading) {
                    (Some(own), Some(wanted)) => own.is_same(wanted),
                    (None, Some(_)) => false,
                    (_, None) => true,
                }
        };
        self.stands.values().filter(|(pose, _)| is_there(pose)).map(|(_, p)| p).sum()
    }

    /// The same after hearing something: `moves` finds what can be done at a
    /// pose. Whoever stands where nothing fits may notice and go back to where
    /// it does. Also tells how well it fitted, from 0 to 1.
    pub(super) fn after<M: std::ops::Deref<Target = Moves>>(
        &self,
        habits: &Habits,
        mut moves: impl FnMut(Pose) -> M,
    ) -> (Belief, f64) {
        let heard: Vec<(f64, M)> =
            self.stands.values().map(|(pose, p)| (*p, moves(*pose))).collect();
        let fits: Vec<f64> = heard.iter().map(|(_, moves)| moves.fit(habits)).collect();
        let best = fits.iter().copied().fold(1e-12, f64::max);
        let kept = fits.iter().map(|fit| 1.0 - habits.notice + habits.notice * fit / best);
        let weights: Vec<f64> = heard.iter().zip(kept).map(|((p, _), kept)| p * kept).collect();
        let sum: f64 = weights.iter().sum();
        let fitted = heard.iter().zip(&fits).map(|((p, _), fit)| p * fit).sum();
        let mut stands: BTreeMap<Stand, (Pose, f64)> = BTreeMap::new();
        for ((_, moves), weight) in heard.iter().zip(weights) {
            moves.ends(habits, |end, share| {
                stands.entry(stand(end)).or_insert((end, 0.0)).1 += weight / sum * share;
            });
        }
        stands.retain(|_, (_, p)| *p >= LEAST);
        let left: f64 = stands.values().map(|(_, p)| p).sum();
        stands.values_mut().for_each(|(_, p)| *p /= left);
        (Belief { stands }, fitted)
    }

    /// The same where so much of it is at a pose instead.
    pub(super) fn moved(mut self, share: f64, pose: Pose) -> Belief {
        self.stands.values_mut().for_each(|(_, p)| *p *= 1.0 - share);
        self.stands.entry(stand(pose)).or_insert((pose, 0.0)).1 += share;
        self
    }

    /// How uncertain it is, in nats.
    pub(crate) fn entropy(&self) -> f64 {
        let mut places: BTreeMap<PlaceId, f64> = BTreeMap::new();
        for (pose, p) in self.stands.values() {
            *places.entry(pose.place).or_default() += p;
        }
        -places.values().map(|p| p * p.max(1e-12).ln()).sum::<f64>()
    }
}
