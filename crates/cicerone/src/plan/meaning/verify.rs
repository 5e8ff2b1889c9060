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

use super::motion::{passages, turn_end, walk_end};
use super::scene::Scene;
use super::sight::Sight;
use super::tally::{Tally, Verdict};
use super::travel::{described, ending};
use crate::cas::{DeclareGoal, Find, Verify};
use crate::plan::stances::stances;
use crate::world::Pose;

/// How well a path fits something to check.
pub(crate) fn verify<T: Tally>(sight: &Sight<'_>, verify: &Verify, poses: &[Pose]) -> T {
    let mut tally = T::default();
    if let Some(goal) = &verify.goal {
        tally.add(declare(sight, goal, poses));
    } else {
        tally.judge("head", "Verify", (passages(poses) == 0).into());
    }
    if !verify.desc.is_empty() {
        tally.add(standing(sight, verify, poses, "desc"));
    }
    tally
}

/// A description where a path ends. If the heading is not known there, the one
/// that fits best counts.
fn standing<T: Tally>(
    sight: &Sight<'_>,
    verify: &Verify,
    poses: &[Pose],
    role: &'static str,
) -> T {
    let end = poses[poses.len() - 1];
    let headings = end.heading.map_or_else(|| stances(sight.world, end.place), |one| vec![one]);
    let fits = headings.into_iter().map(|heading| {
        described(Some(Scene::standing(sight, end.place, heading, role)), verify, role)
    });
    fits.reduce(T::better).unwrap_or_default()
}

fn declare<T: Tally>(sight: &Sight<'_>, goal: &DeclareGoal, poses: &[Pose]) -> T {
    let turned = turn_end(poses, 0);
    let end = walk_end(poses, turned);
    let is_straight = end + 1 == poses.len();
    let mut tally = T::default();
    tally.judge("head", "Verify", is_straight.into());
    if let Some(cond) = &goal.cond {
        tally.judge("goal", "Travel", Verdict::Holds);
        tally.add(ending(sight, cond, &poses[turned..], is_straight));
    }
    if let Some(label) = goal.goal.get() {
        let place = sight.world.place(poses[poses.len() - 1].place);
        let is_called = place.name.as_deref() == Some(label.as_str());
        tally.judge("goal", "goal", is_called.into());
    }
    tally
}

/// How well a path fits a search: only where it ends matters.
pub(crate) fn find<T: Tally>(sight: &Sight<'_>, find: &Find, poses: &[Pose]) -> T {
    let mut tally = T::default();
    tally.judge("head", "Find", Verdict::Holds);
    if let Some(until) = &find.until {
        tally.add(standing(sight, until, poses, "until"));
    }
    tally
}
