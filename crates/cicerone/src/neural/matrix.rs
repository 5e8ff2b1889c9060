//! Matrices as views of floats, and the one product all layers are made of.
//!
//! Vectors are rows and weights stand on the right: a batch of n inputs is
//! `[n, in]`, a weight `[in, out]`, the result `[n, out]`. A view carries its
//! strides, so a transpose ([`Mat::t`]) or a band of rows costs nothing.

use pulp::{Arch, Simd, WithSimd};

use super::kernels::vectorized;

/// A matrix to read.
#[derive(Clone, Copy)]
pub struct Mat<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    row_stride: usize,
    column_stride: usize,
}

/// A matrix to write, row after row.
pub struct MatMut<'a> {
    values: &'a mut [f32],
    rows: usize,
    columns: usize,
}

/// What a product does with what is already there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// Overwrites it.
    Store,
    /// Adds to it.
    Add,
}

impl<'a> Mat<'a> {
    /// The first `rows * columns` of `values`, row after row.
    pub fn new(values: &'a [f32], rows: usize, columns: usize) -> Mat<'a> {
        let values = &values[..rows * columns];
        Mat { values, rows, columns, row_stride: columns, column_stride: 1 }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The transpose.
    pub fn t(self) -> Mat<'a> {
        Mat {
            values: self.values,
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
        }
    }
}

impl<'a> MatMut<'a> {
    /// The first `rows * columns` of `values`, row after row.
    pub fn new(values: &'a mut [f32], rows: usize, columns: usize) -> MatMut<'a> {
        MatMut { values: &mut values[..rows * columns], rows, columns }
    }
}

/// `out = a b` or `out += a b`: `[n, k] x [k, m] -> [n, m]`.
pub fn multiply(out: MatMut<'_>, a: Mat<'_>, b: Mat<'_>, product: Product) {
    assert!(a.rows == out.rows && b.columns == out.columns && a.columns == b.rows, "shapes");
    let (n, m, k) = (out.rows, out.columns, a.columns);
    if n == 1 && b.column_stride == 1 && a.column_stride == 1 {
        return multiply_row(out.values, a.values, b.values, product);
    }
    if n == 0 || m == 0 {
        return;
    }
    let add = product == Product::Add;
    // The kernels prefer columns, our rows are those of the transpose:
    // (a b)' = b' a'.
    let (left, right) = (b.t(), a.t());
    let kernel = gemm_f32::gemm::f32::get_gemm_fn();
    // SAFETY: the constructors checked that every view holds rows * columns
    // floats at the strides it was given; `out` is borrowed exclusively.
    unsafe {
        kernel(
            m,
            n,
            k,
            out.values.as_mut_ptr(),
            m as isize,
            1,
            add,
            left.values.as_ptr(),
            left.column_stride as isize,
            left.row_stride as isize,
            right.values.as_ptr(),
            right.column_stride as isize,
            right.row_stride as isize,
            if add { 1.0 } else { 0.0 },
            1.0,
            false,
            false,
            false,
            gemm_common::Parallelism::None,
        );
    }
}

/// One row times a matrix. A general product packs its operands first, which
/// for a single row costs more than the product itself. Every number is summed as
/// a general product sums it, so that a row of up to 512 numbers, after which that one
/// begins anew, comes to the same alone as among others.
fn multiply_row(out: &mut [f32], a: &[f32], b: &[f32], product: Product) {
    if product == Product::Store {
        out.fill(0.0);
    }
    Arch::new().dispatch(RowProduct { out, a, b });
}

/// `out += a b`, where `a` and `out` are a row each.
struct RowProduct<'a> {
    out: &'a mut [f32],
    a: &'a [f32],
    b: &'a [f32],
}

impl WithSimd for RowProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        /// Vectors whose sums stay in registers.
        const BAND: usize = 8;
        let RowProduct { out, a, b } = self;
        let columns = out.len();
        let (whole, rest) = S::as_mut_simd_f32s(out);
        let rest_from = columns - rest.len();
        let (bands, single) = whole.as_chunks_mut::<BAND>();
        let single_from = bands.len() * BAND;
        for (number, band) in bands.iter_mut().enumerate() {
            add_to_band(simd, band, a, b, columns, number * BAND);
        }
        for (number, one) in single.iter_mut().enumerate() {
            add_to_band(simd, std::array::from_mut(one), a, b, columns, single_from + number);
        }
        if !rest.is_empty() {
            let mut sum = simd.splat_f32s(0.0);
            for (x, row) in a.iter().zip(b.chunks_exact(columns)) {
                let weights = simd.partial_load_f32s(&row[rest_from..]);
                sum = simd.mul_add_e_f32s(simd.splat_f32s(*x), weights, sum);
            }
            let there = simd.partial_load_f32s(rest);
            simd.partial_store_f32s(rest, simd.add_f32s(there, sum));
        }
    }
}

