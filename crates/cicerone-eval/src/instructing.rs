//! Whole instructions on many routes: is there one for each, and does none of
//! its sentences go against its command?

use std::collections::BTreeMap;
use std::time::Instant;

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::guide::{Guide, GuideOptions, Instruction};
use cicerone::realize::Fault;
use cicerone::world::{Position, Route, World};
use serde::Serialize;

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
    /// Share of sentences whose command singles out the segment (P >= 0.99).
    pub unambiguous: f64,
    /// Milliseconds a route: median and 99th percentile.
    pub milliseconds: (f64, f64),
}

/// Writes an instruction for each route and looks at every sentence.
pub fn instruct_all<'w>(
    guide: &Guide,
    routes: impl Iterator<Item = (&'w World, Result<Route>)>,
    options: &GuideOptions,
) -> InstructionReport {
    let mut report = InstructionReport::default();
    let mut times = Vec::new();
    let mut texts = std::collections::BTreeSet::new();
    let mut unambiguous = 0;
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
                texts.extend(instruction.steps.iter().map(|step| step.text.clone()));
                report.look(guide, world, &instruction);
            }
        }
    }
    report.distinct = texts.len();
    report.unambiguous = unambiguous as f64 / report.sentences.max(1) as f64;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (times.len().saturating_sub(1) as f64 * share) as usize;
        times.get(place).copied().unwrap_or(0.0)
    };
    report.milliseconds = (at(0.5), at(0.99));
    report
}

impl InstructionReport {
    fn look(&mut self, guide: &Guide, world: &World, instruction: &Instruction) {
        const EXAMPLES: usize = 20;
        let vocabulary = world.vocabulary();
        let mut before: Option<&str> = None;
        for step in &instruction.steps {
            self.sentences += 1;
            self.empty += usize::from(step.text.is_empty());
            self.unknown += usize::from(step.tokens.iter().any(|word| word.starts_with('<')));
            let is_known = |word: &String| {
                guide.ranker().knows(word) || word.chars().all(|c| c.is_ascii_digit())
            };
            self.undictionaried += usize::from(!step.tokens.iter().all(is_known));
            self.repeated += usize::from(before == Some(&*step.text));
            self.plain += usize::from(step.perplexity.is_none());
            before = Some(&step.text);
            let commands: Vec<Command> = step
                .command
                .split("; ")
                .filter_map(|text| Command::parse(text, vocabulary).ok())
                .collect();
            let faults = guide.realizer().wording().faults(&commands, vocabulary, &step.tokens);
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
                let line = format!("{} ({}) {}", step.text, faults.join(", "), step.command);
                if !self.examples.contains(&line) {
                    self.examples.push(line);
                }
            }
        }
    }
}

fn print(world: &World, route: &Route) -> String {
    let ends = [route.start(), route.goal()].map(|pose| Position::of(world, pose).to_string());
    ends.join(" to ")
}
