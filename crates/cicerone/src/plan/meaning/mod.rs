//! What CAS commands mean: an executable semantics on a world.
//!
//! For a command, a path and a map the semantics tells eta, how many
//! attributes the command defines, phi, how many of them hold on the path, and
//! delta, whether all do (paper, equation for P(c | p, m)). The conventions
//! were chosen on the training split of the SAIL demonstrations.
//!
//! - `thing`: descriptions, grounded in what lies on four lines of sight
//!   ([`Sight`]), with the parts of a building (`structure`) and what belongs to
//!   what (`belongings`);
//! - `travel`: walks; `face`: turns; `verify`: checks and goals. Each opens
//!   with a table of its attributes, what they mean, and an example;
//! - `tally`: the counts.
//!
//! Every set leaf counts once, and so does the head, whose claim is the shape
//! of the movement: `Travel()` says that one walks. A leaf that is open
//! (`None`) claims nothing, so that a half-filled tree can be judged, and
//! filling it never makes the tree true of more paths.
//!
//! # What is not judged
//!
//! - `Appear` of objects, walls and pictures: a world knows no colours of them;
//! - `direction` from an unknown heading, unless `precond` gives one;
//! - `Order_adj` of what is at one's own place without a walk there, and of
//!   what belongs to something else;
//! - `Count` of pictures, walls and structures, and of what belongs to
//!   something else;
//! - `Structural` `Long` and `Short` of anything but a path.

mod belongings;
mod face;
pub(crate) mod motion;
pub(crate) mod scene;
mod structure;
mod tally;
#[cfg(test)]
mod tests;
pub(crate) mod thing;
mod travel;
mod verify;

pub use tally::{AttributeVerdict, Judgement, Ledger};

pub(crate) use tally::{Tally, Truth};

use crate::cas::Action;
use crate::world::{Pose, Sight, World};

/// Judges a tree on a path. The path's turns on the spot must be joined, as
/// those of a [`Segment`](crate::world::Segment) are.
///
/// # Panics
///
/// If the path is empty.
pub fn judge(world: &World, action: &Action, path: &[Pose]) -> Judgement {
    fit(&Sight::new(world), action, path)
}

/// The same with the verdict on every attribute.
///
/// # Panics
///
/// If the path is empty.
pub fn ledger(world: &World, action: &Action, path: &[Pose]) -> Ledger {
    fit(&Sight::new(world), action, path)
}

/// The semantics, with whatever is to be counted.
pub(crate) fn fit<T: Tally>(sight: &Sight<'_>, action: &Action, path: &[Pose]) -> T {
    match action {
        Action::Turn(turn) => face::turn(sight, turn, path),
        Action::Travel(travel) => travel::travel(sight, travel, path),
        Action::Face(face) => {
            let mut tally = T::default();
            tally.judge("head", "Face", (motion::passages(path) == 0).into());
            tally.add(face::face(sight, face, path, "faced"));
            tally
        }
        Action::Verify(verify) => verify::verify(sight, verify, path),
        Action::Find(find) => verify::find(sight, find, path),
        // Corridors have one level.
        Action::Ride(_) => {
            let mut tally = T::default();
            tally.judge("head", "Ride", AttributeVerdict::Fails);
            tally
        }
    }
}
