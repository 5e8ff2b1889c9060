//! How large a difference a study of the planned size would find.
//!
//! Studies of that size are made up with a known difference and put to the very
//! test of the report; the share in which it is found is the power.

use std::fmt::Write;

use super::rehearsal::{Rehearsal, scenario_name};
use super::{Counted, Settings, compare};
use crate::design::{Design, Scenario};

/// Made-up studies for each difference: fewer of large ones, for speed.
const STUDIES: std::ops::RangeInclusive<usize> = 20..=100;
/// Runs of all of them together.
const RUNS: usize = 20_000;
/// Enough for a test at 5%.
const SETTINGS: Settings = Settings { level: 0.05, permutations: 199, resamples: 0 };
/// How often the goal is reached under the other condition.
const BASE: f64 = 0.6;
/// What is asked about: differences in points.
const POINTS: [u32; 3] = [10, 20, 30];

/// A few lines on what the planned number of runs can show.
pub fn power(design: &Design, scenarios: usize) -> String {
    let runs = scenarios * design.limits.runs_per_cell as usize;
    let mut words =
        format!("Planned: {runs} runs under each of {} conditions. ", design.conditions.len());
    if design.conditions.len() < 2 || runs == 0 {
        words.push_str("There is nothing to compare.\n");
        return words;
    }
    let studies = (RUNS / (2 * runs)).clamp(*STUDIES.start(), *STUDIES.end());
    let found = POINTS.map(|points| {
        let share = found(design, scenarios, studies, f64::from(points) / 100.0);
        format!("of {points} points in {:.0}%", share * 100.0)
    });
    let _ = writeln!(
        words,
        "Where {:.0}% arrive under one of two, the report's primary test at {:.0}% would find a \
         difference {} of such studies ({studies} made up for each, with people and scenarios that \
         differ). 80% is what one plans for.",
        BASE * 100.0,
        SETTINGS.level * 100.0,
        found.join(", ")
    );
    words
}

/// The share of made-up studies in which the difference is found.
fn found(design: &Design, scenarios: usize, studies: usize, difference: f64) -> f64 {
    let design = Design { conditions: design.conditions[..2].to_vec(), ..design.clone() };
    let plan = Rehearsal {
        scenarios,
        runs_per_cell: design.limits.runs_per_cell as usize,
        tasks: (design.tasks as usize).min(scenarios),
        arrival: vec![BASE, BASE + difference],
        lost: 0.0,
        ..Rehearsal::default()
    };
    let named = |number| Scenario { id: scenario_name(number), ..Scenario::default() };
    let names: Vec<Scenario> = (0..scenarios).map(named).collect();
    let is_found = |seed: u64| {
        let records = plan.records(&design, seed);
        let counted = Counted::new(&records, &design, &names);
        compare::primary(&counted, &design, SETTINGS).iter().any(|one| one.differs)
    };
    (0..studies as u64).filter(|seed| is_found(*seed)).count() as f64 / studies as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_runs_and_larger_differences_are_found_more_often() {
        let world = cicerone::world::embedded::world("practice").unwrap();
        let conditions = vec!["a".to_owned(), "b".to_owned()];
        let (mut design, _) = crate::design::draft(conditions, ("practice", &world), 1).unwrap();
        design.limits.runs_per_cell = 3;
        let few = found(&design, 8, 60, 0.3);
        design.limits.runs_per_cell = 12;
        let [none, many] = [0.0, 0.3].map(|points| found(&design, 8, 60, points));
        assert!(none < 0.2 && few < many && many > 0.7, "{none} {few} {many}");
        assert!(power(&design, 8).contains("Planned: 96 runs under each of 2 conditions"));
    }
}
