//! The subcommands, one file each.

mod data;
mod evaluate;
mod explain;
mod view;

/// What `cicerone` can do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Show what a follower at a pose can see.
    View(view::Arguments),
    /// Fetch and check the SAIL corpus.
    #[command(subcommand)]
    Data(data::Command),
    /// Measure the stages of the guide.
    #[command(subcommand)]
    Evaluate(evaluate::Command),
    /// Show how each stage comes to say what it says about a path.
    Explain(explain::Arguments),
}

impl Command {
    /// Runs it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::View(arguments) => arguments.run(),
            Command::Data(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Explain(arguments) => arguments.run(),
        }
    }
}
