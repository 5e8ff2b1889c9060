//! What each folder of the library may use, held against the sources.
//!
//! How it counts: the module tree is walked from `lib.rs`, as the compiler
//! walks it. A use of a module is one `crate::module` in code (each name of a
//! `crate::{..}` by itself), in a file of another top-level module; comments
//! and tests do not count. `crate::Error` and `crate::Result` are uses of
//! `error`, `crate::write_whole` is one of `files`. Files under a `mod` that
//! is there for the feature `training` only are counted apart: behind a `+`.
//!
//! `cargo test -p cicerone --test boundaries -- --nocapture` prints the matrix.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What each folder may use: to give directions, and more to learn. Whoever
/// needs a new line here is about to change the architecture, and says so in
/// ARCHITECTURE.md.
const MAY_USE: [(&str, &[&str], &[&str]); 17] = [
    ("legible", &[], &[]),
    ("error", &["legible"], &[]),
    ("budget", &["error"], &[]),
    ("settings", &[], &[]),
    ("files", &["error"], &[]),
    ("world", &["budget", "error", "files", "legible"], &[]),
    ("cas", &["error", "world"], &[]),
    ("words", &["cas", "error", "world"], &[]),
    ("neural", &["budget", "error", "files"], &[]),
    ("corpus", &[], &["cas", "error", "words", "world"]),
    ("select", &["cas", "error", "files", "settings", "words", "world"], &["corpus"]),
    ("plan", &["budget", "cas", "error", "settings", "words", "world"], &[]),
    ("realize", &["cas", "error", "neural", "settings", "words", "world"], &["corpus"]),
    ("rank", &["error", "neural", "words", "world"], &["corpus"]),
    ("read", &["budget", "cas", "error", "plan", "settings", "world"], &["corpus", "words"]),
    ("understand", &["cas", "error", "neural", "plan", "words", "world"], &["corpus"]),
    (
        "follow",
        &["budget", "cas", "error", "neural", "plan", "settings", "understand", "words", "world"],
        &["corpus"],
    ),
];

/// `guide` puts everything together, but what it was taught with.
const GUIDE: &str = "guide";

/// Uses of one module by another: at run time, and in training.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Uses {
    running: usize,
    learning: usize,
}

type Matrix = BTreeMap<String, BTreeMap<String, Uses>>;

/// A file of the crate, found by walking its modules.
struct Source {
    /// The top-level module it belongs to; empty for `lib.rs`.
    module: String,
    is_training: bool,
    path: PathBuf,
    code: String,
}

/// The sources from `lib.rs` on, without tests and comments.
fn sources(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), false, root.join("lib.rs"), root.to_path_buf())];
    while let Some((module, is_training, path, folder)) = open.pop() {
        let code = without_tests(&std::fs::read_to_string(&path).unwrap());
        let mut attributes = String::new();
        for line in code.lines().map(str::trim) {
            if line.starts_with("#[") {
                attributes.push_str(line);
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            if let [.., "mod", name] = words[..]
                && let Some(name) = name.strip_suffix(';')
                && !attributes.contains("cfg(test)")
            {
                let file = folder.join(format!("{name}.rs"));
                let inner = folder.join(name);
                let path = if file.exists() { file } else { inner.join("mod.rs") };
                let gated = attributes.contains("cfg(feature = \"training\")");
                let top = if module.is_empty() { name.to_owned() } else { module.clone() };
                open.push((top, is_training || gated, path, inner));
            }
            attributes.clear();
        }
        found.push(Source { module, is_training, path, code });
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The text without comments, and without what follows `#[cfg(test)]` up to
/// the end of its item.
fn without_tests(text: &str) -> String {
    let code: Vec<&str> =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut kept = String::new();
    let mut lines = code.into_iter().peekable();
    while let Some(line) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        // rustfmt closes an item at the indent where it began.
        let indent = line.len() - line.trim_start().len();
        let close = format!("{}}}", " ".repeat(indent));
        for line in lines.by_ref() {
            let is_attribute = line.trim_start().starts_with("#[");
            if line == close
                || (!is_attribute
                    && line.trim_end().ends_with(';')
                    && !line.starts_with(&" ".repeat(indent + 1)))
            {
                break;
            }
        }
    }
    kept
}

/// The names that follow `crate::` in a text, one for each use.
fn named(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        let word = |text: &'_ str| text.find(|c: char| !c.is_alphanumeric() && c != '_');
        match rest.strip_prefix('{') {
            None => names.push(&rest[..word(rest).unwrap_or(rest.len())]),
            Some(group) => {
                // A group of the crate's own root is one level deep.
                let group = &group[..group.find('}').unwrap()];
                assert!(!group.contains('{'), "write nested groups of crate:: apart: {group}");
                let parts = group.split(',').map(str::trim).filter(|part| !part.is_empty());
                names.extend(parts.map(|part| &part[..word(part).unwrap_or(part.len())]));
            }
        }
    }
    names
}

