//! `cicerone data`: the texts to learn from on this machine.

mod annotate;
mod augment;
#[cfg(feature = "download")]
mod pull;
#[cfg(not(feature = "download"))]
#[path = "pull_absent.rs"]
mod pull;
mod read;

use std::collections::BTreeMap;

use cicerone::corpus::{Legality, Part};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::worlds::DataOption;

/// Fetch, check and read the texts to learn from.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Fetch the files of a corpus from their public homes.
    Pull(pull::Arguments),
    /// Print the directory the corpus is read from.
    Where(DataOption),
    /// Read everything and tell what is there.
    Check(Check),
    /// Count or look at the pairs that swapping values and words makes.
    Augment(augment::Arguments),
    /// Write the CAS commands of sentences whose paths are known.
    Annotate(annotate::Arguments),
    /// Read people's directions as CAS commands, where a grammar is sure.
    Read(read::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Pull(arguments) => arguments.run(),
            Command::Where(data) => print_text(&format!("{}\n", data.locate()?.display())),
            Command::Check(check) => check.run(),
            Command::Augment(arguments) => arguments.run(),
            Command::Annotate(arguments) => arguments.run(),
            Command::Read(arguments) => arguments.run(),
        }
    }
}

/// Read everything and tell what is there.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What `data check` found.
#[derive(Serialize)]
struct Report {
    demonstrations: usize,
    sentences: usize,
    commands: usize,
    without_command: usize,
    authors: BTreeMap<String, usize>,
    parts: BTreeMap<&'static str, usize>,
    legality: Legality,
}

impl Check {
    fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let sentences = || corpus.demonstrations.iter().flat_map(|one| &one.sentences);
        let mut authors = BTreeMap::new();
        for demonstration in &corpus.demonstrations {
            *authors.entry(demonstration.origin.author.clone()).or_default() +=
                demonstration.sentences.len();
        }
        let report = Report {
            demonstrations: corpus.demonstrations.len(),
            sentences: sentences().count(),
            commands: sentences().map(|one| one.commands.len()).sum(),
            without_command: sentences().filter(|one| one.commands.is_empty()).count(),
            authors,
            parts: Part::ALL.map(|part| (part.name(), corpus.part(part).count())).into(),
            legality: corpus.legality()?,
        };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn describe(&self) -> String {
        let mut out = format!(
            "{} demonstrations, {} sentences, {} commands ({} sentences carry none)\n",
            self.demonstrations, self.sentences, self.commands, self.without_command
        );
        let list = |counts: Vec<String>| counts.join(", ");
        let authors = self.authors.iter().map(|(name, count)| format!("{name} {count}"));
        out.push_str(&format!("sentences by author: {}\n", list(authors.collect())));
        let parts = self.parts.iter().map(|(name, count)| format!("{name} {count}"));
        out.push_str(&format!("demonstrations by part: {}\n", list(parts.collect())));
        out.push_str("paths that are legal walks on their map:\n");
        for (map, (legal, all)) in &self.legality.maps {
            out.push_str(&format!("  {map:<6} {legal:>5} of {all:>5}\n"));
        }
        out.push_str(&format!("exceptions: {}\n", self.legality.exceptions.len()));
        for exception in &self.legality.exceptions {
            let legal = if exception.legal { "" } else { " (illegal)" };
            out.push_str(&format!("  {:<8} {}{legal}\n", exception.id, exception.what));
        }
        out
    }
}
