//! Which words come from which tokens of a command: IBM model 1.
//!
//! Brown et al., "The Mathematics of Statistical Machine Translation" (1993):
//! every word of a sentence is drawn from one token of its command, or from
//! none of them, all tokens being equally likely. Expectation maximisation
//! finds the table of `P(word | token)`. The likelihood is concave, so the
//! uniform start leads to the best table and nothing depends on chance.

use std::collections::{BTreeSet, HashMap};

/// The token of the words that no token of the command explains.
const NOTHING: &str = "";

/// A learnt table of `P(word | token)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignment {
    tokens: HashMap<String, usize>,
    words: HashMap<String, usize>,
    /// One row of all words for each token.
    table: Vec<f64>,
}

impl Alignment {
    /// Learns from pairs of tokens and words, in that many rounds. A token
    /// that stands twice in a pair counts once.
    pub fn learn(pairs: &[(Vec<String>, Vec<String>)], rounds: usize) -> Alignment {
        let nothing = std::iter::once(NOTHING);
        let tokens = numbered(
            nothing.chain(pairs.iter().flat_map(|(tokens, _)| tokens).map(String::as_str)),
        );
        let words = numbered(pairs.iter().flat_map(|(_, words)| words).map(String::as_str));
        // The first round sees every word as equally likely; its shares leave
        // 0 where token and word never meet.
        let table = vec![1.0; tokens.len() * words.len()];
        let mut alignment = Alignment { tokens, words, table };
        let numbers: Vec<(Vec<usize>, Vec<usize>)> = pairs
            .iter()
            .map(|(tokens, words)| {
                (
                    alignment.sources(tokens),
                    words.iter().map(|word| alignment.words[word]).collect(),
                )
            })
            .collect();
        for _ in 0..rounds {
            alignment.improve(&numbers);
        }
        alignment
    }

    /// The token each word most likely comes from, by its place in `tokens`;
    /// `None` where it comes from no token or is not known.
    pub fn align(&self, tokens: &[String], words: &[String]) -> Vec<Option<usize>> {
        let best = |word: &String| {
            let mut best = (None, self.probability(word, NOTHING));
            for (place, token) in tokens.iter().enumerate() {
                let probability = self.probability(word, token);
                if probability > best.1 {
                    best = (Some(place), probability);
                }
            }
            best.0
        };
        words.iter().map(best).collect()
    }

    /// `P(word | token)`; 0 if they never met.
    pub fn probability(&self, word: &str, token: &str) -> f64 {
        match (self.tokens.get(token), self.words.get(word)) {
            (Some(token), Some(word)) => self.table[token * self.words.len() + word],
            _ => 0.0,
        }
    }

    /// One round: share every word among the tokens of its pair by what the
    /// table says, and read a new table off the shares.
    fn improve(&mut self, pairs: &[(Vec<usize>, Vec<usize>)]) {
        let width = self.words.len();
        let mut shares = vec![0.0; self.table.len()];
        for (tokens, words) in pairs {
            for word in words {
                let at = |token: &usize| token * width + word;
                let whole: f64 = tokens.iter().map(|token| self.table[at(token)]).sum();
                for token in tokens {
                    shares[at(token)] += self.table[at(token)] / whole;
                }
            }
        }
        for row in shares.chunks_mut(width.max(1)) {
            let whole: f64 = row.iter().sum();
            row.iter_mut().filter(|_| whole > 0.0).for_each(|share| *share /= whole);
        }
        self.table = shares;
    }

    /// The numbers of a pair's tokens, each once, and of the one for nothing.
    fn sources(&self, tokens: &[String]) -> Vec<usize> {
        let all = std::iter::once(NOTHING).chain(tokens.iter().map(String::as_str));
        let distinct: BTreeSet<usize> = all.map(|token| self.tokens[token]).collect();
        distinct.into_iter().collect()
    }
}

/// Numbers for all that differ, in alphabetical order.
fn numbered<'t>(all: impl Iterator<Item = &'t str>) -> HashMap<String, usize> {
    let distinct: BTreeSet<&str> = all.collect();
    distinct.into_iter().enumerate().map(|(number, text)| (text.to_owned(), number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn finds_which_word_says_which_token() {
        let pairs = [
            ("Turn direction.Left", "please turn left"),
            ("Turn direction.Right", "turn right now"),
            ("Travel direction.Left", "go left"),
            ("Travel value.Sofa", "go to the sofa"),
            ("Find value.Sofa", "find the sofa"),
            ("Find value.Easel", "find the easel"),
            ("Travel value.Easel", "go to the easel"),
        ]
        .map(|(tokens, text)| (words(tokens), words(text)));
        let alignment = Alignment::learn(&pairs, 20);
        let tokens = words("Travel value.Sofa direction.Left");
        let found = alignment.align(&tokens, &words("go left sofa xyz"));
        assert_eq!(found, [Some(0), Some(2), Some(1), None]);
        assert!(alignment.probability("easel", "value.Easel") > 0.4);
        assert_eq!(alignment.probability("easel", "value.Sofa"), 0.0);
        assert_eq!(alignment, Alignment::learn(&pairs, 20), "nothing depends on chance");
    }
}
