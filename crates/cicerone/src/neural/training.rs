//! A training run from its first step to its best model.
//!
//! A run lives in a directory and can be stopped at any moment, by asking or
//! by pulling the plug: started again with the same model and configuration
//! it goes on, and ends with the same bytes as if it had never stopped.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::adam::{Adam, AdamConfig};
use super::batches::{Supply, plan};
use super::config::{Check, Checked, outside};
use super::learner::{Learner, Regularization};
use super::model::Model;
use super::output::Loss;
use super::run::{Counters, Entry, RunDirectory};
use crate::{Error, Result};

/// How to train.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainConfig {
    /// Examples per step. Default 64.
    pub batch: usize,
    /// Times each example is seen, at most. Default 100.
    pub epochs: u64,
    /// Steps between validations. Default 0: at the end of every epoch.
    pub validate_every: u64,
    /// Validations without a better score after which training ends. Default
    /// 10; 0 never ends it early.
    pub patience: u32,
    /// Steps between checkpoints, besides those at every validation. Default 500.
    pub checkpoint_every: u64,
    /// Share of values dropped between layers. Default 0.
    pub dropout: f32,
    /// Label smoothing. Default 0.
    pub smoothing: f32,
    /// Threads. Default 1. Another number gives slightly other weights.
    pub threads: usize,
    /// Seed of the order of examples and of dropout. Default 1.
    pub seed: u64,
    /// The optimiser.
    pub adam: AdamConfig,
}

impl Default for TrainConfig {
    fn default() -> Self {
        TrainConfig {
            batch: 64,
            epochs: 100,
            validate_every: 0,
            patience: 10,
            checkpoint_every: 500,
            dropout: 0.0,
            smoothing: 0.0,
            threads: 1,
            seed: 1,
            adam: AdamConfig::default(),
        }
    }
}

impl Check for TrainConfig {
    fn problem(&self) -> Option<String> {
        outside("batch", self.batch, 1, 1 << 20)
            .or_else(|| outside("epochs", self.epochs, 1, u64::MAX))
            .or_else(|| outside("checkpoint_every", self.checkpoint_every, 1, u64::MAX))
            .or_else(|| outside("dropout", self.dropout, 0.0, 0.95))
            .or_else(|| outside("smoothing", self.smoothing, 0.0, 0.95))
            .or_else(|| outside("threads", self.threads, 1, 1024))
            .or_else(|| self.adam.problem().map(|problem| format!("adam: {problem}")))
    }
}

/// Watches a run. The unit type watches nothing.
pub trait Observer {
    /// Called after every step and every validation.
    fn observe(&mut self, report: &Report);
}

impl Observer for () {
    fn observe(&mut self, _: &Report) {}
}

/// How a run is doing.
#[derive(Clone, Debug)]
pub struct Report {
    /// Steps taken.
    pub step: u64,
    /// Steps until the last epoch ends, as far as one can tell.
    pub steps: u64,
    /// The epoch, counted from one.
    pub epoch: u64,
    /// Mean loss per word since the last validation.
    pub loss: f64,
    /// The last validation's score since the program was started.
    pub score: Option<f64>,
    /// The best score of the run.
    pub best: Option<f64>,
    /// Examples learnt per second since the program was started.
    pub examples_per_second: f64,
    /// Seconds until the last epoch ends.
    pub seconds_left: f64,
}

/// A run to be.
pub struct Training<'a, M: Model<Example: Clone>> {
    /// How to train.
    pub config: &'a Checked<TrainConfig>,
    /// Where the run lives.
    pub directory: &'a Path,
    /// What to learn from.
    pub supply: &'a dyn Supply<M::Example>,
    /// What to validate on.
    pub validation: &'a [M::Example],
    /// How good a model is, more being better. None: the negative loss on the
    /// validation set.
    #[allow(clippy::type_complexity)]
    pub score: Option<&'a mut dyn FnMut(&M) -> Result<f64>>,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
    /// Set it, from anywhere, to stop the run after the step it is in.
    pub stop: &'a AtomicBool,
}

/// What came of a run.
#[derive(Debug)]
pub struct Trained<M> {
    /// The model with the best score; the latest if none was scored yet.
    pub model: M,
    /// Its score.
    pub score: Option<f64>,
    /// Steps taken.
    pub steps: u64,
    /// False if the run was asked to stop and can go on.
    pub finished: bool,
}

