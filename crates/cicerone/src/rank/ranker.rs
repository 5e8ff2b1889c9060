//! Candidates in the order in which a reader would like them.

use std::collections::HashMap;
use std::path::Path;

use serde::Serialize;

use super::spared;
use crate::neural::{self, LanguageModel, LanguageModelWorkspace, Loss};
use crate::words::is_slot;
use crate::{Error, Result};

/// The paper's L_t: a candidate more perplexing than this is thrown away.
pub(super) const PERPLEXITY_LIMIT: f64 = 95.0;

/// How many sentences are read together.
const BATCH: usize = 256;

/// Ranks sentences by how well a language model foresees them.
#[derive(Debug, Clone)]
pub struct Ranker {
    model: LanguageModel,
    limit: f64,
}

/// What the ranker thinks of one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ranked {
    /// Its place among the candidates handed in.
    pub candidate: usize,
    /// e to the mean negative log-probability of its words and its end.
    pub perplexity: f64,
    /// Natural logarithm of the probability of all of it.
    pub log_probability: f64,
    /// False if it is thrown away: too perplexing, and others are not.
    pub kept: bool,
}

impl Ranker {
    /// A ranker with the paper's threshold.
    pub fn new(model: LanguageModel) -> Ranker {
        Ranker { model, limit: PERPLEXITY_LIMIT }
    }

    /// Reads the model from a file.
    pub fn load(path: &Path) -> Result<Ranker> {
        neural::load(path).map(Ranker::new)
    }

