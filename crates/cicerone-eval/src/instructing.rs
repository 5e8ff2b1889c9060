//! Whole instructions on many routes: is there one for each, and does none of
//! its sentences go against its command?

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::guide::{Guide, GuideOptions, Instruction};
use cicerone::realize::Fault;
use cicerone::understand::Parser;
use cicerone::world::{Position, Route, Vocabulary, World};
use serde::Serialize;

use crate::visible::{Counting, Visible};

/// What was found in the instructions of many routes.
#[derive(Debug, Clone, Default, Serialize)]
pub struct InstructionReport {
    /// Routes that were asked for.
    pub routes: usize,
    /// Routes without an instruction, with the reason.
    pub errors: Vec<String>,
    /// Sentences of all instructions.
    pub sentences: usize,
    /// Distinct sentences among them.
    pub distinct: usize,
    /// Sentences without a word.
    pub empty: usize,
    /// Sentences with the token for an unknown word.
    pub unknown: usize,
    /// Sentences with a word that the dictionary does not know (the names of
    /// the world's own kinds among them).
    pub undictionaried: usize,
    /// Sentences said twice in a row.
    pub repeated: usize,
    /// Sentences that are plain words, because nothing better was good.
    pub plain: usize,
    /// Sentences that contradict their command, by what they contradict.
    pub contradictions: BTreeMap<String, usize>,
    /// Sentences that leave out something their command says, by what.
    pub omissions: BTreeMap<String, usize>,
    /// Sentences that name a thing more often than their command, by what.
    pub repetitions: BTreeMap<String, usize>,
    /// Some sentences with a fault, with their commands.
    pub examples: Vec<String>,
    /// Sentences that a parser reads as commands with other directions, counts
    /// or things, and how many distinct ones these are.
    pub parsed_otherwise: Option<(usize, usize)>,
    /// Share of sentences whose command singles out the segment (P >= 0.99).
    pub unambiguous: f64,
    /// Milliseconds a route: median and 99th percentile.
    pub milliseconds: (f64, f64),
    /// What of it one can see, by its words.
    pub visible: Visible,
}

/// What has to survive when a sentence is read back: directions, counts and
/// things.
fn essence(commands: &[Command], vocabulary: &Vocabulary) -> BTreeSet<(String, String)> {
    let leaves = commands.iter().flat_map(|command| command.values(vocabulary));
    leaves
        .filter(|(name, value)| match &**name {
            "direction" | "count" | "Order_adj" => true,
            "side" => ["Left", "Right", "Back"].contains(&&**value),
            "value" | "Appear" => vocabulary.by_cas_name(value).is_some(),
            _ => false,
        })
        .map(|(name, value)| {
            // 'turn left' and 'to your left' say the same, and so do a blue
            // path and blue flooring.
            let name = match &*name {
                "direction" | "side" => "way".to_owned(),
                "value" | "Appear" => "kind".to_owned(),
                _ => name,
            };
            (name, value)
        })
        .collect()
}

/// Reads sentences back, each with how often it was said: which of them
/// contradict their command, that is, are read as another direction, count or
/// thing of a sort the command has.
pub fn read_back(
    parser: &Parser,
    sentences: &BTreeMap<(Vec<String>, String), usize>,
    vocabulary: &Vocabulary,
) -> Result<Vec<(usize, String)>> {
    let texts: Vec<Vec<String>> = sentences.keys().map(|(words, _)| words.clone()).collect();
    let mut otherwise = Vec::new();
    let readings = parser.readings(&texts, vocabulary, 4)?;
    for (((words, command), times), readings) in sentences.iter().zip(readings) {
        let meant: Vec<Command> =
            command.split("; ").filter_map(|text| Command::parse(text, vocabulary).ok()).collect();
        let meant = essence(&meant, vocabulary);
        let Some(reading) = readings.first() else { continue };
        let read = essence(&reading.commands, vocabulary);
        let sorts: BTreeSet<&String> = meant.iter().map(|(name, _)| name).collect();
        let contradicts = read.difference(&meant).any(|(name, _)| sorts.contains(name));
        if contradicts {
            let all: Vec<String> =
                reading.commands.iter().map(|one| one.display(vocabulary).to_string()).collect();
            let line = format!("{}: {command} read as {}", words.join(" "), all.join("; "));
            otherwise.push((*times, line));
        }
    }
    Ok(otherwise)
}

