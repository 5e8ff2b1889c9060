//! Does the reader who errs foresee what people do with people's texts?

use std::collections::BTreeMap;

use cicerone::Result;
use cicerone::corpus::Corpus;
use cicerone::read::{Critic, Estimate, Lesson, Walk};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// How well it foresees them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReaderReport {
    /// Rank correlation, over demonstrations, of the share of people who
    /// arrive with what was foreseen.
    pub success_spearman: f64,
    /// The same of their mean rating.
    pub rating_spearman: f64,
    /// Mean squared difference of what was foreseen and what happened (1 or
    /// 0), over walks.
    pub brier: f64,
    /// Demonstrations whose text somebody walked.
    pub demonstrations: usize,
    /// Walks.
    pub walks: usize,
    /// The same Brier score of the share of all walks that arrive.
    pub brier_of_the_mean: f64,
    /// Rank correlation of success with the reader's own probability to
    /// arrive, without the regression.
    pub arrives_spearman: f64,
    /// Of the texts of which about so much was foreseen, how much came true.
    pub calibration: Vec<Calibration>,
}

/// Texts of which about the same was foreseen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Calibration {
    /// The mean of what was foreseen.
    pub foreseen: f64,
    /// The share of walks that arrived.
    pub arrived: f64,
    /// How many texts.
    pub demonstrations: usize,
    /// How many walks.
    pub walks: usize,
}

/// Holds a critic against walks.
pub fn evaluate(corpus: &Corpus, walks: &[Walk], critic: &Critic) -> Result<ReaderReport> {
    let lessons = Lesson::all(corpus, walks)?;
    let foreseen = lessons.iter().map(|lesson| foresee(critic, lesson)).collect::<Vec<_>>();
    Ok(report(&lessons, &foreseen))
}

/// Splits the demonstrations of the walks into so many parts, and foresees each
/// by what was learnt from the others alone.
pub fn cross_validate(
    corpus: &Corpus,
    walks: &[Walk],
    parts: usize,
    seed: u64,
) -> Result<ReaderReport> {
    let lessons = Lesson::all(corpus, walks)?;
    let mut order: Vec<u32> = lessons.iter().map(|lesson| lesson.demonstration.id).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let part_of: BTreeMap<u32, usize> =
        order.into_iter().enumerate().map(|(place, id)| (id, place % parts)).collect();
    // Lessons remember what they worked out, so that each part has its own.
    let one_part = |part: usize| -> Result<Vec<(u32, Foreseen)>> {
        let own = Lesson::all(corpus, walks)?;
        let is_in = |lesson: &&Lesson<'_>| part_of[&lesson.demonstration.id] == part;
        let others: Vec<&Lesson<'_>> = own.iter().filter(|one| !is_in(one)).collect();
        let critic = Critic::learn(&others, |_, _| {});
        let found = own.iter().filter(is_in);
        Ok(found.map(|one| (one.demonstration.id, foresee(&critic, one))).collect())
    };
    let found: Vec<Result<Vec<(u32, Foreseen)>>> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..parts).map(|part| scope.spawn(move || one_part(part))).collect();
        started
            .into_iter()
            .map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let mut all = BTreeMap::new();
    for part in found {
        all.extend(part?);
    }
    let foreseen: Vec<Foreseen> =
        lessons.iter().map(|lesson| all[&lesson.demonstration.id]).collect();
    Ok(report(&lessons, &foreseen))
}

/// What was foreseen of a text.
#[derive(Debug, Clone, Copy)]
struct Foreseen {
    estimate: Estimate,
    arrives: f64,
}

