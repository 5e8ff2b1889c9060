//! Our own format through the same door as all others: with places it is a
//! world as it stands, without places its ways are found.
//!
//! `UPDATE=1 cargo test -p cicerone-maps --test own` writes the embedded hospital
//! anew from its floor plan.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use std::path::Path;

use cicerone::world::{Crossing, DoorId, Journey};

const PLAN: &str = include_str!("maps/small/small.plan.json");

#[test]
fn a_floor_plan_by_hand_gets_its_ways() {
    let (world, warnings) = cicerone_maps::world_from_bytes("flat.json", PLAN.as_bytes()).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    let route = Journey::between("office a", "Office B").route(&world).unwrap();
    // From the middle of one room through both doors into the other's.
    assert!((18.0..26.0).contains(&route.length()), "{}", route.length());
    let crossed: BTreeSet<DoorId> = route
        .segments()
        .iter()
        .flat_map(|segment| segment.crossings(&world))
        .filter_map(|(_, crossing)| match crossing {
            Crossing::Door(door) => Some(door),
            Crossing::Area { .. } => None,
        })
        .collect();
    assert_eq!(crossed.len(), 2);
    // What was found reads back as it is.
    let again = world.to_document().to_json();
    let (same, _) = cicerone_maps::world_from_bytes("flat.json", again.as_bytes()).unwrap();
    assert_eq!(same.to_document(), world.to_document());
}

#[test]
fn versions_that_nobody_reads_are_told() {
    let newer = PLAN.replacen("\"version\": 2", "\"version\": 3", 1);
    let said = cicerone_maps::world_from_bytes("flat.json", newer.as_bytes()).unwrap_err();
    assert!(said.is_input() && said.to_string().contains('3'), "{said}");
}

#[test]
fn the_embedded_hospital_is_what_is_found_on_its_floor_plan() {
    let worlds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cicerone/worlds");
    let (found, warnings) = cicerone_maps::world(worlds.join("hospital.plan.json")).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    let now = found.to_document().to_json();
    let file = worlds.join("hospital.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(before == now, "other ways are found; read the difference and write it with UPDATE=1");
}

#[test]
fn absurd_plans_are_refused_or_told() {
    for absurd in ["1e308", "-1e308", "1e12"] {
        for from in ["[20,0]", "[2.5,2]"] {
            let to = from.replacen(|c: char| c.is_ascii_digit(), absurd, 1);
            let text = PLAN.replacen(from, &to.replace("1e3080", "1e308"), 1);
            let said = cicerone_maps::world_from_bytes("flat.json", text.as_bytes());
            let error = said.expect_err(&text).to_string();
            assert!(error.contains("flat.json"), "{error}");
        }
    }
}

/// A plan that nobody can walk on says so, and why.
#[test]
fn a_plan_without_a_way_is_told_so() {
    let flat = PLAN.replace("[20,2],[0,2]]", "[20,0],[0,0]]").replace("6,8]", "6,2]");
    let flat = flat.replace("[0,8]", "[0,2]").replace("[20,8],[14,8]", "[20,2],[14,2]");
    let said = cicerone_maps::world_from_bytes("flat.json", flat.as_bytes()).unwrap_err();
    assert!(said.to_string().contains("on none of its 3 areas"), "{said}");
}

/// A million of anything on one spot is refused before ways are looked for.
#[test]
fn a_million_entries_on_one_point_are_refused() {
    let line = "[[0, 4], [0, 5]]";
    let square = "[[0, 0], [9, 0], [9, 9], [0, 9]]";
    let stops = r#"[{"level": "0", "at": [1, 1]}, {"level": "0", "at": [1, 1]}]"#;
    let cases = [
        ("areas", "area 10000", format!(r#""level": "0", "kind": "room", "outline": {square}"#)),
        ("doors", "door 10000", format!(r#""level": "0", "kind": "hinged", "line": {line}"#)),
        ("connections", "connection 5000", format!(r#""kind": "lift", "stops": {stops}"#)),
        (
            "landmarks",
            "landmark 10000",
            r#""level": "0", "kind": "plant", "at": [1, 1]"#.to_owned(),
        ),
    ];
    for (list, entry, rest) in cases {
        let entries: Vec<String> =
            (0..1_000_000).map(|id| format!(r#"{{"id": "{id}", {rest}}}"#)).collect();
        let text = format!(
            r#"{{"format": "cicerone-world", "version": 2, "name": "p",
                "levels": [{{"id": "0", "ordinal": 0}}], "{list}": [{}]}}"#,
            entries.join(",")
        );
        let said = cicerone_maps::world_from_bytes("crowd.json", text.as_bytes()).unwrap_err();
        for part in ["crowd.json", entry, "position of its own"] {
            assert!(said.to_string().contains(part), "'{part}' is not in: {said}");
        }
    }
}
