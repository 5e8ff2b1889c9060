//! What people changed in worlds: a version is the world before it and some
//! changes, in a file named after what came of them.
//!
//! Nothing is ever changed in place. A link to a version stays true, to take a
//! change back is to go to the version before, and two who change the same world
//! make two versions of it. Only the changes are kept: the world is made anew
//! from the first version, which who runs the server may take away.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cicerone::world::document::Change;
use cicerone::{Error, write_whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The folder beside the uploaded worlds.
const FOLDER: &str = "versions";
/// How many there may be in all.
pub(crate) const MOST_VERSIONS: usize = 20_000;
/// How many changes may follow one another from the first version on.
const MOST_CHANGES: usize = 1_000;
/// What a file takes on disk at least.
const BLOCK: u64 = 4096;

/// One version, as its file says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Version")]
pub(crate) struct Version {
    /// The id of the first version: a world that was uploaded, or an embedded one.
    pub(crate) first: String,
    /// Its number among all versions of the first, which is 1.
    pub(crate) number: u32,
    /// The id of the version before it; null for the first.
    pub(crate) previous: Option<String>,
    /// What was changed in that.
    pub(crate) changes: Vec<Change>,
}

/// A version in the list of all.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ListedVersion {
    /// What the API calls it.
    pub(crate) id: String,
    #[serde(flatten)]
    pub(crate) version: Version,
}

/// All versions but the first ones.
#[derive(Debug)]
pub(crate) struct Versions {
    folder: PathBuf,
    by_id: BTreeMap<String, Version>,
    bytes: u64,
}

impl Versions {
    /// Reads what is there. A file that is none is left alone and told.
    pub(crate) fn open(worlds: &Path) -> cicerone::Result<Versions> {
        let folder = worlds.join(FOLDER);
        let fault = |error: std::io::Error| {
            Error::io(format!("cannot be read: {error}"), error).in_file(&folder)
        };
        let mut versions = Versions { folder: folder.clone(), by_id: BTreeMap::new(), bytes: 0 };
        // It is made with the first version.
        if !folder.exists() {
            return Ok(versions);
        }
        for file in std::fs::read_dir(&folder).map_err(fault)?.flatten().map(|one| one.path()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') && name.ends_with(".new") {
                // What a server that was killed did not finish.
                let _ = std::fs::remove_file(&file);
                continue;
            }
            let Some(id) = name.strip_suffix(".json") else { continue };
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            match serde_json::from_str(&text) {
                Ok(version) => {
                    versions.bytes += size(&text);
                    versions.by_id.insert(id.to_owned(), version);
                }
                Err(error) => tracing::warn!(%error, file = %file.display(), "left out"),
            }
        }
        Ok(versions)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Version> {
        self.by_id.get(id)
    }

    pub(crate) fn count(&self) -> usize {
        self.by_id.len()
    }

    /// What they take on disk.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The first version of a version, and all changes since, in order; none if
    /// there is no such version.
    pub(crate) fn history(&self, id: &str) -> Option<(String, Vec<Change>)> {
        let mut version = self.by_id.get(id)?;
        let first = version.first.clone();
        let mut parts = vec![&version.changes];
        while let Some(before) = version.previous.as_deref().filter(|before| *before != first) {
            version = self.by_id.get(before)?;
            parts.push(&version.changes);
        }
        Some((first, parts.into_iter().rev().flatten().cloned().collect()))
    }

    /// All versions of the same first one, by number.
    pub(crate) fn all_of(&self, first: &str) -> Vec<ListedVersion> {
        let root = Version { first: first.into(), number: 1, previous: None, changes: Vec::new() };
        let mut all = vec![ListedVersion { id: first.to_owned(), version: root }];
        let others = self.by_id.iter().filter(|(_, version)| version.first == first);
        all.extend(others.map(|(id, one)| ListedVersion { id: id.clone(), version: one.clone() }));
        all.sort_by_key(|one| one.version.number);
        all
    }

    /// What would follow a world by these changes, and how it is written.
    pub(crate) fn next(
        &self,
        previous: &str,
        changes: Vec<Change>,
    ) -> cicerone::Result<(Version, String)> {
        let (first, before) = match self.history(previous) {
            Some((first, before)) => (first, before.len()),
            None => (previous.to_owned(), 0),
        };
        if before + changes.len() > MOST_CHANGES {
            return Err(Error::input(format!(
                "at most {MOST_CHANGES} changes follow one another; download this version and \
                 upload it as a world of its own"
            )));
        }
        let number = self.all_of(&first).last().map_or(1, |one| one.version.number) + 1;
        let version = Version { first, number, previous: Some(previous.to_owned()), changes };
        let text = serde_json::to_string(&version).map_err(|error| {
            Error::input(format!("the changes cannot be written: {error}")).because(error)
        })?;
        Ok((version, text))
    }

    /// Where a version is kept.
    pub(crate) fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Keeps a version.
    pub(crate) fn keep(&mut self, id: &str, version: Version, text: &str) -> cicerone::Result<()> {
        std::fs::create_dir_all(&self.folder).map_err(|error| {
            Error::io(format!("cannot be made: {error}"), error).in_file(&self.folder)
        })?;
        write_whole(self.file(id), text.as_bytes())?;
        self.bytes += size(text);
        self.by_id.insert(id.to_owned(), version);
        Ok(())
    }
}

/// What a version of that text takes on disk.
pub(crate) fn size(text: &str) -> u64 {
    (text.len() as u64).max(BLOCK)
}
