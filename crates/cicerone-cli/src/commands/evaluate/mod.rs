//! `cicerone evaluate`: how good each stage of the guide is.

mod planning;

/// Measure the stages of the guide.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Whether planned commands are true and unambiguous, and how well the
    /// meaning of commands fits what people said and did.
    Planning(planning::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Planning(arguments) => arguments.run(),
        }
    }
}
