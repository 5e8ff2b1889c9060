//! Choosing between all candidates of all commands of a segment.

use schemars::JsonSchema;
use serde::Serialize;

use crate::plan::Planned;
use crate::realize::{Candidate, Fault, plain_words};
use crate::world::World;

/// Everything that could be said about a segment.
#[derive(Debug, Default)]
pub(super) struct Rivals {
    rivals: Vec<Rival>,
}

/// One candidate and what is thought of it.
#[derive(Debug, Clone)]
pub(super) struct Rival {
    /// Which of the plan's options it says.
    pub(super) option: usize,
    pub(super) candidate: Candidate,
    pub(super) perplexity: f64,
    pub(super) verdict: Verdict,
    /// The probability that followers end right, if they tried.
    pub(super) confidence: Option<f64>,
}

/// How much less likely to arrive than the safest a candidate may be that is
/// better English, or more like what people would say there. Chosen on the
/// validation routes.
const TOLERANCE: f64 = 0.04;

/// Why a candidate may be said, or not.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing is wrong with it.
    Good,
    /// It says something else than its command.
    Unfaithful(Vec<Fault>),
    /// It has a word that the dictionary does not know.
    UnknownWord(String),
    /// It is empty, or was broken off.
    Unfinished,
    /// Its perplexity is above the limit, and others' are not.
    Perplexing,
    /// It was not found by the network but put together from plain words.
    Plain,
}

/// What is said about a segment, and what is not.
#[derive(Debug)]
pub(super) struct Choice {
    /// Which of the plan's options is said; `None` for the planner's own plain
    /// commands.
    pub(super) option: Option<usize>,
    pub(super) plain: Option<Planned>,
    pub(super) chosen: Rival,
    pub(super) others: Vec<Rival>,
}

impl Rivals {
    pub(super) fn add(
        &mut self,
        option: usize,
        candidate: Candidate,
        perplexity: f64,
        faults: Vec<Fault>,
        unknown: Option<String>,
    ) {
        let verdict = match unknown {
            _ if !candidate.finished || candidate.words.is_empty() => Verdict::Unfinished,
            Some(word) => Verdict::UnknownWord(word),
            None if !faults.is_empty() => Verdict::Unfaithful(faults),
            None => Verdict::Good,
        };
        self.rivals.push(Rival { option, candidate, perplexity, verdict, confidence: None });
    }

    /// Adds plain words, unless a candidate already says the same.
    pub(super) fn add_plain(
        &mut self,
        option: usize,
        words: Vec<String>,
        perplexity: f64,
        limit: f64,
    ) {
        if perplexity > limit || self.rivals.iter().any(|one| one.candidate.words == words) {
            return;
        }
        let candidate = plain_candidate(words);
        let verdict = Verdict::Good;
        self.rivals.push(Rival { option, candidate, perplexity, verdict, confidence: None });
    }

    /// The good candidates, by their places.
    pub(super) fn good(&self) -> impl Iterator<Item = (usize, &[String])> {
        let places = self.rivals.iter().enumerate();
        places
            .filter(|(_, rival)| rival.verdict == Verdict::Good)
            .map(|(place, rival)| (place, &*rival.candidate.words))
    }

    /// Adds to the probability that followers of a candidate end right.
    pub(super) fn arrive(&mut self, place: usize, probability: f64) {
        *self.rivals[place].confidence.get_or_insert(0.0) += probability;
    }

    /// Throws away what is too perplexing, unless nothing else is good.
    pub(super) fn judge(&mut self, limit: f64) {
        let is_good =
            |rival: &Rival| matches!(rival.verdict, Verdict::Good) && rival.perplexity <= limit;
        if self.rivals.iter().any(is_good) {
            for rival in &mut self.rivals {
                if rival.verdict == Verdict::Good && rival.perplexity > limit {
                    rival.verdict = Verdict::Perplexing;
                }
            }
        }
    }

    pub(super) fn has_good(&self) -> bool {
        self.rivals.iter().any(|rival| rival.verdict == Verdict::Good)
    }

    /// The best good one: the least perplexing of the first option that has
    /// one. Perplexities of different commands do not compare: the shortest
    /// formula would always win. What was just said is said again only if
    /// there is nothing else.
    pub(super) fn best(&self, before: Option<&[String]>) -> Option<usize> {
        let confidence = |rival: &Rival| rival.confidence.unwrap_or(1.0);
        let is_good = |rival: &&Rival| rival.verdict == Verdict::Good;
        let safest = self.rivals.iter().filter(is_good).map(confidence).fold(0.0, f64::max);
        let is_safe = |rival: &Rival| confidence(rival) >= safest - TOLERANCE;
        let good = self.rivals.iter().enumerate().filter(|(_, one)| is_good(one) && is_safe(one));
        let best = good.min_by(|(_, a), (_, b)| {
            let is_said = |rival: &Rival| before == Some(&*rival.candidate.words);
            is_said(a)
                .cmp(&is_said(b))
                .then(a.option.cmp(&b.option))
                .then(a.perplexity.total_cmp(&b.perplexity))
        });
        best.map(|(place, _)| place)
    }

    pub(super) fn choose(mut self, place: usize) -> Choice {
        let chosen = self.rivals.remove(place);
        self.rivals.sort_by(|a, b| {
            let key = |rival: &Rival| (rival.verdict != Verdict::Good, rival.perplexity);
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        Choice { option: Some(chosen.option), plain: None, chosen, others: self.rivals }
    }

    /// Plain words for commands of the planner's own.
    pub(super) fn plain(self, planned: Option<Planned>, world: &World) -> Choice {
        let commands = planned.as_ref().map_or(&[][..], |planned| &planned.commands);
        let words = plain_words(commands, world.vocabulary());
        let chosen = Rival {
            option: 0,
            candidate: plain_candidate(words),
            perplexity: f64::NAN,
            verdict: Verdict::Plain,
            confidence: None,
        };
        Choice { option: None, plain: planned, chosen, others: self.rivals }
    }
}

fn plain_candidate(words: Vec<String>) -> Candidate {
    Candidate {
        words,
        log_probability: 0.0,
        origins: Vec::new(),
        alignment: Vec::new(),
        finished: true,
    }
}
