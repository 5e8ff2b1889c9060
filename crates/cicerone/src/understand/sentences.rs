//! What a parser learns from, and how.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::careful::CarefulReader;
use super::parser::Parser;
use crate::Result;
use crate::cas::CLOSE;
use crate::corpus::augment::{Augmentation, Pair, Phrases};
use crate::corpus::{Corpus, Part};
use crate::neural::{
    self, AdamConfig, Check, Checked, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model,
    Observer, Supply, TrainConfig, Trained, Training, UNKNOWN,
};
use crate::words::slots::Ear;
use crate::words::{everyday_vocabulary, tokenize};
use crate::world::Vocabulary;

/// People's sentences in every epoch, others drawn from what swapping values and
/// words makes of them, and some that people said elsewhere.
pub struct Sentences<'a> {
    /// People's own.
    pub pairs: Vec<Pair>,
    /// Where more are drawn from.
    pub augmentation: Augmentation<'a>,
    /// How many more in every epoch.
    pub drawn: usize,
    /// What people said elsewhere, of which every epoch has the next few.
    pub elsewhere: &'a [Pair],
    /// How many.
    pub told: usize,
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
    /// Directions that people gave elsewhere, in every epoch. Default 2,000.
    pub told: usize,
    /// Share of words that are not heard. Default 0.05.
    pub unheard: f64,
}

impl Default for ParserConfig {
    fn default() -> Self {
        let shape = EncoderDecoderConfig { layers: 1, ..Default::default() };
        ParserConfig { shape, least: 2, drawn: 4_600, told: 2_000, unheard: 0.05 }
    }
}

impl ParserConfig {
    /// How parsers are trained if nothing else is said.
    pub fn training() -> TrainConfig {
        let adam = AdamConfig { rate: 0.002, decay: 0.5, ..Default::default() };
        TrainConfig { batch: 32, epochs: 30, patience: 0, dropout: 0.3, adam, ..Default::default() }
    }
}

/// People's directions through anywhere, as far as a grammar is sure what they mean;
/// they speak of everyday things.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directions {
    /// To learn from.
    pub learnt: Vec<Pair>,
    /// One in ten, by their words, to measure with.
    pub kept_back: Vec<Pair>,
}

impl Directions {
    /// Those that the careful reader understands, but for what has a name: nobody
    /// can learn what another place is called.
    pub fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> Directions {
        let reader = CarefulReader::everyday();
        let mut directions = Directions::default();
        for text in texts {
            let Some(understood) = reader.read(text) else { continue };
            let pair = Pair::new(understood.commands, text, None);
            let mut tokens =
                pair.commands.iter().flat_map(|command| command.tokens(reader.vocabulary()));
            if tokens.any(|token| token.starts_with("Name.")) {
                continue;
            }
            match hash(&pair) % 10 {
                0 => directions.kept_back.push(pair),
                _ => directions.learnt.push(pair),
            }
        }
        directions
    }

    /// The same with what the careful reader does not understand and all models of a
    /// parser, each by itself, take for the same; no text is learnt twice.
    pub fn and_agreed<'t>(
        mut self,
        parser: &Parser,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<Directions> {
        let reader = CarefulReader::everyday();
        let open = texts.into_iter().filter(|text| reader.read(text).is_none());
        let words: BTreeSet<Vec<String>> = open.map(tokenize).collect();
        let words: Vec<Vec<String>> = words.into_iter().collect();
        for (tokens, commands) in words.iter().zip(parser.agreed(&words, reader.vocabulary())?) {
            let text = tokens.join(" ");
            self.learnt.extend(commands.map(|commands| Pair::new(commands, &text, None)));
        }
        // An epoch hears some of each.
        self.learnt.sort_by_key(hash);
        Ok(self)
    }
}

