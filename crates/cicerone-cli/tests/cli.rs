//! The command `cicerone` as its users meet it.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs what must fail; returns what it said. Nothing may be on standard output.
fn refused(arguments: &[&str]) -> String {
    let output = cicerone(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

#[test]
fn the_demo_draws_a_world_and_a_route_and_says_it() {
    let out = stdout(&cicerone(&["demo"]));
    assert!(out.contains('●') && out.contains('◎') && out.contains("1. "), "{out}");
    assert_eq!(out, stdout(&cicerone(&["demo"])), "same seed, same demo");
    assert_ne!(out, stdout(&cicerone(&["demo", "--seed", "8"])));
}

#[test]
fn a_view_is_json() {
    let out =
        stdout(&cicerone(&["view", "--world", "practice", "--at", "0,0,90", "--format", "json"]));
    let view: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(view["here"]["front"]["floor"], "blue");
    assert_eq!(view["here"]["left"], serde_json::Value::Null);
    assert_eq!(view["ahead"][0]["object"], "chair");
    assert_eq!(view["ahead"][1]["right"], "brick");
    assert_eq!(view["ahead"][2]["floor"], serde_json::Value::Null);
    assert_eq!(view["ahead"].as_array().unwrap().len(), 3);
}

#[test]
fn a_route_is_drawn_and_printed() {
    let directory = tempfile::tempdir().unwrap();
    let svg = directory.path().join("route.svg");
    let out = stdout(&cicerone(&[
        "route",
        "--world",
        "office",
        "--from",
        "0,0,90",
        "--to",
        "14,8,0",
        "--format",
        "json",
        "--svg",
        svg.to_str().unwrap(),
    ]));
    let route: serde_json::Value = serde_json::from_str(&out).unwrap();
    let poses = route["poses"].as_array().unwrap();
    assert_eq!(poses[0], serde_json::json!([0, 0, 90]));
    assert_eq!(poses[poses.len() - 1], serde_json::json!([14, 8, 0]));
    assert_eq!(route["length"], 22);
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
}

#[test]
fn a_generated_world_reads_back() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("world.json");
    let file = file.to_str().unwrap();
    stdout(&cicerone(&["world", "generate", "--places", "500", "--seed", "4", "--output", file]));
    assert!(stdout(&cicerone(&["world", "check", "--world", file])).contains("500 places"));
    assert_eq!(
        std::fs::read_to_string(file).unwrap(),
        stdout(&cicerone(&["world", "generate", "--places", "500", "--seed", "4"]))
    );
}

#[test]
fn mistakes_are_told_with_what_would_be_right() {
    let view = |world: &str, at: &str| refused(&["view", "--world", world, "--at", at]);
    assert!(view("castle", "0,0,0").contains("gallery, office, hospital, practice"));
    assert!(view("practice", "9,9,0").contains("no place at 9,9; the nearest is 2,2"));
    assert!(view("practice", "0,0").contains("a view needs one, such as 0,0,90"));
    assert!(view("practice", "here").contains("write X,Y or X,Y,HEADING"));
    let unknown = refused(&["fly"]);
    assert!(unknown.contains("unrecognized subcommand"), "{unknown}");
    assert!(refused(&["world", "generate", "--places", "0"]).contains("1 to 4000000"));
    let nowhere = ["world", "draw", "--world", "office", "--output", "/no/such/place/x.svg"];
    assert!(refused(&nowhere).contains("/no/such/place/x.svg: cannot be written"));
    assert!(refused(&["data", "check", "--data", "/nowhere"]).contains("cicerone data pull sail"));
}

#[test]
fn broken_worlds_name_the_file_and_the_place() {
    let directory = tempfile::tempdir().unwrap();
    let check = |name: &str, text: &str| {
        let file = directory.path().join(name);
        std::fs::write(&file, text).unwrap();
        let said = refused(&["world", "check", "--world", file.to_str().unwrap()]);
        assert!(said.contains(name), "{said}");
        said
    };
    assert!(check("a.json", "{").contains("line 1, column 1"));
    assert!(check("b.xml", "<map>\n<node x='1'/></map>").contains("line 2, column 1"));
    assert!(check("c.txt", "hello").contains("the format is not known"));
    assert!(check("d.json", "").contains("empty"));
    let island = "<map name='i'><node x='0' y='0' item=''/><node x='5' y='5' item=''/></map>";
    let file = directory.path().join("island.xml");
    std::fs::write(&file, island).unwrap();
    let file = file.to_str().unwrap();
    let said = refused(&["route", "--world", file, "--from", "0,0", "--to", "5,5"]);
    assert!(said.contains("there is no way from 0,0,-1 to 5,5,-1"), "{said}");
}

/// Maps of other programs, each broken in its own way: the file, the feature and
/// what would be right are named, and the exit code says whose fault it is.
#[test]
fn broken_maps_of_every_format_are_refused_by_feature() {
    let directory = tempfile::tempdir().unwrap();
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../cicerone-maps/tests/maps");
    let check = |name: &str, bytes: &[u8], parts: &[&str]| {
        let file = directory.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let said = refused(&["world", "check", "--world", file.to_str().unwrap()]);
        for part in [&[name], parts].concat() {
            assert!(said.contains(part), "'{part}' is not in: {said}");
        }
    };
    let text = |name: &str| std::fs::read_to_string(format!("{maps}/{name}")).unwrap();
    let osm = text("small/small.osm");
    let first = osm.find("lat=").unwrap();
    let absurd = format!("{}lat='999' {}", &osm[..first], osm[first..].replacen("lat=", "a=", 1));
    check("absurd.osm", absurd.as_bytes(), &["node ", "on earth"]);
    check("cut.osm", &osm.as_bytes()[..osm.len() / 2], &["byte"]);
    let rmf = text("small/small.building.yaml");
    let lost = rmf.replacen("[6, 7, {name: [1, L1_door1]", "[6, 70, {name: [1, L1_door1]", 1);
    check("door.building.yaml", lost.as_bytes(), &["level L1", "door 0", "no vertex 70"]);
    let mut bomb = String::from("levels:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for depth in 1..12 {
        let aliases = vec![format!("*a{}", depth - 1); 10].join(", ");
        bomb.push_str(&format!("  a{depth}: &a{depth} [{aliases}]\n"));
    }
    check("bomb.building.yaml", bomb.as_bytes(), &["not YAML as Open-RMF's editor writes it"]);
    let nav2 = text("nav2/sample_graph.geojson").replacen("\"startid\": 0", "\"startid\": 77", 1);
    check("edge.geojson", nav2.as_bytes(), &["edge ", "startid is 77"]);
    check(
        "header.osm.pbf",
        b"\0\0\0\x0d\x0a\x09OSMHeader\x18\xff\xff",
        &["block 0", "fetch it again"],
    );
    check("cut.zip", b"PK\x03\x04 and no more", &["zip"]);
    let plan = text("small/small.plan.json").replacen("[[0,0],[20,0]", "[[0,1e12],[20,0]", 1);
    check("plan.json", plan.as_bytes(), &["coordinates", "1000000"]);
    let stray = text("small/small.plan.json").replacen("\"level\": \"G\"", "\"level\": \"X\"", 1);
    check("stray.json", stray.as_bytes(), &["area 1", "no level with the id 'X'"]);
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn augmented_pairs_are_counted_and_shown() {
    let sample = ["data", "augment", "--sample", "50", "--seed", "3"];
    let out = stdout(&cicerone(&sample));
    assert_eq!(out.lines().count(), 50);
    assert!(out.lines().all(|line| line.split('\t').count() == 2), "{out}");
    assert_eq!(out, stdout(&cicerone(&sample)), "same seed, same sample");
    let json = stdout(&cicerone(&[&sample[..], &["--format", "json"]].concat()));
    let line: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert!(line["commands"][0].is_string() && line["text"].is_string());
    let count = ["data", "augment", "--count", "--part", "validation", "--format", "json"];
    let counts: serde_json::Value = serde_json::from_str(&stdout(&cicerone(&count))).unwrap();
    assert_eq!(counts[0]["part"], "validation");
    assert!(counts[0]["augmented"].as_u64().unwrap() > 10_000);
    assert!(refused(&["data", "augment", "--sample", "0"]).contains("at least 1"));
}
