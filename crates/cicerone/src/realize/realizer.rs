//! The realizer: commands in, candidates out.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::remembered::{Found, Remembered};
use super::slots::{Slotted, Stand, as_known, known_numbers, slotted};
use super::{Wording, consensus};
use crate::cas::{CLOSE, Command};
use crate::neural::{
    EncoderDecoder, Hypothesis, Lexicon, Model, Search, SearchConfig, SearchWorkspace, Translator,
};
use crate::settings::setters;
use crate::words::forms::form;
use crate::words::slots::Spoken;
use crate::words::tokenize;
use crate::world::{Class, Vocabulary};
use crate::{Error, Result};

const STYLE: &str = "style.";

/// The token that asks for an author's style.
fn style_token(author: &str) -> String {
    format!("{STYLE}{author}")
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

/// What is to be said: the commands of one sentence.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The commands, in order; at least one.
    pub commands: &'r [Command],
    /// The kinds they speak of.
    pub vocabulary: &'r Vocabulary,
    /// The author whose style is wanted, if any.
    pub style: Option<&'r str>,
}

/// Which candidates are looked for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CandidateConfig {
    /// Whether the greedy text is kept. Default true.
    pub greedy: bool,
    /// How many texts a beam search keeps. Default 2, as in the paper; 0: no
    /// beam.
    pub beam: usize,
    /// How many texts are drawn, of which the one they most agree with is
    /// kept. Default 0.
    pub samples: usize,
    /// The temperature of the drawing. Default 1.
    pub temperature: f32,
    /// Same seed, same drawn texts.
    pub seed: u64,
    /// Words after which a text is broken off. Default 60.
    pub limit: usize,
}

impl Default for CandidateConfig {
    fn default() -> CandidateConfig {
        CandidateConfig { greedy: true, beam: 2, samples: 0, temperature: 1.0, seed: 1, limit: 60 }
    }
}

setters!(CandidateConfig {
    greedy: bool,
    beam: usize,
    samples: usize,
    temperature: f32,
    seed: u64,
    limit: usize,
});

impl CandidateConfig {
    fn check(&self) -> Result<()> {
        if !self.greedy && self.beam == 0 && self.samples == 0 {
            return Err(Error::input(
                "no candidates are asked for; one of greedy, beam and samples must be",
            ));
        }
        if self.limit == 0 {
            return Err(Error::input("limit is 0; a text has at least 1 word"));
        }
        match self.temperature.is_finite() && self.temperature > 0.0 {
            true => Ok(()),
            false => Err(Error::input(format!(
                "temperature is {}; it must be above 0",
                self.temperature
            ))),
        }
    }
}

/// How a candidate was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Origin")]
pub enum FoundBy {
    /// What most of the drawn texts agree with.
    Consensus,
    /// Always the likeliest word.
    Greedy,
    /// Beam search.
    Beam,
}

/// One way to say some commands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The words.
    pub words: Vec<String>,
    /// What the model thinks of them.
    pub log_probability: f64,
    /// How they were found; the same text may be found more than once. Empty
    /// for plain words, which nobody searched for.
    pub origins: Vec<FoundBy>,
    /// For each word, and the end, the weight of each token of the source.
    #[serde(skip)]
    pub alignment: Vec<Vec<f32>>,
    /// False if the text was broken off.
    #[serde(skip)]
    pub finished: bool,
}

impl Candidate {
    /// Plain words as a candidate: nobody searched for them.
    pub fn plain(words: Vec<String>) -> Candidate {
        Candidate {
            words,
            log_probability: 0.0,
            origins: Vec::new(),
            alignment: Vec::new(),
            finished: true,
        }
    }

    /// True for plain words.
    pub fn is_plain(&self) -> bool {
        self.origins.is_empty()
    }
}

