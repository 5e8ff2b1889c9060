//! `cicerone study` in a binary that was built without it.

use crate::absent::absent;

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
        let what = format!("'study {}'", words.join(" "));
        Err(absent(&what, "it carries SQLite, which is C, so one asks for it"))
    }
}
