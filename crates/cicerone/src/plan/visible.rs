//! What the follower can see from where an attribute is needed.
//!
//! From a pose one sees what [`World::view`](crate::world::World::view) holds:
//! everything at one's own place, whichever side it opens to, and everything
//! down the corridor ahead. What lies beyond the own place to the left, to the
//! right or behind is on the map but out of sight, and the planner does not
//! name it.

use super::meaning::scene::Scene;
use super::meaning::sight::{Seen, What};
use crate::world::Side;

/// True if somebody at the pose sees it without turning.
pub(crate) fn is_visible(seen: &Seen) -> bool {
    seen.k == 0 || seen.line == Some(Side::Front)
}

/// What can be named at a scene, in the order people would: objects, ways,
/// structures, walls, pictures; the near before the far.
pub(crate) fn nameable(scene: &Scene<'_, '_>) -> Vec<Seen> {
    let mut all: Vec<Seen> = scene.everything().filter(|seen| is_visible(seen)).copied().collect();
    all.sort_by_key(|seen| (rank(seen.what), seen.k));
    all
}

fn rank(what: What) -> u8 {
    match what {
        What::Object(_) => 0,
        What::Way(_) => 1,
        What::Place => 2,
        What::Wall => 3,
        What::Picture(..) => 4,
    }
}
