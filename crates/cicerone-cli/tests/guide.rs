//! `cicerone guide`, `batch`, `realize` and `explain --command` as their users
//! meet them, with the models that the binary carries.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = cicerone(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    said
}

/// Sends bytes to a subcommand that reads lines; returns its answers.
fn lines(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cicerone"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const LOBBY: &str = r#"{
  "format": "cicerone-world", "version": 1, "name": "Lobby",
  "vocabulary": {
    "floors":  [{"name": "marble", "cas": "Marble", "words": ["marble"]},
                {"name": "carpet", "cas": "Carpet", "words": ["carpet"]}],
    "objects": [{"name": "desk", "cas": "Desk", "words": ["reception desk", "desk"]}]
  },
  "places": [
    {"id": "door", "x": 0, "y": 0}, {"id": "middle", "x": 0, "y": -4},
    {"id": "desk", "x": 0, "y": -8, "objects": ["desk"]},
    {"id": "stairs", "x": 9, "y": -8}, {"id": "garden", "x": -9, "y": -4}
  ],
  "passages": [
    {"between": ["door", "middle"], "floor": "marble"},
    {"between": ["middle", "desk"], "floor": "marble"},
    {"between": ["middle", "garden"], "floor": "carpet"},
    {"between": ["desk", "stairs"], "floor": "carpet"}
  ]
}"#;

#[test]
fn a_guide_speaks_of_a_building_it_never_met() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("lobby.json");
    std::fs::write(&file, LOBBY).unwrap();
    let world = file.to_str().unwrap();
    let out = stdout(&cicerone(&[
        "guide",
        "--world",
        world,
        "--from",
        "-9,-4",
        "--to",
        "9,-8",
        "--explain",
        "--format",
        "json",
    ]));
    let instruction: Value = serde_json::from_str(&out).unwrap();
    let all = out.to_lowercase();
    assert!(all.contains("reception desk"), "{out}");
    let text = instruction["text"].as_str().unwrap();
    // Kinds of SAIL that stand in for the world's own must not be seen.
    for word in ["sofa", "bench", "easel", "blue", "brick", "chair", "stool"] {
        assert!(!text.to_lowercase().contains(word), "{text}");
    }
    let steps = instruction["steps"].as_array().unwrap();
    assert_eq!(steps[0]["manoeuvre"], "depart");
    assert_eq!(steps.last().unwrap()["manoeuvre"], "arrive");
    assert_eq!(steps[0]["begin"], 0);
    for pair in steps.windows(2) {
        assert_eq!(pair[0]["end"], pair[1]["begin"]);
    }
}

/// What the README shows is what the program says.
#[test]
fn the_readme_tells_the_truth() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"));
    let quoted: Vec<String> = readme
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("> ").map(str::to_owned))
        .collect();
    let route = ["guide", "--world", "office", "--from", "14,0", "--to", "6,10"];
    assert_eq!(stdout(&cicerone(&route)).trim(), quoted.join(" "));
}

#[test]
fn sentences_are_clean_english_in_every_format() {
    let route = ["--world", "gallery", "--from", "6,-18", "--to", "0,4"];
    let guide = |more: &[&str]| stdout(&cicerone(&[&["guide"], &route[..], more].concat()));
    let text = guide(&[]);
    assert_eq!(text, guide(&[]), "same route, same words");
    for sentence in text.trim().split(". ") {
        assert!(sentence.starts_with(|c: char| c.is_ascii_uppercase()), "{text}");
    }
    assert!(text.trim().ends_with('.') && !text.contains(" ,") && !text.contains('<'), "{text}");
    let ssml = guide(&["--format", "ssml"]);
    assert!(ssml.contains("<s>") && ssml.starts_with("<speak"), "{ssml}");
    assert!(guide(&["--explain"]).contains("perplexity"));
    let styles = ["EDA", "EMWC", "KLS", "KXP", "TJS", "WLH"];
    let said: std::collections::BTreeSet<String> =
        styles.iter().map(|style| guide(&["--style", style])).collect();
    assert!(said.len() > 1, "{said:?}");
}

