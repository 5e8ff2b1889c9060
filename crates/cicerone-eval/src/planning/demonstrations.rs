//! The semantics against people: commands that others annotated, on paths
//! that others walked.
//!
//! A sentence with one command is judged on its whole path. A sentence with
//! several is executed in order: its path is cut so that the fewest attributes
//! fail, and each command is judged on its piece, with the alternatives from
//! the piece's first pose. Figures are given for all commands and for those
//! that are alone in their sentence.

use std::collections::BTreeMap;

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::corpus::{Corpus, Part};
use cicerone::plan::MoveChoices;
use cicerone::plan::meaning::{self, AttributeVerdict};
use cicerone::world::{Pose, Position, World};
use serde::Serialize;

/// The figures of one part of the corpus.
#[derive(Debug, Clone, Serialize)]
pub struct FitReport {
    /// All commands.
    pub all: Fit,
    /// Those that are alone in their sentence.
    pub alone: Fit,
    /// All commands by head.
    pub heads: BTreeMap<&'static str, Fit>,
    /// Every attribute, the most often failed first.
    pub attributes: Vec<Attribute>,
    /// The structures that lose the most likelihood to ambiguity: structure,
    /// valid commands, mean P(c | p, m) of those.
    pub ambiguous: Vec<(String, usize, f64)>,
}

/// How well a set of commands fits its paths.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Fit {
    /// How many commands.
    pub commands: usize,
    /// Share of attributes that hold or are not judged.
    pub attributes_hold: f64,
    /// Share of attributes that hold, phi / eta, where what is not judged is false.
    pub attributes_hold_strict: f64,
    /// Share of commands of which no attribute fails: delta = 1.
    pub valid: f64,
    /// The same where what is not judged is false.
    pub valid_strict: f64,
    /// Mean P(c | p, m) of the valid ones.
    pub mean_likelihood: f64,
    /// Share of the valid ones with P >= 0.99.
    pub unambiguous: f64,
    /// Mean P(c | p, m) of all, 0 where not valid.
    pub expected_likelihood: f64,
    /// Share that is valid on the other paths of the same map, head and part.
    pub control: f64,
}

/// One attribute over all commands of a part.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Attribute {
    /// Head of the command, branch and leaf: `Travel until side`.
    pub name: String,
    /// How often it holds.
    pub holds: usize,
    /// How often it fails.
    pub fails: usize,
    /// How often it is not judged.
    pub unjudged: usize,
    /// Some that fail.
    pub examples: Vec<String>,
}

/// How many examples are kept of an attribute that fails.
const EXAMPLES: usize = 5;

/// One command on its piece of path.
struct Case<'c> {
    world: &'c World,
    map: &'c str,
    command: &'c Command,
    path: Vec<Pose>,
    alone: bool,
    label: String,
}

/// Judges every command of one part on its path.
pub fn fit(corpus: &Corpus, part: Part) -> Result<FitReport> {
    let cases = cases(corpus, part)?;
    let measured: Vec<Measured> = cases.iter().map(|case| measure(case, &cases)).collect();
    let of = |keep: &dyn Fn(&Case<'_>) -> bool| {
        summarize(cases.iter().zip(&measured).filter(|(case, _)| keep(case)).map(|pair| pair.1))
    };
    let heads = ["Turn", "Travel", "Face", "Verify", "Find"];
    Ok(FitReport {
        all: of(&|_| true),
        alone: of(&|case| case.alone),
        heads: heads.map(|head| (head, of(&|case| case.command.head() == head))).into(),
        attributes: attributes(&cases),
        ambiguous: ambiguous(&cases, &measured),
    })
}

fn ambiguous(cases: &[Case<'_>], measured: &[Measured]) -> Vec<(String, usize, f64)> {
    let mut found: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for (case, one) in cases.iter().zip(measured).filter(|(_, one)| one.judged.delta()) {
        let name = case.command.structure().display(case.world.vocabulary()).to_string();
        let sum = found.entry(name).or_default();
        sum.0 += 1;
        sum.1 += one.likelihood;
    }
    let mut all: Vec<(String, usize, f64)> = found
        .into_iter()
        .map(|(name, (count, likelihood))| (name, count, likelihood / count as f64))
        .collect();
    let lost = |one: &(String, usize, f64)| one.1 as f64 * (1.0 - one.2);
    all.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
    all.truncate(20);
    all
}

fn cases(corpus: &Corpus, part: Part) -> Result<Vec<Case<'_>>> {
    let mut cases = Vec::new();
    for demonstration in corpus.part(part) {
        let world = corpus.world(demonstration)?;
        for found in demonstration.segments(world) {
            let (sentence, segment) = found?;
            let pieces = pieces(world, &sentence.commands, &segment.poses);
            for (command, path) in sentence.commands.iter().zip(pieces) {
                cases.push(Case {
                    world,
                    map: &demonstration.map,
                    command,
                    path,
                    alone: sentence.commands.len() == 1,
                    label: format!("{}-{}: {}", demonstration.id, sentence.id, sentence.english),
                });
            }
        }
    }
    Ok(cases)
}

