//! `cicerone data read`: people's directions as commands.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cicerone::cas::Command;
use cicerone::understand::CarefulReader;
use cicerone::words::tokenize;
use cicerone::write_whole;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::readers::parser_of;
use crate::worlds::EnglishOption;

/// How many sentences are heard before it is told how far this is.
const AT_ONCE: usize = 1024;

/// Read people's directions as CAS commands, where a grammar is sure of every
/// word, and leave the rest.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file to write: one pair a line, as JSON.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    english: EnglishOption,

    /// Add what the models of a parser agree on where the grammar knows nothing: a
    /// directory of `cicerone train parser`, or `carried` for those of the program.
    #[arg(long, value_name = "PATH")]
    agreed: Option<PathBuf>,

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
    /// Who reads it so: `grammar` or `parsers`.
    by: &'static str,
}

/// What was read.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// By file: lines, those that the grammar understood, and those that parsers agree on.
    sources: BTreeMap<String, (usize, usize, usize)>,
    commands: usize,
    /// Commands by head.
    heads: BTreeMap<String, usize>,
    /// Attributes by head of the command, as `Travel.through`.
    attributes: BTreeMap<String, usize>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let reader = CarefulReader::everyday();
        let vocabulary = reader.vocabulary();
        let lines = self.english.directions()?;
        let mut read: Vec<Option<(Vec<Command>, &'static str)>> = lines
            .iter()
            .map(|line| reader.read(&line.text).map(|one| (one.commands, "grammar")))
            .collect();
        if let Some(path) = &self.agreed {
            let parser = parser_of(path)?;
            let open: Vec<usize> = (0..lines.len()).filter(|at| read[*at].is_none()).collect();
            let progress = Progress::of(open.len().div_ceil(AT_ONCE));
            for some in open.chunks(AT_ONCE) {
                let words: Vec<Vec<String>> =
                    some.iter().map(|at| tokenize(&lines[*at].text)).collect();
                for (at, commands) in some.iter().zip(parser.agreed(&words, vocabulary)?) {
                    read[*at] = commands.map(|commands| (commands, "parsers"));
                }
                progress.step();
            }
        }
        let (mut report, mut pairs) = (Report::default(), String::new());
        for (line, read) in lines.iter().zip(read) {
            let counts = report.sources.entry(line.source.clone()).or_default();
            counts.0 += 1;
            let Some((commands, by)) = read else { continue };
            counts.1 += usize::from(by == "grammar");
            counts.2 += usize::from(by == "parsers");
            let said = |command: &Command| command.display(vocabulary).to_string();
            for command in &commands {
                report.count(&command.tokens(vocabulary));
            }
            let pair = Pair {
                source: &line.source,
                line: line.number,
                english: &line.text,
                commands: commands.iter().map(said).collect(),
                by,
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
        let mut sum = (0, 0, 0);
        for (source, (lines, read, agreed)) in &self.sources {
            out += &format!("{source:<16} {read:>6} and {agreed:>6} of {lines:>6} lines\n");
            sum = (sum.0 + lines, sum.1 + read, sum.2 + agreed);
        }
        let (lines, read, agreed) = sum;
        out += &format!(
            "{read} of {lines} lines by grammar, {agreed} that parsers agree on, {} commands\n",
            self.commands
        );
        for (name, count) in self.heads.iter().chain(&self.attributes) {
            out += &format!("  {name:<24} {count:>6}\n");
        }
        out
    }
}
