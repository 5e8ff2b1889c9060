//! How good the ways of maps are: `cargo run -p cicerone-maps --example
//! measure -- MAP...` prints counts, what can be reached from where, what
//! leaves the floor, and how routes compare with the shortest way on a grid.

#[path = "../tests/checked/mod.rs"]
mod checked;

use std::collections::BTreeMap;

use checked::{Grid, Routes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for map in std::env::args().skip(1) {
        measure(&map)?;
    }
    Ok(())
}

fn measure(map: &str) -> Result<(), Box<dyn std::error::Error>> {
    let started = std::time::Instant::now();
    let opened = cicerone_maps::open(map)?;
    let took = started.elapsed();
    let document = &opened.document;
    println!("## {} ({map})", document.name);
    println!(
        "levels {}, areas {}, doors {}, connections {}, landmarks {}, walls {}, places {}, \
         passages {}, warnings {}, {took:.2?}",
        document.levels.len(),
        document.areas.len(),
        document.doors.len(),
        document.connections.len(),
        document.landmarks.len(),
        document.walls.len(),
        document.places.len(),
        document.passages.len(),
        opened.warnings.len()
    );
    let faults = checked::faults(document);
    println!("faults {}", faults.len());
    for fault in faults.iter().take(8) {
        println!("  {fault}");
    }
    reach(document);
    lengths(document);
    Ok(())
}

/// Which named places can be reached from which.
fn reach(document: &cicerone::world::document::Document) {
    let routes = Routes::of(document, false);
    let named: Vec<usize> =
        (0..document.places.len()).filter(|place| document.places[*place].name.is_some()).collect();
    let mut cut_off: BTreeMap<usize, usize> = BTreeMap::new();
    let mut connected = 0;
    for from in &named {
        let tree = routes.from(*from);
        for to in named.iter().filter(|to| *to != from) {
            if tree[*to].is_some() {
                connected += 1;
            } else {
                *cut_off.entry(*to).or_default() += 1;
            }
        }
    }
    let pairs = named.len() * named.len().saturating_sub(1);
    println!("named {}, ordered pairs {pairs}, connected {connected}", named.len());
    for (place, count) in cut_off.iter().filter(|(_, count)| **count > named.len() / 2) {
        let place = &document.places[*place];
        println!("  from {count} places no way to {} ({:?})", place.id, place.name);
    }
}

/// Routes between random doors of one level beside the shortest way.
fn lengths(document: &cicerone::world::document::Document) {
    let routes = Routes::of(document, false);
    let mut ratios: Vec<(f64, f64, f64, String)> = Vec::new();
    let mut random = 12345u64;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % below.max(1)
    };
    for level in &document.levels {
        let doors: Vec<usize> = (0..document.places.len())
            .filter(|place| {
                let place = &document.places[*place];
                place.level == level.id && place.door.is_some()
            })
            .collect();
        if doors.len() < 2 {
            continue;
        }
        let spot = |place: usize| [document.places[place].x, document.places[place].y];
        let extent =
            doors.iter().map(|a| checked::apart(spot(*a), spot(doors[0]))).fold(0.0, f64::max);
        let grid = Grid::of(document, &level.id, if extent > 90.0 { 0.2 } else { 0.1 }, 0.28);
        let pairs = 200 / document.levels.len();
        for _ in 0..pairs.div_ceil(10) {
            let from = doors[draw(doors.len())];
            let tree = routes.from(from);
            let targets: Vec<usize> =
                (0..10).map(|_| doors[draw(doors.len())]).filter(|to| *to != from).collect();
            let spots: Vec<_> = targets.iter().map(|to| spot(*to)).collect();
            for (to, shortest) in targets.iter().zip(grid.distances(spot(from), &spots)) {
                // Only ways that stay on the level can be compared.
                let Some(way) = Routes::way(&tree, *to) else { continue };
                let stays = way.iter().all(|place| document.places[*place].level == level.id);
                if let (Some(shortest), Some((route, _)), true) = (shortest, tree[*to], stays) {
                    let places = [from, *to].map(|place| document.places[place].id.clone());
                    ratios.push((route / shortest.max(0.5), route, shortest, places.join(" -> ")));
                }
            }
        }
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    if ratios.is_empty() {
        return;
    }
    let within =
        |least: f64, most: f64| ratios.iter().filter(|r| r.0 >= least && r.0 <= most).count();
    println!(
        "{} pairs of doors: ratio median {:.3}, 95th {:.3}, most {:.3}, least {:.3}; within 5%: {}; \
         within 5% or 1 m: {}",
        ratios.len(),
        ratios[ratios.len() / 2].0,
        ratios[ratios.len() * 95 / 100].0,
        ratios[ratios.len() - 1].0,
        ratios[0].0,
        within(0.95, 1.05),
        ratios.iter().filter(|r| (r.0 - 1.0).abs() <= 0.05 || (r.1 - r.2).abs() <= 1.0).count()
    );
    let far = ratios.iter().filter(|r| r.2 > 10.0);
    let good = far.clone().filter(|r| (r.0 - 1.0).abs() <= 0.05).count();
    let fair = far.clone().filter(|r| (r.0 - 1.0).abs() <= 0.10).count();
    println!("over 10 m: {}, within 5%: {good}, within 10%: {fair}", far.count());
    for (ratio, route, shortest, places) in ratios.iter().take(3) {
        println!("  {ratio:.3}: {route:.1} m for {shortest:.1} m, {places}");
    }
    for (ratio, route, shortest, places) in ratios.iter().rev().take(4) {
        println!("  {ratio:.3}: {route:.1} m for {shortest:.1} m, {places}");
    }
}
