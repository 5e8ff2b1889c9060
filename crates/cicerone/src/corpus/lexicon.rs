//! The words a model knows, by number.

use std::collections::{BTreeMap, HashMap};

/// A numbered list of words, the four special ones first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lexicon {
    words: Vec<String>,
    ids: HashMap<String, u32>,
}

impl Lexicon {
    /// Fills a batch up; never predicted.
    pub const PADDING: u32 = 0;
    /// Comes before the first word.
    pub const START: u32 = 1;
    /// Comes after the last word.
    pub const END: u32 = 2;
    /// Stands for every word that is not in the list.
    pub const UNKNOWN: u32 = 3;

    const SPECIAL: [&str; 4] = ["<pad>", "<s>", "</s>", "<unk>"];

    /// The words that occur at least `least` times, at most `most` of them
    /// beside the special ones: the frequent first, equals in alphabetical order.
    pub fn learn<'t>(
        tokens: impl IntoIterator<Item = &'t str>,
        least: usize,
        most: usize,
    ) -> Lexicon {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for token in tokens {
            *counts.entry(token).or_default() += 1;
        }
        let mut words: Vec<(&str, usize)> = counts
            .into_iter()
            .filter(|(word, count)| *count >= least && !Lexicon::SPECIAL.contains(word))
            .collect();
        // A stable sort keeps the alphabetical order of the map among equals.
        words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        words.truncate(most);
        Lexicon::from_words(words.into_iter().map(|(word, _)| word.to_owned()))
    }

    /// A lexicon of these words after the special ones, in this order.
    pub fn from_words(words: impl IntoIterator<Item = String>) -> Lexicon {
        let special = Lexicon::SPECIAL.iter().map(|word| (*word).to_owned());
        let words: Vec<String> = special.chain(words).collect();
        let ids =
            words.iter().enumerate().rev().map(|(id, word)| (word.clone(), id as u32)).collect();
        Lexicon { words, ids }
    }

    /// All words by id, the special ones included.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// How many, the special ones included; never 0.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The id of a word, [`Lexicon::UNKNOWN`] if it is not known.
    pub fn id(&self, word: &str) -> u32 {
        self.ids.get(word).copied().unwrap_or(Lexicon::UNKNOWN)
    }

    /// The word of an id.
    pub fn word(&self, id: u32) -> Option<&str> {
        self.words.get(id as usize).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_words_come_first() {
        let text = "b a c a b a <unk> d".split(' ');
        let lexicon = Lexicon::learn(text, 1, 3);
        assert_eq!(lexicon.words(), ["<pad>", "<s>", "</s>", "<unk>", "a", "b", "c"]);
        assert_eq!((lexicon.id("b"), lexicon.id("d")), (5, Lexicon::UNKNOWN));
        assert_eq!((lexicon.word(4), lexicon.word(99)), (Some("a"), None));
    }
}
