//! `cicerone world`: list, check, draw and generate worlds.

use std::path::PathBuf;

use cicerone::world::{self, GenerateConfig, NamedPlace, World, draw, embedded};

use super::contents::Contents;
use crate::output::{print_json, print_raw, print_text, write_picture};
use crate::picture::{self, COLUMNS, PictureOptions};
use crate::worlds::WorldOption;

/// List, check, draw and generate worlds.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List the embedded worlds.
    List,
    /// Read a world, say what is in it, what was left out, or what is wrong.
    Check(Check),
    /// List what can be named: what --from and --to understand.
    Places(Check),
    /// Write a world as version 2 of our JSON.
    Convert(Convert),
    /// Draw a world as SVG or PNG, or in the terminal.
    Draw(Draw),
    /// Make a large world up from a seed and print it as JSON.
    Generate(Generate),
    /// Print the JSON Schema of the world format.
    Schema,
}

/// Tell about a world.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    world: WorldOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// How what is told of a world is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Write a world as version 2 of our JSON.
#[derive(Debug, clap::Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    world: WorldOption,

    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Draw a world.
#[derive(Debug, clap::Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    world: WorldOption,

    /// The file to write: NAME.svg or NAME.png [default: draw in the terminal].
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    picture: PictureOptions,
}

/// Make a large world up from a seed.
#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    /// How many places.
    #[arg(long)]
    places: usize,

    /// Same seed, same world.
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// How many of a full grid's loops are there, from 0 (a maze) to 1.
    #[arg(long, default_value_t = GenerateConfig::default().openness)]
    openness: f64,

    /// How many storeys; more than one make a building in metres, with rooms,
    /// doors, stairs and lifts.
    #[arg(long, default_value_t = 1)]
    levels: usize,

    /// Write to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::List => list(),
            Command::Check(check) => {
                let (world, warnings) = check.world.open_with_warnings()?;
                let contents = Contents::of(&world, &warnings);
                match check.format {
                    Format::Json => print_json(&contents),
                    Format::Text => print_text(&contents.text(&world)),
                }
            }
            Command::Places(list) => {
                let world = list.world.open()?;
                let named = world.named_places();
                match list.format {
                    Format::Json => print_json(&named),
                    Format::Text => print_text(&places(named)),
                }
            }
            Command::Convert(convert) => {
                let json = convert.world.open()?.to_document().to_json();
                match convert.output {
                    Some(file) => Ok(cicerone::write_whole(file, json.as_bytes())?),
                    None => print_text(&json),
                }
            }
            Command::Draw(draw) => {
                let world = draw.world.open()?;
                let options = draw.picture.of(&world)?;
                match &draw.output {
                    Some(file) => write_picture(file, &draw::svg_with(&world, &[], &[], &options)?),
                    None => print_raw(&draw::terminal_with(
                        &world,
                        None,
                        COLUMNS,
                        picture::ink(),
                        &options,
                    )?),
                }
            }
            Command::Generate(generate) => generate.run(),
            Command::Schema => print_json(&world::json_schema()),
        }
    }
}

fn list() -> anyhow::Result<()> {
    let mut out = String::new();
    for name in embedded::names() {
        out.push_str(&format!("{name:<10} {}\n", describe(&embedded::world(name)?)));
    }
    print_text(&out)
}

fn places(named: &[NamedPlace]) -> String {
    let mut out = String::new();
    let mut level = None;
    for one in named {
        if level != Some(&one.level) {
            level = Some(&one.level);
            out.push_str(&format!("{}\n", one.level));
        }
        out.push_str(&format!("  {:<32} {:<12} {}\n", one.name, one.kind, one.id));
    }
    out
}

fn describe(world: &World) -> String {
    let building = world.building();
    if building.levels.len() > 1 {
        return format!(
            "{} levels, {} areas, {} doors, {} landmarks, {} places, {} passages",
            building.levels.len(),
            building.areas.len(),
            building.doors.len(),
            building.fixtures.len(),
            world.places().len(),
            world.passages().len()
        );
    }
    let furnished = world.place_ids().filter(|id| !world.landmarks(*id).is_empty()).count();
    format!(
        "{} places ({furnished} with objects), {} passages",
        world.places().len(),
        world.passages().len()
    )
}

impl Generate {
    fn run(self) -> anyhow::Result<()> {
        let Generate { places, seed, openness, levels, output } = self;
        let config = GenerateConfig { places, seed, openness, levels, ..GenerateConfig::default() };
        let json = world::to_json(&world::generate(config)?);
        match output {
            Some(file) => Ok(cicerone::write_whole(file, json.as_bytes())?),
            None => print_text(&json),
        }
    }
}
