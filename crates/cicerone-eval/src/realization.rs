//! How near the words of a realizer are to those people used.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::corpus::augment::Pair;
use cicerone::corpus::{Corpus, Part};
use cicerone::rank::{Ranked, Ranker, in_order};
use cicerone::realize::{
    Candidate, CandidateConfig, Fault, Realizer, Request, Wording, plain_words,
};
use cicerone::world::Vocabulary;
use serde::Serialize;

use crate::{CHRF_SIGNATURE, Diversity, References, Signature, Unit, bleu, chrf};

/// A part of the corpus to realise and compare with.
#[derive(Debug)]
pub struct Reference {
    /// The kinds they speak of.
    pub vocabulary: Arc<Vocabulary>,
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
    /// Sentences that, by their words, say something their commands do not,
    /// or leave something out, by what it is; and sentences without a word.
    pub faults: BTreeMap<String, usize>,
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

/// The candidates of one sentence in the order of a ranking.
pub type Ranking = Vec<(String, Ranked)>;

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
        Reference { vocabulary: corpus.vocabulary(), pairs, same_cas }
    }

    /// What a realizer can say about each sentence's commands, in no style or
    /// in that of the sentence's author.
    pub fn candidates(
        &self,
        realizer: &Realizer,
        config: &CandidateConfig,
        with_style: bool,
    ) -> Result<Vec<Vec<Candidate>>> {
        let styles = realizer.styles();
        let mut found = Vec::with_capacity(self.pairs.len());
        // Batches of a bounded size, because samples are many.
        for pairs in self.pairs.chunks(64) {
            let requests: Vec<Request> = pairs
                .iter()
                .map(|pair| Request {
                    commands: &pair.commands,
                    vocabulary: &self.vocabulary,
                    style: pair
                        .author
                        .as_deref()
                        .filter(|author| with_style && styles.contains(author)),
                })
                .collect();
            found.extend(realizer.realize(&requests, config)?);
        }
        Ok(found)
    }

    /// What it says first; plain words where it can say nothing.
    pub fn realize(
        &self,
        realizer: &Realizer,
        config: &CandidateConfig,
        with_style: bool,
    ) -> Result<Vec<Vec<String>>> {
        let found = self.candidates(realizer, config, with_style)?;
        Ok(found.into_iter().zip(&self.pairs).map(|(one, pair)| self.words(one, 0, pair)).collect())
    }

    /// What a ranker chooses of what it can say, and the perplexity of every
    /// candidate in the order of the ranking.
    pub fn rank(
        &self,
        ranker: &Ranker,
        found: Vec<Vec<Candidate>>,
    ) -> Result<(Vec<Vec<String>>, Vec<Ranking>)> {
        let (mut said, mut ranked) = (Vec::new(), Vec::new());
        for (candidates, pair) in found.into_iter().zip(&self.pairs) {
            let texts: Vec<&[String]> = candidates.iter().map(|one| &*one.words).collect();
            let order = ranker.rank_about(&texts, &self.vocabulary)?;
            ranked.push(
                order.iter().map(|one| (candidates[one.candidate].words.join(" "), *one)).collect(),
            );
            let best = order.first().map_or(0, |best| best.candidate);
            said.push(self.words(candidates, best, pair));
        }
        Ok((said, ranked))
    }

    /// What is said of what it can say, as `cicerone realize` says it: of what the
    /// ranker does not throw away and has the fewest faults the most probable.
    pub fn said(
        &self,
        realizer: &Realizer,
        ranker: &Ranker,
        found: Vec<Vec<Candidate>>,
    ) -> Result<Vec<Vec<String>>> {
        let mut said = Vec::new();
        for (candidates, pair) in found.into_iter().zip(&self.pairs) {
            let texts: Vec<&[String]> = candidates.iter().map(|one| &*one.words).collect();
            let appraisals = ranker.appraise(&texts, &self.vocabulary)?;
            let is_too: Vec<bool> = appraisals.iter().map(|one| one.too_perplexing).collect();
            let probable: Vec<f64> = candidates.iter().map(|one| one.log_probability).collect();
            let faults: Vec<usize> = texts
                .iter()
                .map(|text| realizer.wording().faults(&pair.commands, &self.vocabulary, text).len())
                .collect();
            let first = in_order(&probable, &is_too, &faults).first().copied().unwrap_or(0);
            said.push(self.words(candidates, first, pair));
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
        let unknown = words().filter(|word| !realizer.can_say(word, &self.vocabulary)).count();
        Scores {
            scores,
            diversity: Diversity::of(&single),
            out_of_vocabulary: unknown as f64 / words().count().max(1) as f64,
            faults: self.faults(said, realizer.wording()),
        }
    }

    /// How many texts go against their commands, by kind of fault.
    pub fn faults(&self, said: &[Vec<String>], wording: &Wording) -> BTreeMap<String, usize> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (text, pair) in said.iter().zip(&self.pairs) {
            let faults = wording.faults(&pair.commands, &self.vocabulary, text);
            let mut kinds: Vec<String> = faults
                .iter()
                .map(|fault| match fault {
                    Fault::Says { meaning, .. } => format!("says a wrong {:?}", meaning.family),
                    Fault::Omits(meaning) => format!("omits a {:?}", meaning.family),
                    Fault::Repeats(meaning) => format!("repeats a {:?}", meaning.family),
                })
                .map(|kind| kind.to_lowercase())
                .collect();
            if text.is_empty() {
                kinds = vec!["is empty".into()];
            }
            kinds.sort();
            kinds.dedup();
            for kind in kinds {
                *counts.entry(kind).or_default() += 1;
            }
        }
        counts
    }

    fn words(&self, mut candidates: Vec<Candidate>, place: usize, pair: &Pair) -> Vec<String> {
        match place < candidates.len() {
            true => candidates.swap_remove(place).words,
            false => plain_words(&pair.commands, &self.vocabulary),
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
