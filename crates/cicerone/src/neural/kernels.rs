//! Element-wise arithmetic, compiled once for every instruction set.
//!
//! [`vectorized`] runs a closure with the widest instructions of the machine
//! it finds itself on (AVX-512, AVX2, NEON, or none), so that one binary runs
//! everywhere. The functions here are plain arithmetic without branches:
//! inlined into such a closure, the compiler turns their loops into vector
//! code. Sums run over [`LANES`] fixed partial sums, so their order, and with
//! it the result, does not depend on the width that was found.

use pulp::Arch;

/// Partial sums of a reduction.
pub(super) const LANES: usize = 16;

/// Runs `work` with the machine's widest vector instructions. The closure must
/// be marked `#[inline(always)]`, and so must all it calls: what is not
/// inlined is compiled on its own, for the plainest machine, and is several
/// times slower. That goes for what iterators fold over, so loops are loops.
#[inline(always)]
pub(super) fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(work)
}

// ln 2 in two parts: the first has few enough bits that `n * LN_2_HIGH` is
// exact for every exponent n of a float, so the reduction loses nothing.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;
/// Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
const ROUND: f32 = 12_582_912.0;

/// `x = n ln 2 + r`: returns 2^n and e^r - 1, |r| <= ln 2 / 2.
#[inline(always)]
fn reduce(x: f32) -> (f32, f32) {
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    // Taylor to the seventh power: what is left out is below 6e-9.
    let tail = 1.0 / 120.0 + r * (1.0 / 720.0 + r * (1.0 / 5040.0));
    let tail = 0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * tail));
    (power, r + r * r * tail)
}

/// e^x to about one unit in the last place; NaN stays NaN.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let (power, less_one) = reduce(x.clamp(-87.0, 88.0));
    power + power * less_one
}

/// The logistic sigmoid.
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The hyperbolic tangent, as m / (m + 2) with m = e^2x - 1, which keeps its
/// relative precision near zero, where most of a young network lives.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    let (power, less_one) = reduce((2.0 * x).clamp(-20.0, 20.0));
    let m = power * less_one + (power - 1.0);
    m / (m + 2.0)
}

/// Works through rows of width h in blocks of [`LANES`]: `work(from, here)`
/// with `here` lanes of each row starting at `from`. Call inside
/// [`vectorized`].
#[inline(always)]
pub(super) fn blocks(h: usize, mut work: impl FnMut(usize, usize)) {
    let mut from = 0;
    while from + LANES <= h {
        work(from, LANES);
        from += LANES;
    }
    if from < h {
        work(from, h - from);
    }
}

/// Copies a block out of a row. Kernels with many operands compute on such
/// copies, because the compiler must otherwise fear that what they write
/// overlaps what they read, and gives up on vectors.
#[inline(always)]
pub(super) fn load(row: &[f32], from: usize, here: usize) -> [f32; LANES] {
    let mut lanes = [0.0; LANES];
    match row[from..].first_chunk::<LANES>() {
        Some(full) if here == LANES => lanes = *full,
        _ => lanes[..here].copy_from_slice(&row[from..from + here]),
    }
    lanes
}

/// Copies a block back.
#[inline(always)]
pub(super) fn store(row: &mut [f32], from: usize, here: usize, lanes: &[f32; LANES]) {
    match row[from..].first_chunk_mut::<LANES>() {
        Some(full) if here == LANES => *full = *lanes,
        _ => row[from..from + here].copy_from_slice(&lanes[..here]),
    }
}

/// Sum of products. Call inside [`vectorized`].
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (a_chunks, a_rest) = a.as_chunks::<LANES>();
    let (b_chunks, b_rest) = b.as_chunks::<LANES>();
    for (x, y) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..LANES {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let mut sum = total(lanes);
    for (x, y) in a_rest.iter().zip(b_rest) {
        sum += x * y;
    }
    sum
}

/// Sum of values. Call inside [`vectorized`].
#[inline(always)]
pub(super) fn sum(values: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] += chunk[lane];
        }
    }
    let mut sum = total(lanes);
    for value in rest {
        sum += value;
    }
    sum
}

