//! Going through the words of a sentence.

use crate::words::tokenize;

/// Words, and how far one has read.
#[derive(Debug, Clone)]
pub(super) struct Cursor {
    words: Vec<String>,
    /// Whether a word was written with a capital.
    capitals: Vec<bool>,
    pub(super) at: usize,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Cursor {
        let (mut words, mut capitals) = (Vec::new(), Vec::new());
        for written in text.split_whitespace() {
            let is_capital = written.starts_with(char::is_uppercase);
            for word in tokenize(written) {
                capitals.push(is_capital && word.starts_with(char::is_alphabetic));
                words.push(word);
            }
        }
        while words.last().is_some_and(|word| [".", "!"].contains(&&**word)) {
            words.pop();
        }
        capitals.truncate(words.len());
        Cursor { words, capitals, at: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.words.len()
    }

    /// The words that are left.
    pub(super) fn rest(&self) -> &[String] {
        &self.words[self.at.min(self.words.len())..]
    }

    /// True if the next word has a capital that is not the sentence's.
    pub(super) fn is_capital(&self) -> bool {
        let starts = self.at == 0 || [".", "!", "?"].contains(&&*self.words[self.at - 1]);
        !starts && self.capitals.get(self.at) == Some(&true)
    }

    /// The word before the next one.
    pub(super) fn before(&self) -> Option<&str> {
        self.at.checked_sub(1).and_then(|before| self.words.get(before)).map(String::as_str)
    }

    /// True if these words come next.
    pub(super) fn comes(&self, phrase: &str) -> bool {
        let mut rest = self.rest().iter();
        phrase.split(' ').all(|word| rest.next().is_some_and(|next| next == word))
    }

    /// Reads these words, if they come next.
    pub(super) fn take(&mut self, phrase: &str) -> bool {
        let comes = self.comes(phrase);
        self.at += if comes { phrase.split(' ').count() } else { 0 };
        comes
    }

    /// Reads the longest of these phrases that comes next.
    pub(super) fn take_one<'p>(&mut self, phrases: &[&'p str]) -> Option<&'p str> {
        let longest = phrases
            .iter()
            .filter(|phrase| self.comes(phrase))
            .max_by_key(|phrase| phrase.split(' ').count())?;
        self.take(longest);
        Some(longest)
    }

    /// Reads one word.
    pub(super) fn next(&mut self) -> Option<String> {
        let word = self.rest().first().cloned()?;
        self.at += 1;
        Some(word)
    }

    /// Reads with `read`, or stays where it is.
    pub(super) fn attempt<T>(&mut self, read: impl FnOnce(&mut Cursor) -> Option<T>) -> Option<T> {
        let at = self.at;
        let found = read(self);
        if found.is_none() {
            self.at = at;
        }
        found
    }
}
