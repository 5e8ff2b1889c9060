//! How long a segment takes to plan: on the SAIL maps where they are found
//! (on generated worlds of their size elsewhere), and on a world of a million
//! places. Run with `cargo bench --bench plan`.
//!
//! Beside what divan prints for one segment after the other, the median and
//! the 99th percentile over segments are printed, each segment at its best of
//! five runs, so that what else the machine does counts little.

#[path = "../tests/support/sail.rs"]
mod support;

use std::sync::LazyLock;
use std::time::Instant;

use cicerone::cas::Structure;
use cicerone::plan::Planner;
use cicerone::world::{GenerateConfig, Pose, Route, Vocabulary, World, generate, load};
use divan::{Bencher, black_box};

fn main() {
    for (name, case) in [("SAIL's size", &*SMALL), ("1,000,000 places", &*LARGE)] {
        let mut times: Vec<f64> = case
            .segments
            .iter()
            .map(|(world, path)| {
                let run = || {
                    let began = Instant::now();
                    black_box(plan(&case.worlds[*world], path));
                    began.elapsed().as_secs_f64() * 1e6
                };
                (0..5).map(|_| run()).fold(f64::INFINITY, f64::min)
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{name}: {} segments, median {:.0} us, p99 {:.0} us, most {:.0} us",
            times.len(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
    divan::main();
}

/// Some worlds and the segments of routes through them.
struct Case {
    worlds: Vec<World>,
    segments: Vec<(usize, Vec<Pose>)>,
}

static SMALL: LazyLock<Case> = LazyLock::new(|| {
    let worlds: Vec<World> = match support::sail() {
        Some(directory) => ["map-grid.xml", "map-jelly.xml", "map-l.xml"]
            .iter()
            .map(|name| load(directory.join(name)).expect("a SAIL map"))
            .collect(),
        None => (0..3).map(|seed| made(35, seed)).collect(),
    };
    let mut segments = Vec::new();
    for (number, world) in worlds.iter().enumerate() {
        let ids: Vec<_> = world.place_ids().collect();
        for (from, to) in (0..ids.len()).map(|i| (ids[i], ids[(i * 7 + 3) % ids.len()])) {
            segments.extend(route(world, from, to).into_iter().map(|path| (number, path)));
        }
    }
    Case { worlds, segments }
});

static LARGE: LazyLock<Case> = LazyLock::new(|| {
    let world = made(1_000_000, 1);
    let ids: Vec<_> = world.place_ids().collect();
    // Near enough for a short search, far apart on the map.
    let pairs = (0..100).map(|i| (ids[i * 9_973], ids[i * 9_973 + 3_007]));
    let segments =
        pairs.flat_map(|(from, to)| route(&world, from, to)).map(|path| (0, path)).collect();
    Case { worlds: vec![world], segments }
});

fn made(places: usize, seed: u64) -> World {
    generate(GenerateConfig { places, seed, ..GenerateConfig::default() }).expect("a world")
}

fn route(
    world: &World,
    from: cicerone::world::PlaceId,
    to: cicerone::world::PlaceId,
) -> Vec<Vec<Pose>> {
    let open = |place| Pose { place, heading: None };
    let route = Route::shortest(world, open(from), open(to)).expect("a connected world");
    route.segments().into_iter().map(|segment| segment.poses).collect()
}

/// Structures people use often, in their order; turns and walks mixed, since
/// what does not fit a segment is found out at once.
static CANDIDATES: LazyLock<Vec<Vec<Structure>>> = LazyLock::new(|| {
    let thing = "Thing(type=None, value=None, dist=None, side=None)";
    let way = "Thing(type=None, value=None, dist=None, side=None, Appear=None)";
    let crossing = "Thing(type=None, value=None, dist=None, side=None, \
                    Part=[Thing(type=None, value=None, dist=None, Appear=None)])";
    let nth = "Thing(type=None, value=None, dist=None, side=None, Order_adj=None)";
    [
        "Turn(direction=None)".to_owned(),
        format!("Turn(face=Face(faced=Verify(desc=[{way}]), direction=None))"),
        format!("Turn(face=Face(faced=Verify(desc=[{thing}])))"),
        format!("Turn(face=Face(faced=Verify(desc=[{way}, {thing}])))"),
        format!("Turn(direction=None, location=Travel(until=Verify(desc=[{thing}])))"),
        format!("Turn(direction=None, precond=Face(faced=Verify(desc=[{thing}])))"),
        format!("Face(faced=Verify(desc=[{way}]))"),
        "Travel(distance=Distance(count=None))".to_owned(),
        format!("Travel(until=Verify(desc=[{thing}]))"),
        format!("Travel(until=Verify(desc=[{way}]))"),
        format!("Travel(until=Verify(desc=[{crossing}]))"),
        format!("Travel(until=Verify(desc=[{crossing}]), distance=Distance(count=None))"),
        format!("Travel(until=Verify(desc=[{nth}]))"),
        format!("Travel(until=Verify(desc=[{thing}]), face=Face(faced=Verify(desc=[{way}])))"),
        format!("Travel(until=Verify(desc=[{thing}]), past=Verify(desc=[{thing}]))"),
    ]
    .iter()
    .map(|text| vec![Structure::parse(text, Vocabulary::sail()).expect("a structure")])
    .collect()
});

fn plan(world: &World, path: &[Pose]) -> cicerone::plan::Plan {
    Planner::default().plan(world, path, &CANDIDATES)
}

fn bench(bencher: Bencher<'_, '_>, case: &'static Case) {
    let mut next = (0..case.segments.len()).cycle();
    bencher
        .with_inputs(|| &case.segments[next.next().unwrap_or(0)])
        .bench_local_values(|(world, path)| plan(&case.worlds[*world], path));
}

#[divan::bench]
fn a_segment_of_a_sail_map(bencher: Bencher<'_, '_>) {
    bench(bencher, &SMALL);
}

#[divan::bench]
fn a_segment_of_a_million_places(bencher: Bencher<'_, '_>) {
    bench(bencher, &LARGE);
}
