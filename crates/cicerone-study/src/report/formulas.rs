//! The formulas of the report, each small enough to check by hand.

/// The normal quantile of 97.5%.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95% interval of a share (Wilson 1927), which stays within 0 and 1
/// and is sensible at both ends; none without runs.
pub(super) fn wilson(count: usize, of: usize) -> Option<(f64, f64)> {
    if of == 0 {
        return None;
    }
    let n = of as f64;
    let share = count as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // At the ends rounding would leave 0 or 1 by a hair.
    let low = if count == 0 { 0.0 } else { ((middle - half) / whole).max(0.0) };
    let high = if count == of { 1.0 } else { ((middle + half) / whole).min(1.0) };
    Some((low, high))
}

/// Holm's step-down correction (Holm 1979): the smallest p times the number of
/// tests, the next times one less, and so on, never falling. What was not
/// tested is not counted.
pub(super) fn holm(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(place, p)| Some((place, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut adjusted = vec![None; values.len()];
    let mut largest: f64 = 0.0;
    for (done, (place, p)) in order.iter().enumerate() {
        largest = largest.max(p * (order.len() - done) as f64).min(1.0);
        adjusted[*place] = Some(largest);
    }
    adjusted
}

/// Cliff's delta from how often each value, in rising order, was seen in the
/// first and in the second group: how much more often a member of the second
/// is above one of the first than below it, from -1 to 1.
pub(super) fn cliffs_delta(counts: &[[f64; 2]]) -> Option<f64> {
    let [first, second] =
        counts.iter().fold([0.0, 0.0], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
    if first == 0.0 || second == 0.0 {
        return None;
    }
    let (mut below, mut balance) = (0.0, 0.0);
    for count in counts {
        let above = first - below - count[0];
        balance += count[1] * (below - above);
        below += count[0];
    }
    Some(balance / (first * second))
}

/// Cramér's V of a table with two columns: how strongly two groups differ in
/// what they chose, from 0 to 1.
pub(super) fn cramers_v(counts: &[[f64; 2]]) -> Option<f64> {
    let sums = counts.iter().fold([0.0, 0.0], |sum, count| [sum[0] + count[0], sum[1] + count[1]]);
    let all = sums[0] + sums[1];
    if sums[0] == 0.0 || sums[1] == 0.0 {
        return None;
    }
    let mut chi_squared = 0.0;
    for count in counts {
        let row = count[0] + count[1];
        for (seen, sum) in count.iter().zip(sums) {
            let expected = row * sum / all;
            if expected > 0.0 {
                chi_squared += (seen - expected).powi(2) / expected;
            }
        }
    }
    Some((chi_squared / all).sqrt().min(1.0))
}

/// A quantile of sorted numbers, between two of them by proportion (type 7 of
/// Hyndman and Fan, the default of R and NumPy).
pub(super) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

/// The median of numbers in rising order, each counted so many times.
pub(super) fn weighted_median(sorted: impl Iterator<Item = (f64, u32)> + Clone) -> Option<f64> {
    let all: u64 = sorted.clone().map(|(_, times)| u64::from(times)).sum();
    let last = all.checked_sub(1)?;
    // Of an even number of values the median is the mean of the middle two.
    let (low, high) = (last / 2, all / 2);
    let (mut passed, mut first) = (0, None);
    for (value, times) in sorted {
        passed += u64::from(times);
        if first.is_none() && passed > low {
            first = Some(value);
        }
        if passed > high {
            return first.map(|first| (first + value) / 2.0);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-5
    }

    #[test]
    fn wilson_gives_the_published_intervals() {
        // Newcombe (1998), table I, method 3.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = wilson(count, of).unwrap();
            assert!(near(l, low) && near(h, high), "{count}/{of}: {l} {h}");
        }
        assert_eq!(wilson(5, 5).unwrap().1, 1.0);
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn holm_gives_what_r_gives() {
        // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
        let p = [Some(0.01), Some(0.04), None, Some(0.03), Some(0.005)];
        let adjusted = holm(&p);
        for (got, right) in adjusted.iter().flatten().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((got - right).abs() < 1e-12);
        }
        assert_eq!(adjusted[2], None);
        assert_eq!(holm(&[Some(0.7), Some(0.9)]), [Some(1.0), Some(1.0)]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn deltas_are_those_of_counting_pairs() {
        assert_eq!(cliffs_delta(&[[3.0, 0.0], [0.0, 4.0]]), Some(1.0));
        assert_eq!(cliffs_delta(&[[1.0, 2.0], [2.0, 4.0]]), Some(0.0));
        // 1, 2, 2 against 1, 3: of six pairs three are above, two below.
        let delta = cliffs_delta(&[[1.0, 1.0], [2.0, 0.0], [0.0, 1.0]]).unwrap();
        assert!((delta - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(cliffs_delta(&[[1.0, 0.0]]), None);
    }

    #[test]
    fn v_is_one_where_groups_never_agree_and_zero_where_they_always_do() {
        assert_eq!(cramers_v(&[[5.0, 0.0], [0.0, 5.0]]), Some(1.0));
        assert_eq!(cramers_v(&[[5.0, 5.0], [0.0, 0.0], [2.0, 2.0]]), Some(0.0));
        // chisq.test(matrix(c(10, 20, 30, 40), 2)): X-squared 0.79365 without
        // Yates' correction, of 100.
        assert!(near(cramers_v(&[[10.0, 30.0], [20.0, 40.0]]).unwrap(), 0.089_09));
        assert_eq!(cramers_v(&[[1.0, 0.0]]), None);
    }

    #[test]
    fn medians_and_quantiles() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.25), Some(1.5));
        assert_eq!(quantile(&[], 0.5), None);
        let median = |values: &[(f64, u32)]| weighted_median(values.iter().copied());
        assert_eq!(median(&[(1.0, 1), (2.0, 1), (4.0, 2)]), Some(3.0));
        assert_eq!(median(&[(1.0, 0), (2.0, 3), (4.0, 2)]), Some(2.0));
        assert_eq!(median(&[(1.0, 0)]), None);
    }
}
