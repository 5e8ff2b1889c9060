//! The parser: a sentence in, commands out.

use crate::cas::{Command, Grammar, Progress, commands_of};
use crate::neural::{
    Constraint, END, EncoderDecoder, Model, Search, SearchConfig, SearchWorkspace, Translator,
    UNKNOWN,
};
use crate::words::slots::Slots;
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

/// Reads sentences as commands.
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
    /// A parser of one or more models over SAIL's vocabulary.
    pub fn new(models: Vec<EncoderDecoder>) -> Result<Parser> {
        let translator = Translator::new(models)?;
        let model = translator.model();
        if model.config().view > 0 {
            return Err(Error::input("the model is no parser: it sees views"));
        }
        let words = model.target_lexicon().words();
        let offset = END as usize + 1;
        let grammar = Grammar::new(&words[offset..], Vocabulary::sail())
            .map_err(|error| Error::input(format!("the model is no parser: {error}")))?;
        Ok(Parser { translator, grammar, offset })
    }

    /// Its models.
    pub fn models(&self) -> impl Iterator<Item = &EncoderDecoder> {
        self.translator.models()
    }

    /// Readings of one sentence about a world of that vocabulary, up to
    /// `width`, the likeliest first; at least one.
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
        let readings = self.readings_about(&[words], vocabulary, width)?.pop().unwrap_or_default();
        match readings.is_empty() {
            false => Ok(readings),
            true => Err(Error::input(
                "no reading of the sentence speaks only of what the world's vocabulary has",
            )),
        }
    }

    /// Readings of sentences about a world of that vocabulary, as many and in
    /// the same order; none for a sentence that no reading of fits the
    /// vocabulary.
    pub fn readings_about(
        &self,
        sentences: &[Vec<String>],
        vocabulary: &Vocabulary,
        width: usize,
    ) -> Result<Vec<Vec<Reading>>> {
        let mut words = sentences.to_vec();
        let slots: Vec<Option<Slots>> =
            words.iter_mut().map(|words| Slots::heard(vocabulary, words, 0)).collect();
        let found = self.readings(&words, width)?;
        let own = |(readings, slots): (Vec<Reading>, Option<Slots>)| match slots {
            None => readings,
            Some(slots) => readings
                .into_iter()
                .filter_map(|Reading { commands, log_probability }| {
                    let commands = slots.returned(&commands, vocabulary)?;
                    Some(Reading { commands, log_probability })
                })
                .collect(),
        };
        Ok(found.into_iter().zip(slots).map(own).collect())
    }

    /// Readings of sentences in SAIL's vocabulary, up to `width` for each, the likeliest first. A
    /// sentence without words has none.
    pub fn readings(&self, sentences: &[Vec<String>], width: usize) -> Result<Vec<Vec<Reading>>> {
        let mut readings = Vec::with_capacity(sentences.len());
        let mut workspace = SearchWorkspace::default();
        for batch in sentences.chunks(BATCH) {
            self.read_batch(batch, width, &mut workspace, &mut readings)?;
        }
        Ok(readings)
    }

    fn read_batch(
        &self,
        sentences: &[Vec<String>],
        width: usize,
        workspace: &mut SearchWorkspace,
        readings: &mut Vec<Vec<Reading>>,
    ) -> Result<()> {
        let lexicon = self.translator.model().source_lexicon();
        let mut sources: Vec<Vec<u32>> = sentences.iter().map(|one| lexicon.numbers(one)).collect();
        for source in sources.iter_mut().filter(|source| source.is_empty()) {
            source.push(UNKNOWN);
        }
        let search = match width {
            0 | 1 => Search::Greedy,
            width => Search::Beam(width),
        };
        let config = SearchConfig { search, limit: LIMIT, unknown: false };
        let mut within = Within { parser: self };
        let found = self.translator.decode(&sources, &config, Some(&mut within), workspace)?;
        for (hypotheses, words) in found.into_iter().zip(sentences) {
            let mut of_one: Vec<Reading> = Vec::new();
            for hypothesis in hypotheses.iter().filter(|one| one.finished && !words.is_empty()) {
                let target = self.translator.model().target_lexicon();
                let tokens: Vec<&str> =
                    hypothesis.words.iter().map(|word| target.word(*word)).collect();
                let commands = commands_of(&tokens, Vocabulary::sail())?;
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

/// Lets only commands be written.
struct Within<'p> {
    parser: &'p Parser,
}

impl Constraint for Within<'_> {
    fn restrict(&mut self, _: usize, words: &[u32], log_probabilities: &mut [f32]) {
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
        for (score, allowed) in log_probabilities.iter_mut().zip(allowed) {
            if !allowed {
                *score = f32::NEG_INFINITY;
            }
        }
    }
}
