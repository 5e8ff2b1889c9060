//! What the guide says today, route by route, to read and to compare.
//!
//! Every file under `tests/goldens` is one route as both ways of choosing tell
//! it: the sentences, the commands behind them and their P(c | p, m). Folders
//! sort the routes by the turns they take. `UPDATE=1 cargo test -p cicerone
//! --test goldens` writes the files of all worlds it can find anew; the diff is
//! then read as prose.

#![allow(clippy::unwrap_used)]

#[path = "support/sail.rs"]
mod support;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use cicerone::corpus::read_sail;
use cicerone::guide::{Choose, Guide, GuideOptions, Manoeuvre};
use cicerone::world::{Pose, Position, Route, World, embedded};

/// Routes of one world in one folder, at most.
const ROUTES: usize = 6;

#[test]
fn the_embedded_worlds_are_told_as_before() {
    for name in ["gallery", "office"] {
        check(name, &embedded::world(name).unwrap());
    }
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn the_sail_worlds_are_told_as_before() {
    let corpus = read_sail(&support::sail().unwrap()).unwrap();
    for (name, world) in &corpus.worlds {
        check(&format!("sail-{}", name.to_lowercase()), world);
    }
}

/// Compares what is said of a world with its files, or writes them anew.
fn check(name: &str, world: &World) {
    let guide = Guide::embedded().unwrap();
    let told: BTreeMap<PathBuf, String> = routes(world)
        .into_iter()
        .map(|(folder, route)| {
            let [from, to] = [route.start(), route.goal()].map(|pose| written(world, pose));
            let file = folder_of_goldens().join(folder).join(format!("{name} {from} {to}.txt"));
            (file, tell(&guide, name, world, &route))
        })
        .collect();
    if std::env::var_os("UPDATE").is_some() {
        for file in files(name) {
            std::fs::remove_file(file).unwrap();
        }
        for (file, text) in &told {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
    }
    assert_eq!(files(name), told.keys().cloned().collect::<Vec<_>>(), "other routes than before");
    let differing: Vec<String> = told
        .iter()
        .filter_map(|(file, now)| {
            let before = std::fs::read_to_string(file).unwrap();
            (before != *now)
                .then(|| format!("{}\n--- before\n{before}--- now\n{now}", file.display()))
        })
        .collect();
    let count = differing.len();
    assert!(count == 0, "{count} routes are told otherwise\n{}", differing.join("\n"));
}

/// Routes between the places of a world, spread over all of it, at most
/// [`ROUTES`] a folder; every second one starts with a known heading.
fn routes(world: &World) -> Vec<(&'static str, Route)> {
    let places: Vec<_> = world.place_ids().collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    let mut routes = Vec::new();
    let pairs = places.len() * places.len();
    // A stride without a divisor in common visits every pair once.
    let stride = (pairs * 5 / 13..).find(|stride| is_coprime(*stride, pairs)).unwrap();
    for number in 0..pairs {
        let pair = (number * stride) % pairs;
        let [start, goal] = [pair / places.len(), pair % places.len()].map(|place| places[place]);
        let exits = world.exits(start);
        let heading = (number % 2 == 1).then(|| exits[number / 2 % exits.len()].heading);
        let start = Pose { place: start, heading };
        let Ok(route) = Route::shortest(world, start, Pose { place: goal, heading: None }) else {
            continue;
        };
        let folder = folder(&route);
        let count = count.entry(folder).or_default();
        if *count < ROUTES {
            *count += 1;
            routes.push((folder, route));
        }
    }
    routes
}

fn is_coprime(a: usize, b: usize) -> bool {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// The turns of a route, in words.
fn folder(route: &Route) -> &'static str {
    use Manoeuvre::{TurnAround, TurnLeft, TurnRight};
    let all: Vec<Manoeuvre> = route.segments().iter().map(Manoeuvre::of).collect();
    let is_turn = |one: &&Manoeuvre| matches!(one, TurnLeft | TurnRight | TurnAround);
    let turns: Vec<Manoeuvre> = all.iter().filter(is_turn).copied().collect();
    let walks = route.poses().windows(2).any(|pair| pair[0].place != pair[1].place);
    match turns[..] {
        _ if !walks => "there-already",
        _ if turns.contains(&TurnAround) => "turn-around",
        [] => "straight-on",
        [TurnLeft] => "one-left",
        [TurnRight] => "one-right",
        [TurnLeft, TurnLeft] => "left-left",
        [TurnLeft, TurnRight] => "left-right",
        [TurnRight, TurnLeft] => "right-left",
        [TurnRight, TurnRight] => "right-right",
        [_, _, _] => "three-turns",
        _ => "four-turns-and-more",
    }
}

/// The route as both ways of choosing tell it.
fn tell(guide: &Guide, name: &str, world: &World, route: &Route) -> String {
    let [from, to] = [route.start(), route.goal()].map(|pose| written(world, pose));
    let mut out = format!("{name}, from {from} to {to}, {} long\n", route.length());
    for choose in [Choose::Safe, Choose::Fluent] {
        let options = GuideOptions::default().choose(choose);
        let instruction = guide.instruct(world, route, &options).unwrap();
        writeln!(out, "\n{}", format!("{choose:?}").to_lowercase()).unwrap();
        for step in &instruction.steps {
            let manoeuvre = serde_json::to_value(step.manoeuvre()).unwrap();
            let manoeuvre = manoeuvre.as_str().unwrap();
            writeln!(out, "  {manoeuvre:<12}{}", step.text()).unwrap();
            writeln!(out, "  P {:.3}     {}", step.probability, step.command()).unwrap();
        }
    }
    out
}

/// A pose as it stands in a file's name.
fn written(world: &World, pose: Pose) -> String {
    let rounded = |number: f64| (number * 1000.0).round() / 1000.0;
    let Position { x, y, heading } = Position::of(world, pose);
    let heading = heading.map_or(String::new(), |heading| format!(",{heading}"));
    format!("{},{}{heading}", rounded(x), rounded(y))
}

/// The golden files of a world, in order.
fn files(name: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder_of_goldens())
        .unwrap()
        .filter_map(|folder| std::fs::read_dir(folder.unwrap().path()).ok())
        .flatten()
        .map(|file| file.unwrap().path())
        .filter(|file| file.file_name().unwrap().to_string_lossy().starts_with(&format!("{name} ")))
        .collect();
    files.sort();
    files
}

fn folder_of_goldens() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens")
}
