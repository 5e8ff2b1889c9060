//! `cicerone data read`: people's directions as commands.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cicerone::understand::CarefulReader;
use cicerone::write_whole;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::worlds::EnglishOption;

/// Read people's directions as CAS commands, where a grammar is sure of every
/// word, and leave the rest.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file to write: one pair a line, as JSON.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    english: EnglishOption,

    /// How to print the counts.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A sentence and what it says.
#[derive(Serialize)]
struct Pair<'l> {
    source: &'l str,
    line: usize,
    english: &'l str,
    commands: Vec<String>,
}

/// What was read.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// By file: lines, and those that were understood.
    sources: BTreeMap<String, (usize, usize)>,
    commands: usize,
    /// Commands by head.
    heads: BTreeMap<String, usize>,
    /// Attributes by head of the command, as `Travel.through`.
    attributes: BTreeMap<String, usize>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let reader = CarefulReader::everyday();
        let (mut report, mut pairs) = (Report::default(), String::new());
        for line in self.english.directions()? {
            let counts = report.sources.entry(line.source.clone()).or_default();
            counts.0 += 1;
            let Some(understood) = reader.read(&line.text) else { continue };
            counts.1 += 1;
            let said =
                |command: &cicerone::cas::Command| command.display(reader.vocabulary()).to_string();
            for command in &understood.commands {
                report.count(&command.tokens(reader.vocabulary()));
            }
            let pair = Pair {
                source: &line.source,
                line: line.number,
                english: &line.text,
                commands: understood.commands.iter().map(said).collect(),
            };
            pairs.push_str(&serde_json::to_string(&pair)?);
            pairs.push('\n');
        }
        write_whole(&self.out, pairs.as_bytes())?;
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn count(&mut self, tokens: &[String]) {
        let Some(head) = tokens.first() else { return };
        self.commands += 1;
        *self.heads.entry(head.clone()).or_default() += 1;
        for token in &tokens[1..] {
            let attribute = token.split('.').next().unwrap_or_default();
            *self.attributes.entry(format!("{head}.{attribute}")).or_default() += 1;
        }
    }

    fn describe(&self) -> String {
        let mut out = String::new();
        for (source, (lines, read)) in &self.sources {
            out += &format!("{source:<16} {read:>6} of {lines:>6} lines\n");
        }
        let (lines, read) =
            self.sources.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        out += &format!("{read} of {lines} lines, {} commands\n", self.commands);
        for (name, count) in self.heads.iter().chain(&self.attributes) {
            out += &format!("  {name:<24} {count:>6}\n");
        }
        out
    }
}
