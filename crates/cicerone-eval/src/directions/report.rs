//! The figures of many instructions through one building.

use std::time::Instant;

use cicerone::guide::{Guide, GuideOptions, Instruction};
use cicerone::world::World;
use cicerone::world::document::Unit;
use cicerone::{Error, Result};
use serde::Serialize;

use super::arriving_at::names_of;
use super::figures::Names;
use super::routes::Asked;
use super::spoken::{Spoken, SpokenReport};
use super::{Judged, Oracle};

/// What was found in the directions for many routes of a building.
#[derive(Debug, Clone, Default, Serialize)]
pub struct DirectionsReport {
    /// The building.
    pub world: String,
    /// Routes that were told.
    pub routes: usize,
    /// Steps of all instructions.
    pub steps: usize,
    /// Commands of all steps.
    pub commands: usize,
    /// Commands that are true, as a share.
    pub commands_true: f64,
    /// The false ones.
    pub false_commands: Vec<FalseCommand>,
    /// Commands that something else fits as well.
    pub ambiguous: usize,
    /// Those, with what else fits.
    pub ambiguous_commands: Vec<FalseCommand>,
    /// Lines that cannot be walked or are not the route's.
    pub line_faults: Vec<String>,
    /// Closed doors that are passed in silence.
    pub silent_doors: usize,
    /// Instructions that name the destination, as a share.
    pub destination_named: f64,
    /// Changes of level.
    pub rides: usize,
    /// Changes of level with way, direction and level, as a share.
    pub rides_named: f64,
    /// Walks by a count of places.
    pub bare_counts: usize,
    /// Steps that name something one can see or pass, as a share.
    pub steps_naming: f64,
    /// Stretches that end by metres alone.
    pub by_metres: usize,
    /// Of those, stretches that something visible could have ended.
    pub by_metres_needlessly: usize,
    /// Those, as `route, step: text`.
    pub needless: Vec<String>,
    /// Words a route.
    pub words_per_route: f64,
    /// Words for 100 metres of all routes together.
    pub words_per_100_metres: f64,
    /// Milliseconds a route, the median.
    pub milliseconds: f64,
    /// The words.
    pub spoken: SpokenReport,
    /// The ones with the least confidence, the worst first.
    pub worst: Vec<RouteText>,
    /// All of them.
    #[serde(skip)]
    pub texts: Vec<RouteText>,
}

/// A command that is false, or fits something else as well.
#[derive(Debug, Clone, Serialize)]
pub struct FalseCommand {
    /// From where to where.
    pub route: String,
    /// The number of the step, from 1.
    pub step: usize,
    /// The command.
    pub command: String,
    /// The sentence.
    pub text: String,
    /// Why.
    pub reasons: Vec<String>,
}

/// A route and what is said of it.
#[derive(Debug, Clone, Serialize)]
pub struct RouteText {
    /// From where to where.
    pub route: String,
    /// Metres.
    pub metres: f64,
    /// How surely one arrives, by the guide's own estimate.
    pub confidence: Option<f64>,
    /// The step that is the least sure, from 1.
    pub weakest_step: usize,
    /// The instruction.
    pub text: String,
}

/// Has a guide tell routes of a world and judges every command.
pub fn directions_report(
    guide: &Guide,
    world: &World,
    routes: &[Asked],
    options: &GuideOptions,
    worst: usize,
) -> Result<DirectionsReport> {
    if world.unit() == Unit::Passage {
        return Err(Error::input(format!(
            "'{}' is a world of corridors, and its commands are judged by planning; directions \
             are judged in buildings, whose unit is the metre",
            world.name()
        )));
    }
    let oracle = Oracle::new(world);
    let mut sum = Sum::default();
    let mut spoken = Spoken::new(world, options)?;
    for asked in routes {
        let began = Instant::now();
        let instruction = guide.instruct(world, &asked.route, options)?;
        sum.times.push(began.elapsed().as_secs_f64() * 1e3);
        let judged = oracle.judge(&asked.route, &instruction);
        let names = names_of(world, asked.route.goal().place);
        spoken.add(&instruction);
        sum.add(asked, &instruction, judged, &names);
    }
    let spoken = spoken.report(guide.stages().ranking().as_ref())?;
    Ok(DirectionsReport { spoken, ..sum.report(world, worst) })
}

