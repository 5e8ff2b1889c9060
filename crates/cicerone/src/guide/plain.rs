//! The stages of a guide that has learnt nothing: a turn by its direction, a
//! walk by its count, the first heading by something visible, in plain words.
//!
//! It is what learnt guides are measured against, and what to start from with
//! stages of one's own.

use super::stages::{CandidateRanking, ContentSelection, Selected, Stages, SurfaceRealization};
use crate::Result;
use crate::cas::Command;
use crate::plan::Planner;
use crate::rank::Appraisal;
use crate::realize::{Candidate, CandidateConfig, Fault, Request, plain_words};
use crate::world::{Segment, Vocabulary, World};

/// Proposes nothing, so that the planner is left to its plain commands.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSelection;

/// Says every command in plain words.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainRealization;

/// Finds every text as good as any other.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRanking;

impl Stages {
    /// The stages of a guide that has learnt nothing.
    pub fn plain() -> Stages {
        Stages::new(NoSelection, Planner::default(), PlainRealization, NoRanking)
    }
}

impl ContentSelection for NoSelection {
    fn select(&self, _: &World, _: &Segment) -> Result<Selected> {
        Ok(Selected::of(Vec::new()))
    }
}

impl SurfaceRealization for PlainRealization {
    fn realize(
        &self,
        requests: &[Request<'_>],
        _: &CandidateConfig,
    ) -> Result<Vec<Vec<Candidate>>> {
        let words = |one: &Request<'_>| plain_words(one.commands, one.vocabulary);
        Ok(requests.iter().map(|request| vec![Candidate::plain(words(request))]).collect())
    }

    fn faults(&self, _: &[Command], _: &Vocabulary, _: &[String]) -> Vec<Fault> {
        Vec::new()
    }

    fn tokens(&self, _: &Request<'_>) -> Vec<String> {
        Vec::new()
    }

    fn styles(&self) -> Vec<&str> {
        Vec::new()
    }
}

impl CandidateRanking for NoRanking {
    fn appraise(&self, texts: &[&[String]], _: &Vocabulary) -> Result<Vec<Appraisal>> {
        let appraisal = Appraisal { perplexity: 1.0, too_perplexing: false, unknown: None };
        Ok(vec![appraisal; texts.len()])
    }

    fn knows(&self, _: &str) -> bool {
        true
    }
}
