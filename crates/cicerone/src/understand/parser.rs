//! The parser: a sentence in, commands out.

use super::careful::{CarefulReader, Understood};
use crate::cas::{Command, Grammar, Progress};
use crate::neural::{
    Constraint, END, EncoderDecoder, Model, Search, SearchConfig, SearchWorkspace, Translator,
    UNKNOWN,
};
use crate::words::slots::{Ear, Spoken, slot_kinds};
use crate::words::tokenize;
use crate::world::Vocabulary;
use crate::{Error, Result};

/// Tokens after which commands are closed: the longest in the corpus have a
/// hundred.
const LIMIT: usize = 160;

/// Trees in the corpus are at most eight heads deep.
const DEEPEST: usize = 12;

/// Sentences a batch has at most: attention is kept for every token of it.
const BATCH: usize = 64;

/// Reads sentences as commands. What a sentence names it knows by slots, whatever
/// the vocabulary.
#[derive(Clone, Debug)]
pub struct Parser {
    translator: Translator,
    grammar: Grammar,
    /// From a token of the grammar to its number in the lexicon: the reserved
    /// words come first there.
    offset: usize,
}

/// What a sentence may mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The commands, in order; at least one.
    pub commands: Vec<Command>,
    /// How likely the parser thinks it is.
    pub log_probability: f64,
}

impl Parser {
    /// A parser of one or more models.
    pub fn new(models: Vec<EncoderDecoder>) -> Result<Parser> {
        let translator = Translator::new(models)?;
        let model = translator.model();
        if model.config().view > 0 {
            return Err(Error::input("the model is no parser: it sees views"));
        }
        let words = model.target_lexicon().words();
        let value = |token: &str| token.split_once('.').map(|(_, value)| value.to_owned());
        if words.iter().filter_map(|token| value(token)).any(|value| is_of_sail(&value)) {
            let message = "the model is no parser of this version; train it anew with \
                           `cicerone train parser`";
            return Err(Error::input(message));
        }
        let offset = END as usize + 1;
        let grammar = Grammar::new(&words[offset..], slot_kinds())
            .map_err(|error| Error::input(format!("the model is no parser: {error}")))?;
        Ok(Parser { translator, grammar, offset })
    }

    /// Its models.
    pub fn models(&self) -> impl Iterator<Item = &EncoderDecoder> {
        self.translator.models()
    }

    /// Readings of one sentence about a world of that vocabulary, up to
    /// `width`, the likeliest first; at least one. Of a building comes first, as
    /// certain, what a grammar understands as a whole; SAIL's commands are written
    /// in ways of their own, which only the networks know.
    pub fn parse(
        &self,
        sentence: &str,
        vocabulary: &Vocabulary,
        width: usize,
    ) -> Result<Vec<Reading>> {
        let words = tokenize(sentence);
        if words.is_empty() {
            let message = "the sentence has no words; write one, such as 'turn left'";
            return Err(Error::input(message));
        }
        let mut readings = self.readings(&[words], vocabulary, width)?.pop().unwrap_or_default();
        if vocabulary != &**Vocabulary::sail()
            && let Some(Understood { commands, .. }) = CarefulReader::new(vocabulary).read(sentence)
        {
            readings.retain(|reading| reading.commands != commands);
            readings.insert(0, Reading { commands, log_probability: 0.0 });
            readings.truncate(width.max(1));
        }
        match readings.is_empty() {
            false => Ok(readings),
            true => Err(Error::input("no reading of the sentence comes to an end")),
        }
    }

    /// True if it has met all of these words.
    pub(super) fn knows(&self, words: &[String], vocabulary: &Vocabulary) -> bool {
        let lexicon = self.translator.model().source_lexicon();
        let (heard, _) = Ear::of(vocabulary).hear(words);
        heard.iter().all(|word| lexicon.number(word).is_some())
    }

