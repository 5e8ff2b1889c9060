//! How near the words of a realizer are to those people used.

use std::collections::HashMap;

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::corpus::augment::Pair;
use cicerone::corpus::{Corpus, Part};
use cicerone::realize::{CandidateConfig, Realizer, Request};
use cicerone::world::Vocabulary;
use serde::Serialize;

use crate::{CHRF_SIGNATURE, Diversity, References, Signature, Unit, bleu, chrf};

/// A part of the corpus to realise and compare with.
#[derive(Debug)]
pub struct Reference {
    /// The human sentences, one by one.
    pub pairs: Vec<Pair>,
    /// For each, all human sentences of the corpus with the identical commands.
    pub same_cas: Vec<Vec<Vec<String>>>,
}

/// Scores of a set of texts, each with the signature of how it is computed.
#[derive(Debug, Clone, Serialize)]
pub struct Scores {
    /// BLEU in its conventions, and chrF.
    pub scores: Vec<Score>,
    /// Variety, length, exact matches.
    #[serde(flatten)]
    pub diversity: Diversity,
    /// Share of the words people used that the realizer cannot say.
    pub out_of_vocabulary: f64,
}

/// One figure and what it is.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// A short name for tables.
    pub name: String,
    /// The figure, in percent.
    pub score: f64,
    /// What it is.
    pub signature: String,
}

impl Reference {
    /// The sentences of a part.
    pub fn of(corpus: &Corpus, part: Part) -> Reference {
        let mut by_commands: HashMap<Vec<Command>, Vec<Vec<String>>> = HashMap::new();
        for part in [Part::Train, Part::Validation, Part::Test] {
            for pair in Pair::of_part(corpus, part) {
                by_commands.entry(pair.commands).or_default().push(pair.tokens);
            }
        }
        let pairs = Pair::of_part(corpus, part);
        let same_cas = pairs.iter().map(|pair| by_commands[&pair.commands].clone()).collect();
        Reference { pairs, same_cas }
    }

    /// What a realizer says first about each sentence's commands, in no style
    /// or in that of the sentence's author. Nothing said is an empty text.
    pub fn realize(
        &self,
        realizer: &Realizer,
        config: &CandidateConfig,
        with_style: bool,
    ) -> Result<Vec<Vec<String>>> {
        let styles = realizer.styles();
        let mut said = Vec::with_capacity(self.pairs.len());
        // Batches of a bounded size, because samples are many.
        for pairs in self.pairs.chunks(64) {
            let requests: Vec<Request> = pairs
                .iter()
                .map(|pair| Request {
                    commands: &pair.commands,
                    vocabulary: Vocabulary::sail(),
                    style: pair
                        .author
                        .as_deref()
                        .filter(|author| with_style && styles.contains(author)),
                })
                .collect();
            let candidates = realizer.realize(&requests, config)?;
            said.extend(candidates.into_iter().map(|candidates| {
                candidates.into_iter().next().map(|first| first.words).unwrap_or_default()
            }));
        }
        Ok(said)
    }

    /// Corpus BLEU against the single references: what training watches.
    pub fn corpus_bleu(&self, said: &[Vec<String>]) -> f64 {
        bleu(&self.against(said, References::Single), Unit::Corpus)
    }

    /// All scores of a set of texts.
    pub fn score(&self, said: &[Vec<String>], realizer: &Realizer) -> Scores {
        let mut scores = Vec::new();
        for references in [References::Single, References::SameCas] {
            let pairs = self.against(said, references);
            for unit in [Unit::Corpus, Unit::SentenceExp, Unit::Sentence2016] {
                let signature = Signature { unit, references };
                scores.push(Score {
                    name: format!("BLEU {}", signature.short()),
                    score: bleu(&pairs, unit),
                    signature: signature.to_string(),
                });
            }
        }
        let single = self.against(said, References::Single);
        scores.push(Score {
            name: "chrF single".into(),
            score: chrf(&single),
            signature: CHRF_SIGNATURE.to_string(),
        });
        let words = || self.pairs.iter().flat_map(|pair| &pair.tokens);
        let unknown = words().filter(|word| realizer.lexicon().number(word).is_none()).count();
        Scores {
            scores,
            diversity: Diversity::of(&single),
            out_of_vocabulary: unknown as f64 / words().count().max(1) as f64,
        }
    }

    fn against(
        &self,
        said: &[Vec<String>],
        references: References,
    ) -> Vec<(Vec<String>, Vec<Vec<String>>)> {
        let own = self.pairs.iter().zip(&self.same_cas);
        let of = |(pair, same): (&Pair, &Vec<Vec<String>>)| match references {
            References::Single => vec![pair.tokens.clone()],
            References::SameCas => same.clone(),
        };
        said.iter().cloned().zip(own.map(of)).collect()
    }
}
