//! How loading and routing grow with the size of the world.
//!
//! `cargo bench -p cicerone --bench world`

use std::sync::{LazyLock, Mutex};

use cicerone::world::{GenerateConfig, PlaceId, Pose, Route, World, from_json, generate, to_json};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
const LEVELS: usize = 20;

fn main() {
    divan::main();
    println!("peak memory of the whole run: {}", peak_memory());
}

/// The most memory this process ever held, as Linux tells it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |line| line.trim().to_owned())
}

fn world(places: usize) -> &'static World {
    made(places, 1)
}

/// A building of that many places on [`LEVELS`] levels.
fn building(places: usize) -> &'static World {
    made(places, LEVELS)
}

fn made(places: usize, levels: usize) -> &'static World {
    type Made = Vec<((usize, usize), &'static World)>;
    static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, world)) = made.iter().find(|(size, _)| *size == (places, levels)) {
        return world;
    }
    let config = GenerateConfig { places, levels, seed: 1, ..GenerateConfig::default() };
    let world: &'static World = Box::leak(Box::new(generate(config).expect("a checked size")));
    made.push(((places, levels), world));
    world
}

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn load_json(bencher: divan::Bencher<'_, '_>, places: usize) {
    let text = to_json(world(places));
    bencher.bench(|| from_json(&text).expect("a world we wrote"));
}

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn load_building(bencher: divan::Bencher<'_, '_>, places: usize) {
    let text = to_json(building(places));
    bencher.bench(|| from_json(&text).expect("a building we wrote"));
}

/// Routes of 100 to 200 places between any two levels, where there are so many.
#[divan::bench(args = SIZES, sample_count = 100, sample_size = 1)]
fn route_through_a_building(bencher: divan::Bencher<'_, '_>, places: usize) {
    let world = building(places);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let ids: Vec<PlaceId> = world.place_ids().collect();
    let level = places / LEVELS;
    bencher
        .with_inputs(|| {
            loop {
                // Somewhere else on another level, no further than a few rows.
                let from = random.random_range(0..ids.len());
                let near = (from % level + random.random_range(0..level.min(20_000))) % level;
                let to = random.random_range(0..LEVELS) * level + near;
                let pose = |index: usize| Pose { place: ids[index], heading: None };
                let route = Route::shortest(world, pose(from), pose(to));
                let walked = route.map_or(0, |route| {
                    route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count()
                });
                let is_long = match places {
                    0..10_000 => walked > 8,
                    10_000..100_000 => walked > 15,
                    100_000..1_000_000 => walked > 40,
                    _ => (100..=200).contains(&walked),
                };
                if is_long {
                    break (pose(from), pose(to));
                }
            }
        })
        .bench_local_values(|(from, to)| Route::shortest(world, from, to));
}

#[divan::bench(args = SIZES)]
fn view_in_a_building(bencher: divan::Bencher<'_, '_>, places: usize) {
    let world = building(places);
    let ids: Vec<PlaceId> = world.place_ids().collect();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    bencher
        .with_inputs(|| ids[random.random_range(0..ids.len())])
        .bench_local_values(|place| world.view(place, cicerone::world::Heading::new(90.0)));
}

/// Routes of 100 to 200 places, each between another pair of places.
#[divan::bench(args = SIZES, sample_count = 100, sample_size = 1)]
fn route_of_up_to_200_places(bencher: divan::Bencher<'_, '_>, places: usize) {
    let world = world(places);
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let ids: Vec<PlaceId> = world.place_ids().collect();
    let width = (places as f64).sqrt().ceil() as usize;
    bencher
        .with_inputs(|| {
            loop {
                let from = random.random_range(0..ids.len());
                let reach = 160.min(width);
                let mut shift = |at: usize| (at + random.random_range(0..reach)) % width;
                let (x, y) = (shift(from % width), shift(from / width));
                let to = y * width + x;
                if to >= ids.len() {
                    continue;
                }
                let pose = |index: usize| Pose { place: ids[index], heading: None };
                let route = Route::shortest(world, pose(from), pose(to));
                let walked = route.map_or(0, |route| {
                    route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count()
                });
                // Small worlds have no route that long.
                if (100..=200).contains(&walked) || (places < 10_000 && walked > 20) {
                    break (pose(from), pose(to));
                }
            }
        })
        .bench_local_values(|(from, to)| Route::shortest(world, from, to));
}

#[divan::bench(args = SIZES)]
fn view(bencher: divan::Bencher<'_, '_>, places: usize) {
    let world = world(places);
    let ids: Vec<PlaceId> = world.place_ids().collect();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    bencher
        .with_inputs(|| ids[random.random_range(0..ids.len())])
        .bench_local_values(|place| world.view(place, cicerone::world::Heading::new(90.0)));
}
