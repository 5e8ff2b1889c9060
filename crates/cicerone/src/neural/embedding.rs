//! Words as vectors, and their product with the first layer's weights.
//!
//! The first LSTM layer needs `x W + b` for the embedding x of every token.
//! A batch repeats its words many times over, so the product is taken once
//! per distinct word and handed out by index; going back, the gradients of
//! equal words are added up before they meet the weights. The result is the
//! same and at this project's lexicons a tenth of the work. With dropout
//! every token has a mask of its own, and so a product of its own.

use super::buffer::Buffer;
use super::dropout::{Dropout, Place};
use super::kernels::{add_scaled, vectorized};
use super::matrix::{Mat, MatMut, Product, add_rows, fill_rows, multiply};
use super::parameters::{Initial, Layout, Tensor};

/// One vector per word: `[words, size]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Embedding {
    /// The vectors.
    pub table: Tensor,
}

/// What one pass of [`Embedding::project`] leaves for the way back.
#[derive(Clone, Debug, Default)]
pub(super) struct EmbeddingTrace {
    /// For each token, the slot that holds its word.
    slot_of: Vec<u32>,
    /// For each slot, its word.
    words: Vec<u32>,
    /// For each word of the lexicon, its slot in this batch plus one.
    seen: Vec<u32>,
    /// `[slots, size]`
    vectors: Buffer,
    /// `[slots, out]`: products going forward, their gradients going back.
    products: Buffer,
    /// `[slots, size]`
    vector_gradients: Buffer,
    shared: bool,
}

impl Embedding {
    /// Adds an embedding of `words` words in `size` dimensions to a layout.
    pub(super) fn new(layout: &mut Layout, name: &str, words: usize, size: usize) -> Embedding {
        Embedding { table: layout.matrix(name, words, size, Initial::Uniform(0.1)) }
    }

    /// `out[row] = x(token of row) weight + bias`, where `weight` is
    /// `[size, out]` and `out` is `[tokens, out]`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn project(
        &self,
        parameters: &[f32],
        weight: Tensor,
        bias: Tensor,
        tokens: &[u32],
        dropout: Dropout,
        place: Place,
        trace: &mut EmbeddingTrace,
        out: &mut [f32],
    ) {
        let (size, columns) = (self.table.columns, weight.columns);
        trace.collect(tokens, self.table.rows, !dropout.is_active());
        let slots = trace.words.len();
        let table = self.table.of(parameters);
        trace.vectors.resize(slots * size);
        for (vector, &word) in trace.vectors.chunks_exact_mut(size).zip(&trace.words) {
            vector.copy_from_slice(&table[word as usize * size..][..size]);
        }
        dropout.apply(place, 0, &mut trace.vectors);
        trace.products.resize(slots * columns);
        let products: &mut [f32] = match trace.shared {
            true => &mut trace.products,
            false => &mut *out,
        };
        fill_rows(products, bias.of(parameters));
        multiply(
            MatMut::new(products, slots, columns),
            Mat::new(&trace.vectors, slots, size),
            weight.matrix(parameters),
            Product::Add,
        );
        if trace.shared {
            for (row, &slot) in out.chunks_exact_mut(columns).zip(&trace.slot_of) {
                row.copy_from_slice(&trace.products[slot as usize * columns..][..columns]);
            }
        }
    }

    /// Adds to `gradients` what `out_gradients`, `[tokens, out]`, says about
    /// the table, the weight and the bias of [`project`](Self::project).
    #[allow(clippy::too_many_arguments)]
    pub(super) fn project_back(
        &self,
        parameters: &[f32],
        weight: Tensor,
        bias: Tensor,
        dropout: Dropout,
        place: Place,
        trace: &mut EmbeddingTrace,
        out_gradients: &[f32],
        gradients: &mut [f32],
    ) {
        let (size, columns, slots) = (self.table.columns, weight.columns, trace.words.len());
        let products: &[f32] = match trace.shared {
            true => {
                trace.products.reset(slots * columns);
                vectorized(
                    #[inline(always)]
                    || {
                        for (row, &slot) in out_gradients.chunks_exact(columns).zip(&trace.slot_of)
                        {
                            add_scaled(
                                &mut trace.products[slot as usize * columns..][..columns],
                                1.0,
                                row,
                            );
                        }
                    },
                );
                &trace.products
            }
            false => out_gradients,
        };
        let products = &products[..slots * columns];
        add_rows(bias.of_mut(gradients), products);
        let products = Mat::new(products, slots, columns);
        let vectors = Mat::new(&trace.vectors, slots, size);
        multiply(weight.matrix_mut(gradients), vectors.t(), products, Product::Add);
        trace.vector_gradients.resize(slots * size);
        multiply(
            MatMut::new(&mut trace.vector_gradients, slots, size),
            products,
            weight.matrix(parameters).t(),
            Product::Store,
        );
        dropout.apply(place, 0, &mut trace.vector_gradients);
        let table = self.table.of_mut(gradients);
        for (gradient, &word) in trace.vector_gradients.chunks_exact(size).zip(&trace.words) {
            for (sum, value) in table[word as usize * size..][..size].iter_mut().zip(gradient) {
                *sum += value;
            }
        }
    }
}

impl EmbeddingTrace {
    /// Finds the distinct words of a batch, in order of appearance; or, if
    /// they are not to be shared, one slot per token.
    fn collect(&mut self, tokens: &[u32], lexicon: usize, shared: bool) {
        self.shared = shared;
        self.words.clear();
        self.slot_of.clear();
        if !shared {
            self.words.extend_from_slice(tokens);
            return;
        }
        self.seen.resize(lexicon, 0);
        for &token in tokens {
            let slot = &mut self.seen[token as usize];
            if *slot == 0 {
                self.words.push(token);
                *slot = self.words.len() as u32;
            }
            self.slot_of.push(*slot - 1);
        }
        for &word in &self.words {
            self.seen[word as usize] = 0;
        }
    }
}
