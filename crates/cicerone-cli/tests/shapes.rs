//! Instructions in the shapes of other programs, read by the programs that people
//! read them with. A few routes of every building by default; `make shapes` tries
//! 500 of each.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cicerone::guide::{Guide, GuideOptions, Shape};
use cicerone::world::{self, Pose, Profile, Route, World, embedded};
use cicerone_eval::directions::random_routes;
use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Buildings by lanes, by outlines and on the earth, and corridors; SAIL's own
/// where its files are.
fn worlds() -> Vec<World> {
    let maps = root().join("crates/cicerone-maps/tests/maps");
    let mut worlds: Vec<World> = ["rmf/hotel.building.yaml", "osm/da_hbf.osm"]
        .map(|map| cicerone_maps::world(maps.join(map)).unwrap().0)
        .into();
    worlds.extend(["hospital", "office"].map(|name| embedded::world(name).unwrap()));
    if let Some(sail) = std::env::var_os("CICERONE_SAIL") {
        let maps = ["grid", "jelly", "l"].map(|map| format!("map-{map}.xml"));
        worlds.extend(maps.map(|map| world::load(Path::new(&sail).join(map)).unwrap()));
    }
    worlds
}

/// Routes between named places of a building, or any of corridors.
fn routes(world: &World, count: usize) -> Vec<Route> {
    if world.unit() == world::document::Unit::Metre {
        let (routes, _) = random_routes(world, count, 5, Profile::Walk).unwrap();
        return routes.into_iter().map(|one| one.route).collect();
    }
    let places: Vec<_> = world.place_ids().collect();
    let pair = |number: usize| {
        let [from, to] = [7 * number, 11 * number + 3].map(|one| places[one % places.len()]);
        [from, to].map(|place| Pose { place, heading: None })
    };
    let pairs = (0..count).map(pair);
    pairs.map(|[from, to]| Route::shortest(world, from, to).unwrap()).collect()
}

fn count() -> usize {
    std::env::var("CICERONE_ROUTES").map_or(6, |text| text.parse().unwrap())
}

/// One line for every route, with all three shapes.
fn answers() -> Vec<Value> {
    let guide = Guide::embedded().unwrap();
    let mut answers = Vec::new();
    for world in worlds() {
        for (number, route) in routes(&world, count()).iter().enumerate() {
            let instruction = guide.instruct(&world, route, &GuideOptions::default()).unwrap();
            let shaped = |shape| {
                serde_json::to_value(instruction.shaped(shape, &world, route).unwrap()).unwrap()
            };
            answers.push(json!({
                "name": format!("{} {number}", world.name()),
                "osrm": shaped(Shape::Osrm),
                "valhalla": shaped(Shape::Valhalla),
                "geojson": shaped(Shape::GeoJson),
            }));
        }
    }
    answers
}

/// Valhalla's own list, `DirectionsLeg.Maneuver.Type`, of what somebody on foot is told.
const ON_FOOT: [(u64, &str); 17] = [
    (1, "Start"),
    (4, "Destination"),
    (8, "Continue"),
    (9, "SlightRight"),
    (10, "Right"),
    (11, "SharpRight"),
    (12, "UturnRight"),
    (13, "UturnLeft"),
    (14, "SharpLeft"),
    (15, "Left"),
    (16, "SlightLeft"),
    (39, "ElevatorEnter"),
    (40, "StepsEnter"),
    (41, "EscalatorEnter"),
    (42, "BuildingEnter"),
    (43, "BuildingExit"),
    (44, "LevelChange"),
];

#[test]
fn other_programs_read_the_instructions() {
    let answers = answers();
    let mut rides = 0;
    for answer in &answers {
        let moves = answer["valhalla"]["trip"]["legs"][0]["maneuvers"].as_array().unwrap();
        for one in moves {
            let kind = one["type"].as_u64().unwrap();
            assert!(ON_FOOT.iter().any(|(known, _)| *known == kind), "{one}");
            rides += usize::from((39..=41).contains(&kind));
        }
    }
    assert!(rides > 0, "no route changed the level");
    let is_on_earth = |answer: &Value| answer["geojson"]["cicerone"]["georeferenced"] == true;
    let station = answers.iter().find(|answer| is_on_earth(answer)).unwrap();
    let [longitude, latitude] =
        [0, 1].map(|axis| station["osrm"]["waypoints"][0]["location"][axis].as_f64().unwrap());
    assert!((longitude - 8.63).abs() < 0.01 && (latitude - 49.87).abs() < 0.01, "Darmstadt");
    let web = root().join("web");
    let is_installed = web.join("node_modules/osrm-text-instructions").exists();
    let node = Command::new("node")
        .arg("tests/shapes.mjs")
        .current_dir(&web)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Some(mut node) = node.ok().filter(|_| is_installed) else {
        println!("Without Node.js and the packages of web/ nobody reads the shapes.");
        return;
    };
    let mut stdin = node.stdin.take().unwrap();
    for answer in &answers {
        // Whoever stops reading says why on standard error.
        if writeln!(stdin, "{answer}").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "osrm-text-instructions or polyline could not read it");
    let said = String::from_utf8(output.stdout).unwrap();
    println!("{}", said.trim());
    assert!(said.starts_with(&format!("{} routes", answers.len())), "{said}");
}
