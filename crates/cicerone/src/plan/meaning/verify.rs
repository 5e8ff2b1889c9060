//! `Verify`, `DeclareGoal` and `Find`: what is checked rather than done.
//!
//! | attribute | meaning | example |
//! |---|---|---|
//! | `Verify.desc` as a command | the description holds at the final pose; one does not move | 'you should have the chair on your left' |
//! | `Verify.dist` | it is so many passages away | 'two blocks in front of you is an easel' |
//! | `Verify.goal` | the goal is where the path ends: a straight walk or none | 'position 7 is one block down' |
//! | `DeclareGoal.cond` | its `until` and `distance` hold at the path's end | 'the end of the hall is 4' |
//! | `DeclareGoal.goal` | the place at the end is called so | 'this is position 4' |
//! | `Find.until` | it holds where the search ends, whatever the way there | 'look for the rose floors' |

use super::motion::{cuts, passages};
use super::scene::Scene;
use super::tally::{AttributeVerdict, Tally};
use super::travel::{described, ending};
use crate::cas::{DeclareGoal, Find, Verify};
use crate::plan::stances::stances;
use crate::world::{Pose, Sight};

/// How well a path fits something to check.
pub(crate) fn verify<T: Tally>(sight: &Sight<'_>, verify: &Verify, poses: &[Pose]) -> T {
    let mut tally = T::default();
    if let Some(goal) = &verify.goal {
        tally.add(declare(sight, goal, poses));
    } else {
        // Taking up a first heading is no movement of its own.
        let stands = poses.len() == 1 || (poses[0].heading.is_none() && passages(poses) == 0);
        tally.judge("head", "Verify", stands.into());
    }
    if !verify.desc.is_empty() {
        tally.add(standing(sight, verify, poses, "desc"));
    }
    tally
}

/// A description where a path ends. If the heading is not known there, the one
/// that fits best counts.
fn standing<T: Tally>(sight: &Sight<'_>, verify: &Verify, poses: &[Pose], role: &'static str) -> T {
    let end = poses[poses.len() - 1];
    let headings = end.heading.map_or_else(|| stances(sight.world, end.place), |one| vec![one]);
    let fits = headings.into_iter().map(|heading| {
        described(Some(Scene::standing(sight, end.place, heading, role)), verify, role)
    });
    fits.reduce(T::better).unwrap_or_default()
}

fn declare<T: Tally>(sight: &Sight<'_>, goal: &DeclareGoal, poses: &[Pose]) -> T {
    let walk = last_walk(poses);
    let mut tally = T::default();
    tally.judge("head", "Verify", walk.is_some().into());
    let walk = walk.unwrap_or(&poses[poses.len() - 1..]);
    if let Some(cond) = &goal.cond {
        tally.judge("goal", "Travel", AttributeVerdict::Holds);
        tally.add(ending(sight, cond, walk, true));
    }
    if let Some(label) = goal.goal.get() {
        let place = sight.world.place(poses[poses.len() - 1].place);
        let is_called = place.name.as_deref() == Some(label.as_str());
        tally.judge("goal", "goal", is_called.into());
    }
    tally
}

/// The straight walk a path ends with, or its only pose if it stands still;
/// `None` if it ends with a turn.
fn last_walk(poses: &[Pose]) -> Option<&[Pose]> {
    let last = cuts(poses).len().checked_sub(2).map_or(0, |before| cuts(poses)[before]);
    let stands = poses.len() == 1 || (poses[0].heading.is_none() && passages(poses) == 0);
    if stands {
        return Some(&poses[poses.len() - 1..]);
    }
    (passages(&poses[last..]) > 0).then(|| &poses[last..])
}

/// How well a path fits a search: only where it ends matters.
pub(crate) fn find<T: Tally>(sight: &Sight<'_>, find: &Find, poses: &[Pose]) -> T {
    let mut tally = T::default();
    tally.judge("head", "Find", last_walk(poses).is_some().into());
    if let Some(until) = &find.until {
        tally.add(standing(sight, until, poses, "until"));
    }
    tally
}
