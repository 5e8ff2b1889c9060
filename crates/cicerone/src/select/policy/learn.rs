//! Learning the policy: the likelihood of the demonstrations is climbed by
//! L-BFGS.
//!
//! The expectation is exact, a sum over the bank. With the L2 penalty λ, the
//! demonstrated features exceed the expected ones by exactly λθ/N.

use std::cell::RefCell;

use argmin::core::{CostFunction, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::{Policy, PolicyConfig, PolicyTraining};
use crate::select::features::{Features, log_softmax};
use crate::select::{Context, StructureBank};
use crate::{Error, Result};

/// How many steps L-BFGS remembers.
const MEMORY: usize = 10;

impl Policy {
    /// Learns from the choices a bank was made of.
    pub fn learn(bank: &StructureBank, config: &PolicyConfig) -> Result<(Policy, PolicyTraining)> {
        config.check()?;
        let features = Features::new(bank.entries(), config.beyond());
        let weights = features.weights();
        let problem = Problem::new(features, bank, config);
        let gave_up = |error: argmin::core::Error| {
            Error::input(format!("the policy cannot be learnt: {error}"))
        };
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), MEMORY)
            .with_tolerance_grad(config.tolerance)
            .map_err(gave_up)?;
        let result = Executor::new(&problem, solver)
            .configure(|state| state.param(vec![0.0; weights]).max_iters(config.max_iterations))
            .timer(false)
            .run()
            .map_err(gave_up)?;
        let state = result.state();
        let mut weights = state.get_best_param().cloned().unwrap_or_else(|| vec![0.0; weights]);
        // Single precision halves the file, and no preference hangs on the rest.
        weights.iter_mut().for_each(|weight| *weight = f64::from(*weight as f32));
        let (cost, gradient) = problem.evaluate(&weights);
        let gradient_norm = gradient.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
        let training = PolicyTraining {
            demonstrations: problem.total as u32,
            iterations: state.get_iter(),
            gradient_norm,
            converged: gradient_norm <= config.tolerance,
            log_likelihood: problem.penalty(&weights) - cost,
        };
        Ok((Policy { features: problem.features, weights }, training))
    }

    /// The features of the bank's demonstrations and those the policy
    /// expects, per demonstration.
    pub fn expectations(&self, bank: &StructureBank) -> (Vec<f64>, Vec<f64>) {
        let mut demonstrated = vec![0.0; self.weights.len()];
        let mut expected = demonstrated.clone();
        let seen = Seen::of(bank);
        let total: f64 = seen.iter().map(|seen| seen.total).sum();
        for Seen { context, total: times, counts } in &seen {
            let share = |count: &f64| count / total;
            let probabilities = self.probabilities(*context);
            let weighted: Vec<f64> = probabilities.iter().map(|p| p * times / total).collect();
            self.features.add(&mut expected, *context, &weighted);
            let counts: Vec<f64> = counts.iter().map(share).collect();
            self.features.add(&mut demonstrated, *context, &counts);
        }
        (demonstrated, expected)
    }

    /// λθ/N of every weight: by how much the demonstrated features exceed the
    /// expected ones at the optimum.
    pub fn penalty_gap(&self, bank: &StructureBank, config: &PolicyConfig) -> Vec<f64> {
        let total: u32 = bank.contexts().values().sum();
        let penalties = penalties(&self.features, config);
        self.weights.iter().zip(penalties).map(|(w, l2)| l2 * w / f64::from(total)).collect()
    }
}

/// λ of every weight.
fn penalties(features: &Features, config: &PolicyConfig) -> Vec<f64> {
    (0..features.weights())
        .map(|weight| {
            let habit = config.habit.filter(|_| features.is_habit(weight));
            let times = if features.is_alone(weight) { config.alone } else { 1.0 };
            habit.unwrap_or(config.l2) * times
        })
        .collect()
}

/// What was chosen in one context.
struct Seen {
    context: Context,
    /// How often the context was met.
    total: f64,
    /// How often each structure was chosen in it.
    counts: Vec<f64>,
}

impl Seen {
    fn of(bank: &StructureBank) -> Vec<Seen> {
        let contexts = bank.contexts().into_iter();
        let seen = contexts.map(|(context, total)| {
            let entries = bank.entries().iter();
            let count = entries.map(|entry| entry.contexts.get(&context).copied().unwrap_or(0));
            Seen { context, total: f64::from(total), counts: count.map(f64::from).collect() }
        });
        seen.collect()
    }
}

