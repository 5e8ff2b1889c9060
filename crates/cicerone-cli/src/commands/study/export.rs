//! `cicerone study export` and `report`.

use std::path::PathBuf;

use cicerone::{Error, write_whole};
use cicerone_study::export::{Format, export_from};
use cicerone_study::report::{analyse, power};

use super::StudyOption;
use crate::output::print_text;

/// Write what was gathered as tables, with a codebook.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    study: StudyOption,

    /// csv, json or parquet.
    #[arg(long, default_value = "csv")]
    format: Format,

    /// Where to write [default: export in the study's directory, of a rehearsal
    /// rehearsal-export].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let out = self.out.unwrap_or_else(|| self.study.results("export"));
        let format = self.format;
        self.study.with_store(async move |store| {
            let files = export_from(&store, format, &out).await?;
            let detail = format!("{} files as {}", files.len(), format.extension());
            store.note("command line", "export", detail).await.map_err(Error::from)?;
            let names: Vec<String> =
                files.iter().map(|file| format!("{}\n", file.display())).collect();
            print_text(&names.concat())
        })
    }
}

/// Say what was found: text here, and one HTML page and figures as SVG.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    study: StudyOption,

    /// Where to write [default: report in the study's directory, of a rehearsal
    /// rehearsal-report].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ReportArguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let out = self.out.unwrap_or_else(|| self.study.results("report"));
        let rehearsal = self.study.rehearsal;
        self.study.with_store(async move |store| {
            let records = store.outline().await.map_err(Error::from)?;
            let study = store.study();
            let mut analysis = analyse(&records, &study.design, &study.scenarios);
            analysis.rehearsal |= rehearsal;
            std::fs::create_dir_all(&out).map_err(|error| {
                Error::io(format!("cannot be made: {error}"), error).in_file(&out)
            })?;
            write_whole(out.join("report.html"), analysis.html().as_bytes())?;
            for (name, svg) in analysis.figures() {
                write_whole(out.join(format!("{name}.svg")), svg.as_bytes())?;
            }
            store.note("command line", "report", String::new()).await.map_err(Error::from)?;
            eprintln!("The page and its figures are in {}.", out.display());
            print_text(&analysis.text())?;
            print_text(&format!("\n{}", power(&study.design, study.scenarios.len())))
        })
    }
}
