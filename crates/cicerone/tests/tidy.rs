//! House rules that no lint knows.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_says_what_lives_in_it() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    assert!(files.len() > 20);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//! "), "{} does not open with //!", file.display());
    }
}

#[test]
fn no_file_is_a_drawer_for_everything() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let drawers = ["utils", "util", "common", "helpers", "misc", "manager"];
        assert!(!drawers.contains(&&*name), "{}", file.display());
    }
}
