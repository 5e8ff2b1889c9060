//! Long short-term memory: the paper's encoder and decoder equations.
//!
//! ```text
//! (i f g o) = (sigmoid sigmoid tanh sigmoid)(x Wx + h' Wh + b)
//! c = f * c' + i * g          h = o * tanh(c)
//! ```
//!
//! with h' and c' the state before. Rows are laid out by [`Steps`]. The
//! products `x Wx + b` of all steps are one product, made before the loop over
//! time; inside it remain `h' Wh` and one fused pass over the gates. Going
//! back, only `dgates Whᵀ` is left inside; the gradients of the weights are
//! again one product over all steps.

use super::buffer::Buffer;
use super::kernels::{LANES, blocks, load, sigmoid, store, tanh, vectorized};
use super::matrix::{Mat, MatMut, Product, add_rows, fill_rows, multiply, transpose};
use super::parameters::{Initial, Layout, Tensor};
use super::steps::Steps;

/// One layer: `wx` `[in, 4h]`, `wh` `[h, 4h]`, `b` `[4h]`, gates in the order
/// input, forget, candidate, output.
#[derive(Clone, Copy, Debug)]
pub(super) struct LstmLayer {
    /// Weights of the input.
    pub wx: Tensor,
    /// Weights of the state before.
    pub wh: Tensor,
    /// Bias.
    pub b: Tensor,
    /// Width h.
    pub width: usize,
}

/// What a layer remembers of a pass over a batch of R rows, B sequences.
#[derive(Clone, Debug, Default)]
pub(super) struct LstmTrace {
    /// `[R, 4h]`: first the products, then the gates, at last their gradients.
    pub gates: Buffer,
    /// `[R, h]`: the cells c.
    pub cells: Buffer,
    /// `[R, h]`: tanh(c).
    cells_tanh: Buffer,
    /// `[R, h]`: the states h.
    pub hidden: Buffer,
    /// `[R, h]`: the state before each row. A copy, so that the gradient of
    /// `wh` is one product although the steps have different counts.
    pub hidden_before: Buffer,
    /// `[B, h]`: the cells before the first step.
    pub first_cell: Buffer,
}

/// The gradient that travels back through time.
#[derive(Clone, Debug, Default)]
pub(super) struct LstmCarry {
    /// `[B, h]`: of the state.
    pub hidden: Buffer,
    /// `[B, h]`: of the cell.
    pub cell: Buffer,
    /// `Whᵀ`, `[4h, h]`.
    wh_turned: Buffer,
    /// `[B, h]`: the whole gradient of the states of one step.
    pub arriving: Buffer,
}

impl LstmLayer {
    /// Adds a layer to a layout, as `name.wx`, `name.wh`, `name.b`.
    pub(super) fn new(layout: &mut Layout, name: &str, input: usize, width: usize) -> LstmLayer {
        let bound = 1.0 / (width as f32).sqrt();
        LstmLayer {
            wx: layout.matrix(format!("{name}.wx"), input, 4 * width, Initial::Uniform(bound)),
            wh: layout.matrix(format!("{name}.wh"), width, 4 * width, Initial::Uniform(bound)),
            b: layout.vector(format!("{name}.b"), 4 * width, Initial::ForgetOpen),
            width,
        }
    }

    /// Makes room for a batch, starting from zero states.
    pub(super) fn prepare(&self, steps: &Steps, trace: &mut LstmTrace) {
        let (rows, h) = (steps.total(), self.width);
        trace.gates.resize(rows * 4 * h);
        trace.cells.resize(rows * h);
        trace.cells_tanh.resize(rows * h);
        trace.hidden.resize(rows * h);
        trace.hidden_before.resize(rows * h);
        trace.first_cell.reset(steps.sequences() * h);
        trace.hidden_before[..steps.count(0) * h].fill(0.0);
    }

    /// Writes `input Wx + b`, all rows at once, where the steps expect it.
    pub(super) fn project(&self, parameters: &[f32], input: &[f32], trace: &mut LstmTrace) {
        fill_rows(&mut trace.gates, self.b.of(parameters));
        let rows = trace.gates.len() / (4 * self.width);
        multiply(
            MatMut::new(&mut trace.gates, rows, 4 * self.width),
            Mat::new(input, rows, self.wx.rows),
            self.wx.matrix(parameters),
            Product::Add,
        );
    }

    /// Runs all steps, once the products are in place.
    pub(super) fn run(&self, parameters: &[f32], steps: &Steps, trace: &mut LstmTrace) {
        for t in 0..steps.len() {
            self.step(parameters, steps, t, trace);
        }
    }

