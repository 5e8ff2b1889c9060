//! How long an instruction takes: a route of nine movements with greedy and
//! beam candidates and ranking, one thread, stage by stage; and how the cost
//! grows with the map. Run with `cargo bench --bench guide`.
//!
//! Caches are cold: every run asks a guide that was just loaded, so no context
//! has been worked out before.

#![allow(missing_docs, clippy::unwrap_used)]

use std::time::Instant;

use cicerone::guide::{Guide, GuideOptions};
use cicerone::neural::Model;
use cicerone::plan::Planner;
use cicerone::realize::{CandidateConfig, Request};
use cicerone::world::{GenerateConfig, PlaceId, Pose, Route, World, embedded, generate};

const RUNS: usize = 15;

fn main() {
    let began = Instant::now();
    let _guide = Guide::embedded().unwrap();
    println!("loading the guide: {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    nine_movements();
    growth();
}

/// Routes of nine or ten segments on the embedded worlds (from an unknown
/// heading a turn and a walk alternate, which makes their number even).
fn nine_movements() {
    let worlds: Vec<World> =
        ["gallery", "office", "hospital"].map(|name| embedded::world(name).unwrap()).into();
    let routes: Vec<(&World, Route)> = worlds
        .iter()
        .flat_map(|world| {
            let places: Vec<PlaceId> = world.place_ids().collect();
            let pairs: Vec<(PlaceId, PlaceId)> = places
                .iter()
                .flat_map(|start| places.iter().map(move |goal| (*start, *goal)))
                .collect();
            pairs.into_iter().filter_map(move |(start, goal)| {
                let [start, goal] = [start, goal].map(|place| Pose { place, heading: None });
                let route = Route::shortest(world, start, goal).ok()?;
                (9..=10).contains(&route.segments().len()).then_some((world, route))
            })
        })
        .collect();
    let step = (routes.len() / RUNS).max(1);
    let mut whole = Vec::new();
    let mut stages: [Vec<f64>; 4] = Default::default();
    let mut operations = [0_usize; 3];
    for (world, route) in routes.iter().step_by(step).take(RUNS) {
        let guide = Guide::embedded().unwrap();
        whole.push(time(|| {
            guide.instruct(world, route, &GuideOptions::default()).unwrap();
        }));
        // The same stage by stage, on a guide that is cold again.
        let guide = Guide::embedded().unwrap();
        let segments = route.segments();
        let mut candidates = Vec::new();
        stages[0].push(time(|| {
            candidates =
                segments.iter().map(|one| guide.selector().structures(world, one)).collect();
        }));
        let mut plans = Vec::new();
        stages[1].push(time(|| {
            let planner = Planner::default();
            plans = segments
                .iter()
                .zip(&candidates)
                .map(|(one, candidates)| planner.plan(world, &one.poses, candidates))
                .collect();
        }));
        let requests: Vec<Request> = plans
            .iter()
            .flat_map(|plan| plan.options.iter().take(2))
            .map(|planned| Request {
                commands: &planned.commands,
                vocabulary: world.vocabulary(),
                style: None,
            })
            .collect();
        let mut found = Vec::new();
        stages[2].push(time(|| {
            found = guide.realizer().realize(&requests, &CandidateConfig::default()).unwrap();
        }));
        let texts: Vec<&[String]> = found.iter().flatten().map(|one| &*one.words).collect();
        stages[3].push(time(|| {
            guide.ranker().perplexities::<String>(&texts).unwrap();
        }));
        operations[0] += requests.len();
        operations[1] += texts.len();
        operations[2] += texts.iter().map(|text| text.len() + 1).sum::<usize>();
    }
    println!("nine movements, caches cold, one thread, {} routes:", whole.len());
    println!(
        "  whole      {:6.1} ms at the median, {:.1} ms at most",
        at(&mut whole, 0.5),
        at(&mut whole, 1.0)
    );
    for (name, times) in ["select", "plan", "realize", "rank"].iter().zip(&mut stages) {
        println!("  {name:10} {:6.1} ms", at(times, 0.5));
    }
    let [requests, texts, words] = operations.map(|count| count / whole.len().max(1));
    let guide = Guide::embedded().unwrap();
    let weights = |parameters: usize| parameters as f64 * 2.0 / 1e6;
    let realizer: usize =
        guide.realizer().models().map(|one| one.parameters().values().len()).sum();
    println!(
        "  a route: {requests} commands, {texts} candidates, {words} words to rank; a word costs at \
         most {:.1} Mflop to say and {:.1} to rank (embeddings counted)",
        weights(realizer),
        weights(guide.ranker().model().parameters().values().len())
    );
}

/// Routes of about twenty places on ever larger maps.
fn growth() {
    let guide = Guide::embedded().unwrap();
    println!("places      ms a route (median of routes of about 20 places, warm)");
    for places in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let world =
            generate(GenerateConfig { places, seed: 1, ..GenerateConfig::default() }).unwrap();
        let ids: Vec<PlaceId> = world.place_ids().collect();
        let mut times = Vec::new();
        for number in 0..40 {
            let start = ids[number * (ids.len() / 40)];
            let Some(goal) = walk(&world, start, 20) else { continue };
            let [start, goal] = [start, goal].map(|place| Pose { place, heading: None });
            let Ok(route) = Route::shortest(&world, start, goal) else { continue };
            let run = || {
                time(|| {
                    guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
                })
            };
            times.push((0..3).map(|_| run()).fold(f64::INFINITY, f64::min));
        }
        println!("{places:>9}  {:6.1}", at(&mut times, 0.5));
    }
}

/// A place so many passages away.
fn walk(world: &World, start: PlaceId, passages: usize) -> Option<PlaceId> {
    let (mut before, mut here) = (start, start);
    for number in 0..passages {
        let exits = world.exits(here);
        let on: Vec<_> = exits.iter().filter(|exit| exit.to != before).collect();
        let exit = on.get(number % on.len().max(1))?;
        (before, here) = (here, exit.to);
    }
    Some(here)
}

fn time(run: impl FnOnce()) -> f64 {
    let began = Instant::now();
    run();
    began.elapsed().as_secs_f64() * 1e3
}

fn at(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get((times.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or(f64::NAN)
}
