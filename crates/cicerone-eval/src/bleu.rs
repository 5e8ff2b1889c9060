//! BLEU (Papineni et al. 2002), in the conventions that change its figure.
//!
//! Conventions move BLEU by more than ten points, so a score never travels
//! without its [`Signature`]. Corpus and `sentence-exp` scores equal
//! sacreBLEU's on the same tokens; a test holds recorded figures of it.

use std::collections::HashMap;
use std::fmt;

/// The longest n-grams that count.
const ORDER: usize = 4;

/// How the scores of single sentences become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Match counts are summed over the set and then combined: sacreBLEU's
    /// `corpus_bleu`.
    Corpus,
    /// The mean of sacreBLEU's sentence scores: exponential smoothing,
    /// effective order.
    SentenceExp,
    /// The mean of what `sentence_bleu` of the common toolkit gave in 2016:
    /// the first order without a match and all above it are dropped while the
    /// weights stay 1/4. It flatters; for comparison with the paper only.
    Sentence2016,
}

/// Which references a hypothesis is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum References {
    /// The one human sentence of that demonstration.
    Single,
    /// All human sentences of the corpus that carry the identical command.
    SameCas,
}

/// Everything about a BLEU figure that another convention would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// Corpus or sentences.
    pub unit: Unit,
    /// References.
    pub references: References,
}

impl Signature {
    /// Unit and references alone, for the heads of tables.
    pub fn short(&self) -> String {
        let unit = match self.unit {
            Unit::Corpus => "corpus",
            Unit::SentenceExp => "sentence-exp",
            Unit::Sentence2016 => "sentence-2016",
        };
        let references = match self.references {
            References::Single => "single",
            References::SameCas => "same-cas",
        };
        format!("{unit} {references}")
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            Unit::Corpus => "corpus|smooth:exp",
            Unit::SentenceExp => "sentence-exp",
            Unit::Sentence2016 => "sentence-2016",
        };
        let references = match self.references {
            References::Single => "single",
            References::SameCas => "same-cas",
        };
        write!(
            f,
            "BLEU-4|{unit}|refs:{references}|split:demonstration|case:lower|tok:cicerone|version:{}",
            env!("CARGO_PKG_VERSION")
        )
    }
}

/// The BLEU score, in percent, of hypotheses each with its references.
///
/// An empty set scores 0, and so does a hypothesis without any reference.
pub fn bleu<H: AsRef<str>, R: AsRef<str>>(pairs: &[(Vec<H>, Vec<Vec<R>>)], unit: Unit) -> f64 {
    let counts = pairs.iter().map(|(hypothesis, references)| {
        let hypothesis: Vec<&str> = hypothesis.iter().map(AsRef::as_ref).collect();
        let references: Vec<Vec<&str>> =
            references.iter().map(|one| one.iter().map(AsRef::as_ref).collect()).collect();
        Counts::of(&hypothesis, &references)
    });
    if pairs.is_empty() {
        return 0.0;
    }
    match unit {
        Unit::Corpus => counts.fold(Counts::default(), Counts::plus).smoothed(false),
        Unit::SentenceExp => mean(counts.map(|counts| counts.smoothed(true)), pairs.len()),
        Unit::Sentence2016 => mean(counts.map(|counts| counts.truncated()), pairs.len()),
    }
}

fn mean(scores: impl Iterator<Item = f64>, count: usize) -> f64 {
    scores.sum::<f64>() / count as f64
}

/// What BLEU counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Counts {
    /// N-grams of the hypothesis that a reference has too, by order.
    matched: [usize; ORDER],
    /// N-grams of the hypothesis, by order.
    total: [usize; ORDER],
    hypothesis_length: usize,
    /// Length of the reference nearest in length, the shorter of two.
    reference_length: usize,
}

impl Counts {
    fn of(hypothesis: &[&str], references: &[Vec<&str>]) -> Counts {
        let length = hypothesis.len();
        let nearest =
            references.iter().map(Vec::len).min_by_key(|other| (other.abs_diff(length), *other));
        let mut counts = Counts {
            hypothesis_length: length,
            reference_length: nearest.unwrap_or(0),
            ..Counts::default()
        };
        for order in 1..=ORDER {
            let said = ngrams(hypothesis, order);
            let mut allowed: HashMap<&[&str], usize> = HashMap::new();
            for reference in references {
                for (ngram, count) in ngrams(reference, order) {
                    let most = allowed.entry(ngram).or_default();
                    *most = count.max(*most);
                }
            }
            counts.total[order - 1] = said.values().sum();
            counts.matched[order - 1] = said
                .iter()
                .map(|(ngram, count)| *count.min(allowed.get(ngram).unwrap_or(&0)))
                .sum();
        }
        counts
    }

