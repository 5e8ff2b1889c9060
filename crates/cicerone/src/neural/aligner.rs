//! The aligner: which part of the source the next word is about.
//!
//! ```text
//! beta_tj = v' tanh(W d_{t-1} + V h_j)      alpha_t = softmax(beta_t)
//! z_t = sum_j alpha_tj h_j
//! ```
//!
//! (Paper, 'Aligner'.) The annotations h_j of a source and their products
//! `V h_j` lie together in a [`Memory`] and are computed once per source,
//! however many hypotheses read it. `tanh(W d + V h)` is computed again on the
//! way back: at R rows times N positions times the width, fetching it from
//! memory would cost more than computing it.

use super::buffer::Buffer;
use super::kernels::{LANES, add_scaled, dot, softmax, tanh, total, vectorized};
use super::matrix::{Mat, MatMut, Product, multiply};
use super::parameters::{Initial, Layout, Tensor};

/// The alignment perceptron.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aligner {
    /// Applied to the decoder's state, `[h, h]`.
    pub w: Tensor,
    /// Applied to the annotations, `[h, h]`.
    pub v: Tensor,
    /// Scores what comes out, `[h]`.
    pub vv: Tensor,
    width: usize,
}

/// The annotations of a batch of sources, one source after the other, each in
/// the order of its tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Where each source begins, and the end of the last.
    pub starts: Vec<usize>,
    /// `[sum N, h]`
    pub annotations: Buffer,
    /// `V h_j`, `[sum N, h]`
    pub keys: Buffer,
    /// The longest source.
    pub longest: usize,
}

/// Gradients with respect to a [`Memory`].
#[derive(Clone, Debug, Default)]
pub(super) struct MemoryGradients {
    /// `[sum N, h]`
    pub annotations: Buffer,
    keys: Buffer,
}

impl Memory {
    /// The positions of a source.
    pub(super) fn positions(&self, source: u32) -> std::ops::Range<usize> {
        self.starts[source as usize]..self.starts[source as usize + 1]
    }

    /// Makes room for sources of these lengths.
    pub(super) fn lay_out(&mut self, lengths: impl Iterator<Item = usize>, width: usize) {
        self.starts.clear();
        self.starts.push(0);
        self.longest = 0;
        let mut end = 0;
        for length in lengths {
            end += length;
            self.starts.push(end);
            self.longest = self.longest.max(length);
        }
        self.annotations.resize(end * width);
        self.keys.resize(end * width);
    }

    /// All positions of all sources.
    pub(super) fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }
}

impl MemoryGradients {
    /// Zeros of the shape of `memory`.
    pub(super) fn reset(&mut self, memory: &Memory) {
        self.annotations.reset(memory.annotations.len());
        self.keys.reset(memory.keys.len());
    }
}

impl Aligner {
    /// Adds an aligner to a layout, as `name.w`, `name.v`, `name.vv`.
    pub(super) fn new(layout: &mut Layout, name: &str, width: usize) -> Aligner {
        let initial = Initial::Uniform(1.0 / (width as f32).sqrt());
        Aligner {
            w: layout.matrix(format!("{name}.w"), width, width, initial),
            v: layout.matrix(format!("{name}.v"), width, width, initial),
            vv: layout.vector(format!("{name}.vv"), width, initial),
            width,
        }
    }

    /// Computes `V h_j` for all annotations.
    pub(super) fn prepare(&self, parameters: &[f32], memory: &mut Memory) {
        let (rows, h) = (memory.total(), self.width);
        let annotations = Mat::new(&memory.annotations, rows, h);
        let out = MatMut::new(&mut memory.keys, rows, h);
        multiply(out, annotations, self.v.matrix(parameters), Product::Store);
    }

