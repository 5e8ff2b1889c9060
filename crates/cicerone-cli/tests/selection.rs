//! `train selector`, `evaluate selection` and `explain` as a caller meets them.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Output};

use cicerone::select::{Choice, Context, Properties, Selector, SelectorConfig, Structures};
use cicerone::world::Vocabulary;

const WORLD: &str = r#"{
  "format": "cicerone-world", "version": 1, "name": "hall",
  "places": [{"id": "a", "x": 0, "y": 0}, {"id": "b", "x": 1, "y": 0, "objects": ["chair"]}],
  "passages": [{"between": ["a", "b"], "floor": "grass", "wall": "fish"}]
}"#;

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A world and a selector of two structures in a directory.
fn prepare(directory: &Path) -> (String, String) {
    let choices = ["Turn(direction=None)", "Travel()"].map(|text| Choice {
        context: Context::from_bits(if text == "Travel()" { 2 } else { 1 }),
        structures: Structures::parse(&[text], Vocabulary::sail()).unwrap(),
        properties: Properties::from_values([text.len() as u8; Properties::COUNT]),
        author: "ADA".into(),
    });
    let selector = Selector::learn(&choices, &SelectorConfig::default()).unwrap();
    let (world, file) = (directory.join("hall.json"), directory.join("selector.json"));
    std::fs::write(&world, WORLD).unwrap();
    selector.save(&file).unwrap();
    (world.display().to_string(), file.display().to_string())
}

#[test]
fn explain_shows_contexts_properties_and_candidates() {
    let directory = tempfile::tempdir().unwrap();
    let (world, selector) = prepare(directory.path());
    let explain = |path: &str, more: &[&str]| {
        let options = ["explain", "--world", &world, "--selector", &selector, "--path", path];
        cicerone(&[&options[..], more].concat())
    };
    let svg = directory.path().join("svg").display().to_string();
    let output = explain("0,0,-1 0,0,90 1,0,90", &["--svg", &svg]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    for part in ["1. Turn 0,0,-1 0,0,90", "2. Walk", "contexts    w w_obj_at", "properties  nsl="] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
    for file in ["segment-1.svg", "segment-2.svg"] {
        assert!(directory.path().join("svg").join(file).is_file());
    }
    let output = explain("0,0,90 1,0,90", &["--format", "json"]);
    let segments: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(segments[0]["candidates"][0]["structures"][0], "Travel()");
    assert_eq!(segments[0]["properties"].as_object().unwrap().len(), 9);
}

#[test]
fn one_place_and_an_unknown_heading_are_enough() {
    let directory = tempfile::tempdir().unwrap();
    let (world, selector) = prepare(directory.path());
    let output =
        cicerone(&["explain", "--world", &world, "--selector", &selector, "--path", "1,0"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("1. Still 1,0,-1\n   contexts    w_goal t_start "));
}

#[test]
fn what_is_wrong_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let (world, selector) = prepare(directory.path());
    let fault = |selector: &str, path: &str| {
        let output =
            cicerone(&["explain", "--world", &world, "--selector", selector, "--path", path]);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert!(fault(&selector, "").contains("--path is empty"));
    assert!(fault(&selector, "0,0,90 5,5,90").contains("no place at 5,5"));
    assert!(fault(&selector, "0,0,270 1,0,270").contains("wall is in the way"));
    assert!(fault(&world, "0,0,90").contains("expected 'cicerone-selector'"));
    assert!(fault("nowhere.json", "0,0,90").contains("cannot be read"));
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn a_selector_is_trained_for_a_group_and_measured() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("eda.json").display().to_string();
    let train = |author: &str| {
        cicerone(&["train", "selector", "--out", &file, "--author", author, "--format", "json"])
    };
    let nobody = train("EDA,XYZ");
    assert_eq!(nobody.status.code(), Some(2));
    let authors = "nobody called 'XYZ' wrote in this corpus; its authors are EDA, EMWC, KLS";
    assert!(text(&nobody.stderr).contains(authors), "{}", text(&nobody.stderr));
    let output = train("EDA");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["authors"], serde_json::json!(["EDA"]));
    assert_eq!(report["training"]["converged"], true);
    let measure = ["evaluate", "selection", "--selector", &file, "--part", "validation"];
    let output = cicerone(&[&measure[..], &["--format", "json"]].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["validation"]["sentences"], 311);
    assert_eq!(report["validation"]["models"].as_array().unwrap().len(), 4);
}