impl<M: Model<Example: Clone>> Training<'_, M> {
    /// Trains `model`, or goes on with the run that is in the directory.
    pub fn run(mut self, model: M) -> Result<Trained<M>> {
        for (index, example) in self.validation.iter().enumerate() {
            let place = format!("validation example {}", index + 1);
            model.check(example).map_err(|error| error.at(place))?;
        }
        let directory = RunDirectory::open(self.directory, &model, self.config)?;
        let mut learner = Learner::new(model, self.config.threads);
        let mut counters = directory.resume(&mut learner)?.unwrap_or_default();
        let mut clock = Clock { start: Instant::now(), examples: 0, steps: 0, score: None };
        while !counters.finished && counters.epoch < self.config.epochs {
            if !self.epoch(&directory, &mut learner, &mut counters, &mut clock)? {
                break;
            }
        }
        counters.finished |= counters.epoch >= self.config.epochs;
        directory.checkpoint(&learner, &counters)?;
        let steps = learner.adam.step;
        let model = directory.best()?.unwrap_or(learner.model);
        Ok(Trained { model, score: counters.best, steps, finished: counters.finished })
    }

    /// The rest of an epoch. False if the run ends here.
    fn epoch(
        &mut self,
        directory: &RunDirectory,
        learner: &mut Learner<M>,
        counters: &mut Counters,
        clock: &mut Clock,
    ) -> Result<bool> {
        let config = self.config;
        let adam = config.adam.clone().check()?;
        let examples = self.supply.epoch(counters.epoch);
        if examples.is_empty() {
            return Err(Error::input("there is nothing to learn from")
                .at(format!("epoch {}", counters.epoch + 1)));
        }
        for (index, example) in examples.iter().enumerate() {
            let place = format!("epoch {}, example {}", counters.epoch + 1, index + 1);
            learner.model.check(example).map_err(|error| error.at(place))?;
        }
        let batches = plan(&learner.model, &examples, config.batch, config.seed, counters.epoch);
        let regularization = Regularization {
            dropout: config.dropout,
            smoothing: config.smoothing,
            seed: config.seed,
        };
        while counters.batch < batches.len() {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let indices = &batches[counters.batch];
            let batch: Vec<&M::Example> = indices.iter().map(|&index| &examples[index]).collect();
            let step = match learner.step(&adam, &batch, &regularization) {
                Ok(step) => step,
                Err(error) => {
                    directory.checkpoint(learner, counters)?;
                    return Err(stopped_at(error, directory, counters, indices));
                }
            };
            counters.batch += 1;
            counters.loss_sum += step.loss.sum;
            counters.loss_words += step.loss.words;
            clock.examples += batch.len();
            clock.steps += 1;
            let steps =
                (config.epochs - counters.epoch) * batches.len() as u64 - counters.batch as u64;
            let taken = learner.adam.step;
            let epoch_ends = counters.batch == batches.len();
            let due = match config.validate_every {
                0 => epoch_ends,
                every => taken.is_multiple_of(every),
            };
            if due && self.validate(directory, learner, counters, clock)? {
                return Ok(false);
            }
            if !due && taken.is_multiple_of(config.checkpoint_every) {
                directory.checkpoint(learner, counters)?;
            }
            self.observer.observe(&clock.report(taken, taken + steps, counters));
        }
        counters.epoch += 1;
        counters.batch = 0;
        Ok(true)
    }

    /// Scores the model and writes down what was found. True if the run has
    /// converged.
    fn validate(
        &mut self,
        directory: &RunDirectory,
        learner: &mut Learner<M>,
        counters: &mut Counters,
        clock: &mut Clock,
    ) -> Result<bool> {
        let loss = learner.evaluate(self.validation, self.config.batch).mean();
        let score = match &mut self.score {
            Some(score) => score(&learner.model)?,
            None => -loss,
        };
        clock.score = Some(score);
        counters.since_best += 1;
        if counters.best.is_none_or(|best| score > best) {
            (counters.best, counters.best_step, counters.since_best) =
                (Some(score), learner.adam.step, 0);
            directory.save_best(&learner.model)?;
        }
        directory.log(Entry {
            step: learner.adam.step,
            epoch: counters.epoch + 1,
            loss: counters.loss(),
            validation_loss: loss,
            score,
            best: counters.best.unwrap_or(score),
            rate: Adam::rate_at(&self.config.adam, learner.adam.step),
            examples_per_second: clock.rate(),
        })?;
        (counters.loss_sum, counters.loss_words) = (0.0, 0);
        counters.finished = self.config.patience > 0 && counters.since_best >= self.config.patience;
        directory.checkpoint(learner, counters)?;
        Ok(counters.finished)
    }
}

impl Counters {
    fn loss(&self) -> f64 {
        Loss { sum: self.loss_sum, words: self.loss_words }.mean()
    }
}

/// What has been done since the start, for reports; no result depends on it.
struct Clock {
    start: Instant,
    examples: usize,
    steps: u64,
    score: Option<f64>,
}

impl Clock {
    fn rate(&self) -> f64 {
        self.examples as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }

    fn report(&self, step: u64, steps: u64, counters: &Counters) -> Report {
        let per_step = self.start.elapsed().as_secs_f64() / self.steps.max(1) as f64;
        Report {
            step,
            steps,
            epoch: counters.epoch + 1,
            loss: counters.loss(),
            score: self.score,
            best: counters.best,
            examples_per_second: self.rate(),
            seconds_left: per_step * (steps - step) as f64,
        }
    }
}

/// Says where a run broke off and where its last good weights are.
fn stopped_at(
    error: Error,
    directory: &RunDirectory,
    counters: &Counters,
    indices: &[usize],
) -> Error {
    let numbers: Vec<String> =
        indices.iter().take(8).map(|index| (index + 1).to_string()).collect();
    let more = if indices.len() > numbers.len() { ", ..." } else { "" };
    let message = format!(
        "{error} on examples {}{more}; the weights before this batch are in {}",
        numbers.join(", "),
        directory.file("state.safetensors").display()
    );
    Error::input(message).at(format!("epoch {}, batch {}", counters.epoch + 1, counters.batch + 1))
}