    /// Aligns n rows: `states` `[n, h]` are the d_{t-1}, `sources` says which
    /// source each reads. Writes `queries` (`W d`, `[n, h]`), `weights`
    /// (alpha, `[n, memory.longest]`) and `contexts` (z, `[n, h]`).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn align(
        &self,
        parameters: &[f32],
        memory: &Memory,
        sources: &[u32],
        states: &[f32],
        queries: &mut [f32],
        weights: &mut [f32],
        contexts: &mut [f32],
    ) {
        let (n, h) = (sources.len(), self.width);
        multiply(
            MatMut::new(queries, n, h),
            Mat::new(states, n, h),
            self.w.matrix(parameters),
            Product::Store,
        );
        let scoring = self.vv.of(parameters);
        vectorized(
            #[inline(always)]
            || {
                for (row, &source) in sources.iter().enumerate() {
                    let positions = memory.positions(source);
                    let query = &queries[row * h..][..h];
                    let weights = &mut weights[row * memory.longest..][..memory.longest];
                    let (weights, beyond) = weights.split_at_mut(positions.len());
                    beyond.fill(0.0);
                    let keys = &memory.keys[positions.start * h..positions.end * h];
                    for (weight, key) in weights.iter_mut().zip(keys.chunks_exact(h)) {
                        *weight = score(query, key, scoring);
                    }
                    softmax(weights);
                    let context = &mut contexts[row * h..][..h];
                    context.fill(0.0);
                    let annotations = &memory.annotations[positions.start * h..positions.end * h];
                    for (weight, annotation) in weights.iter().zip(annotations.chunks_exact(h)) {
                        add_scaled(context, *weight, annotation);
                    }
                }
            },
        );
    }

    /// Goes back over [`align`](Self::align): from the gradients of `contexts`
    /// to those of the queries (written), of the memory and of `vv` (added).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn align_back(
        &self,
        parameters: &[f32],
        memory: &Memory,
        sources: &[u32],
        queries: &[f32],
        weights: &[f32],
        context_gradients: &[f32],
        query_gradients: &mut [f32],
        memory_gradients: &mut MemoryGradients,
        gradients: &mut [f32],
    ) {
        let h = self.width;
        let scoring = self.vv.of(parameters);
        let scoring_gradients = self.vv.of_mut(gradients);
        vectorized(
            #[inline(always)]
            || {
                for (row, &source) in sources.iter().enumerate() {
                    let positions = memory.positions(source);
                    let alphas = &weights[row * memory.longest..][..positions.len()];
                    let query = &queries[row * h..][..h];
                    let dz = &context_gradients[row * h..][..h];
                    let dq = &mut query_gradients[row * h..][..h];
                    dq.fill(0.0);
                    // d alpha_j = dz . h_j;  d beta_j = alpha_j (d alpha_j - mean),
                    // where the mean over alpha is dz . z.
                    let span = positions.start * h..positions.end * h;
                    let annotations = memory.annotations[span.clone()].chunks_exact(h);
                    let mut mean = 0.0;
                    for (alpha, annotation) in alphas.iter().zip(annotations.clone()) {
                        mean += alpha * dot(dz, annotation);
                    }
                    let keys = memory.keys[span.clone()].chunks_exact(h);
                    let d_annotations =
                        memory_gradients.annotations[span.clone()].chunks_exact_mut(h);
                    let d_keys = memory_gradients.keys[span].chunks_exact_mut(h);
                    let places = annotations.zip(keys).zip(d_annotations.zip(d_keys));
                    for (alpha, ((annotation, key), (d_annotation, d_key))) in
                        alphas.iter().zip(places)
                    {
                        let d_beta = alpha * (dot(dz, annotation) - mean);
                        add_scaled(d_annotation, *alpha, dz);
                        score_back(d_beta, query, key, scoring, dq, d_key, scoring_gradients);
                    }
                }
            },
        );
    }

    /// Finishes the way back: once all rows are done, adds the gradients of
    /// `w` (from all states `[R, h]` and query gradients `[R, h]`) and of `v`,
    /// and passes the keys' gradients on to the annotations.
    pub(super) fn finish_back(
        &self,
        parameters: &[f32],
        memory: &Memory,
        states: &[f32],
        query_gradients: &[f32],
        memory_gradients: &mut MemoryGradients,
        gradients: &mut [f32],
    ) {
        let h = self.width;
        let (rows, positions) = (query_gradients.len() / h, memory.total());
        multiply(
            self.w.matrix_mut(gradients),
            Mat::new(states, rows, h).t(),
            Mat::new(query_gradients, rows, h),
            Product::Add,
        );
        let d_keys = Mat::new(&memory_gradients.keys, positions, h);
        let annotations = Mat::new(&memory.annotations, positions, h);
        multiply(self.v.matrix_mut(gradients), annotations.t(), d_keys, Product::Add);
        let out = MatMut::new(&mut memory_gradients.annotations, positions, h);
        multiply(out, d_keys, self.v.matrix(parameters).t(), Product::Add);
    }
}

/// `v' tanh(q + k)`
#[inline(always)]
fn score(query: &[f32], key: &[f32], scoring: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (queries, query_rest) = query.as_chunks::<LANES>();
    let (keys, key_rest) = key.as_chunks::<LANES>();
    let (scorings, scoring_rest) = scoring.as_chunks::<LANES>();
    for ((q, k), v) in queries.iter().zip(keys).zip(scorings) {
        for lane in 0..LANES {
            lanes[lane] += v[lane] * tanh(q[lane] + k[lane]);
        }
    }
    let mut sum = total(lanes);
    for ((q, k), v) in query_rest.iter().zip(key_rest).zip(scoring_rest) {
        sum += v * tanh(q + k);
    }
    sum
}

/// The derivative of [`score`], times `d_beta`, added to all three.
#[inline(always)]
fn score_back(
    d_beta: f32,
    query: &[f32],
    key: &[f32],
    scoring: &[f32],
    d_query: &mut [f32],
    d_key: &mut [f32],
    d_scoring: &mut [f32],
) {
    let h = query.len();
    let (key, scoring, d_query) = (&key[..h], &scoring[..h], &mut d_query[..h]);
    let (d_key, d_scoring) = (&mut d_key[..h], &mut d_scoring[..h]);
    for k in 0..h {
        let squashed = tanh(query[k] + key[k]);
        let inner = d_beta * scoring[k] * (1.0 - squashed * squashed);
        d_query[k] += inner;
        d_key[k] += inner;
        d_scoring[k] += d_beta * squashed;
    }
}
