//! Content selection: how well it foresees the structures people chose.
//!
//! For every held-out sentence with a command: the log-likelihood of the
//! human's structures and whether they are among the first so many, beside
//! three baselines. Structures that nobody used in training are in no bank;
//! the log-likelihood is given over the held ones alone, and over all with
//! [`ESCAPE`] for each that is not held. Recall is always over all.

use std::collections::{BTreeMap, HashMap};

use cicerone::select::{Choice, Context, Selector, StructureBank};
use serde::Serialize;

/// The probability every model is granted for structures that are in no bank.
pub const ESCAPE: f64 = 1e-6;

/// What the frequency baselines add to every count.
pub const SMOOTHING: f64 = 0.01;

/// Recall is reported at these numbers.
pub const RECALL_AT: [usize; 4] = [1, 5, 10, 100];

/// How well a selector foresees one part of the corpus.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SelectionReport {
    /// Who the selector learnt from.
    pub learnt_from: Vec<String>,
    /// Sentences with a command.
    pub sentences: usize,
    /// Share whose structures the bank holds: no recall can be above it.
    pub bank_holds: f64,
    /// Share whose context was met in training.
    pub context_met: f64,
    /// Probability of structures that are in no bank.
    pub escape: f64,
    /// What the frequency baselines add to every count.
    pub smoothing: f64,
    /// Baselines, then the policy.
    pub models: Vec<Model>,
    /// What the nearest neighbours keep.
    pub neighbours: Kept,
    /// What the final candidates keep.
    pub candidates: Kept,
}

/// How well one model foresees.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Model {
    /// Which.
    pub name: &'static str,
    /// Mean log-likelihood of structures the bank holds.
    pub log_likelihood_held: f64,
    /// Mean log-likelihood of all, [`ESCAPE`] for those not held.
    pub log_likelihood: f64,
    /// Share of all sentences whose structures are among the first so many;
    /// equals share their places.
    pub recall: BTreeMap<usize, f64>,
}

/// Recall within a set that was chosen, beside the policy's own first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Kept {
    /// Size of the set, on average.
    pub mean_size: f64,
    /// Share of all sentences whose structures are in the set.
    pub recall: f64,
    /// The same for the policy's first structures, as many for each sentence
    /// as the set has.
    pub policy_recall: f64,
}

/// Measures a selector on held-out choices.
pub fn evaluate(selector: &Selector, choices: &[Choice]) -> SelectionReport {
    let bank = selector.bank();
    let numbers: Vec<Option<usize>> =
        choices.iter().map(|choice| bank.number(&choice.structures)).collect();
    let share = |count: usize| count as f64 / choices.len().max(1) as f64;
    let contexts = bank.contexts();
    let seen = |context| selector.config().policy.seen(context);
    let uniform = -(bank.entries().len() as f64).ln();
    let overall = Frequencies::of(bank, |_| 0);
    let by_kind = Frequencies::of(bank, kind);
    let rate = |name, logs: &dyn Fn(Context) -> Vec<f64>| rate(name, choices, &numbers, logs);
    let models = vec![
        rate("uniform", &|_| vec![uniform; bank.entries().len()]),
        rate("most frequent", &|context| overall.log_probabilities(context)),
        rate("most frequent given kind", &|context| by_kind.log_probabilities(context)),
        rate("policy", &|context| selector.policy().log_probabilities(context)),
    ];
    let kept = |set: &dyn Fn(Context) -> Vec<usize>| kept(selector, choices, &numbers, set);
    SelectionReport {
        learnt_from: selector.authors().into_iter().map(str::to_owned).collect(),
        sentences: choices.len(),
        bank_holds: share(numbers.iter().flatten().count()),
        context_met: share(
            choices.iter().filter(|choice| contexts.contains_key(&seen(choice.context))).count(),
        ),
        escape: ESCAPE,
        smoothing: SMOOTHING,
        models,
        neighbours: kept(&|context| {
            selector.select_for(context).neighbours.iter().map(|near| near.entry).collect()
        }),
        candidates: kept(&|context| {
            selector.select_for(context).picks.iter().map(|one| one.entry).collect()
        }),
    }
}

