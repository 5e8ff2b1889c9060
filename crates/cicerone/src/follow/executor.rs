//! The executor: a command and a stand, and where a literal reader ends up.
//!
//! In the spirit of MARCO (MacMahon et al. 2006), whose executor models what a
//! command says, looks for it and acts. This one weighs every move it could
//! make (a turn, a straight walk, a turn: the planner's alternatives) against
//! the command's meaning. Of the moves the command is true of it makes the one
//! of least effort: it does not turn where nobody says so, and it stops where
//! what it was told first holds. If the command is true of none it does what
//! comes nearest, and says what failed.

#[cfg(feature = "training")]
mod certain;

use std::fmt;

use super::act::Stand;
use crate::cas::Action;
use crate::plan::alternatives;
use crate::plan::meaning::{AttributeVerdict, Judgement, Ledger, fit};
use crate::world::{Pose, Sight, World};

/// A literal reader in a world. What it has seen it remembers.
pub struct Executor<'w> {
    sight: Sight<'w>,
}

/// What came of executing one command or several.
#[derive(Clone, Debug, PartialEq)]
pub struct Execution {
    /// The walk, from the start on.
    pub poses: Vec<Pose>,
    /// Where it ends.
    pub end: Stand,
    /// How many moves the command was true of; of several commands, the
    /// product. One is certain, none is a failure.
    pub choices: usize,
    /// What did not hold, command by command.
    pub failures: Vec<Unmet>,
}

/// What a command claims that no move bears out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The number of the command, counted from one.
    pub command: usize,
    /// Branch and attribute: `until`, `side`.
    pub attributes: Vec<(&'static str, &'static str)>,
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self
            .attributes
            .iter()
            .map(|(branch, attribute)| format!("`{attribute}` of `{branch}`"))
            .collect();
        write!(f, "command {}: nothing here fits {}", self.command, names.join(", "))
    }
}

impl Execution {
    /// True if every command was true of what was done.
    pub fn succeeded(&self) -> bool {
        self.failures.is_empty()
    }
}

impl<'w> Executor<'w> {
    /// A reader who has seen nothing yet.
    pub fn new(world: &'w World) -> Executor<'w> {
        Executor { sight: Sight::new(world) }
    }

    /// Executes a command.
    pub fn execute(&self, start: Stand, command: &Action) -> Execution {
        let mut moves = alternatives(self.sight.world, start.pose(), 0);
        moves.sort_by_key(|path| effort(path));
        let judged = moves.iter().map(|path| fit(&self.sight, command, path));
        let judged: Vec<Judgement> = judged.collect();
        let choices = judged.iter().filter(|judgement| judgement.delta()).count();
        // The first of equals: what fails least, then what is judged most.
        let blame = |one: &Judgement| (one.eta - one.phi - one.unjudged, one.unjudged);
        let best = (0..moves.len()).min_by_key(|index| blame(&judged[*index])).unwrap_or(0);
        let poses = moves.swap_remove(best);
        let end = Stand::of(poses[poses.len() - 1]).unwrap_or(start);
        let mut failures = Vec::new();
        if choices == 0 {
            let ledger: Ledger = fit(&self.sight, command, &poses);
            let failed = ledger.entries.iter().filter(|entry| entry.2 == AttributeVerdict::Fails);
            let attributes = failed.map(|(branch, attribute, _)| (*branch, *attribute)).collect();
            failures.push(Unmet { command: 1, attributes });
        }
        Execution { poses, end, choices, failures }
    }

    /// Executes commands one after the other, each from where the one before
    /// ended. A reader goes on after a failure: the next command may put it
    /// right.
    pub fn execute_all<'c>(
        &self,
        start: Stand,
        commands: impl IntoIterator<Item = &'c Action>,
    ) -> Execution {
        let mut whole =
            Execution { poses: vec![start.pose()], end: start, choices: 1, failures: Vec::new() };
        for (number, command) in commands.into_iter().enumerate() {
            let part = self.execute(whole.end, command);
            whole.poses.extend(part.poses.into_iter().skip(1));
            whole.end = part.end;
            whole.choices = whole.choices.saturating_mul(part.choices);
            let failures = part.failures.into_iter();
            whole.failures.extend(failures.map(|one| Unmet { command: number + 1, ..one }));
        }
        whole
    }
}

/// What a move costs: turning before the walk, walking, turning after it.
fn effort(path: &[Pose]) -> (u32, usize, u32) {
    let (mut before, mut steps, mut after) = (0, 0, 0);
    for pair in path.windows(2) {
        let turn = match (pair[0].heading, pair[1].heading) {
            (Some(before), Some(after)) => before.turn_to(after).abs().round() as u32,
            _ => 0,
        };
        match (pair[0].place == pair[1].place, steps) {
            (false, _) => steps += 1,
            (true, 0) => before += turn,
            (true, _) => after += turn,
        }
    }
    (before, steps, after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cas::Command;
    use crate::world::{Position, embedded};

    /// Where somebody in the practice world ends who starts there and is told
    /// that, and whether that went well.
    fn ends(at: &str, commands: &[&str]) -> (String, bool) {
        let world = embedded::world("practice").unwrap();
        let start = at.parse::<Position>().unwrap().on(&world).unwrap();
        let read = |text: &&str| Command::parse(text, world.vocabulary()).unwrap();
        let commands: Vec<Command> = commands.iter().map(read).collect();
        let executor = Executor::new(&world);
        let done = executor
            .execute_all(Stand::of(start).unwrap(), commands.iter().map(|command| &**command));
        assert_eq!(done.poses[done.poses.len() - 1], done.end.pose());
        (Position::of(&world, done.end.pose()).to_string(), done.succeeded())
    }

    #[test]
    fn turns_and_walks_are_done_as_told() {
        assert_eq!(ends("0,0,90", &["Turn(direction=Right)"]).0, "0,0,180");
        assert_eq!(ends("0,0,90", &["Turn(direction=Back)"]).0, "0,0,270");
        let (there, fits) = ends("0,0,90", &["Travel()", "Turn(direction=Back)", "Travel()"]);
        assert_eq!((&*there, fits), ("0,0,270", true));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let world = embedded::world("practice").unwrap();
        let start = "0,0,90".parse::<Position>().unwrap().on(&world).unwrap();
        let far =
            Command::parse("Travel(distance=Distance(count=90))", world.vocabulary()).unwrap();
        let done = Executor::new(&world).execute(Stand::of(start).unwrap(), &far);
        assert!(!done.succeeded() && done.choices == 0);
        assert!(done.failures[0].to_string().contains("`count`"), "{}", done.failures[0]);
    }
}