/// Adds up the lanes of a reduction, always in the same order.
#[inline(always)]
pub(super) fn total(mut lanes: [f32; LANES]) -> f32 {
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

/// `y += scale * x`. Call inside [`vectorized`].
#[inline(always)]
pub(super) fn add_scaled(y: &mut [f32], scale: f32, x: &[f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += scale * x;
    }
}

/// `y += x`.
pub(super) fn add(y: &mut [f32], x: &[f32]) {
    vectorized(
        #[inline(always)]
        || add_scaled(y, 1.0, x),
    );
}

/// The sum of squares, for gradient clipping: in f64 over fixed blocks.
pub(super) fn sum_of_squares(values: &[f32]) -> f64 {
    let mut sum = 0.0;
    vectorized(
        #[inline(always)]
        || {
            for block in values.chunks(4096) {
                sum += f64::from(dot(block, block));
            }
        },
    );
    sum
}

/// The largest value of a slice; NaN is passed over, and turns up in the sum
/// of [`exp_shifted`]. Call inside [`vectorized`].
#[inline(always)]
pub(super) fn largest(values: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = if chunk[lane] > lanes[lane] { chunk[lane] } else { lanes[lane] };
        }
    }
    let mut best = f32::NEG_INFINITY;
    for &value in lanes.iter().chain(rest) {
        best = best.max(value);
    }
    best
}

/// Replaces each value by e^(value - shift) and returns their sum. Call
/// inside [`vectorized`].
#[inline(always)]
pub(super) fn exp_shifted(values: &mut [f32], shift: f32) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (chunks, rest) = values.as_chunks_mut::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            chunk[lane] = exp(chunk[lane] - shift);
            lanes[lane] += chunk[lane];
        }
    }
    let mut sum = total(lanes);
    for value in rest {
        *value = exp(*value - shift);
        sum += *value;
    }
    sum
}

/// Replaces scores by probabilities. Call inside [`vectorized`].
#[inline(always)]
pub(super) fn softmax(values: &mut [f32]) {
    let shift = largest(values);
    let scale = 1.0 / exp_shifted(values, shift);
    for value in values {
        *value *= scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activations_agree_with_the_library_functions_in_double_precision() {
        let (mut worst_exp, mut worst_tanh, mut worst_sigmoid) = (0.0_f64, 0.0_f64, 0.0_f64);
        for step in -200_000..=200_000 {
            let x = step as f32 * 1e-4;
            let exact = f64::from(x);
            let relative = |value: f32, truth: f64| ((f64::from(value) - truth) / truth).abs();
            worst_exp = worst_exp.max(relative(exp(x), exact.exp()));
            worst_sigmoid = worst_sigmoid.max(relative(sigmoid(x), 1.0 / (1.0 + (-exact).exp())));
            if step != 0 {
                worst_tanh = worst_tanh.max(relative(tanh(x), exact.tanh()));
            }
        }
        assert!(worst_exp < 2e-7, "exp {worst_exp}");
        assert!(worst_sigmoid < 3e-7, "sigmoid {worst_sigmoid}");
        assert!(worst_tanh < 4e-7, "tanh {worst_tanh}");
        assert_eq!(tanh(0.0), 0.0);
        assert!(exp(f32::NAN).is_nan() && tanh(f32::NAN).is_nan() && sigmoid(f32::NAN).is_nan());
        assert!(tanh(1e30) == 1.0 && tanh(-1e30) == -1.0 && sigmoid(-1e30) < 1e-30);
    }

    #[test]
    fn reductions_cover_the_tail_and_let_nan_through() {
        let values: Vec<f32> = (0..37).map(|i| i as f32).collect();
        assert_eq!(dot(&values, &values), (0..37).map(|i| (i * i) as f32).sum::<f32>());
        assert_eq!(largest(&values), 36.0);
        let mut poisoned = values.clone();
        poisoned[3] = f32::NAN;
        softmax(&mut poisoned);
        assert!(poisoned.iter().all(|value| value.is_nan()));
    }
}