/// The kind of segment a context tells: which of t, w, tw and wt hold.
fn kind(context: Context) -> u32 {
    context.bits() & 0b1111
}

fn rate(
    name: &'static str,
    choices: &[Choice],
    numbers: &[Option<usize>],
    logs: &dyn Fn(Context) -> Vec<f64>,
) -> Model {
    let mut held = 0.0;
    let mut count = 0;
    let mut found = [0.0; RECALL_AT.len()];
    for (choice, number) in choices.iter().zip(numbers) {
        let Some(number) = *number else { continue };
        let logs = logs(choice.context);
        count += 1;
        held += logs[number];
        for (found, at) in found.iter_mut().zip(RECALL_AT) {
            *found += chance_among_first(&logs, number, at);
        }
    }
    let all = choices.len().max(1) as f64;
    let lost = (choices.len() - count) as f64;
    Model {
        name,
        log_likelihood_held: held / (count.max(1) as f64),
        log_likelihood: (held + lost * ESCAPE.ln()) / all,
        recall: RECALL_AT.into_iter().zip(found.map(|found| found / all)).collect(),
    }
}

/// The chance that an item is among the first `at` by score, equals being
/// ordered by lot.
fn chance_among_first(scores: &[f64], item: usize, at: usize) -> f64 {
    let above = scores.iter().filter(|score| **score > scores[item]).count();
    let equal = scores.iter().filter(|score| **score == scores[item]).count();
    (at.saturating_sub(above) as f64 / equal as f64).min(1.0)
}

fn kept(
    selector: &Selector,
    choices: &[Choice],
    numbers: &[Option<usize>],
    set: &dyn Fn(Context) -> Vec<usize>,
) -> Kept {
    let (mut size, mut found, mut by_policy) = (0, 0, 0.0);
    for (choice, number) in choices.iter().zip(numbers) {
        let set = set(choice.context);
        size += set.len();
        if let Some(number) = *number {
            found += usize::from(set.contains(&number));
            let logs = selector.policy().log_probabilities(choice.context);
            by_policy += chance_among_first(&logs, number, set.len());
        }
    }
    let all = choices.len().max(1) as f64;
    Kept {
        mean_size: size as f64 / all,
        recall: found as f64 / all,
        policy_recall: by_policy / all,
    }
}

/// How often structures are used, overall or in groups of contexts.
struct Frequencies {
    group: fn(Context) -> u32,
    /// By group: the count of every structure, smoothed and as logarithms.
    logs: HashMap<u32, Vec<f64>>,
    /// For a group nobody met: alike for all.
    unmet: Vec<f64>,
}

impl Frequencies {
    fn of(bank: &StructureBank, group: fn(Context) -> u32) -> Frequencies {
        let size = bank.entries().len();
        let mut counts: HashMap<u32, Vec<f64>> = HashMap::new();
        for (number, entry) in bank.entries().iter().enumerate() {
            for (context, count) in &entry.contexts {
                let counts = counts.entry(group(*context)).or_insert_with(|| vec![SMOOTHING; size]);
                counts[number] += f64::from(*count);
            }
        }
        for counts in counts.values_mut() {
            let total: f64 = counts.iter().sum();
            counts.iter_mut().for_each(|count| *count = (*count / total).ln());
        }
        Frequencies { group, logs: counts, unmet: vec![-(size as f64).ln(); size] }
    }

    fn log_probabilities(&self, context: Context) -> Vec<f64> {
        self.logs.get(&(self.group)(context)).unwrap_or(&self.unmet).clone()
    }
}

