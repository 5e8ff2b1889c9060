//! `cicerone study` in a binary that was built without it.

use cicerone::Error;

/// Try instructions with people. This binary was built without it.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Whatever was asked.
    #[command(external_subcommand)]
    Any(Vec<String>),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Command::Any(words) = self;
        let message = format!(
            "'study {}' is not in this binary: it carries SQLite, which is C, so one asks for it. \
             `make build` makes a binary with everything, and so does \
             `cargo build --release -p cicerone-cli --features study`",
            words.join(" ")
        );
        Err(Error::input(message).into())
    }
}
