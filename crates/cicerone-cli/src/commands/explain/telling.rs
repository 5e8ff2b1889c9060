//! The last part of `cicerone explain`: the words that stood against each
//! other, what was thought of each, and which are said.

use cicerone::guide::{SegmentTrace, Telling, Verdict};
use cicerone::realize::FoundBy;
use cicerone::words::sentence;
use cicerone::world::World;
use serde::Serialize;

/// What was said about one segment, and what was not.
#[derive(Serialize)]
pub(super) struct Record {
    /// What is said.
    said: TellingRecord,
    /// What else stood against it, in the order it was found.
    others: Vec<TellingRecord>,
}

#[derive(Serialize)]
struct TellingRecord {
    text: String,
    command: String,
    /// P(c | p, m) of the command.
    probability: f64,
    log_probability: f64,
    perplexity: Option<f64>,
    /// The probability that a follower ends up right, if one tried.
    confidence: Option<f64>,
    origins: Vec<FoundBy>,
    faults: Vec<String>,
    verdict: Verdict,
}

impl Record {
    pub(super) fn new(world: &World, trace: &SegmentTrace) -> Record {
        let record = |telling: &Telling| TellingRecord::new(world, trace, telling);
        let places = trace.tellings.iter().enumerate();
        let others = places.filter(|(place, _)| *place != trace.chosen);
        Record {
            said: record(trace.said()),
            others: others.map(|(_, telling)| record(telling)).collect(),
        }
    }

    pub(super) fn describe(&self, show: usize) -> String {
        let mut out = format!("   said, of {} tellings\n", self.others.len() + 1);
        out.push_str(&self.said.describe());
        for other in self.others.iter().take(show) {
            out.push_str(&other.describe());
        }
        if self.others.len() > show {
            out.push_str(&format!("     ... {} more\n", self.others.len() - show));
        }
        out
    }
}

impl TellingRecord {
    fn new(world: &World, trace: &SegmentTrace, telling: &Telling) -> TellingRecord {
        let planned = trace.planned(telling);
        let commands = planned.map_or(&[][..], |planned| &planned.commands);
        TellingRecord {
            text: sentence(&telling.candidate.words),
            command: super::super::guide::print(commands, world.vocabulary()),
            probability: planned.map_or(0.0, |planned| planned.likelihood),
            log_probability: telling.candidate.log_probability,
            perplexity: Some(telling.perplexity()).filter(|one| one.is_finite()),
            confidence: telling.confidence,
            origins: telling.candidate.origins.clone(),
            faults: telling.faults.iter().map(ToString::to_string).collect(),
            verdict: telling.verdict.clone(),
        }
    }

    fn describe(&self) -> String {
        let mut out = format!("     {} ({}", self.text, self.verdict);
        if let Some(perplexity) = self.perplexity {
            out.push_str(&format!(", perplexity {perplexity:.1}"));
        }
        if let Some(confidence) = self.confidence {
            out.push_str(&format!(", {:.0}% arrive", 100.0 * confidence));
        }
        out + &format!(")\n       {}\n", self.command)
    }
}
