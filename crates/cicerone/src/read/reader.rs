//! A reader on a world.

use super::belief::Belief;
use super::habits::Habits;
use super::moves::Moves;
use crate::cas::Action;
use crate::world::{Pose, Sight, World};

/// A person who reads commands on a world, and errs. What it has seen it
/// remembers.
pub struct Reader<'w> {
    sight: Sight<'w>,
    habits: Habits,
}

impl<'w> Reader<'w> {
    /// A reader with such habits.
    pub fn new(world: &'w World, habits: Habits) -> Reader<'w> {
        Reader { sight: Sight::new(world), habits }
    }

    /// Where whoever may be there may be after a command, and how well it
    /// fitted where they were, from 0 to 1.
    pub fn hears(&self, belief: &Belief, command: &Action) -> (Belief, f64) {
        belief.after(&self.habits, |pose| Box::new(Moves::find(&self.sight, command, pose, false)))
    }

    /// The probability that whoever starts at a pose and hears these commands
    /// ends at another.
    pub fn arrives<'c>(
        &self,
        start: Pose,
        commands: impl IntoIterator<Item = &'c Action>,
        end: Pose,
    ) -> f64 {
        let mut belief = Belief::at(start);
        for command in commands {
            belief = self.hears(&belief, command).0;
        }
        belief.at_pose(end)
    }
}