impl SelectionReport {
    /// The report as a table a person can read.
    pub fn describe(&self) -> String {
        let percent = |share: f64| format!("{:5.1}", 100.0 * share);
        let mut out = format!(
            "{} sentences; the bank holds the structures of {}%; {}% in a context met in training\n\
             learnt from {}\n\n{:<26}{:>9}{:>9}",
            self.sentences,
            percent(self.bank_holds).trim(),
            percent(self.context_met).trim(),
            self.learnt_from.join(", "),
            "",
            "ll held",
            "ll all"
        );
        for at in RECALL_AT {
            out.push_str(&format!("{:>7}", format!("R@{at}")));
        }
        out.push('\n');
        for model in &self.models {
            out.push_str(&format!(
                "{:<26}{:>9.3}{:>9.3}",
                model.name, model.log_likelihood_held, model.log_likelihood
            ));
            for recall in model.recall.values() {
                out.push_str(&format!("{:>7}", percent(*recall)));
            }
            out.push('\n');
        }
        out.push('\n');
        for (name, kept) in [("neighbours", self.neighbours), ("candidates", self.candidates)] {
            out.push_str(&format!(
                "{name}: {:.1} on average, recall {}, the policy's first as many {}\n",
                kept.mean_size,
                percent(kept.recall).trim(),
                percent(kept.policy_recall).trim()
            ));
        }
        out.push_str(&format!(
            "\nll held: mean log-likelihood of structures the bank holds; ll all: of all, with \
             ln {:.0e} for the others.\nThe frequencies are smoothed by {}. Recall is over all.\n",
            self.escape, self.smoothing
        ));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::select::{Properties, SelectorConfig, Structures};
    use cicerone::world::Vocabulary;

    fn choice(text: &str, bits: u32) -> Choice {
        Choice {
            context: Context::from_bits(bits),
            structures: Structures::parse(&[text], Vocabulary::sail()).unwrap(),
            properties: Properties::from_values([bits as u8; Properties::COUNT]),
            author: "ADA".into(),
        }
    }

    #[test]
    fn equals_share_their_places() {
        let scores = [3.0, 1.0, 1.0, 0.0];
        assert_eq!(chance_among_first(&scores, 0, 1), 1.0);
        assert_eq!(chance_among_first(&scores, 1, 1), 0.0);
        assert_eq!(chance_among_first(&scores, 1, 2), 0.5);
        assert_eq!(chance_among_first(&scores, 2, 3), 1.0);
        assert_eq!(chance_among_first(&scores, 3, 100), 1.0);
    }

    #[test]
    fn baselines_are_what_they_say() {
        let mut train = vec![choice("Turn()", 1); 3];
        train.push(choice("Travel()", 2));
        let selector = Selector::learn(&train, &SelectorConfig::default()).unwrap();
        let held_out = [choice("Turn()", 1), choice("Travel()", 2), choice("Find()", 2)];
        let report = evaluate(&selector, &held_out);
        assert_eq!((report.bank_holds, report.context_met), (2.0 / 3.0, 1.0));
        let [uniform, overall, by_kind, policy] = &report.models[..] else { panic!() };
        assert!((uniform.log_likelihood_held + 2.0_f64.ln()).abs() < 1e-12);
        assert_eq!(uniform.recall[&1], 1.0 / 3.0);
        let expected = ((3.01_f64 / 4.02).ln() + (1.01_f64 / 4.02).ln()) / 2.0;
        assert!((overall.log_likelihood_held - expected).abs() < 1e-12);
        assert_eq!((overall.recall[&1], by_kind.recall[&1]), (1.0 / 3.0, 2.0 / 3.0));
        assert!(by_kind.log_likelihood_held > overall.log_likelihood_held);
        let all = (2.0 * policy.log_likelihood_held + ESCAPE.ln()) / 3.0;
        assert!((policy.log_likelihood - all).abs() < 1e-12);
        assert_eq!((report.candidates.recall, report.candidates.mean_size), (2.0 / 3.0, 2.0));
        assert!(report.describe().contains("R@100"));
    }

    #[test]
    fn nothing_to_measure_is_no_fault() {
        let selector = Selector::learn(&[choice("Turn()", 1)], &SelectorConfig::default()).unwrap();
        assert_eq!(evaluate(&selector, &[]).sentences, 0);
    }
}
