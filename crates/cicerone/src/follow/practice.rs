//! Lessons nobody gave: people's sentences where they were never said.
//!
//! The corpus has two thousand sentences on three maps. Swapping values and
//! words makes a million sentences with known commands, and the executor knows
//! where a command leads from anywhere. Put together, they are practice: a
//! sentence, a stand drawn at random, and the walk the executor makes. Only
//! where the command is true of exactly one move does it count; people's own
//! commands then lead where people went in more than nine of ten cases.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::act::Stand;
use super::executor::Executor;
use super::lessons::WalkingLesson;
use crate::corpus::augment::Augmentation;
use crate::plan::stances;
use crate::world::World;

/// Stands tried for a sentence before it is given up.
const TRIES: usize = 8;

/// That many lessons on these worlds; fewer if one sentence after the other
/// leads nowhere. Same seed, same lessons.
pub(super) fn practice<'w>(
    worlds: &[&'w World],
    augmentation: &Augmentation<'_>,
    count: usize,
    seed: u64,
) -> Vec<WalkingLesson<'w>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut lessons = Vec::with_capacity(count);
    let grounds: Vec<(&World, Vec<Stand>, Executor<'_>)> =
        worlds.iter().map(|world| (*world, stands(world), Executor::new(world))).collect();
    if grounds.is_empty() {
        return lessons;
    }
    for pair in augmentation.draw(seed).take(count.saturating_mul(16)) {
        if lessons.len() == count {
            break;
        }
        for _ in 0..TRIES {
            let (world, stands, executor) = &grounds[rng.random_range(0..grounds.len())];
            let start = stands[rng.random_range(0..stands.len())];
            let commands = pair.commands.iter().map(|one| &**one);
            if let Some(path) = executor.certain(start, commands) {
                lessons.push(WalkingLesson { world, words: pair.tokens, path });
                break;
            }
        }
    }
    lessons
}

/// Everywhere one can stand in a world; a world has at least one place.
fn stands(world: &World) -> Vec<Stand> {
    let at = |place| stances(world, place).into_iter().map(move |heading| Stand { place, heading });
    world.place_ids().flat_map(at).collect()
}
