//! What a parser learns from, and how.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::parser::Parser;
use crate::Result;
use crate::cas::{CLOSE, Command};
use crate::corpus::augment::{Augmentation, Pair, Phrases};
use crate::corpus::{Corpus, Part};
use crate::neural::{
    self, AdamConfig, Check, Checked, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model,
    Observer, Supply, TrainConfig, Trained, Training, UNKNOWN,
};
use crate::world::Vocabulary;

/// People's sentences in every epoch, and others drawn from what swapping
/// values and words makes of them.
pub struct Sentences<'a> {
    /// People's own.
    pub pairs: Vec<Pair>,
    /// Where more are drawn from.
    pub augmentation: Augmentation<'a>,
    /// How many more in every epoch.
    pub drawn: usize,
    /// The words.
    pub words: Lexicon,
    /// The tokens of commands.
    pub tokens: Lexicon,
    /// Share of words that are not heard, so that a parser has met words it
    /// does not know.
    pub unheard: f64,
    /// Same seed, same epochs.
    pub seed: u64,
}

/// What a parser is and what it is taught.
#[derive(Clone, Debug, PartialEq)]
pub struct ParserConfig {
    /// The shape of its network. Default: one layer of 128 units.
    pub shape: EncoderDecoderConfig,
    /// Words that occur less often are not told apart. Default 2.
    pub least: usize,
    /// Sentences drawn from the augmentation in every epoch, besides people's
    /// own. Default 4,600, twice as many.
    pub drawn: usize,
    /// Share of words that are not heard. Default 0.05.
    pub unheard: f64,
}

impl Default for ParserConfig {
    fn default() -> Self {
        let shape = EncoderDecoderConfig { layers: 1, ..Default::default() };
        ParserConfig { shape, least: 2, drawn: 4_600, unheard: 0.05 }
    }
}

impl ParserConfig {
    /// How parsers are trained if nothing else is said.
    pub fn training() -> TrainConfig {
        let adam = AdamConfig { rate: 0.002, decay: 0.5, ..Default::default() };
        TrainConfig { batch: 32, epochs: 30, patience: 0, dropout: 0.3, adam, ..Default::default() }
    }
}

/// Trains a parser on the training part of the corpus. What is kept is the
/// model that read most validation sentences exactly.
pub fn train_parser(
    corpus: &Corpus,
    config: &ParserConfig,
    training: &Checked<TrainConfig>,
    directory: &Path,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Trained<EncoderDecoder>> {
    let pairs = Pair::of_part(corpus, Part::Train);
    let kept_back = Pair::of_part(corpus, Part::Validation);
    let phrases = Phrases::learn(&pairs, Vocabulary::sail(), Default::default());
    let augmentation = Augmentation::new(&pairs, &phrases);
    // Enough to meet every value a swap can bring in.
    let more = augmentation.sample(50_000, 0);
    let (words, tokens) = lexicons(&pairs, &more, config.least)?;
    let model = EncoderDecoder::build(
        &config.shape.clone().check()?,
        vec![words.clone(), tokens.clone()],
        training.seed,
    )?;
    let unheard = config.unheard.clamp(0.0, 1.0);
    let (drawn, seed) = (config.drawn, training.seed);
    let supply = Sentences { pairs, augmentation, drawn, words, tokens, unheard, seed };
    let validation = supply.examples(&kept_back);
    let mut score =
        |model: &EncoderDecoder| share_exact(&Parser::new(vec![model.clone()])?, &kept_back, 1);
    let run = Training {
        config: training,
        directory,
        supply: &supply,
        validation: &validation,
        score: Some(&mut score),
        observer,
        stop,
    };
    run.run(model)
}

impl Supply<neural::Pair> for Sentences<'_> {
    fn epoch(&self, epoch: u64) -> Cow<'_, [neural::Pair]> {
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(epoch);
        let drawn = self.augmentation.sample(self.drawn, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pairs = self.pairs.iter().chain(&drawn).map(|pair| {
            let mut pair = example(pair, &self.words, &self.tokens);
            for word in &mut pair.source {
                if rng.random_bool(self.unheard) {
                    *word = UNKNOWN;
                }
            }
            pair
        });
        Cow::Owned(pairs.collect())
    }
}

impl Sentences<'_> {
    /// Pairs as a network learns or validates them.
    pub fn examples(&self, pairs: &[Pair]) -> Vec<neural::Pair> {
        pairs.iter().map(|pair| example(pair, &self.words, &self.tokens)).collect()
    }
}

fn example(pair: &Pair, words: &Lexicon, tokens: &Lexicon) -> neural::Pair {
    neural::Pair {
        source: words.numbers(&pair.tokens),
        target: tokens.numbers(linear(&pair.commands)),
        views: Vec::new(),
    }
}

fn linear(commands: &[Command]) -> Vec<String> {
    commands.iter().flat_map(|command| command.linear(Vocabulary::sail())).collect()
}

/// The words that occur at least `least` times in people's sentences, and the
/// tokens of their commands and of `more`.
pub fn lexicons(pairs: &[Pair], more: &[Pair], least: usize) -> Result<(Lexicon, Lexicon)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in pairs.iter().flat_map(|pair| &pair.tokens) {
        *counts.entry(word).or_default() += 1;
    }
    let mut words: Vec<(&str, usize)> =
        counts.into_iter().filter(|(_, count)| *count >= least).collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut tokens = BTreeSet::from([CLOSE.to_owned()]);
    for pair in pairs.iter().chain(more) {
        tokens.extend(linear(&pair.commands));
    }
    Ok((Lexicon::new(words.into_iter().map(|(word, _)| word))?, Lexicon::new(tokens)?))
}

/// The share of pairs whose commands a parser finds exactly.
pub fn share_exact(parser: &Parser, pairs: &[Pair], width: usize) -> Result<f64> {
    let sentences: Vec<Vec<String>> = pairs.iter().map(|pair| pair.tokens.clone()).collect();
    let readings = parser.readings(&sentences, width)?;
    let exact = readings.iter().zip(pairs).filter(|(found, pair)| {
        found.first().is_some_and(|reading| reading.commands == pair.commands)
    });
    Ok(exact.count() as f64 / pairs.len().max(1) as f64)
}