#[test]
fn a_batch_takes_places_by_name_and_a_profile() {
    let job = |id: u32, more: &str| format!(r#"{{"id":{id},"world":"hospital",{more}}}"#) + "\n";
    let input = [
        job(1, r#""from":"Main entrance","to":"room 2.14""#),
        job(2, r#""from":"main entrance","to":"Room 2.14","profile":"step-free""#),
        job(3, r#""from":"cafe","to":"toilets""#),
        job(4, r#""from":"cafe","to":"toilets@level 1""#),
        job(5, r#""from":"cafe","to":"chapel","profile":"flying""#),
    ];
    let answers = lines(&["batch"], input.concat().as_bytes());
    let text = |number: usize| answers[number]["text"].as_str().unwrap_or_default().to_lowercase();
    assert!(text(0).contains("stairs") && !text(0).contains("lift"), "{}", text(0));
    // Stairs may be passed, not taken.
    let steps = answers[1]["steps"].as_array().unwrap();
    let takes = |manoeuvre: &str| steps.iter().any(|step| step["manoeuvre"] == manoeuvre);
    assert!(text(1).contains("lift") && takes("lift") && !takes("stairs"), "{}", answers[1]);
    let error = answers[2]["error"].as_str().unwrap();
    assert!(error.contains("2 places are called 'toilets'"), "{error}");
    assert!(!text(3).is_empty(), "{}", answers[3]);
    assert!(answers[4]["error"].as_str().unwrap().contains("step-free"), "{}", answers[4]);
}

#[test]
fn what_is_wrong_with_a_request_is_said() {
    let office = ["guide", "--world", "office"];
    let guide = |more: &[&str]| refused(&[&office[..], more].concat());
    assert!(guide(&["--from", "0,0", "--to", "0,1"]).contains("--to"));
    assert!(guide(&["--path", "0,0,90 9,9,90"]).contains("pose 2"));
    assert!(guide(&["--path", "0,0,90 0,2,90"]).contains("step 1"));
    assert!(guide(&["--path", " "]).contains("empty"));
    assert!(guide(&["--from", "0,0", "--to", "2,0", "--style", "Bob"]).contains("EDA"));
    assert!(
        guide(&["--from", "0,0", "--to", "2,0", "--models", "/nowhere"]).contains("bundle.json")
    );
}

/// What is explained is what is said.
#[test]
fn explain_explains_the_guide_that_speaks() {
    let path = "0,0,-1 0,0,90 2,0,90 4,0,90 4,0,180";
    for choose in ["safe", "fluent"] {
        let run = |command: &str, more: &[&str]| -> Value {
            let arguments = [command, "--world", "office", "--path", path, "--choose", choose];
            let json = ["--format", "json"];
            let out = stdout(&cicerone(&[&arguments[..], &json, more].concat()));
            serde_json::from_str(&out).unwrap()
        };
        let (told, explained) = (run("guide", &["--explain"]), run("explain", &[]));
        let steps = told["steps"].as_array().unwrap();
        assert_eq!(explained.as_array().unwrap().len(), steps.len());
        for (step, segment) in steps.iter().zip(explained.as_array().unwrap()) {
            let said = &segment["words"]["said"];
            for key in ["text", "command", "probability", "perplexity", "confidence"] {
                assert_eq!(said[key], step[key], "{key}");
            }
            assert_eq!(segment["contexts"], step["contexts"]);
        }
    }
}

#[test]
fn a_path_that_dithers_is_said_once() {
    let out = stdout(&cicerone(&[
        "guide",
        "--world",
        "office",
        "--path",
        "0,0,90 0,0,180 0,0,270 0,0,0 0,0,90 2,0,90 4,0,90",
        "--format",
        "json",
    ]));
    let instruction: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(instruction["steps"].as_array().unwrap().len(), 1, "{out}");
}

#[test]
fn a_batch_answers_every_line_in_order() {
    let mut input = Vec::new();
    let mut expected = Vec::new();
    for number in 0..150 {
        let (line, is_good): (Vec<u8>, bool) = match number % 6 {
            0 => (
                format!(r#"{{"id":{number},"world":"office","from":[0,0],"to":[14,8]}}"#).into(),
                true,
            ),
            1 => (
                format!(
                    r#"{{"id":{number},"world":"office","path":[[0,0,null],[0,0,90],[2,0,90]]}}"#
                )
                .into(),
                true,
            ),
            2 => (
                format!(r#"{{"id":{number},"world":"office","path":[[0,0,90],[0,2,90]]}}"#).into(),
                false,
            ),
            3 => (vec![0xff, 0xfe, b'{', 7], false),
            4 => (
                format!(r#"{{"id":{number},"world":"castle","from":[0,0],"to":[1,1]}}"#).into(),
                false,
            ),
            _ => (
                format!(r#"{{"id":{number},"world":"office","from":[1e300,0],"to":[1,1]}}"#).into(),
                false,
            ),
        };
        input.extend(line);
        input.push(b'\n');
        expected.push((number, is_good));
    }
    let answers = lines(&["batch"], &input);
    assert_eq!(answers.len(), expected.len());
    for (answer, (number, is_good)) in answers.iter().zip(expected) {
        assert_eq!(answer.get("error").is_none(), is_good, "{answer}");
        if number % 6 != 3 {
            assert_eq!(answer["id"], number, "{answer}");
        }
        if is_good {
            assert!(!answer["text"].as_str().unwrap().is_empty());
            assert!(answer["steps"][0]["probability"].as_f64().unwrap() > 0.9);
            assert_eq!(answer["steps"][0]["begin"], 0);
            assert!(answer["confidence"].as_f64().unwrap() > 0.0, "{answer}");
            assert!(answer["steps"][0].get("alternatives").is_none(), "{answer}");
        }
    }
}

/// Random bytes, broken jobs, absurd numbers and deep nesting, from one seed.
#[test]
fn a_batch_survives_hostile_jobs() {
    let count: u64 = std::env::var("CICERONE_HOSTILE").map_or(600, |text| text.parse().unwrap());
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let directory = tempfile::tempdir().unwrap();
    let nested = directory.path().join("nested.json");
    std::fs::write(&nested, "[".repeat(2_000_000)).unwrap();
    let mut input = Vec::new();
    for _ in 0..count {
        let line: Vec<u8> = match random() % 8 {
            0 => (0..random() % 200)
                .map(|_| (random() % 256) as u8)
                .filter(|b| *b != b'\n')
                .collect(),
            1 => format!(r#"{{"id":1,"world":{:?},"from":[0,0],"to":[1,1]}}"#, nested).into(),
            2 => r#"{"world":"office","path":[]}"#.into(),
            3 => format!(r#"{{"world":"office","path":[[{0},{0},{0}]]}}"#, random()).into(),
            4 => "[".repeat((random() % 5000) as usize).into(),
            5 => format!(r#"{{"world":"gallery","from":[0,-12,{}],"to":[6,-18]}}"#, random() % 500)
                .into(),
            6 => r#"{"world":"../../../etc/passwd","from":"0,0","to":"1,1"}"#.into(),
            _ => r#"{"id":{"a":[1]},"world":"office","from":"x","to":null}"#.into(),
        };
        input.extend(line);
        input.push(b'\n');
    }
    let answers = lines(&["batch"], &input);
    assert_eq!(answers.len() as u64, count);
    for answer in answers {
        assert!(answer.get("error").is_some() != answer.get("text").is_some(), "{answer}");
    }
}

#[test]
fn commands_are_realised_line_by_line() {
    let input = br#"{"commands": ["Turn(direction=Left)"], "style": null}
{"commands": ["Travel(distance=Distance(count=2))"], "style": "EDA"}
{"commands": ["Fly(direction=Up)"]}
{"commands": []}
"#;
    let answers = lines(&["realize"], input);
    assert_eq!(answers.len(), 4);
    assert!(answers[0]["text"].as_str().unwrap().contains("left"), "{}", answers[0]);
    let first = &answers[0]["candidates"][0];
    assert!(first["log_probability"].as_f64().unwrap() < 0.0);
    assert!(first["perplexity"].as_f64().unwrap() > 1.0);
    assert!(answers[1]["candidates"].as_array().unwrap().len() >= 2);
    assert!(answers[2]["error"].as_str().unwrap().contains("command 1"), "{}", answers[2]);
    assert!(answers[3]["error"].as_str().unwrap().contains("no command"), "{}", answers[3]);
}

#[test]
fn an_alignment_is_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("alignment.svg");
    let out = stdout(&cicerone(&[
        "explain",
        "--command",
        "Turn(direction=Left)",
        "--svg",
        file.to_str().unwrap(),
    ]));
    assert!(out.contains("direction.Left"), "{out}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("<title>"));
    assert!(refused(&["explain", "--command", "Turn(direction=Up)"]).contains("Up"));
}
