//! The published JSON Schema is the one the reader follows.
//!
//! `UPDATE=1 cargo test -p cicerone --test schema` writes it anew.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use cicerone::world::{document_schema, embedded, json_schema, to_json};

#[test]
fn the_published_schemas_are_current() {
    for (name, schema) in [("world", json_schema()), ("world-2", document_schema())] {
        let published =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schema/{name}.schema.json"));
        let current = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&published, &current).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&published).unwrap(), current, "{name}");
    }
}

#[test]
fn every_embedded_world_is_valid() {
    let versions = [json_schema(), document_schema()];
    let [first, second] = versions.map(|schema| jsonschema::validator_for(&schema).unwrap());
    for name in embedded::names() {
        let text = to_json(&embedded::world(name).unwrap());
        let document = serde_json::from_str(&text).unwrap();
        // A building needs version 2; whatever fits version 1 is written so.
        let is_building = name == "hospital";
        assert_eq!(first.is_valid(&document), !is_building, "{name}");
        assert_eq!(second.is_valid(&document), is_building, "{name}");
    }
}

#[test]
fn what_the_schema_refuses_the_reader_refuses() {
    let validator = jsonschema::validator_for(&json_schema()).unwrap();
    let good = to_json(&embedded::world("practice").unwrap());
    for (from, to) in [
        ("\"version\": 1", "\"version\": 3"),
        ("cicerone-world", "cicerone"),
        ("\"x\":0.0", "\"x\":\"0\""),
        ("\"x\":0.0", "\"x\":1000001"),
        ("\"floor\":\"blue\"", "\"flor\":\"blue\""),
        ("\"name\"", "\"title\""),
    ] {
        assert!(good.contains(from));
        let bad = good.replacen(from, to, 1);
        let document = serde_json::from_str(&bad).unwrap();
        assert!(!validator.is_valid(&document), "the schema accepts {to}");
        assert!(cicerone::world::from_json(&bad).is_err(), "the reader accepts {to}");
    }
}
