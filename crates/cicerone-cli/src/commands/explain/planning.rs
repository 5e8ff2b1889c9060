//! The planning half of `cicerone explain`: commands, likelihoods, what was
//! tried, and the moves that an ambiguous command could mean.

use cicerone::cas::{Command, Structure};
use cicerone::plan::{Attempt, Outcome, Plan, Planned, draw};
use cicerone::world::{Pose, Position, Segment, World};
use serde::Serialize;

/// What planning makes of one segment.
#[derive(Serialize)]
pub(super) struct Record {
    /// True if no candidate singles the path out.
    fell_back: bool,
    /// What can be said, the preferred first.
    options: Vec<OptionRecord>,
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
        let options = plan.options.iter().map(|option| OptionRecord {
            commands: commands(world, &option.commands),
            likelihood: option.likelihood,
            confused_with: confused(world, option),
        });
        let tried = plan.trace.iter().map(|attempt| AttemptRecord {
            structures: structures(world, &attempt.structures),
            outcome: outcome(world, attempt),
            confused_with: match &attempt.outcome {
                Outcome::Ambiguous(planned) => confused(world, planned),
                _ => Vec::new(),
            },
        });
        Record { fell_back: plan.fell_back, options: options.collect(), tried: tried.collect() }
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
pub(super) fn drawing(world: &World, segment: &Segment, plan: &Plan) -> String {
    const SCALE: f64 = 60.0;
    let positions = || world.places().iter().map(|place| place.position);
    let least = |of: fn((f64, f64)) -> f64| positions().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn((f64, f64)) -> f64| positions().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|at| at.0) - 1.0, least(|at| at.1) - 1.0);
    let at = |(x, y): (f64, f64)| ((x - left) * SCALE, (y - top) * SCALE);
    let (width, height) = at((most(|at| at.0) + 1.0, most(|at| at.1) + 1.0));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <g stroke=\"#bbb\" stroke-width=\"8\">\n"
    );
    for passage in world.passages() {
        let [(x1, y1), (x2, y2)] = passage.ends.map(|end| at(world.place(end).position));
        out.push_str(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
        ));
    }
    out.push_str("</g>\n");
    let ambiguous = plan.trace.iter().find_map(|attempt| match &attempt.outcome {
        Outcome::Ambiguous(planned) => Some(planned),
        _ => None,
    });
    if let Some(planned) = ambiguous {
        let said = commands(world, &planned.commands).join("; ");
        out.push_str(&format!("<title>{said}</title>\n"));
    }
    let confused = ambiguous.map_or(Vec::new(), |planned| planned.confused(world));
    out.push_str(&draw::layer(world, &segment.poses, &confused, at));
    out.push_str("</svg>\n");
    out
}

fn outcome(world: &World, attempt: &Attempt) -> String {
    match &attempt.outcome {
        Outcome::Kept(likelihood) => format!("P {likelihood:.3}"),
        Outcome::Ambiguous(planned) => format!(
            "ambiguous, P {:.3} {}",
            planned.likelihood,
            commands(world, &planned.commands).join("; ")
        ),
        Outcome::Failed(failure) => failure.to_string(),
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
