//! `cicerone evaluate parsing`: does English come back as its commands?

use cicerone::corpus::Part;
use cicerone::corpus::augment::Pair;
use cicerone::understand::Directions;
use cicerone::words::everyday_vocabulary;
use cicerone_eval::parsing::evaluate;

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::readers::ParserOption;
use crate::worlds::{DataOption, EnglishOption};

use super::RenamedOption;

/// Parsing: does English come back as the commands it was annotated with?
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    parser: ParserOption,

    /// The part of the corpus to measure on.
    #[arg(long, default_value = "validation")]
    part: Part,

    /// Measure instead on what a grammar reads of the directions that people gave
    /// through anywhere, one in ten, which no parser learns from.
    #[arg(long, conflicts_with_all = ["part", "renamed", "data"])]
    directions: bool,

    #[command(flatten)]
    english: EnglishOption,

    #[command(flatten)]
    renamed: RenamedOption,

    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let (of, pairs, vocabulary) = if self.directions {
            let lines = self.english.directions()?;
            let read = Directions::read(lines.iter().map(|line| &*line.text));
            ("directions".to_owned(), read.kept_back, everyday_vocabulary().clone())
        } else {
            let corpus = self.renamed.apply(self.data.corpus()?)?;
            let pairs = Pair::of_part(&corpus, self.part);
            (self.part.to_string(), pairs, (*corpus.vocabulary()).clone())
        };
        let parser = self.parser.open()?;
        let progress = Progress::of(0);
        progress.at(format!("parsing {} sentences", pairs.len()));
        let report = evaluate(&parser, &pairs, &vocabulary, self.parser.beam)?;
        drop(progress);
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&format!("{of}: {}", report.describe())),
        }
    }
}
