//! Maps that take long to read are given up when their time is over, and maps
//! that go deep are refused.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use cicerone::Budget;
use serde_json::json;

/// A hall with many rooms along it, each with a door: ways between all of them
/// are still to be found.
fn rooms(count: usize) -> String {
    let mut areas = vec![json!({"id": "hall", "level": "G", "kind": "hall",
        "outline": [[0, 0], [count * 3, 0], [count * 3, 40], [0, 40]]})];
    let mut doors = Vec::new();
    for n in 0..count {
        let x = n * 3;
        areas.push(
            json!({"id": format!("r{n}"), "level": "G", "kind": "room", "name": format!("Room {n}"),
            "outline": [[x, -5], [x + 3, -5], [x + 3, 0], [x, 0]]}),
        );
        doors.push(json!({"id": format!("d{n}"), "level": "G", "kind": "hinged",
            "line": [[x + 1, 0], [x + 2, 0]]}));
    }
    json!({"format": "cicerone-world", "version": 2, "name": "Hall", "unit": "metre",
        "levels": [{"id": "G", "ordinal": 0}], "areas": areas, "doors": doors})
    .to_string()
}

#[test]
fn a_map_is_given_up_when_its_time_is_over() {
    let map = rooms(600);
    let time = Duration::from_millis(50);
    let started = Instant::now();
    let error = Budget::of(time)
        .during(|| cicerone_maps::world_from_bytes("hall", map.as_bytes()))
        .unwrap_err();
    assert!(error.is_stopped(), "{error}");
    assert!(started.elapsed() < time + Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn no_format_goes_deeper_than_its_reader_can() {
    let deep = |open: &str, count: usize| open.repeat(count);
    for map in [
        format!("levels:\n  L1: {}", deep("[", 100_000)),
        format!("levels:\n  L1: {}", deep("{a: ", 100_000)),
        format!("<osm>{}", deep("<node id='1'>", 100_000)),
        format!("<osm>{}{}</osm>", deep("<relation id='1'>", 50_000), deep("</relation>", 50_000)),
        format!("{{\"type\": \"FeatureCollection\", \"features\": {}", deep("[", 100_000)),
        format!(
            "{{\"format\": \"cicerone-world\", \"version\": 2, \"x\": {}",
            deep("{\"a\":", 100_000)
        ),
        format!("<map>{}", deep("<map>", 100_000)),
    ] {
        let error = cicerone_maps::world_from_bytes("deep", map.as_bytes()).unwrap_err();
        assert!(error.is_input(), "{error}");
        assert!(error.to_string().len() < 5000);
    }
}
