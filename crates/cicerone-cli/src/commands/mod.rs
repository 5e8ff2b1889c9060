//! The subcommands, one file each.

mod data;
mod view;

/// What `cicerone` can do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Show what a follower at a pose can see.
    View(view::Arguments),
    /// Fetch and check the SAIL corpus.
    #[command(subcommand)]
    Data(data::Command),
}

impl Command {
    /// Runs it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::View(arguments) => arguments.run(),
            Command::Data(command) => command.run(),
        }
    }
}
