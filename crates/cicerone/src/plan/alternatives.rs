//! All moves a follower could make instead: the paths that the sum in
//! P(c | p, m) runs over.
//!
//! They start at the segment's first pose, and each is a turn to some heading,
//! a straight walk of some length up to the wall, and a last turn. If the first
//! heading is unknown, the walk starts from each of the headings. Nothing is
//! sampled: up to [`HORIZON`] passages the set is complete.

use std::collections::HashSet;

use super::stances::stances;
use crate::world::{HORIZON, Heading, PlaceId, Pose, World};

/// Every move from `start`, the one that stays included, in the form of a
/// [`Segment`](crate::world::Segment)'s poses.
///
/// Walks are told up to 24 passages or `reach`, whichever is more,
/// so that a path that is longer than the horizon has its own length among
/// its alternatives.
pub fn alternatives(world: &World, start: Pose, reach: usize) -> Vec<Vec<Pose>> {
    let mut moves = Vec::new();
    for heading in with_own(stances(world, start.place), start.heading) {
        let mut path = vec![start];
        if !start.heading.is_some_and(|before| before.is_same(heading)) {
            path.push(Pose::new(start.place, heading));
        }
        moves.push(path.clone());
        let mut visited = HashSet::from([start.place]);
        while let Some(exit) = path[path.len() - 1]
            .heading
            .and_then(|heading| world.ahead(path[path.len() - 1].place, heading))
        {
            // A corridor may bend gently round into itself.
            if visited.len() > HORIZON.max(reach) || !visited.insert(exit.to) {
                break;
            }
            path.push(Pose::new(exit.to, exit.heading));
            for last in with_own(stances(world, exit.to), Some(exit.heading)) {
                let mut turned = path.clone();
                if !exit.heading.is_same(last) {
                    turned.push(Pose::new(exit.to, last));
                }
                moves.push(turned);
            }
        }
    }
    moves
}

/// The stances of a place, and the heading one has if it is none of them.
fn with_own(mut stances: Vec<Heading>, own: Option<Heading>) -> Vec<Heading> {
    if let Some(own) = own
        && !stances.iter().any(|stance| stance.is_same(own))
    {
        stances.push(own);
    }
    stances
}

/// True if two paths are the same move.
pub(crate) fn is_same_move(one: &[Pose], other: &[Pose]) -> bool {
    let place = |pose: &Pose| -> PlaceId { pose.place };
    one.len() == other.len()
        && one.iter().zip(other).all(|(a, b)| {
            place(a) == place(b)
                && match (a.heading, b.heading) {
                    (Some(a), Some(b)) => a.is_same(b),
                    (a, b) => a == b,
                }
        })
}
