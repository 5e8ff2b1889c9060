//! Finding the world that `--world` names, and the texts to learn from.

use std::path::{Path, PathBuf};

use cicerone::corpus::{self, Corpus};
use cicerone::rank::English;
use cicerone::world::{self, World, embedded};
use cicerone::{Error, Result};

use crate::places;

/// Options of every subcommand that works on a world.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WorldOption {
    /// An embedded world (see `cicerone world list`), a SAIL map (grid, jelly,
    /// l), or a file: JSON or SAIL's XML.
    #[arg(long, value_name = "WORLD")]
    pub(crate) world: String,

    #[command(flatten)]
    pub(crate) data: DataOption,
}

/// The option of every subcommand that reads the SAIL corpus.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DataOption {
    /// Directory of the SAIL files [default: $CICERONE_SAIL, the user's data
    /// directory, ../shared/sail].
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}

/// The option of every subcommand that reads English text.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct EnglishOption {
    /// Directory of the English text, with folders nav and general
    /// [default: $CICERONE_ENGLISH, ../shared/english].
    #[arg(long, value_name = "DIR")]
    english: Option<PathBuf>,
}

impl EnglishOption {
    /// Reads the text, which takes some seconds.
    pub(crate) fn read(&self) -> Result<English> {
        English::read(&places::english(self.english.as_deref())?)
    }
}

impl WorldOption {
    /// Reads the world.
    pub(crate) fn open(&self) -> Result<World> {
        open(&self.world, &self.data)
    }
}

impl DataOption {
    /// The directory of the SAIL files.
    pub(crate) fn locate(&self) -> Result<PathBuf> {
        places::sail(self.data.as_deref())
    }

    /// Reads the corpus.
    pub(crate) fn corpus(&self) -> Result<Corpus> {
        corpus::read_sail(&self.locate()?)
    }
}

/// Reads the world of that name or file.
pub(crate) fn open(name: &str, data: &DataOption) -> Result<World> {
    if embedded::names().any(|known| known == name) {
        return embedded::world(name);
    }
    let lower = name.to_lowercase();
    if ["grid", "jelly", "l"].contains(&&*lower) {
        return world::load(data.locate()?.join(format!("map-{lower}.xml")));
    }
    if Path::new(name).exists() {
        return world::load(name);
    }
    Err(Error::input(format!(
        "there is no world '{name}': neither a file, nor a SAIL map (grid, jelly, l), \
         nor one of the embedded worlds {}",
        embedded::names().collect::<Vec<_>>().join(", ")
    )))
}
