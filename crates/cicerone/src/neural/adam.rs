//! Adam, with clipping before it and a schedule for its step size.
//!
//! ```text
//! m = b1 m + (1 - b1) g      v = b2 v + (1 - b2) g^2
//! w -= rate * m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon)
//! ```

use serde::{Deserialize, Serialize};

use super::buffer::Buffer;
use super::config::{Check, outside};
use super::kernels::vectorized;

/// Settings of the optimiser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdamConfig {
    /// Step size. Default 0.001.
    pub rate: f64,
    /// Memory of the gradient. Default 0.9.
    pub beta1: f64,
    /// Memory of its square. Default 0.999.
    pub beta2: f64,
    /// Keeps the division sane. Default 1e-8.
    pub epsilon: f64,
    /// Gradients whose norm is larger are scaled down to it. Default 5; zero
    /// clips nothing.
    pub clip: f64,
    /// Steps over which the step size grows to `rate`. Default 0.
    pub warm_up: u64,
    /// What the step size is multiplied by over every thousand steps after
    /// the warm-up, smoothly. Default 1, no decay.
    pub decay: f64,
}

impl Default for AdamConfig {
    fn default() -> Self {
        AdamConfig {
            rate: 0.001,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            clip: 5.0,
            warm_up: 0,
            decay: 1.0,
        }
    }
}

impl Check for AdamConfig {
    fn problem(&self) -> Option<String> {
        outside("rate", self.rate, 0.0, 10.0)
            .or_else(|| outside("beta1", self.beta1, 0.0, 0.999_999))
            .or_else(|| outside("beta2", self.beta2, 0.0, 0.999_999_9))
            .or_else(|| outside("epsilon", self.epsilon, 1e-30, 1.0))
            .or_else(|| outside("clip", self.clip, 0.0, f64::MAX))
            .or_else(|| outside("decay", self.decay, 1e-6, 1.0))
    }
}

/// The optimiser's memory.
#[derive(Clone, Debug, Default)]
pub struct Adam {
    /// Steps taken so far.
    pub step: u64,
    /// First moments, laid out as the weights.
    pub first: Buffer,
    /// Second moments.
    pub second: Buffer,
}

/// The numbers one step needs.
#[derive(Clone, Copy)]
struct Update {
    gradient_scale: f32,
    beta1: f32,
    beta2: f32,
    rate: f32,
    /// 1 / sqrt(1 - b2^t)
    second_scale: f32,
    epsilon: f32,
}

impl Adam {
    /// Fresh moments for this many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { step: 0, first: Buffer::zeros(weights), second: Buffer::zeros(weights) }
    }

    /// The step size at a step, counted from zero.
    pub fn rate_at(config: &AdamConfig, step: u64) -> f64 {
        let past = step.saturating_sub(config.warm_up) as f64;
        let grown =
            if step < config.warm_up { (step + 1) as f64 / config.warm_up as f64 } else { 1.0 };
        config.rate * grown * config.decay.powf(past / 1000.0)
    }

    /// Takes a step with gradients of this norm, on as many threads as asked.
    pub fn update(
        &mut self,
        config: &AdamConfig,
        weights: &mut [f32],
        gradients: &[f32],
        norm: f64,
        threads: usize,
    ) {
        let shrink = if config.clip > 0.0 && norm > config.clip { config.clip / norm } else { 1.0 };
        let rate = Adam::rate_at(config, self.step);
        self.step += 1;
        let t = self.step as f64;
        let update = Update {
            gradient_scale: shrink as f32,
            beta1: config.beta1 as f32,
            beta2: config.beta2 as f32,
            rate: (rate / (1.0 - config.beta1.powf(t))) as f32,
            second_scale: (1.0 / (1.0 - config.beta2.powf(t)).sqrt()) as f32,
            epsilon: config.epsilon as f32,
        };
        // Each weight is its own business, so the cut changes no result.
        let share = weights.len().div_ceil(threads).next_multiple_of(super::buffer::LINE).max(1);
        let moments = self.first.chunks_mut(share).zip(self.second.chunks_mut(share));
        let shares = weights.chunks_mut(share).zip(gradients.chunks(share)).zip(moments);
        std::thread::scope(|scope| {
            let mut shares: Vec<_> = shares.collect();
            let own = shares.pop();
            for ((weights, gradients), (first, second)) in shares {
                scope.spawn(move || update.apply(weights, gradients, first, second));
            }
            if let Some(((weights, gradients), (first, second))) = own {
                update.apply(weights, gradients, first, second);
            }
        });
    }
}

impl Update {
    fn apply(self, weights: &mut [f32], gradients: &[f32], first: &mut [f32], second: &mut [f32]) {
        let Update { gradient_scale, beta1, beta2, rate, second_scale, epsilon } = self;
        vectorized(
            #[inline(always)]
            || {
                let moments = first.iter_mut().zip(second);
                for ((weight, gradient), (first, second)) in
                    weights.iter_mut().zip(gradients).zip(moments)
                {
                    let gradient = gradient * gradient_scale;
                    *first = beta1 * *first + (1.0 - beta1) * gradient;
                    *second = beta2 * *second + (1.0 - beta2) * gradient * gradient;
                    *weight -= rate * *first / (second.sqrt() * second_scale + epsilon);
                }
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_size_warms_up_and_decays() {
        let config = AdamConfig { rate: 1.0, warm_up: 4, decay: 0.5, ..AdamConfig::default() };
        let rates: Vec<f64> =
            [0, 1, 3, 4, 1004, 2004].map(|step| Adam::rate_at(&config, step)).into();
        assert_eq!(rates, [0.25, 0.5, 1.0, 1.0, 0.5, 0.25]);
    }

    #[test]
    fn the_first_step_moves_every_weight_by_the_rate_whatever_the_threads() {
        let config = AdamConfig { rate: 0.01, clip: 0.0, ..AdamConfig::default() };
        let gradients: Vec<f32> = (0..100).map(|i| i as f32 - 49.5).collect();
        let mut results = Vec::new();
        for threads in [1, 3] {
            let mut weights = vec![0.0; 100];
            Adam::new(100).update(&config, &mut weights, &gradients, 1.0, threads);
            assert!(weights.iter().all(|weight| (weight.abs() - 0.01).abs() < 1e-6));
            results.push(weights);
        }
        assert_eq!(results[0], results[1]);
    }
}
