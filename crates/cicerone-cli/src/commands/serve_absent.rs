//! `cicerone serve` in a binary that was built without it.

use crate::absent::absent;

/// Serve the page and the API. This binary was built without them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Whatever was asked.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    any: Vec<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let what = format!("'{}'", [vec!["serve".into()], self.any].concat().join(" "));
        Err(absent(&what, "a server takes twice as long to compile as the guide"))
    }
}
