//! The planning half of `cicerone explain`: commands, likelihoods, what was
//! tried, and the moves that an ambiguous command could mean.

use cicerone::Result;
use cicerone::cas::{Command, Structure};
use cicerone::plan::{Attempt, AttemptOutcome, Plan, Planned};
use cicerone::world::draw::svg_with_rivals;
use cicerone::world::{Pose, Position, Segment, World};
use serde::Serialize;

/// What planning makes of one segment.
#[derive(Serialize)]
pub(super) struct Record {
    /// True if no candidate singles the path out.
    fell_back: bool,
    /// What can be said, the preferred first.
    options: Vec<OptionRecord>,
    /// What singles the path out but is better not said.
    set_aside: Vec<OptionRecord>,
    /// Every structure that was tried.
    tried: Vec<AttemptRecord>,
}

#[derive(Serialize)]
struct OptionRecord {
    commands: Vec<String>,
    likelihood: f64,
    confused_with: Vec<String>,
}

#[derive(Serialize)]
struct AttemptRecord {
    structures: Vec<String>,
    outcome: String,
    confused_with: Vec<String>,
}

impl Record {
    pub(super) fn new(world: &World, plan: &Plan) -> Record {
        let option = |option: &Planned| OptionRecord {
            commands: commands(world, &option.commands),
            likelihood: option.likelihood,
            confused_with: confused(world, option),
        };
        let tried = plan.attempts.iter().map(|attempt| AttemptRecord {
            structures: structures(world, &attempt.structures),
            outcome: outcome(world, attempt),
            confused_with: match &attempt.outcome {
                AttemptOutcome::Ambiguous(planned) => confused(world, planned),
                _ => Vec::new(),
            },
        });
        Record {
            fell_back: plan.fell_back,
            options: plan.options.iter().map(option).collect(),
            set_aside: plan.set_aside.iter().map(option).collect(),
            tried: tried.collect(),
        }
    }

    pub(super) fn describe(&self, show: usize) -> String {
        let mut out = format!("   {} commands\n", self.options.len());
        if self.fell_back {
            out.push_str("     none of the candidates singles the path out\n");
        }
        for option in self.options.iter().take(show) {
            let said = option.commands.join("; ");
            out.push_str(&format!("     P {:.3}  {said}\n", option.likelihood));
            for other in &option.confused_with {
                out.push_str(&format!("              could also mean {other}\n"));
            }
        }
        for option in self.set_aside.iter().take(show) {
            let said = option.commands.join("; ");
            out.push_str(&format!("     set aside, P {:.3}  {said}\n", option.likelihood));
        }
        out.push_str(&format!("   {} structures tried\n", self.tried.len()));
        for attempt in self.tried.iter().take(show) {
            let text = attempt.structures.join("; ");
            out.push_str(&format!("     {}: {text}\n", attempt.outcome));
        }
        out
    }
}

/// The world, the path, and the moves that the first ambiguous attempt could
/// mean as well.
pub(super) fn drawing(world: &World, segment: &Segment, plan: &Plan) -> Result<String> {
    let ambiguous = plan.attempts.iter().find_map(|attempt| match &attempt.outcome {
        AttemptOutcome::Ambiguous(planned) => Some(planned),
        _ => None,
    });
    let rivals = ambiguous.map_or(Vec::new(), |planned| planned.confused(world));
    svg_with_rivals(world, &segment.poses, &rivals)
}

fn outcome(world: &World, attempt: &Attempt) -> String {
    match &attempt.outcome {
        AttemptOutcome::Kept(planned) => format!("P {:.3}", planned.likelihood),
        AttemptOutcome::Ambiguous(planned) => format!(
            "ambiguous, P {:.3} {}",
            planned.likelihood,
            commands(world, &planned.commands).join("; ")
        ),
        AttemptOutcome::Failed(failure) => failure.to_string(),
    }
}

fn confused(world: &World, planned: &Planned) -> Vec<String> {
    planned.confused(world).iter().map(|other| print(world, other)).collect()
}

fn commands(world: &World, commands: &[Command]) -> Vec<String> {
    commands.iter().map(|one| one.display(world.vocabulary()).to_string()).collect()
}

fn structures(world: &World, structures: &[Structure]) -> Vec<String> {
    structures.iter().map(|one| one.display(world.vocabulary()).to_string()).collect()
}

fn print(world: &World, poses: &[Pose]) -> String {
    let position = |pose: &Pose| Position::of(world, *pose).to_string();
    poses.iter().map(position).collect::<Vec<_>>().join(" ")
}
