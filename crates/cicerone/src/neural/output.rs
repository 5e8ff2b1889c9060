//! From states to words: the deep output and the softmax over a lexicon.
//!
//! ```text
//! q_t = L0 (Ld d_t + Lz z_t) + b        P_t = softmax(q_t)
//! ```
//!
//! (Paper, 'Decoder'.) [`Projection`] is the last product with its loss, and
//! the only place that ever sees a row as long as the lexicon. Bias, loss,
//! softmax and the gradient of the bias are one pass over each row while it is
//! in the cache. Products are over blocks of rows: each packs the weights
//! anew, so blocks are not small, but their scores stay in the cache.

use super::buffer::Buffer;
use super::dropout::{Dropout, Place};
use super::kernels::{LANES, add_scaled, exp, exp_shifted, largest, sum, total, vectorized};
use super::matrix::{Mat, MatMut, Product, multiply};
use super::parameters::{Initial, Layout, Tensor};

/// Floats of scores that are worked on together, at most. Every block packs the
/// weights anew, so few large blocks were measured to be faster than many that
/// fit a cache.
const BLOCK: usize = 1 << 23;

/// `Ld d + Lz z`, both `[h, h]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeepOutput {
    /// Applied to the decoder's state.
    pub ld: Tensor,
    /// Applied to the context.
    pub lz: Tensor,
    width: usize,
}

impl DeepOutput {
    /// Adds the two weights to a layout, as `name.ld` and `name.lz`.
    pub(super) fn new(layout: &mut Layout, name: &str, width: usize) -> DeepOutput {
        let initial = Initial::Uniform(1.0 / (width as f32).sqrt());
        let ld = layout.matrix(format!("{name}.ld"), width, width, initial);
        let lz = layout.matrix(format!("{name}.lz"), width, width, initial);
        DeepOutput { ld, lz, width }
    }

    /// Writes `Ld d + Lz z` for n rows.
    pub(super) fn forward(
        &self,
        parameters: &[f32],
        n: usize,
        states: &[f32],
        contexts: &[f32],
        out: &mut [f32],
    ) {
        let h = self.width;
        let (d, z) = (Mat::new(states, n, h), Mat::new(contexts, n, h));
        multiply(MatMut::new(out, n, h), d, self.ld.matrix(parameters), Product::Store);
        multiply(MatMut::new(out, n, h), z, self.lz.matrix(parameters), Product::Add);
    }

    /// Adds the gradients of both weights, writes those of states and contexts.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn back(
        &self,
        parameters: &[f32],
        n: usize,
        states: &[f32],
        contexts: &[f32],
        out_gradients: &[f32],
        state_gradients: &mut [f32],
        context_gradients: &mut [f32],
        gradients: &mut [f32],
    ) {
        let h = self.width;
        let out = Mat::new(out_gradients, n, h);
        multiply(self.ld.matrix_mut(gradients), Mat::new(states, n, h).t(), out, Product::Add);
        multiply(self.lz.matrix_mut(gradients), Mat::new(contexts, n, h).t(), out, Product::Add);
        multiply(
            MatMut::new(state_gradients, n, h),
            out,
            self.ld.matrix(parameters).t(),
            Product::Store,
        );
        multiply(
            MatMut::new(context_gradients, n, h),
            out,
            self.lz.matrix(parameters).t(),
            Product::Store,
        );
    }
}

/// Scores over the lexicon, with their loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    weight: Tensor,
    bias: Tensor,
    turned: bool,
}

/// The loss of a pass, summed over target words in double precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Sum of the negative log-likelihoods (natural logarithm).
    pub sum: f64,
    /// How many target words were counted.
    pub words: usize,
}

impl Loss {
    /// Mean per word; zero for no words.
    pub fn mean(&self) -> f64 {
        if self.words == 0 { 0.0 } else { self.sum / self.words as f64 }
    }

