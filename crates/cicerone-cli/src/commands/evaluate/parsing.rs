//! `cicerone evaluate parsing`: does English come back as its commands?

use cicerone::corpus::Part;
use cicerone::corpus::augment::Pair;
use cicerone_eval::parsing::evaluate;

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::readers::ParserOption;
use crate::worlds::DataOption;

use super::RenamedOption;

/// Parsing: does English come back as the commands it was annotated with?
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    parser: ParserOption,

    /// The part of the corpus to measure on.
    #[arg(long, default_value = "validation")]
    part: Part,

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
        let corpus = self.renamed.apply(self.data.corpus()?)?;
        let pairs = Pair::of_part(&corpus, self.part);
        let parser = self.parser.open()?;
        let progress = Progress::of(0);
        progress.at(format!("parsing {} sentences", pairs.len()));
        let report = evaluate(&parser, &pairs, &corpus.vocabulary(), self.parser.beam)?;
        drop(progress);
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&format!("{}: {}", self.part, report.describe())),
        }
    }
}