/// Says commands in words.
///
/// ```
/// use cicerone::cas::Command;
/// use cicerone::guide::Bundle;
/// use cicerone::realize::{CandidateConfig, Request};
/// use cicerone::world::Vocabulary;
///
/// let realizer = Bundle::embedded()?.realizer;
/// let sail = Vocabulary::sail();
/// let commands = [Command::parse("Turn(direction=Left)", sail)?];
/// let request = Request { commands: &commands, vocabulary: sail, style: None };
/// let found = realizer.realize(&[request], &CandidateConfig::default().beam(3))?;
/// for candidate in &found[0] {
///     println!("{} ({:.1})", candidate.words.join(" "), candidate.log_probability);
/// }
/// assert!(found[0][0].words.contains(&"left".to_owned()));
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Realizer {
    /// Those that know SAIL's kinds, for SAIL's vocabulary.
    known: Option<Translator>,
    /// Those that speak in slots, for any other.
    slots: Option<Translator>,
    wording: Wording,
    /// What they found before, in all copies.
    remembered: Arc<Remembered>,
}

/// True of networks that were taught SAIL's kinds and not their slots.
fn reads_kinds(lexicon: &Lexicon) -> bool {
    let mut values = lexicon.words().iter().filter_map(|token| Some(token.split_once('.')?.1));
    values.any(|value| Vocabulary::sail().by_cas_name(value).is_some())
}

/// How many sentences one network decodes together; several have as much memory.
const BATCH: usize = 32;

/// A request as the network reads it.
struct Reading {
    tokens: Vec<u32>,
    /// For each token its place among those of the request, and how many there are.
    places: Vec<usize>,
    length: usize,
    spoken: Spoken,
    stands: Vec<Stand>,
    style: Option<String>,
    /// True for those who know SAIL's kinds.
    by_known: bool,
}

impl Realizer {
    /// A realizer of one network, or of several that speak together: about SAIL's
    /// kinds those that learnt them, if there are any, and otherwise those that
    /// learnt slots.
    pub fn new(models: Vec<EncoderDecoder>, wording: Wording) -> Result<Realizer> {
        for (index, model) in models.iter().enumerate() {
            let says = |token: &str| model.target_lexicon().number(token).is_some();
            let other = match model.config().view {
                1.. => "it sees views, as followers do",
                0 if says(CLOSE) && says("Travel") => "it writes commands, as parsers do",
                0 => continue,
            };
            let message = format!("the model is no realizer: {other}");
            return Err(Error::input(message).at(format!("model {}", index + 1)));
        }
        let (known, slots): (Vec<_>, Vec<_>) =
            models.into_iter().partition(|model| reads_kinds(model.source_lexicon()));
        if known.is_empty() && slots.is_empty() {
            return Err(Error::input("a realizer needs at least one model"));
        }
        let together = |models: Vec<EncoderDecoder>| match models.is_empty() {
            true => Ok(None),
            false => Translator::new(models).map(Some),
        };
        let (known, slots) = (together(known)?, together(slots)?);
        Ok(Realizer { known, slots, wording, remembered: Arc::default() })
    }

    /// The networks.
    pub fn models(&self) -> impl Iterator<Item = &EncoderDecoder> {
        [&self.known, &self.slots].into_iter().flatten().flat_map(Translator::models)
    }

    /// Who speaks about a vocabulary, and whether they know its kinds.
    fn speaker(&self, vocabulary: &Vocabulary) -> (Option<&Translator>, bool) {
        match (&self.known, &self.slots) {
            (Some(known), _) if vocabulary == &**Vocabulary::sail() => (Some(known), true),
            (_, slots) => (slots.as_ref(), false),
        }
    }

    /// Which words say which value.
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// True if it can say a word of its own, or as one that the vocabulary has.
    pub fn can_say(&self, word: &str, vocabulary: &Vocabulary) -> bool {
        let kinds = || Class::all().flat_map(|class| vocabulary.kinds(class));
        let is_part = |words: &String| {
            let words = tokenize(words);
            let mut forms = [false, true].into_iter().flat_map(|plural| form(&words, plural));
            forms.any(|one| one == word)
        };
        let (speaker, knows) = self.speaker(vocabulary);
        let is_own = speaker.is_some_and(|one| one.model().target_lexicon().number(word).is_some());
        is_own || (!knows && kinds().any(|kind| kind.words.iter().any(is_part)))
    }

