//! One training step after the other, on one or more threads.
//!
//! A batch is dealt out to the threads like cards, the longest examples
//! first, so that all have as much to do. Each computes the
//! gradients of its share in memory of its own; they are then added in the
//! order of the threads, so the same seed and number of threads give the same
//! bytes, however the machine schedules them.

use super::adam::{Adam, AdamConfig};
use super::buffer::{Buffer, LINE};
use super::config::Checked;
use super::dropout::{Dropout, mix};
use super::kernels::{add_scaled, sum_of_squares, vectorized};
use super::model::Model;
use super::output::{Loss, Objective};
use crate::{Error, Result};

/// Examples a thread works on together. Gradients add up, so a large batch may
/// be taken in parts, and a batch of any size needs the memory of one part.
/// Smaller parts were measured to be slower: their products are.
const PART: usize = 128;

/// A model in training.
pub struct Learner<M: Model> {
    /// The model as it is now.
    pub model: M,
    /// The optimiser's memory; its step is the number of steps taken.
    pub adam: Adam,
    workers: Vec<Worker<M>>,
}

struct Worker<M: Model> {
    workspace: M::Workspace,
    gradients: Buffer,
    loss: Loss,
}

/// What makes training harder on purpose, so that it generalises.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regularization {
    /// Share of values dropped between layers.
    pub dropout: f32,
    /// Share of the target spread over all words.
    pub smoothing: f32,
    /// Seed of the dropout masks.
    pub seed: u64,
}

/// What a step found.
#[derive(Clone, Copy, Debug)]
pub struct StepReport {
    /// Loss of the batch before the step.
    pub loss: Loss,
    /// Norm of its gradient, before clipping.
    pub norm: f64,
}

impl<M: Model> Learner<M> {
    /// Starts training a model on this many threads, at least one.
    pub fn new(model: M, threads: usize) -> Learner<M> {
        let weights = model.parameters().values().len();
        let worker = || Worker {
            workspace: M::Workspace::default(),
            gradients: Buffer::zeros(weights),
            loss: Loss::default(),
        };
        let workers = std::iter::repeat_with(worker).take(threads.max(1)).collect();
        Learner { model, adam: Adam::new(weights), workers }
    }

    /// Learns from a batch of checked examples. If loss or gradient is not a
    /// finite number, says so and leaves model and optimiser as they were.
    pub fn step(
        &mut self,
        config: &Checked<AdamConfig>,
        batch: &[&M::Example],
        regularization: &Regularization,
    ) -> Result<StepReport> {
        let words: usize = batch.iter().map(|example| self.model.words(example)).sum();
        let scale = 1.0 / words.max(1) as f32;
        let mut batch = batch.to_vec();
        batch.sort_by_key(|example| std::cmp::Reverse(self.model.length(example)));
        let (model, threads, step) = (&self.model, self.workers.len(), self.adam.step);
        let each = |worker: &mut Worker<M>, index: usize| {
            let share: Vec<&M::Example> =
                batch.iter().copied().skip(index).step_by(threads).collect();
            let key = mix(mix(regularization.seed ^ mix(step)) ^ index as u64);
            worker.gradients.fill(0.0);
            worker.loss = Loss::default();
            for (number, part) in share.chunks(PART).enumerate() {
                let dropout = Dropout::new(regularization.dropout, mix(key ^ number as u64));
                let objective = Objective { scale, smoothing: regularization.smoothing, dropout };
                let Worker { workspace, gradients, loss } = &mut *worker;
                *loss = loss.plus(model.train(part, &objective, workspace, gradients));
            }
        };
        on_threads(self.workers.iter_mut().enumerate(), |(index, worker)| each(worker, index));
        let loss = self.workers.iter().fold(Loss::default(), |sum, worker| sum.plus(worker.loss));
        let norm = self.add_gradients();
        if !loss.sum.is_finite() || !norm.is_finite() {
            let message =
                format!("the loss is {} and the norm of its gradient {norm}", loss.mean());
            return Err(Error::input(message));
        }
        let gradients = &self.workers[0].gradients;
        self.adam.update(
            config,
            self.model.parameters_mut().values_mut(),
            gradients,
            norm,
            threads,
        );
        Ok(StepReport { loss, norm })
    }

    /// Adds the gradients of all workers into the first's; returns the norm.
    fn add_gradients(&mut self) -> f64 {
        let threads = self.workers.len();
        let [first, others @ ..] = self.workers.as_mut_slice() else { return 0.0 };
        let others: Vec<&[f32]> = others.iter().map(|worker| &*worker.gradients).collect();
        let share = first.gradients.len().div_ceil(threads).next_multiple_of(LINE).max(1);
        let mut squares = vec![0.0; threads];
        let shares = first.gradients.chunks_mut(share).zip(&mut squares).enumerate();
        on_threads(shares, |(index, (sum, square))| {
            for gradients in &others {
                let part = &gradients[index * share..][..sum.len()];
                vectorized(
                    #[inline(always)]
                    || add_scaled(sum, 1.0, part),
                );
            }
            *square = sum_of_squares(sum);
        });
        squares.iter().sum::<f64>().sqrt()
    }

    /// The mean loss over a checked set, in batches of `batch`, shared by the
    /// threads.
    pub fn evaluate(&mut self, examples: &[M::Example], batch: usize) -> Loss {
        let model = &self.model;
        let mut order: Vec<&M::Example> = examples.iter().collect();
        order.sort_by_key(|example| model.length(example));
        let threads = self.workers.len();
        on_threads(self.workers.iter_mut().enumerate(), |(index, worker)| {
            let batches = order.chunks(batch.max(1)).skip(index).step_by(threads);
            let losses = batches.map(|batch| model.loss(batch, &mut worker.workspace));
            worker.loss = losses.fold(Loss::default(), Loss::plus);
        });
        self.workers.iter().fold(Loss::default(), |sum, worker| sum.plus(worker.loss))
    }
}

/// Does `work` on every item, each on a thread of its own, the last one here.
fn on_threads<T: Send>(items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let mut items: Vec<T> = items.collect();
    let own = items.pop();
    let work = &work;
    std::thread::scope(|scope| {
        for item in items {
            scope.spawn(move || work(item));
        }
        own.into_iter().for_each(work);
    });
}
