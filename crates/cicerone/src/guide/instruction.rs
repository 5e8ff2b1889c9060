//! The instruction: what a follower is told, and, beside each sentence, what it
//! says. Words and commands are values; text is made when it is printed.

use std::sync::Arc;

use super::record::InstructionRecord;
use super::trace::{SegmentTrace, Telling, Trace, Verdict};
use super::{Facts, Manoeuvre};
use crate::cas::{Appearance, Command, Structure, Thing, Value, Visit, walk};
use crate::realize::{FoundBy, Units};
use crate::select::Context;
use crate::words::sentence;
use crate::world::{Attachment, KindId, Segment, Vocabulary};

/// What a follower is told.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Instruction {
    /// The length of the route, in the world's units.
    pub distance: f64,
    /// The unit that distances are said in.
    pub units: Units,
    /// The probability that a follower gets through all of it; `None` if none
    /// tried.
    pub confidence: Option<f64>,
    /// One for each segment of the route.
    pub steps: Vec<Step>,
}

/// One sentence and its part of the route.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The words, as the realizer said them.
    pub words: Vec<String>,
    /// Its part of the route.
    pub segment: Segment,
    /// What other programs want to know of it.
    pub facts: Facts,
    /// How far the follower walks.
    pub distance: f64,
    /// The commands that are said; rarely more than one.
    pub commands: Vec<Command>,
    /// P(c | p, m): how surely they single out this part of the route.
    pub probability: f64,
    /// The probability that a follower ends up right; `None` if none tried.
    pub confidence: Option<f64>,
    /// What the language model thinks of the words; `None` for plain words.
    pub perplexity: Option<f64>,
    /// The log-probability of the words, given the commands.
    pub log_probability: f64,
    /// The contexts of the segment that speak for this kind of command.
    pub context: Context,
    /// The tokens of the commands.
    pub tokens: Vec<String>,
    /// For each word, and the end, the weight of each token; empty for plain
    /// words.
    pub alignment: Vec<Vec<f32>>,
    /// What else could have been said, and why it was not.
    pub alternatives: Vec<Alternative>,
    vocabulary: Arc<Vocabulary>,
}

/// A telling that lost.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Alternative {
    /// The words.
    pub words: Vec<String>,
    /// The commands they say.
    pub commands: Vec<Command>,
    /// P(c | p, m) of those.
    pub probability: f64,
    /// The log-probability of the words, given the commands.
    pub log_probability: f64,
    /// What the language model thinks of the words.
    pub perplexity: f64,
    /// The probability that a follower ends up right; `None` if none tried.
    pub confidence: Option<f64>,
    /// How it was found; empty for plain words.
    pub origins: Vec<FoundBy>,
    /// What is thought of it.
    pub verdict: Verdict,
}

impl From<Trace> for Instruction {
    fn from(trace: Trace) -> Instruction {
        let Trace { vocabulary, distance, units, segments } = trace;
        let step = |segment| Step::new(segment, &vocabulary);
        let steps: Vec<Step> = segments.into_iter().map(step).collect();
        let confidence = steps.iter().map(|step| step.confidence).product();
        Instruction { distance, units, confidence, steps }
    }
}

impl Instruction {
    /// All sentences, in order.
    pub fn text(&self) -> String {
        self.steps.iter().map(Step::text).collect::<Vec<String>>().join(" ")
    }

    /// The step that is most likely to go wrong, where fewer than half of its
    /// readers would get through all of the instruction.
    pub fn doubt(&self) -> Option<usize> {
        self.confidence.filter(|confidence| *confidence < 0.5)?;
        let sureness = |step: &Step| step.confidence.unwrap_or(1.0);
        let steps = self.steps.iter().enumerate();
        steps.min_by(|a, b| sureness(a.1).total_cmp(&sureness(b.1))).map(|(number, _)| number)
    }

    /// The instruction as other programs read it.
    pub fn record(&self) -> InstructionRecord {
        InstructionRecord::new(self, false)
    }

    /// The same, with how every step came about: words, scores, alignment and
    /// every alternative. It is some ten times as long.
    pub fn long_record(&self) -> InstructionRecord {
        InstructionRecord::new(self, true)
    }

