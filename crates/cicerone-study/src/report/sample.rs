//! Two conditions, run by run: the permutation test and the bootstrap.
//!
//! **Test.** Runs of one scenario are compared with each other only. Of each
//! run we take how far its score is from its scenario's mean. A participant's
//! share in the difference is the sum of those over the runs under the second
//! condition, less what as many runs would have by chance. The statistic is
//! the square of the sum of the shares over the sum of their squares: a
//! difference in units of its own scatter *between participants* (a score
//! test with a variance robust to clusters). Its distribution without a
//! difference is had by exchanging the conditions among the runs of each
//! scenario.
//!
//! Exchanging within scenarios gives an exact test if conditions were given
//! out at random within each scenario. As the statistic carries its own
//! scatter between participants, it also stays honest, in studies of usual
//! size, where one person's runs resemble each other and conditions are not
//! spread evenly over people; `tests/rehearsal.rs` shows both.
//!
//! **Intervals.** Participants, with all their runs, are drawn again with
//! replacement; the interval is the middle 95% of what they give, and a little
//! more with few of them.

use std::collections::BTreeMap;
use std::ops::Range;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::formulas::quantile;

/// One run of one of two conditions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Observed {
    pub(super) participant: usize,
    pub(super) scenario: usize,
    /// Whether it is of the second condition.
    pub(super) second: bool,
    pub(super) value: f64,
}

/// The runs of two conditions, scenario by scenario.
pub(super) struct Sample {
    pub(super) runs: Vec<Observed>,
    pub(super) participants: usize,
    /// The scenarios that both conditions have runs of.
    strata: Vec<Range<usize>>,
}

impl Sample {
    pub(super) fn new(mut runs: Vec<Observed>) -> Sample {
        let mut numbers = BTreeMap::new();
        for run in &mut runs {
            let next = numbers.len();
            run.participant = *numbers.entry(run.participant).or_insert(next);
        }
        runs.sort_by_key(|run| run.scenario);
        let mut strata = Vec::new();
        let mut start = 0;
        for stratum in runs.chunk_by(|a, b| a.scenario == b.scenario) {
            let end = start + stratum.len();
            let seconds = stratum.iter().filter(|run| run.second).count();
            if 0 < seconds && seconds < stratum.len() {
                strata.push(start..end);
            }
            start = end;
        }
        Sample { runs, participants: numbers.len(), strata }
    }

    /// How many scenarios can be compared.
    pub(super) fn scenarios(&self) -> usize {
        self.strata.len()
    }

    /// How many runs of the first and of the second condition.
    pub(super) fn sizes(&self) -> [usize; 2] {
        let seconds = self.runs.iter().filter(|run| run.second).count();
        [self.runs.len() - seconds, seconds]
    }

