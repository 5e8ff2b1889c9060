//! `cicerone data pull` in a binary that was built without it.

use crate::absent::absent;

/// Fetch the files of a corpus. This binary was built without it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Whatever was asked.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    any: Vec<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let what = format!("'data {}'", [vec!["pull".into()], self.any].concat().join(" "));
        Err(absent(&what, "downloads take a client of HTTP and its encryption"))
    }
}
