//! What the runs that count show, condition by condition.

use std::collections::BTreeSet;

use serde::Serialize;

use super::formulas::{quantile, weighted_median, wilson};
use super::sample::{Observed, Sample, stream};
use super::{Counted, CountedRun, Settings};
use crate::design::{Design, Question};

/// So many of so many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
    /// As a share; none of none.
    pub share: Option<f64>,
    /// Wilson's 95% interval.
    pub interval: Option<(f64, f64)>,
}

impl Share {
    fn new(count: usize, of: usize) -> Share {
        let share = (of > 0).then(|| count as f64 / of as f64);
        Share { count, of, share, interval: wilson(count, of) }
    }
}

/// A figure with its 95% interval, if it can be had.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
}

/// What the runs of one condition came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    /// The condition.
    pub condition: String,
    /// Runs that count.
    pub runs: usize,
    /// People among them.
    pub participants: usize,
    /// Scenarios among them.
    pub scenarios: usize,
    /// Runs that ended 0, 1, 2 and more passages from the goal.
    pub distances: [Share; 4],
    /// How long those took that reached the goal; none if nobody did.
    pub times: Option<Times>,
    /// Runs with a comment.
    pub comments: usize,
}

/// How long runs took.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Times {
    /// Seconds of each, in rising order.
    pub seconds: Vec<f64>,
    /// The first and third quartile.
    pub quartiles: (f64, f64),
    /// The median, with its interval over participants.
    pub median: Estimate,
    /// The mean, with its interval over participants.
    pub mean: Estimate,
}

/// How a question was answered.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answers {
    /// The question's id.
    pub id: String,
    /// What was asked.
    pub text: String,
    /// Whether its answers are steps of one scale.
    pub scale: bool,
    /// What could be answered, as read.
    pub labels: Vec<String>,
    /// For each group (a condition, or all people) its name and how often each
    /// answer was given.
    pub groups: Vec<(String, Vec<Share>)>,
    /// Answers missing, or none of those that the survey has now.
    pub missing: usize,
}

/// How often the goal of one scenario was reached.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScenarioArrivals {
    /// The scenario.
    pub scenario: String,
    /// By condition: runs at the goal, and runs.
    pub arrivals: Vec<(usize, usize)>,
}

/// Seconds of a run that reached the goal.
pub(super) fn time_to_goal(run: &CountedRun<'_>) -> Option<f64> {
    let seconds = run.record.seconds;
    (run.distance == 0 && seconds.is_finite() && seconds >= 0.0).then_some(seconds)
}

pub(super) fn outcomes(counted: &Counted<'_>, design: &Design, settings: Settings) -> Vec<Outcome> {
    let one = |(number, condition): (usize, &String)| {
        let runs: Vec<_> = counted.runs.iter().filter(|run| run.condition == number).collect();
        let within = |least: u32, most: u32| {
            let count = runs.iter().filter(|run| (least..=most).contains(&run.distance)).count();
            Share::new(count, runs.len())
        };
        Outcome {
            condition: condition.clone(),
            runs: runs.len(),
            participants: runs.iter().map(|run| run.participant).collect::<BTreeSet<_>>().len(),
            scenarios: runs.iter().map(|run| run.scenario).collect::<BTreeSet<_>>().len(),
            distances: [within(0, 0), within(1, 1), within(2, 2), within(3, u32::MAX)],
            times: times(&runs, design, condition, settings),
            comments: runs.iter().filter(|run| !run.record.comments.trim().is_empty()).count(),
        }
    };
    design.conditions.iter().enumerate().map(one).collect()
}