    /// Readings of sentences about a world of that vocabulary, as many and in the
    /// same order, up to `width` for each, the likeliest first. A sentence without
    /// words has none.
    pub fn readings(
        &self,
        sentences: &[Vec<String>],
        vocabulary: &Vocabulary,
        width: usize,
    ) -> Result<Vec<Vec<Reading>>> {
        let mut readings = Vec::with_capacity(sentences.len());
        let mut workspace = SearchWorkspace::default();
        let ear = Ear::of(vocabulary);
        for batch in sentences.chunks(BATCH) {
            let heard = batch.iter().map(|words| ear.hear(words)).unzip();
            self.read_batch(heard, vocabulary, width, &mut workspace, &mut readings)?;
        }
        Ok(readings)
    }

    fn read_batch(
        &self,
        (words, spoken): (Vec<Vec<String>>, Vec<Spoken>),
        vocabulary: &Vocabulary,
        width: usize,
        workspace: &mut SearchWorkspace,
        readings: &mut Vec<Vec<Reading>>,
    ) -> Result<()> {
        let lexicon = self.translator.model().source_lexicon();
        let mut sources: Vec<Vec<u32>> = words.iter().map(|one| lexicon.numbers(one)).collect();
        for source in sources.iter_mut().filter(|source| source.is_empty()) {
            source.push(UNKNOWN);
        }
        let search = match width {
            0 | 1 => Search::Greedy,
            width => Search::Beam(width),
        };
        let config = SearchConfig { search, limit: LIMIT, unknown: false };
        let target = self.translator.model().target_lexicon();
        let lacking = |spoken: &Spoken| {
            let words = target.words().iter().enumerate();
            words.filter(|(_, word)| spoken.lacks(word)).map(|(number, _)| number).collect()
        };
        let mut within = Within { parser: self, lacking: spoken.iter().map(lacking).collect() };
        let found = self.translator.decode(&sources, &config, Some(&mut within), workspace)?;
        for ((hypotheses, words), spoken) in found.into_iter().zip(&words).zip(&spoken) {
            let mut of_one: Vec<Reading> = Vec::new();
            for hypothesis in hypotheses.iter().filter(|one| one.finished && !words.is_empty()) {
                let tokens: Vec<&str> =
                    hypothesis.words.iter().map(|word| target.word(*word)).collect();
                let commands = spoken.meant(&tokens, vocabulary)?;
                if of_one.iter().all(|other| other.commands != commands) {
                    let log_probability = hypothesis.log_probability;
                    of_one.push(Reading { commands, log_probability });
                }
            }
            readings.push(of_one);
        }
        Ok(())
    }
}

/// True of what commands call one of SAIL's kinds.
fn is_of_sail(value: &str) -> bool {
    Vocabulary::sail().by_cas_name(value).is_some()
}

/// Lets only commands be written, and those only about what was heard.
struct Within<'p> {
    parser: &'p Parser,
    /// For each sentence the words that are about something else.
    lacking: Vec<Vec<usize>>,
}

impl Constraint for Within<'_> {
    fn restrict(&mut self, source: usize, words: &[u32], log_probabilities: &mut [f32]) {
        let Parser { grammar, offset, .. } = self.parser;
        let mut progress = Progress::default();
        for word in words {
            // What was written before was allowed before.
            let _ = grammar.advance(&mut progress, *word as usize - offset);
        }
        let mut allowed = vec![false; log_probabilities.len()];
        let room = LIMIT.saturating_sub(words.len());
        if progress.depth() == 0 {
            allowed[END as usize] = progress.commands > 0;
            if progress.commands == 0 || room > LIMIT / 2 {
                grammar.following(&progress, |token| allowed[token + offset] = true);
            }
        } else if progress.depth() >= DEEPEST || room <= progress.depth() + 2 {
            allowed[grammar.close() + offset] = true;
        } else {
            grammar.following(&progress, |token| allowed[token + offset] = true);
        }
        self.lacking[source].iter().for_each(|number| allowed[*number] = false);
        for (score, allowed) in log_probabilities.iter_mut().zip(allowed) {
            if !allowed {
                *score = f32::NEG_INFINITY;
            }
        }
    }
}