    /// Reads the model from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ranker> {
        neural::from_bytes(bytes).map(Ranker::new)
    }

    /// The same with another threshold. No text has a perplexity below 1.
    pub fn with_limit(self, limit: f64) -> Result<Ranker> {
        match limit >= 1.0 {
            true => Ok(Ranker { limit, ..self }),
            false => Err(Error::input(format!("the limit is {limit}; it must be at least 1"))),
        }
    }

    /// The language model.
    pub fn model(&self) -> &LanguageModel {
        &self.model
    }

    /// True if the dictionary has the word, in lower case as
    /// [`tokenize`](crate::words::tokenize) gives it.
    pub fn knows(&self, word: &str) -> bool {
        !is_slot(word)
            && self.model.lexicon().number(word).is_some_and(|number| number > neural::END)
    }

    /// The threshold.
    pub fn limit(&self) -> f64 {
        self.limit
    }

    /// True above the threshold.
    pub fn is_too_perplexing(&self, perplexity: f64) -> bool {
        perplexity > self.limit
    }

    /// The perplexity of each sentence, in the order handed in. Sentences that
    /// come more than once are read once.
    pub fn perplexities<W: AsRef<str>>(&self, sentences: &[impl AsRef<[W]>]) -> Result<Vec<f64>> {
        Ok(self.losses(sentences)?.iter().map(Loss::perplexity).collect())
    }

    fn losses<W: AsRef<str>>(&self, sentences: &[impl AsRef<[W]>]) -> Result<Vec<Loss>> {
        let mut places: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut distinct: Vec<Vec<u32>> = Vec::new();
        let mut place_of = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let numbers = self.model.lexicon().numbers(sentence.as_ref());
            let place = places.entry(numbers).or_insert_with_key(|numbers| {
                distinct.push(numbers.clone());
                distinct.len() - 1
            });
            place_of.push(*place);
        }
        // All at once would take memory for all at once.
        let mut workspace = LanguageModelWorkspace::default();
        let mut losses = Vec::with_capacity(distinct.len());
        for batch in distinct.chunks(BATCH) {
            losses.extend(self.model.score(batch, &mut workspace)?);
        }
        Ok(place_of.into_iter().map(|place| losses[place]).collect())
    }

    /// All candidates, the least perplexing first; equal ones in the order
    /// handed in. Sentences that come more than once are read once.
    pub fn rank<W: AsRef<str>>(&self, candidates: &[impl AsRef<[W]>]) -> Result<Vec<Ranked>> {
        let losses = self.losses(candidates)?;
        let is_too = |loss: &Loss| self.is_too_perplexing(loss.perplexity());
        let spared = spared(&losses.iter().map(is_too).collect::<Vec<bool>>());
        let mut ranked: Vec<Ranked> = losses
            .iter()
            .zip(spared)
            .enumerate()
            .map(|(candidate, (loss, kept))| {
                let perplexity = loss.perplexity();
                Ranked { candidate, perplexity, log_probability: -loss.sum, kept }
            })
            .collect();
        ranked.sort_by(|a, b| a.perplexity.total_cmp(&b.perplexity));
        Ok(ranked)
    }
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::neural::internals::{Learner, Regularization};
    use crate::neural::{AdamConfig, Check, LanguageModelConfig, Lexicon, Model, Precision};

    /// A model that has read nothing but "turn left", over and over.
    fn ranker() -> Ranker {
        let lexicon = Lexicon::new(["turn", "left", "right"]).unwrap();
        let shape = LanguageModelConfig { width: 8, embedding: 8, layers: 1, classes: 2 };
        let model = LanguageModel::build(&shape.check().unwrap(), vec![lexicon], 1).unwrap();
        let mut learner = Learner::new(model, 1);
        let adam = AdamConfig { rate: 0.05, ..AdamConfig::default() }.check().unwrap();
        for _ in 0..50 {
            learner.step(&adam, &[&vec![3, 4]], &Regularization::default()).unwrap();
        }
        Ranker::new(learner.model)
    }

    fn candidates(texts: &[&str]) -> Vec<Vec<String>> {
        texts.iter().map(|text| crate::words::tokenize(text)).collect()
    }

    #[test]
    fn what_was_read_comes_first_and_twins_share_their_score() {
        let said = candidates(&["left turn", "turn left", "turn right", "turn left"]);
        let ranked = ranker().rank(&said).unwrap();
        let order: Vec<usize> = ranked.iter().map(|one| one.candidate).collect();
        assert_eq!(order[..2], [1, 3]);
        assert_eq!(ranked[0].perplexity, ranked[1].perplexity);
        assert!(ranked[0].perplexity < 1.5 && ranked[2].perplexity > 2.0, "{ranked:?}");
        let mean = -ranked[0].log_probability / 3.0;
        assert!((mean.exp() - ranked[0].perplexity).abs() < 1e-9);
    }

    #[test]
    fn throws_away_what_is_too_perplexing_unless_nothing_is_left() {
        let kept = |limit: f64| -> Vec<bool> {
            let ranker = ranker().with_limit(limit).unwrap();
            let ranked = ranker.rank(&candidates(&["turn left", "right right"])).unwrap();
            ranked.iter().map(|one| one.kept).collect()
        };
        assert_eq!(kept(2.0), [true, false]);
        assert_eq!(kept(1.0), [true, true]);
        assert_eq!(kept(1e9), [true, true]);
        for limit in [0.5, f64::NAN] {
            assert!(ranker().with_limit(limit).unwrap_err().is_input());
        }
        assert_eq!(ranker().rank::<String>(&[] as &[Vec<String>]).unwrap(), []);
    }

    #[test]
    fn what_the_dictionary_lacks_the_world_may_know() {
        let ranker = ranker();
        let sail = crate::world::Vocabulary::sail();
        let said = candidates(&["turn left", "turn to the easels", "turn foward 12"]);
        let texts: Vec<&[String]> = said.iter().map(Vec::as_slice).collect();
        let unknown: Vec<Option<String>> = ranker
            .appraise(&texts, sail)
            .unwrap()
            .into_iter()
            .map(|appraisal| appraisal.unknown)
            .collect();
        assert_eq!(unknown, [None, Some("to".into()), Some("foward".into())]);
        assert!(ranker.can_say("easels", sail) && !ranker.can_say("throne", sail));
    }

    #[test]
    fn knows_words_but_not_the_reserved_ones_and_survives_a_file() {
        let ranker = ranker();
        let knows = ["turn", "foward", "<end>", ""].map(|word| ranker.knows(word));
        assert_eq!(knows, [true, false, false, false]);
        let bytes = neural::to_bytes(ranker.model(), Precision::Half).unwrap();
        let again = Ranker::from_bytes(&bytes).unwrap();
        let said = candidates(&["turn left"]);
        let (one, two) = (ranker.rank(&said).unwrap()[0], again.rank(&said).unwrap()[0]);
        assert!((one.perplexity - two.perplexity).abs() < 0.01);
    }
}
