//! Does the report find a difference that is there, and none that is not?
//!
//! Studies are made up with a known truth and analysed 200 times each. With
//! 200 studies without a difference, a test at 5% finds one in 10 of them on
//! average, and in more than 18 of them once in 170 times.

#![allow(clippy::unwrap_used)]

use std::thread;

use cicerone_study::design::Design;
use cicerone_study::report::rehearsal::{Rehearsal, Spread};
use cicerone_study::report::{Analysis, Settings, analyse_with};

const REPETITIONS: u64 = 200;
/// Fewer than the report takes, for speed; a test at 5% needs no more.
const SETTINGS: Settings = Settings { level: 0.05, permutations: 999, resamples: 199 };
/// Where intervals are not looked at.
const TESTS_ONLY: Settings = Settings { level: 0.05, permutations: 499, resamples: 9 };

/// A design as `cicerone study init` writes it, as far as reports read it.
fn design(conditions: &[&str]) -> Design {
    let survey = cicerone_study::design::paper_survey();
    serde_json::from_value(serde_json::json!({
        "format": "cicerone-study", "version": 1, "title": "A rehearsal", "consent": ["Yes?"], "survey": survey, "conditions": conditions,
        "practice": {"world": "practice", "start": {"x": 0.0, "y": 0.0}, "seconds": 30},
        "tasks": 10, "limits": {"runs_per_cell": 4, "reservation_minutes": 30},
        "exclude": {"native_speaker": ["no", "do_not_disclose"]},
        "seed": 7, "admin_token_sha256": "", "secret": ""
    }))
    .unwrap()
}

/// What 200 studies found.
#[derive(Debug, Default)]
struct Tally {
    primary: usize,
    any_secondary: usize,
    /// Intervals of the main difference that hold the truth.
    covered: usize,
}

impl Tally {
    fn tests(&self) -> String {
        format!(
            "found in {} of {REPETITIONS} studies, any secondary one in {}",
            self.primary, self.any_secondary
        )
    }

    fn intervals(&self) -> String {
        format!("truth in the interval in {}", self.covered)
    }
}

fn tally(plan: &Rehearsal, conditions: &[&str], settings: Settings) -> Tally {
    let design = design(conditions);
    let truth = plan.arrival[1] - plan.arrival[0];
    let one = |seed: u64| -> Analysis {
        let design = Design { seed, ..design.clone() };
        analyse_with(&plan.records(&design, 1_000 + seed), &design, &[], settings)
    };
    let half = |first: u64| {
        let mut tally = Tally::default();
        for seed in (first..REPETITIONS).step_by(2) {
            let analysis = one(seed);
            tally.primary += usize::from(analysis.primary.iter().any(|test| test.differs));
            tally.any_secondary += usize::from(analysis.secondary.iter().any(|test| test.differs));
            let (low, high) = analysis.primary[0].effects[0].interval.unwrap();
            tally.covered += usize::from((low..=high).contains(&truth));
        }
        tally
    };
    let (a, b) = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0), other.join().unwrap())
    });
    Tally {
        primary: a.primary + b.primary,
        any_secondary: a.any_secondary + b.any_secondary,
        covered: a.covered + b.covered,
    }
}

#[test]
fn a_planted_difference_is_found() {
    let plan = Rehearsal::default();
    let found = tally(&plan, &["human", "machine"], SETTINGS);
    println!("planted .55 against .75: {}, {}", found.tests(), found.intervals());
    // Expected power is about 99%: a difference of .20 is 4.2 standard errors
    // of two shares of 200 runs.
    assert!(found.primary >= 180, "{found:?}");
    assert!(found.covered >= 180, "{found:?}");
}

#[test]
fn none_is_found_where_none_is() {
    let plan = Rehearsal { arrival: vec![0.65, 0.65], ..Rehearsal::default() };
    let found = tally(&plan, &["human", "machine"], SETTINGS);
    println!("no difference: {}, {}", found.tests(), found.intervals());
    assert!(found.primary <= 18 && found.any_secondary <= 18, "{found:?}");
    assert!(found.covered >= 180, "{found:?}");
}

// The hardest case: good and bad participants, each under one condition. A
// plain permutation test, which takes runs as independent, finds a difference
// in 58 of 200 such studies.
#[test]
fn none_is_found_where_people_differ_much_and_see_one_condition_each() {
    let plan = Rehearsal {
        arrival: vec![0.65, 0.65],
        ability: 2.0,
        spread: Spread::OneEach,
        ..Rehearsal::default()
    };
    let found = tally(&plan, &["human", "machine"], TESTS_ONLY);
    println!("no difference, one condition a person: {}", found.tests());
    assert!(found.primary <= 18 && found.any_secondary <= 18, "{found:?}");
}

#[test]
fn of_three_conditions_none_is_found_where_none_is() {
    let plan = Rehearsal { arrival: vec![0.65; 3], ability: 1.5, ..Rehearsal::default() };
    let found = tally(&plan, &["human", "machine", "template"], TESTS_ONLY);
    println!("no difference among three: {}", found.tests());
    assert!(found.primary <= 18 && found.any_secondary <= 18, "{found:?}");
}