    /// The authors whose style it can speak in.
    pub fn styles(&self) -> Vec<&str> {
        let tokens = self.models().next().map_or(&[][..], |model| model.source_lexicon().words());
        tokens.iter().filter_map(|token| token.strip_prefix(STYLE)).collect()
    }

    /// The tokens of a request, as alignments count them.
    pub fn tokens(&self, request: &Request) -> Vec<String> {
        source_tokens(request.commands, request.style, request.vocabulary)
    }

    /// The candidates of every request, the likeliest first within each
    /// origin, the consensus before all. A request has none if it speaks of
    /// something that has no slot among what the network knows.
    pub fn realize(
        &self,
        requests: &[Request],
        config: &CandidateConfig,
    ) -> Result<Vec<Vec<Candidate>>> {
        config.check()?;
        let readings: Vec<Option<Reading>> =
            requests.iter().map(|request| self.read(request)).collect::<Result<_>>()?;
        let mut candidates: Vec<Vec<Candidate>> = vec![Vec::new(); requests.len()];
        for (speaker, by_known) in [(&self.known, true), (&self.slots, false)] {
            let Some(speaker) = speaker else { continue };
            let own = || {
                let all = readings.iter().enumerate();
                all.filter_map(|(place, reading)| Some((place, reading.as_ref()?)))
                    .filter(|(_, reading)| reading.by_known == by_known)
            };
            // The same tokens are decoded once, however many ask for them.
            let mut numbers: HashMap<&[u32], usize> = HashMap::new();
            let mut sources: Vec<Vec<u32>> = Vec::new();
            for (_, reading) in own() {
                numbers.entry(&reading.tokens).or_insert_with(|| {
                    sources.push(reading.tokens.clone());
                    sources.len() - 1
                });
            }
            let found = self.found(speaker, by_known, &sources, config)?;
            let lexicon = speaker.model().target_lexicon();
            for (place, reading) in own() {
                let found = &found[numbers[&*reading.tokens]];
                candidates[place] = self.said(reading, requests[place].vocabulary, lexicon, found);
            }
        }
        Ok(candidates)
    }

