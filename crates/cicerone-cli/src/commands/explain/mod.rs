//! `cicerone explain`: how each stage comes to say what it says about a path.

mod planning;

use std::path::PathBuf;

use anyhow::Context;
use cicerone::world::{Position, Route};

use crate::output::{Format, print_json, print_text};
use crate::worlds::WorldOption;

/// Show how each stage comes to say what it says about a path.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// The path: poses X,Y,HEADING separated by blanks; a first heading of -1
    /// is unknown.
    #[arg(long, value_name = "POSES", allow_hyphen_values = true)]
    path: String,

    /// Draw the moves that a command could be confused with to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let positions = self
            .path
            .split_whitespace()
            .map(str::parse)
            .collect::<cicerone::Result<Vec<Position>>>()?;
        let route = Route::from_positions(&world, &positions)?;
        let plans = planning::plan(&world, &route, &self.world.data)?;
        if let Some(file) = &self.svg {
            std::fs::write(file, planning::drawing(&world, &plans))
                .with_context(|| format!("{} cannot be written", file.display()))?;
        }
        match self.format {
            Format::Json => print_json(&planning::record(&world, &plans)),
            Format::Text => print_text(&planning::describe(&world, &plans)),
        }
    }
}
