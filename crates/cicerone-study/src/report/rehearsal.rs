//! A study that nobody took part in: made-up records of a known truth.
//!
//! It shows whether the report finds a difference that is there, and does not
//! find one that is not; and, before a study, how many runs it needs.
//!
//! People differ in ability and scenarios in difficulty, on the logit scale;
//! the chance to arrive is set so that its mean over people and scenarios is
//! the one asked for. One person's runs therefore resemble each other.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::design::Design;
use crate::records::{Records, RunRecord, Status};

/// What is made up.
#[derive(Debug, Clone)]
pub struct Rehearsal {
    /// Scenarios.
    pub scenarios: usize,
    /// Complete runs of each scenario under each condition.
    pub runs_per_cell: usize,
    /// Runs of one participant, at most.
    pub tasks: usize,
    /// The mean chance to arrive under each of the design's conditions.
    pub arrival: Vec<f64>,
    /// How much people differ: standard deviation on the logit scale.
    pub ability: f64,
    /// How much scenarios differ: standard deviation on the logit scale.
    pub difficulty: f64,
    /// How conditions are spread over people.
    pub spread: Spread,
    /// The share of runs that are given up, left open, or by people whom the
    /// design leaves out.
    pub lost: f64,
}

/// How conditions are spread over the runs of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// The emptiest cell that a person may still get, as studies do.
    Mixed,
    /// Everybody sees one condition only: the hardest case for a test.
    OneEach,
}

impl Default for Rehearsal {
    /// A study of the size one would plan: 50 scenarios, two conditions, four
    /// runs each, ten tasks a person.
    fn default() -> Rehearsal {
        Rehearsal {
            scenarios: 50,
            runs_per_cell: 4,
            tasks: 10,
            arrival: vec![0.55, 0.75],
            ability: 0.8,
            difficulty: 1.0,
            spread: Spread::Mixed,
            lost: 0.15,
        }
    }
}

impl Rehearsal {
    /// Plays the study once.
    pub fn records(&self, design: &Design, seed: u64) -> Records {
        let mut play = Play::new(self, design, seed);
        let mut person = 0;
        // Losses are bounded, so cells fill up; the bound is for nonsense.
        while play.open_cells() > 0 && person < 100_000 {
            play.visit(person);
            person += 1;
        }
        Records { runs: play.runs, ..Records::default() }
    }
}

struct Play<'p> {
    plan: &'p Rehearsal,
    design: &'p Design,
    random: ChaCha8Rng,
    /// The logit of arriving for the mean person at the mean scenario.
    middles: Vec<f64>,
    difficulties: Vec<f64>,
    /// Complete runs by scenario and condition.
    cells: Vec<Vec<usize>>,
    runs: Vec<RunRecord>,
}