/// The penalised negative log-likelihood per demonstration.
struct Problem {
    features: Features,
    seen: Vec<Seen>,
    total: f64,
    penalties: Vec<f64>,
    /// The optimiser asks for the cost and the gradient at a point one after
    /// the other; they come from one pass.
    last: RefCell<Option<Evaluation>>,
}

/// The cost and its gradient at some weights.
struct Evaluation {
    weights: Vec<f64>,
    cost: f64,
    gradient: Vec<f64>,
}

impl Problem {
    fn new(features: Features, bank: &StructureBank, config: &PolicyConfig) -> Problem {
        let seen = Seen::of(bank);
        let total = seen.iter().map(|seen| seen.total).sum();
        let penalties = penalties(&features, config);
        Problem { features, seen, total, penalties, last: RefCell::new(None) }
    }

    /// Cost and gradient.
    fn evaluate(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let mut cost = 0.0;
        let mut gradient = vec![0.0; weights.len()];
        let mut excess = vec![0.0; self.features.structures()];
        for Seen { context, total, counts } in &self.seen {
            let logs = log_softmax(self.features.scores(weights, *context));
            for ((excess, log), count) in excess.iter_mut().zip(&logs).zip(counts) {
                *excess = total * log.exp() - count;
                cost -= count * log;
            }
            self.features.add(&mut gradient, *context, &excess);
        }
        for ((slope, weight), l2) in gradient.iter_mut().zip(weights).zip(&self.penalties) {
            *slope = (*slope + l2 * weight) / self.total;
        }
        (cost / self.total + self.penalty(weights), gradient)
    }

    fn penalty(&self, weights: &[f64]) -> f64 {
        let squares = weights.iter().zip(&self.penalties).map(|(weight, l2)| l2 * weight * weight);
        squares.sum::<f64>() / 2.0 / self.total
    }

    fn at<T>(&self, weights: &[f64], read: impl Fn(&Evaluation) -> T) -> T {
        let mut last = self.last.borrow_mut();
        match &*last {
            Some(known) if known.weights == weights => read(known),
            _ => {
                let (cost, gradient) = self.evaluate(weights);
                read(last.insert(Evaluation { weights: weights.to_vec(), cost, gradient }))
            }
        }
    }
}

impl CostFunction for &Problem {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> std::result::Result<f64, argmin::core::Error> {
        Ok(self.at(weights, |known| known.cost))
    }
}