    /// One step: adds `h' Wh` to the products of its rows and applies the gates.
    pub(super) fn step(&self, parameters: &[f32], steps: &Steps, t: usize, trace: &mut LstmTrace) {
        let (rows, h) = (steps.rows(t), self.width);
        let n = rows.len();
        let gates = &mut trace.gates[rows.start * 4 * h..rows.end * 4 * h];
        multiply(
            MatMut::new(gates, n, 4 * h),
            Mat::new(&trace.hidden_before[rows.start * h..], n, h),
            self.wh.matrix(parameters),
            Product::Add,
        );
        let (earlier, cells) = trace.cells.split_at_mut(rows.start * h);
        let before = match t {
            0 => &trace.first_cell,
            _ => &earlier[steps.rows(t - 1).start * h..],
        };
        let here = rows.start * h..rows.end * h;
        gates_forward(
            h,
            gates,
            &before[..n * h],
            &mut cells[..n * h],
            &mut trace.cells_tanh[here.clone()],
            &mut trace.hidden[here.clone()],
        );
        let next = steps.count(t + 1) * h;
        trace.hidden_before[here.end..here.end + next]
            .copy_from_slice(&trace.hidden[here.start..here.start + next]);
    }

    /// Makes ready to go back through `steps`, with nothing arriving from
    /// after the last step of any sequence.
    pub(super) fn prepare_back(&self, parameters: &[f32], steps: &Steps, carry: &mut LstmCarry) {
        let size = steps.sequences() * self.width;
        carry.hidden.reset(size);
        carry.cell.reset(size);
        carry.arriving.resize(size);
        carry.wh_turned.resize(4 * self.width * self.width);
        transpose(&mut carry.wh_turned, self.wh.of(parameters), self.width, 4 * self.width);
    }

    /// Goes back over all steps. `hidden_gradients`, `[R, h]`, is what the
    /// layers above say about the states.
    pub(super) fn run_back(
        &self,
        steps: &Steps,
        hidden_gradients: &[f32],
        trace: &mut LstmTrace,
        carry: &mut LstmCarry,
    ) {
        let h = self.width;
        for t in (0..steps.len()).rev() {
            let rows = steps.rows(t);
            let arriving = carry.arriving.iter_mut().zip(carry.hidden.iter());
            let above = &hidden_gradients[rows.start * h..rows.end * h];
            for ((sum, carried), above) in arriving.zip(above) {
                *sum = carried + above;
            }
            self.step_back(steps, t, trace, carry);
        }
    }

    /// Goes back over one step. `carry.arriving` holds the gradient of its
    /// states; afterwards the gates' gradients are in `trace.gates` and what
    /// concerns the step before in `carry`.
    pub(super) fn step_back(
        &self,
        steps: &Steps,
        t: usize,
        trace: &mut LstmTrace,
        carry: &mut LstmCarry,
    ) {
        let (rows, h) = (steps.rows(t), self.width);
        let n = rows.len();
        let here = rows.start * h..rows.end * h;
        let before: &[f32] = match t {
            0 => &trace.first_cell,
            _ => &trace.cells[steps.rows(t - 1).start * h..],
        };
        let gates = &mut trace.gates[rows.start * 4 * h..rows.end * 4 * h];
        gates_back(
            h,
            gates,
            &before[..n * h],
            &trace.cells_tanh[here],
            &carry.arriving[..n * h],
            &mut carry.cell[..n * h],
        );
        multiply(
            MatMut::new(&mut carry.hidden, n, h),
            Mat::new(gates, n, 4 * h),
            Mat::new(&carry.wh_turned, 4 * h, h),
            Product::Store,
        );
    }

    /// Adds the gradient of `wh`, once the gates' gradients are in place.
    pub(super) fn add_recurrent_gradient(&self, trace: &LstmTrace, gradients: &mut [f32]) {
        let rows = trace.gates.len() / (4 * self.width);
        let before = Mat::new(&trace.hidden_before, rows, self.width);
        let gates = Mat::new(&trace.gates, rows, 4 * self.width);
        multiply(self.wh.matrix_mut(gradients), before.t(), gates, Product::Add);
    }

    /// Adds the gradients of `wx` and `b`, given the input of all rows.
    pub(super) fn add_input_gradient(
        &self,
        input: &[f32],
        trace: &LstmTrace,
        gradients: &mut [f32],
    ) {
        let rows = trace.gates.len() / (4 * self.width);
        let gates = Mat::new(&trace.gates, rows, 4 * self.width);
        let input = Mat::new(input, rows, self.wx.rows);
        add_rows(self.b.of_mut(gradients), &trace.gates);
        multiply(self.wx.matrix_mut(gradients), input.t(), gates, Product::Add);
    }

