//! Whether a model prefers what people wrote to the same with a mistake.

use std::collections::{BTreeMap, HashSet};

use cicerone::Result;
use cicerone::neural::{LanguageModel, LanguageModelWorkspace};
use serde::Serialize;

use super::corruption::{Corruption, corruptions};

/// By what a sentence is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Mean log-probability per word: perplexity, the paper's measure.
    Perplexity,
    /// Log-probability of all of it, so that short sentences are liked.
    Probability,
    /// Log-probability of its least likely word.
    WorstWord,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 3] = [Measure::Perplexity, Measure::Probability, Measure::WorstWord];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Perplexity => "perplexity",
            Measure::Probability => "probability",
            Measure::WorstWord => "worst word",
        }
    }

    /// How much a sentence is liked, given its words' log-probabilities.
    fn of(self, words: &[f32]) -> f64 {
        let sum: f64 = words.iter().map(|word| f64::from(*word)).sum();
        match self {
            Measure::Perplexity => sum / words.len() as f64,
            Measure::Probability => sum,
            Measure::WorstWord => words.iter().fold(0.0, |worst, word| f64::from(*word).min(worst)),
        }
    }
}

/// Areas under the ROC curve: the chance that an original is liked better than
/// a corrupted sentence, a tie counting half.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Areas {
    /// Corrupted sentences.
    pub corrupted: usize,
    /// Over all pairs of any original and any corrupted sentence.
    pub pooled: f64,
    /// Over pairs of a corrupted sentence and its own original: what ranking
    /// candidates asks.
    pub paired: f64,
}

/// How well mistakes are found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Discrimination {
    /// Sentences people wrote.
    pub originals: usize,
    /// Seed of the mistakes.
    pub seed: u64,
    /// By measure, over all kinds of mistakes.
    pub overall: BTreeMap<Measure, Areas>,
    /// By measure and kind of mistake.
    pub kinds: BTreeMap<Measure, BTreeMap<Corruption, Areas>>,
    /// The originals that are liked less than their corruption, the worst
    /// first, by perplexity.
    pub confused: Vec<Confused>,
}

/// A mistake the model likes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Confused {
    /// What somebody wrote.
    pub original: String,
    /// The same with a mistake.
    pub corrupted: String,
    /// Perplexity of both.
    pub perplexities: (f64, f64),
}

impl Discrimination {
    /// Corrupts each sentence once in every way and compares. `written` holds
    /// all sentences that people are known to write.
    pub fn of(
        model: &LanguageModel,
        sentences: &[Vec<String>],
        written: &HashSet<Vec<String>>,
        seed: u64,
    ) -> Result<Discrimination> {
        let known = |word: &str| model.lexicon().number(word).is_some();
        let mut workspace = LanguageModelWorkspace::default();
        let mut score = |sentences: Vec<Vec<u32>>| model.score_words(&sentences, &mut workspace);
        let number = |words: &Vec<String>| model.lexicon().numbers(words);
        let originals = score(sentences.iter().map(number).collect())?;
        let mut all: Vec<(Corruption, usize, Vec<String>, Vec<f32>)> = Vec::new();
        for kind in Corruption::ALL {
            let made = corruptions(sentences, kind, written, &known, seed);
            let scores = score(made.iter().map(|(_, words)| number(words)).collect())?;
            let scored = made.into_iter().zip(scores);
            all.extend(scored.map(|((place, words), score)| (kind, place, words, score)));
        }
        let (mut overall, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        for measure in Measure::ALL {
            let liked: Vec<f64> = originals.iter().map(|words| measure.of(words)).collect();
            let areas = |kind: Option<Corruption>| {
                let chosen = all.iter().filter(|(one, ..)| kind.is_none_or(|kind| kind == *one));
                let chosen: Vec<(usize, f64)> =
                    chosen.map(|(_, place, _, words)| (*place, measure.of(words))).collect();
                Areas::of(&liked, &chosen)
            };
            overall.insert(measure, areas(None));
            kinds.insert(measure, Corruption::ALL.map(|kind| (kind, areas(Some(kind)))).into());
        }
        let perplexity = |words: &[f32]| (-Measure::Perplexity.of(words)).exp();
        let mut confused: Vec<Confused> = all
            .iter()
            .map(|(_, place, words, score)| Confused {
                original: sentences[*place].join(" "),
                corrupted: words.join(" "),
                perplexities: (perplexity(&originals[*place]), perplexity(score)),
            })
            .filter(|one| one.perplexities.0 > one.perplexities.1)
            .collect();
        let ratio = |one: &Confused| one.perplexities.0 / one.perplexities.1;
        confused.sort_by(|a, b| ratio(b).total_cmp(&ratio(a)));
        Ok(Discrimination { originals: sentences.len(), seed, overall, kinds, confused })
    }
}

impl Areas {
    /// Compares how much originals are liked with how much corrupted sentences
    /// are, each of which comes with the place of its original.
    fn of(originals: &[f64], corrupted: &[(usize, f64)]) -> Areas {
        let likings: Vec<f64> = corrupted.iter().map(|(_, liked)| *liked).collect();
        let wins: f64 = corrupted.iter().map(|(place, liked)| win(originals[*place], *liked)).sum();
        Areas {
            corrupted: corrupted.len(),
            pooled: area_under_curve(originals, &likings),
            paired: wins / corrupted.len().max(1) as f64,
        }
    }
}

fn win(original: f64, corrupted: f64) -> f64 {
    match original.total_cmp(&corrupted) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// The area under the ROC curve: the chance that a positive value is larger
/// than a negative one, a tie counting half. One half if there are none.
pub fn area_under_curve(positives: &[f64], negatives: &[f64]) -> f64 {
    if positives.is_empty() || negatives.is_empty() {
        return 0.5;
    }
    let mut sorted = negatives.to_vec();
    sorted.sort_by(f64::total_cmp);
    let below = |value: &f64| {
        let less = sorted.partition_point(|other| other < value);
        let not_more = sorted.partition_point(|other| other <= value);
        (less + not_more) as f64 / 2.0
    };
    let wins: f64 = positives.iter().map(below).sum();
    wins / (positives.len() * negatives.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_by_hand() {
        assert_eq!(area_under_curve(&[3.0, 2.0], &[1.0, 0.0]), 1.0);
        assert_eq!(area_under_curve(&[3.0, 1.0], &[2.0, 1.0]), 2.5 / 4.0);
        assert_eq!(area_under_curve(&[0.0], &[1.0]), 0.0);
        assert_eq!(area_under_curve(&[], &[1.0]), 0.5);
        let areas = Areas::of(&[5.0, 1.0], &[(0, 4.0), (1, 0.5), (1, 1.0), (0, 6.0)]);
        assert_eq!((areas.corrupted, areas.paired), (4, 2.5 / 4.0));
        assert_eq!(areas.pooled, (3.0 + 1.5) / 8.0);
    }

    #[test]
    fn measures_differ_in_what_they_like() {
        let (short, long) = ([-2.0, -2.0], [-1.0, -1.0, -1.0, -1.0, -3.0]);
        let prefers_long = Measure::ALL.map(|measure| measure.of(&long) > measure.of(&short));
        assert_eq!(prefers_long, [true, false, false]);
    }
}