    /// The values as they are.
    pub(super) fn values(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.value).collect()
    }

    /// Ranks within scenarios, over the number of runs plus one, so that large
    /// and small scenarios weigh as van Elteren (1960) has it.
    pub(super) fn ranks(&self) -> Vec<f64> {
        let mut ranks = vec![0.0; self.runs.len()];
        for stratum in &self.strata {
            let runs = &self.runs[stratum.clone()];
            for (place, run) in stratum.clone().zip(runs) {
                let below = runs.iter().filter(|other| other.value < run.value).count();
                let equal = runs.iter().filter(|other| other.value == run.value).count();
                let rank = below as f64 + (equal as f64 + 1.0) / 2.0;
                ranks[place] = rank / (runs.len() as f64 + 1.0);
            }
        }
        ranks
    }

    /// For each value there can be, whether it is the run's.
    pub(super) fn indicators(&self, values: usize) -> Vec<Vec<f64>> {
        let is = |run: &Observed, value: usize| f64::from(u8::from(run.value == value as f64));
        (0..values).map(|value| self.runs.iter().map(|run| is(run, value)).collect()).collect()
    }

    /// The p-value of no difference in any of the scores, by permutations;
    /// none if no scenario was run under both conditions.
    pub(super) fn permutation_test(
        &self,
        scores: &[Vec<f64>],
        permutations: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<f64> {
        if self.strata.is_empty() || scores.is_empty() {
            return None;
        }
        let apart: Vec<Vec<f64>> = scores.iter().map(|scores| self.deviations(scores)).collect();
        let mut labels = self.labels();
        let mut shares = vec![0.0; self.participants];
        let mut statistic = |labels: &[f64]| -> f64 {
            apart.iter().map(|apart| self.statistic(apart, labels, &mut shares)).sum()
        };
        let seen = statistic(&labels);
        // Sums in another order differ by a hair; equal must count as equal.
        let reach = seen * (1.0 - 1e-9);
        let mut as_far = 0;
        for _ in 0..permutations {
            for stratum in &self.strata {
                labels[stratum.clone()].shuffle(random);
            }
            as_far += usize::from(statistic(&labels) >= reach);
        }
        // The study itself is one of the permutations, so p is never 0.
        Some((as_far + 1) as f64 / (permutations + 1) as f64)
    }

    fn statistic(&self, apart: &[f64], labels: &[f64], shares: &mut [f64]) -> f64 {
        shares.fill(0.0);
        for stratum in &self.strata {
            for place in stratum.clone() {
                shares[self.runs[place].participant] += labels[place] * apart[place];
            }
        }
        let sum: f64 = shares.iter().sum();
        let squares: f64 = shares.iter().map(|share| share * share).sum();
        if squares > 0.0 { sum * sum / squares } else { 0.0 }
    }

    /// How far each score is from the mean of its scenario.
    fn deviations(&self, scores: &[f64]) -> Vec<f64> {
        let mut apart = vec![0.0; scores.len()];
        for stratum in &self.strata {
            let mean = scores[stratum.clone()].iter().sum::<f64>() / stratum.len() as f64;
            for place in stratum.clone() {
                let difference = scores[place] - mean;
                // What only rounding made is no difference.
                apart[place] = if difference.abs() < 1e-12 { 0.0 } else { difference };
            }
        }
        apart
    }

    /// One under the second condition, zero under the first, less the mean of
    /// the scenario.
    fn labels(&self) -> Vec<f64> {
        let mut labels = vec![0.0; self.runs.len()];
        for stratum in &self.strata {
            let runs = &self.runs[stratum.clone()];
            let mean = runs.iter().filter(|run| run.second).count() as f64 / runs.len() as f64;
            for (place, run) in stratum.clone().zip(runs) {
                labels[place] = f64::from(u8::from(run.second)) - mean;
            }
        }
        labels
    }

    /// The mean difference of the second condition from the first within
    /// scenarios, weighted as Mantel and Haenszel have it, if each participant
    /// counts so many times.
    pub(super) fn difference(&self, times: &[u32]) -> Option<f64> {
        let (mut sum, mut weights) = (0.0, 0.0);
        for stratum in &self.strata {
            let mut counts = [0.0, 0.0];
            let mut sums = [0.0, 0.0];
            for run in &self.runs[stratum.clone()] {
                let weight = f64::from(times[run.participant]);
                counts[usize::from(run.second)] += weight;
                sums[usize::from(run.second)] += weight * run.value;
            }
            if counts[0] > 0.0 && counts[1] > 0.0 {
                let weight = counts[0] * counts[1] / (counts[0] + counts[1]);
                sum += weight * (sums[1] / counts[1] - sums[0] / counts[0]);
                weights += weight;
            }
        }
        (weights > 0.0).then(|| sum / weights)
    }

    /// The 95% interval of a statistic of how often each participant counts;
    /// none with fewer than two participants, or if it often cannot be had.
    pub(super) fn bootstrap(
        &self,
        resamples: usize,
        random: &mut ChaCha8Rng,
        mut statistic: impl FnMut(&[u32]) -> Option<f64>,
    ) -> Option<(f64, f64)> {
        if self.participants < 2 {
            return None;
        }
        let mut times = vec![0; self.participants];
        let mut found = Vec::with_capacity(resamples);
        for _ in 0..resamples {
            times.fill(0);
            for _ in 0..self.participants {
                times[random.random_range(0..self.participants)] += 1;
            }
            found.extend(statistic(&times));
        }
        if found.len() * 10 < resamples * 9 {
            return None;
        }
        found.sort_by(f64::total_cmp);
        let tail = tail(self.participants);
        Some((quantile(&found, tail)?, quantile(&found, 1.0 - tail)?))
    }
}

