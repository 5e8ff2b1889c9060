//! The subcommands, one file each.

mod data;
mod demo;
mod evaluate;
mod explain;
mod route;
mod serve;
mod train;
mod view;
mod world;

/// What `cicerone` can do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Draw an embedded world and a route on it.
    Demo(demo::Arguments),
    /// Show what a follower at a pose can see.
    View(view::Arguments),
    /// Find the shortest route between two poses.
    Route(route::Arguments),
    /// List, check, draw and generate worlds.
    #[command(subcommand)]
    World(world::Command),
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
    /// Serve the page and the API over HTTP.
    Serve(serve::Arguments),
}

impl Command {
    /// Runs it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Demo(arguments) => arguments.run(),
            Command::View(arguments) => arguments.run(),
            Command::Route(arguments) => arguments.run(),
            Command::World(command) => command.run(),
            Command::Data(command) => command.run(),
            Command::Train(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Explain(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
        }
    }
}
