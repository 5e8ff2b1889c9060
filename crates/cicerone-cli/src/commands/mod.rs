//! The subcommands, one file each.

mod data;
mod demo;
mod route;
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
        }
    }
}
