//! Everything that was tried before something was said.
//!
//! A [`Trace`] is what the pipeline leaves behind: for each segment what every
//! stage answered, which words stood against each other, what was thought of
//! each, and which were chosen. [`Instruction`] is made of it, and whoever
//! wants to explain, measure or time the guide reads it instead of asking the
//! stages again.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::manoeuvre::Facts;
use super::stages::Selected;
use crate::plan::{Plan, Planned};
use crate::rank::Appraisal;
use crate::realize::{Candidate, Fault, Units};
use crate::world::{Segment, Vocabulary};

/// Everything that was tried for a route.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Trace {
    /// The kinds its commands speak of.
    pub vocabulary: Arc<Vocabulary>,
    /// The length of the route, in the world's units.
    pub distance: f64,
    /// The unit that distances are said in.
    pub units: Units,
    /// One for each segment of the route, in order.
    pub segments: Vec<SegmentTrace>,
}

/// Everything that was tried for a segment.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SegmentTrace {
    /// The segment.
    pub segment: Segment,
    /// What other programs want to know of it.
    pub facts: Facts,
    /// How far one walks on it.
    pub distance: f64,
    /// What content selection proposed, with its contexts.
    pub selected: Selected,
    /// The commands, what was tried for them, and what came of it.
    pub plan: Plan,
    /// The plainest commands there are, planned where nothing else could be
    /// said.
    pub last_resort: Option<Planned>,
    /// All words that stood against each other, and some that were not let in:
    /// plain ones that are no English.
    pub tellings: Vec<Telling>,
    /// The place of what is said among them.
    pub chosen: usize,
    /// The tokens of the commands that are said, as the alignment counts them.
    pub tokens: Vec<String>,
}

/// One way to put a segment into words, and what is thought of it.
#[derive(Debug, Clone)]
pub struct Telling {
    /// Which commands it says.
    pub says: Says,
    /// The words, how they were found, and their alignment.
    pub candidate: Candidate,
    /// What ranking thinks of them; `None` for the last resort, which nobody
    /// ranks.
    pub appraisal: Option<Appraisal>,
    /// What the words say beyond the commands, and what they leave out.
    pub faults: Vec<Fault>,
    /// The probability that whoever hears them ends right, if somebody tried.
    pub confidence: Option<f64>,
    /// Why they may be said, or not.
    pub verdict: Verdict,
}

/// Which commands a telling says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// The option of the plan with that number.
    Option(usize),
    /// The last resort of the segment.
    LastResort,
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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Good => f.write_str("good"),
            Verdict::Unfaithful(faults) => {
                let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
                f.write_str(&faults.join(", "))
            }
            Verdict::UnknownWord(word) => write!(f, "'{word}' is no word"),
            Verdict::Unfinished => f.write_str("broken off"),
            Verdict::Perplexing => f.write_str("too perplexing"),
            Verdict::Plain => f.write_str("plain words"),
        }
    }
}

impl SegmentTrace {
    /// What is said.
    pub fn said(&self) -> &Telling {
        &self.tellings[self.chosen]
    }

    /// The commands that a telling of this segment says; `None` if the planner
    /// had none at all.
    pub fn planned(&self, telling: &Telling) -> Option<&Planned> {
        match telling.says {
            Says::Option(number) => self.plan.options.get(number),
            Says::LastResort => self.last_resort.as_ref(),
        }
    }

    /// What stood against it and lost, the better first; in the order found
    /// where nothing was good.
    pub fn losers(&self) -> Vec<&Telling> {
        let places = self.tellings.iter().enumerate();
        let mut losers: Vec<&Telling> = places
            .filter(|(place, one)| *place != self.chosen && one.competed())
            .map(|(_, one)| one)
            .collect();
        if self.said().says == Says::LastResort {
            // All of them are wrong, and no perplexity makes one less so.
            return losers;
        }
        losers.sort_by(|a, b| {
            let is_bad = |one: &Telling| !one.is_good();
            is_bad(a).cmp(&is_bad(b)).then(a.perplexity().total_cmp(&b.perplexity()))
        });
        losers
    }
}

impl Telling {
    /// True if nothing is wrong with it.
    pub fn is_good(&self) -> bool {
        self.verdict == Verdict::Good
    }

    /// What the language model thinks of it; not a number where it was not
    /// asked.
    pub fn perplexity(&self) -> f64 {
        self.appraisal.as_ref().map_or(f64::NAN, |appraisal| appraisal.perplexity)
    }

    /// False for plain words that were not let in.
    fn competed(&self) -> bool {
        self.is_good() || !self.candidate.is_plain()
    }
}
