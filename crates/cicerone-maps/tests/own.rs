//! Our own format through the same door as all others: with places it is a
//! world as it stands, without places its ways are found.
//!
//! `UPDATE=1 cargo test -p cicerone-maps --test own` writes the embedded hospital
//! anew from its floor plan.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use std::path::Path;

use cicerone::world::{Crossing, DoorId, Journey};

const PLAN: &str = r#"{
  "format": "cicerone-world", "version": 2, "name": "Flat",
  "levels": [{"id": "G", "ordinal": 0}],
  "areas": [
    {"id": "c", "level": "G", "kind": "corridor", "outline": [[0,0],[20,0],[20,2],[0,2]]},
    {"id": "a", "level": "G", "kind": "room", "name": "Office A", "outline": [[0,2],[6,2],[6,8],[0,8]]},
    {"id": "b", "level": "G", "kind": "room", "name": "Office B", "outline": [[14,2],[20,2],[20,8],[14,8]]}
  ],
  "doors": [
    {"id": "d1", "level": "G", "kind": "hinged", "line": [[2.5,2],[3.5,2]]},
    {"id": "d2", "level": "G", "kind": "hinged", "line": [[16.5,2],[17.5,2]]}
  ]
}"#;

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
