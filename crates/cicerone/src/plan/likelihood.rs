//! P(c | p, m): how surely a command is understood as its path.

use super::alternatives::{alternatives, is_same_move};
use super::meaning::{self, Judgement, Truth};
use crate::cas::Action;
use crate::world::{Pose, Sight, World};

/// A path among all the moves it could be confused with.
pub struct MoveChoices<'w> {
    sight: Sight<'w>,
    path: Vec<Pose>,
    others: Vec<Vec<Pose>>,
}

impl<'w> MoveChoices<'w> {
    /// The path of a segment and its alternatives.
    ///
    /// # Panics
    ///
    /// If the path is empty.
    pub fn new(world: &'w World, path: &[Pose]) -> MoveChoices<'w> {
        let reach = meaning::motion::passages(path);
        let mut others = alternatives(world, path[0], reach);
        others.retain(|other| !is_same_move(other, path));
        MoveChoices { sight: Sight::new(world), path: path.to_vec(), others }
    }

    /// The path itself.
    pub fn path(&self) -> &[Pose] {
        &self.path
    }

    /// The moves it could be confused with, the path itself excluded.
    pub fn others(&self) -> &[Vec<Pose>] {
        &self.others
    }

    /// What the command is on the path.
    pub fn judge(&self, action: &Action) -> Judgement {
        meaning::fit(&self.sight, action, &self.path)
    }

    /// The other moves that the command is true of as well.
    pub fn confused(&self, action: &Action) -> Vec<&[Pose]> {
        let is_true =
            |other: &&Vec<Pose>| meaning::fit::<Truth>(&self.sight, action, other).delta();
        self.others.iter().filter(is_true).map(Vec::as_slice).collect()
    }

    /// P(c | p, m) = delta(c | p, m) / sum over all moves of delta(c | move, m)
    /// (paper, equation `eq:probability_cas`). The path counts once.
    pub fn likelihood(&self, action: &Action) -> f64 {
        if !self.judge(action).delta() {
            return 0.0;
        }
        1.0 / (1.0 + self.confused(action).len() as f64)
    }

    pub(crate) fn sight(&self) -> &Sight<'w> {
        &self.sight
    }
}
