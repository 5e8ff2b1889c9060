//! Do followers arrive? The paper's question to people, put to simulated ones.
//!
//! The same routes are told by several systems, and a follower that had no
//! part in the telling walks each telling sentence by sentence, each from
//! where the one before left it.

use cicerone::Result;
use cicerone::follow::{Care, Follower, Paragraph, StartRule, follow_paragraphs};
use cicerone::guide::{Guide, GuideOptions, Stages};
use cicerone::world::{Pose, Route, World};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::following::apart;

/// How one system's instructions were followed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Arrivals {
    /// The system.
    pub system: String,
    /// Routes.
    pub routes: usize,
    /// Share of walks that end 0, 1, 2 and more passages from the goal,
    /// counted along x and y; first headings that are not known are averaged
    /// over all four.
    pub distances: [f64; 4],
    /// 95% bootstrap interval, over routes, of the share at the goal.
    pub interval: (f64, f64),
    /// Sentences per route.
    pub sentences: f64,
    /// Words per route.
    pub words: f64,
}

/// The route of a paragraph as a system is asked to tell it: its recorded
/// path where that is a legal walk, else the shortest way to its goal.
pub fn route_of(paragraph: &Paragraph) -> Result<Route> {
    let world = paragraph.world;
    Route::new(world, without_repetitions(&paragraph.path)).or_else(|_| {
        let start = paragraph.path[0];
        Route::shortest(world, start, Pose { place: paragraph.goal(), heading: None })
    })
}

/// Consecutive sentences repeat the pose between them.
fn without_repetitions(path: &[Pose]) -> Vec<Pose> {
    let mut poses = path.to_vec();
    poses.dedup();
    poses
}

/// A route told by the guide.
pub fn told_by_guide(
    guide: &Guide,
    world: &World,
    route: &Route,
    options: &GuideOptions,
) -> Result<Vec<Vec<String>>> {
    let steps = guide.instruct(world, route, options)?.steps;
    Ok(steps.into_iter().map(|step| step.words).collect())
}

/// A route told in templates: a turn by its direction, a walk by its count,
/// the first heading by something visible.
pub fn told_by_templates(world: &World, route: &Route) -> Result<Vec<Vec<String>>> {
    told_by_guide(&Guide::new(Stages::plain()), world, route, &GuideOptions::default())
}

/// Has a judge follow the paragraphs of a system.
pub fn arrive(
    system: &str,
    judge: &Follower,
    paragraphs: &[Paragraph<'_>],
    care: Care,
    seed: u64,
) -> Result<Arrivals> {
    let ends = follow_paragraphs(judge, paragraphs, StartRule::FourHeadings, care)?;
    let mut distances = [0.0; 4];
    let mut at_goal = Vec::with_capacity(paragraphs.len());
    for (paragraph, ends) in paragraphs.iter().zip(&ends) {
        let mut own = [0.0; 4];
        for end in ends {
            own[apart(paragraph.world, end.place, paragraph.goal())] += 1.0 / ends.len() as f64;
        }
        at_goal.push(own[0]);
        for (sum, share) in distances.iter_mut().zip(own) {
            *sum += share / paragraphs.len() as f64;
        }
    }
    let count = paragraphs.len().max(1) as f64;
    let sentences: usize = paragraphs.iter().map(|one| one.sentences.len()).sum();
    let words: usize = paragraphs.iter().flat_map(|one| &one.sentences).map(Vec::len).sum();
    Ok(Arrivals {
        system: system.to_owned(),
        routes: paragraphs.len(),
        distances,
        interval: bootstrap(&at_goal, seed),
        sentences: sentences as f64 / count,
        words: words as f64 / count,
    })
}

/// The middle 95% of the means of resamples.
fn bootstrap(shares: &[f64], seed: u64) -> (f64, f64) {
    const RESAMPLES: usize = 2000;
    if shares.is_empty() {
        return (0.0, 0.0);
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let draws = (0..shares.len()).map(|_| shares[random.random_range(0..shares.len())]);
            draws.sum::<f64>() / shares.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (means[RESAMPLES / 40], means[RESAMPLES - 1 - RESAMPLES / 40])
}

/// The distances of all systems as bars, as in the paper's figure.
pub fn histogram(systems: &[Arrivals]) -> String {
    use std::fmt::Write;
    const COLOURS: [&str; 5] = ["#4c78a8", "#f58518", "#54a24b", "#b279a2", "#9d755d"];
    let (width, height, left, floor) = (640.0, 340.0, 56.0, 270.0);
    let group = (width - left - 20.0) / 4.0;
    let bar = (group - 24.0) / systems.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for percent in (0..=100).step_by(25) {
        let y = floor - f64::from(percent) * 2.3;
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{percent}%</text>",
            width - 20.0,
            left - 6.0,
            y + 4.0
        );
    }
    for (number, name) in ["0", "1", "2", "more"].iter().enumerate() {
        let x = left + group * number as f64 + 12.0;
        for (place, system) in systems.iter().enumerate() {
            let tall = system.distances[number] * 230.0;
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" \
                 fill=\"{}\"><title>{}: {:.1}%</title></rect>",
                x + bar * place as f64,
                floor - tall,
                bar - 3.0,
                COLOURS[place % COLOURS.len()],
                system.system,
                system.distances[number] * 100.0
            );
        }
        let middle = x + (group - 24.0) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
            floor + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">distance from the goal, in passages</text>",
        width / 2.0,
        floor + 38.0
    );
    for (place, system) in systems.iter().enumerate() {
        let x = left + place as f64 * (width - left) / systems.len() as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"318\" width=\"12\" height=\"12\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"329\">{}</text>",
            COLOURS[place % COLOURS.len()],
            x + 17.0,
            system.system
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_shrink_with_more_routes() {
        let shares = |count: usize| (0..count).map(|n| (n % 2) as f64).collect::<Vec<_>>();
        let (few, many) = (bootstrap(&shares(20), 1), bootstrap(&shares(2000), 1));
        assert!(few.0 < 0.5 && 0.5 < few.1 && many.0 < 0.5 && 0.5 < many.1);
        assert!(many.1 - many.0 < few.1 - few.0);
        assert_eq!(bootstrap(&[], 1), (0.0, 0.0));
    }
}
