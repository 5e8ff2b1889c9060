//! Where examples come from and in which order they are learnt.

use std::borrow::Cow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::dropout::mix;
use super::model::Model;

/// Batches whose examples are sorted by length together: few enough that an
/// epoch stays well mixed, many enough that lengths within a batch are close.
const POOL: usize = 32;

/// A source of examples. Data that is made on the way (an augmented corpus)
/// makes each epoch from its number, so that a resumed run sees the same.
pub trait Supply<E: Clone> {
    /// The examples of an epoch, counted from zero: always the same for the
    /// same number.
    fn epoch(&self, epoch: u64) -> Cow<'_, [E]>;
}

impl<E: Clone> Supply<E> for Vec<E> {
    fn epoch(&self, _: u64) -> Cow<'_, [E]> {
        Cow::Borrowed(self)
    }
}

/// Cuts an epoch into batches of near lengths, in an order drawn from seed
/// and epoch. Returns indices of examples.
pub(super) fn plan<M: Model>(
    model: &M,
    examples: &[M::Example],
    batch: usize,
    seed: u64,
    epoch: u64,
) -> Vec<Vec<usize>> {
    let mut rng = ChaCha8Rng::seed_from_u64(mix(mix(seed) ^ epoch));
    let mut order: Vec<usize> = (0..examples.len()).collect();
    order.shuffle(&mut rng);
    for pool in order.chunks_mut(batch * POOL) {
        pool.sort_by_key(|&index| model.length(&examples[index]));
    }
    let mut batches: Vec<Vec<usize>> = order.chunks(batch).map(<[usize]>::to_vec).collect();
    batches.shuffle(&mut rng);
    batches
}
