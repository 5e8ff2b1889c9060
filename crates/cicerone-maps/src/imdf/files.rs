//! The files of a venue, from a folder or from a zip archive.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use cicerone::{Error, Result};

use crate::Source;
use crate::source::read_at_most;

/// No file of a venue may be larger, packed or not.
const MAX_ENTRY: u64 = 128 << 20;
/// Nor all of them together.
const MAX_ALL: u64 = 256 << 20;
/// Nor may there be more of them.
const MAX_FILES: usize = 1000;

/// The bytes of each file by its name: `unit.geojson`.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Every GeoJSON file, and the manifest.
pub(super) fn read(source: &Source<'_>) -> Result<Files> {
    let mut others = Vec::new();
    let files = match source.folder() {
        Some(folder) => from_folder(&venue_folder(folder), &mut others)?,
        None => from_zip(source, &mut others)?,
    };
    for needed in ["level.geojson", "unit.geojson"] {
        if !files.contains_key(needed) {
            let instead = match (files.is_empty(), others.as_slice()) {
                (true, [only]) => format!("; if {only} is the map, hand in that file itself"),
                _ => String::new(),
            };
            return Err(Error::input(format!(
                "there is no {needed}; a venue in IMDF has at least level.geojson and \
                 unit.geojson{instead}"
            )));
        }
    }
    Ok(files)
}

/// The folder with the files: the one that was named or, as archives unpack to,
/// the only one in it that has levels.
fn venue_folder(folder: &Path) -> PathBuf {
    let has_levels = |folder: &Path| folder.join("level.geojson").is_file();
    if has_levels(folder) {
        return folder.to_owned();
    }
    let within = std::fs::read_dir(folder).into_iter().flatten().take(MAX_FILES);
    let within: Vec<PathBuf> =
        within.flatten().map(|entry| entry.path()).filter(|path| has_levels(path)).collect();
    match within.as_slice() {
        [only] => only.clone(),
        _ => folder.to_owned(),
    }
}

fn wanted(name: &str) -> bool {
    name == "manifest.json" || name.ends_with(".geojson")
}

/// Counts what was read, so that many small files are bounded as one large one.
fn keep(files: &mut Files, name: String, bytes: Vec<u8>, total: &mut u64, most: u64) -> Result<()> {
    *total += bytes.len() as u64;
    if *total > most {
        return Err(Error::input(format!(
            "its files have more than {} MiB together; no map of a building needs as much",
            most >> 20
        )));
    }
    // Of two folders of one archive the first is taken.
    files.entry(name).or_insert(bytes);
    Ok(())
}

fn from_folder(folder: &Path, others: &mut Vec<String>) -> Result<Files> {
    let unreadable = |error: std::io::Error| {
        Error::io(format!("cannot be read: {error}"), error).in_file(folder)
    };
    let mut files = Files::new();
    let mut total = 0;
    for entry in std::fs::read_dir(folder).map_err(unreadable)?.take(MAX_FILES) {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|_| path.is_file()) else { continue };
        if !wanted(&name) {
            others.push(name);
            continue;
        }
        let named = |error: Error| error.in_file(&path);
        let file = File::open(&path)
            .map_err(|error| named(Error::io(format!("cannot be read: {error}"), error)))?;
        let bytes = read_at_most(file, MAX_ENTRY).map_err(named)?;
        keep(&mut files, name, bytes, &mut total, MAX_ALL)?;
    }
    Ok(files)
}

fn from_zip(source: &Source<'_>, others: &mut Vec<String>) -> Result<Files> {
    let bytes = source.bytes()?;
    let most = MAX_ALL.min(source.most_unpacked());
    let broken = |error: zip::result::ZipError| {
        Error::input(format!("not a whole zip archive ({error}); pack the venue anew"))
            .because(error)
    };
    let mut archive = ZipArchive::new(Cursor::new(&bytes[..])).map_err(broken)?;
    if archive.len() > MAX_FILES {
        return Err(Error::input(format!(
            "the archive has {} files; a venue has fewer than {MAX_FILES}",
            archive.len()
        )));
    }
    let mut files = Files::new();
    let mut total = 0;
    for number in 0..archive.len() {
        let entry = archive.by_index(number).map_err(broken)?;
        let path = entry.name().map_err(broken)?.into_owned();
        // What packers of other systems put beside the files is none of them.
        let name = path.rsplit(['/', '\\']).next().unwrap_or(&path).to_owned();
        if name.is_empty() || name.starts_with("._") || path.starts_with("__MACOSX") {
            continue;
        }
        if !wanted(&name) {
            others.push(name);
            continue;
        }
        // The size an entry claims is not believed: reading stops at the bound.
        let bytes = read_at_most(entry, MAX_ENTRY.min(most)).map_err(|error| {
            if error.is_io() {
                Error::input(format!("the archive is damaged ({error}); pack the venue anew"))
                    .in_file(&path)
            } else {
                error.in_file(&path)
            }
        })?;
        keep(&mut files, name, bytes, &mut total, most)?;
    }
    Ok(files)
}
