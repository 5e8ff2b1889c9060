//! `cicerone data pull`: fetch a corpus from its public homes.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cicerone::Error;
use cicerone::corpus::{SAIL_FILES, SailFile};
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};

use crate::places::user_directory;

/// No file of the corpus is near this large; a server that sends more is wrong.
const LARGEST: u64 = 64 << 20;

/// Fetch the files of a corpus from their public homes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The corpus.
    #[arg(value_enum)]
    corpus: CorpusName,

    /// Where to put the files [default: the user's data directory].
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,

    /// Fetch from another server that keeps the same paths.
    #[arg(long, value_name = "URL", default_value = "https://raw.githubusercontent.com")]
    from: String,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum CorpusName {
    /// The SAIL route instructions (MacMahon 2006) as Daniele et al. released them.
    Sail,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let CorpusName::Sail = self.corpus;
        let directory = self.to.or_else(user_directory).ok_or_else(|| {
            Error::input("this system has no data directory; say where with --to DIR")
        })?;
        std::fs::create_dir_all(&directory).map_err(|error| {
            Error::io(format!("cannot be made: {error}"), error).in_file(&directory)
        })?;
        let agent = agent();
        let base = self.from.trim_end_matches('/');
        for file in SAIL_FILES {
            let target = directory.join(file.name);
            if std::fs::read(&target).is_ok_and(|bytes| sum(&bytes) == file.sha256) {
                eprintln!("{} is there already", file.name);
                continue;
            }
            fetch(&agent, &format!("{base}/{}", file.home), file, &target)?;
        }
        eprintln!("The SAIL corpus is in {}", directory.display());
        Ok(())
    }
}

fn agent() -> ureq::Agent {
    // Installing fails only if a provider is there already, and then it serves.
    let _ = rustls_graviola::default_provider().install_default();
    ureq::Agent::config_builder()
        .timeout_connect(Some(Duration::from_secs(20)))
        .timeout_global(Some(Duration::from_secs(600)))
        .user_agent(concat!("cicerone/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

/// Fetches one file into a temporary neighbour, checks its sum, and only then
/// puts it in its place: what is there is whole and right.
fn fetch(agent: &ureq::Agent, url: &str, file: SailFile, target: &Path) -> anyhow::Result<()> {
    let network = |error: &dyn std::fmt::Display| {
        let cause = std::io::Error::other(error.to_string());
        Error::io(format!("cannot be fetched from {url}: {error}"), cause).in_file(file.name)
    };
    let mut response = agent.get(url).call().map_err(|error| network(&error))?;
    let length = response.body().content_length();
    let bar = progress(file.name, length);
    let mut body = bar.wrap_read(response.body_mut().as_reader().take(LARGEST));
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes).map_err(|error| network(&error))?;
    bar.finish();
    let found = sum(&bytes);
    if found != file.sha256 {
        return Err(Error::input(format!(
            "what {url} sent is not the file: its SHA-256 is {found}, expected {}",
            file.sha256
        ))
        .in_file(file.name)
        .into());
    }
    Ok(cicerone::write_whole(target, &bytes)?)
}

fn progress(name: &'static str, length: Option<u64>) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    let style = ProgressStyle::with_template("{msg:22} {bar:30} {bytes}/{total_bytes} {eta}");
    // The template is fixed; if it were wrong the plain bar would do.
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(name)
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
