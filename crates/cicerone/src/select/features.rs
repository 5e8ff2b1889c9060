//! The features ξ(s, a) of a context and a structure, as indicators.

#[cfg(feature = "training")]
mod learn;

use std::collections::BTreeMap;

use super::{Context, Entry};
use crate::world::Vocabulary;

/// Which features there are beside the paper's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Beyond {
    /// An indicator for every token of a structure.
    pub(super) tokens: bool,
    /// An indicator for every structure.
    pub(super) habit: bool,
    /// The contexts that tell more of the layout.
    pub(super) layout: bool,
}

/// Which indicators are 1 for which structure of the bank.
///
/// First come the values of properties, one-hot; then, if wanted, the tokens
/// that occur in a structure, and the structures themselves. A weight belongs
/// to an indicator and a *state*: 0 for 'whatever the context', 1 + bit for
/// every context that holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Features {
    /// The indicators of properties: place and value, in order.
    values: Vec<(usize, u8)>,
    /// The indicators that are 1, by structure.
    of_structure: Vec<Vec<u32>>,
    /// How many indicators structures share.
    shared: usize,
    /// How many indicators there are.
    count: usize,
    /// How many contexts count.
    contexts: usize,
}

impl Features {
    /// The features of these entries of a bank.
    pub(super) fn new(entries: &[Entry], beyond: Beyond) -> Features {
        let values_of = |entry: &Entry| entry.properties.values().into_iter().enumerate();
        let tokens_of = |entry: &Entry| {
            // Structures hold no value, so any vocabulary prints them alike.
            let mut tokens = entry.structures.tokens(Vocabulary::sail());
            tokens.sort_unstable();
            tokens.dedup();
            if beyond.tokens { tokens } else { Vec::new() }
        };
        let mut values: BTreeMap<(usize, u8), u32> =
            entries.iter().flat_map(values_of).map(|value| (value, 0)).collect();
        let mut tokens: BTreeMap<String, u32> =
            entries.iter().flat_map(tokens_of).map(|token| (token, 0)).collect();
        values.values_mut().chain(tokens.values_mut()).zip(0..).for_each(|(n, next)| *n = next);
        let shared = values.len() + tokens.len();
        let of_structure = entries
            .iter()
            .enumerate()
            .map(|(number, entry)| {
                let own = beyond.habit.then_some((shared + number) as u32);
                let tokens = tokens_of(entry).into_iter().map(|token| tokens[&token]);
                values_of(entry).map(|value| values[&value]).chain(tokens).chain(own).collect()
            })
            .collect();
        let count = shared + if beyond.habit { entries.len() } else { 0 };
        let values = values.into_keys().collect();
        let contexts = if beyond.layout { Context::ALL } else { Context::COUNT };
        Features { values, of_structure, shared, count, contexts }
    }

    /// How many weights there are: one per state and indicator.
    pub(super) fn weights(&self) -> usize {
        (1 + self.contexts) * self.count
    }

    /// The weight of a property's value in a state.
    pub(super) fn weight_of(&self, state: usize, property: usize, value: u8) -> Option<usize> {
        let indicator = self.values.binary_search(&(property, value)).ok()?;
        Some(state * self.count + indicator)
    }

    /// θᵀξ(s, a) for every structure a.
    pub(super) fn scores(&self, weights: &[f64], context: Context) -> Vec<f64> {
        let mut sums = weights[..self.count].to_vec();
        for state in self.states(context).skip(1) {
            let row = &weights[state * self.count..(state + 1) * self.count];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let score = |of: &Vec<u32>| of.iter().map(|indicator| sums[*indicator as usize]).sum();
        self.of_structure.iter().map(score).collect()
    }

    /// The states that count in a context.
    fn states(&self, context: Context) -> impl Iterator<Item = usize> {
        let counting = context.active().take_while(|bit| *bit < self.contexts);
        std::iter::once(0).chain(counting.map(|bit| bit + 1))
    }
}

/// The logarithms of the probabilities that the scores stand for.
pub(super) fn log_softmax(mut scores: Vec<f64>) -> Vec<f64> {
    let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
    let normaliser = most + sum.ln();
    scores.iter_mut().for_each(|score| *score -= normaliser);
    scores
}
