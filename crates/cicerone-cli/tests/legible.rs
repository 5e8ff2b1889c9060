//! Whatever maps, paths and arguments hold: a terminal shows it and obeys none of
//! it, and documents stay documents.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Clears the screen, rings, overwrites a line, turns writing round.
const HOSTILE: &str = "\u{1b}[2J\u{7}\r\u{8}\u{9b}31m\u{85}\u{202e}\u{2066}\u{200f}\u{7f}";
/// The same without what XML and YAML cannot write.
const MILD: &str = "\u{9b}31m\u{202e}\u{2066}\u{200f}";

fn run(arguments: &[&str], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_cicerone"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = process.stdin.take().unwrap().write_all(input.as_bytes());
    process.wait_with_output().unwrap()
}

/// What was printed, which a terminal must not obey.
fn shown(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let obeyed = text.chars().find(|sign| {
            sign.is_control() && !"\n\t".contains(*sign)
                || ('\u{2028}'..='\u{202e}').contains(sign)
                || ('\u{2066}'..='\u{2069}').contains(sign)
                || ['\u{200e}', '\u{200f}', '\u{61c}'].contains(sign)
        });
        assert_eq!(obeyed, None, "{arguments:?}:\n{}", cicerone::legible(&text));
    }
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

/// A hospital in which everything that has a name has this in it.
fn hospital(sign: &str) -> Value {
    let text = cicerone::world::embedded::world("hospital").unwrap().to_document().to_json();
    let mut map: Value = serde_json::from_str(&text).unwrap();
    map["name"] = json!(format!("Hospital{sign}"));
    for list in ["levels", "areas", "doors", "connections", "landmarks", "places"] {
        for entry in map[list].as_array_mut().into_iter().flatten() {
            for field in ["name", "short_name", "number", "category", "text", "source_name"] {
                if let Some(Value::String(text)) = entry.get(field) {
                    entry[field] = json!(format!("{text}{sign}"));
                }
            }
        }
    }
    for landmark in map["landmarks"].as_array_mut().into_iter().flatten() {
        let kind = landmark["kind"].as_str().unwrap().to_owned();
        landmark["kind"] = json!(format!("{kind}{sign}"));
    }
    map.as_object_mut().unwrap().remove("vocabulary");
    map
}

fn written(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

fn map(path: &str) -> String {
    let maps = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../cicerone-maps/tests/maps");
    std::fs::read_to_string(maps.join(path)).unwrap()
}

#[test]
fn names_of_a_building_are_shown_and_not_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let world = written(folder.path(), "map.json", hospital(HOSTILE).to_string());
    let world = &*world;
    let check = shown(&["world", "check", "--world", world], "");
    assert!(check.contains("Hospital\\u001b[2J\\u0007"), "{check}");
    let places = shown(&["world", "places", "--world", world], "");
    assert!(places.contains("\\u202e"), "{places}");
    let to = format!("room 2.14{HOSTILE}");
    let from = format!("main entrance{HOSTILE}");
    let ends = ["--world", world, "--from", &*from, "--to", &*to];
    for arguments in [
        &["guide"][..],
        &["guide", "--explain"],
        &["guide", "--format", "json"],
        &["guide", "--format", "ssml"],
        &["route"],
        &["route", "--format", "json"],
    ] {
        let text = shown(&[arguments, &ends[..]].concat(), "");
        assert!(!text.contains("panicked"), "{text}");
    }
    shown(&["world", "draw", "--world", world], "");
    shown(&["walk", "--world", world, "--at", &from], "look\nahead\nstop\n");
    let wrong = format!("nowhere{HOSTILE}");
    let said = shown(&["route", "--world", world, "--from", &wrong, "--to", &to], "");
    assert!(said.contains("nowhere\\u001b"), "{said}");
    // JSON stays the same document.
    let converted = shown(&["world", "convert", "--world", world], "");
    let converted: Value = serde_json::from_str(&converted).unwrap();
    assert_eq!(converted["name"], format!("Hospital{HOSTILE}"));
}

