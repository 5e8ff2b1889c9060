//! The policy, learnt by maximum-entropy inverse reinforcement learning
//! (section 'MDP with Inverse Reinforcement Learning').
//!
//! One decision per segment: the state s is its [`Context`], the action a is an
//! entry of the [`StructureBank`]. With one step per decision the
//! maximum-entropy distribution is log-linear,
//!
//! ```text
//! π(a | s) ∝ exp θᵀ ξ(s, a)
//! ```
//!
//! and its dual is the likelihood of the demonstrations: the θ of largest
//! likelihood is the one whose expected features match the demonstrated ones.
//! The paper writes ξ of the action alone; a policy that heeds the state needs
//! features of the pair. Every property is one-hot over its values, and every
//! such indicator counts by itself and once more for every context that holds.
//!
//! Beyond the paper, and each to be switched off in [`PolicyConfig`]:
//!
//! - *habit*: to a reward of properties, structures with equal properties are
//!   equal; an indicator per structure tells them apart.
//! - *tokens*: an indicator per token of the CAS string, as finer properties.
//! - *layout*: contexts that tell more of the way, such as how many passages
//!   the walk has and where others open.
//!
//! How θ is found is in `learn`.

#[cfg(feature = "training")]
mod learn;

use serde::{Deserialize, Serialize};

use super::features::{Beyond, Features, log_softmax};
use super::{Context, StructureBank};
use crate::{Error, Result};

/// How the policy is learnt. The defaults were chosen on validation and by
/// cross-validation on the training part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyConfig {
    /// L2 penalty λ on the weights of properties and tokens: λθ²/2 is added to
    /// the negative log-likelihood of all demonstrations. Default 6.
    pub l2: f64,
    /// Whether tokens count. Default true.
    pub tokens: bool,
    /// The L2 penalty on the weights of single structures; `None` leaves them
    /// out. Default 1.5.
    pub habit: Option<f64>,
    /// Whether the contexts beyond the paper count. Default true.
    pub layout: bool,
    /// The share of the penalties on weights that no context has a part in;
    /// they are few and well supported. Default 0.1.
    pub alone: f64,
    /// L-BFGS stops after so many iterations. Default 2000.
    pub max_iterations: u64,
    /// It has converged when the norm of the gradient, per demonstration, is
    /// no larger than this. Default 0.00001.
    pub tolerance: f64,
}

impl Default for PolicyConfig {
    fn default() -> PolicyConfig {
        PolicyConfig {
            l2: 6.0,
            tokens: true,
            habit: Some(1.5),
            layout: true,
            ..PolicyConfig::paper()
        }
    }
}

impl PolicyConfig {
    /// The paper's features and no others: properties alone and with each
    /// context.
    pub fn paper() -> PolicyConfig {
        PolicyConfig {
            l2: 1.0,
            tokens: false,
            habit: None,
            layout: false,
            alone: 0.1,
            max_iterations: 2000,
            tolerance: 1e-5,
        }
    }

    /// What such a policy sees of a context.
    pub fn seen(&self, context: Context) -> Context {
        if self.layout { context } else { context.paper() }
    }

    fn beyond(&self) -> Beyond {
        Beyond { tokens: self.tokens, habit: self.habit.is_some(), layout: self.layout }
    }

    pub(super) fn check(&self) -> Result<()> {
        let penalties =
            [("l2", self.l2), ("habit", self.habit.unwrap_or(1.0)), ("alone", self.alone)];
        for (name, value) in penalties {
            if !(value.is_finite() && value > 0.0) {
                // Without a penalty a structure seen only in one context
                // drives its weight to infinity.
                return Err(Error::input(format!("{name} is {value}; it must be above 0")));
            }
        }
        if !(self.tolerance.is_finite() && self.tolerance > 0.0) {
            let tolerance = self.tolerance;
            return Err(Error::input(format!("tolerance is {tolerance}; it must be above 0")));
        }
        Ok(())
    }
}

/// A log-linear distribution over the structures of a bank, given the context.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    features: Features,
    /// By state, then indicator.
    weights: Vec<f64>,
}

/// How learning went.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyTraining {
    /// Demonstrations learnt from.
    pub demonstrations: u32,
    /// Iterations of L-BFGS.
    pub iterations: u64,
    /// Norm of the gradient per demonstration at the end.
    pub gradient_norm: f64,
    /// True if that norm reached the tolerance.
    pub converged: bool,
    /// Mean log-likelihood of the demonstrations, without the penalty.
    pub log_likelihood: f64,
}

impl Policy {
    /// The policy over that bank with these weights, as [`weights`](Self::weights)
    /// gives them for such a configuration.
    pub fn with_weights(
        bank: &StructureBank,
        config: &PolicyConfig,
        weights: Vec<f64>,
    ) -> Result<Policy> {
        let features = Features::new(bank.entries(), config.beyond());
        if weights.len() != features.weights() {
            return Err(Error::input(format!(
                "{} weights; a policy over this bank has {}",
                weights.len(),
                features.weights()
            )));
        }
        if !weights.iter().all(|weight| weight.is_finite()) {
            return Err(Error::input("a weight is not a finite number"));
        }
        Ok(Policy { features, weights })
    }

    /// All weights: by state ('whatever the context', then the contexts by
    /// bit), then by indicator (the values of properties, tokens,
    /// single structures).
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The weight of a property's value where the context of that bit holds,
    /// or, with `None`, whatever the context; 0 if no structure has the value.
    pub fn weight(&self, bit: Option<usize>, property: usize, value: u8) -> f64 {
        let state = bit.map_or(0, |bit| bit + 1);
        self.features.weight_of(state, property, value).map_or(0.0, |at| self.weights[at])
    }

    /// ln π(a | s) of every entry of the bank, in order.
    pub fn log_probabilities(&self, context: Context) -> Vec<f64> {
        log_softmax(self.features.scores(&self.weights, context))
    }

    /// π(a | s) of every entry of the bank, in order.
    pub fn probabilities(&self, context: Context) -> Vec<f64> {
        self.log_probabilities(context).into_iter().map(f64::exp).collect()
    }
}
