//! A reader on a world.

use super::belief::Belief;
use super::habits::Habits;
use super::moves::Moves;
use crate::cas::Action;
use crate::world::{Pose, Sight, World};

/// A person who reads commands on a world, and errs. What it has seen it
/// remembers.
pub(crate) struct Reader<'w> {
    sight: Sight<'w>,
    habits: Habits,
}

impl<'w> Reader<'w> {
    /// A reader with such habits.
    pub(crate) fn new(world: &'w World, habits: Habits) -> Reader<'w> {
        Reader { sight: Sight::new(world), habits }
    }

    /// Where whoever may be there may be after a command, and how well it
    /// fitted where they were, from 0 to 1.
    pub(crate) fn hears(&self, belief: &Belief, command: &Action) -> (Belief, f64) {
        belief.after(&self.habits, |pose| Box::new(Moves::find(&self.sight, command, pose, false)))
    }

    /// The probability that whoever starts at a pose and hears these commands
    /// ends at another.
    pub(crate) fn arrives<'c>(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cas::Command;
    use crate::world::{Position, embedded};

    /// The chance of a reader who errs so many times as often as people.
    fn arrives(times: f64, from: &str, to: &str, commands: &[&str]) -> f64 {
        let world = embedded::world("practice").unwrap();
        let pose = |text: &str| text.parse::<Position>().unwrap().on(&world).unwrap();
        let read = |text: &&str| Command::parse(text, world.vocabulary()).unwrap();
        let commands: Vec<Command> = commands.iter().map(read).collect();
        let reader = Reader::new(&world, Habits::default().told_every_move().erring(times));
        reader.arrives(pose(from), commands.iter().map(|one| &**one), pose(to))
    }

    #[test]
    fn who_never_errs_arrives_and_who_errs_more_arrives_less() {
        let turn = |times| arrives(times, "0,0,90", "0,0,180", &["Turn(direction=Right)"]);
        assert!(turn(0.0) > 0.999, "{}", turn(0.0));
        assert!(turn(1.0) > 0.9 && turn(1.0) < 1.0, "{}", turn(1.0));
        assert!(turn(3.0) < turn(1.0));
    }

    #[test]
    fn what_is_told_to_go_elsewhere_goes_elsewhere() {
        let left = arrives(1.0, "0,0,90", "0,0,180", &["Turn(direction=Left)"]);
        assert!(left < 0.1, "{left}");
    }

    #[test]
    fn wherever_one_may_be_one_is_somewhere() {
        let world = embedded::world("practice").unwrap();
        let start = "0,0".parse::<Position>().unwrap().on(&world).unwrap();
        let walk = Command::parse("Travel()", world.vocabulary()).unwrap();
        let (belief, fit) = Reader::new(&world, Habits::default()).hears(&Belief::at(start), &walk);
        let sum: f64 = world.place_ids().map(|place| belief.at_place(place)).sum();
        assert!((sum - 1.0).abs() < 1e-9 && fit > 0.99, "{sum} {fit}");
    }
}