impl<'p> Play<'p> {
    fn new(plan: &'p Rehearsal, design: &'p Design, seed: u64) -> Play<'p> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let deviation = plan.ability.hypot(plan.difficulty);
        let middles = plan.arrival.iter().map(|share| middle(*share, deviation)).collect();
        let difficulties =
            (0..plan.scenarios).map(|_| plan.difficulty * normal(&mut random)).collect();
        let conditions = design.conditions.len().min(plan.arrival.len());
        let cells = vec![vec![0; conditions]; plan.scenarios];
        Play { plan, design, random, middles, difficulties, cells, runs: Vec::new() }
    }

    fn open_cells(&self) -> usize {
        let full = self.plan.runs_per_cell;
        self.cells.iter().flatten().filter(|count| **count < full).count()
    }

    /// One person's tasks.
    fn visit(&mut self, person: usize) {
        let ability = self.plan.ability * normal(&mut self.random);
        let is_left_out = self.random.random_bool(self.plan.lost / 2.0);
        let about_person = self.about_person(is_left_out);
        let mut seen = vec![false; self.plan.scenarios];
        for number in 0..self.plan.tasks {
            let Some((scenario, condition)) = self.assign(person, &seen) else { break };
            seen[scenario] = true;
            let mut run = self.run(person, number, scenario, condition, ability);
            if self.random.random_bool(self.plan.lost / 2.0) {
                lose(&mut run, &mut self.random);
            } else {
                run.answers.extend(about_person.clone());
                self.cells[scenario][condition] += usize::from(!is_left_out);
            }
            self.runs.push(run);
        }
    }

    /// The emptiest cells that the person may get; among equals, chance.
    fn assign(&mut self, person: usize, seen: &[bool]) -> Option<(usize, usize)> {
        let conditions = self.cells.first().map_or(0, Vec::len);
        let may = |condition: usize| match self.plan.spread {
            Spread::Mixed => true,
            Spread::OneEach => condition == person % conditions,
        };
        let (mut least, mut fit) = (self.plan.runs_per_cell, Vec::new());
        for (scenario, counts) in self.cells.iter().enumerate().filter(|cell| !seen[cell.0]) {
            for (condition, count) in counts.iter().enumerate().filter(|one| may(one.0)) {
                if *count < least {
                    least = *count;
                    fit.clear();
                }
                if *count == least && least < self.plan.runs_per_cell {
                    fit.push((scenario, condition));
                }
            }
        }
        (!fit.is_empty()).then(|| fit[self.random.random_range(0..fit.len())])
    }

    fn about_person(&mut self, is_left_out: bool) -> BTreeMap<String, String> {
        let mut answers = BTreeMap::new();
        for question in self.design.survey.iter().filter(|question| question.about_person) {
            let left_out = self.design.exclude.get(&question.id);
            let fits = |value: &String| left_out.is_some_and(|out| out.contains(value));
            let wanted = question.steps().into_iter().map(|option| option.value);
            let wanted: Vec<String> =
                wanted.filter(|value| left_out.is_none() || fits(value) == is_left_out).collect();
            if !wanted.is_empty() {
                let value = &wanted[self.random.random_range(0..wanted.len())];
                answers.insert(question.id.clone(), value.clone());
            }
        }
        answers
    }

    fn run(
        &mut self,
        person: usize,
        number: usize,
        scenario: usize,
        condition: usize,
        ability: f64,
    ) -> RunRecord {
        // How much better than the first condition, in logits.
        let better = self.middles[condition] - self.middles[0];
        let logit = self.middles[condition] + ability + self.difficulties[scenario];
        let arrives = self.random.random_bool(logistic(logit));
        let distance = if arrives { 0 } else { 1 + (self.random.random::<f64>() * 5.0) as u32 };
        let pace = 0.25 * normal(&mut self.random) - 0.1 * ability - 0.15 * better;
        let seconds = 42.0 * (pace - 0.2 * self.difficulties[scenario]).exp();
        let mut answers = BTreeMap::new();
        for question in self.design.survey.iter().filter(|question| !question.about_person) {
            let noise = self.random.random::<f64>().clamp(1e-9, 1.0 - 1e-9);
            let felt = 0.6 * better + 0.6 * ability + (noise / (1.0 - noise)).ln();
            let steps = question.steps();
            let step = (logistic(felt) * steps.len() as f64) as usize;
            let chosen = steps.get(step.min(steps.len().saturating_sub(1)));
            let value = chosen.map(|step| step.value.clone());
            if let Some(value) = question.expects.clone().or(value) {
                answers.insert(question.id.clone(), value);
            }
        }
        let begun = START + (self.runs.len() as i64) * 97_000;
        let finished = begun + (seconds * 1000.0) as i64;
        RunRecord {
            run: format!("run-{:05}", self.runs.len()),
            participant: format!("person-{person:04}"),
            visit: format!("visit-{person:04}"),
            test: false,
            number: number as u32 + 1,
            scenario: scenario_name(scenario),
            condition: self.design.conditions[condition].clone(),
            world: "rehearsal".into(),
            status: Status::Complete,
            reserved_at: begun - 60_000,
            begun_at: Some(begun),
            finished_at: Some(finished),
            completed_at: Some(finished + 30_000),
            seconds,
            start_heading: 0.0,
            end_x: f64::from(distance),
            end_y: 0.0,
            end_heading: 0.0,
            end_level: None,
            distance: Some(distance),
            passages_to_goal: Some(distance),
            walked: 6,
            route_passages: 6,
            pieces: 3,
            answers,
            comments: String::new(),
        }
    }
}

/// The first of March 2026, at nine.
const START: i64 = 1_772_355_600_000;

/// What a rehearsal calls a scenario.
pub fn scenario_name(number: usize) -> String {
    format!("scenario-{:02}", number + 1)
}

/// Something came in between.
fn lose(run: &mut RunRecord, random: &mut ChaCha8Rng) {
    run.answers.clear();
    run.completed_at = None;
    match random.random_range(0..4) {
        0 => run.status = Status::Answering,
        1 => run.status = Status::Cancelled,
        2 => {
            run.status = Status::Open;
            run.finished_at = None;
        }
        _ => {
            run.status = Status::Open;
            run.begun_at = None;
            run.finished_at = None;
        }
    }
    if run.status != Status::Answering {
        run.distance = None;
        run.passages_to_goal = None;
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// A draw of the normal distribution, by Box and Muller.
fn normal(random: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.random::<f64>()).cos()
}

/// The logit around which a normal of that deviation has that mean share.
fn middle(share: f64, deviation: f64) -> f64 {
    let mean = |middle: f64| {
        let steps = (-400..=400).map(|step| f64::from(step) / 100.0);
        let (sum, weights) = steps.fold((0.0, 0.0), |(sum, weights), z| {
            let weight = (-z * z / 2.0).exp();
            (sum + weight * logistic(middle + deviation * z), weights + weight)
        });
        sum / weights
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..60 {
        let half = (low + high) / 2.0;
        if mean(half) < share { low = half } else { high = half }
    }
    (low + high) / 2.0
}
