//! How long content selection takes, on a made-up corpus of SAIL's size.

#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::LazyLock;

use cicerone::select::{
    Choice, Context, PolicyConfig, Properties, Selector, SelectorConfig, Structures,
};
use cicerone::world::{GenerateConfig, Pose, Route, Segment, Vocabulary, World, generate};
use divan::Bencher;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() {
    divan::main();
}

/// A world, segments of routes through it, and what was chosen for each.
struct Corpus {
    world: World,
    segments: Vec<Segment>,
    choices: Vec<Choice>,
}

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let world = generate(GenerateConfig { places: 400, ..GenerateConfig::default() }).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let places: Vec<_> = world.place_ids().collect();
    let structures = structures();
    let mut segments = Vec::new();
    while segments.len() < 2307 {
        let mut end =
            || Pose { place: places[random.random_range(0..places.len())], heading: None };
        let route = Route::shortest(&world, end(), end()).unwrap();
        segments.extend(route.segments());
    }
    let choices = segments.iter().map(|segment| {
        // Structures are as unevenly used as words are.
        let skewed = random.random_range(0.0_f64..1.0).powi(3);
        let number = (skewed * structures.len() as f64) as usize;
        let (structures, properties) = structures[number].clone();
        let context = Context::of(&world, segment);
        Choice { context, structures, properties, author: "ADA".into() }
    });
    let choices = choices.collect();
    Corpus { world, segments, choices }
});

/// 546 structures, as many as SAIL's training part has.
fn structures() -> Vec<(Structures, Properties)> {
    let attributes =
        ["type", "value", "dist", "side", "Appear", "Structural", "Order_adj", "Count"];
    let heads = ["Turn(face=Face(faced=V))", "Travel(until=V)", "V"];
    (0..546_usize)
        .map(|number| {
            let (head, set) = (number % 3, number / 3 + 1);
            let chosen = attributes.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            let chosen: Vec<String> = chosen.map(|(_, name)| format!("{name}=None")).collect();
            let verify = format!("Verify(desc=[Thing({})])", chosen.join(", "));
            let text = heads[head].replace('V', &verify);
            let eta = chosen.len() as u8;
            let values = [eta / 2, head as u8, 2, eta, set as u8 & 3, 0, set as u8 & 1, 1, 0];
            (
                Structures::parse(&[text], Vocabulary::sail()).unwrap(),
                Properties::from_values(values),
            )
        })
        .collect()
}

fn config() -> SelectorConfig {
    let policy = PolicyConfig { max_iterations: 20, ..PolicyConfig::default() };
    SelectorConfig::default().policy(policy)
}

static SELECTOR: LazyLock<Selector> =
    LazyLock::new(|| Selector::learn(&CORPUS.choices, &config()).unwrap());

/// The contexts of a segment.
#[divan::bench]
fn context(bencher: Bencher) {
    let mut segments = CORPUS.segments.iter().cycle();
    bencher.bench_local(|| Context::of(&CORPUS.world, segments.next().unwrap()));
}

/// From a segment to candidates, in a running program.
#[divan::bench]
fn select_known(bencher: Bencher) {
    let selector = &*SELECTOR;
    CORPUS.segments.iter().for_each(|segment| drop(selector.select(&CORPUS.world, segment)));
    let mut segments = CORPUS.segments.iter().cycle();
    bencher.bench_local(|| selector.select(&CORPUS.world, segments.next().unwrap()));
}

/// The same for the first segment of a fresh program, whose context was met
/// in training.
#[divan::bench]
fn select_prepared(bencher: Bencher) {
    let text = SELECTOR.to_json();
    let segment = &CORPUS.segments[0];
    bencher
        .with_inputs(|| Selector::from_json(&text).unwrap())
        .bench_refs(|selector| selector.select(&CORPUS.world, segment));
}

/// A context that nobody met: neighbours and clusters are worked out.
#[divan::bench]
fn select_afresh(bencher: Bencher) {
    let contexts: Vec<Context> = SELECTOR.bank().contexts().into_keys().collect();
    let mut contexts = contexts.into_iter().cycle();
    let selector = &*SELECTOR;
    bencher.bench_local(|| selector.select_afresh(contexts.next().unwrap()));
}

/// Reading a selector's file.
#[divan::bench]
fn load(bencher: Bencher) {
    let text = SELECTOR.to_json();
    bencher.bench_local(|| Selector::from_json(&text).unwrap());
}

/// Twenty iterations of training, with the preparation of every context.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn learn_twenty_iterations() -> Selector {
    Selector::learn(&CORPUS.choices, &config()).unwrap()
}