fn times(
    runs: &[&CountedRun<'_>],
    design: &Design,
    condition: &str,
    settings: Settings,
) -> Option<Times> {
    let observed = runs.iter().filter_map(|run| {
        let value = time_to_goal(run)?;
        // In one stratum: sorted by time, they can be gone through in order.
        Some(Observed { participant: run.participant, scenario: 0, second: false, value })
    });
    let mut sample = Sample::new(observed.collect());
    sample.runs.sort_by(|a, b| a.value.total_cmp(&b.value));
    let seconds = sample.values();
    let weighted = |times: &[u32]| {
        weighted_median(sample.runs.iter().map(|run| (run.value, times[run.participant])))
    };
    let mean = |times: &[u32]| {
        let weight = |run: &Observed| f64::from(times[run.participant]);
        let all: f64 = sample.runs.iter().map(weight).sum();
        let sum: f64 = sample.runs.iter().map(|run| weight(run) * run.value).sum();
        (all > 0.0).then(|| sum / all)
    };
    let once = vec![1; sample.participants];
    let estimate = |name: &str, statistic: &dyn Fn(&[u32]) -> Option<f64>| {
        let mut random = stream(design.seed, &format!("{name} time {condition}"));
        let interval = sample.bootstrap(settings.resamples, &mut random, statistic);
        Some(Estimate { value: statistic(&once)?, interval })
    };
    Some(Times {
        quartiles: (quantile(&seconds, 0.25)?, quantile(&seconds, 0.75)?),
        median: estimate("median", &weighted)?,
        mean: estimate("mean", &mean)?,
        seconds,
    })
}

/// How runs answered the questions about the task, by condition.
pub(super) fn survey(counted: &Counted<'_>, design: &Design) -> Vec<Answers> {
    let about_task =
        design.survey.iter().filter(|question| question.is_compared() && question.has_steps());
    let one = |question: &Question| {
        let groups = design.conditions.iter().enumerate().map(|(number, condition)| {
            let runs = counted.runs.iter().filter(move |run| run.condition == number);
            let given = runs.map(|run| answer(run, question));
            (condition.clone(), given.collect::<Vec<_>>())
        });
        answers(question, groups.collect())
    };
    about_task.map(one).collect()
}

/// What people said about themselves, each once: the first time they did.
pub(super) fn people(counted: &Counted<'_>, design: &Design) -> Vec<Answers> {
    let about_person =
        design.survey.iter().filter(|question| question.about_person && question.has_steps());
    let one = |question: &Question| {
        let mut given = vec![None; counted.participants];
        for run in &counted.runs {
            let known: &mut Option<usize> = &mut given[run.participant];
            *known = known.or(answer(run, question));
        }
        answers(question, vec![("participants".into(), given)])
    };
    about_person.map(one).collect()
}

/// How many people told two things about themselves.
pub(super) fn inconsistent(counted: &Counted<'_>, design: &Design) -> usize {
    let mut people = BTreeSet::new();
    for question in design.survey.iter().filter(|question| question.about_person) {
        let mut first = vec![None; counted.participants];
        for run in &counted.runs {
            let now = answer(run, question);
            let before = *first[run.participant].get_or_insert(now);
            if before != now {
                people.insert(run.participant);
            }
        }
    }
    people.len()
}

/// Which of a question's answers a run gave, by number.
pub(super) fn answer(run: &CountedRun<'_>, question: &Question) -> Option<usize> {
    let given = run.record.answers.get(&question.id)?;
    question.steps().iter().position(|option| option.value == *given)
}

fn answers(question: &Question, groups: Vec<(String, Vec<Option<usize>>)>) -> Answers {
    let steps = question.steps();
    let missing = groups.iter().flat_map(|(_, given)| given).filter(|one| one.is_none()).count();
    let shares = |given: &[Option<usize>]| -> Vec<Share> {
        let all = given.iter().flatten().count();
        let count = |option| given.iter().flatten().filter(|one| **one == option).count();
        (0..steps.len()).map(|option| Share::new(count(option), all)).collect()
    };
    Answers {
        id: question.id.clone(),
        text: question.text.clone(),
        scale: question.is_scale(),
        labels: steps.iter().map(|option| option.label.clone()).collect(),
        groups: groups.into_iter().map(|(name, given)| (name, shares(&given))).collect(),
        missing,
    }
}

/// How often each scenario's goal was reached; those without runs are left out.
pub(super) fn by_scenario(counted: &Counted<'_>, design: &Design) -> Vec<ScenarioArrivals> {
    let mut arrivals = vec![vec![(0, 0); design.conditions.len()]; counted.scenarios.len()];
    for run in &counted.runs {
        let cell = &mut arrivals[run.scenario][run.condition];
        cell.0 += usize::from(run.distance == 0);
        cell.1 += 1;
    }
    let named = counted.scenarios.iter().zip(arrivals);
    named
        .filter(|(_, arrivals)| arrivals.iter().any(|(_, runs)| *runs > 0))
        .map(|(name, arrivals)| ScenarioArrivals { scenario: (*name).to_owned(), arrivals })
        .collect()
}
