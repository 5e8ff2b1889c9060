//! The features ξ(s, a) of a context and a structure, as indicators.

use std::collections::BTreeMap;

use super::{Context, Properties};

/// Which indicators are 1 for which structure of the bank.
///
/// The first indicators are the values of properties, one-hot; after them, if
/// habit counts, comes one for every structure. A weight belongs to an
/// indicator and a *state*: 0 for 'whatever the context', 1 + bit for every
/// context that holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Features {
    /// The indicators of properties: place and value, in order.
    values: Vec<(usize, u8)>,
    /// The indicators that are 1, by structure.
    of_structure: Vec<Vec<u32>>,
    /// How many indicators there are.
    count: usize,
}

impl Features {
    /// States: one for 'whatever the context' and one for every context.
    pub(super) const STATES: usize = Context::COUNT + 1;

    /// The features of structures with these properties.
    pub(super) fn new(properties: &[Properties], habit: bool) -> Features {
        let pairs = |vector: &Properties| vector.values().into_iter().enumerate();
        let mut numbers: BTreeMap<(usize, u8), u32> =
            properties.iter().flat_map(pairs).map(|pair| (pair, 0)).collect();
        numbers.values_mut().zip(0..).for_each(|(number, next)| *number = next);
        let shared = numbers.len();
        let of_structure = properties
            .iter()
            .enumerate()
            .map(|(structure, vector)| {
                let own = habit.then_some((shared + structure) as u32);
                pairs(vector).map(|pair| numbers[&pair]).chain(own).collect()
            })
            .collect();
        let count = shared + if habit { properties.len() } else { 0 };
        Features { values: numbers.into_keys().collect(), of_structure, count }
    }

    /// How many weights there are: one per state and indicator.
    pub(super) fn weights(&self) -> usize {
        Features::STATES * self.count
    }

    /// How many indicators there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// How many structures there are.
    pub(super) fn structures(&self) -> usize {
        self.of_structure.len()
    }

    /// True if the weight belongs to a single structure, not to a property.
    pub(super) fn is_habit(&self, weight: usize) -> bool {
        weight % self.count >= self.values.len()
    }

    /// The weight of a property's value in a state.
    pub(super) fn weight_of(&self, state: usize, property: usize, value: u8) -> Option<usize> {
        let indicator = self.values.binary_search(&(property, value)).ok()?;
        Some(state * self.count + indicator)
    }

    /// θᵀξ(s, a) for every structure a.
    pub(super) fn scores(&self, weights: &[f64], context: Context) -> Vec<f64> {
        let mut sums = weights[..self.count].to_vec();
        for state in states(context).skip(1) {
            let row = &weights[state * self.count..(state + 1) * self.count];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let score = |of: &Vec<u32>| of.iter().map(|indicator| sums[*indicator as usize]).sum();
        self.of_structure.iter().map(score).collect()
    }

    /// Adds to `sum` the features of the context and every structure, each
    /// structure so many times.
    pub(super) fn add(&self, sum: &mut [f64], context: Context, times: &[f64]) {
        let mut indicators = vec![0.0; self.count];
        for (of, times) in self.of_structure.iter().zip(times) {
            of.iter().for_each(|indicator| indicators[*indicator as usize] += times);
        }
        for state in states(context) {
            let row = &mut sum[state * self.count..(state + 1) * self.count];
            row.iter_mut().zip(&indicators).for_each(|(sum, times)| *sum += times);
        }
    }
}

/// The states that count in a context.
fn states(context: Context) -> impl Iterator<Item = usize> {
    std::iter::once(0).chain(context.active().map(|bit| bit + 1))
}

/// The logarithms of the probabilities that the scores stand for.
pub(super) fn log_softmax(mut scores: Vec<f64>) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
    let normaliser = most + sum.ln();
    scores.iter_mut().for_each(|score| *score -= normaliser);
    scores
}
