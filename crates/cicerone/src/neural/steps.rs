//! Sequences of different length as one matrix, time after time.
//!
//! The sequences of a batch are sorted, the longest first. Step t then
//! concerns the first `count(t)` of them, and its rows lie right after those
//! of step t - 1. Nothing is padded, so nothing needs a mask: a short sequence
//! simply is not there any more.
//!
//! ```text
//! sequences   abcd  efg  h        rows   a e h | b f | c g | d
//! counts      3 2 2 1             starts 0       3     5     7   8
//! ```

use std::ops::Range;

/// How the sequences of a batch are laid out in rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    /// For each place in the sorted order, which sequence stands there.
    order: Vec<usize>,
    counts: Vec<usize>,
    starts: Vec<usize>,
}

impl Steps {
    /// Lays out sequences of these lengths. Equal lengths keep their order.
    pub(super) fn lay_out(&mut self, lengths: impl Iterator<Item = usize> + Clone) {
        let at: Vec<usize> = lengths.collect();
        self.order.clear();
        self.order.extend(0..at.len());
        self.order.sort_by_key(|&sequence| std::cmp::Reverse(at[sequence]));
        self.counts.clear();
        self.starts.clear();
        self.starts.push(0);
        let longest = self.order.first().map_or(0, |&sequence| at[sequence]);
        let mut alive = at.len();
        for step in 0..longest {
            while at[self.order[alive - 1]] <= step {
                alive -= 1;
            }
            self.counts.push(alive);
            self.starts.push(self.starts[step] + alive);
        }
    }

    /// The sequences, the longest first.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// How many sequences there are.
    pub(super) fn sequences(&self) -> usize {
        self.order.len()
    }

    /// How many steps the longest sequence has.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// How many sequences reach step `t`; none past the end.
    pub(super) fn count(&self, t: usize) -> usize {
        self.counts.get(t).copied().unwrap_or(0)
    }

    /// The rows of step `t`.
    pub(super) fn rows(&self, t: usize) -> Range<usize> {
        self.starts[t]..self.starts[t + 1]
    }

    /// All rows: the sum of the lengths.
    pub(super) fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The row of step `t` of the sequence at `place` in the order.
    pub(super) fn row(&self, t: usize, place: usize) -> usize {
        self.starts[t] + place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_time_and_short_sequences_leave() {
        let mut steps = Steps::default();
        steps.lay_out([1, 4, 3].into_iter());
        assert_eq!(steps.order(), [1, 2, 0]);
        let counts: Vec<usize> = (0..5).map(|t| steps.count(t)).collect();
        assert_eq!(counts, [3, 2, 2, 1, 0]);
        assert_eq!((steps.rows(2), steps.total(), steps.row(3, 0)), (5..7, 8, 7));
        steps.lay_out(std::iter::empty());
        assert!(steps.len() == 0 && steps.total() == 0);
    }
}
