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
}

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
        self.rivals.push(Rival { option, candidate, perplexity, verdict });
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
        let good = self.rivals.iter().enumerate().filter(|(_, one)| one.verdict == Verdict::Good);
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
        let candidate = Candidate {
            words,
            log_probability: 0.0,
            origins: Vec::new(),
            alignment: Vec::new(),
            finished: true,
        };
        let chosen = Rival { option: 0, candidate, perplexity: f64::NAN, verdict: Verdict::Plain };
        Choice { option: None, plain: planned, chosen, others: self.rivals }
    }
}
