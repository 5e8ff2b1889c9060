//! A softmax in two steps, for lexicons too large to sum over per word.
//!
//! ```text
//! P(word | h) = P(class of word | h) P(word | its class, h)
//! ```
//!
//! With ten thousand words in a hundred classes a word costs two sums over a
//! hundred instead of one over ten thousand, both to learn and to score. The
//! words of a class are neighbours in the lexicon; if that is sorted by
//! frequency, the first classes are those that text is mostly made of.

use super::buffer::Buffer;
use super::dropout::{Dropout, Place};
use super::kernels::{add, add_scaled, exp_shifted, largest, vectorized};
use super::matrix::{Mat, MatMut, Product, multiply};
use super::output::{Loss, Objective, Projection, cross_entropy};
use super::parameters::{Initial, Layout, Tensor};

/// Classes first, then the words of one class.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassProjection {
    classes: Projection,
    /// `[words, h]`: the rows of a class lie together.
    weight: Tensor,
    bias: Tensor,
    /// Words per class; the last may have fewer.
    size: usize,
}

/// Memory of a pass.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassWorkspace {
    /// The class of each row, and the rows in the order of their classes.
    classes: Vec<u32>,
    order: Vec<usize>,
    /// `[n, h]`: states in that order, and their gradients.
    states: Buffer,
    state_gradients: Buffer,
    scores: Buffer,
}

impl ClassProjection {
    /// Adds the weights to a layout, under `name` and a suffix.
    pub(super) fn new(
        layout: &mut Layout,
        name: &str,
        width: usize,
        words: usize,
        classes: usize,
    ) -> ClassProjection {
        let initial = Initial::Uniform(1.0 / (width as f32).sqrt());
        let size = words.div_ceil(classes);
        let used = words.div_ceil(size);
        let (class, class_bias) = (format!("{name}.class"), format!("{name}.class_b"));
        ClassProjection {
            classes: Projection::new(layout, &class, &class_bias, width, used),
            weight: layout.matrix(format!("{name}.w"), words, width, initial),
            bias: layout.vector(format!("{name}.b"), words, Initial::Zero),
            size,
        }
    }

    /// Writes the log-probability of each row's target, without gradients.
    pub(super) fn score_targets(
        &self,
        parameters: &[f32],
        states: &[f32],
        targets: &[u32],
        workspace: &mut ClassWorkspace,
        log_probabilities: &mut [f32],
    ) {
        self.sort(states, targets, workspace);
        let ClassWorkspace { classes, order, states: sorted, scores, .. } = workspace;
        self.classes.score_targets(parameters, states, classes, scores, log_probabilities);
        self.each_class(classes, order, |class, rows| {
            let (n, words) = (rows.len(), class.words());
            class.scores(parameters, n, &sorted[rows.start * class.width()..], scores);
            vectorized(
                #[inline(always)]
                || {
                    let scores = scores.chunks_exact_mut(words);
                    for (row, &index) in scores.zip(&order[rows]) {
                        add_scaled(row, 1.0, class.bias.of(parameters));
                        let shift = largest(row);
                        let chosen = row[targets[index] as usize - class.first] - shift;
                        log_probabilities[index] += chosen - exp_shifted(row, shift).ln();
                    }
                },
            );
        });
    }

    /// As [`Projection::train`]; smoothing spreads over the classes, and over
    /// the words of the target's class.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn train(
        &self,
        parameters: &[f32],
        states: &mut [f32],
        targets: &[u32],
        objective: &Objective,
        workspace: &mut ClassWorkspace,
        state_gradients: &mut [f32],
        gradients: &mut [f32],
    ) -> Loss {
        objective.dropout.apply(Place::Output, 0, states);
        let unmasked = Objective { dropout: Dropout::NONE, ..*objective };
        self.sort(states, targets, workspace);
        let ClassWorkspace { classes, order, states: sorted, state_gradients: d_sorted, scores } =
            workspace;
        let mut loss = self.classes.train(
            parameters,
            states,
            classes,
            &unmasked,
            scores,
            state_gradients,
            gradients,
        );
        d_sorted.resize(sorted.len());
        self.each_class(classes, order, |class, rows| {
            let (n, words, h) = (rows.len(), class.words(), class.width());
            let states = &sorted[rows.start * h..rows.end * h];
            class.scores(parameters, n, states, scores);
            let (bias, d_bias) = (class.bias.of(parameters), class.bias.of_mut(gradients));
            vectorized(
                #[inline(always)]
                || {
                    for (row, &index) in scores.chunks_exact_mut(words).zip(&order[rows.clone()]) {
                        let target = targets[index] as usize - class.first;
                        loss.sum += cross_entropy(row, target, bias, d_bias, objective);
                    }
                },
            );
            let d_scores = Mat::new(scores, n, words);
            let d_weight = class.weight.matrix_mut(gradients);
            multiply(d_weight, d_scores.t(), Mat::new(states, n, h), Product::Add);
            let out = MatMut::new(&mut d_sorted[rows.start * h..], n, h);
            multiply(out, d_scores, class.weight.matrix(parameters), Product::Store);
        });
        let h = self.weight.columns;
        for (gradient, &index) in d_sorted.chunks_exact(h).zip(order.iter()) {
            add(&mut state_gradients[index * h..][..h], gradient);
        }
        objective.dropout.apply(Place::Output, 0, state_gradients);
        loss
    }

    /// Brings the rows into the order of their targets' classes.
    fn sort(&self, states: &[f32], targets: &[u32], workspace: &mut ClassWorkspace) {
        let ClassWorkspace { classes, order, states: sorted, .. } = workspace;
        classes.clear();
        classes.extend(targets.iter().map(|&target| target / self.size as u32));
        order.clear();
        order.extend(0..targets.len());
        order.sort_by_key(|&row| classes[row]);
        let h = self.weight.columns;
        sorted.resize(targets.len() * h);
        for (row, &index) in sorted.chunks_exact_mut(h).zip(order.iter()) {
            row.copy_from_slice(&states[index * h..][..h]);
        }
    }

    /// Visits the classes that occur, each with its rows in the order.
    fn each_class(
        &self,
        classes: &[u32],
        order: &[usize],
        mut visit: impl FnMut(Class, std::ops::Range<usize>),
    ) {
        let mut start = 0;
        for rows in order.chunk_by(|&a, &b| classes[a] == classes[b]) {
            let first = classes[rows[0]] as usize * self.size;
            let words = self.size.min(self.weight.rows - first);
            let class = Class {
                first,
                weight: self.weight.band(first, words),
                bias: self.bias.part(first, words),
            };
            visit(class, start..start + rows.len());
            start += rows.len();
        }
    }
}

/// The words of one class.
struct Class {
    /// Its first word.
    first: usize,
    weight: Tensor,
    bias: Tensor,
}

impl Class {
    fn words(&self) -> usize {
        self.weight.rows
    }

    fn width(&self) -> usize {
        self.weight.columns
    }

    /// Writes the scores of n rows, without bias.
    fn scores(&self, parameters: &[f32], n: usize, states: &[f32], scores: &mut Buffer) {
        scores.resize(n * self.words());
        let states = Mat::new(states, n, self.width());
        multiply(
            MatMut::new(scores, n, self.words()),
            states,
            self.weight.matrix(parameters).t(),
            Product::Store,
        );
    }
}
