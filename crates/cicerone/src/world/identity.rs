//! Which world a thing belongs to.
//!
//! Ids of places are numbers: those of one world mean something else, or
//! nothing, in another. What is made of them keeps the identity of its world,
//! so that a mix-up is an error and not another route.

use std::sync::atomic::{AtomicU64, Ordering};

/// The identity of one built [`World`](super::World). Clones share it; a world
/// that is built again, of the same file even, is another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorldId(u64);

impl WorldId {
    /// An identity that no other world of this process has.
    pub(super) fn new() -> WorldId {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        WorldId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
