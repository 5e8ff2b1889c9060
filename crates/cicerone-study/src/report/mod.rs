//! What a study found: the figures of the paper, and the tests one would
//! publish with them.
//!
//! 1. Which runs count, and what became of the others ([`Flow`]).
//! 2. What they show, condition by condition ([`Outcome`], [`Answers`]).
//! 3. Whether conditions differ ([`Comparison`]).
//! 4. The same as a page ([`Analysis::html`]), as pictures
//!    ([`Analysis::figures`]) and as text ([`Analysis::text`]).
//!
//! An analysis is a function of records and design alone: all chance in it
//! comes from the design's seed.

mod chart;
mod compare;
mod fate;
mod figures;
mod formulas;
mod html;
mod methods;
mod outcome;
mod power;
pub mod rehearsal;
mod sample;
mod text;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::design::{Design, Scenario};
use crate::records::{Records, RunRecord};
pub use compare::{Comparison, Effect, EffectKind};
pub use fate::{Fate, Flow};
pub use outcome::{Answers, Estimate, Outcome, ScenarioArrivals, Share, Times};
pub use power::power;

/// What the log says was done where scripted participants took part.
pub const REHEARSE: &str = "rehearse";

/// How an analysis is made.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Settings {
    /// A difference is one if its corrected p is at most this. Default 0.05.
    pub level: f64,
    /// Permutations of each test. Default 9,999.
    pub permutations: usize,
    /// Resamples of each bootstrap interval. Default 4,999.
    pub resamples: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { level: 0.05, permutations: 9_999, resamples: 4_999 }
    }
}

/// What a study found.
#[derive(Debug, Clone, Serialize)]
pub struct Analysis {
    /// The study's title.
    pub title: String,
    /// True if nobody took part: participants were simulated.
    pub rehearsal: bool,
    /// How it was made.
    pub settings: Settings,
    /// Where its chance came from.
    pub seed: u64,
    /// When the first analysed run was given out and the last was complete,
    /// milliseconds since 1970.
    pub dates: Option<(i64, i64)>,
    /// Scenarios the study has.
    pub scenarios_planned: usize,
    /// Runs of the study's own people, which count nowhere.
    pub test_runs: usize,
    /// How many runs got how far.
    pub flow: Vec<Flow>,
    /// People with a run that counts.
    pub participants: usize,
    /// Who they are, by person.
    pub people: Vec<Answers>,
    /// People who answered a question about themselves in two ways.
    pub inconsistent: usize,
    /// What runs came to, in the design's order of conditions.
    pub outcomes: Vec<Outcome>,
    /// What was answered about the task, by run.
    pub survey: Vec<Answers>,
    /// The one question the study is for: is the goal reached as often? Each
    /// pair of conditions.
    pub primary: Vec<Comparison>,
    /// All other questions.
    pub secondary: Vec<Comparison>,
    /// Scenario by scenario.
    pub scenarios: Vec<ScenarioArrivals>,
}

/// Analyses a study with the usual settings.
pub fn analyse(records: &Records, design: &Design, scenarios: &[Scenario]) -> Analysis {
    analyse_with(records, design, scenarios, Settings::default())
}

/// Analyses a study.
pub fn analyse_with(
    records: &Records,
    design: &Design,
    scenarios: &[Scenario],
    settings: Settings,
) -> Analysis {
    let counted = Counted::new(records, design, scenarios);
    let [primary, secondary] = compare::all(&counted, design, settings);
    let starts = counted.runs.iter().map(|run| run.record.reserved_at).min();
    let ends = counted.runs.iter().filter_map(|run| run.record.completed_at).max();
    Analysis {
        title: design.title.clone(),
        rehearsal: records.audit.iter().any(|line| line.action == REHEARSE),
        settings,
        seed: design.seed,
        dates: starts.zip(ends),
        scenarios_planned: scenarios.len(),
        test_runs: records.runs.iter().filter(|run| run.test).count(),
        flow: Flow::of(records, design),
        participants: counted.participants,
        people: outcome::people(&counted, design),
        inconsistent: outcome::inconsistent(&counted, design),
        outcomes: outcome::outcomes(&counted, design, settings),
        survey: outcome::survey(&counted, design),
        primary,
        secondary,
        scenarios: outcome::by_scenario(&counted, design),
    }
}

/// The runs that count, with their names as numbers.
struct Counted<'r> {
    runs: Vec<CountedRun<'r>>,
    participants: usize,
    /// The names of the scenarios, in the study's order.
    scenarios: Vec<&'r str>,
}

struct CountedRun<'r> {
    record: &'r RunRecord,
    participant: usize,
    scenario: usize,
    condition: usize,
    /// Manhattan distance from the goal.
    distance: u32,
}

impl<'r> Counted<'r> {
    fn new(records: &'r Records, design: &Design, scenarios: &'r [Scenario]) -> Counted<'r> {
        let mut names: Vec<&str> = scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
        let mut places: BTreeMap<&str, usize> =
            names.iter().enumerate().map(|(place, name)| (*name, place)).collect();
        // Scenarios that the study no longer has come last, by name.
        let others = records.runs.iter().map(|run| run.scenario.as_str());
        for name in others.collect::<BTreeSet<_>>() {
            places.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            });
        }
        let mut people: BTreeMap<&str, usize> = BTreeMap::new();
        let mut runs = Vec::new();
        for record in &records.runs {
            let condition = design.conditions.iter().position(|name| *name == record.condition);
            let (Fate::Analysed, Some(condition), Some(distance)) =
                (Fate::of(record, design), condition, record.distance)
            else {
                continue;
            };
            let Some(&scenario) = places.get(record.scenario.as_str()) else { continue };
            let next = people.len();
            let participant = *people.entry(&record.participant).or_insert(next);
            runs.push(CountedRun { record, participant, scenario, condition, distance });
        }
        Counted { runs, participants: people.len(), scenarios: names }
    }
}
