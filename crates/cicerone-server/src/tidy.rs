//! Memory that work has left goes back to the system.
//!
//! The C library keeps what its threads have freed for as long as something behind
//! it is in use, tens of megabytes a thread after a large map: half a minute of
//! costly requests left a server of 120 MB at 310, of which 55 were in use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// So long after work it is given back; until then more work may need it.
const WAIT: Duration = Duration::from_secs(3);

/// Gives memory back soon after work.
#[derive(Debug, Default)]
pub(crate) struct Tidy {
    is_planned: Arc<AtomicBool>,
}

impl Tidy {
    /// Work was done. Many in a row are followed by one tidying every few seconds.
    pub(crate) fn soon(&self) {
        if self.is_planned.swap(true, Ordering::Relaxed) {
            return;
        }
        let is_planned = self.is_planned.clone();
        tokio::spawn(async move {
            tokio::time::sleep(WAIT).await;
            is_planned.store(false, Ordering::Relaxed);
            // It holds up whoever asks for memory at the same moment, for some
            // milliseconds; but not the threads that listen.
            let _ = tokio::task::spawn_blocking(give_back).await;
        });
    }
}

/// What is asked for in one piece of this size, in bytes, is given back at once, and
/// what is free at the end of a thread's memory if it is as much. Left to itself the
/// allocator raises both with what it sees, up to 64 MB a thread, and what
/// is at the end is out of reach for `give_back`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn keep_little() {
    const PIECE: libc::c_int = 1 << 20;
    // SAFETY: both take numbers, and set what the allocator does from now on.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, PIECE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, PIECE);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_little() {}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    // SAFETY: it takes a number, and the allocator's own locks.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other allocators are left to themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}
