//! Minimum-risk decoding: of many texts, the one that the others agree with.
//!
//! The likeliest text of a model is often an odd one, short or said by few.
//! The text that overlaps most, on average, with texts drawn from the model is
//! the safest guess at what a person would say (Kumar & Byrne 2004).

use std::collections::HashMap;

const ORDER: usize = 4;

/// The places of `texts` from the most to the least agreed-on, each with its
/// expected overlap with the others (a smoothed 4-gram BLEU, from 0 to 1).
/// Texts that were drawn twice count twice.
pub(crate) fn consensus(texts: &[Vec<u32>]) -> Vec<(usize, f64)> {
    let mut distinct: HashMap<&[u32], (usize, usize)> = HashMap::new();
    for (place, text) in texts.iter().enumerate() {
        distinct.entry(text).or_insert((place, 0)).1 += 1;
    }
    let mut distinct: Vec<(usize, usize)> = distinct.into_values().collect();
    distinct.sort_unstable();
    let counts: Vec<Counts> =
        distinct.iter().map(|(place, _)| Counts::of(&texts[*place])).collect();
    let whole = texts.len().max(1) as f64;
    let mut expected: Vec<(usize, f64)> = distinct
        .iter()
        .zip(&counts)
        .map(|((place, _), said)| {
            let agreements = distinct
                .iter()
                .zip(&counts)
                .map(|((_, times), other)| *times as f64 * said.overlap(other));
            (*place, agreements.sum::<f64>() / whole)
        })
        .collect();
    expected.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    expected
}

/// The n-grams of a text.
struct Counts {
    ngrams: [HashMap<Vec<u32>, usize>; ORDER],
    length: usize,
}

impl Counts {
    fn of(text: &[u32]) -> Counts {
        let mut ngrams: [HashMap<Vec<u32>, usize>; ORDER] = Default::default();
        for (order, counts) in ngrams.iter_mut().enumerate() {
            for ngram in text.windows(order + 1) {
                *counts.entry(ngram.to_vec()).or_default() += 1;
            }
        }
        Counts { ngrams, length: text.len() }
    }

    /// BLEU of this text against another, one added to matches and totals of
    /// all orders but the first, so that short texts have a score.
    fn overlap(&self, other: &Counts) -> f64 {
        let mut log = 0.0;
        for (order, (said, known)) in self.ngrams.iter().zip(&other.ngrams).enumerate() {
            let matched: usize = said
                .iter()
                .map(|(ngram, count)| (*count).min(known.get(ngram).copied().unwrap_or(0)))
                .sum();
            let total = self.length.saturating_sub(order);
            let plus = usize::from(order > 0);
            if matched + plus == 0 {
                return 0.0;
            }
            log += ((matched + plus) as f64 / (total + plus).max(1) as f64).ln() / ORDER as f64;
        }
        let brevity = (1.0 - other.length as f64 / self.length.max(1) as f64).min(0.0);
        (log + brevity).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_most_agree_with_comes_first() {
        let texts = [vec![1, 2, 3, 4, 5], vec![9, 9], vec![1, 2, 3, 4, 6], vec![1, 2, 3, 4, 5]];
        let found = consensus(&texts);
        assert_eq!(found.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 2, 1]);
        assert!(found[0].1 > 0.5 && found[0].1 <= 1.0);
        // Two of four are the text itself; nothing else overlaps with 9 9.
        assert_eq!(consensus(&[vec![7], vec![7]]), [(0, 1.0)]);
        assert!(consensus(&[]).is_empty());
    }
}
