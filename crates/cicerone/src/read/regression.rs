//! A regression over a portrait: for each number a line with a few bends, all
//! of them shrunk towards nothing.

use serde::{Deserialize, Serialize};

/// What is expected of a portrait.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Regression {
    /// What is expected of a portrait of nothing.
    pub base: f64,
    /// For each number of a portrait, by name, its line.
    pub lines: Vec<Contribution>,
}

/// What one number of a portrait adds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contribution {
    /// The number's name.
    pub name: String,
    /// What each unit of it adds.
    pub slope: f64,
    /// From where on each unit adds something more, and what.
    pub bends: Vec<(f64, f64)>,
}

impl Regression {
    /// What is expected of a portrait.
    pub(crate) fn expects(&self, portrait: &[f64]) -> f64 {
        let lines = self.lines.iter().zip(portrait);
        self.base + lines.map(|(line, number)| line.adds(*number)).sum::<f64>()
    }
}

impl Contribution {
    fn adds(&self, number: f64) -> f64 {
        let bends = self.bends.iter().map(|(from, slope)| slope * (number - from).max(0.0));
        self.slope * number + bends.sum::<f64>()
    }
}

#[cfg(feature = "training")]
mod learn {
    use nalgebra::{DMatrix, DVector};

    use super::{Contribution, Regression};

    /// Where lines bend: at these shares of the portraits.
    const BENDS: [f64; 4] = [0.2, 0.4, 0.6, 0.8];

    impl Regression {
        /// The ridge regression of values on portraits, each example with a
        /// weight. What is learnt of the spread of every column is undone in
        /// the end, so that a line speaks of the numbers as they are.
        pub(crate) fn learn(
            names: &[&str],
            examples: &[(Vec<f64>, f64, f64)],
            shrinkage: f64,
        ) -> Regression {
            let bends: Vec<Vec<f64>> =
                (0..names.len()).map(|place| quantiles(examples, place)).collect();
            let columns = |portrait: &[f64]| {
                let mut row = Vec::new();
                for (number, bends) in portrait.iter().zip(&bends) {
                    row.push(*number);
                    row.extend(bends.iter().map(|from| (number - from).max(0.0)));
                }
                row
            };
            let rows: Vec<Vec<f64>> =
                examples.iter().map(|(portrait, ..)| columns(portrait)).collect();
            let width = rows.first().map_or(0, Vec::len);
            let total: f64 = examples.iter().map(|(.., weight)| weight).sum::<f64>().max(1e-9);
            let mean = |of: &dyn Fn(usize) -> f64| {
                let all = examples.iter().enumerate();
                all.map(|(number, (.., weight))| weight * of(number)).sum::<f64>() / total
            };
            let means: Vec<f64> =
                (0..width).map(|column| mean(&|number| rows[number][column])).collect();
            let spreads: Vec<f64> = (0..width)
                .map(|column| mean(&|number| (rows[number][column] - means[column]).powi(2)).sqrt())
                .collect();
            let middle = mean(&|number| examples[number].1);
            let scaled = |number: usize, column: usize| match spreads[column] > 1e-9 {
                true => (rows[number][column] - means[column]) / spreads[column],
                false => 0.0,
            };
            let root = |number: usize| examples[number].2.sqrt();
            let matrix = DMatrix::from_fn(examples.len(), width, |number, column| {
                root(number) * scaled(number, column)
            });
            let values = DVector::from_fn(examples.len(), |number, _| {
                root(number) * (examples[number].1 - middle)
            });
            let gram = matrix.transpose() * &matrix + DMatrix::identity(width, width) * shrinkage;
            let right = matrix.transpose() * values;
            // A sum of squares and a positive diagonal always has one.
            let found =
                gram.cholesky().map_or_else(|| DVector::zeros(width), |one| one.solve(&right));
            let slope = |column: usize| match spreads[column] > 1e-9 {
                true => found[column] / spreads[column],
                false => 0.0,
            };
            let base = middle - (0..width).map(|column| slope(column) * means[column]).sum::<f64>();
            let mut column = 0;
            let mut next = || {
                column += 1;
                slope(column - 1)
            };
            let lines = names.iter().zip(bends).map(|(name, bends)| Contribution {
                name: (*name).to_owned(),
                slope: next(),
                bends: bends.into_iter().map(|from| (from, next())).collect(),
            });
            Regression { lines: lines.collect(), base }
        }
    }

    fn quantiles(examples: &[(Vec<f64>, f64, f64)], place: usize) -> Vec<f64> {
        let mut numbers: Vec<f64> = examples.iter().map(|(portrait, ..)| portrait[place]).collect();
        numbers.sort_by(f64::total_cmp);
        let last = numbers.len().saturating_sub(1) as f64;
        let mut found: Vec<f64> = BENDS
            .iter()
            .filter_map(|share| numbers.get((share * last).round() as usize).copied())
            .collect();
        found.dedup();
        found
    }
}

#[cfg(all(test, feature = "training"))]
mod tests {
    use super::*;

    #[test]
    fn a_planted_bend_is_found() {
        let example = |n: u32| {
            let (x, noise) = (f64::from(n) / 100.0, f64::from(n % 7));
            (vec![x, noise], 1.0 + (x - 0.4).max(0.0) * 3.0, 1.0)
        };
        let examples: Vec<_> = (0..100).map(example).collect();
        let found = Regression::learn(&["x", "noise"], &examples, 0.01);
        for (portrait, value, _) in &examples {
            assert!((found.expects(portrait) - value).abs() < 0.05, "{portrait:?}");
        }
    }

    #[test]
    fn what_never_changes_adds_nothing() {
        let examples: Vec<_> = (0..20).map(|n| (vec![3.0], f64::from(n % 2), 1.0)).collect();
        let found = Regression::learn(&["same"], &examples, 1.0);
        assert!((found.expects(&[3.0]) - 0.5).abs() < 1e-9);
        assert!((found.expects(&[9.0]) - 0.5).abs() < 1e-9);
    }
}
