//! The memory the engine computes in: floats on cache-line boundaries.
//!
//! A plain `Vec<f32>` starts wherever the allocator likes, usually sixteen
//! bytes past a page, and then every 64-byte vector load straddles two cache
//! lines. A [`Buffer`] starts on a line and can grow without ever shrinking,
//! so a workspace reaches its size in the first batch and allocates no more.

use std::ops::{Deref, DerefMut};

/// Floats per cache line; tensors inside a buffer start at multiples of it.
pub(super) const LINE: usize = 16;

#[repr(C, align(64))]
#[derive(Clone, Copy)]
struct Line([f32; LINE]);

/// A growable run of floats that starts on a cache line.
#[derive(Clone, Default)]
pub struct Buffer {
    lines: Vec<Line>,
    length: usize,
}

impl Buffer {
    /// `length` zeros.
    pub fn zeros(length: usize) -> Buffer {
        Buffer { lines: vec![Line([0.0; LINE]); length.div_ceil(LINE)], length }
    }

    /// Makes the buffer `length` long. What it holds afterwards is whatever
    /// the last user left there; memory is taken only when it grows.
    pub fn resize(&mut self, length: usize) {
        let lines = length.div_ceil(LINE);
        if lines > self.lines.len() {
            self.lines.resize(lines, Line([0.0; LINE]));
        }
        self.length = length;
    }

    /// Makes the buffer `length` zeros.
    pub fn reset(&mut self, length: usize) {
        self.resize(length);
        self.fill(0.0);
    }
}

impl Deref for Buffer {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: `Line` is `repr(C)` around `[f32; LINE]` with no padding
        // (64 bytes, alignment 64), and `length <= lines.len() * LINE`.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as in `deref`, and the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} floats)", self.length)
    }
}
