//! `cicerone evaluate selection`: does it foresee what people say?

use std::collections::BTreeMap;

use cicerone::corpus::Part;
use cicerone::select::choices;
use cicerone_eval::selection::{SelectionReport, evaluate};

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::selectors::SelectorOption;
use crate::worlds::DataOption;

/// Content selection: does it foresee what people say?
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    selector: SelectorOption,

    /// Parts of the corpus to measure on.
    #[arg(long, value_name = "PARTS", value_delimiter = ',', default_value = "validation,test")]
    part: Vec<Part>,

    /// Measure only on these authors' sentences, such as EDA,EMWC [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    on_author: Vec<String>,

    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let selector = self.selector.open(&self.data)?;
        let mut reports: BTreeMap<Part, SelectionReport> = BTreeMap::new();
        let progress = Progress::of(self.part.len());
        for part in self.part {
            progress.at(part.to_string());
            let choices = choices(&corpus, part, &self.on_author)?;
            reports.insert(part, evaluate(&selector, &choices));
            progress.step();
        }
        drop(progress);
        match self.format {
            Format::Json => print_json(&reports),
            Format::Text => {
                let text = reports.iter().map(|(part, report)| {
                    let title = format!("{part}: ");
                    title + &report.describe()
                });
                print_text(&text.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}