impl Gradient for &Problem {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> std::result::Result<Vec<f64>, argmin::core::Error> {
        Ok(self.at(weights, |known| known.gradient.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::select::{Entry, Properties, Structures};
    use crate::world::Vocabulary;

    /// Six structures: three reference frames, with and without an object.
    fn entries() -> Vec<Entry> {
        let texts =
            ["Turn()", "Turn(direction=None)", "Turn(view=None)", "Travel()", "Face()", "Find()"];
        let entry = |(number, text): (usize, &&str)| {
            let mut values = [0; Properties::COUNT];
            (values[6], values[8]) = ((number / 3) as u8, (number % 3) as u8);
            Entry {
                structures: Structures::parse(&[text], Vocabulary::sail()).unwrap(),
                properties: Properties::from_values(values),
                contexts: BTreeMap::from([(Context::default(), 1)]),
                authors: BTreeMap::from([("ADA".to_owned(), 1)]),
            }
        };
        texts.iter().enumerate().map(entry).collect()
    }

    fn config(l2: f64) -> PolicyConfig {
        PolicyConfig { l2, ..PolicyConfig::paper() }
    }

    /// The planted weight of a property's value: 0 for the smallest value.
    fn planted(bit: Option<usize>, property: usize, value: u8) -> f64 {
        match (bit, property, value) {
            (None, 6, 1) => -0.3,
            (None, 8, 1) => 1.0,
            (None, 8, 2) => 0.4,
            (Some(0), 6, 1) => 1.5,
            (Some(0), 8, 2) => -1.0,
            (Some(1), 8, 1) => -2.0,
            _ => 0.0,
        }
    }

    const STATES: [Option<usize>; 3] = [None, Some(0), Some(1)];

    #[test]
    fn a_planted_reward_is_recovered() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut entries = entries();
        let reward = |context: Context, entry: &Entry| -> f64 {
            let states = STATES.into_iter().filter(|bit| bit.is_none_or(|bit| context.holds(bit)));
            states
                .flat_map(|bit| [6, 8].map(|p| planted(bit, p, entry.properties.values()[p])))
                .sum()
        };
        entries.iter_mut().for_each(|entry| entry.contexts.clear());
        for draw in 0..200_000_u32 {
            let context = Context::from_bits(draw % 4);
            let scores = entries.iter().map(|entry| reward(context, entry)).collect();
            let mut left = random.random_range(0.0..1.0);
            let chosen = log_softmax(scores).iter().position(|log| {
                left -= log.exp();
                left < 0.0
            });
            *entries[chosen.unwrap()].contexts.entry(context).or_default() += 1;
        }
        let bank = StructureBank::from_entries(entries).unwrap();
        let (policy, training) = Policy::learn(&bank, &config(1e-3)).unwrap();
        assert!(training.converged, "{training:?}");
        // One-hot weights are known up to a constant per property and state.
        for bit in STATES {
            for (property, value) in [(6, 1), (8, 1), (8, 2)] {
                let learnt = policy.weight(bit, property, value) - policy.weight(bit, property, 0);
                let error = (learnt - planted(bit, property, value)).abs();
                assert!(error < 0.06, "{bit:?} {property} {value}: {learnt}");
            }
        }
        for bits in 0..4 {
            let context = Context::from_bits(bits);
            let logs = policy.log_probabilities(context);
            let rank = |score: &dyn Fn(usize) -> f64| {
                let mut order: Vec<usize> = (0..logs.len()).collect();
                order.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
                order
            };
            let truth = rank(&|number| reward(context, &bank.entries()[number]));
            assert_eq!(rank(&|number| logs[number]), truth, "{context}");
        }
    }

    /// A bank in which contexts and structures depend on each other.
    fn bank() -> StructureBank {
        let mut entries = entries();
        for (number, entry) in entries.iter_mut().enumerate() {
            for bits in 0..5 {
                let count = (number as u32 * 7 + bits * 5) % 11;
                entry.contexts.insert(Context::from_bits(bits * 3), count);
            }
        }
        StructureBank::from_entries(entries).unwrap()
    }

    #[test]
    fn features_match_but_for_the_penalty() {
        for config in [PolicyConfig::paper(), PolicyConfig::default()] {
            let (policy, training) = Policy::learn(&bank(), &config).unwrap();
            assert!(training.converged);
            let (demonstrated, expected) = policy.expectations(&bank());
            let gaps = policy.penalty_gap(&bank(), &config);
            for ((demonstrated, expected), gap) in demonstrated.iter().zip(&expected).zip(gaps) {
                assert!((demonstrated - expected - gap).abs() < 2e-5);
            }
        }
    }

    #[test]
    fn the_gradient_is_that_of_the_cost() {
        let config = PolicyConfig::default();
        let features = Features::new(bank().entries(), config.beyond());
        let mut weights: Vec<f64> =
            (0..features.weights()).map(|i| ((i * 37 % 19) as f64 - 9.0) / 10.0).collect();
        let problem = Problem::new(features, &bank(), &config);
        let (_, gradient) = problem.evaluate(&weights);
        for i in (0..weights.len()).step_by(7) {
            let (before, step) = (weights[i], 1e-5);
            weights[i] = before + step;
            let (above, _) = problem.evaluate(&weights);
            weights[i] = before - step;
            let (below, _) = problem.evaluate(&weights);
            weights[i] = before;
            assert!(((above - below) / (2.0 * step) - gradient[i]).abs() < 1e-8, "weight {i}");
        }
    }

    #[test]
    fn stopping_early_is_no_error_and_bad_settings_are() {
        let early = PolicyConfig { max_iterations: 2, ..PolicyConfig::default() };
        let (_, training) = Policy::learn(&bank(), &early).unwrap();
        assert!(!training.converged && training.iterations <= 2);
        assert!(training.gradient_norm > early.tolerance);
        let fault = |config| Policy::learn(&bank(), &config).unwrap_err().to_string();
        assert!(fault(config(0.0)).contains("l2 is 0"));
        assert!(fault(PolicyConfig { habit: Some(-1.0), ..early }).contains("habit is -1"));
        assert!(fault(PolicyConfig { tolerance: f64::NAN, ..early }).contains("tolerance"));
        let short = Policy::with_weights(&bank(), &early, vec![0.0; 3]).unwrap_err().to_string();
        assert!(short.contains("3 weights"), "{short}");
    }
}
