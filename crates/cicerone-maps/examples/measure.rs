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
    let (least, near, all) = checked::nearest_to_walls(document);
    println!("off walls at least {least:.2} m; nearer than 0.25 m: {near} of {all} places");
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
    let (mut turns, mut zigzags, mut on_level) = (0, 0, 0);
    for from in &named {
        let tree = routes.from(*from);
        for to in named.iter().filter(|to| *to != from) {
            if let Some(way) = Routes::way(&tree, *to) {
                connected += 1;
                let level = &document.places[*from].level;
                if way.iter().all(|place| document.places[*place].level == *level) {
                    let spot =
                        |place: &usize| [document.places[*place].x, document.places[*place].y];
                    let line: Vec<[f64; 2]> = way.iter().map(spot).collect();
                    let (turned, zigzag) = bends(&line);
                    on_level += 1;
                    turns += turned;
                    zigzags += zigzag;
                    if std::env::var_os("ROUTES").is_some() {
                        let (from, to) = (&document.places[*from].id, &document.places[*to].id);
                        println!("  {from} -> {to}: {line:.1?}");
                    }
                }
            } else {
                *cut_off.entry(*to).or_default() += 1;
            }
        }
    }
    let pairs = named.len() * named.len().saturating_sub(1);
    println!(
        "named {}, ordered pairs {pairs}, connected {connected}; of {on_level} on one level a route \
         turns {:.1} times, {zigzags} zigzags in all",
        named.len(),
        f64::from(turns) / f64::from(on_level.max(1))
    );
    for (place, count) in cut_off.iter().filter(|(_, count)| **count > named.len() / 2) {
        let place = &document.places[*place];
        println!("  from {count} places no way to {} ({:?})", place.id, place.name);
    }
}

/// Routes between random doors of one level beside the shortest way.
fn lengths(document: &cicerone::world::document::Document) {
    let routes = Routes::of(document, false);
    let mut ratios: Vec<(f64, f64, f64, String)> = Vec::new();
    let mut pulled: Vec<f64> = Vec::new();
    let (mut turns, mut zigzags) = (0, 0);
    let mut random = 12345u64;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % below.max(1)
    };
    for level in &document.levels {
        // What is wider than a doorway has no one place.
        let narrow = |id: &str| {
            let door = document.doors.iter().find(|door| door.id == id);
            door.is_some_and(|door| checked::apart(door.line[0], door.line[1]) < 2.5)
        };
        let mut known = std::collections::HashSet::new();
        let doors: Vec<usize> = (0..document.places.len())
            .filter(|place| {
                let place = &document.places[*place];
                let door = place.door.as_ref().filter(|door| narrow(door));
                place.level == level.id && door.is_some_and(|door| known.insert(door))
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
                    let line: Vec<_> = way.iter().map(|place| spot(*place)).collect();
                    let places = [from, *to].map(|place| document.places[place].id.clone());
                    let line_text: Vec<String> =
                        line.iter().map(|[x, y]| format!("({x:.1},{y:.1})")).collect();
                    let places = [places.join(" -> "), line_text.join(" ")];
                    pulled.push(grid.pulled(&line) / shortest.max(0.5));
                    let (turned, zigzag) = bends(&line);
                    turns += turned;
                    zigzags += zigzag;
                    ratios.push((route / shortest.max(0.5), route, shortest, places.join(": ")));
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
    pulled.sort_by(f64::total_cmp);
    println!(
        "pulled straight: median {:.3}, 95th {:.3}, most {:.3}, within 5%: {}; a route turns {:.1} \
         times, {zigzags} zigzags in all",
        pulled[pulled.len() / 2],
        pulled[pulled.len() * 95 / 100],
        pulled[pulled.len() - 1],
        pulled.iter().filter(|ratio| (**ratio - 1.0).abs() <= 0.05).count(),
        f64::from(turns) / pulled.len() as f64
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

/// How often one turns by more than 25 degrees, and how often that is undone
/// within two metres.
fn bends(line: &[[f64; 2]]) -> (u32, u32) {
    let mut turns: Vec<(f64, f64)> = Vec::new();
    let mut along = 0.0;
    for three in line.windows(3) {
        along += checked::apart(three[0], three[1]);
        let heading = |a: [f64; 2], b: [f64; 2]| (b[1] - a[1]).atan2(b[0] - a[0]).to_degrees();
        let turn = heading(three[1], three[2]) - heading(three[0], three[1]);
        let turn = (turn + 180.0).rem_euclid(360.0) - 180.0;
        if turn.abs() > 25.0 {
            turns.push((along, turn));
        }
    }
    let undone = |pair: &&[(f64, f64)]| pair[0].1 * pair[1].1 < 0.0 && pair[1].0 - pair[0].0 < 2.0;
    (turns.len() as u32, turns.windows(2).filter(undone).count() as u32)
}
