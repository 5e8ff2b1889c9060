//! The study's data as tables, for R, pandas, spreadsheets.
//!
//! Each table is one file, and a codebook says what every column means. CSV
//! is for spreadsheets, JSON keeps every text as it was, Parquet has types.

mod codebook;
mod column;
mod contents;
mod written;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use cicerone::{Error, Result, move_whole, write_whole};

use crate::design::Study;
use crate::records::{EventRecord, Records};
use crate::store::Store;
pub use contents::TABLES;
use written::Written;

/// What tables are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// RFC 4180, safe to open in a spreadsheet.
    Csv,
    /// A list of objects.
    Json,
    /// Columns with types.
    Parquet,
}

impl Format {
    /// How its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Parquet => "parquet",
        }
    }

    /// What a server calls it.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Json => "application/json",
            Format::Parquet => "application/vnd.apache.parquet",
        }
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Format> {
        let all = [Format::Csv, Format::Json, Format::Parquet];
        all.into_iter().find(|format| format.extension() == text).ok_or_else(|| {
            Error::input(format!("'{text}' is no format; there are csv, json and parquet"))
        })
    }
}

/// Writes every table and the codebook to a directory, which is made if it is
/// not there. Gives the files back, in the order of [`TABLES`].
pub fn export(
    records: &Records,
    study: &Study,
    format: Format,
    directory: &Path,
) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(directory)
        .map_err(|error| Error::io(format!("cannot be made: {error}"), error).in_file(directory))?;
    let mut files = Vec::new();
    let mut write = |name: String, bytes: &[u8]| -> Result<()> {
        let file = directory.join(name);
        write_whole(&file, bytes)?;
        files.push(file);
        Ok(())
    };
    for name in TABLES {
        let bytes = table(records, study, name, format)?;
        write(format!("{name}.{}", format.extension()), &bytes)?;
    }
    write("codebook.csv".into(), &table(records, study, "codebook", Format::Csv)?)?;
    write("codebook.md".into(), codebook(records, study).as_bytes())?;
    Ok(files)
}

/// One of [`TABLES`], or `codebook`, as the bytes of a file.
pub fn table(records: &Records, study: &Study, name: &str, format: Format) -> Result<Vec<u8>> {
    let one = |name: &str| contents::table(name, records, &study.design, &study.scenarios);
    let table = match name {
        "codebook" => codebook::table(&TABLES.into_iter().filter_map(one).collect::<Vec<_>>()),
        name => one(name).ok_or_else(|| {
            let known = TABLES.join(", ");
            Error::input(format!("there is no table '{name}'; there are {known} and codebook"))
        })?,
    };
    written::whole(&table, format)
}

/// The same as [`export`] from where the data is: events, which are by far the
/// most, are written as they are read.
pub async fn export_from(store: &Store, format: Format, directory: &Path) -> Result<Vec<PathBuf>> {
    let records = store.outline().await?;
    let files = export(&records, store.study(), format, directory)?;
    let name = format!("events.{}", format.extension());
    let beside = directory.join(format!(".{name}.{}.new", std::process::id()));
    let failed = |error: std::io::Error| {
        Error::io(format!("cannot be written: {error}"), error).in_file(&beside)
    };
    let write = async {
        let file = std::fs::File::create(&beside).map_err(failed)?;
        let out = std::io::BufWriter::new(file);
        let mut events = Events::begin(format, out)?;
        let mut reading = store.events().await?;
        while let Some(some) = reading.next().await? {
            events.write(&some)?;
        }
        let file = events.end()?.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        move_whole(&beside, directory.join(&name))
    };
    if let Err(error) = write.await {
        // It may never have been made; the first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
        return Err(error);
    }
    Ok(files)
}

/// The table of events, written some at a time.
pub(crate) struct Events<W: std::io::Write + Send>(Written<W>);

impl<W: std::io::Write + Send> Events<W> {
    pub(crate) fn begin(format: Format, out: W) -> Result<Events<W>> {
        Written::begin(&contents::events(&[]), format, out).map(Events)
    }

    pub(crate) fn write(&mut self, events: &[EventRecord]) -> Result<()> {
        self.0.write(&contents::events(events))
    }

    pub(crate) fn end(self) -> Result<W> {
        self.0.end()
    }
}

/// What every column of every table means, as Markdown.
pub fn codebook(records: &Records, study: &Study) -> String {
    let one = |name| contents::table(name, records, &study.design, &study.scenarios);
    let tables: Vec<_> = TABLES.into_iter().filter_map(one).collect();
    codebook::markdown(&tables, study)
}
