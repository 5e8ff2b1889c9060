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

use cicerone::{Error, Result, write_whole};

use crate::design::Study;
use crate::records::Records;
pub use contents::TABLES;

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
    match format {
        Format::Csv => written::csv(&table),
        Format::Json => written::json(&table),
        Format::Parquet => written::parquet(&table),
    }
}

/// What every column of every table means, as Markdown.
pub fn codebook(records: &Records, study: &Study) -> String {
    let one = |name| contents::table(name, records, &study.design, &study.scenarios);
    let tables: Vec<_> = TABLES.into_iter().filter_map(one).collect();
    codebook::markdown(&tables, study)
}