#[test]
fn every_format_and_every_error_is_legible() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let corridor = json!({
        "format": "cicerone-world", "version": 1, "name": format!("A{HOSTILE}"),
        "vocabulary": {"floors": [{"name": format!("blue{HOSTILE}"), "cas": "Blue"}],
                       "objects": [{"name": format!("sofa{HOSTILE}"), "cas": "Sofa",
                                    "words": [format!("sofa{HOSTILE}")]}]},
        "places": [{"id": format!("0{HOSTILE}"), "x": 0, "y": 0, "name": format!("here{HOSTILE}")},
                   {"id": "1", "x": 1, "y": 0, "objects": [format!("sofa{HOSTILE}")]}],
        "passages": [{"between": [format!("0{HOSTILE}"), "1"], "floor": format!("blue{HOSTILE}")}],
    });
    let good = written(path, "corridor.json", corridor.to_string());
    for arguments in [
        &["view", "--world", &good, "--at", "0,0,90"][..],
        &["guide", "--world", &good, "--from", "0,0,90", "--to", "1,0"],
        &["explain", "--world", &good, "--from", "0,0,90", "--to", "1,0"],
        &["world", "draw", "--world", &good],
    ] {
        shown(arguments, "");
    }
    let rmf = map("rmf/office.building.yaml").replace("name: L1", &format!("name: \"L1{MILD}\""));
    let osm = map("osm/da_hbf.osm").replace("Bahnsteig", &format!("Bahnsteig{MILD}"));
    let sail = include_str!("../../cicerone/tests/data/map.xml")
        .replace("<map name=\"", &format!("<map name=\"{MILD}"));
    let mut nav2: Value = serde_json::from_str(&map("nav2/sample_graph.geojson")).unwrap();
    for feature in nav2["features"].as_array_mut().unwrap() {
        feature["properties"]["name"] = json!(format!("n{HOSTILE}"));
    }
    for (name, text) in [
        ("office.building.yaml", rmf),
        ("station.osm", osm),
        ("map.xml", sail),
        ("graph.geojson", nav2.to_string()),
    ] {
        let file = written(path, name, text);
        shown(&["world", "check", "--world", &file], "");
        shown(&["world", "places", "--world", &file], "");
    }
    // What is wrong with a file is told, with what it holds and how it is called.
    for (number, bad) in [
        corridor.to_string().replace("\"1\"],", "\"2\"],"),
        corridor.to_string().replace("cicerone-world", HOSTILE),
        corridor.to_string().replace("\"floor\"", &format!("\"fl{}\"", "\\u001b[2J")),
        format!("<map name='{MILD}'><node x='{MILD}' y='0'/></map>"),
        format!("<{MILD}>"),
        format!("levels:\n  {MILD}: {MILD}\n"),
        HOSTILE.to_owned(),
    ]
    .into_iter()
    .enumerate()
    {
        let file = written(path, &format!("bad{number}\u{1b}[2J\u{202e}.json"), bad);
        let said = shown(&["world", "check", "--world", &file], "");
        assert!(said.contains("bad"), "{said}");
    }
    shown(&["world", "check", "--world", &format!("nothing{HOSTILE}")], "");
    let unknown = shown(&["world", "check", &format!("--{HOSTILE}")], "");
    assert!(unknown.contains("\\u009b"), "{unknown}");
    shown(&["guide", "--world", &good, "--from", HOSTILE, "--to", "1,0"], "");
    let jobs = format!("{{\"id\": \"{MILD}\", \"world\": \"{MILD}\"}}\n{HOSTILE}\n");
    let answers = shown(&["batch"], &jobs);
    let first: Value = serde_json::from_str(answers.lines().next().unwrap()).unwrap();
    assert_eq!(first["id"], MILD);
}

#[test]
fn markup_in_names_stays_text() {
    let folder = tempfile::tempdir().unwrap();
    let sign = "<script>alert(1)</script>&amp;\"'";
    let world = written(folder.path(), "map.json", hospital(sign).to_string());
    let (from, to) = (format!("main entrance{sign}"), format!("room 2.14{sign}"));
    let svg = folder.path().join("way.svg");
    let ends = ["--world", &*world, "--from", &*from, "--to", &*to];
    let output = run(
        &[&["guide", "--format", "ssml", "--svg", svg.to_str().unwrap()], &ends[..]].concat(),
        "",
    );
    let ssml = String::from_utf8(output.stdout).unwrap();
    let document = roxmltree::Document::parse(&ssml).unwrap();
    let said: String = document.descendants().filter_map(|node| node.text()).collect();
    assert!(said.to_lowercase().contains("<script>alert(1)</script>&amp;"), "{said}");
    assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
    let svg = std::fs::read_to_string(svg).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    assert!(document.descendants().all(|node| node.tag_name().name() != "script"));
}

#[cfg(feature = "study")]
#[test]
fn markup_in_what_is_said_stays_text_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let sign = "<script>alert(1)</script>&amp;\"'";
    let world = written(folder.path(), "map.json", hospital(sign).to_string());
    let study = folder.path().join("study");
    let study = study.to_str().unwrap();
    let drawn = ["--world", &*world, "--count", "3", "--seed", "1"];
    let made = run(&[&["study", "init", study], &drawn[..]].concat(), "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let scenarios = std::fs::read_to_string(format!("{study}/scenarios.jsonl")).unwrap();
    let told: Vec<Value> =
        scenarios.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let is_said = |one: &Value| one["instructions"]["guide"].as_str().unwrap().contains("<script>");
    assert!(told.iter().any(is_said), "the guide says none of it:\n{scenarios}");
    let page = format!("{study}/preview.html");
    let made = run(&["study", "preview", study, "--out", &page], "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = std::fs::read_to_string(page).unwrap().to_lowercase();
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"), "{page}");
    assert!(!page.contains("<script"), "{page}");
}

#[test]
fn a_log_is_legible() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_cicerone"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    let mut out = std::io::BufReader::new(server.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut url).unwrap();
    let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut stream = std::net::TcpStream::connect(address).unwrap();
    // A path as a browser would never send it.
    stream
        .write_all(
            "GET /a\u{9b}31m\u{202e}b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".as_bytes(),
        )
        .unwrap();
    let _ = std::io::Read::read_to_end(&mut stream, &mut Vec::new());
    server.kill().unwrap();
    let log = server.wait_with_output().unwrap().stderr;
    let log = String::from_utf8(log).unwrap();
    assert!(log.contains("answered"), "{log}");
    assert!(
        !log.contains('\u{202e}') && !log.contains('\u{9b}') && !log.contains('\u{1b}'),
        "{log}"
    );
}
