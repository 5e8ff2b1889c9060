//! The baseline: 3-grams with interpolated modified Kneser-Ney smoothing (Chen
//! and Goodman 1998, section 3), and a mixture of several such models.
//!
//! ```text
//! P(w | u v) = (c(u v w) - D(c(u v w))) / c(u v *) + g(u v) P(w | v)
//! ```
//!
//! Lower orders count not how often but after how many different words an
//! n-gram comes; at the beginning of a sentence, where nothing can come before,
//! how often. The last order is mixed with equal chances for all words.

use cicerone::neural::{BEGIN, END, Loss};
use cicerone::{Error, Result};

/// Bits of a word in a key; three words fit.
const BITS: u32 = 20;

/// A 3-gram model over the numbers of a lexicon.
#[derive(Debug, Clone)]
pub struct KneserNey {
    /// How many words can come next: all of the lexicon but [`BEGIN`].
    words: usize,
    /// Unigrams, bigrams, trigrams.
    orders: [Order; 3],
}

/// The n-grams of one length, sorted.
#[derive(Debug, Clone)]
struct Order {
    /// The words of an n-gram, the last one in the lowest bits.
    grams: Vec<u64>,
    counts: Vec<u32>,
    /// What comes before the last word, each once.
    contexts: Vec<u64>,
    /// Of each context the sum of counts, and what discounting took from it.
    sums: Vec<(f64, f64)>,
    /// What is taken from counts of one, two, and three or more.
    discounts: [f64; 3],
}

impl KneserNey {
    /// Counts the n-grams of sentences in the numbers of a lexicon of so many
    /// words, the reserved ones included.
    pub fn learn<'s>(
        sentences: impl IntoIterator<Item = &'s Vec<u32>>,
        lexicon: usize,
    ) -> Result<KneserNey> {
        if lexicon > 1 << BITS {
            let most = 1 << BITS;
            return Err(Error::input(format!(
                "the lexicon has {lexicon} words, but 3-grams are counted for at most {most}"
            )));
        }
        let mut trigrams: Vec<u64> = Vec::new();
        let mut beginnings: Vec<u64> = Vec::new();
        for sentence in sentences {
            let mut key = u64::from(BEGIN);
            for (place, word) in sentence.iter().chain([&END]).enumerate() {
                key = key << BITS & ALL | u64::from(*word);
                match place {
                    0 => beginnings.push(key),
                    _ => trigrams.push(key),
                }
            }
        }
        let trigrams = tally(trigrams);
        // Each different trigram is one word more that its bigram comes after.
        let after_words = trigrams.iter().map(|(key, _)| key & LAST_TWO);
        let bigrams = tally(after_words.chain(beginnings).collect());
        let unigrams = tally(bigrams.iter().map(|(key, _)| key & LAST).collect());
        let orders = [unigrams, bigrams, trigrams].map(Order::new);
        Ok(KneserNey { words: lexicon - 1, orders })
    }

    /// P(word | the two words before); of the first word of a sentence, with
    /// only [`BEGIN`] before it.
    pub fn probability(&self, before: &[u32], word: u32) -> f64 {
        let mut probability = 1.0 / self.words as f64;
        for (length, order) in self.orders.iter().enumerate() {
            let Some(from) = before.len().checked_sub(length) else { break };
            let context = before[from..].iter().fold(0, |key, word| key << BITS | u64::from(*word));
            probability = order.probability(context, word, probability);
        }
        probability
    }

    /// The probability of each word of a sentence, and of its end.
    pub fn score(&self, sentence: &[u32]) -> Vec<f64> {
        let mut words = vec![BEGIN];
        words.extend(sentence);
        words.push(END);
        let chance =
            |place: usize| self.probability(&words[place.saturating_sub(2)..place], words[place]);
        (1..words.len()).map(chance).collect()
    }
}

/// The lowest one, two and three words of a key.
const LAST: u64 = (1 << BITS) - 1;
const LAST_TWO: u64 = (1 << (2 * BITS)) - 1;
const ALL: u64 = (1 << (3 * BITS)) - 1;

