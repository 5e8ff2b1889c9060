//! `cicerone train parser`, `train follower` and what their models are for.

#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = cicerone(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs what must fail because of its input; returns what it said.
fn refused(arguments: &[&str]) -> String {
    let output = cicerone(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && !said.contains("panicked"), "{said}");
    said
}

#[test]
fn a_literal_reader_does_what_it_is_told_and_says_what_it_cannot() {
    let follow = |command: &'static str| {
        stdout(&["follow", "--world", "practice", "--at", "0,0,90", "--literal", command])
    };
    let walked = follow("Travel(distance=Distance(count=2))");
    assert!(walked.contains("P 1.000  0,0,90 1,0,90 2,0,90"), "{walked}");
    assert!(walked.contains('◎'), "the walk is drawn: {walked}");
    let lost = follow("Travel(distance=Distance(count=7))");
    assert!(lost.contains("nothing here fits `count`"), "{lost}");
}

#[test]
fn readers_that_are_missing_are_asked_for() {
    assert!(refused(&["parse", "turn left"]).contains("--parser DIR"));
    let at = ["follow", "--world", "practice", "--at"];
    let said = refused(&[&at[..], &["0,0,90", "turn left"]].concat());
    assert!(said.contains("--follower DIR"), "{said}");
    let said = refused(&[&at[..], &["0,0", "--literal", "Travel()"]].concat());
    assert!(said.contains("the heading is unknown"), "{said}");
    let said = refused(&[&at[..], &["0,0,90", "--literal", "go on"]].concat());
    assert!(said.contains("CAS column 1"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    let said = refused(&["parse", "--parser", empty.path().to_str().unwrap(), "turn left"]);
    assert!(said.contains("holds no model"), "{said}");
}

#[test]
#[ignore = "needs the SAIL corpus"]
fn readers_are_trained_and_used() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (parser, follower) = (path("parser"), path("follower"));
    let quick = ["--epochs", "1", "--units", "8", "--threads", "1", "--out"];
    let out = stdout(&[&["train", "parser", "--drawn", "0"], &quick[..], &[&parser]].concat());
    assert!(out.contains("model-1.safetensors"), "{out}");
    let little = ["train", "follower", "--models", "2", "--practice", "20", "--practised", "10"];
    stdout(&[&little[..], &quick[..], &[&follower]].concat());

    let read = stdout(&["parse", "--parser", &parser, "--format", "json", "turn left"]);
    let read: serde_json::Value = serde_json::from_str(&read).unwrap();
    assert!(read[0]["commands"][0].as_str().unwrap().ends_with(')'), "{read}");
    let measured = stdout(&["evaluate", "parsing", "--parser", &parser, "--beam", "1"]);
    assert!(measured.contains("100.0% grammatical"), "{measured}");
    let measured = stdout(&["evaluate", "following", "--follower", &follower]);
    assert!(measured.contains("mean over four start headings"), "{measured}");
    let at = ["follow", "--world", "practice", "--at", "0,0,90", "--follower", &follower];
    let walked = stdout(&[&at[..], &["--format", "json", "walk on", "turn left"]].concat());
    let walked: serde_json::Value = serde_json::from_str(&walked).unwrap();
    assert_eq!(walked.as_array().unwrap().len(), 2);

    let corpus = path("corpus.jsonl");
    let line = r#"{"world": "practice", "english": "walk on", "path": [[0,0,90],[1,0,90]]}"#;
    std::fs::write(&corpus, format!("{line}\n\n{line}\n")).unwrap();
    let annotated = stdout(&["data", "annotate", &corpus, "--parser", &parser]);
    assert_eq!(annotated.lines().count(), 2);
    assert!(annotated.contains("\"commands\":["), "{annotated}");
    std::fs::write(&corpus, line.replace("[1,0,90]", "[2,2,90]")).unwrap();
    let said = refused(&["data", "annotate", &corpus, "--parser", &parser]);
    assert!(said.contains("line 1"), "{said}");
    std::fs::write(&corpus, "{}").unwrap();
    assert!(refused(&["data", "annotate", &corpus, "--parser", &parser]).contains("line 1"));
    assert!(refused(&["parse", "--parser", &follower, "turn left"]).contains("no parser"));
}
