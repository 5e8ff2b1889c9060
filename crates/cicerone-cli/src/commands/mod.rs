//! The subcommands, one file each.

mod batch;
mod completions;
mod contents;
mod data;
mod demo;
mod evaluate;
mod explain;
mod follow;
mod guide;
mod parse;
mod realize;
mod route;
#[cfg(feature = "serve")]
mod serve;
#[cfg(not(feature = "serve"))]
#[path = "serve_absent.rs"]
mod serve;
#[cfg(feature = "study")]
mod study;
#[cfg(not(feature = "study"))]
#[path = "study_absent.rs"]
mod study;
mod train;
mod view;
mod walk;
mod world;

/// What `cicerone` can do.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Write the instruction for a route.
    Guide(guide::Arguments),
    /// Write instructions for many routes: JSON lines in, JSON lines out.
    Batch(batch::Arguments),
    /// Draw an embedded world, a route on it and its instruction.
    Demo(demo::Arguments),
    /// Show what a follower at a pose can see.
    View(view::Arguments),
    /// Walk through a world in text, in the first person.
    Walk(walk::Arguments),
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
    /// Put commands into words: JSON lines in, JSON lines out.
    Realize(realize::Arguments),
    /// Show, for each segment of a path, what is chosen and why.
    Explain(explain::Arguments),
    /// Say which CAS commands a sentence means.
    Parse(parse::Arguments),
    /// Follow sentences from a pose, print and draw the walk.
    Follow(follow::Arguments),
    /// Serve the page and the API over HTTP.
    Serve(serve::Arguments),
    /// Try instructions with people: in a first-person world, with a survey.
    #[command(subcommand)]
    Study(study::Command),
    /// Print the completions of a shell.
    Completions(completions::Completions),
    /// Write the manual pages, or print the first.
    Manual(completions::Manual),
}

impl Command {
    /// Runs it.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Guide(arguments) => arguments.run(),
            Command::Batch(arguments) => arguments.run(),
            Command::Demo(arguments) => arguments.run(),
            Command::View(arguments) => arguments.run(),
            Command::Walk(arguments) => arguments.run(),
            Command::Route(arguments) => arguments.run(),
            Command::World(command) => command.run(),
            Command::Data(command) => command.run(),
            Command::Train(command) => command.run(),
            Command::Evaluate(command) => command.run(),
            Command::Realize(arguments) => arguments.run(),
            Command::Explain(arguments) => arguments.run(),
            Command::Parse(arguments) => arguments.run(),
            Command::Follow(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Study(command) => command.run(),
            Command::Completions(arguments) => arguments.run(),
            Command::Manual(arguments) => arguments.run(),
        }
    }
}