/// A number by the words of a pair.
fn hash(pair: &Pair) -> u32 {
    let bytes = pair.tokens.iter().flat_map(|word| word.bytes());
    bytes.fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

/// Trains a parser on the training part of the corpus and on people's directions
/// through anywhere, of which there may be none. What is kept is the model that read
/// most validation sentences exactly.
pub fn train_parser(
    corpus: &Corpus,
    directions: &[Pair],
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
    let (words, tokens) = lexicons(&pairs, &more, directions, config.least)?;
    let model = EncoderDecoder::build(
        &config.shape.clone().check()?,
        vec![words.clone(), tokens.clone()],
        training.seed,
    )?;
    let unheard = config.unheard.clamp(0.0, 1.0);
    let supply = Sentences {
        pairs,
        augmentation,
        drawn: config.drawn,
        elsewhere: directions,
        told: config.told,
        words,
        tokens,
        unheard,
        seed: training.seed,
    };
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
        let first = epoch as usize * self.told;
        let told = (first..first + self.told)
            .filter_map(|number| self.elsewhere.get(number % self.elsewhere.len().max(1)));
        let mut pairs = self.examples(&self.pairs);
        pairs.extend(self.examples(&drawn));
        let everyday = Ear::of(everyday_vocabulary());
        pairs.extend(told.filter_map(|pair| self.example(pair, &everyday)));
        for word in pairs.iter_mut().flat_map(|pair| &mut pair.source) {
            if rng.random_bool(self.unheard) {
                *word = UNKNOWN;
            }
        }
        Cow::Owned(pairs)
    }
}

impl Sentences<'_> {
    /// Pairs as a network learns or validates them, but for those whose commands
    /// speak of something that their words do not name.
    pub fn examples(&self, pairs: &[Pair]) -> Vec<neural::Pair> {
        let ear = Ear::of(Vocabulary::sail());
        pairs.iter().filter_map(|pair| self.example(pair, &ear)).collect()
    }

    fn example(&self, pair: &Pair, ear: &Ear<'_>) -> Option<neural::Pair> {
        let (heard, target) = slotted(pair, ear)?;
        Some(neural::Pair {
            source: self.words.numbers(&heard),
            target: self.tokens.numbers(target),
            views: Vec::new(),
        })
    }
}

/// The words of a pair and the tokens of its commands, in slots.
fn slotted(pair: &Pair, ear: &Ear<'_>) -> Option<(Vec<String>, Vec<String>)> {
    let (words, spoken) = ear.hear(&pair.tokens);
    Some((words, spoken.linear(&pair.commands, ear.vocabulary())?))
}

/// The words that occur at least `least` times in people's sentences, at home and
/// elsewhere, and the tokens of their commands and of `more`, in slots.
pub fn lexicons(
    pairs: &[Pair],
    more: &[Pair],
    elsewhere: &[Pair],
    least: usize,
) -> Result<(Lexicon, Lexicon)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut tokens = BTreeSet::from([CLOSE.to_owned()]);
    let sail = Vocabulary::sail();
    for (pairs, vocabulary, is_said) in
        [(pairs, &**sail, true), (more, sail, false), (elsewhere, everyday_vocabulary(), true)]
    {
        let ear = Ear::of(vocabulary);
        for (words, target) in pairs.iter().filter_map(|pair| slotted(pair, &ear)) {
            tokens.extend(target);
            for word in words.into_iter().filter(|_| is_said) {
                *counts.entry(word).or_default() += 1;
            }
        }
    }
    let mut words: Vec<(String, usize)> =
        counts.into_iter().filter(|(_, count)| *count >= least).collect();
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Ok((Lexicon::new(words.into_iter().map(|(word, _)| word))?, Lexicon::new(tokens)?))
}

/// The share of pairs whose commands a parser finds exactly.
pub fn share_exact(parser: &Parser, pairs: &[Pair], width: usize) -> Result<f64> {
    let sentences: Vec<Vec<String>> = pairs.iter().map(|pair| pair.tokens.clone()).collect();
    let readings = parser.readings(&sentences, Vocabulary::sail(), width)?;
    let exact = readings.iter().zip(pairs).filter(|(found, pair)| {
        found.first().is_some_and(|reading| reading.commands == pair.commands)
    });
    Ok(exact.count() as f64 / pairs.len().max(1) as f64)
}
