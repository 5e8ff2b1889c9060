//! `cicerone evaluate reader`: does the reader who errs foresee people?

use std::path::PathBuf;

use cicerone::read::{Critic, read_walks};
use cicerone_eval::reading::{ReaderReport, cross_validate, evaluate, picture};

use crate::output::{Format, print_json, print_text, write_picture};
use crate::worlds::DataOption;

/// Hold the reader who errs against people's walks: does it foresee who
/// arrives, and how they rate the directions?
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The walks: one a line, as JSON.
    #[arg(long, value_name = "FILE")]
    walks: PathBuf,

    /// Another reader than the one that ships (`cicerone train reader`).
    #[arg(long, value_name = "FILE", conflicts_with = "cross_validate")]
    reader: Option<PathBuf>,

    /// Split the texts into so many parts and foresee each by what is learnt
    /// from the others alone.
    #[arg(long, value_name = "PARTS", value_parser = clap::value_parser!(u64).range(2..=20))]
    cross_validate: Option<u64>,

    /// Another seed, other parts.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    data: DataOption,

    /// Draw what was foreseen against what came true, as SVG or, if the name
    /// ends so, PNG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let walks = read_walks(&self.walks)?;
        let report = match (self.cross_validate, &self.reader) {
            (Some(parts), _) => cross_validate(&corpus, &walks, parts as usize, self.seed)?,
            (None, None) => evaluate(&corpus, &walks, Critic::people())?,
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|error| cicerone::Error::io("cannot read", error).in_file(file))?;
                let critic = Critic::from_json(&text).map_err(|error| error.in_file(file))?;
                evaluate(&corpus, &walks, &critic)?
            }
        };
        if let Some(file) = &self.picture {
            write_picture(file, &picture(&report))?;
        }
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&describe(&report)),
        }
    }
}

fn describe(report: &ReaderReport) -> String {
    let mut out = format!(
        "{} walks with the texts of {} demonstrations\n\
         success foreseen, Spearman {:.3} (by the reader alone {:.3}); rating {:.3}\n\
         Brier score {:.3} ({:.3} for whoever always says the mean)\n\
         {:>10}{:>10}{:>8}{:>8}\n",
        report.walks,
        report.demonstrations,
        report.success_spearman,
        report.arrives_spearman,
        report.rating_spearman,
        report.brier,
        report.brier_of_the_mean,
        "foreseen",
        "arrived",
        "texts",
        "walks"
    );
    for one in &report.calibration {
        out += &format!(
            "{:>9.1}%{:>9.1}%{:>8}{:>8}\n",
            one.foreseen * 100.0,
            one.arrived * 100.0,
            one.demonstrations,
            one.walks
        );
    }
    out
}
