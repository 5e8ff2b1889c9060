//! The planning half of `cicerone explain`: commands, likelihoods, what was
//! tried, and the moves that an ambiguous command could mean.

use cicerone::Result;
use cicerone::cas::{Command, Structure};
use cicerone::plan::{Attempt, Outcome, Plan, Planned, Planner, draw};
use cicerone::world::{Pose, Position, Route, Segment, World};
use cicerone_eval::planning::Frequent;
use serde::Serialize;

use crate::worlds::DataOption;

/// How many structures stand in for content selection.
const STRUCTURES: usize = 20;

/// Plans every segment of a route. The candidates are the structures people
/// used most often; where the corpus is not on this machine there are none,
/// and the plan is plain.
pub(super) fn plan(
    world: &World,
    route: &Route,
    data: &DataOption,
) -> Result<Vec<(Segment, Plan)>> {
    let frequent = match data.corpus() {
        Ok(corpus) => Some(Frequent::learn(&corpus, STRUCTURES)?),
        Err(_) if data.data.is_none() => None,
        Err(error) => return Err(error),
    };
    let planner = Planner::default();
    let plans = route.segments().into_iter().map(|segment| {
        let candidates = frequent.as_ref().map_or(&[][..], |known| known.candidates(&segment));
        let plan = planner.plan(world, &segment.poses, candidates);
        (segment, plan)
    });
    Ok(plans.collect())
}

/// One segment as other programs read it.
#[derive(Serialize)]
pub(super) struct Record {
    path: String,
    fell_back: bool,
    options: Vec<OptionRecord>,
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

/// The plans for programs.
pub(super) fn record(world: &World, plans: &[(Segment, Plan)]) -> Vec<Record> {
    plans
        .iter()
        .map(|(segment, plan)| Record {
            path: print(world, &segment.poses),
            fell_back: plan.fell_back,
            options: plan
                .options
                .iter()
                .map(|option| OptionRecord {
                    commands: commands(world, &option.commands),
                    likelihood: option.likelihood,
                    confused_with: confused(world, option),
                })
                .collect(),
            tried: plan
                .trace
                .iter()
                .map(|attempt| AttemptRecord {
                    structures: structures(world, &attempt.structures),
                    outcome: outcome(world, attempt),
                    confused_with: match &attempt.outcome {
                        Outcome::Ambiguous(planned) => confused(world, planned),
                        _ => Vec::new(),
                    },
                })
                .collect(),
        })
        .collect()
}

/// The plans for people.
pub(super) fn describe(world: &World, plans: &[(Segment, Plan)]) -> String {
    let mut out = String::new();
    for (number, (segment, plan)) in plans.iter().enumerate() {
        let path = print(world, &segment.poses);
        out.push_str(&format!("segment {}: {path}\n", number + 1));
        if plan.fell_back {
            out.push_str(
                "  no candidate singles the path out; the best true one and a plain one\n",
            );
        }
        for option in &plan.options {
            let said = commands(world, &option.commands).join("; ");
            out.push_str(&format!("  P {:.3} {said}\n", option.likelihood));
            for other in confused(world, option) {
                out.push_str(&format!("          could also mean {other}\n"));
            }
        }
        out.push_str("  tried:\n");
        for attempt in &plan.trace {
            let text = structures(world, &attempt.structures).join("; ");
            out.push_str(&format!("    {}: {text}\n", outcome(world, attempt)));
        }
    }
    out
}

/// The world, the path, and for every segment the moves that its first
/// ambiguous attempt could mean.
pub(super) fn drawing(world: &World, plans: &[(Segment, Plan)]) -> String {
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
    for (segment, plan) in plans {
        let ambiguous = plan.trace.iter().find_map(|attempt| match &attempt.outcome {
            Outcome::Ambiguous(planned) => Some(planned),
            _ => None,
        });
        let confused = ambiguous.map_or(Vec::new(), |planned| planned.confused(world));
        let title = ambiguous.map_or(String::new(), |planned| {
            let said = commands(world, &planned.commands).join("; ");
            format!("<title>{said}</title>\n")
        });
        let layer = draw::layer(world, &segment.poses, &confused, at);
        out.push_str(&format!("<g>\n{title}{layer}</g>\n"));
    }
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
