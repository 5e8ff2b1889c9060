//! `cicerone train selector`: learn what to say.

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::selectors::LearnOptions;
use crate::worlds::DataOption;

/// Learn what to say: the content-selection policy and its bank.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    learn: LearnOptions,

    #[command(flatten)]
    data: DataOption,

    /// How to print what was learnt.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What was learnt.
#[derive(Serialize)]
struct Report {
    file: String,
    authors: Vec<String>,
    structures: usize,
    contexts: usize,
    training: cicerone::select::PolicyTraining,
    seconds: f64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let started = Instant::now();
        let progress = Progress::of(0);
        progress.at("learning what people say");
        let selector = self.learn.learn(&corpus)?;
        drop(progress);
        let seconds = started.elapsed().as_secs_f64();
        selector.save(&self.out)?;
        let report = Report {
            file: self.out.display().to_string(),
            authors: selector.authors().into_iter().map(str::to_owned).collect(),
            structures: selector.bank().entries().len(),
            contexts: selector.bank().contexts().len(),
            training: *selector.training(),
            seconds,
        };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn describe(&self) -> String {
        let training = &self.training;
        format!(
            "{}: {} structures in {} contexts, from {} sentences by {}\n\
             {} after {} iterations (gradient norm {:.1e}), log-likelihood {:.3}, {:.1} s\n",
            self.file,
            self.structures,
            self.contexts,
            training.demonstrations,
            self.authors.join(", "),
            if training.converged { "converged" } else { "not converged" },
            training.iterations,
            training.gradient_norm,
            training.log_likelihood,
            self.seconds
        )
    }
}
