//! Where the texts to learn from are looked for. The library is told a
//! directory; the machine, its environment and its user are looked at here.

use std::path::{Path, PathBuf};

use cicerone::corpus::check_files;
use cicerone::rank::is_english;
use cicerone::{Error, Result};

/// The directory that holds the SAIL files: `explicit` if given, else what
/// the environment variable `CICERONE_SAIL` names, else [`user_directory`],
/// else `shared/sail` beside the current directory or one above it.
pub(crate) fn sail(explicit: Option<&Path>) -> Result<PathBuf> {
    let complete = |directory: &Path| check_files(directory).map(|()| directory.to_path_buf());
    if let Some(directory) = explicit {
        return complete(directory);
    }
    if let Some(directory) = std::env::var_os("CICERONE_SAIL") {
        return complete(Path::new(&directory)).map_err(|error| error.at("named by CICERONE_SAIL"));
    }
    let mut places = user_directory().into_iter().chain(beside("shared/sail"));
    places.find(|directory| check_files(directory).is_ok()).ok_or_else(|| {
        Error::input(
            "the SAIL corpus is not on this machine; fetch it with `cicerone data pull sail`, \
             or name its directory with --data or CICERONE_SAIL",
        )
    })
}

/// Where `cicerone data pull sail` puts the files: `cicerone/sail` in the
/// user's data directory. `None` if the system has no such place.
pub(crate) fn user_directory() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "cicerone").map(|dirs| dirs.data_dir().join("sail"))
}

/// The directory of the English text: `explicit` if given, else what the
/// environment variable `CICERONE_ENGLISH` names, else `shared/english` beside
/// the current directory or one above it.
pub(crate) fn english(explicit: Option<&Path>) -> Result<PathBuf> {
    let named = explicit
        .map(Path::to_path_buf)
        .or_else(|| std::env::var_os("CICERONE_ENGLISH").map(PathBuf::from));
    // Whoever names a directory is told by its reader what is wrong with it.
    named.or_else(|| beside("shared/english").find(|place| is_english(place))).ok_or_else(|| {
        Error::input(
            "the English text is not on this machine; name its directory, which holds the \
             folders nav and general, with --english or CICERONE_ENGLISH",
        )
    })
}

/// A folder beside the current directory, and beside all above it.
fn beside(folder: &str) -> impl Iterator<Item = PathBuf> {
    let current = std::env::current_dir().unwrap_or_default();
    let above: Vec<PathBuf> = current.ancestors().map(|one| one.join(folder)).collect();
    above.into_iter()
}
