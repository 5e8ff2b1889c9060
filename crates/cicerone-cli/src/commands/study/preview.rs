//! `cicerone study preview`: everything participants may read, before they do.

use std::path::PathBuf;

use cicerone::write_whole;
use cicerone_study::design::Study;
use cicerone_study::pages;

use crate::output::print_text;

/// Write a page with all scenarios, their texts and pictures.
///
/// The same page is at /admin/preview of a served study. Read it before anybody
/// takes part.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The directory of `cicerone study init`.
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Where to write [default: preview.html in the study's directory].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let study = Study::open(&self.directory)?;
        let out = self.out.unwrap_or_else(|| self.directory.join("preview.html"));
        write_whole(&out, pages::preview(&study)?.as_bytes())?;
        print_text(&format!("{}\n", out.display()))
    }
}
