//! What the follower can see from where an attribute is needed.
//!
//! From a pose one sees everything at one's own place, whichever side it opens
//! to, and everything down the corridor ahead. What lies beyond the own place to the left, to the
//! right or behind is on the map but out of sight, and the planner does not
//! name it.

use super::meaning::scene::Scene;
use crate::cas::Thing;
use crate::world::{PassageId, Seen, Side, What};

/// Why a thing is named, which decides where people look for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// One walks until it is here, or comes by it.
    Reached,
    /// One turns until it is where it is said to be.
    Faced,
    /// One looks around and checks.
    Checked,
}

/// What somebody at the pose sees without turning.
fn visible<'s>(scene: &'s Scene<'_, '_>) -> impl Iterator<Item = &'s Seen> {
    let Scene { sight, around, .. } = scene;
    sight.here(around).iter().chain(sight.beyond(around, Side::Front))
}

/// What can be named at a scene with the attributes of `blank`, in the order
/// people would. The order and what is left out follow the training split:
/// one walks *to* what is at one's own place and turns *towards* what is not.
pub(crate) fn nameable(scene: &Scene<'_, '_>, manner: Manner, blank: &Thing) -> Vec<Seen> {
    let fits = |seen: &Seen| match (manner, seen.what) {
        // The hall one walks along is not something one comes to.
        (Manner::Reached, What::Way(_)) => seen.k == 0 && !scene.is_own_way(seen),
        (Manner::Reached, _) => seen.k == 0,
        (Manner::Faced, What::Place) => seen.k > 0,
        (Manner::Faced, _) if seen.is_landmark() => seen.k > 0,
        (Manner::Faced | Manner::Checked, _) => true,
    };
    let mut all: Vec<Seen> = visible(scene).filter(|seen| fits(seen)).copied().collect();
    // Only the floor of a way has a look that a world knows of.
    if blank.appear.is_present() {
        all.retain(Seen::is_way);
    }
    // 'Only one way to go' is said of ways.
    if blank.count.is_present() && manner == Manner::Faced {
        all.retain(Seen::is_way);
    }
    all.sort_by_key(|seen| (rank(manner, seen), side_rank(seen.line), seen.k, identity(seen)));
    all
}

fn rank(manner: Manner, seen: &Seen) -> u8 {
    match (manner, seen.what) {
        (_, What::Thing(_)) if seen.is_landmark() => 0,
        (Manner::Faced, What::Wall) => 1,
        (_, What::Place) => 2,
        (_, What::Way(_)) => 3,
        (_, What::Wall) => 4,
        (_, What::Thing(_)) => 5,
    }
}

/// What is ahead is said before what is beside, and that before what is behind.
fn side_rank(line: Option<Side>) -> u8 {
    match line {
        None | Some(Side::Front) => 0,
        Some(Side::Left | Side::Right) => 1,
        Some(Side::Back) => 2,
    }
}

/// Breaks ties in a way that turning or mirroring a world does not change.
pub(crate) fn identity(seen: &Seen) -> (usize, usize) {
    (seen.place.index(), seen.passage().map_or(0, PassageId::index))
}
