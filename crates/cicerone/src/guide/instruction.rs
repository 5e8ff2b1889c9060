//! The instruction and, beside each sentence, how it came about.

use schemars::JsonSchema;
use serde::Serialize;

use super::choose::{Choice, Rival, Verdict};
use super::{Guide, GuideOptions, Manoeuvre};
use crate::cas::Command;
use crate::plan::{Plan, Planned};
use crate::realize::{Origin, Request};
use crate::words::sentence;
use crate::world::{Attachment, Route, Segment, World};

/// What a follower is told.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Instruction {
    /// All sentences, in order.
    pub text: String,
    /// The length of the route, in the world's units.
    pub distance: f64,
    /// The probability that a follower gets through all of it; null if none
    /// tried.
    pub confidence: Option<f64>,
    /// One for each segment of the route.
    pub steps: Vec<Step>,
}

/// One sentence and its part of the route.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    /// The sentence as a person reads it.
    pub text: String,
    /// The words as the realizer said them.
    pub tokens: Vec<String>,
    /// What the follower does.
    pub manoeuvre: Manoeuvre,
    /// Index of the first pose in the route.
    pub begin: usize,
    /// Index of the last pose in the route.
    pub end: usize,
    /// How far the follower walks.
    pub distance: f64,
    /// Degrees; null if not known.
    pub heading_before: Option<f64>,
    /// Degrees; null if not known.
    pub heading_after: Option<f64>,
    /// The first thing the command names, by its name in the world.
    pub landmark: Option<String>,
    /// The command that is said; rarely more than one, separated by `; `.
    pub command: String,
    /// P(c | p, m): how surely the command singles out this part of the route.
    pub probability: f64,
    /// The probability that a follower ends up right; null if none tried.
    pub confidence: Option<f64>,
    /// What the language model thinks of the words; null for plain words.
    pub perplexity: Option<f64>,
    /// The log-probability of the words, given the command.
    pub log_probability: f64,
    /// The contexts of the segment that speak for this kind of command.
    pub contexts: Vec<&'static str>,
    /// Which tokens of the command each word looks at.
    pub alignment: Alignment,
    /// What else could have been said, and why it was not.
    pub alternatives: Vec<Alternative>,
}

/// Which tokens of the command each word looks at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Alignment {
    /// The tokens of the command.
    pub tokens: Vec<String>,
    /// For each word, and the end, the weight of each token; empty for plain
    /// words.
    pub weights: Vec<Vec<f32>>,
}

/// A candidate that lost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Alternative {
    /// The sentence.
    pub text: String,
    /// The command it says.
    pub command: String,
    /// P(c | p, m) of that command.
    pub probability: f64,
    /// The log-probability of the words, given the command.
    pub log_probability: f64,
    /// What the language model thinks of the words; null if there are none.
    #[schemars(with = "Option<f64>")]
    pub perplexity: f64,
    /// The probability that a follower ends up right; null if none tried.
    pub confidence: Option<f64>,
    /// How it was found; empty for plain words.
    pub origins: Vec<Origin>,
    /// What is thought of it.
    pub verdict: Verdict,
}

impl Instruction {
    pub(super) fn new(world: &World, route: &Route, steps: Vec<Step>) -> Instruction {
        let texts: Vec<&str> = steps.iter().map(|step| &*step.text).collect();
        let confidence = steps.iter().map(|step| step.confidence).product();
        Instruction { text: texts.join(" "), distance: route.length(world), confidence, steps }
    }

    /// The instruction in the Speech Synthesis Markup Language, a sentence at
    /// a time.
    pub fn ssml(&self) -> String {
        let escape =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let sentences: Vec<String> =
            self.steps.iter().map(|step| format!("  <s>{}</s>\n", escape(&step.text))).collect();
        format!(
            "<speak version=\"1.1\" xmlns=\"http://www.w3.org/2001/10/synthesis\" \
             xml:lang=\"en-US\"><p>\n{}</p></speak>\n",
            sentences.join("  <break time=\"600ms\"/>\n")
        )
    }
}

impl Step {
    pub(super) fn new(
        guide: &Guide,
        world: &World,
        segment: &Segment,
        plan: &Plan,
        choice: Choice,
        options: &GuideOptions,
    ) -> Step {
        let Choice { option, plain, chosen, others } = choice;
        let planned: Option<&Planned> = match option {
            Some(option) => plan.options.get(option),
            None => plain.as_ref(),
        };
        let commands = planned.map_or(&[][..], |planned| &planned.commands);
        let request =
            Request { commands, vocabulary: world.vocabulary(), style: options.style.as_deref() };
        let alternative = |rival: Rival| {
            let planned = &plan.options[rival.option];
            Alternative {
                text: sentence(&rival.candidate.words),
                command: text(world, &planned.commands),
                probability: planned.likelihood,
                log_probability: rival.candidate.log_probability,
                perplexity: rival.perplexity,
                confidence: rival.confidence,
                origins: rival.candidate.origins,
                verdict: rival.verdict,
            }
        };
        let poses = &segment.poses;
        let heading = |heading: Option<crate::world::Heading>| heading.map(|one| one.degrees());
        Step {
            text: sentence(&chosen.candidate.words),
            tokens: chosen.candidate.words,
            manoeuvre: Manoeuvre::of(segment),
            begin: segment.first,
            end: segment.last,
            distance: poses
                .windows(2)
                .map(|pair| world.distance(pair[0].place, pair[1].place))
                .sum(),
            heading_before: heading(segment.start().heading),
            heading_after: heading(segment.end().heading),
            landmark: landmark(world, commands),
            command: text(world, commands),
            probability: planned.map_or(0.0, |planned| planned.likelihood),
            confidence: chosen.confidence,
            perplexity: Some(chosen.perplexity).filter(|perplexity| perplexity.is_finite()),
            log_probability: chosen.candidate.log_probability,
            contexts: guide.selector().select(world, segment).context.names().collect(),
            alignment: Alignment {
                tokens: guide.realizer().tokens(&request),
                weights: chosen.candidate.alignment,
            },
            alternatives: others.into_iter().map(alternative).collect(),
        }
    }
}

fn text(world: &World, commands: &[Command]) -> String {
    let texts = commands.iter().map(|one| one.display(world.vocabulary()).to_string());
    texts.collect::<Vec<_>>().join("; ")
}

/// The first object, picture or floor a command names; things before floors.
fn landmark(world: &World, commands: &[Command]) -> Option<String> {
    let vocabulary = world.vocabulary();
    let values = commands.iter().flat_map(|command| command.values(vocabulary));
    let kinds: Vec<_> = values.filter_map(|(_, value)| vocabulary.by_cas_name(&value)).collect();
    let thing = kinds.iter().find(|kind| kind.class().attachment() != Attachment::Surface);
    thing.or(kinds.first()).map(|kind| vocabulary.name(*kind).to_owned())
}
