//! Words and their numbers.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Error, Result};

/// Stands for every word that is not in the lexicon.
pub const UNKNOWN: u32 = 0;
/// What a decoder is fed before the first word.
pub const BEGIN: u32 = 1;
/// What comes after the last word.
pub const END: u32 = 2;

const RESERVED: [&str; 3] = ["<unknown>", "<begin>", "<end>"];

/// A numbered list of words, the first three reserved for [`UNKNOWN`],
/// [`BEGIN`] and [`END`]. Cloning shares it.
#[derive(Clone, Debug)]
pub struct Lexicon(Arc<Words>);

#[derive(Debug)]
struct Words {
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Lexicon {
    /// Numbers these words in their order, after the reserved three. A word
    /// that is empty, reserved or there twice is an error.
    pub fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Result<Lexicon> {
        let reserved = RESERVED.iter().map(|word| (*word).to_string());
        Lexicon::from_list(reserved.chain(words.into_iter().map(Into::into)).collect())
    }

    /// The full list as [`words`](Self::words) gives it, reserved words included.
    pub fn from_list(words: Vec<String>) -> Result<Lexicon> {
        if words.len() < RESERVED.len() || words[..RESERVED.len()] != RESERVED {
            return Err(Error::input(format!("a lexicon must begin with {}", RESERVED.join(" "))));
        }
        let mut numbers = HashMap::with_capacity(words.len());
        for (number, word) in words.iter().enumerate() {
            if word.is_empty() {
                return Err(Error::input("a word is empty").at(format!("word {number}")));
            }
            if let Some(first) = numbers.insert(word.clone(), number as u32) {
                let message = format!("'{word}' is already word {first} of the lexicon");
                return Err(Error::input(message).at(format!("word {number}")));
            }
        }
        Ok(Lexicon(Arc::new(Words { words, numbers })))
    }

    /// All words, by number.
    pub fn words(&self) -> &[String] {
        &self.0.words
    }

    /// How many words there are, the reserved ones included.
    pub fn len(&self) -> usize {
        self.0.words.len()
    }

    /// True if there is no word beyond the reserved ones.
    pub fn is_empty(&self) -> bool {
        self.len() == RESERVED.len()
    }

    /// The number of a word, if it is known.
    pub fn number(&self, word: &str) -> Option<u32> {
        self.0.numbers.get(word).copied()
    }

    /// The numbers of a sentence, [`UNKNOWN`] for words that are not known.
    pub fn numbers<W: AsRef<str>>(&self, words: impl IntoIterator<Item = W>) -> Vec<u32> {
        words.into_iter().map(|word| self.number(word.as_ref()).unwrap_or(UNKNOWN)).collect()
    }

    /// The word of a number; the unknown word for a number past the end.
    pub fn word(&self, number: u32) -> &str {
        self.0.words.get(number as usize).map_or(RESERVED[0], String::as_str)
    }

    /// Refuses a number that stands for no word, naming the place.
    pub fn check(&self, numbers: &[u32], what: &str) -> Result<()> {
        match numbers.iter().position(|&number| number as usize >= self.len()) {
            None => Ok(()),
            Some(place) => {
                let (number, words) = (numbers[place], self.len());
                let message = format!("word {number} is outside the lexicon of {words} words");
                Err(Error::input(message).at(format!("{what} word {}", place + 1)))
            }
        }
    }
}

impl PartialEq for Lexicon {
    fn eq(&self, other: &Lexicon) -> bool {
        self.words() == other.words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_words_and_refuses_what_would_confuse() {
        let lexicon = Lexicon::new(["turn", "left"]).unwrap();
        assert_eq!(lexicon.numbers(["left", "of", "turn"]), [4, UNKNOWN, 3]);
        assert_eq!(lexicon.word(4), "left");
        let twice = Lexicon::new(["turn", "turn"]).unwrap_err().to_string();
        assert_eq!(twice, "word 4: 'turn' is already word 3 of the lexicon");
        assert!(Lexicon::new(["<end>"]).is_err());
        assert!(Lexicon::from_list(vec!["turn".into()]).is_err());
        let outside = lexicon.check(&[3, 5], "source").unwrap_err().to_string();
        assert_eq!(outside, "source word 2: word 5 is outside the lexicon of 5 words");
    }
}
