//! The stages that learnt from people: selector, planner, realizer, ranker and
//! followers, each as the answer to its question.

use std::collections::HashMap;
use std::sync::Arc;

use super::stages::{
    CandidateRanking, ContentSelection, Selected, SentencePlanning, Spoken, SurfaceRealization,
    Trial,
};
use crate::cas::{Command, Proposal};
use crate::follow::{Care, Errand, Follower, StartRule};
use crate::neural::Decoding;
use crate::plan::{Plan, Planner};
use crate::rank::{Appraisal, Ranker};
use crate::realize::{Candidate, CandidateConfig, Fault, Realizer, Request};
use crate::select::Selector;
use crate::settings::setters;
use crate::world::{Segment, Vocabulary, World};
use crate::{Error, Result};

impl ContentSelection for Selector {
    fn select(&self, world: &World, segment: &Segment) -> Result<Selected> {
        let selection = Selector::select(self, world, segment);
        let proposals = self.proposals(segment, &selection);
        Ok(Selected { context: selection.context, proposals, selection: Some(selection) })
    }
}

impl SentencePlanning for Planner {
    fn plan(&self, world: &World, segment: &Segment, proposals: &[Proposal]) -> Result<Plan> {
        Ok(self.plan_segment(world, segment, proposals))
    }
}

impl SurfaceRealization for Realizer {
    fn realize(
        &self,
        requests: &[Request<'_>],
        config: &CandidateConfig,
    ) -> Result<Vec<Vec<Candidate>>> {
        Realizer::realize(self, requests, config)
    }

    fn faults(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
        words: &[String],
    ) -> Vec<Fault> {
        self.wording().faults(commands, vocabulary, words)
    }

    fn tokens(&self, request: &Request<'_>) -> Vec<String> {
        Realizer::tokens(self, request)
    }

    fn styles(&self) -> Vec<&str> {
        Realizer::styles(self)
    }
}

impl CandidateRanking for Ranker {
    fn appraise(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Appraisal>> {
        Ranker::appraise(self, texts, vocabulary)
    }

    fn knows(&self, word: &str) -> bool {
        Ranker::knows(self, word)
    }
}

/// A follower who tries every sentence before anybody else hears it.
#[derive(Debug, Clone)]
pub struct FollowerTrial {
    follower: Arc<Follower>,
    config: TrialConfig,
}

/// How followers try what would be said.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TrialConfig {
    /// Act sequences a follower goes along with at a time. Default 3: half of
    /// what a follower has elsewhere, and no worse at telling good words from
    /// bad.
    pub width: usize,
    /// Where it starts if the first heading is unknown. Default all quarters.
    pub starts: StartRule,
}

impl Default for TrialConfig {
    fn default() -> TrialConfig {
        TrialConfig { width: 3, starts: StartRule::FourHeadings }
    }
}

setters!(TrialConfig { width: usize, starts: StartRule });

impl FollowerTrial {
    /// A trial by that follower.
    pub fn new(follower: impl Into<Arc<Follower>>, config: TrialConfig) -> Result<FollowerTrial> {
        match config.width {
            0 => Err(Error::input("width is 0; a follower goes along with at least 1 sequence")),
            _ => Ok(FollowerTrial { follower: follower.into(), config }),
        }
    }
}

impl Trial for FollowerTrial {
    fn arrive(&self, world: &World, spoken: &[Spoken<'_>]) -> Result<Vec<f64>> {
        let (mut errands, mut goals, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        // Several commands may be said in the same words, which are tried once.
        let mut tried: HashMap<(*const Segment, &[String]), usize> = HashMap::new();
        let mut twins: Vec<usize> = Vec::with_capacity(spoken.len());
        for (number, one) in spoken.iter().enumerate() {
            let key = (std::ptr::from_ref(one.segment), one.words);
            let first = *tried.entry(key).or_insert(number);
            twins.push(first);
            if first < number {
                continue;
            }
            let starts = self.config.starts.stands(&one.segment.poses);
            let told = self.follower.hear_words(world.vocabulary(), one.words);
            for start in &starts {
                errands.push(Errand { world, start: *start, told: told.clone() });
                goals.push(one.segment.end());
                owners.push((number, 1.0 / starts.len() as f64));
            }
        }
        let care = Care::default().width(self.config.width);
        let found =
            self.follower.probabilities(&errands, &goals, care, &mut Decoding::default())?;
        let mut sums = vec![0.0; spoken.len()];
        for ((owner, share), probability) in owners.into_iter().zip(found) {
            sums[owner] += share * probability;
        }
        Ok(twins.into_iter().map(|first| sums[first]).collect())
    }
}