/// Adds the products of some vectors of columns, of which `from` is the first.
#[inline(always)]
fn add_to_band<S: Simd, const VECTORS: usize>(
    simd: S,
    band: &mut [S::f32s; VECTORS],
    a: &[f32],
    b: &[f32],
    columns: usize,
    from: usize,
) {
    let mut sums = [simd.splat_f32s(0.0); VECTORS];
    for (x, row) in a.iter().zip(b.chunks_exact(columns)) {
        let x = simd.splat_f32s(*x);
        let Some(weights) = S::as_simd_f32s(row).0[from..].first_chunk::<VECTORS>() else {
            continue;
        };
        for vector in 0..VECTORS {
            sums[vector] = simd.mul_add_e_f32s(x, weights[vector], sums[vector]);
        }
    }
    for vector in 0..VECTORS {
        band[vector] = simd.add_f32s(band[vector], sums[vector]);
    }
}

/// Fills every row of `out` with `row`: where a bias starts a product.
pub(super) fn fill_rows(out: &mut [f32], row: &[f32]) {
    for target in out.chunks_exact_mut(row.len()) {
        target.copy_from_slice(row);
    }
}

/// `sums += ` the sum of the rows of `values`.
pub(super) fn add_rows(sums: &mut [f32], values: &[f32]) {
    let columns = sums.len();
    vectorized(
        #[inline(always)]
        || {
            for row in values.chunks_exact(columns) {
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum += value;
                }
            }
        },
    );
}

/// Writes the transpose of `[rows, columns]` into `out`. Products inside time
/// loops want their right side row after row; a weight is turned once per
/// batch and then used at every step.
pub(super) fn transpose(out: &mut [f32], values: &[f32], rows: usize, columns: usize) {
    const TILE: usize = 16;
    for row_tile in (0..rows).step_by(TILE) {
        let here = TILE.min(rows - row_tile);
        let band = &values[row_tile * columns..(row_tile + here) * columns];
        for column in 0..columns {
            let out = &mut out[column * rows + row_tile..][..here];
            for (value, row) in out.iter_mut().zip(band.chunks_exact(columns)) {
                *value = row[column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(a: Mat<'_>, b: Mat<'_>) -> Vec<f32> {
        let at = |m: Mat<'_>, r: usize, c: usize| m.values[r * m.row_stride + c * m.column_stride];
        let cell = |r, c| (0..a.columns).map(|i| at(a, r, i) * at(b, i, c)).sum();
        (0..a.rows)
            .flat_map(|r| (0..b.columns).map(move |c| (r, c)))
            .map(|(r, c)| cell(r, c))
            .collect()
    }

    #[test]
    fn a_row_comes_to_the_same_alone_as_among_others() {
        for (n, m, k) in [(2, 7, 5), (5, 128, 128), (3, 300, 9), (40, 513, 256), (9, 131, 512)] {
            let number = |i: usize| ((i * 7919 % 1013) as f32 / 1013.0 - 0.5) * 0.37;
            let a: Vec<f32> = (0..n * k).map(number).collect();
            let b: Vec<f32> = (0..k * m).map(number).collect();
            for product in [Product::Store, Product::Add] {
                let mut together: Vec<f32> = (0..n * m).map(number).collect();
                let mut alone = together.clone();
                let out = MatMut::new(&mut together, n, m);
                multiply(out, Mat::new(&a, n, k), Mat::new(&b, k, m), product);
                for (row, out) in alone.chunks_mut(m).enumerate() {
                    let a = Mat::new(&a[row * k..], 1, k);
                    multiply(MatMut::new(out, 1, m), a, Mat::new(&b, k, m), product);
                }
                assert_eq!(together, alone, "{n} x {m} x {k}");
            }
        }
    }

    #[test]
    fn products_agree_with_the_definition_for_every_orientation() {
        for (n, m, k) in [(1, 7, 5), (1, 300, 9), (3, 128, 20), (17, 31, 8), (2, 1, 1)] {
            let a: Vec<f32> = (0..n * k).map(|i| (i % 13) as f32 - 6.0).collect();
            let b: Vec<f32> = (0..k * m).map(|i| (i % 11) as f32 - 5.0).collect();
            let mut turned = vec![0.0; a.len().max(b.len())];
            transpose(&mut turned, &a, n, k);
            let a_turned = Mat::new(&turned, k, n).t();
            let mut out = vec![1.0; n * m];
            let expected = naive(Mat::new(&a, n, k), Mat::new(&b, k, m));
            multiply(MatMut::new(&mut out, n, m), a_turned, Mat::new(&b, k, m), Product::Store);
            assert_eq!(out, expected);
            multiply(
                MatMut::new(&mut out, n, m),
                Mat::new(&a, n, k),
                Mat::new(&b, k, m),
                Product::Add,
            );
            assert!(out.iter().zip(&expected).all(|(x, y)| *x == 2.0 * y));
            let mut turned = vec![0.0; b.len()];
            transpose(&mut turned, &b, k, m);
            multiply(
                MatMut::new(&mut out, n, m),
                Mat::new(&a, n, k),
                Mat::new(&turned, m, k).t(),
                Product::Store,
            );
            assert_eq!(out, expected);
        }
    }
}
