//! Counts what a grammar checker finds in texts, one a line on standard input: faults
//! for 1,000 sentences, by their kind, with examples of each.
//!
//! `cargo run --release --manifest-path scripts/grammar/Cargo.toml < texts.txt`
//!
//! Words that the checker's dictionary lacks, capitals and matters of taste are
//! counted apart: names of rooms are no mistakes, and many people write in small
//! letters.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use harper_core::linting::{LintGroup, LintKind, Linter};
use harper_core::spell::FstDictionary;
use harper_core::{Dialect, Document, TokenStringExt};

/// Examples of every kind.
const EXAMPLES: usize = 5;

#[derive(Default)]
struct Found {
    count: usize,
    examples: Vec<String>,
}

/// True for what is a fault whoever reads it.
fn is_fault(kind: LintKind) -> bool {
    use LintKind::{
        Capitalization, Enhancement, Formatting, Readability, Regionalism, Spelling, Style,
    };
    !matches!(
        kind,
        Spelling | Capitalization | Enhancement | Formatting | Readability | Regionalism | Style
    )
}

fn main() -> io::Result<()> {
    let mut linter = LintGroup::new_curated(FstDictionary::curated(), Dialect::British);
    let mut found: BTreeMap<(bool, String), Found> = BTreeMap::new();
    let (mut texts, mut sentences) = (0_usize, 0_usize);
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let document = Document::new_plain_english_curated(&line);
        texts += 1;
        sentences += document.iter_sentences().count();
        for lint in linter.lint(&document) {
            let said = document.get_span_content_str(&lint.span);
            let kind = (!is_fault(lint.lint_kind), lint.lint_kind.to_string());
            let one = found.entry(kind).or_default();
            one.count += 1;
            if one.examples.len() < EXAMPLES {
                one.examples.push(format!("'{said}': {} ({line})", lint.message));
            }
        }
    }
    let share = |count: usize| 1000.0 * count as f64 / sentences.max(1) as f64;
    let faults = found.iter().filter(|((apart, _), _)| !apart).map(|(_, one)| one.count).sum();
    println!("{texts} texts, {sentences} sentences");
    println!("faults for 1,000 sentences: {:.2} ({faults})", share(faults));
    for ((apart, kind), one) in &found {
        let note = if *apart { ", counted apart" } else { "" };
        println!("\n{kind}{note}: {:.2} ({})", share(one.count), one.count);
        for example in &one.examples {
            println!("  {}", example.chars().take(300).collect::<String>());
        }
    }
    Ok(())
}
