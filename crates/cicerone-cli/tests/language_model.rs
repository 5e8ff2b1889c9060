//! `train language-model` and `evaluate language-model` as a caller meets them.

#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use lzma_rust2::{XzOptions, XzWriter};

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

/// English of a few sentences, often enough for their words to be words.
fn write_english(directory: &Path) {
    for (folder, text) in
        [("nav", "walk to the end of the hall .\n"), ("general", "it is late .\n")]
    {
        let folder = directory.join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let file = File::create(folder.join("text.txt.xz")).unwrap();
        let mut writer = XzWriter::new(file, XzOptions::with_preset(1)).unwrap();
        writer.write_all(text.repeat(30).as_bytes()).unwrap();
        writer.finish().unwrap();
    }
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn trains_the_same_model_twice_and_measures_it() {
    let directory = tempfile::tempdir().unwrap();
    let english = directory.path().join("english").display().to_string();
    write_english(Path::new(&english));
    let train = |name: &str| {
        let out = directory.path().join(name);
        let shape = ["--words", "100", "--width", "8", "--layers", "1", "--classes", "5"];
        let run = ["--epochs", "1", "--finish-epochs", "1", "--threads", "1"];
        let start = ["train", "language-model", "--english", &english, "--out"];
        let output = cicerone(&[&start, &[&*out.display().to_string()][..], &shape, &run].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        out.join("language-model.safetensors")
    };
    let (first, second) = (train("first"), train("second"));
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
    let model = first.display().to_string();
    let start = ["evaluate", "language-model", "--model", &model, "--english", &english];
    let output = cicerone(&[&start[..], &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["perplexity"]["texts"]["SAIL test"]["sentences"], 562);
    assert_eq!(report["mistakes"]["validation"]["originals"], 311);
    // Even such a model has learnt that words are rarely said twice.
    let doubled = &report["mistakes"]["validation"]["kinds"]["probability"]["doubled"]["paired"];
    assert!(doubled.as_f64().unwrap() > 0.8, "{doubled}");
}

#[test]
fn says_what_english_text_must_look_like() {
    let directory = tempfile::tempdir().unwrap();
    let english = directory.path().display().to_string();
    let output = cicerone(&["train", "language-model", "--out", "nowhere", "--english", &english]);
    // Without the corpus that is what is missing first; both can be mended.
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!Path::new("nowhere").exists());
}