    /// e to the mean.
    pub fn perplexity(&self) -> f64 {
        self.mean().exp()
    }

    /// Both together.
    pub fn plus(self, other: Loss) -> Loss {
        Loss { sum: self.sum + other.sum, words: self.words + other.words }
    }
}

/// What a training pass asks of the loss.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// What each word's gradient is multiplied by: one over the words of the
    /// whole batch, so that shards of it can be added up.
    pub scale: f32,
    /// Label smoothing: this share of the target is spread over all words.
    pub smoothing: f32,
    /// Dropout of this pass.
    pub dropout: Dropout,
}

impl Projection {
    /// Adds weights, `[h, words]`, and bias to a layout, under these names.
    pub(super) fn new(
        layout: &mut Layout,
        weight: &str,
        bias: &str,
        width: usize,
        words: usize,
    ) -> Projection {
        let weight = layout.matrix(weight, width, words, Projection::initial(width));
        Projection { weight, bias: layout.vector(bias, words, Initial::Zero), turned: false }
    }

    /// The same with weights `[words, h]`: for large lexicons, where this
    /// way round both products of the way back are faster.
    pub(super) fn turned(
        layout: &mut Layout,
        weight: &str,
        bias: &str,
        width: usize,
        words: usize,
    ) -> Projection {
        let weight = layout.matrix(weight, words, width, Projection::initial(width));
        Projection { weight, bias: layout.vector(bias, words, Initial::Zero), turned: true }
    }

    fn initial(width: usize) -> Initial {
        Initial::Uniform(1.0 / (width as f32).sqrt())
    }

    /// How many words there are to choose from.
    pub(super) fn words(&self) -> usize {
        self.bias.columns
    }

    /// The weights as `[h, words]`.
    fn matrix<'a>(&self, parameters: &'a [f32]) -> Mat<'a> {
        let weight = self.weight.matrix(parameters);
        if self.turned { weight.t() } else { weight }
    }

    /// Writes the scores of n rows, `[n, words]`.
    pub(super) fn scores(&self, parameters: &[f32], n: usize, states: &[f32], scores: &mut [f32]) {
        let words = self.words();
        self.multiply(parameters, n, states, scores);
        let bias = self.bias.of(parameters);
        vectorized(
            #[inline(always)]
            || {
                for row in scores[..n * words].chunks_exact_mut(words) {
                    add_scaled(row, 1.0, bias);
                }
            },
        );
    }

    /// The scores without their bias.
    fn multiply(&self, parameters: &[f32], n: usize, states: &[f32], scores: &mut [f32]) {
        let weight = self.matrix(parameters);
        let states = Mat::new(states, n, weight.rows());
        multiply(MatMut::new(scores, n, self.words()), states, weight, Product::Store);
    }

    /// How many of n rows to work on together: blocks of equal size.
    fn block(&self, n: usize) -> usize {
        let most = (BLOCK / self.words()).max(1);
        n.div_ceil(n.div_ceil(most).max(1)).max(1)
    }

    /// Writes the log-probability of each row's target, without gradients.
    pub(super) fn score_targets(
        &self,
        parameters: &[f32],
        states: &[f32],
        targets: &[u32],
        workspace: &mut Buffer,
        log_probabilities: &mut [f32],
    ) {
        let (h, words) = (self.matrix(parameters).rows(), self.words());
        let block = self.block(targets.len());
        let bias = self.bias.of(parameters);
        let states = states.chunks(block * h).zip(targets.chunks(block));
        for ((states, targets), out) in states.zip(log_probabilities.chunks_mut(block)) {
            workspace.resize(targets.len() * words);
            self.multiply(parameters, targets.len(), states, workspace);
            vectorized(
                #[inline(always)]
                || {
                    let rows = workspace.chunks_exact_mut(words).zip(targets);
                    for ((row, &target), out) in rows.zip(out) {
                        add_scaled(row, 1.0, bias);
                        let shift = largest(row);
                        let chosen = row[target as usize] - shift;
                        *out = chosen - exp_shifted(row, shift).ln();
                    }
                },
            );
        }
    }

    /// The loss of all rows against their targets; adds the gradients of the
    /// weights and writes those of the states, `[n, h]`. `states` are masked
    /// in place if the objective has dropout.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn train(
        &self,
        parameters: &[f32],
        states: &mut [f32],
        targets: &[u32],
        objective: &Objective,
        workspace: &mut Buffer,
        state_gradients: &mut [f32],
        gradients: &mut [f32],
    ) -> Loss {
        let (h, words) = (self.matrix(parameters).rows(), self.words());
        let block = self.block(targets.len());
        objective.dropout.apply(Place::Output, 0, states);
        let mut loss = Loss { sum: 0.0, words: targets.len() };
        let blocks = states.chunks(block * h).zip(targets.chunks(block));
        for ((states, targets), out) in blocks.zip(state_gradients.chunks_mut(block * h)) {
            let n = targets.len();
            workspace.resize(n * words);
            self.multiply(parameters, n, states, workspace);
            let (bias, d_bias) = (self.bias.of(parameters), self.bias.of_mut(gradients));
            vectorized(
                #[inline(always)]
                || {
                    for (row, &target) in workspace.chunks_exact_mut(words).zip(targets) {
                        loss.sum += cross_entropy(row, target as usize, bias, d_bias, objective);
                    }
                },
            );
            let d_scores = Mat::new(workspace, n, words);
            let states = Mat::new(states, n, h);
            let d_weight = self.weight.matrix_mut(gradients);
            match self.turned {
                true => multiply(d_weight, d_scores.t(), states, Product::Add),
                false => multiply(d_weight, states.t(), d_scores, Product::Add),
            }
            let weight = self.matrix(parameters);
            multiply(MatMut::new(out, n, h), d_scores, weight.t(), Product::Store);
        }
        objective.dropout.apply(Place::Output, 0, state_gradients);
        loss
    }
}

