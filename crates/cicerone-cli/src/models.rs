//! Finding the models that a subcommand works with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cicerone::guide::{Bundle, Choose, Guide, GuideOptions};
use cicerone::neural;
use cicerone::rank::Ranker;
use cicerone::realize::{Realizer, Units, Wording};
use cicerone::{Error, Result};

use crate::readers::distinct;

/// The option of every subcommand that works with a whole guide.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ModelsOption {
    /// A directory of `cicerone train bundle` [default: the models that the
    /// program carries].
    #[arg(long, value_name = "DIR")]
    models: Option<PathBuf>,
}

impl ModelsOption {
    /// Loads the models as a guide.
    pub(crate) fn guide(&self) -> Result<Guide> {
        self.bundle().map(Guide::new)
    }

    /// Loads the models.
    pub(crate) fn bundle(&self) -> Result<Bundle> {
        match &self.models {
            Some(directory) => Bundle::load(directory),
            None => Bundle::embedded(),
        }
    }
}

/// What decides between faithful candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ChooseName {
    /// What people would say, in the best English.
    Fluent,
    /// The same, weighed by whether a reader who errs as people do arrives.
    Safe,
}

impl From<ChooseName> for Choose {
    fn from(name: ChooseName) -> Choose {
        match name {
            ChooseName::Fluent => Choose::Fluent,
            ChooseName::Safe => Choose::Safe,
        }
    }
}

/// The options of every subcommand that gives directions: in which words.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct MannerOptions {
    /// Speak in the style of this author, such as EDA; through buildings terse,
    /// normal or chatty.
    #[arg(long, value_name = "STYLE")]
    pub(crate) style: Option<String>,

    /// The unit of distances, in buildings.
    #[arg(long, value_enum, default_value = "metres")]
    pub(crate) units: UnitsName,

    /// Another number, other words of the same quality, in buildings.
    #[arg(long)]
    pub(crate) seed: Option<u64>,

    /// What decides between faithful candidates.
    #[arg(long, value_enum, default_value = "safe")]
    pub(crate) choose: ChooseName,
}

impl MannerOptions {
    /// What a guide is asked for.
    pub(crate) fn options(&self) -> GuideOptions {
        GuideOptions::default()
            .style(self.style.clone())
            .units(self.units.into())
            .seed(self.seed)
            .choose(self.choose.into())
    }
}

/// The unit of distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum UnitsName {
    /// In metres.
    Metres,
    /// In feet.
    Feet,
}

impl From<UnitsName> for Units {
    fn from(name: UnitsName) -> Units {
        match name {
            UnitsName::Metres => Units::Metres,
            UnitsName::Feet => Units::Feet,
        }
    }
}

/// The option of every subcommand that puts commands into words.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RealizerOption {
    /// Directories of `cicerone train realizer`; several speak together
    /// [default: the realizer of the models].
    #[arg(long = "realizer", value_name = "DIR")]
    realizers: Vec<PathBuf>,

    #[command(flatten)]
    models: ModelsOption,
}

impl RealizerOption {
    /// Loads the realizer, and the ranker of the models.
    pub(crate) fn open(&self) -> Result<(Arc<Realizer>, Arc<Ranker>)> {
        let Bundle { realizer, ranker, .. } = self.models.bundle()?;
        match &self.realizers[..] {
            [] => Ok((realizer, ranker)),
            runs => Ok((load_realizer(runs)?.into(), ranker)),
        }
    }
}

/// Loads the realizers of some runs as one.
pub(crate) fn load_realizer(runs: &[PathBuf]) -> Result<Realizer> {
    let files = runs.iter().map(|run| run.join("model.safetensors")).collect();
    let models = distinct(files).into_iter().map(|file| neural::load(&file));
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
