//! Whether conditions differ: the primary question and the secondary ones,
//! for every pair of conditions.

use serde::Serialize;

use super::formulas::{cliffs_delta, cramers_v, holm, weighted_median};
use super::outcome::{answer, time_to_goal};
use super::sample::{Observed, Sample, stream};
use super::{Counted, CountedRun, Settings};
use crate::design::{Design, Question, QuestionKind};

/// One question, asked of two conditions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What is compared, in a word: `arrived`, `distance`, `time`, or the id
    /// of a question.
    pub measure: String,
    /// What is compared, to read.
    pub title: String,
    /// The test.
    pub test: &'static str,
    /// What it means if the effect is above zero; empty if it has no sign.
    pub above_zero: String,
    /// One condition.
    pub first: String,
    /// The other; effects are its difference from the first.
    pub second: String,
    /// Runs of each that could be used.
    pub runs: [usize; 2],
    /// People among them.
    pub participants: usize,
    /// Scenarios with runs of both, which alone the test uses.
    pub scenarios: usize,
    /// How large the difference is; the first is the main one.
    pub effects: Vec<Effect>,
    /// The p-value; none if it could not be tested.
    pub p: Option<f64>,
    /// Corrected for the other tests of its family, as Holm has it.
    pub adjusted: Option<f64>,
    /// Whether it is a difference at the level of the analysis.
    pub differs: bool,
}

/// How large a difference is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// In which measure.
    pub kind: EffectKind,
    /// The second condition's difference from the first.
    pub value: f64,
    /// Its 95% bootstrap interval over participants.
    pub interval: Option<(f64, f64)>,
}

/// A measure of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// Difference of shares, within scenarios.
    RiskDifference,
    /// Cliff's delta, from -1 to 1.
    CliffsDelta,
    /// Difference of the medians, in seconds.
    MedianSeconds,
    /// Difference of the means, in seconds.
    MeanSeconds,
    /// Cramér's V, from 0 to 1.
    CramersV,
}

/// A question one can ask of two conditions.
enum Measure<'d> {
    Arrived,
    Distance,
    Time,
    Scale(&'d Question),
    Kinds(&'d Question),
    Number(&'d Question),
}

impl Measure<'_> {
    fn value(&self, run: &CountedRun<'_>) -> Option<f64> {
        match self {
            Measure::Arrived => Some(f64::from(u8::from(run.distance == 0))),
            Measure::Distance => Some(f64::from(run.distance)),
            Measure::Time => time_to_goal(run),
            Measure::Scale(question) | Measure::Kinds(question) => {
                answer(run, question).map(|place| place as f64)
            }
            Measure::Number(question) => question.number(run.record.answers.get(&question.id)?),
        }
    }

    fn name(&self) -> &str {
        match self {
            Measure::Arrived => "arrived",
            Measure::Distance => "distance",
            Measure::Time => "time",
            Measure::Scale(question) | Measure::Kinds(question) | Measure::Number(question) => {
                &question.id
            }
        }
    }

    fn title(&self) -> &str {
        match self {
            Measure::Arrived => "Share of runs that reach the goal",
            Measure::Distance => "Distance from the goal",
            Measure::Time => "Time to finish, of runs that reach the goal",
            Measure::Scale(question) | Measure::Kinds(question) | Measure::Number(question) => {
                &question.text
            }
        }
    }

    fn above_zero(&self, second: &str) -> String {
        match self {
            Measure::Arrived => format!("{second} reaches the goal more often"),
            Measure::Distance => format!("{second} ends farther from the goal"),
            Measure::Time => format!("{second} takes longer"),
            Measure::Scale(question) => {
                let last = question.steps().pop().map_or(String::new(), |step| step.label);
                format!("{second} is nearer to “{last}”")
            }
            Measure::Number(_) => format!("{second} has the larger numbers"),
            Measure::Kinds(_) => String::new(),
        }
    }

    fn test(&self) -> &'static str {
        match self {
            Measure::Arrived => "permutation of shares, by scenario",
            Measure::Distance | Measure::Time | Measure::Scale(_) | Measure::Number(_) => {
                "permutation of ranks, by scenario"
            }
            Measure::Kinds(_) => "permutation of chi-squared, by scenario",
        }
    }
}

/// The primary and the secondary comparisons.
pub(super) fn all(
    counted: &Counted<'_>,
    design: &Design,
    settings: Settings,
) -> [Vec<Comparison>; 2] {
    let about_task = design.survey.iter().filter(|question| question.is_compared());
    let questions = about_task.map(|question| match question.kind {
        QuestionKind::Number => Measure::Number(question),
        _ if question.is_scale() => Measure::Scale(question),
        _ => Measure::Kinds(question),
    });
    let secondary: Vec<Measure<'_>> =
        [Measure::Distance, Measure::Time].into_iter().chain(questions).collect();
    [primary(counted, design, settings), family(&secondary, counted, design, settings)]
}

/// The primary comparisons alone.
pub(super) fn primary(
    counted: &Counted<'_>,
    design: &Design,
    settings: Settings,
) -> Vec<Comparison> {
    family(&[Measure::Arrived], counted, design, settings)
}

/// Questions that are corrected together.
fn family(
    measures: &[Measure<'_>],
    counted: &Counted<'_>,
    design: &Design,
    settings: Settings,
) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for measure in measures {
        for second in 1..design.conditions.len() {
            for first in 0..second {
                comparisons.push(compare(counted, design, measure, [first, second], settings));
            }
        }
    }
    let adjusted = holm(&comparisons.iter().map(|one| one.p).collect::<Vec<_>>());
    for (comparison, adjusted) in comparisons.iter_mut().zip(adjusted) {
        comparison.adjusted = adjusted;
        comparison.differs = adjusted.is_some_and(|p| p <= settings.level);
    }
    comparisons
}

