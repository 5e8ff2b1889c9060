//! The files of a venue, from a folder or from a zip archive.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Cursor;

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
    let files = match source.folder() {
        Some(_) => from_folder(source)?,
        None => from_zip(source)?,
    };
    for needed in ["level.geojson", "unit.geojson"] {
        if !files.contains_key(needed) {
            return Err(Error::input(format!(
                "there is no {needed}; a venue in IMDF has at least level.geojson and unit.geojson"
            )));
        }
    }
    Ok(files)
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

fn from_folder(source: &Source<'_>) -> Result<Files> {
    let Some(folder) = source.folder() else { return Ok(Files::new()) };
    let unreadable = |error: std::io::Error| {
        Error::io(format!("cannot be read: {error}"), error).in_file(folder)
    };
    let mut files = Files::new();
    let mut total = 0;
    for entry in std::fs::read_dir(folder).map_err(unreadable)?.take(MAX_FILES) {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| wanted(name) && path.is_file()) else { continue };
        let named = |error: Error| error.in_file(&path);
        let file = File::open(&path)
            .map_err(|error| named(Error::io(format!("cannot be read: {error}"), error)))?;
        let bytes = read_at_most(file, MAX_ENTRY).map_err(named)?;
        keep(&mut files, name, bytes, &mut total, MAX_ALL)?;
    }
    Ok(files)
}

fn from_zip(source: &Source<'_>) -> Result<Files> {
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
        if !wanted(&name) || name.starts_with("._") || path.starts_with("__MACOSX") {
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