#[derive(Debug, Default)]
struct Sum {
    report: DirectionsReport,
    times: Vec<f64>,
    named: usize,
    naming: usize,
    full_rides: usize,
    words: usize,
    metres: f64,
}

impl Sum {
    fn add(&mut self, asked: &Asked, instruction: &Instruction, judged: Judged, names: &[String]) {
        let report = &mut self.report;
        let route = format!("{} -> {}", asked.from, asked.to);
        report.routes += 1;
        report.steps += instruction.steps.len();
        report.commands += judged.commands.len();
        for one in judged.commands {
            let text = instruction.steps[one.step].text();
            let said = |reasons| FalseCommand {
                route: route.clone(),
                step: one.step + 1,
                command: one.said.clone(),
                text: text.clone(),
                reasons,
            };
            if !one.doubts.is_empty() {
                report.ambiguous_commands.push(said(one.doubts.clone()));
            }
            if !one.faults.is_empty() {
                report.false_commands.push(said(one.faults.clone()));
            }
        }
        report.line_faults.extend(judged.lines.iter().map(|fault| format!("{route}: {fault}")));
        report.silent_doors += judged.silent_doors;
        report.by_metres += judged.by_metres;
        for (step, what) in judged.by_metres_needlessly {
            let text = instruction.steps[step].text();
            report.needless.push(format!("{route}, step {}: {text} ({what})", step + 1));
        }
        for step in &instruction.steps {
            let names = Names::of(&step.commands);
            self.naming += usize::from(names.anything);
            report.bare_counts += usize::from(names.bare_count);
            if step.segment.ride.is_some() {
                report.rides += 1;
                self.full_rides += usize::from(names.full_ride);
            }
        }
        let last = instruction.steps.last();
        // Who is sent to a lift and takes it has been told its name.
        let is_named = last.is_some_and(|step| {
            let said = Names::of(&step.commands);
            said.goal || said.names.iter().any(|name| names.contains(name))
        });
        self.named += usize::from(is_named);
        let text = instruction.text();
        self.words += text.split_whitespace().count();
        self.metres += instruction.distance;
        let sure = |step: usize| instruction.steps[step].confidence.unwrap_or(1.0);
        let weakest = (0..instruction.steps.len()).min_by(|a, b| sure(*a).total_cmp(&sure(*b)));
        report.texts.push(RouteText {
            route,
            metres: (instruction.distance * 10.0).round() / 10.0,
            confidence: instruction.confidence,
            weakest_step: weakest.map_or(0, |step| step + 1),
            text,
        });
    }

    fn report(self, world: &World, worst: usize) -> DirectionsReport {
        let Sum { mut report, mut times, named, naming, full_rides, words, metres } = self;
        let share = |part: usize, all: usize| match all {
            0 => 1.0,
            all => part as f64 / all as f64,
        };
        report.world = world.name().to_owned();
        report.commands_true =
            share(report.commands - report.false_commands.len(), report.commands);
        report.ambiguous = report.ambiguous_commands.len();
        report.destination_named = share(named, report.routes);
        report.rides_named = share(full_rides, report.rides);
        report.steps_naming = share(naming, report.steps);
        report.by_metres_needlessly = report.needless.len();
        report.words_per_route = words as f64 / report.routes.max(1) as f64;
        report.words_per_100_metres = 100.0 * words as f64 / metres.max(1.0);
        times.sort_by(f64::total_cmp);
        report.milliseconds = times.get(times.len() / 2).copied().unwrap_or(0.0);
        let mut by_confidence = report.texts.clone();
        let sure = |one: &RouteText| one.confidence.unwrap_or(1.0);
        by_confidence.sort_by(|a, b| sure(a).total_cmp(&sure(b)));
        by_confidence.truncate(worst);
        report.worst = by_confidence;
        report
    }
}
