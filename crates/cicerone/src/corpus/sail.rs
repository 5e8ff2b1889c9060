//! Reading the SAIL corpus as the paper's authors released it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use serde::Deserialize;

use super::authors::{Origin, read_origins};
use super::{Corpus, Demonstration, Sentence, check_files, pickle};
use crate::cas::Command;
use crate::world::{self, Position, Vocabulary, World};
use crate::{Error, Result};

/// Reads the corpus from a directory that holds the files of
/// [`SAIL_FILES`](super::SAIL_FILES).
pub fn read_sail(directory: &Path) -> Result<Corpus> {
    check_files(directory)?;
    let read = |name: &str| {
        let file = directory.join(name);
        std::fs::read(&file)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(&file))
    };
    let read_text = |name: &str| {
        String::from_utf8(read(name)?)
            .map_err(|_| Error::input("not UTF-8 text").in_file(directory.join(name)))
    };
    let mut worlds = BTreeMap::new();
    for name in ["map-grid.xml", "map-jelly.xml", "map-l.xml"] {
        let world = world::load(directory.join(name))?;
        worlds.insert(world.name().to_owned(), world);
    }
    let mut origins: HashMap<String, Origin> = HashMap::new();
    for name in ["Paragraph.xml", "SingleSentence.xml"] {
        let more =
            read_origins(&read_text(name)?).map_err(|error| error.in_file(directory.join(name)))?;
        origins.extend(more);
    }
    let demonstrations = read_demonstrations(&read("SAIL-original.pickle")?, &origins, &worlds)
        .map_err(|error| error.in_file(directory.join("SAIL-original.pickle")))?;
    Ok(Corpus { worlds, demonstrations })
}

#[derive(Deserialize)]
struct RawDemonstration {
    map: String,
    segments: BTreeMap<u32, RawSentence>,
}

#[derive(Deserialize)]
struct RawSentence {
    english: String,
    cas: Vec<String>,
    path: Vec<(f64, f64, f64)>,
}

/// Reads the release's pickle, `{id: {map, segments: {id: {english, cas,
/// path}}}}`, given who wrote what and the maps by name.
pub fn read_demonstrations(
    bytes: &[u8],
    origins: &HashMap<String, Origin>,
    worlds: &BTreeMap<String, World>,
) -> Result<Vec<Demonstration>> {
    pickle::check(bytes)?;
    let options = serde_pickle::DeOptions::new().decode_strings();
    let raw: BTreeMap<u32, RawDemonstration> =
        serde_pickle::from_slice(bytes, options).map_err(|error| {
            Error::input(format!(
                "not the SAIL release: {error}; expected a pickle of \
                 {{id: {{map, segments: {{id: {{english, cas, path}}}}}}}}"
            ))
            .because(error)
        })?;
    raw.into_iter()
        .map(|(id, raw)| {
            read_demonstration(id, raw, origins, worlds)
                .map_err(|error| error.at(format!("demonstration {id}")))
        })
        .collect()
}

fn read_demonstration(
    id: u32,
    raw: RawDemonstration,
    origins: &HashMap<String, Origin>,
    worlds: &BTreeMap<String, World>,
) -> Result<Demonstration> {
    if !worlds.contains_key(&raw.map) {
        let known: Vec<&str> = worlds.keys().map(String::as_str).collect();
        return Err(Error::input(format!(
            "'{}' is no map; expected {}",
            raw.map,
            known.join(", ")
        )));
    }
    let first = raw.segments.keys().next();
    let origin = first
        .and_then(|first| origins.get(&format!("{id}-{first}")))
        .or_else(|| origins.get(&id.to_string()))
        .ok_or_else(|| {
            Error::input("has no author: neither SingleSentence.xml nor Paragraph.xml lists it")
        })?;
    let sentences = raw
        .segments
        .into_iter()
        .map(|(number, raw)| {
            read_sentence(number, raw).map_err(|error| error.at(format!("sentence {id}-{number}")))
        })
        .collect::<Result<_>>()?;
    Ok(Demonstration { id, map: raw.map, origin: origin.clone(), sentences })
}

fn read_sentence(id: u32, raw: RawSentence) -> Result<Sentence> {
    let commands = raw
        .cas
        .iter()
        .map(|text| Command::parse(text, Vocabulary::sail()))
        .collect::<Result<_>>()?;
    let path = raw
        .path
        .iter()
        .map(|(x, y, heading)| Position::from_numbers(*x, *y, *heading))
        .collect::<Result<Vec<Position>>>()?;
    if path.is_empty() {
        return Err(Error::input("the path is empty; it needs at least one pose"));
    }
    Ok(Sentence { id, english: raw.english, commands, path })
}