/// Who uses whom how often.
fn matrix(root: &Path) -> Matrix {
    let sources = sources(root);
    let modules: BTreeSet<String> = sources.iter().map(|source| source.module.clone()).collect();
    let mut matrix: Matrix = modules
        .iter()
        .filter(|module| !module.is_empty())
        .map(|module| (module.clone(), BTreeMap::new()))
        .collect();
    for source in sources.iter().filter(|source| !source.module.is_empty()) {
        for name in named(&source.code) {
            let used = match name {
                "Error" | "Result" => "error",
                "write_whole" => "files",
                "Budget" => "budget",
                name => name,
            };
            assert!(modules.contains(used), "crate::{name} in {}", source.path.display());
            if used != source.module {
                let row = matrix.get_mut(&source.module).unwrap();
                let uses = row.entry(used.to_owned()).or_default();
                match source.is_training {
                    false => uses.running += 1,
                    true => uses.learning += 1,
                }
            }
        }
    }
    matrix
}

/// The modules in an order in which each uses only those before it, or those
/// that use one another in a circle.
fn in_order(matrix: &Matrix, counts: impl Fn(&Uses) -> bool) -> Result<Vec<String>, Vec<String>> {
    let mut order: Vec<String> = Vec::new();
    while order.len() < matrix.len() {
        let ready = matrix.iter().find(|(module, row)| {
            let mut needed = row.iter().filter(|(_, uses)| counts(uses));
            !order.contains(module) && needed.all(|(used, _)| order.contains(used))
        });
        match ready {
            Some((module, _)) => order.push(module.clone()),
            None => {
                return Err(matrix.keys().filter(|one| !order.contains(one)).cloned().collect());
            }
        }
    }
    Ok(order)
}

fn print(matrix: &Matrix, order: &[String]) {
    println!("{:11}{}", "uses", order.iter().map(|one| format!("{one:>11}")).collect::<String>());
    for module in order {
        let cell = |used: &String| match matrix[module].get(used) {
            None => format!("{:>11}", "."),
            Some(Uses { running, learning: 0 }) => format!("{running:>11}"),
            Some(Uses { running, learning }) => format!("{:>11}", format!("{running}+{learning}")),
        };
        println!("{module:11}{}", order.iter().map(cell).collect::<String>());
    }
}

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn no_module_uses_itself_by_way_of_others() {
    let matrix = matrix(&own());
    let order = in_order(&matrix, |_| true);
    print(&matrix, order.as_ref().unwrap_or(&matrix.keys().cloned().collect()));
    assert!(order.is_ok(), "these use one another in a circle: {order:?}");
    assert!(in_order(&matrix, |uses| uses.running > 0).is_ok());
}

#[test]
fn every_folder_uses_what_it_may() {
    let matrix = matrix(&own());
    let known: BTreeSet<&str> = MAY_USE.iter().map(|(module, ..)| *module).chain([GUIDE]).collect();
    assert_eq!(matrix.keys().map(String::as_str).collect::<BTreeSet<_>>(), known);
    for (module, running, learning) in MAY_USE {
        for (used, uses) in &matrix[module] {
            let may_run = running.contains(&&**used);
            assert!(uses.running == 0 || may_run, "{module} uses {used} at run time");
            let may_learn = may_run || learning.contains(&&**used);
            assert!(uses.learning == 0 || may_learn, "{module} uses {used} in training");
        }
    }
}

#[test]
fn nobody_needs_the_corpus_to_give_directions() {
    for (module, row) in matrix(&own()) {
        let uses = row.get("corpus").copied().unwrap_or_default();
        assert_eq!(uses.running, 0, "{module} uses the corpus at run time");
    }
    assert!(sources(&own()).iter().all(|one| one.module != "corpus" || one.is_training));
}

#[test]
fn the_library_knows_only_what_it_is_told() {
    for source in sources(&own()) {
        for asks in ["env::", "current_dir", ".ancestors()", "home_dir"] {
            assert!(!source.code.contains(asks), "{asks} in {}", source.path.display());
        }
    }
}

#[test]
fn tests_and_comments_do_not_count() {
    let text = "use crate::{Error, world::Pose};\n// crate::plan\n#[cfg(test)]\nmod tests {\n    \
                use crate::rank;\n}\n#[cfg(test)]\npub(crate) use crate::follow::X;\nfn f() {\n    \
                crate::cas::parse();\n}\n";
    assert_eq!(named(&without_tests(text)), ["Error", "world", "cas"]);
}
