//! What a realizer learns from: every demonstration, and swaps of its values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::Wording;
use super::realizer::source_tokens;
use super::slots::{Sayings, UNSPOKEN, as_known, slotted};
use crate::corpus::augment::{Augmentation, Pair};
use crate::neural::{self, AdamConfig, EncoderDecoderConfig, Lexicon, Supply, TrainConfig};
use crate::words::is_slot;
use crate::world::Vocabulary;
use crate::{Error, Result};

/// How a realizer is made: the network, its training and its lessons.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RealizerConfig {
    /// The shape of the network.
    pub network: EncoderDecoderConfig,
    /// How it is trained.
    pub training: TrainConfig,
    /// Augmented pairs in an epoch, for each demonstrated one, drawn anew for
    /// every epoch; `None`: epochs are pieces of passes over one drawn set of
    /// 750,000 pairs, as in the paper.
    pub augmented: Option<f64>,
    /// How often a sentence is learnt without its author's style. Default 0.5.
    pub anonymous: f64,
    /// Whether it speaks in slots, about any vocabulary, and not of SAIL's kinds.
    pub slots: bool,
    /// How often a word must be in the demonstrations to be known. Default 2.
    pub least: usize,
}

/// Pairs of the paper's augmented set, and of the pieces it is cut into so
/// that it never lies in memory as a whole.
const SET: u64 = 750_000;
const PIECE: u64 = 50_000;

impl RealizerConfig {
    /// The paper's: 2 x 128 units, passes over an augmented set.
    pub fn paper(passes: u64) -> RealizerConfig {
        RealizerConfig {
            network: EncoderDecoderConfig::default(),
            training: TrainConfig {
                batch: 128,
                epochs: passes * (SET / PIECE),
                patience: 0,
                ..TrainConfig::default()
            },
            augmented: None,
            anonymous: 0.5,
            slots: false,
            least: 2,
        }
    }
}

impl RealizerConfig {
    /// The same for slots.
    pub fn of_slots() -> RealizerConfig {
        let default = RealizerConfig::default();
        let training = TrainConfig {
            batch: 32,
            epochs: 25,
            adam: AdamConfig { rate: 0.002, decay: 0.7, ..AdamConfig::default() },
            ..default.training
        };
        RealizerConfig { training, slots: true, ..default }
    }
}

impl Default for RealizerConfig {
    /// What validation chose.
    fn default() -> RealizerConfig {
        RealizerConfig {
            network: EncoderDecoderConfig::default(),
            training: TrainConfig {
                epochs: 40,
                patience: 12,
                dropout: 0.4,
                smoothing: 0.1,
                ..TrainConfig::default()
            },
            augmented: Some(4.0),
            anonymous: 0.5,
            slots: false,
            least: 2,
        }
    }
}

/// Demonstrations and their augmentation as examples for the network.
#[derive(Debug)]
pub struct SpeakingLessons<'a> {
    pairs: &'a [Pair],
    augmentation: &'a Augmentation<'a>,
    vocabulary: &'a Vocabulary,
    config: &'a RealizerConfig,
    sayings: Sayings,
    source: Lexicon,
    target: Lexicon,
}

