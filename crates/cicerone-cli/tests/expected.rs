//! What people expect of any command line: a version, completions, a manual,
//! silence where it is asked for, and pictures that are what they are called.

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

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_version_tells_the_models() {
    let said = stdout(&["--version"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], concat!("cicerone ", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("models ") && lines[1].ends_with(')'), "{said}");
    assert_eq!(said, stdout(&["-V"]));
}

#[test]
fn shells_complete_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&["completions", shell]);
        for word in ["guide", "batch", "evaluate", "--world"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // What bash does not understand it would say at every new shell.
    let script = stdout(&["completions", "bash"]);
    let checked = Command::new("bash").args(["-n", "-c", &script]).status();
    assert!(checked.map_or(true, |status| status.success()));
}

#[test]
fn every_subcommand_has_a_page_in_the_manual() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("man1");
    stdout(&["manual", "--out", out.to_str().unwrap()]);
    for page in ["cicerone", "cicerone-guide", "cicerone-world-check", "cicerone-train-selector"] {
        let text = std::fs::read_to_string(out.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".TH") && text.contains("SH SYNOPSIS"), "{page}: {text}");
    }
    assert!(stdout(&["manual"]).contains("cicerone"));
}

#[test]
fn quiet_is_silent_but_for_what_went_wrong() {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../cicerone-maps/tests/maps/rmf");
    let hotel = format!("{maps}/hotel.building.yaml");
    let route = ["guide", "--world", &hotel, "--from", "kitchen", "--to", "lobby"];
    let talks = cicerone(&route);
    assert!(stderr(&talks).contains("world check"), "{}", stderr(&talks));
    let quiet = cicerone(&[&route[..], &["--quiet"]].concat());
    assert_eq!(stderr(&quiet), "");
    assert_eq!(quiet.stdout, talks.stdout);
    let wrong =
        cicerone(&["--quiet", "guide", "--world", &hotel, "--from", "moon", "--to", "lobby"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("moon"), "{}", stderr(&wrong));
}

#[test]
fn no_colour_where_no_terminal_is() {
    for arguments in
        [&["--help"][..], &["guide", "--nonsense"], &["world", "draw", "--world", "office"]]
    {
        let output = cicerone(arguments);
        let text = [output.stdout, output.stderr].concat();
        assert!(!text.contains(&0x1b), "{arguments:?}");
    }
}

#[test]
fn a_picture_is_what_its_name_says() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["route.jpg", "route", "route.svg.gz"] {
        let file = directory.path().join(name);
        let route = ["guide", "--world", "office", "--from", "0,0", "--to", "14,8", "--svg"];
        let output = cicerone(&[&route[..], &[file.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(".svg or .png"), "{}", stderr(&output));
        assert!(output.stdout.is_empty() && !file.exists(), "{name}");
    }
}

#[test]
fn a_style_may_be_typed_in_small_letters() {
    let route = ["guide", "--world", "office", "--from", "14,0", "--to", "6,10", "--style"];
    let told = |style: &str| stdout(&[&route[..], &[style]].concat());
    assert_eq!(told("eda"), told("EDA"));
}

#[test]
fn whoever_is_there_is_told_so() {
    for (world, place) in [("office", "0,0"), ("hospital", "Reception")] {
        let route = ["guide", "--world", world, "--from", place, "--to", place];
        assert_eq!(stdout(&route), "You are already there.\n");
        let json: serde_json::Value =
            serde_json::from_str(&stdout(&[&route[..], &["--format", "json"]].concat())).unwrap();
        assert_eq!(json["text"], "You are already there.");
        assert_eq!(json["steps"][0]["manoeuvre"], "arrive");
    }
}

#[test]
fn what_lost_is_explained_in_words() {
    let route = ["guide", "--world", "office", "--from", "14,0", "--to", "6,10", "--explain"];
    let said = stdout(&route);
    assert!(said.contains("   - "), "{said}");
    for raw in ["\"good\"", "unfaithful", "{\"", "unknown_word"] {
        assert!(!said.contains(raw), "{raw}: {said}");
    }
}
