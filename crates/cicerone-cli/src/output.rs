//! What every subcommand does with its results.

use std::io::{self, Write};
use std::path::Path;

use cicerone::write_whole;
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

/// Prints one JSON document and a line end.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Prints text as it is.
pub(crate) fn print_text(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a picture: as PNG if the file's name says so, else as SVG.
pub(crate) fn write_picture(file: &Path, svg: &str) -> anyhow::Result<()> {
    let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    match is_png {
        true => Ok(write_whole(file, &png(svg)?)?),
        false => Ok(write_whole(file, svg.as_bytes())?),
    }
}