    /// What the networks find for tokens, or found before.
    fn found(
        &self,
        speaker: &Translator,
        by_known: bool,
        sources: &[Vec<u32>],
        config: &CandidateConfig,
    ) -> Result<Vec<Arc<Found>>> {
        let recall = |tokens: &Vec<u32>| self.remembered.recall(by_known, tokens, config);
        let mut found: Vec<Option<Arc<Found>>> = sources.iter().map(recall).collect();
        let unknown: Vec<usize> = (0..sources.len()).filter(|at| found[*at].is_none()).collect();
        // A batch costs little more than its longest member, but its memory is
        // the sum of all: a long route is put in words some sentences at a time.
        for batch in unknown.chunks(BATCH.div_ceil(speaker.models().count().max(1))) {
            let tokens: Vec<Vec<u32>> = batch.iter().map(|at| sources[*at].clone()).collect();
            for (at, new) in batch.iter().zip(search(speaker, &tokens, config)?) {
                found[*at] = Some(self.remembered.keep(by_known, &sources[*at], config, new));
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    fn read(&self, request: &Request) -> Result<Option<Reading>> {
        if request.commands.is_empty() {
            return Err(Error::input("there is nothing to say: no command was given"));
        }
        if let Some(style) = request.style
            && !self.styles().contains(&style)
        {
            return Err(Error::input(format!(
                "there is no style '{style}'; there are {}",
                self.styles().join(", ")
            )));
        }
        let (Some(speaker), by_known) = self.speaker(request.vocabulary) else { return Ok(None) };
        let lexicon = speaker.model().source_lexicon();
        let tokens = self.tokens(request);
        let length = tokens.len();
        let Slotted { mut tokens, places, spoken } = match by_known {
            true => as_known(tokens),
            false => slotted(&tokens, request.vocabulary),
        };
        let style = request.style.map(str::to_owned);
        Ok(known_numbers(&mut tokens, lexicon).map(|stands| {
            let tokens = lexicon.numbers(tokens);
            Reading { tokens, places, length, spoken, stands, style, by_known }
        }))
    }

    /// What was found, in words, each text once.
    fn said(
        &self,
        reading: &Reading,
        vocabulary: &Vocabulary,
        lexicon: &Lexicon,
        found: &[(FoundBy, Hypothesis)],
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (origin, hypothesis) in found {
            let Some((words, alignment)) = self.words(reading, vocabulary, lexicon, hypothesis)
            else {
                continue;
            };
            match candidates.iter_mut().find(|candidate| candidate.words == words) {
                Some(same) if same.origins.contains(origin) => {}
                Some(same) => same.origins.push(*origin),
                None => candidates.push(Candidate {
                    words,
                    log_probability: hypothesis.log_probability,
                    origins: vec![*origin],
                    alignment,
                    finished: hypothesis.finished,
                }),
            }
        }
        candidates
    }

    /// The words of a hypothesis, slots filled; `None` if one cannot be.
    fn words(
        &self,
        reading: &Reading,
        vocabulary: &Vocabulary,
        lexicon: &Lexicon,
        hypothesis: &Hypothesis,
    ) -> Option<(Vec<String>, Vec<Vec<f32>>)> {
        let tokens: Vec<&str> = hypothesis.words.iter().map(|&word| lexicon.word(word)).collect();
        let (mut words, mut from) = reading.spoken.said(&tokens, vocabulary, |kind, next| {
            self.wording.name(kind, vocabulary, reading.style.as_deref(), next)
        })?;
        for stand in &reading.stands {
            stand.replace(&self.wording, &mut words, &mut from)?;
        }
        uncarpet(&mut words);
        // Looks are read in another order.
        let weights = |row: &Vec<f32>| {
            let mut weights = vec![0.0; reading.length];
            for (weight, place) in row.iter().zip(&reading.places) {
                weights[*place] = *weight;
            }
            weights
        };
        let rows = from.into_iter().chain(tokens.len()..hypothesis.attention.len());
        let alignment = rows.filter_map(|row| hypothesis.attention.get(row)).map(weights).collect();
        Some((words, alignment))
    }
}

/// 'The blue carpet' is what people say of SAIL's floors; of the hard ones only the
/// network does: 'the wooden floor'.
fn uncarpet(words: &mut [String]) {
    const HARD: [&str; 7] = ["wood", "wooden", "brick", "concrete", "cement", "stone", "gravel"];
    for place in 1..words.len() {
        let is_hard = HARD.contains(&&*words[place - 1]);
        match &*words[place] {
            "carpet" if is_hard => words[place] = "floor".to_owned(),
            "carpeting" if is_hard => words[place] = "flooring".to_owned(),
            _ => {}
        }
    }
}

fn search(
    speaker: &Translator,
    sources: &[Vec<u32>],
    config: &CandidateConfig,
) -> Result<Vec<Found>> {
    let mut found: Vec<Found> = vec![Vec::new(); sources.len()];
    if sources.is_empty() {
        return Ok(found);
    }
    let mut workspace = SearchWorkspace::default();
    let mut decode = |search: Search| {
        let config = SearchConfig { search, limit: config.limit, unknown: false };
        speaker.decode(sources, &config, None, &mut workspace)
    };
    if config.samples > 0 {
        let search = Search::Sample {
            count: config.samples,
            temperature: config.temperature,
            seed: config.seed,
        };
        for (drawn, found) in decode(search)?.into_iter().zip(&mut found) {
            let texts: Vec<Vec<u32>> = drawn.iter().map(|one| one.words.clone()).collect();
            let best = consensus(&texts).first().map(|(place, _)| *place);
            found.extend(best.map(|place| (FoundBy::Consensus, drawn[place].clone())));
        }
    }
    for (search, origin) in [
        (config.greedy.then_some(Search::Greedy), FoundBy::Greedy),
        ((config.beam > 0).then_some(Search::Beam(config.beam)), FoundBy::Beam),
    ] {
        if let Some(search) = search {
            for (texts, found) in decode(search)?.into_iter().zip(&mut found) {
                found.extend(texts.into_iter().map(|text| (origin, text)));
            }
        }
    }
    Ok(found)
}
