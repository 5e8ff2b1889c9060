//! All weights of a model in one run of memory, each tensor with its name.
//!
//! A part of a model (`LstmLayer` and the others) holds
//! [`Tensor`]s, which say where its weights lie, not the weights themselves.
//! Weights, gradients and the moments of Adam then are buffers of the same
//! shape: adding gradients of two threads, clipping, an optimiser step or a
//! checkpoint are one pass over a slice, whatever the model.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::buffer::{Buffer, LINE};
use super::matrix::{Mat, MatMut};

/// Where one matrix of weights lies among the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    start: usize,
    /// Rows: what comes in.
    pub rows: usize,
    /// Columns: what goes out.
    pub columns: usize,
}

impl Tensor {
    /// Its values among all values (weights, gradients or moments).
    pub fn of<'a>(&self, values: &'a [f32]) -> &'a [f32] {
        &values[self.start..self.start + self.rows * self.columns]
    }

    /// Its values, to write.
    pub fn of_mut<'a>(&self, values: &'a mut [f32]) -> &'a mut [f32] {
        &mut values[self.start..self.start + self.rows * self.columns]
    }

    /// It as a matrix.
    pub fn matrix<'a>(&self, values: &'a [f32]) -> Mat<'a> {
        Mat::new(self.of(values), self.rows, self.columns)
    }

    /// It as a matrix, to write.
    pub fn matrix_mut<'a>(&self, values: &'a mut [f32]) -> MatMut<'a> {
        MatMut::new(self.of_mut(values), self.rows, self.columns)
    }

    /// The band of `rows` rows from `first` on.
    pub fn band(&self, first: usize, rows: usize) -> Tensor {
        assert!(first + rows <= self.rows, "band");
        Tensor { start: self.start + first * self.columns, rows, columns: self.columns }
    }

    /// The part of a vector from `first` on.
    pub fn part(&self, first: usize, length: usize) -> Tensor {
        assert!(self.rows == 1 && first + length <= self.columns, "part");
        Tensor { start: self.start + first, rows: 1, columns: length }
    }
}

/// How a tensor starts before training.
#[derive(Clone, Copy, Debug)]
pub(super) enum Initial {
    /// Uniform between plus and minus this.
    Uniform(f32),
    /// Zero, but one in the second quarter: an LSTM's bias, whose forget gate
    /// starts open so that gradients reach far back from the first step on.
    ForgetOpen,
    /// Zero.
    Zero,
}

/// One named tensor.
#[derive(Clone, Debug)]
pub struct NamedTensor {
    /// Its name in files.
    pub name: String,
    /// Where it lies.
    pub tensor: Tensor,
    initial: Initial,
    vector: bool,
}

impl NamedTensor {
    /// The shape written to files: a single row is a vector.
    pub fn shape(&self) -> Vec<usize> {
        match self.vector {
            true => vec![self.tensor.columns],
            false => vec![self.tensor.rows, self.tensor.columns],
        }
    }
}

/// The list of tensors a model is laid out by.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    tensors: Vec<NamedTensor>,
    length: usize,
}

impl Layout {
    /// Adds a matrix.
    pub(super) fn matrix(
        &mut self,
        name: impl Into<String>,
        rows: usize,
        columns: usize,
        initial: Initial,
    ) -> Tensor {
        self.add(name.into(), rows, columns, initial, false)
    }

    /// Adds a vector.
    pub(super) fn vector(
        &mut self,
        name: impl Into<String>,
        columns: usize,
        initial: Initial,
    ) -> Tensor {
        self.add(name.into(), 1, columns, initial, true)
    }

    fn add(
        &mut self,
        name: String,
        rows: usize,
        columns: usize,
        initial: Initial,
        vector: bool,
    ) -> Tensor {
        let tensor = Tensor { start: self.length, rows, columns };
        self.length += (rows * columns).next_multiple_of(LINE);
        self.tensors.push(NamedTensor { name, tensor, initial, vector });
        tensor
    }

    /// The tensors with their names, in order.
    pub(super) fn tensors(&self) -> &[NamedTensor] {
        &self.tensors
    }

    /// Room for values that come from elsewhere.
    pub(super) fn zeros(self) -> Parameters {
        Parameters { values: Buffer::zeros(self.length), tensors: self.tensors }
    }

    /// Draws starting values: same layout and seed, same values.
    pub(super) fn init(self, seed: u64) -> Parameters {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut values = Buffer::zeros(self.length);
        for named in &self.tensors {
            let slice = named.tensor.of_mut(&mut values);
            match named.initial {
                Initial::Uniform(bound) => slice.fill_with(|| rng.random_range(-bound..=bound)),
                Initial::ForgetOpen => {
                    let quarter = slice.len() / 4;
                    slice[quarter..2 * quarter].fill(1.0);
                }
                Initial::Zero => {}
            }
        }
        Parameters { values, tensors: self.tensors }
    }
}

/// The weights of a model; none before they are drawn or read.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    values: Buffer,
    tensors: Vec<NamedTensor>,
}

impl Parameters {
    /// All values; a tensor's own are at [`Tensor::of`].
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All values, to write.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The tensors with their names, in the order of the layout.
    pub fn tensors(&self) -> &[NamedTensor] {
        &self.tensors
    }

    /// How many numbers are learnt.
    pub fn count(&self) -> usize {
        self.tensors.iter().map(|named| named.tensor.rows * named.tensor.columns).sum()
    }
}
