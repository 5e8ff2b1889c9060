//! `cicerone guide`: a route in, an instruction out.

use std::fmt::Write;
use std::path::PathBuf;

use cicerone::guide::{GuideOptions, Instruction, Step};
use cicerone::world::{Position, Route, World, draw};
use cicerone::{Error, Result};

use crate::models::ModelsOption;
use crate::output::{print_json, print_text, write_picture};
use crate::worlds::WorldOption;

/// Write the instruction for a route.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: X,Y, or X,Y,HEADING if the first heading is known.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true, requires = "to")]
    from: Option<Position>,

    /// Where to arrive: X,Y, or X,Y,HEADING if the last heading matters.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true, requires = "from")]
    to: Option<Position>,

    /// A path, pose by pose: "x,y,h x,y,h ..."; a first heading of -1 is unknown.
    #[arg(
        long,
        value_name = "POSES",
        allow_hyphen_values = true,
        conflicts_with = "from",
        required_unless_present = "from"
    )]
    path: Option<String>,

    /// Speak in the style of this author, such as EDA.
    #[arg(long, value_name = "AUTHOR")]
    style: Option<String>,

    #[command(flatten)]
    models: ModelsOption,

    /// How to print the instruction.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Tell, for every sentence, how it came about.
    #[arg(long)]
    explain: bool,

    /// Draw the route on its map, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// How an instruction is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people to read.
    Text,
    /// For programs, with everything that is known of every step.
    Json,
    /// For a voice.
    Ssml,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let route = self.route(&world)?;
        let guide = self.models.guide()?;
        let options = GuideOptions { style: self.style.clone(), ..GuideOptions::default() };
        let instruction = guide.instruct(&world, &route, &options)?;
        if let Some(file) = &self.svg {
            write_picture(file, &draw::svg(&world, Some(&route)))?;
        }
        match self.format {
            Format::Json => print_json(&instruction),
            Format::Ssml => print_text(&instruction.ssml()),
            Format::Text if self.explain => print_text(&explain(&instruction)),
            Format::Text => print_text(&format!("{}\n", instruction.text)),
        }
    }

    fn route(&self, world: &World) -> Result<Route> {
        match (&self.path, self.from, self.to) {
            (Some(path), ..) => parse_path(world, path),
            (None, Some(from), Some(to)) => {
                let start = from.on(world).map_err(|error| error.at("--from"))?;
                let goal = to.on(world).map_err(|error| error.at("--to"))?;
                Route::shortest(world, start, goal)
            }
            _ => Err(Error::input("give --from and --to, or --path")),
        }
    }
}

/// Reads `x,y,h x,y,h ...` as a route of the world.
pub(super) fn parse_path(world: &World, text: &str) -> Result<Route> {
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

/// Every sentence with its command, its scores and what else could be said.
fn explain(instruction: &Instruction) -> String {
    let mut out = format!("{}\n", instruction.text);
    for (number, step) in instruction.steps.iter().enumerate() {
        let Step { text, begin, end, command, probability, contexts, .. } = step;
        let perplexity = step
            .perplexity
            .map_or_else(|| "plain words".into(), |one| format!("perplexity {one:.1}"));
        let _ = write!(
            out,
            "\n{}. {text}\n   poses {begin} to {end}, contexts {}\n   {command}\n   \
             P {probability:.3}, {perplexity}, log-probability {:.2}\n",
            number + 1,
            if contexts.is_empty() { "none".into() } else { contexts.join(" ") },
            step.log_probability,
        );
        for other in &step.alternatives {
            let _ = writeln!(
                out,
                "   - {} ({}, perplexity {:.1}, log-probability {:.2})\n     {}",
                other.text,
                serde_json::to_string(&other.verdict).unwrap_or_default(),
                other.perplexity,
                other.log_probability,
                other.command
            );
        }
    }
    out
}