/// Replaces a row of products by the gradients of its scores and adds them to
/// that of the bias; returns the loss, which with smoothing s is
/// `-(1 - s) log p(target) - s mean log p(word)`.
#[inline(always)]
pub(super) fn cross_entropy(
    row: &mut [f32],
    target: usize,
    bias: &[f32],
    d_bias: &mut [f32],
    objective: &Objective,
) -> f64 {
    let Objective { scale, smoothing, .. } = *objective;
    let words = row.len() as f32;
    add_scaled(row, 1.0, bias);
    let shift = largest(row);
    let chosen = row[target] - shift;
    let mean = match smoothing > 0.0 {
        true => sum(row) / words - shift,
        false => 0.0,
    };
    let partition = exp_shifted(row, shift);
    let (normalize, spread) = (scale / partition, scale * smoothing / words);
    for value in row.iter_mut() {
        *value = *value * normalize - spread;
    }
    row[target] -= scale * (1.0 - smoothing);
    add_scaled(d_bias, 1.0, row);
    f64::from(partition).ln() - f64::from((1.0 - smoothing) * chosen + smoothing * mean)
}

/// Replaces scores by log-probabilities, row by row.
pub(super) fn log_softmax(scores: &mut [f32], words: usize) {
    vectorized(
        #[inline(always)]
        || {
            for row in scores.chunks_exact_mut(words) {
                let shift = largest(row);
                let mut lanes = [0.0_f32; LANES];
                let (chunks, rest) = row.as_chunks::<LANES>();
                for chunk in chunks {
                    for (lane, value) in lanes.iter_mut().zip(chunk) {
                        *lane += exp(value - shift);
                    }
                }
                let mut partition = total(lanes);
                for value in rest {
                    partition += exp(value - shift);
                }
                let norm = shift + partition.ln();
                for value in row {
                    *value -= norm;
                }
            }
        },
    );
}