fn compare(
    counted: &Counted<'_>,
    design: &Design,
    measure: &Measure<'_>,
    pair: [usize; 2],
    settings: Settings,
) -> Comparison {
    let observed = counted.runs.iter().filter(|run| pair.contains(&run.condition));
    let observed = observed.filter_map(|run| {
        let second = run.condition == pair[1];
        let (participant, scenario) = (run.participant, run.scenario);
        Some(Observed { participant, scenario, second, value: measure.value(run)? })
    });
    let sample = Sample::new(observed.collect());
    let [first, second] = pair.map(|number| design.conditions[number].clone());
    let scores = match measure {
        Measure::Arrived => vec![sample.values()],
        Measure::Distance | Measure::Time | Measure::Scale(_) | Measure::Number(_) => {
            vec![sample.ranks()]
        }
        Measure::Kinds(question) => sample.indicators(question.options.len()),
    };
    let purpose = format!("{} {first} {second}", measure.name());
    let mut random = stream(design.seed, &format!("test {purpose}"));
    Comparison {
        measure: measure.name().to_owned(),
        title: measure.title().to_owned(),
        test: measure.test(),
        above_zero: measure.above_zero(&second),
        runs: sample.sizes(),
        participants: sample.participants,
        scenarios: sample.scenarios(),
        p: sample.permutation_test(&scores, settings.permutations, &mut random),
        effects: effects(&sample, measure, settings, design.seed, &purpose),
        adjusted: None,
        differs: false,
        first,
        second,
    }
}

fn effects(
    sample: &Sample,
    measure: &Measure<'_>,
    settings: Settings,
    seed: u64,
    purpose: &str,
) -> Vec<Effect> {
    let kinds: &[EffectKind] = match measure {
        Measure::Arrived => &[EffectKind::RiskDifference],
        Measure::Distance | Measure::Scale(_) | Measure::Number(_) => &[EffectKind::CliffsDelta],
        Measure::Time => {
            &[EffectKind::CliffsDelta, EffectKind::MedianSeconds, EffectKind::MeanSeconds]
        }
        Measure::Kinds(_) => &[EffectKind::CramersV],
    };
    let ordered = Ordered::new(sample);
    let once = vec![1; sample.participants];
    let effect = |kind: &EffectKind| {
        let kind = *kind;
        let statistic = |times: &[u32]| match kind {
            EffectKind::RiskDifference => sample.difference(times),
            EffectKind::CliffsDelta => cliffs_delta(&ordered.counts(times)),
            EffectKind::MedianSeconds => ordered.difference(times, Ordered::median),
            EffectKind::MeanSeconds => ordered.difference(times, Ordered::mean),
            EffectKind::CramersV => cramers_v(&ordered.counts(times)),
        };
        let value = statistic(&once)?;
        let mut random = stream(seed, &format!("{kind:?} {purpose}"));
        // V cannot be below zero, and resamples only drive it up: its
        // percentiles would be no interval.
        let interval = (kind != EffectKind::CramersV)
            .then(|| sample.bootstrap(settings.resamples, &mut random, statistic))
            .flatten();
        Some(Effect { kind, value, interval })
    };
    kinds.iter().filter_map(effect).collect()
}

/// A sample by rising value.
struct Ordered {
    /// The distinct value, by number; the participant; which condition.
    runs: Vec<(usize, usize, usize)>,
    distinct: Vec<f64>,
}

impl Ordered {
    fn new(sample: &Sample) -> Ordered {
        let mut sorted = sample.runs.clone();
        sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
        let mut distinct: Vec<f64> = Vec::new();
        let mut runs = Vec::with_capacity(sorted.len());
        for run in sorted {
            if distinct.last() != Some(&run.value) {
                distinct.push(run.value);
            }
            runs.push((distinct.len() - 1, run.participant, usize::from(run.second)));
        }
        Ordered { runs, distinct }
    }

    /// How often each value was seen under each condition.
    fn counts(&self, times: &[u32]) -> Vec<[f64; 2]> {
        let mut counts = vec![[0.0; 2]; self.distinct.len()];
        for &(value, participant, condition) in &self.runs {
            counts[value][condition] += f64::from(times[participant]);
        }
        counts
    }

    fn difference(
        &self,
        times: &[u32],
        of: fn(&Ordered, &[u32], usize) -> Option<f64>,
    ) -> Option<f64> {
        Some(of(self, times, 1)? - of(self, times, 0)?)
    }

    fn weighted<'o>(
        &'o self,
        times: &'o [u32],
        condition: usize,
    ) -> impl Iterator<Item = (f64, u32)> + Clone + 'o {
        let own = self.runs.iter().filter(move |run| run.2 == condition);
        own.map(|run| (self.distinct[run.0], times[run.1]))
    }

    fn median(&self, times: &[u32], condition: usize) -> Option<f64> {
        weighted_median(self.weighted(times, condition))
    }

    fn mean(&self, times: &[u32], condition: usize) -> Option<f64> {
        let (sum, all) = self.weighted(times, condition).fold((0.0, 0.0), |(sum, all), one| {
            (sum + one.0 * f64::from(one.1), all + f64::from(one.1))
        });
        (all > 0.0).then(|| sum / all)
    }
}