    /// Writes the gradient of the input of all rows, `[R, in]`.
    pub(super) fn input_back(
        &self,
        parameters: &[f32],
        trace: &LstmTrace,
        input_gradients: &mut [f32],
    ) {
        let rows = trace.gates.len() / (4 * self.width);
        let gates = Mat::new(&trace.gates, rows, 4 * self.width);
        let out = MatMut::new(input_gradients, rows, self.wx.rows);
        multiply(out, gates, self.wx.matrix(parameters).t(), Product::Store);
    }
}

/// The gates of n rows, in place, and the states that follow from them.
pub(super) fn gates_forward(
    h: usize,
    gates: &mut [f32],
    cells_before: &[f32],
    cells: &mut [f32],
    cells_tanh: &mut [f32],
    hidden: &mut [f32],
) {
    vectorized(
        #[inline(always)]
        || {
            let rows = gates.chunks_exact_mut(4 * h).zip(cells_before.chunks_exact(h));
            let states = cells.chunks_exact_mut(h).zip(cells_tanh.chunks_exact_mut(h));
            let states = states.zip(hidden.chunks_exact_mut(h));
            for ((gates, before), ((cell, cell_tanh), hidden)) in rows.zip(states) {
                let (input, rest) = gates.split_at_mut(h);
                let (forget, rest) = rest.split_at_mut(h);
                let (candidate, output) = rest.split_at_mut(h);
                blocks(
                    h,
                    #[inline(always)]
                    |from, here| {
                        let (mut i, mut f) = (load(input, from, here), load(forget, from, here));
                        let (mut g, mut o) =
                            (load(candidate, from, here), load(output, from, here));
                        let mut c = load(before, from, here);
                        let (mut c_tanh, mut state) = ([0.0; LANES], [0.0; LANES]);
                        for k in 0..LANES {
                            (i[k], f[k], o[k]) = (sigmoid(i[k]), sigmoid(f[k]), sigmoid(o[k]));
                            g[k] = tanh(g[k]);
                            c[k] = f[k] * c[k] + i[k] * g[k];
                            c_tanh[k] = tanh(c[k]);
                            state[k] = o[k] * c_tanh[k];
                        }
                        store(input, from, here, &i);
                        store(forget, from, here, &f);
                        store(candidate, from, here, &g);
                        store(output, from, here, &o);
                        store(cell, from, here, &c);
                        store(cell_tanh, from, here, &c_tanh);
                        store(hidden, from, here, &state);
                    },
                );
            }
        },
    );
}

/// From the gradients of the states to those of the gates before their
/// squashing, in place of the gates; `cell_gradients` moves one step back.
fn gates_back(
    h: usize,
    gates: &mut [f32],
    cells_before: &[f32],
    cells_tanh: &[f32],
    hidden_gradients: &[f32],
    cell_gradients: &mut [f32],
) {
    vectorized(
        #[inline(always)]
        || {
            let rows = gates.chunks_exact_mut(4 * h).zip(cells_before.chunks_exact(h));
            let states = cells_tanh.chunks_exact(h).zip(hidden_gradients.chunks_exact(h));
            let states = states.zip(cell_gradients.chunks_exact_mut(h));
            for ((gates, before), ((cell_tanh, dh), dc)) in rows.zip(states) {
                let (input, rest) = gates.split_at_mut(h);
                let (forget, rest) = rest.split_at_mut(h);
                let (candidate, output) = rest.split_at_mut(h);
                blocks(
                    h,
                    #[inline(always)]
                    |from, here| {
                        let (mut i, mut f) = (load(input, from, here), load(forget, from, here));
                        let (mut g, mut o) =
                            (load(candidate, from, here), load(output, from, here));
                        let (c_tanh, before) =
                            (load(cell_tanh, from, here), load(before, from, here));
                        let (dh, mut dc_next) = (load(dh, from, here), load(dc, from, here));
                        for k in 0..LANES {
                            let d_cell = dc_next[k] + dh[k] * o[k] * (1.0 - c_tanh[k] * c_tanh[k]);
                            dc_next[k] = d_cell * f[k];
                            let d_input = d_cell * g[k] * i[k] * (1.0 - i[k]);
                            g[k] = d_cell * i[k] * (1.0 - g[k] * g[k]);
                            f[k] = d_cell * before[k] * f[k] * (1.0 - f[k]);
                            o[k] = dh[k] * c_tanh[k] * o[k] * (1.0 - o[k]);
                            i[k] = d_input;
                        }
                        store(input, from, here, &i);
                        store(forget, from, here, &f);
                        store(candidate, from, here, &g);
                        store(output, from, here, &o);
                        store(dc, from, here, &dc_next);
                    },
                );
            }
        },
    );
}
