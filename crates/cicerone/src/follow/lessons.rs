//! What followers learn from: people's sentences with the walks that were
//! meant.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::act::{Act, Stand};
use super::look::{self, look};
use super::start::StartRule;
use crate::Result;
use crate::corpus::{Corpus, Demonstration, Part};
use crate::neural::{Lexicon, Pair, Supply};
use crate::words::slots::Ear;
use crate::words::tokenize;
use crate::world::{Pose, World};

/// A sentence and the walk it describes.
#[derive(Clone, Debug)]
pub struct WalkingLesson<'w> {
    /// The world it is about.
    pub world: &'w World,
    /// The words.
    pub words: Vec<String>,
    /// The walk, turns on the spot joined; the first heading may be unknown.
    pub path: Vec<Pose>,
}

impl<'w> WalkingLesson<'w> {
    /// The lessons of demonstrations. Sentences without words and paths that
    /// are no legal walk teach nothing.
    pub fn of<'d>(
        corpus: &'w Corpus,
        demonstrations: impl IntoIterator<Item = &'d Demonstration>,
    ) -> Result<Vec<WalkingLesson<'w>>> {
        let mut lessons = Vec::new();
        for demonstration in demonstrations {
            let world = corpus.world(demonstration)?;
            for (sentence, segment) in demonstration.segments(world).flatten() {
                let words = tokenize(&sentence.english);
                if !words.is_empty() {
                    lessons.push(WalkingLesson { world, words, path: segment.poses });
                }
            }
        }
        Ok(lessons)
    }

    /// The lessons of one part of the split.
    pub fn of_part(corpus: &'w Corpus, part: Part) -> Result<Vec<WalkingLesson<'w>>> {
        WalkingLesson::of(corpus, corpus.part(part))
    }

    /// The words and acts a network learns, from one of the first headings.
    fn pair(&self, lexicon: &Lexicon, start: Stand, mirrored: bool) -> Option<Pair> {
        let (acts, stands) = start.acts_along(self.world, &self.path)?;
        let (words, spoken) = Ear::of(self.world.vocabulary()).hear(&self.words);
        let mut views = vec![0.0; stands.len() * look::SIZE];
        for (stand, view) in stands.iter().zip(views.chunks_exact_mut(look::SIZE)) {
            look(self.world, *stand, &spoken, mirrored, view);
        }
        let (source, acts) = match mirrored {
            false => (lexicon.numbers(&words), acts),
            true => (
                lexicon.numbers(words.iter().map(|word| mirrored_word(word))),
                acts.into_iter().map(Act::mirrored).collect::<Vec<_>>(),
            ),
        };
        Some(Pair { source, target: acts.into_iter().map(Act::number).collect(), views })
    }

    /// The pairs from all the stands it may be started from.
    pub fn pairs(&self, lexicon: &Lexicon, rule: StartRule) -> Vec<Pair> {
        let stands = rule.stands(&self.path);
        stands.into_iter().filter_map(|start| self.pair(lexicon, start, false)).collect()
    }
}

fn mirrored_word(word: &str) -> &str {
    match word {
        "left" => "right",
        "right" => "left",
        "lefts" => "rights",
        "rights" => "lefts",
        other => other,
    }
}

/// The words that occur at least `least` times, by number of occurrences, with
/// slots for what they name.
pub fn lexicon(lessons: &[WalkingLesson<'_>], least: usize) -> Result<Lexicon> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let words =
        |lesson: &WalkingLesson<'_>| Ear::of(lesson.world.vocabulary()).hear(&lesson.words).0;
    for word in lessons.iter().flat_map(words) {
        *counts.entry(word).or_default() += 1;
    }
    let mut words: Vec<(String, usize)> =
        counts.into_iter().filter(|(_, count)| *count >= least).collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Lexicon::new(words.into_iter().map(|(word, _)| word))
}

/// Lessons, taught differently in every epoch: from another of the first
/// headings, and half of the time in a mirror, where left is right.
pub struct WalkingLessons<'w> {
    /// The lessons, all taught in every epoch.
    pub lessons: Vec<WalkingLesson<'w>>,
    /// More of them, of which every epoch teaches the next few.
    pub practice: Vec<WalkingLesson<'w>>,
    /// How many.
    pub practised: usize,
    /// The words.
    pub lexicon: Lexicon,
    /// Same seed, same epochs.
    pub seed: u64,
    /// Share of lessons taught in a mirror.
    pub mirrored: f64,
    /// Share of words that are not heard.
    pub unheard: f64,
    /// Where walks whose first heading is unknown start.
    pub rule: StartRule,
}

impl Supply<Pair> for WalkingLessons<'_> {
    fn epoch(&self, epoch: u64) -> Cow<'_, [Pair]> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(epoch);
        let mut pairs = Vec::with_capacity(self.lessons.len() + self.practised);
        let first = epoch as usize * self.practised;
        let practised = (first..first + self.practised)
            .filter_map(|number| self.practice.get(number % self.practice.len().max(1)));
        for lesson in self.lessons.iter().chain(practised) {
            let stands = self.rule.stands(&lesson.path);
            let start = stands[rng.random_range(0..stands.len())];
            let mirrored = rng.random_bool(self.mirrored);
            let Some(mut pair) = lesson.pair(&self.lexicon, start, mirrored) else { continue };
            for word in &mut pair.source {
                if rng.random_bool(self.unheard) {
                    *word = crate::neural::UNKNOWN;
                }
            }
            pairs.push(pair);
        }
        Cow::Owned(pairs)
    }
}