/// Cuts a path into one piece per command so that the fewest attributes fail;
/// of equally good cuts the earliest.
fn pieces(world: &World, commands: &[Command], path: &[Pose]) -> Vec<Vec<Pose>> {
    // best[i]: fewest failures of the commands so far on poses[..=i], and the
    // cuts that give them.
    let mut best: Vec<Option<(u32, Vec<usize>)>> = vec![None; path.len()];
    best[0] = Some((0, vec![0]));
    for (number, command) in commands.iter().enumerate() {
        let is_last = number + 1 == commands.len();
        let mut next: Vec<Option<(u32, Vec<usize>)>> = vec![None; path.len()];
        for (from, before) in best.iter().enumerate() {
            let Some((failed, cuts)) = before else { continue };
            for to in from..path.len() {
                if is_last && to + 1 < path.len() {
                    continue;
                }
                let judged = meaning::judge(world, command, &path[from..=to]);
                let failed = failed + judged.eta - judged.phi - judged.unjudged;
                if next[to].as_ref().is_none_or(|(least, _)| failed < *least) {
                    let cuts = cuts.iter().copied().chain([to]).collect();
                    next[to] = Some((failed, cuts));
                }
            }
        }
        best = next;
    }
    let cuts = best.pop().flatten().map_or(Vec::new(), |(_, cuts)| cuts);
    cuts.windows(2).map(|cut| path[cut[0]..=cut[1]].to_vec()).collect()
}

struct Measured {
    judged: meaning::Judgement,
    likelihood: f64,
    /// Other paths it was tried on, and how many it was valid on.
    control: (usize, usize),
}

fn measure(case: &Case<'_>, all: &[Case<'_>]) -> Measured {
    let choices = MoveChoices::new(case.world, &case.path);
    let others = all.iter().filter(|other| {
        !std::ptr::eq(*other, case)
            && other.map == case.map
            && other.command.head() == case.command.head()
    });
    let mut control = (0, 0);
    for other in others {
        control.0 += 1;
        control.1 += usize::from(meaning::judge(case.world, case.command, &other.path).delta());
    }
    Measured {
        judged: choices.judge(case.command),
        likelihood: choices.likelihood(case.command),
        control,
    }
}

fn summarize<'m>(measured: impl Iterator<Item = &'m Measured> + Clone) -> Fit {
    let sum = |value: &dyn Fn(&Measured) -> f64| measured.clone().map(value).sum::<f64>();
    let count = |keep: &dyn Fn(&Measured) -> bool| sum(&|one| f64::from(u8::from(keep(one))));
    let commands = measured.clone().count();
    let eta = sum(&|one| one.judged.eta.into());
    let valid = count(&|one| one.judged.delta());
    let likelihood = sum(&|one| one.likelihood);
    let tried = measured.clone().filter(|one| one.control.0 > 0).count();
    Fit {
        commands,
        attributes_hold: sum(&|one| (one.judged.phi + one.judged.unjudged).into()) / eta,
        attributes_hold_strict: sum(&|one| one.judged.phi.into()) / eta,
        valid: valid / commands as f64,
        valid_strict: count(&|one| one.judged.delta_strict()) / commands as f64,
        mean_likelihood: likelihood / valid,
        unambiguous: count(&|one| one.likelihood >= 0.99) / valid,
        expected_likelihood: likelihood / commands as f64,
        control: sum(&|one| one.control.1 as f64 / one.control.0.max(1) as f64) / tried as f64,
    }
}

fn attributes(cases: &[Case<'_>]) -> Vec<Attribute> {
    let mut found: BTreeMap<String, Attribute> = BTreeMap::new();
    for case in cases {
        for (role, leaf, verdict) in meaning::ledger(case.world, case.command, &case.path).entries {
            let name = format!("{} {role} {leaf}", case.command.head());
            let one = found.entry(name.clone()).or_default();
            one.name = name;
            match verdict {
                AttributeVerdict::Holds => one.holds += 1,
                AttributeVerdict::NotJudged => one.unjudged += 1,
                AttributeVerdict::Fails => {
                    one.fails += 1;
                    if one.examples.len() >= EXAMPLES {
                        continue;
                    }
                    let vocabulary = case.world.vocabulary();
                    one.examples.push(format!(
                        "{} [{}] {}",
                        case.label,
                        print(case.world, &case.path),
                        case.command.display(vocabulary)
                    ));
                }
            }
        }
    }
    let mut attributes: Vec<Attribute> = found.into_values().collect();
    attributes.sort_by_key(|one| std::cmp::Reverse(one.fails));
    attributes
}

fn print(world: &World, path: &[Pose]) -> String {
    let position = |pose: &Pose| Position::of(world, *pose).to_string();
    path.iter().map(position).collect::<Vec<_>>().join(" ")
}
