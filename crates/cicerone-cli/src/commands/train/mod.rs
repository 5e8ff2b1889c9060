//! `cicerone train`: learn a stage of the guide from people's demonstrations.

pub(crate) mod follower;
mod parser;
mod selector;

/// Learn a stage of the guide from people's demonstrations.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Learn what to say: the content-selection policy and its bank.
    Selector(selector::Arguments),
    /// Learn to parse: English in, CAS commands out.
    Parser(parser::Arguments),
    /// Learn to follow: sentences and views in, acts out.
    Follower(follower::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Selector(arguments) => arguments.run(),
            Command::Parser(arguments) => arguments.run(),
            Command::Follower(arguments) => arguments.run(),
        }
    }
}
