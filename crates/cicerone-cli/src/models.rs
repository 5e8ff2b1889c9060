//! Finding the models that a subcommand works with.

use std::path::{Path, PathBuf};

use cicerone::neural;
use cicerone::realize::{Realizer, Wording};
use cicerone::{Error, Result};

/// The option of every subcommand that puts commands into words.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RealizerOption {
    /// Directories of `cicerone train realizer`; several speak together.
    #[arg(long = "realizer", value_name = "DIR", required = true)]
    realizers: Vec<PathBuf>,
}

impl RealizerOption {
    /// Loads the realizer.
    pub(crate) fn open(&self) -> Result<Realizer> {
        load_realizer(&self.realizers)
    }
}

/// Loads the realizers of some runs as one.
pub(crate) fn load_realizer(runs: &[PathBuf]) -> Result<Realizer> {
    let models = runs.iter().map(|run| neural::load(&run.join("model.safetensors")));
    let models = models.collect::<Result<Vec<_>>>()?;
    let wording = match runs.first() {
        Some(run) => load_wording(&run.join("wording.json"))?,
        None => return Err(Error::input("no realizer was given")),
    };
    Realizer::new(models, wording)
}

fn load_wording(file: &Path) -> Result<Wording> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::io("cannot read", error).in_file(file))?;
    Wording::from_json(&text).map_err(|error| error.in_file(file))
}
