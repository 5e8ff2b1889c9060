//! What learning asks of features besides their scores.

use super::Features;
use crate::select::Context;

impl Features {
    /// How many structures there are.
    pub(in crate::select) fn structures(&self) -> usize {
        self.of_structure.len()
    }

    /// True if the weight belongs to a single structure.
    pub(in crate::select) fn is_habit(&self, weight: usize) -> bool {
        weight % self.count >= self.shared
    }

    /// True if no context has a part in the weight.
    pub(in crate::select) fn is_alone(&self, weight: usize) -> bool {
        weight < self.count
    }

    /// Adds to `sum` the features of the context and every structure, each
    /// structure so many times.
    pub(in crate::select) fn add(&self, sum: &mut [f64], context: Context, times: &[f64]) {
        let mut indicators = vec![0.0; self.count];
        for (of, times) in self.of_structure.iter().zip(times) {
            of.iter().for_each(|indicator| indicators[*indicator as usize] += times);
        }
        for state in self.states(context) {
            let row = &mut sum[state * self.count..(state + 1) * self.count];
            row.iter_mut().zip(&indicators).for_each(|(sum, times)| *sum += times);
        }
    }
}