/// Writes an instruction for each route and looks at every sentence.
pub fn instruct_all<'w>(
    guide: &Guide,
    routes: impl Iterator<Item = (&'w World, Result<Route>)>,
    options: &GuideOptions,
    parser: Option<&Parser>,
) -> Result<InstructionReport> {
    let mut report = InstructionReport::default();
    let mut times = Vec::new();
    let mut texts: BTreeMap<(Vec<String>, String), usize> = BTreeMap::new();
    let mut unambiguous = 0;
    let mut visible = Counting::default();
    for (world, route) in routes {
        report.routes += 1;
        let began = Instant::now();
        let instruction = route.and_then(|route| {
            guide.instruct(world, &route, options).map_err(|error| error.at(print(world, &route)))
        });
        times.push(began.elapsed().as_secs_f64() * 1e3);
        match instruction {
            Err(error) => report.errors.push(format!("{}: {error}", world.name())),
            Ok(instruction) => {
                unambiguous +=
                    instruction.steps.iter().filter(|step| step.probability >= 0.99).count();
                for step in &instruction.steps {
                    *texts.entry((step.words.clone(), step.command())).or_default() += 1;
                }
                let texts = instruction.steps.iter().map(|step| &*step.words);
                visible.add(texts, &[world.vocabulary()]);
                report.look(guide, world, &instruction);
            }
        }
    }
    report.distinct = texts.len();
    report.visible = visible.counted();
    if let Some(parser) = parser {
        let otherwise = read_back(parser, &texts, Vocabulary::sail())?;
        let times = otherwise.iter().map(|(times, _)| times).sum();
        report.parsed_otherwise = Some((times, otherwise.len()));
        report.examples.extend(otherwise.into_iter().map(|(_, line)| line).take(40));
    }
    report.unambiguous = unambiguous as f64 / report.sentences.max(1) as f64;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (times.len().saturating_sub(1) as f64 * share) as usize;
        times.get(place).copied().unwrap_or(0.0)
    };
    report.milliseconds = (at(0.5), at(0.99));
    Ok(report)
}

impl InstructionReport {
    fn look(&mut self, guide: &Guide, world: &World, instruction: &Instruction) {
        const EXAMPLES: usize = 20;
        let vocabulary = world.vocabulary();
        let stages = guide.stages();
        let mut before: Option<String> = None;
        for step in &instruction.steps {
            self.sentences += 1;
            let text = step.text();
            self.empty += usize::from(text.is_empty());
            self.unknown += usize::from(step.words.iter().any(|word| word.starts_with('<')));
            let is_known = |word: &String| {
                stages.ranking().knows(word) || word.chars().all(|c| c.is_ascii_digit())
            };
            self.undictionaried += usize::from(!step.words.iter().all(is_known));
            self.repeated += usize::from(before.as_ref() == Some(&text));
            self.plain += usize::from(step.perplexity.is_none());
            let faults = stages.realization().faults(&step.commands, vocabulary, &step.words);
            for fault in &faults {
                let (counts, meaning) = match fault {
                    Fault::Says { meaning, .. } => (&mut self.contradictions, meaning),
                    Fault::Omits(meaning) => (&mut self.omissions, meaning),
                    Fault::Repeats(meaning) => (&mut self.repetitions, meaning),
                };
                *counts.entry(format!("{:?}", meaning.family).to_lowercase()).or_default() += 1;
            }
            if !faults.is_empty() && self.examples.len() < EXAMPLES {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                let line = format!("{text} ({}) {}", faults.join(", "), step.command());
                if !self.examples.contains(&line) {
                    self.examples.push(line);
                }
            }
            before = Some(text);
        }
    }
}

fn print(world: &World, route: &Route) -> String {
    let ends = [route.start(), route.goal()].map(|pose| Position::of(world, pose).to_string());
    ends.join(" to ")
}