/// Sorts and counts.
fn tally(mut keys: Vec<u64>) -> Vec<(u64, u32)> {
    keys.sort_unstable();
    keys.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

impl Order {
    fn new(tallied: Vec<(u64, u32)>) -> Order {
        let discounts = discounts(&tallied);
        let (mut contexts, mut sums) = (Vec::new(), Vec::new());
        for same in tallied.chunk_by(|(a, _), (b, _)| a >> BITS == b >> BITS) {
            contexts.push(same[0].0 >> BITS);
            let sum = same.iter().map(|(_, count)| f64::from(*count)).sum();
            let taken = same.iter().map(|(_, count)| discounts[discount(*count)]).sum();
            sums.push((sum, taken));
        }
        let (grams, counts) = tallied.into_iter().unzip();
        Order { grams, counts, contexts, sums, discounts }
    }

    /// P(word | context), given what the order below says.
    fn probability(&self, context: u64, word: u32, lower: f64) -> f64 {
        let Ok(place) = self.contexts.binary_search(&context) else { return lower };
        let (sum, taken) = self.sums[place];
        let gram = self.grams.binary_search(&(context << BITS | u64::from(word)));
        let own = gram.map_or(0.0, |place| {
            let count = self.counts[place];
            f64::from(count) - self.discounts[discount(count)]
        });
        (own + taken * lower) / sum
    }
}

/// Which of the three discounts a count has.
fn discount(count: u32) -> usize {
    count.clamp(1, 3) as usize - 1
}

/// Chen and Goodman's estimates from the counts of counts. Where there are too
/// few n-grams for them, the halves that larger corpora come close to.
fn discounts(tallied: &[(u64, u32)]) -> [f64; 3] {
    let mut n = [0.0; 4];
    for (_, count) in tallied.iter().filter(|(_, count)| (1..=4).contains(count)) {
        n[*count as usize - 1] += 1.0;
    }
    let y = n[0] / (n[0] + 2.0 * n[1]);
    let estimates = [1, 2, 3].map(|i| i as f64 - (i + 1) as f64 * y * n[i] / n[i - 1]);
    let fits = |(index, d): (usize, &f64)| *d > 0.0 && *d < (index + 1) as f64;
    match estimates.iter().enumerate().all(fits) {
        true => estimates,
        false => [0.5, 1.0, 1.5],
    }
}

/// Several models, mixed in fixed shares.
#[derive(Debug, Clone)]
pub struct Mixture<'m> {
    models: Vec<&'m KneserNey>,
    shares: Vec<f64>,
}

