//! `cicerone study`: the instructions tried with people.

mod draw;
mod export;
mod init;
mod preview;
mod serve;
mod simulate;
mod status;
mod told;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;

use cicerone_study::design::Study;
use cicerone_study::store::{Store, sqlite_url};

/// Try instructions with people: they follow them in a first-person world and
/// answer a survey.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Write a new study to a directory.
    Init(init::Arguments),
    /// Write a page with all scenarios, their texts and pictures.
    Preview(preview::Arguments),
    /// Let participants in.
    Serve(serve::Arguments),
    /// Say how a study stands, or whose completion code that is.
    Status(status::Arguments),
    /// Write what was gathered as tables, with a codebook.
    Export(export::Arguments),
    /// Say what was found, with figures, intervals and tests.
    Report(export::ReportArguments),
    /// Delete everything about a participant.
    Delete(status::DeleteArguments),
    /// Rehearse: scripted participants through the real interface.
    Simulate(simulate::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Init(arguments) => arguments.run(),
            Command::Preview(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Status(arguments) => arguments.run(),
            Command::Export(arguments) => arguments.run(),
            Command::Report(arguments) => arguments.run(),
            Command::Delete(arguments) => arguments.run(),
            Command::Simulate(arguments) => arguments.run(),
        }
    }
}

/// The study a subcommand is about, and where its data is.
#[derive(Debug, Clone, clap::Args)]
struct StudyOption {
    /// The directory of `cicerone study init`.
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Where the data is: postgres://USER@HOST/NAME or sqlite:FILE [default:
    /// study.sqlite in the directory].
    #[arg(long, value_name = "URL", env = "CICERONE_STUDY_DATABASE", hide_env_values = true)]
    database: Option<String>,

    /// The data of `cicerone study simulate`.
    #[arg(long)]
    rehearsal: bool,
}

impl StudyOption {
    fn open(&self) -> anyhow::Result<Arc<Study>> {
        Ok(Arc::new(Study::open(&self.directory)?))
    }

    /// Where results go if nobody says where: those of a rehearsal apart.
    fn results(&self, name: &str) -> PathBuf {
        let prefix = if self.rehearsal { "rehearsal-" } else { "" };
        self.directory.join(format!("{prefix}{name}"))
    }

    fn database(&self) -> Option<String> {
        match self.rehearsal {
            true => Some(rehearsal_database(&self.directory)),
            false => self.database.clone(),
        }
    }

    /// Opens the study with its data, and does something with it.
    fn with_store<T, Doing>(&self, work: impl FnOnce(Store) -> Doing) -> anyhow::Result<T>
    where
        Doing: Future<Output = anyhow::Result<T>>,
    {
        let (study, database) = (self.open()?, self.database());
        runtime()?
            .block_on(async move { work(Store::open(study, database.as_deref()).await?).await })
    }
}

fn rehearsal_database(directory: &std::path::Path) -> String {
    sqlite_url(&directory.join("rehearsal.sqlite").to_string_lossy())
}

fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}
