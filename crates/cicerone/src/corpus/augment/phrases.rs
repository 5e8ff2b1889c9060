//! Which words and short phrases say which value, learnt from pairs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::company::Company;
use super::singular::singulars;
use super::{Pair, runs};
use crate::words::forms::{Forms, Span, form};
use crate::words::{Family, Meaning, agreement};
use crate::world::Vocabulary;

/// How phrases are learnt.
#[derive(Debug, Clone, PartialEq)]
pub struct PhraseConfig {
    /// Rounds of expectation maximisation; default 10.
    pub rounds: usize,
    /// How often a phrase must have been aligned with its value; default 3.
    pub least: usize,
    /// How sure it must be that a text with the phrase has the value in its
    /// command; default 0.9.
    pub confidence: f64,
    /// The most words of a phrase; default 4.
    pub longest: usize,
}

impl Default for PhraseConfig {
    fn default() -> PhraseConfig {
        PhraseConfig { rounds: 10, least: 3, confidence: 0.9, longest: 4 }
    }
}

/// Words that say a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase {
    /// What they say.
    pub meaning: Meaning,
    /// The words, in the singular.
    pub words: Vec<String>,
    /// How often each author says it so.
    pub authors: BTreeMap<Arc<str>, usize>,
    /// How often it is said.
    pub count: usize,
}

/// The phrases of a corpus and the company they keep.
#[derive(Debug, Clone)]
pub struct Phrases {
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) config: PhraseConfig,
    phrases: Vec<Phrase>,
    forms: Forms,
    /// How often each word was seen.
    words: HashMap<String, usize>,
    pub(super) company: Company,
}

impl Phrases {
    /// Learns from pairs; hand in those of the training split only.
    pub fn learn(pairs: &[Pair], vocabulary: &Arc<Vocabulary>, config: PhraseConfig) -> Phrases {
        let meanings: Vec<BTreeSet<Meaning>> = pairs
            .iter()
            .map(|pair| Meaning::all(&pair.commands, vocabulary).into_iter().collect())
            .collect();
        let mut words: HashMap<String, usize> = HashMap::new();
        for word in pairs.iter().flat_map(|pair| &pair.tokens) {
            *words.entry(word.clone()).or_default() += 1;
        }
        let mut phrases = Phrases {
            vocabulary: vocabulary.clone(),
            phrases: runs::find(pairs, &meanings, &words, vocabulary, &config),
            forms: Forms::default(),
            words,
            company: Company::default(),
            config,
        };
        phrases.index();
        let told = Company::learn(&phrases, pairs, &meanings);
        phrases.phrases = (0..phrases.phrases.len())
            .filter(|number| told.is_trusted(&phrases, *number))
            .map(|number| phrases.phrases[number].clone())
            .collect();
        phrases.index();
        phrases.company = Company::learn(&phrases, pairs, &meanings);
        for (number, phrase) in phrases.phrases.iter_mut().enumerate() {
            phrase.authors = phrases.company.authors(number);
            phrase.count = phrases.company.count(number);
        }
        phrases
    }

    /// All phrases, by meaning.
    pub fn all(&self) -> &[Phrase] {
        &self.phrases
    }

    /// The phrases of a family, by their numbers.
    pub(super) fn of(&self, family: Family) -> impl Iterator<Item = usize> + '_ {
        (0..self.phrases.len()).filter(move |number| self.phrases[*number].meaning.family == family)
    }

    /// The words of a phrase, or of its plural.
    pub(super) fn form(&self, phrase: usize, plural: bool) -> Vec<String> {
        form(&self.phrases[phrase].words, plural)
    }

    /// Adds the words of a phrase, or of its plural, to a text.
    pub(super) fn say(&self, phrase: usize, plural: bool, text: &mut Vec<String>) {
        text.extend_from_slice(&self.phrases[phrase].words);
        if let Some(last) = text.last_mut().filter(|_| plural) {
            *last = agreement::plural(last);
        }
    }

    /// The singular of a plural, if it is a word that has been seen.
    pub(super) fn singular(&self, word: &str) -> Option<String> {
        singulars(word).find(|noun| self.seen(noun) > 0)
    }

    /// How often a word was seen.
    pub(super) fn seen(&self, word: &str) -> usize {
        self.words.get(word).copied().unwrap_or(0)
    }

    /// The phrases in a text: from the left, always the longest.
    pub(super) fn spans(&self, text: &[String]) -> Vec<Span> {
        self.forms.spans(text)
    }

    fn index(&mut self) {
        let phrases = self.phrases.iter();
        self.forms =
            Forms::of(phrases.map(|phrase| (&*phrase.words, phrase.meaning.family.has_plural())));
    }
}