impl<'m> Mixture<'m> {
    /// Finds the shares under which these sentences are likeliest, by
    /// expectation maximisation.
    pub fn fit(models: Vec<&'m KneserNey>, sentences: &[Vec<u32>]) -> Mixture<'m> {
        // One row for each model, one number for each word.
        let chances: Vec<Vec<f64>> = models
            .iter()
            .map(|model| sentences.iter().flat_map(|one| model.score(one)).collect())
            .collect();
        let words = chances.first().map_or(0, Vec::len);
        let mut shares = vec![1.0 / models.len() as f64; models.len()];
        for _ in 0..100 {
            let mut sums = vec![0.0; models.len()];
            for word in 0..words {
                let parts: Vec<f64> =
                    chances.iter().zip(&shares).map(|(row, share)| share * row[word]).collect();
                let whole: f64 = parts.iter().sum();
                sums.iter_mut().zip(&parts).for_each(|(sum, part)| *sum += part / whole);
            }
            if words > 0 {
                shares = sums.iter().map(|sum| sum / words as f64).collect();
            }
        }
        Mixture { models, shares }
    }

    /// The share of each model.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// The loss of a sentence, its end included.
    pub fn loss(&self, sentence: &[u32]) -> Loss {
        let rows: Vec<Vec<f64>> = self.models.iter().map(|model| model.score(sentence)).collect();
        let chance = |word: usize| -> f64 {
            rows.iter().zip(&self.shares).map(|(row, share)| share * row[word]).sum()
        };
        let words = sentence.len() + 1;
        Loss { sum: (0..words).map(|word| -chance(word).ln()).sum(), words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a = 3, b = 4, c = 5.
    fn text() -> Vec<Vec<u32>> {
        vec![vec![3, 4], vec![3, 4], vec![3, 5], vec![4, 3, 4]]
    }

    #[test]
    fn probabilities_sum_to_one_after_anything() {
        let model = KneserNey::learn(&text(), 6).unwrap();
        for before in [vec![BEGIN], vec![BEGIN, 3], vec![3, 4], vec![4, 3], vec![5, 5], vec![0, 3]]
        {
            let sum: f64 = (0..6)
                .filter(|word| *word != BEGIN)
                .map(|word| model.probability(&before, word))
                .sum();
            assert!((sum - 1.0).abs() < 1e-12, "after {before:?}: {sum}");
        }
    }

    #[test]
    fn figures_computed_by_hand() {
        // The corpus is too small for estimates, so discounts are 1/2, 1, 3/2.
        let model = KneserNey::learn(&text(), 6).unwrap();
        let check = |before: &[u32], word: u32, expected: f64| {
            let found = model.probability(before, word);
            assert!((found - expected).abs() < 1e-12, "{before:?} {word}: {found}, not {expected}");
        };
        // Different words before: a after begin, b; b after begin, a; c after
        // a; the end after b, c. So counts are 2 2 1 2 of 7; 3.5 is taken.
        let lower = |count: f64, taken: f64| (count - taken) / 7.0 + 3.5 / 7.0 / 5.0;
        let (a, b) = (lower(2.0, 1.0), lower(2.0, 1.0));
        let (c, unknown) = (lower(1.0, 0.5), lower(0.0, 0.0));
        check(&[], 3, a);
        check(&[], 0, unknown);
        // A sentence begins with a three times, with b once: 1.5 + 0.5 taken.
        check(&[BEGIN], 3, (3.0 - 1.5 + 2.0 * a) / 4.0);
        check(&[BEGIN], 4, (1.0 - 0.5 + 2.0 * b) / 4.0);
        check(&[BEGIN], 5, 2.0 * c / 4.0);
        // b comes after 'begin a' and after 'b a', c only after 'begin a'.
        let b_after_a = (2.0 - 1.0 + 1.5 * b) / 3.0;
        check(&[5, 3], 4, b_after_a);
        // 'begin a b' twice, 'begin a c' once.
        check(&[BEGIN, 3], 4, (2.0 - 1.0 + 1.5 * b_after_a) / 3.0);
    }

    #[test]
    fn discounts_follow_the_counts_of_counts() {
        let tallied: Vec<(u64, u32)> =
            [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4].iter().map(|c| (0, *c)).collect();
        // n = 8 4 2 1, so Y = 8 / 16.
        assert_eq!(discounts(&tallied), [0.5, 2.0 - 3.0 * 0.5 * 0.5, 3.0 - 4.0 * 0.5 * 0.5]);
    }

    #[test]
    fn a_mixture_finds_the_model_that_fits() {
        let (one, other) = (vec![vec![3, 3, 3]; 9], vec![vec![4, 4, 4]; 9]);
        let models = [&one, &other].map(|text| KneserNey::learn(text, 6).unwrap());
        let mixture = Mixture::fit(models.iter().collect(), &one);
        assert!(mixture.shares()[0] > 0.99, "{:?}", mixture.shares());
        let half = Mixture::fit(models.iter().collect(), &[one, other].concat());
        assert!((half.shares()[0] - 0.5).abs() < 0.01);
        assert_eq!(half.loss(&[3, 3]).words, 3);
        assert!(half.loss(&[3, 3, 3]).sum < half.loss(&[3, 4, 3]).sum);
    }
}
