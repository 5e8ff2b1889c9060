//! A turn and the walk after it in one sentence: 'turn right and walk to the
//! lamp', as people say it.

use super::merit::names_floor;
use super::trace::{Says, SegmentTrace, Telling};
use super::{Facts, GuideConfig};
use crate::plan::{Plan, Planned, Source};
use crate::realize::Candidate;
use crate::world::{Segment, SegmentKind};

/// Joins every turn with the walk after it, where both together stay within
/// so many words, fewer where the walk names a floor. `tokens` finds the tokens of a joined sentence.
pub(super) fn joined(
    segments: Vec<SegmentTrace>,
    config: &GuideConfig,
    tokens: impl Fn(&Planned) -> Vec<String>,
) -> Vec<SegmentTrace> {
    let mut all: Vec<SegmentTrace> = Vec::with_capacity(segments.len());
    for next in segments {
        match all.last().and_then(|last| join(last, &next, config, &tokens)) {
            Some(both) => {
                all.pop();
                all.push(both);
            }
            None => all.push(next),
        }
    }
    all
}

fn join(
    turn: &SegmentTrace,
    walk: &SegmentTrace,
    config: &GuideConfig,
    tokens: &impl Fn(&Planned) -> Vec<String>,
) -> Option<SegmentTrace> {
    let is_turn = turn.segment.kind() == SegmentKind::Turn && turn.segment.leg.is_none();
    let is_known = turn.segment.start().heading.is_some();
    let is_walk = walk.segment.kind() == SegmentKind::Walk && walk.segment.leg.is_none();
    let count = turn.said().candidate.words.len() + walk.said().candidate.words.len() + 1;
    let is_to_floor = walk.planned(walk.said()).is_some_and(|one| names_floor(&one.commands));
    let longest = match is_to_floor {
        true => config.longest_joined.min(config.longest_to_floor),
        false => config.longest_joined,
    };
    if !is_turn || !is_known || !is_walk || count > longest {
        return None;
    }
    let mut plan =
        Plan { fell_back: turn.plan.fell_back || walk.plan.fell_back, ..Plan::default() };
    let mut tellings = Vec::new();
    // What is said, then the other walks after this turn, then other turns.
    let others = |trace: &SegmentTrace| {
        (0..trace.tellings.len()).filter(|at| *at != trace.chosen).collect::<Vec<_>>()
    };
    let pairs = std::iter::once((turn.chosen, walk.chosen))
        .chain(others(walk).into_iter().map(|at| (turn.chosen, at)))
        .chain(others(turn).into_iter().map(|at| (at, walk.chosen)));
    for (first, second) in pairs {
        let (one, other) = (&turn.tellings[first], &walk.tellings[second]);
        let (Some(a), Some(b)) = (turn.planned(one), walk.planned(other)) else { continue };
        let planned = together(a, b);
        let option = plan.options.iter().position(|known| known.commands == planned.commands);
        let option = option.unwrap_or_else(|| {
            plan.options.push(planned);
            plan.options.len() - 1
        });
        tellings.push(telling(one, other, option));
    }
    let said = plan.options.first()?;
    let tokens = tokens(said);
    let mut poses = turn.segment.poses.clone();
    poses.extend(&walk.segment.poses[1..]);
    let segment = Segment {
        poses,
        first: turn.segment.first,
        last: walk.segment.last,
        starts_route: turn.segment.starts_route,
        ends_route: walk.segment.ends_route,
        ..walk.segment.clone()
    };
    // It begins with the turn; the last one arrives.
    let by = if segment.ends_route { walk } else { turn };
    let facts = Facts { manoeuvre: by.facts.manoeuvre, ..walk.facts.clone() };
    Some(SegmentTrace {
        segment,
        facts,
        distance: turn.distance + walk.distance,
        selected: walk.selected.clone(),
        plan,
        last_resort: None,
        tellings,
        chosen: 0,
        tokens,
    })
}

fn together(turn: &Planned, walk: &Planned) -> Planned {
    Planned {
        commands: turn.commands.iter().chain(&walk.commands).cloned().collect(),
        pieces: turn.pieces.iter().chain(&walk.pieces).cloned().collect(),
        likelihood: turn.likelihood * walk.likelihood,
        ease: turn.ease * walk.ease,
        source: Source::Plain,
    }
}

fn telling(turn: &Telling, walk: &Telling, option: usize) -> Telling {
    let mut words = turn.candidate.words.clone();
    while words.last().is_some_and(|word| word.chars().all(|c| c.is_ascii_punctuation())) {
        words.pop();
    }
    words.push("and".into());
    words.extend(walk.candidate.words.iter().cloned());
    let mut candidate = Candidate::plain(words);
    candidate.log_probability = turn.candidate.log_probability + walk.candidate.log_probability;
    candidate.origins.clone_from(&walk.candidate.origins);
    let worse = if turn.is_good() { walk } else { turn };
    Telling {
        says: Says::Option(option),
        candidate,
        appraisal: walk.appraisal.clone(),
        faults: turn.faults.iter().chain(&walk.faults).cloned().collect(),
        confidence: turn.confidence.zip(walk.confidence).map(|(a, b)| a * b),
        verdict: worse.verdict.clone(),
    }
}
