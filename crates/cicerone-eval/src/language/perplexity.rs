//! Perplexity of a language model beside that of 3-grams, which have the same
//! words and learnt from the same sentences.

use std::collections::BTreeMap;

use cicerone::Result;
use cicerone::corpus::{Corpus, Part};
use cicerone::neural::{LanguageModel, LanguageModelWorkspace, Loss, UNKNOWN};
use cicerone::rank::{English, sentences};
use serde::Serialize;

use super::kneser_ney::{KneserNey, Mixture};

/// How well the models foresee one text, a sentence at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Fit {
    /// Sentences.
    pub sentences: usize,
    /// Words, with one end for each sentence.
    pub words: usize,
    /// Share of words that the dictionary lacks; they count as one word.
    pub unknown: f64,
    /// Perplexity of the language model.
    pub lstm: f64,
    /// Perplexity of a 3-gram model of all training sentences together.
    pub trigram: f64,
    /// Perplexity of 3-gram models of each text, mixed in the shares that fit
    /// SAIL's validation sentences best.
    pub trigram_mixture: f64,
}

/// How well the models foresee texts they have not read.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FitReport {
    /// SAIL's validation and test sentences, and held-out English.
    pub texts: BTreeMap<&'static str, Fit>,
    /// Shares of SAIL, navigation and general text in the mixture.
    pub shares: [f64; 3],
}

/// Trains the 3-grams and measures all models. The English must be in the
/// numbers of the model's lexicon.
pub fn fit(model: &LanguageModel, english: &English, corpus: &Corpus) -> Result<FitReport> {
    let lexicon = model.lexicon();
    let sail = |part: Part| -> Vec<Vec<u32>> {
        sentences(corpus, part).iter().map(|words| lexicon.numbers(words)).collect()
    };
    let train = sail(Part::Train);
    let sources = [&train, &english.navigation.training, &english.general.training];
    let pooled = KneserNey::learn(sources.iter().copied().flatten(), lexicon.len())?;
    let mut single = Vec::new();
    for source in sources {
        single.push(KneserNey::learn(source, lexicon.len())?);
    }
    let validation = sail(Part::Validation);
    let whole = Mixture::fit(vec![&pooled], &[]);
    let mixture = Mixture::fit(single.iter().collect(), &validation);
    let mut texts = BTreeMap::new();
    for (name, text) in [
        ("SAIL validation", &validation),
        ("SAIL test", &sail(Part::Test)),
        ("navigation, held out", &english.navigation.held_out),
        ("general, held out", &english.general.held_out),
    ] {
        texts.insert(name, measure(model, [&whole, &mixture], text)?);
    }
    let shares = [0, 1, 2].map(|source| mixture.shares()[source]);
    Ok(FitReport { texts, shares })
}

fn measure(
    model: &LanguageModel,
    [whole, mixture]: [&Mixture<'_>; 2],
    text: &[Vec<u32>],
) -> Result<Fit> {
    let mut workspace = LanguageModelWorkspace::default();
    let mut lstm = Loss::default();
    for batch in text.chunks(256) {
        lstm = model.score(batch, &mut workspace)?.into_iter().fold(lstm, Loss::plus);
    }
    let of = |model: &Mixture<'_>| {
        text.iter().map(|one| model.loss(one)).fold(Loss::default(), Loss::plus).perplexity()
    };
    let unknown = text.iter().flatten().filter(|word| **word == UNKNOWN).count();
    Ok(Fit {
        sentences: text.len(),
        words: lstm.words,
        unknown: unknown as f64 / lstm.words.max(1) as f64,
        lstm: lstm.perplexity(),
        trigram: of(whole),
        trigram_mixture: of(mixture),
    })
}