    /// The instruction in the Speech Synthesis Markup Language, a sentence at
    /// a time.
    pub fn ssml(&self) -> String {
        let sentence = |step: &Step| format!("  <s>{}</s>\n", escaped(&step.text()));
        let sentences: Vec<String> = self.steps.iter().map(sentence).collect();
        format!(
            "<speak version=\"1.1\" xmlns=\"http://www.w3.org/2001/10/synthesis\" \
             xml:lang=\"en-US\"><p>\n{}</p></speak>\n",
            sentences.join("  <break time=\"600ms\"/>\n")
        )
    }
}

impl Step {
    fn new(trace: SegmentTrace, vocabulary: &Arc<Vocabulary>) -> Step {
        let alternative = |telling: &Telling| {
            let planned = trace.planned(telling);
            Alternative {
                words: telling.candidate.words.clone(),
                commands: planned.map_or(Vec::new(), |planned| planned.commands.clone()),
                probability: planned.map_or(0.0, |planned| planned.likelihood),
                log_probability: telling.candidate.log_probability,
                perplexity: telling.perplexity(),
                confidence: telling.confidence,
                origins: telling.candidate.origins.clone(),
                verdict: telling.verdict.clone(),
            }
        };
        let alternatives = trace.losers().into_iter().map(alternative).collect();
        let planned = trace.planned(trace.said());
        let commands = planned.map_or(Vec::new(), |planned| planned.commands.clone());
        let probability = planned.map_or(0.0, |planned| planned.likelihood);
        let SegmentTrace {
            segment, facts, distance, selected, mut tellings, chosen, tokens, ..
        } = trace;
        let said = tellings.swap_remove(chosen);
        Step {
            segment,
            facts,
            distance,
            commands,
            probability,
            confidence: said.confidence,
            perplexity: Some(said.perplexity()).filter(|perplexity| perplexity.is_finite()),
            log_probability: said.candidate.log_probability,
            context: selected.context,
            tokens,
            words: said.candidate.words,
            alignment: said.candidate.alignment,
            alternatives,
            vocabulary: vocabulary.clone(),
        }
    }

    /// The sentence as a person reads it.
    pub fn text(&self) -> String {
        sentence(&self.words)
    }

    /// What the follower does.
    pub fn manoeuvre(&self) -> Manoeuvre {
        self.facts.manoeuvre
    }

    /// The structures that its commands are instances of.
    pub fn structures(&self) -> Vec<Structure> {
        self.commands.iter().map(Command::structure).collect()
    }

    /// The commands as text, `; ` between them.
    pub fn command(&self) -> String {
        print(&self.commands, &self.vocabulary)
    }

    /// The first object or picture that the commands name, else the first
    /// floor.
    pub fn landmark(&self) -> Option<KindId> {
        let mut named = Named::default();
        self.commands.iter().for_each(|command| named.action(command));
        let kinds = named.kinds;
        let thing = kinds.iter().find(|kind| kind.class().attachment() != Attachment::Surface);
        thing.or(kinds.first()).copied()
    }

    /// The kinds its commands speak of.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }
}

impl Alternative {
    /// The sentence as a person would have read it.
    pub fn text(&self) -> String {
        sentence(&self.words)
    }
}

/// Text inside markup for a voice.
pub(super) fn escaped(text: &str) -> String {
    // Nobody can say a control character, and XML has no way to write one.
    let text: String = text.chars().filter(|sign| !sign.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Commands as text, `; ` between them.
pub(super) fn print(commands: &[Command], vocabulary: &Vocabulary) -> String {
    let texts = commands.iter().map(|one| one.display(vocabulary).to_string());
    texts.collect::<Vec<_>>().join("; ")
}

/// The kinds that commands name, in order.
#[derive(Default)]
struct Named {
    kinds: Vec<KindId>,
}

impl Visit for Named {
    fn thing(&mut self, thing: &Thing) {
        if let Some(Value::Kind(kind)) = thing.value.get() {
            self.kinds.push(*kind);
        }
        let looks = thing.appear.get().into_iter().flatten();
        self.kinds.extend(looks.filter_map(|look| match look {
            Appearance::Kind(kind) => Some(*kind),
            Appearance::Group(_) => None,
        }));
        walk::thing(self, thing);
    }
}