fn foresee(critic: &Critic, lesson: &Lesson<'_>) -> Foreseen {
    let arrives = lesson.text.read(&critic.habits).arrives;
    Foreseen { estimate: critic.estimate(&lesson.text), arrives }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

fn report(lessons: &[Lesson<'_>], foreseen: &[Foreseen]) -> ReaderReport {
    let shares: Vec<f64> = lessons.iter().map(|lesson| mean(&lesson.found)).collect();
    let success: Vec<f64> = foreseen.iter().map(|one| one.estimate.success).collect();
    let arrives: Vec<f64> = foreseen.iter().map(|one| one.arrives).collect();
    let rated = || lessons.iter().zip(foreseen).filter(|(lesson, _)| !lesson.ratings.is_empty());
    let ratings: Vec<f64> = rated().map(|(lesson, _)| mean(&lesson.ratings)).collect();
    let expected: Vec<f64> = rated().map(|(_, one)| one.estimate.rating).collect();
    let walks: Vec<f64> = lessons.iter().flat_map(|lesson| lesson.found.clone()).collect();
    let squares = |of: &dyn Fn(usize) -> f64| {
        let pairs = lessons.iter().enumerate().flat_map(|(number, lesson)| {
            lesson.found.iter().map(move |found| (of(number) - found).powi(2))
        });
        pairs.sum::<f64>() / walks.len().max(1) as f64
    };
    let middle = mean(&walks);
    ReaderReport {
        success_spearman: spearman(&success, &shares),
        rating_spearman: spearman(&expected, &ratings),
        brier: squares(&|number| success[number]),
        demonstrations: lessons.len(),
        walks: walks.len(),
        brier_of_the_mean: squares(&|_| middle),
        arrives_spearman: spearman(&arrives, &shares),
        calibration: calibration(lessons, &success),
    }
}

/// Five groups of equally many texts, by what was foreseen.
fn calibration(lessons: &[Lesson<'_>], success: &[f64]) -> Vec<Calibration> {
    const GROUPS: usize = 5;
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    order.sort_by(|a, b| success[*a].total_cmp(&success[*b]));
    let size = order.len().div_ceil(GROUPS).max(1);
    let group = |members: &[usize]| {
        let walks: Vec<f64> =
            members.iter().flat_map(|number| lessons[*number].found.clone()).collect();
        let foreseen: Vec<f64> = members.iter().map(|number| success[*number]).collect();
        Calibration {
            foreseen: mean(&foreseen),
            arrived: mean(&walks),
            demonstrations: members.len(),
            walks: walks.len(),
        }
    };
    order.chunks(size).map(group).collect()
}

/// Spearman's rank correlation; equals share their mean rank. 0 where either
/// side is all the same.
pub fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let (a, b) = (mean(&one), mean(&other));
    let product: f64 = one.iter().zip(&other).map(|(x, y)| (x - a) * (y - b)).sum();
    let spread = |ranks: &[f64], middle: f64| {
        ranks.iter().map(|rank| (rank - middle).powi(2)).sum::<f64>().sqrt()
    };
    let spreads = spread(&one, a) * spread(&other, b);
    if spreads > 0.0 { product / spreads } else { 0.0 }
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    while first < order.len() {
        let same = order[first..].iter().take_while(|at| numbers[**at] == numbers[order[first]]);
        let count = same.count();
        for at in &order[first..first + count] {
            ranks[*at] = first as f64 + (count as f64 - 1.0) / 2.0;
        }
        first += count;
    }
    ranks
}

/// What was foreseen against what came true, as SVG.
pub fn picture(report: &ReaderReport) -> String {
    use std::fmt::Write;
    let (size, left, top) = (300.0, 60.0, 20.0);
    let x = |share: f64| left + share * size;
    let y = |share: f64| top + (1.0 - share) * size;
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"390\" \
         viewBox=\"0 0 400 390\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
    );
    for percent in (0..=100).step_by(25) {
        let share = f64::from(percent) / 100.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {0}h{size}M{1} {top}v{size}\" stroke=\"#ddd\"/>\
             <text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">{percent}%</text>\
             <text x=\"{1}\" y=\"{4}\" text-anchor=\"middle\">{percent}%</text>",
            y(share),
            x(share),
            left - 6.0,
            y(share) + 4.0,
            top + size + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{} {}L{} {}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for one in &report.calibration {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"6\" fill=\"#4c78a8\"><title>foreseen {:.0}%, \
             arrived {:.0}%: {} texts, {} walks</title></circle>",
            x(one.foreseen),
            y(one.arrived),
            one.foreseen * 100.0,
            one.arrived * 100.0,
            one.demonstrations,
            one.walks
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">share foreseen to arrive</text>\
         <text x=\"14\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {})\">share that \
         arrived</text>\n</svg>",
        x(0.5),
        top + size + 40.0,
        y(0.5),
        y(0.5)
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_go_by_order_and_equals_share() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
        assert!((spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]) - 1.0).abs() < 1e-12);
        assert!((spearman(&[1.0, 2.0, 3.0], &[9.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        assert_eq!(spearman(&[1.0, 1.0], &[0.0, 5.0]), 0.0);
        // As scipy.stats.spearmanr has it.
        assert!((spearman(&[1.0, 2.0, 2.0, 4.0], &[1.0, 3.0, 2.0, 2.0]) - 0.5).abs() < 1e-9);
    }
}
