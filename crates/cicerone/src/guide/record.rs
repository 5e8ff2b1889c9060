//! An instruction as other programs read it: what `cicerone guide --format json`,
//! `cicerone batch` and the server write. This is where values become text.
//!
//! There is one shape, with a long form: what was said and what is known of it,
//! and, for who asks, how it came about.

use schemars::JsonSchema;
use serde::Serialize;

use super::instruction::{Alternative, Instruction, Step, print};
use super::landmark::Landmark;
use super::{LevelFacts, Manoeuvre, Verdict};
use crate::plan::Mark;
use crate::realize::{FoundBy, Units};
use crate::world::document::DoorKind;

/// What a follower is told.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Instruction")]
pub struct InstructionRecord {
    /// All sentences, in order.
    text: String,
    /// The length of the route, in the world's units.
    distance: f64,
    /// The same in feet, where feet were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    feet: Option<f64>,
    /// The probability that a follower gets through all of it; null if none
    /// tried.
    confidence: Option<f64>,
    /// The number of the step, from 0, that is most likely to go wrong, where
    /// fewer than half of the readers would get through; null otherwise.
    doubt: Option<usize>,
    /// One for each segment of the route.
    steps: Vec<StepRecord>,
}

/// One sentence and its part of the route.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Step")]
struct StepRecord {
    /// The sentence as a person reads it.
    text: String,
    /// What the follower does.
    manoeuvre: Manoeuvre,
    /// The level it begins on; null in a world of corridors.
    from_level: Option<LevelFacts>,
    /// The level it ends on; null in a world of corridors.
    to_level: Option<LevelFacts>,
    /// About how long it takes; null in a world of corridors.
    seconds: Option<f64>,
    /// The doors it passes, by kind.
    doors: Vec<DoorKind>,
    /// False if it has steps or an escalator; null in a world of corridors.
    step_free: Option<bool>,
    /// What the sentence names that one can see in a building.
    landmarks: Vec<Landmark>,
    /// Index of the first pose in the route.
    begin: usize,
    /// Index of the last pose in the route.
    end: usize,
    /// How far the follower walks.
    distance: f64,
    /// The same in feet, where feet were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    feet: Option<f64>,
    /// Degrees; null if not known.
    heading_before: Option<f64>,
    /// Degrees; null if not known.
    heading_after: Option<f64>,
    /// The first thing the command names, by its name in the world.
    landmark: Option<String>,
    /// The command that is said; rarely more than one, separated by `; `.
    command: String,
    /// P(c | p, m): how surely the command singles out this part of the route.
    probability: f64,
    /// The probability that a follower ends up right; null if none tried.
    confidence: Option<f64>,
    /// How it came about, in the long form.
    #[serde(flatten)]
    background: Option<Background>,
}

/// How a sentence came about.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Background {
    /// The words as the realizer said them.
    tokens: Vec<String>,
    /// What the language model thinks of the words; null for plain words.
    perplexity: Option<f64>,
    /// The log-probability of the words, given the command.
    log_probability: f64,
    /// The contexts of the segment that speak for this kind of command.
    contexts: Vec<&'static str>,
    /// Which tokens of the command each word looks at.
    alignment: AlignmentRecord,
    /// What else could have been said, and why it was not.
    alternatives: Vec<AlternativeRecord>,
}

/// Which tokens of the command each word looks at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Alignment")]
struct AlignmentRecord {
    /// The tokens of the command.
    tokens: Vec<String>,
    /// For each word, and the end, the weight of each token; empty for plain
    /// words.
    weights: Vec<Vec<f32>>,
}

/// A candidate that lost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Alternative")]
struct AlternativeRecord {
    /// The sentence.
    text: String,
    /// The command it says.
    command: String,
    /// P(c | p, m) of that command.
    probability: f64,
    /// The log-probability of the words, given the command.
    log_probability: f64,
    /// What the language model thinks of the words; null if there are none.
    #[schemars(with = "Option<f64>")]
    perplexity: f64,
    /// The probability that a follower ends up right; null if none tried.
    confidence: Option<f64>,
    /// How it was found; empty for plain words.
    origins: Vec<FoundBy>,
    /// What is thought of it.
    verdict: Verdict,
}

impl InstructionRecord {
    /// The short form, or the long one, with how every step came about.
    pub(super) fn new(instruction: &Instruction, is_long: bool) -> InstructionRecord {
        let step = |step: &Step| {
            let background = is_long.then(|| Background::new(step));
            StepRecord::new(step, instruction.units, background)
        };
        InstructionRecord {
            text: instruction.text(),
            distance: instruction.distance,
            feet: instruction.units.feet(instruction.distance),
            confidence: instruction.confidence,
            doubt: instruction.doubt(),
            steps: instruction.steps.iter().map(step).collect(),
        }
    }
}

impl StepRecord {
    fn new(step: &Step, units: Units, background: Option<Background>) -> StepRecord {
        let landmark = |landmark: &Landmark| {
            let feet = landmark.mark.metres.and_then(|metres| units.feet(metres));
            Landmark { mark: Mark { feet, ..landmark.mark.clone() }, id: landmark.id.clone() }
        };
        let degrees = |heading: Option<crate::world::Heading>| heading.map(|one| one.degrees());
        let first = step.landmark().map(|kind| step.vocabulary().name(kind).to_owned());
        StepRecord {
            text: step.text(),
            manoeuvre: step.manoeuvre(),
            from_level: step.facts.from_level.clone(),
            to_level: step.facts.to_level.clone(),
            seconds: step.facts.seconds,
            doors: step.facts.doors.clone(),
            step_free: step.facts.step_free,
            landmarks: step.facts.landmarks.iter().map(landmark).collect(),
            begin: step.segment.first,
            end: step.segment.last,
            distance: step.distance,
            feet: units.feet(step.distance),
            heading_before: degrees(step.segment.start().heading),
            heading_after: degrees(step.segment.end().heading),
            landmark: first,
            command: step.command(),
            probability: step.probability,
            confidence: step.confidence,
            background,
        }
    }
}

impl Background {
    fn new(step: &Step) -> Background {
        let alternative = |one: &Alternative| AlternativeRecord {
            text: one.text(),
            command: print(&one.commands, step.vocabulary()),
            probability: one.probability,
            log_probability: one.log_probability,
            perplexity: one.perplexity,
            confidence: one.confidence,
            origins: one.origins.clone(),
            verdict: one.verdict.clone(),
        };
        Background {
            tokens: step.words.clone(),
            perplexity: step.perplexity,
            log_probability: step.log_probability,
            contexts: step.context.names().collect(),
            alignment: AlignmentRecord {
                tokens: step.tokens.clone(),
                weights: step.alignment.clone(),
            },
            alternatives: step.alternatives.iter().map(alternative).collect(),
        }
    }
}
