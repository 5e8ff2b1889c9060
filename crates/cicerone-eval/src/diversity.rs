//! What overlap does not show: how varied, how long and how often exact.

use std::collections::HashSet;

use serde::Serialize;

/// Plain facts about a set of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Diversity {
    /// Different words per word.
    pub distinct_1: f64,
    /// Different pairs of words per pair.
    pub distinct_2: f64,
    /// Mean number of words in a sentence.
    pub length: f64,
    /// Share of sentences equal to one of their references.
    pub exact: f64,
}

impl Diversity {
    /// Counts; an empty set is all zeros.
    pub fn of<H: AsRef<str>, R: AsRef<str>>(pairs: &[(Vec<H>, Vec<Vec<R>>)]) -> Diversity {
        let sentences: Vec<Vec<&str>> =
            pairs.iter().map(|(said, _)| said.iter().map(AsRef::as_ref).collect()).collect();
        let distinct = |order: usize| {
            let all = || sentences.iter().flat_map(move |sentence| sentence.windows(order));
            ratio(all().collect::<HashSet<_>>().len(), all().count())
        };
        let exact = pairs.iter().filter(|(said, references)| {
            references.iter().any(|reference| {
                said.iter().map(AsRef::as_ref).eq(reference.iter().map(AsRef::as_ref))
            })
        });
        Diversity {
            distinct_1: distinct(1),
            distinct_2: distinct(2),
            length: ratio(sentences.iter().map(Vec::len).sum(), sentences.len()),
            exact: ratio(exact.count(), pairs.len()),
        }
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_about_three_sentences() {
        let pairs = [
            (vec!["turn", "left"], vec![vec!["turn", "left"], vec!["go"]]),
            (vec!["turn", "right"], vec![vec!["turn", "left"]]),
            (vec!["turn", "left"], vec![]),
        ];
        let facts = Diversity::of(&pairs);
        assert_eq!((facts.distinct_1, facts.distinct_2), (0.5, 2.0 / 3.0));
        assert_eq!((facts.length, facts.exact), (2.0, 1.0 / 3.0));
        assert_eq!(Diversity::of::<&str, &str>(&[]).length, 0.0);
    }
}
