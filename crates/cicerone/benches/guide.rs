//! How long an instruction takes: a route of nine movements with greedy and
//! beam candidates and ranking, one thread, stage by stage; and how the cost
//! grows with the map. Run with `cargo bench --bench guide`.
//!
//! Caches are cold: every run asks a guide that was just loaded, so no context
//! has been worked out before. Stages are timed where they work: the guide gets
//! each with a clock around it.

#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use cicerone::Result;
use cicerone::cas::{Command, Proposal};
use cicerone::guide::{
    Bundle, CandidateRanking, Choose, ContentSelection, Guide, GuideOptions, Selected,
    SentencePlanning, Spoken, Stages, SurfaceRealization, Trial,
};
use cicerone::neural::Model;
use cicerone::plan::Plan;
use cicerone::rank::Appraisal;
use cicerone::realize::{Candidate, CandidateConfig, Fault, Request};
use cicerone::world::{
    GenerateConfig, PlaceId, Pose, Route, Segment, Vocabulary, World, embedded, generate,
};

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
        ["gallery", "office"].map(|name| embedded::world(name).unwrap()).into();
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
    let (mut whole, mut fluent) = (Vec::new(), Vec::new());
    let mut stages: [Vec<f64>; 5] = Default::default();
    let mut operations = [0_usize; 3];
    let fluently = GuideOptions::default().choose(Choose::Fluent);
    for (world, route) in routes.iter().step_by(step).take(RUNS) {
        let guide = Guide::embedded().unwrap();
        fluent.push(time(|| {
            guide.instruct(world, route, &fluently).unwrap();
        }));
        let clocks: [Clock; 5] = Default::default();
        let guide = Guide::new(clocked(Guide::embedded().unwrap().stages(), &clocks));
        whole.push(time(|| {
            guide.instruct(world, route, &GuideOptions::default()).unwrap();
        }));
        for (times, clock) in stages.iter_mut().zip(&clocks) {
            times.push(clock.milliseconds());
        }
        let trace = guide.trace(world, route, &GuideOptions::default()).unwrap();
        let tellings = || trace.segments.iter().flat_map(|one| &one.tellings);
        let said: std::collections::BTreeSet<(usize, _)> = trace
            .segments
            .iter()
            .enumerate()
            .flat_map(|(number, one)| one.tellings.iter().map(move |two| (number, two.says)))
            .collect();
        operations[0] += said.len();
        operations[1] += tellings().count();
        operations[2] += tellings().map(|one| one.candidate.words.len() + 1).sum::<usize>();
    }
    println!("nine movements, caches cold, one thread, {} routes:", whole.len());
    for (name, times) in [("safe", &mut whole), ("fluent", &mut fluent)] {
        let (median, most) = (at(times, 0.5), at(times, 1.0));
        println!("  {name:10} {median:6.1} ms at the median, {most:.1} ms at most");
    }
    println!("  of which, of the safe one,");
    let names = ["select", "plan", "realize", "rank", "try"];
    for (name, times) in names.iter().zip(&mut stages) {
        println!("  {name:10} {:6.1} ms", at(times, 0.5));
    }
    let [requests, texts, words] = operations.map(|count| count / whole.len().max(1));
    let bundle = Bundle::embedded().unwrap();
    let weights = |parameters: usize| parameters as f64 * 2.0 / 1e6;
    let realizer: usize = bundle.realizer.models().map(|one| one.parameters().values().len()).sum();
    println!(
        "  a route: {requests} commands, {texts} candidates, {words} words to rank; a word costs at \
         most {:.1} Mflop to say and {:.1} to rank (embeddings counted)",
        weights(realizer),
        weights(bundle.ranker.model().parameters().values().len())
    );
}

/// How long a stage worked.
#[derive(Debug, Clone, Default)]
struct Clock(Arc<AtomicU64>);

impl Clock {
    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let done = work();
        self.0.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
        done
    }

    fn milliseconds(&self) -> f64 {
        self.0.load(Ordering::Relaxed) as f64 / 1e6
    }
}

/// A stage with a clock around it.
#[derive(Debug)]
struct Clocked<S>(S, Clock);

/// The same stages, each with its clock.
fn clocked(stages: &Stages, clocks: &[Clock; 5]) -> Stages {
    let [select, plan, realize, rank, trial] = clocks.clone();
    let timed = stages
        .clone()
        .with_selection(Clocked(stages.selection().clone(), select))
        .with_planning(Clocked(stages.planning().clone(), plan))
        .with_realization(Clocked(stages.realization().clone(), realize))
        .with_ranking(Clocked(stages.ranking().clone(), rank));
    match stages.trial() {
        Some(own) => timed.with_trial(Clocked(own.clone(), trial)),
        None => timed,
    }
}

impl<S: ContentSelection> ContentSelection for Clocked<S> {
    fn select(&self, world: &World, segment: &Segment) -> Result<Selected> {
        self.1.during(|| self.0.select(world, segment))
    }
}

impl<S: SentencePlanning> SentencePlanning for Clocked<S> {
    fn plan(&self, world: &World, segment: &Segment, proposals: &[Proposal]) -> Result<Plan> {
        self.1.during(|| self.0.plan(world, segment, proposals))
    }
}

impl<S: SurfaceRealization> SurfaceRealization for Clocked<S> {
    fn realize(
        &self,
        requests: &[Request<'_>],
        config: &CandidateConfig,
    ) -> Result<Vec<Vec<Candidate>>> {
        self.1.during(|| self.0.realize(requests, config))
    }

    fn faults(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
        words: &[String],
    ) -> Vec<Fault> {
        self.1.during(|| self.0.faults(commands, vocabulary, words))
    }

    fn tokens(&self, request: &Request<'_>) -> Vec<String> {
        self.0.tokens(request)
    }

    fn styles(&self) -> Vec<&str> {
        self.0.styles()
    }
}

impl<S: CandidateRanking> CandidateRanking for Clocked<S> {
    fn appraise(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Appraisal>> {
        self.1.during(|| self.0.appraise(texts, vocabulary))
    }

    fn knows(&self, word: &str) -> bool {
        self.0.knows(word)
    }
}

impl<S: Trial> Trial for Clocked<S> {
    fn arrive(&self, world: &World, spoken: &[Spoken<'_>]) -> Result<Vec<f64>> {
        self.1.during(|| self.0.arrive(world, spoken))
    }
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