/// The share of resamples to cut off on each side. The plain 2.5% is too much
/// with few participants; Hesterberg (2015) has it such that intervals of a
/// mean are as wide as Student's.
fn tail(participants: usize) -> f64 {
    let n = participants as f64;
    let (Ok(student), Ok(normal)) = (StudentsT::new(0.0, 1.0, n - 1.0), Normal::new(0.0, 1.0))
    else {
        return 0.025;
    };
    normal.cdf(student.inverse_cdf(0.025) * (n / (n - 1.0)).sqrt())
}

/// Random numbers for one purpose: what is drawn for one does not depend on
/// what was drawn for others.
pub(super) fn stream(seed: u64, purpose: &str) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // FNV-1a, which is the same on every machine.
    let number = purpose.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    random.set_stream(number);
    random
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(runs: &[(usize, usize, bool, f64)]) -> Sample {
        let observed = |&(participant, scenario, second, value): &(usize, usize, bool, f64)| {
            Observed { participant, scenario, second, value }
        };
        Sample::new(runs.iter().map(observed).collect())
    }

    fn p(sample: &Sample, scores: Vec<f64>) -> Option<f64> {
        sample.permutation_test(&[scores], 99_999, &mut stream(7, "test"))
    }

    #[test]
    fn a_tiny_test_has_its_exact_p() {
        // Three against three, fully apart: 2 of the 20 ways are as extreme.
        let runs: Vec<_> = (0..6).map(|n| (n, 0, n >= 3, n as f64)).collect();
        let sample_ = sample(&runs);
        assert!((p(&sample_, sample_.values()).unwrap() - 0.1).abs() < 0.004);
        // Two scenarios of two against two, fully apart: 2 of 36 ways.
        let runs: Vec<_> = (0..8).map(|n| (n, n / 4, n % 4 >= 2, (n % 4) as f64)).collect();
        let sample_ = sample(&runs);
        assert!((p(&sample_, sample_.ranks()).unwrap() - 2.0 / 36.0).abs() < 0.003);
        // 0, 0, 1 against 1, 1, 1: 4 of the 20 ways have both zeros on the one
        // side, 4 on the other.
        let values = [0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let runs: Vec<_> = (0..6).map(|n| (n, 0, n >= 3, values[n])).collect();
        let sample_ = sample(&runs);
        assert!((p(&sample_, sample_.values()).unwrap() - 0.4).abs() < 0.006);
    }

    #[test]
    fn scenarios_under_one_condition_say_nothing() {
        let alone = sample(&[(0, 0, true, 1.0), (1, 0, true, 0.0), (2, 1, false, 1.0)]);
        assert_eq!(p(&alone, alone.values()), None);
        assert_eq!(alone.difference(&[1, 1, 1]), None);
        let none = sample(&[]);
        assert_eq!(p(&none, vec![]), None);
        assert_eq!(none.bootstrap(99, &mut stream(1, ""), |_| Some(0.0)), None);
    }

    #[test]
    fn without_scatter_or_with_one_person_there_is_no_difference() {
        let same = sample(&[(0, 0, true, 1.0), (1, 0, false, 1.0), (2, 0, true, 1.0)]);
        assert_eq!(p(&same, same.values()), Some(1.0));
        let one = sample(&[(0, 0, true, 1.0), (0, 0, false, 0.0), (0, 1, true, 1.0)]);
        assert_eq!(p(&one, one.values()), Some(1.0));
    }

    #[test]
    fn tails_are_those_of_hesterberg() {
        // SciPy: norm.cdf(t.ppf(0.025, n - 1) * sqrt(n / (n - 1))).
        for (participants, share) in [(5, 0.00095), (15, 0.01321), (30, 0.01875), (100, 0.02306)] {
            assert!((tail(participants) - share).abs() < 1e-5, "{}", tail(participants));
        }
    }

    #[test]
    fn differences_are_weighted_by_scenario() {
        // 1 against 0 in a scenario of two, 0 against 0 in one of four.
        let sample = sample(&[
            (0, 0, true, 1.0),
            (1, 0, false, 0.0),
            (2, 1, true, 0.0),
            (3, 1, true, 0.0),
            (4, 1, false, 0.0),
            (5, 1, false, 0.0),
        ]);
        assert!((sample.difference(&[1; 6]).unwrap() - 0.5 / 1.5).abs() < 1e-12);
        assert_eq!(sample.difference(&[0, 1, 1, 1, 1, 1]), Some(0.0));
    }
}
