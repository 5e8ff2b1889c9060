//! Commands for somebody's own corpus.

use serde::{Deserialize, Serialize};

use super::parser::{Parser, Reading};
use crate::cas::{Action, Command};
use crate::plan::meaning::{Judgement, judge};
use crate::world::{Pose, Position, Route, Segment, World};
use crate::{Error, Result};

/// One line of a corpus: what was said about which walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The world: a name or a file.
    pub world: String,
    /// The sentence.
    pub english: String,
    /// The walk: x, y and heading of every pose, -1 an unknown heading.
    pub path: Vec<(f64, f64, f64)>,
    /// Who said it, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The paragraph it is of: sentences that follow each other with one name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demonstration: Option<String>,
    /// The part of the corpus its paragraph is in, if somebody decided that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

/// What a sentence means on its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The reading that was chosen.
    pub reading: Reading,
    /// Its place among the parser's readings, counted from one.
    pub rank: usize,
    /// Attributes of its commands that fail on the path.
    pub failing: u32,
}

impl Record {
    /// The walk's poses, turns on the spot joined.
    pub fn poses(&self, world: &World) -> Result<Vec<Pose>> {
        let positions = self.path.iter().map(|(x, y, h)| Position::from_numbers(*x, *y, *h));
        let route = Route::from_positions(world, &positions.collect::<Result<Vec<_>>>()?)?;
        Ok(Segment::whole(&route).poses)
    }
}

/// Chooses, among the parser's readings, the likeliest of those that fit the
/// path best: whoever said it meant the walk that was walked.
pub fn annotate(
    parser: &Parser,
    world: &World,
    english: &str,
    path: &[Pose],
    width: usize,
) -> Result<Annotation> {
    let readings = parser.parse(english, world.vocabulary(), width)?;
    let judged = readings.into_iter().enumerate().map(|(place, reading)| {
        let failing = failing(world, &reading.commands, path);
        Annotation { reading, rank: place + 1, failing }
    });
    judged
        .min_by_key(|annotation| (annotation.failing, annotation.rank))
        .ok_or_else(|| Error::input("the sentence has no words"))
}

/// How many attributes of commands fail on a path, which is cut among them
/// as suits them best.
fn failing(world: &World, commands: &[Command], path: &[Pose]) -> u32 {
    let blame = |action: &Action, part: &[Pose]| {
        let Judgement { eta, phi, unjudged } = judge(world, action, part);
        eta - phi - unjudged
    };
    // least[cut]: the fewest failures of the commands so far on the path up
    // to the pose `cut`.
    let mut least: Vec<Option<u32>> = vec![None; path.len()];
    least[0] = Some(0);
    for command in commands {
        let mut next: Vec<Option<u32>> = vec![None; path.len()];
        for from in 0..path.len() {
            let Some(before) = least[from] else { continue };
            for to in from..path.len() {
                let sum = before + blame(command, &path[from..=to]);
                if next[to].is_none_or(|best| sum < best) {
                    next[to] = Some(sum);
                }
            }
        }
        least = next;
    }
    least[path.len() - 1].unwrap_or(u32::MAX)
}
