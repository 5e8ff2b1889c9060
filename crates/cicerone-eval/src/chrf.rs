//! chrF (Popović 2015): overlap of character n-grams, kinder than BLEU to a
//! word in another form. Equal to sacreBLEU's chrF2 on the same text.

use std::collections::HashMap;

const ORDER: usize = 6;
/// Recall weighs twice as much as precision.
const BETA_SQUARED: f64 = 4.0;

/// What a chrF figure is.
pub const CHRF_SIGNATURE: &str = "chrF2|nc:6|nw:0|space:no|eps:no|case:lower|tok:cicerone";

/// The chrF2 score, in percent, of hypotheses each with its references;
/// against several, the one that fits best counts.
pub fn chrf<H: AsRef<str>, R: AsRef<str>>(pairs: &[(Vec<H>, Vec<Vec<R>>)]) -> f64 {
    let mut sums = Overlap::default();
    for (hypothesis, references) in pairs {
        let said = letters(hypothesis);
        let best = references.iter().map(|reference| Overlap::of(&said, &letters(reference))).fold(
            None,
            |best: Option<Overlap>, next| match best {
                // The first of equals, as sacreBLEU takes it.
                Some(best) if best.score() >= next.score() => Some(best),
                _ => Some(next),
            },
        );
        sums = sums.plus(best.unwrap_or_default());
    }
    sums.score()
}

/// The text without blanks.
fn letters(tokens: &[impl AsRef<str>]) -> Vec<char> {
    tokens.iter().flat_map(|token| token.as_ref().chars()).filter(|c| !c.is_whitespace()).collect()
}

/// N-grams of hypothesis, reference and both, by order.
#[derive(Clone, Copy, Default)]
struct Overlap([[usize; 3]; ORDER]);

impl Overlap {
    fn of(said: &[char], reference: &[char]) -> Overlap {
        Overlap(std::array::from_fn(|i| {
            let (said, reference) = (ngrams(said, i + 1), ngrams(reference, i + 1));
            let shared =
                said.iter().map(|(ngram, count)| *count.min(reference.get(ngram).unwrap_or(&0)));
            // Where the reference is too short for the order it does not count.
            let total = if reference.is_empty() { 0 } else { said.values().sum() };
            [total, reference.values().sum(), shared.sum()]
        }))
    }

    fn plus(self, other: Overlap) -> Overlap {
        Overlap(std::array::from_fn(|i| std::array::from_fn(|j| self.0[i][j] + other.0[i][j])))
    }

    fn score(&self) -> f64 {
        let orders: Vec<_> =
            self.0.iter().filter(|[said, reference, _]| *said > 0 && *reference > 0).collect();
        let mean = |index: usize| {
            let ratios = orders.iter().map(|order| order[2] as f64 / order[index] as f64);
            ratios.sum::<f64>() / orders.len() as f64
        };
        let (precision, recall) = (mean(0), mean(1));
        if orders.is_empty() || precision + recall == 0.0 {
            return 0.0;
        }
        100.0 * (1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)
    }
}

fn ngrams(letters: &[char], order: usize) -> HashMap<&[char], usize> {
    let mut counts = HashMap::new();
    for ngram in letters.windows(order) {
        *counts.entry(ngram).or_default() += 1;
    }
    counts
}
