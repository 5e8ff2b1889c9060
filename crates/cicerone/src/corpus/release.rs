//! The files of the SAIL corpus, and what they must be.

use std::path::Path;

use crate::{Error, Result};

/// One file of the corpus: its name here, where the public keeps it, and the
/// SHA-256 sum that tells whether it is the right one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SailFile {
    /// Its name in a data directory.
    pub name: &'static str,
    /// Repository, commit and path of its public home.
    pub home: &'static str,
    /// SHA-256, in hexadecimal.
    pub sha256: &'static str,
}

/// The files the reader needs.
pub const SAIL_FILES: [SailFile; 6] = [
    SailFile {
        name: "SAIL-original.pickle",
        home: "afdaniele/nligen-public/0921fb991744f61730524b751cf194daf5a7aaca/datasets/SAIL-original.pickle",
        sha256: "fa6a0f85dbdb4f08dbbca3dbdef6e635ca11e0fb7d3e6f3ddaf3ab3d7c1fe87a",
    },
    SailFile {
        name: "map-grid.xml",
        home: "lil-lab/navigation-corpus/e11d9c2f06a807bd7e8bc21d780ec97e58e8a6b3/navi/data/maps/map-grid.xml",
        sha256: "7c415a6b7190183f77f18621a15a294cad4c34774dfe2f0943a8e1fd3160a056",
    },
    SailFile {
        name: "map-jelly.xml",
        home: "lil-lab/navigation-corpus/e11d9c2f06a807bd7e8bc21d780ec97e58e8a6b3/navi/data/maps/map-jelly.xml",
        sha256: "a2e943d695062ea2cffba37ed0518fa177cd07b8e3cc2f19ffb64e6ec37cc985",
    },
    SailFile {
        name: "map-l.xml",
        home: "lil-lab/navigation-corpus/e11d9c2f06a807bd7e8bc21d780ec97e58e8a6b3/navi/data/maps/map-l.xml",
        sha256: "39af3a078298b62f0b9930f232d87eacce1b27f79f18fa7834852282d837b2b2",
    },
    SailFile {
        name: "SingleSentence.xml",
        home: "lil-lab/navigation-corpus/e11d9c2f06a807bd7e8bc21d780ec97e58e8a6b3/sail/data/SingleSentence.xml",
        sha256: "a99feaa7a7289ed26708995eba1673a805431ec3316cc7867eb7dfdc350dc2dd",
    },
    SailFile {
        name: "Paragraph.xml",
        home: "lil-lab/navigation-corpus/e11d9c2f06a807bd7e8bc21d780ec97e58e8a6b3/sail/data/Paragraph.xml",
        sha256: "2af5b728eccc5b85121e7f84457dcaf2f0037e5bec5c87c4db2d6c02d40c86ef",
    },
];

/// The names of the files that a directory lacks to hold the corpus.
fn missing(directory: &Path) -> Vec<&'static str> {
    let names = SAIL_FILES.iter().map(|file| file.name);
    names.filter(|name| !directory.join(name).is_file()).collect()
}

/// Refuses a directory that lacks a file of the corpus, and says which.
pub fn check_files(directory: &Path) -> Result<()> {
    let missing = missing(directory);
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::input(format!(
        "lacks {}; `cicerone data pull sail` fetches the files of the SAIL corpus",
        missing.join(", ")
    ))
    .in_file(directory))
}
