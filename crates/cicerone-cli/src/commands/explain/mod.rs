//! `cicerone explain`: for each segment of a path, what is chosen and why.

mod planning;
mod selection;

use std::path::PathBuf;

use cicerone::plan::Planner;
use cicerone::select::similarity_svg;
use cicerone::world::{Position, Route, World};
use cicerone::{Error, Result, write_whole};
use cicerone_eval::planning::selected;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::selectors::SelectorOption;
use crate::worlds::WorldOption;
use selection::Explained;

/// Show, for each segment of a path, what is chosen and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// The path: poses X,Y,HEADING with blanks between; a first heading of -1
    /// is unknown.
    #[arg(long, value_name = "POSES", allow_hyphen_values = true)]
    path: String,

    #[command(flatten)]
    selector: SelectorOption,

    /// Also draw into this directory, for every segment, how similar the
    /// neighbours are, in the order of their clusters (segment-1.svg and so
    /// on), and the moves that what was tried could be confused with
    /// (segment-1-moves.svg).
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// How many neighbours and candidates to show in text.
    #[arg(long, default_value_t = 5)]
    show: usize,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let route = parse_path(&world, &self.path)?;
        let selector = self.selector.open(&self.world.data)?;
        let planner = Planner::default();
        let segments: Vec<Stages> = route
            .segments()
            .into_iter()
            .map(|segment| {
                let candidates = selected(&selector, &world, &segment);
                let plan = planner.plan(&world, &segment.poses, &candidates);
                Stages {
                    selection: Explained::new(&world, &segment, &selector),
                    planning: planning::Record::new(&world, &plan),
                    moves: planning::drawing(&world, &segment, &plan),
                }
            })
            .collect();
        if let Some(directory) = &self.svg {
            std::fs::create_dir_all(directory).map_err(|error| {
                Error::io(format!("cannot be made: {error}"), error).in_file(directory)
            })?;
            for (number, segment) in segments.iter().enumerate() {
                let similarity = similarity_svg(&selector, &segment.selection.selection);
                let number = number + 1;
                for (name, text) in [
                    (format!("segment-{number}.svg"), &similarity),
                    (format!("segment-{number}-moves.svg"), &segment.moves),
                ] {
                    let file = directory.join(name);
                    write_whole(&file, text.as_bytes())?;
                    eprintln!("wrote {}", file.display());
                }
            }
        }
        match self.format {
            Format::Json => print_json(&segments),
            Format::Text => {
                let texts = segments.iter().enumerate().map(|(number, one)| {
                    one.selection.describe(number + 1, self.show)
                        + &one.planning.describe(self.show)
                });
                print_text(&texts.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// One segment, and what each stage makes of it.
#[derive(Serialize)]
struct Stages {
    #[serde(flatten)]
    selection: Explained,
    planning: planning::Record,
    #[serde(skip)]
    moves: String,
}

/// Reads `x,y,h x,y,h ...` as a route of the world.
fn parse_path(world: &World, text: &str) -> Result<Route> {
    let positions = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<Position>>>()
        .map_err(|error| error.at("--path"))?;
    if positions.is_empty() {
        return Err(Error::input("--path is empty; write poses such as 3,5,180 3,6,180"));
    }
    Route::from_positions(world, &positions).map_err(|error| error.at("--path"))
}
