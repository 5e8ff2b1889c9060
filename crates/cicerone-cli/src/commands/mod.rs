//! The subcommands, one file each.

mod data;
mod evaluate;
mod explain;
mod train;
mod view;

/// What `cicerone` can do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Show what a follower at a pose can see.
    View(view::Arguments),
    /// Fetch and check the SAIL corpus.
    #[command(subcommand)]
    Data(data::Command),
    /// Learn a stage of the guide from people's demonstrations.
    #[command(subcommand)]
    Train(train::Command),
    /// Measure a stage of the guide on people's demonstrations.
    #[command(subcommand)]
    Evaluate(evaluate::Command),
    /// Show, for each segment of a path, what is chosen and why.
    Explain(explain::Arguments),
}

impl Command {
    /// Runs it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::View(arguments) => arguments.run(),
            Command::Data(command) => command.run(),
            Command::Train(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Explain(arguments) => arguments.run(),
        }
    }
}
