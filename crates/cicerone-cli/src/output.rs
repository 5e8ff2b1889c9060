//! What every subcommand does with its results.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cicerone::{Error, legible, write_whole};
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
/// it may hold names and paths, and some want none.
macro_rules! eprintln {
    ($($part:tt)*) => {
        if !$crate::output::is_quiet() {
            ::std::eprintln!("{}", ::cicerone::legible(&format!($($part)*)))
        }
    };
}

/// True once `--quiet` was asked for.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on nothing is said but what went wrong.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// True if nothing is to be said but what went wrong.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a picture: as SVG or PNG, as the file's name says.
pub(crate) fn write_picture(file: &Path, svg: &str) -> anyhow::Result<()> {
    let extension = file.extension().map(|one| one.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("png") => Ok(write_whole(file, &png(svg)?)?),
        Some("svg") => Ok(write_whole(file, svg.as_bytes())?),
        _ => {
            let message = "pictures are SVG or PNG; give the file a name that ends in .svg or .png";
            Err(Error::input(message).in_file(file).into())
        }
    }
}
