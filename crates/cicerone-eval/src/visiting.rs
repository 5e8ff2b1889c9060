//! Do people arrive who err, in a building? A [`Visitor`] sends them along what
//! the guide says between random named places.

use cicerone::Result;
use cicerone::guide::{Guide, GuideOptions, Step};
use cicerone::read::{Heard, Visitor, VisitorHabits};
use cicerone::world::World;
use serde::Serialize;

use crate::directions::Asked;
use crate::reading::spearman;

/// How many arrive in a building.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VisitingReport {
    /// The building.
    pub world: String,
    /// Routes that were told.
    pub routes: usize,
    /// People a route.
    pub walks: usize,
    /// The share that arrives, the mean over routes.
    pub arrives: f64,
    /// The mean of what the guide itself foresees.
    pub foreseen: f64,
    /// Rank correlation of the two over routes.
    pub spearman: f64,
    /// The share of sentences that are done rightly by whoever hears them where
    /// they are meant to be heard, the mean over sentences.
    pub steps: f64,
    /// The routes on which the fewest arrive.
    pub worst: Vec<RouteVisits>,
    /// All of them, in the order they were asked.
    pub each: Vec<RouteVisits>,
}

/// How many arrive on one route.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RouteVisits {
    /// From where to where.
    pub route: String,
    /// The share that arrives.
    pub arrives: f64,
    /// What the guide foresees.
    pub foreseen: f64,
    /// For each sentence, the share that does it rightly.
    pub steps: Vec<f64>,
    /// What the guide foresees of each sentence.
    pub foreseen_steps: Vec<f64>,
    /// The sentence that most often goes wrong, from 1.
    pub weakest_step: usize,
    /// What is said, sentence by sentence.
    pub texts: Vec<String>,
    /// The commands, sentence by sentence.
    pub commands: Vec<String>,
}

/// The sentences of an instruction as a visitor hears them.
pub fn heard(steps: &[Step]) -> Vec<Heard<'_>> {
    steps.iter().map(|step| Heard { segment: &step.segment, commands: &step.commands }).collect()
}

/// Sends people along what a guide says about routes of a building.
pub fn visiting(
    guide: &Guide,
    world: &World,
    routes: &[Asked],
    habits: VisitorHabits,
    walks: usize,
    seed: u64,
    worst: usize,
) -> Result<VisitingReport> {
    let mut each = Vec::with_capacity(routes.len());
    let visitor = Visitor::new(world, habits);
    for asked in routes {
        let told = guide.instruct(world, &asked.route, &GuideOptions::default())?;
        let visits = visitor.visits(&heard(&told.steps), walks, seed)?;
        let weakest =
            (0..visits.steps.len()).min_by(|a, b| visits.steps[*a].total_cmp(&visits.steps[*b]));
        each.push(RouteVisits {
            route: format!("{} to {}", asked.from, asked.to),
            arrives: visits.arrives,
            foreseen: told.confidence.unwrap_or(1.0),
            foreseen_steps: told.steps.iter().map(|one| one.confidence.unwrap_or(1.0)).collect(),
            steps: visits.steps,
            weakest_step: weakest.map_or(0, |step| step + 1),
            texts: told.steps.iter().map(Step::text).collect(),
            commands: told.steps.iter().map(Step::command).collect(),
        });
    }
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    let arrives: Vec<f64> = each.iter().map(|one| one.arrives).collect();
    let foreseen: Vec<f64> = each.iter().map(|one| one.foreseen).collect();
    let steps: Vec<f64> = each.iter().flat_map(|one| one.steps.clone()).collect();
    let mut by_arrival = each.clone();
    by_arrival.sort_by(|a, b| a.arrives.total_cmp(&b.arrives));
    by_arrival.truncate(worst);
    Ok(VisitingReport {
        world: world.name().to_owned(),
        routes: each.len(),
        walks,
        arrives: mean(&arrives),
        foreseen: mean(&foreseen),
        spearman: spearman(&foreseen, &arrives),
        steps: mean(&steps),
        worst: by_arrival,
        each,
    })
}
