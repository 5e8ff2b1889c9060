//! What every subcommand does with its results.

use std::io::{self, Write};
use std::path::Path;

use cicerone::{legible, write_whole};
use serde::Serialize;

use crate::png::png;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Prints one JSON document and a line end. It stays the same document: what a
/// terminal would obey is escaped as JSON escapes it.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print_text(&(serde_json::to_string_pretty(value)? + "\n"))
}

/// Prints text; what of it a terminal would obey is written out.
pub(crate) fn print_text(text: &str) -> anyhow::Result<()> {
    print_raw(&legible(text))
}

/// Prints text as it is: pictures in the terminal, which have colours of ours.
pub(crate) fn print_raw(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a line of talk, for the whole program in place of the standard one:
/// it may hold names and paths.
macro_rules! eprintln {
    ($($part:tt)*) => {
        ::std::eprintln!("{}", ::cicerone::legible(&format!($($part)*)))
    };
}

/// Writes a picture: as PNG if the file's name says so, else as SVG.
pub(crate) fn write_picture(file: &Path, svg: &str) -> anyhow::Result<()> {
    let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    match is_png {
        true => Ok(write_whole(file, &png(svg)?)?),
        false => Ok(write_whole(file, svg.as_bytes())?),
    }
}
