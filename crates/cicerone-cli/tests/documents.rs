//! The documents hang together: every link leads somewhere, every page is in the
//! site, and no page of the site leads out of it to a file that is not there.
//! What the commands in them do is tried by `make docs-check`.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|one| one == "md")).collect();
    pages.sort();
    pages
}

/// The targets of a page's links and pictures, without those in code.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let outside: String = line.split('`').step_by(2).collect();
        for part in outside.split("](").skip(1) {
            links.push(part.split(')').next().unwrap_or_default().to_owned());
        }
    }
    links
}

/// The names of a page's headings, as links write them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let slug = |line: &str| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let all = [pages(&root()), pages(&root().join("docs"))].concat();
    assert!(all.len() > 12, "{all:?}");
    let mut count = 0;
    for page in &all {
        let text = std::fs::read_to_string(page).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: '{link}' leads nowhere", page.display());
            if !anchor.is_empty() {
                let known = anchors(&std::fs::read_to_string(&target).unwrap());
                let is_known = known.iter().any(|one| one == anchor);
                assert!(is_known, "{}: '{link}' leads to no heading", page.display());
            }
        }
    }
    assert!(count > 30, "{count} links");
}

#[test]
fn every_page_is_in_the_site_and_stays_in_it() {
    let docs = root().join("docs");
    let summary = links(&std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap());
    for page in pages(&docs) {
        let name = page.file_name().unwrap().to_str().unwrap();
        let is_listed = summary.iter().any(|link| link == name);
        assert!(name == "SUMMARY.md" || is_listed, "SUMMARY.md does not name {name}");
        for link in links(&std::fs::read_to_string(&page).unwrap()) {
            assert!(!link.starts_with(".."), "{name}: '{link}' is not in the site");
        }
    }
}