impl<'a> SpeakingLessons<'a> {
    /// Lessons from the pairs of the training split.
    pub fn new(
        pairs: &'a [Pair],
        augmentation: &'a Augmentation<'a>,
        vocabulary: &'a Vocabulary,
        wording: &Wording,
        config: &'a RealizerConfig,
    ) -> Result<SpeakingLessons<'a>> {
        if pairs.is_empty() {
            return Err(Error::input("there is nothing to learn from: no pair was given"));
        }
        let sayings = Sayings::of(vocabulary, wording);
        let mut words: BTreeMap<String, usize> = BTreeMap::new();
        let mut tokens: BTreeMap<String, ()> = BTreeMap::new();
        let mut learn = |pair: &Pair| {
            let style = pair.author.as_deref();
            let read = source_tokens(&pair.commands, style, vocabulary);
            let slotted = if config.slots { slotted(&read, vocabulary) } else { as_known(read) };
            tokens.extend(slotted.tokens.into_iter().map(|token| (token, ())));
            match config.slots {
                true => sayings.hidden(&pair.tokens, &slotted.spoken),
                false => pair.tokens.clone(),
            }
        };
        for word in pairs.iter().flat_map(&mut learn) {
            *words.entry(word).or_default() += 1;
        }
        // Swaps put values where no demonstration has them, and say slots by
        // names that none has said.
        const SWAPS: usize = 20_000;
        for pair in augmentation.draw(0).take(SWAPS) {
            for slot in learn(&pair).into_iter().filter(|word| is_slot(word)) {
                *words.entry(slot).or_default() += 1;
            }
        }
        words.retain(|word, count| *count >= config.least && word != UNSPOKEN);
        Ok(SpeakingLessons {
            pairs,
            augmentation,
            vocabulary,
            config,
            sayings,
            source: Lexicon::new(tokens.into_keys())?,
            target: Lexicon::new(words.into_keys())?,
        })
    }

    /// The lexicons of a network that is to have these lessons: tokens of
    /// commands, and words.
    pub fn lexicons(&self) -> Vec<Lexicon> {
        vec![self.source.clone(), self.target.clone()]
    }

    /// A pair as the network sees it, in its author's style or in none.
    pub fn example(&self, pair: &Pair, with_style: bool) -> neural::Pair {
        let style = pair.author.as_deref().filter(|_| with_style);
        let tokens = source_tokens(&pair.commands, style, self.vocabulary);
        let slotted = match self.config.slots {
            true => slotted(&tokens, self.vocabulary),
            false => as_known(tokens),
        };
        neural::Pair {
            source: self.source.numbers(slotted.tokens),
            target: match self.config.slots {
                true => self.target.numbers(self.sayings.hidden(&pair.tokens, &slotted.spoken)),
                false => self.target.numbers(&pair.tokens),
            },
            views: Vec::new(),
        }
    }

    /// True if a text names no kind that its commands do not speak of.
    fn keeps_to_its_commands(&self, pair: &Pair) -> bool {
        let tokens = source_tokens(&pair.commands, None, self.vocabulary);
        let spoken = slotted(&tokens, self.vocabulary).spoken;
        !self.sayings.hidden(&pair.tokens, &spoken).iter().any(|word| word == UNSPOKEN)
    }
}

impl Supply<neural::Pair> for SpeakingLessons<'_> {
    fn epoch(&self, epoch: u64) -> Cow<'_, [neural::Pair]> {
        let seed = self.config.training.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ epoch;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut example = |pair: &Pair| self.example(pair, !rng.random_bool(self.config.anonymous));
        let examples = match self.config.augmented {
            Some(ratio) => {
                let swaps = (self.pairs.len() as f64 * ratio).round() as usize;
                let fits = |pair: &Pair| !self.config.slots || self.keeps_to_its_commands(pair);
                let own = self.pairs.iter().filter(|pair| fits(pair));
                let mut examples: Vec<_> = own.map(&mut example).collect();
                let swapped = self.augmentation.draw(seed).filter(fits).take(swaps);
                examples.extend(swapped.map(|pair| example(&pair)));
                examples
            }
            None => {
                let piece = self.augmentation.draw(epoch % (SET / PIECE));
                piece.take(PIECE as usize).map(|pair| example(&pair)).collect()
            }
        };
        Cow::Owned(examples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cas::Command;
    use crate::corpus::augment::{PhraseConfig, Phrases};

    #[test]
    fn epochs_are_the_same_for_the_same_seed_and_half_of_them_anonymous() {
        let sail = Vocabulary::sail();
        let command = |text: &str| vec![Command::parse(text, sail).unwrap()];
        let mut pairs = Vec::new();
        for _ in 0..100 {
            pairs.push(Pair::new(command("Turn(direction=Left)"), "turn left", Some("EDA")));
            pairs.push(Pair::new(command("Turn(direction=Right)"), "turn rigth", Some("EDA")));
        }
        pairs.push(Pair::new(command("Turn(direction=Right)"), "veer", Some("KLS")));
        let phrases = Phrases::learn(&pairs, sail, PhraseConfig::default());
        let augmentation = Augmentation::new(&pairs, &phrases);
        let wording = Wording::learn(&pairs, &phrases, sail);
        for (augmented, slots) in [(Some(2.0), false), (None, true)] {
            let config = RealizerConfig { augmented, slots, ..RealizerConfig::default() };
            let lessons =
                SpeakingLessons::new(&pairs, &augmentation, sail, &wording, &config).unwrap();
            let [source, target] = <[Lexicon; 2]>::try_from(lessons.lexicons()).unwrap();
            assert_eq!(target.number("veer"), None, "said once only");
            assert!(source.number("style.EDA").is_some());
            let first = lessons.epoch(0);
            assert_eq!(first, lessons.epoch(0));
            assert!(!first.is_empty());
            if augmented.is_some() {
                assert_eq!(first.len(), 3 * pairs.len());
                let style = source.number("style.EDA").unwrap();
                let named = first.iter().filter(|pair| pair.source[0] == style).count();
                assert!((200..400).contains(&named), "{named}");
                assert_ne!(first, lessons.epoch(1));
            }
        }
        assert!(
            SpeakingLessons::new(&[], &augmentation, sail, &wording, &RealizerConfig::default())
                .is_err()
        );
    }
}