    fn plus(self, other: Counts) -> Counts {
        let add = |a: [usize; ORDER], b: [usize; ORDER]| std::array::from_fn(|i| a[i] + b[i]);
        Counts {
            matched: add(self.matched, other.matched),
            total: add(self.total, other.total),
            hypothesis_length: self.hypothesis_length + other.hypothesis_length,
            reference_length: self.reference_length + other.reference_length,
        }
    }

    /// Less than 1 where the hypothesis is shorter than the reference.
    fn brevity_penalty(&self) -> f64 {
        match (self.hypothesis_length, self.reference_length) {
            (0, _) => 0.0,
            (said, reference) if said >= reference => 1.0,
            (said, reference) => (1.0 - reference as f64 / said as f64).exp(),
        }
    }

    /// Exponential smoothing: the k-th order without a match counts as
    /// 1 / 2^k matches. With `effective_order`, orders longer than the
    /// hypothesis do not count; without, they make the score 0.
    fn smoothed(&self, effective_order: bool) -> f64 {
        if self.matched == [0; ORDER] {
            return 0.0;
        }
        let usable = self.total.iter().take_while(|total| **total > 0).count();
        if usable < ORDER && !effective_order {
            return 0.0;
        }
        let mut halves = 1.0;
        let logs: f64 = (0..usable)
            .map(|i| {
                let matched = match self.matched[i] {
                    0 => {
                        halves *= 2.0;
                        1.0 / halves
                    }
                    matched => matched as f64,
                };
                (matched / self.total[i] as f64).ln()
            })
            .sum();
        100.0 * self.brevity_penalty() * (logs / usable as f64).exp()
    }

    /// Orders from the first without a match on are dropped; weights stay 1/4.
    fn truncated(&self) -> f64 {
        let usable = self.matched.iter().take_while(|matched| **matched > 0).count();
        if usable == 0 {
            return 0.0;
        }
        let logs: f64 =
            (0..usable).map(|i| (self.matched[i] as f64 / self.total[i] as f64).ln()).sum();
        100.0 * self.brevity_penalty() * (logs / ORDER as f64).exp()
    }
}

fn ngrams<'t, 'w>(tokens: &'t [&'w str], order: usize) -> HashMap<&'t [&'w str], usize> {
    let mut counts = HashMap::new();
    for ngram in tokens.windows(order) {
        *counts.entry(ngram).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(hypothesis: &str, references: &[&str], unit: Unit) -> f64 {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let references: Vec<_> = references.iter().map(|text| words(text)).collect();
        bleu(&[(words(hypothesis), references)], unit)
    }

    #[test]
    fn short_and_empty_sentences() {
        for unit in [Unit::Corpus, Unit::SentenceExp, Unit::Sentence2016] {
            assert_eq!(score("", &["turn left"], unit), 0.0);
            assert_eq!(score("turn left", &[], unit), 0.0);
            assert_eq!(bleu::<&str, &str>(&[], unit), 0.0);
        }
        assert_eq!(score("turn left", &["turn left"], Unit::SentenceExp), 100.0);
        assert_eq!(score("turn left", &["turn left"], Unit::Corpus), 0.0);
    }

    #[test]
    fn the_convention_of_2016_flatters() {
        // Two of two words match, no pair: only the first order remains.
        let truncated = score("left turn", &["turn left"], Unit::Sentence2016);
        assert_eq!(truncated, 100.0);
        // Three of four words, one of three pairs, and then nothing.
        let truncated = score("go to the easel", &["walk to the lamp easel"], Unit::Sentence2016);
        let expected = 100.0 * (1.0f64 - 5.0 / 4.0).exp() * (0.75f64 * (1.0 / 3.0)).powf(0.25);
        assert!((truncated - expected).abs() < 1e-9, "{truncated} {expected}");
    }

    #[test]
    fn a_score_says_what_it_is() {
        let signature = Signature { unit: Unit::Corpus, references: References::SameCas };
        assert!(signature.to_string().starts_with("BLEU-4|corpus|smooth:exp|refs:same-cas|"));
    }
}
