//! What a realizer learns from: every demonstration, and swaps of its values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::realizer::style_token;
use crate::cas::Command;
use crate::corpus::augment::{Augmentation, Pair};
use crate::neural::{self, EncoderDecoderConfig, Lexicon, Supply, TrainConfig};
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
    /// Augmented pairs in an epoch, for each demonstrated one; `None`: epochs
    /// are stretches of passes over all augmented pairs, as in the paper.
    pub augmented: Option<f64>,
    /// How often a sentence is learnt without its author's style. Default 0.5.
    pub anonymous: f64,
    /// How often a word must be in the demonstrations to be known. Default 2.
    pub least: usize,
}

/// Pairs of an epoch when passes over all pairs are cut into stretches.
const STRETCH: u64 = 50_000;

impl RealizerConfig {
    /// The paper's: 2 x 128 units, passes over all augmented pairs.
    pub fn paper(passes: u64, pairs: u64) -> RealizerConfig {
        RealizerConfig {
            network: EncoderDecoderConfig::default(),
            training: TrainConfig {
                batch: 128,
                epochs: passes * pairs.div_ceil(STRETCH),
                patience: 0,
                ..TrainConfig::default()
            },
            augmented: None,
            anonymous: 0.5,
            least: 2,
        }
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
            least: 2,
        }
    }
}

/// Demonstrations and their augmentation as examples for the network.
#[derive(Debug)]
pub struct Lessons<'a> {
    pairs: &'a [Pair],
    augmentation: &'a Augmentation<'a>,
    vocabulary: &'a Vocabulary,
    config: &'a RealizerConfig,
    source: Lexicon,
    target: Lexicon,
}

impl<'a> Lessons<'a> {
    /// Lessons from the pairs of the training split.
    pub fn new(
        pairs: &'a [Pair],
        augmentation: &'a Augmentation<'a>,
        vocabulary: &'a Vocabulary,
        config: &'a RealizerConfig,
    ) -> Result<Lessons<'a>> {
        if pairs.is_empty() {
            return Err(Error::input("there is nothing to learn from: no pair was given"));
        }
        let mut words: BTreeMap<&str, usize> = BTreeMap::new();
        for word in pairs.iter().flat_map(|pair| &pair.tokens) {
            *words.entry(word).or_default() += 1;
        }
        words.retain(|_, count| *count >= config.least);
        let mut tokens: BTreeMap<String, ()> = BTreeMap::new();
        let mut learn = |pair: &Pair| {
            tokens.extend(
                source_tokens(&pair.commands, pair.author.as_deref(), vocabulary)
                    .into_iter()
                    .map(|token| (token, ())),
            );
        };
        pairs.iter().for_each(&mut learn);
        // Swaps put values where no demonstration has them.
        const SWAPS: usize = 20_000;
        augmentation.draw(0).take(SWAPS).for_each(|pair| learn(&pair));
        Ok(Lessons {
            pairs,
            augmentation,
            vocabulary,
            config,
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
        neural::Pair {
            source: self.source.numbers(source_tokens(&pair.commands, style, self.vocabulary)),
            target: self.target.numbers(&pair.tokens),
            views: Vec::new(),
        }
    }
}

impl Supply<neural::Pair> for Lessons<'_> {
    fn epoch(&self, epoch: u64) -> Cow<'_, [neural::Pair]> {
        let seed = self.config.training.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ epoch;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut example = |pair: &Pair| self.example(pair, !rng.random_bool(self.config.anonymous));
        let examples = match self.config.augmented {
            Some(ratio) => {
                let swaps = (self.pairs.len() as f64 * ratio).round() as usize;
                let mut examples: Vec<_> = self.pairs.iter().map(&mut example).collect();
                examples
                    .extend(self.augmentation.draw(seed).take(swaps).map(|pair| example(&pair)));
                examples
            }
            None => {
                let pieces = self.augmentation.ways().div_ceil(STRETCH).max(1);
                let (pass, piece) = (epoch / pieces, epoch % pieces);
                let numbers = piece * STRETCH..(piece + 1) * STRETCH;
                let stretch = self.augmentation.stretch(pass, numbers);
                stretch.map(|pair| example(&pair)).collect()
            }
        };
        Cow::Owned(examples)
    }
}

/// The tokens the encoder reads for the commands of one sentence.
pub(super) fn source_tokens(
    commands: &[Command],
    style: Option<&str>,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let style = style.map(style_token).into_iter();
    style.chain(commands.iter().flat_map(|command| command.tokens(vocabulary))).collect()
}
