//! Paths taken apart: which poses are a turn and which a walk.

use crate::world::Pose;

/// The index of the last pose of the turn on the spot that begins at `from`.
pub(crate) fn turn_end(poses: &[Pose], from: usize) -> usize {
    let mut at = from;
    while at + 1 < poses.len() && poses[at + 1].place == poses[at].place {
        at += 1;
    }
    at
}

/// The index of the last pose of the walk that begins at `from`.
pub(crate) fn walk_end(poses: &[Pose], from: usize) -> usize {
    let mut at = from;
    while at + 1 < poses.len() && poses[at + 1].place != poses[at].place {
        at += 1;
    }
    at
}

/// The indices at which a path can be cut between what is done first and what
/// is done then: its ends and wherever a turn or a walk ends.
pub(crate) fn cuts(poses: &[Pose]) -> Vec<usize> {
    let mut cuts = vec![0];
    let mut at = 0;
    while at + 1 < poses.len() {
        let turned = turn_end(poses, at);
        at = if turned > at { turned } else { walk_end(poses, at) };
        cuts.push(at);
    }
    cuts
}

/// How many passages a path walks.
pub(crate) fn passages(poses: &[Pose]) -> usize {
    poses.windows(2).filter(|pair| pair[0].place != pair[1].place).count()
}
