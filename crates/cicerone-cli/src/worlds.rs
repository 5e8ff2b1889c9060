//! Finding the world that `--world` names, and the texts to learn from.

use std::path::{Path, PathBuf};

use cicerone::corpus::{self, Corpus};
use cicerone::rank::{English, Line, directions_of_people, texts_of_people};
use cicerone::world::{self, Profile, World, embedded};
use cicerone::{Error, Result};
use cicerone_maps::Warning;

use crate::places;

/// Options of every subcommand that works on a world.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct WorldOption {
    /// An embedded world (see `cicerone world list`), a SAIL map (grid, jelly,
    /// l), or a map of your own, a file, folder or zip archive: IMDF,
    /// OpenStreetMap (XML or PBF), Open-RMF, Nav2, our JSON, SAIL's XML.
    #[arg(long, value_name = "WORLD")]
    pub(crate) world: String,

    #[command(flatten)]
    pub(crate) data: DataOption,
}

/// Who wants to get there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProfileName {
    /// Somebody on foot.
    Walk,
    /// Somebody who takes no steps and no escalators.
    StepFree,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Profile {
        match name {
            ProfileName::Walk => Profile::Walk,
            ProfileName::StepFree => Profile::StepFree,
        }
    }
}

/// The option of every subcommand that reads the SAIL corpus.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DataOption {
    /// Directory of the SAIL files [default: $CICERONE_SAIL, the user's data
    /// directory, ../shared/sail], or a corpus of your own: a file that `cicerone data
    /// annotate` wrote.
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

    /// Leave out the file of that name, as rxr_val_en; may be given more than once.
    #[arg(long, value_name = "NAME")]
    without: Vec<String>,
}

impl EnglishOption {
    /// Reads the text, which takes some seconds.
    pub(crate) fn read(&self) -> Result<English> {
        English::read(&places::english(self.english.as_deref())?, &self.without)
    }

    /// True where text was named, or is where it is looked for.
    pub(crate) fn is_at_hand(&self) -> bool {
        self.english.is_some() || places::english(None).is_ok()
    }

    /// Reads people's directions, line by line.
    pub(crate) fn directions(&self) -> Result<Vec<Line>> {
        directions_of_people(&places::english(self.english.as_deref())?, &self.without)
    }

    /// Reads people's directions and their other texts, line by line.
    pub(crate) fn texts(&self) -> Result<(Vec<Line>, Vec<Line>)> {
        texts_of_people(&places::english(self.english.as_deref())?, &self.without)
    }

    /// Reads it to learn from: every other sentence of directions by class.
    pub(crate) fn lessons(&self) -> Result<English> {
        English::lessons(&places::english(self.english.as_deref())?, &self.without)
    }
}

impl WorldOption {
    /// Reads the world.
    pub(crate) fn open(&self) -> Result<World> {
        open(&self.world, &self.data)
    }

    /// Reads the world, with what its reader left out and why.
    pub(crate) fn open_with_warnings(&self) -> Result<(World, Vec<Warning>)> {
        read(&self.world, &self.data)
    }
}

impl DataOption {
    /// The directory of the SAIL files.
    pub(crate) fn locate(&self) -> Result<PathBuf> {
        places::sail(self.data.as_deref())
    }

    /// Reads the corpus.
    pub(crate) fn corpus(&self) -> Result<Corpus> {
        match &self.data {
            // Worlds that it names are no maps of SAIL's: those are found without it.
            Some(file) if file.is_file() => {
                corpus::read_lines(file, &|name| open(name, &DataOption { data: None }))
            }
            _ => corpus::read_sail(&self.locate()?),
        }
    }
}

/// Reads the world of that name or file. What its reader left out is told in
/// one line; `cicerone world check` tells all of it.
pub(crate) fn open(name: &str, data: &DataOption) -> Result<World> {
    let (world, warnings) = read(name, data)?;
    if !warnings.is_empty() {
        eprintln!(
            "{name}: {} features were left out or put right; `cicerone world check --world {name}` \
             tells which",
            warnings.len()
        );
    }
    Ok(world)
}

fn read(name: &str, data: &DataOption) -> Result<(World, Vec<Warning>)> {
    let whole = |world: World| (world, Vec::new());
    if embedded::names().any(|known| known == name) {
        return embedded::world(name).map(whole);
    }
    let lower = name.to_lowercase();
    if ["grid", "jelly", "l"].contains(&&*lower) {
        return world::load(data.locate()?.join(format!("map-{lower}.xml"))).map(whole);
    }
    if Path::new(name).exists() {
        return cicerone_maps::world(name);
    }
    Err(Error::input(format!(
        "there is no world '{name}': neither a file, nor a SAIL map (grid, jelly, l), \
         nor one of the embedded worlds {}",
        embedded::names().collect::<Vec<_>>().join(", ")
    )))
}
