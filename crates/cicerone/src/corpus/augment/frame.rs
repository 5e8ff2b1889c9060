//! A pair with places to fill: its text in pieces, and what can stand in them.

use std::sync::Arc;

use super::Pair;
use super::phrases::Phrases;
use crate::cas::Command;
use crate::words::{Family, Meaning, agreement};

/// A pair whose values can be swapped.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) commands: Vec<Command>,
    pub(super) pieces: Vec<Piece>,
    pub(super) slots: Vec<Slot>,
    /// Who wrote it: one entry for each pair that gives this same frame.
    pub(super) authors: Vec<Option<Arc<str>>>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Piece {
    /// A word that stays.
    Word(String),
    /// `a` or `an`, as the next piece asks for.
    Article,
    /// Where a slot's phrase stands, the first place of the slot, or the next.
    Place { slot: usize, place: usize, plural: Plural },
    /// A noun that a number counts.
    Noun { one: String, many: String, number: usize },
}

/// What decides whether a phrase stands in the plural.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Plural {
    /// The text does.
    Fixed(bool),
    /// The number in this slot does.
    Counted(usize),
}

/// A value that can be swapped, wherever it stands in commands and text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Slot {
    /// What the pair says.
    pub(super) meaning: Meaning,
    /// What could be said instead, by value, the original included.
    pub(super) choices: Vec<Choice>,
    /// The place of the original among the choices.
    pub(super) original: usize,
}

/// A value and the phrases that say it, one for each place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) phrases: Vec<usize>,
}

impl Frame {
    /// How many ways there are to fill the slots, allowed or not.
    pub(super) fn size(&self) -> u64 {
        self.slots.iter().map(|slot| slot.choices.len() as u64).product()
    }

    /// The way to fill the slots that has this number.
    pub(super) fn picks(&self, mut number: u64) -> Vec<usize> {
        let digit = |slot: &Slot| {
            let base = slot.choices.len() as u64;
            let digit = number % base;
            number /= base;
            digit as usize
        };
        self.slots.iter().map(digit).collect()
    }

    /// The way that gives the original pair.
    pub(super) fn original(&self) -> Vec<usize> {
        self.slots.iter().map(|slot| slot.original).collect()
    }

    /// False if things that differ would become the same.
    pub(super) fn allows(&self, picks: &[usize]) -> bool {
        let picked =
            || self.slots.iter().zip(picks).map(|(slot, pick)| (slot, &slot.choices[*pick]));
        picked().enumerate().all(|(number, (slot, choice))| {
            !stays_distinct(slot.meaning.family)
                || picked().take(number).all(|(other, earlier)| {
                    other.meaning.family != slot.meaning.family || earlier.value != choice.value
                })
        })
    }

    /// The pair with the slots filled that way.
    pub(super) fn fill(
        &self,
        picks: &[usize],
        author: Option<Arc<str>>,
        phrases: &Phrases,
    ) -> Pair {
        Pair { commands: self.commands(picks, phrases), tokens: self.text(picks, phrases), author }
    }

    fn commands(&self, picks: &[usize], phrases: &Phrases) -> Vec<Command> {
        let swapped = |attribute: &str, value: &str| {
            let slots = self.slots.iter().zip(picks);
            let mut same = slots.filter(|(slot, _)| slot.meaning.value == value).peekable();
            same.peek()?;
            let family = Family::of(attribute, value, &phrases.vocabulary)?;
            let (slot, pick) = same.find(|(slot, _)| slot.meaning.family == family)?;
            Some(slot.choices[*pick].value.clone())
        };
        let swap = |command: &Command| {
            // Every value was read off a leaf of the same family; should one
            // not fit, the command stays as it was said.
            command.with_values(&phrases.vocabulary, swapped).unwrap_or_else(|_| command.clone())
        };
        self.commands.iter().map(swap).collect()
    }

    fn text(&self, picks: &[usize], phrases: &Phrases) -> Vec<String> {
        let choice = |slot: usize| &self.slots[slot].choices[picks[slot]];
        let mut words: Vec<String> = Vec::with_capacity(self.pieces.len() + 8);
        let mut article = None;
        for piece in &self.pieces {
            match piece {
                Piece::Word(word) => words.push(word.clone()),
                Piece::Article => {
                    article = Some(words.len());
                    words.push(String::new());
                    continue;
                }
                Piece::Noun { one, many, number } => {
                    words.push(if choice(*number).value == "1" { one } else { many }.clone());
                }
                Piece::Place { slot, place, plural } => {
                    let plural = match plural {
                        Plural::Fixed(plural) => *plural,
                        Plural::Counted(number) => choice(*number).value != "1",
                    };
                    phrases.say(choice(*slot).phrases[*place], plural, &mut words);
                }
            }
            if let Some(at) = article.take() {
                words[at] = agreement::article(&words[at + 1]).to_owned();
            }
        }
        words
    }
}

/// True if two things that differ must go on differing: nobody walks from the
/// blue hall to the blue hall, but one can turn left and left again.
pub(super) fn stays_distinct(family: Family) -> bool {
    matches!(family, Family::Object | Family::Picture | Family::Floor | Family::Place)
}
