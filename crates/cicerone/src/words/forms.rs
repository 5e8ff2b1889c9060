//! Finding phrases in a text, in the singular and the plural.

use std::collections::HashMap;

use super::agreement;

/// Phrases by their words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Forms {
    /// For each form the phrases that have it; true where it is the plural.
    readings: HashMap<Vec<String>, Vec<(usize, bool)>>,
    longest: usize,
}

/// A stretch of a text that is, by its words, one or more phrases.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Phrases, with true where the words are the plural.
    pub(crate) readings: Vec<(usize, bool)>,
}

impl Forms {
    /// The forms of these phrases, numbered in their order; true for those
    /// that have a plural.
    pub(crate) fn of<'w>(phrases: impl Iterator<Item = (&'w [String], bool)>) -> Forms {
        let mut forms = Forms::default();
        for (number, (words, has_plural)) in phrases.enumerate() {
            forms.longest = forms.longest.max(words.len());
            for plural in [false, true].into_iter().filter(|plural| has_plural || !plural) {
                let readings = forms.readings.entry(form(words, plural)).or_default();
                if readings.iter().all(|(known, _)| *known != number) {
                    readings.push((number, plural));
                }
            }
        }
        forms
    }

    /// The phrases in a text: from the left, always the longest.
    pub(crate) fn spans(&self, text: &[String]) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut start = 0;
        while start < text.len() {
            match self.first(&text[start..]) {
                Some(Span { end, readings, .. }) => {
                    spans.push(Span { start, end: start + end, readings });
                    start += end;
                }
                None => start += 1,
            }
        }
        spans
    }

    /// The longest phrase that a text begins with.
    pub(crate) fn first(&self, text: &[String]) -> Option<Span> {
        (1..=text.len().min(self.longest)).rev().find_map(|end| {
            let readings = self.readings.get(&text[..end])?.clone();
            Some(Span { start: 0, end, readings })
        })
    }
}

/// The words of a phrase, or of its plural.
pub(crate) fn form(words: &[String], plural: bool) -> Vec<String> {
    match plural {
        true => agreement::plural(&words.join(" ")).split(' ').map(str::to_owned).collect(),
        false => words.to_vec(),
    }
}
