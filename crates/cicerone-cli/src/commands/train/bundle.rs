//! `cicerone train bundle`: the models of a guide, together.

use std::path::PathBuf;

use cicerone::guide::Bundle;
use cicerone::rank::Ranker;
use cicerone::select::Selector;

use crate::models::load_realizer;

/// Put trained models together into one directory, as a guide loads them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of `cicerone train selector`.
    #[arg(long, value_name = "FILE")]
    selector: PathBuf,

    /// Directories of `cicerone train realizer`; several speak together.
    #[arg(long = "realizer", value_name = "DIR", required = true)]
    realizers: Vec<PathBuf>,

    /// The directory of `cicerone train language-model`.
    #[arg(long, value_name = "DIR")]
    language_model: PathBuf,

    /// The directory to write.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let bundle = Bundle {
            selector: Selector::load(&self.selector)?,
            realizer: load_realizer(&self.realizers)?,
            ranker: Ranker::load(&self.language_model.join("language-model.safetensors"))?,
        };
        bundle.save(&self.out)?;
        eprintln!("wrote {}", self.out.display());
        Ok(())
    }
}
