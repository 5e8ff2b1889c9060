//! `cicerone guide`: a route in, an instruction out.

use std::fmt::Write;
use std::path::PathBuf;

use cicerone::cas::Command;
use cicerone::guide::{Guide, GuideOptions, Instruction, InstructionRecord, Safest, Shape};
use cicerone::world::{Journey, Vocabulary, Waypoint, World, draw};
use cicerone::{Error, Result};
use serde::Serialize;

use crate::models::{MannerOptions, ModelsOption};
use crate::output::{print_json, print_text, write_picture};
use crate::worlds::{ProfileName, WorldOption};

/// Write the instruction for a route.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: a name, an id, X,Y, or X,Y,HEADING if the first heading
    /// is known; with @LEVEL after it where several levels have one.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, requires = "to")]
    from: Option<Waypoint>,

    /// Where to arrive: a name, an id, X,Y, or X,Y,HEADING if the last heading
    /// matters; with @LEVEL after it where several levels have one.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true, requires = "from")]
    to: Option<Waypoint>,

    /// A path, pose by pose: "x,y,h x,y,h ..."; a first heading of -1 is unknown.
    #[arg(
        long,
        value_name = "POSES",
        allow_hyphen_values = true,
        conflicts_with = "from",
        required_unless_present = "from"
    )]
    path: Option<String>,

    /// Who wants to get there.
    #[arg(long, value_enum, default_value = "walk")]
    profile: ProfileName,

    /// Which way to take from --from to --to.
    #[arg(long = "route", value_enum, default_value = "shortest", conflicts_with = "path")]
    way: Way,

    #[command(flatten)]
    manner: MannerOptions,

    #[command(flatten)]
    models: ModelsOption,

    /// How to print the instruction.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Tell, for every sentence, how it came about; in JSON, too.
    #[arg(long)]
    explain: bool,

    /// Draw the route on its map, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Which way is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Way {
    /// The shortest.
    Shortest,
    /// One that is at most 1.3 times as long, where it gets clearly safer words.
    Safest,
}

/// How an instruction is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people to read.
    Text,
    /// For programs, with what is known of every step.
    Json,
    /// For a voice.
    Ssml,
    /// As OSRM's route service answers, with banners and voices.
    Osrm,
    /// As Valhalla's route action answers.
    Valhalla,
    /// A line for every step, for maps.
    Geojson,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let guide = self.models.guide()?;
        let options = self.manner.options();
        let Safest { route, instruction, instead_of } = self.tell(&guide, &world, &options)?;
        if let Some(shortest) = &instead_of {
            let percent = |one: &Instruction| 100.0 * one.confidence.unwrap_or(0.0);
            eprintln!(
                "another way than the shortest, {} instead of {}: {:.0}% of followers arrive \
                 instead of {:.0}%",
                instruction.distance,
                shortest.distance,
                percent(&instruction),
                percent(shortest)
            );
        }
        if let (Some(number), Some(confidence)) = (instruction.doubt(), instruction.confidence) {
            eprintln!(
                "only {:.0}% of readers are likely to arrive; the reason is step {}: {}",
                100.0 * confidence,
                number + 1,
                instruction.steps[number].text()
            );
        }
        if let Some(file) = &self.svg {
            write_picture(file, &draw::svg(&world, Some(&route))?)?;
        }
        match self.format {
            Format::Json => {
                let record = match self.explain {
                    true => Instruction::long_record,
                    false => Instruction::record,
                };
                let instead_of = instead_of.as_ref().map(record);
                print_json(&Told { instruction: record(&instruction), instead_of })
            }
            Format::Ssml => print_text(&instruction.ssml()),
            Format::Osrm => print_json(&instruction.shaped(Shape::Osrm, &world, &route)?),
            Format::Valhalla => print_json(&instruction.shaped(Shape::Valhalla, &world, &route)?),
            Format::Geojson => print_json(&instruction.shaped(Shape::GeoJson, &world, &route)?),
            Format::Text if self.explain => print_text(&explain(&instruction)),
            Format::Text => print_text(&format!("{}\n", instruction.text())),
        }
    }

    fn tell(&self, guide: &Guide, world: &World, options: &GuideOptions) -> Result<Safest> {
        let (journey, option) = match &self.path {
            Some(path) => (along(path)?, "--path"),
            None => {
                let ends = Journey::from_parts(self.from.clone(), self.to.clone(), None)?;
                (ends, "--from and --to")
            }
        };
        let at = |error: Error| error.at(option);
        if self.way == Way::Safest {
            let (start, goal) = journey.ends(world).map_err(at)?;
            return guide.safest(world, start, goal, options);
        }
        let route = journey.route_for(world, self.profile.into()).map_err(at)?;
        // A path that was given is told as it is.
        let (route, instruction) = match self.path {
            Some(_) => (route.clone(), guide.instruct(world, &route, options)?),
            None => guide.lead(world, route, self.profile.into(), options)?,
        };
        Ok(Safest { route, instruction, instead_of: None })
    }
}

/// The instruction as JSON, and what it was told instead of, if anything.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    instruction: InstructionRecord,
    /// The instruction of the shortest route, if a safer one was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead_of: Option<InstructionRecord>,
}

/// The journey that `--path` names, `x,y,h x,y,h ...`.
pub(super) fn along(path: &str) -> Result<Journey> {
    match path.trim() {
        "" => Err(Error::input("--path is empty; write poses such as 3,5,180 3,6,180")),
        path => Ok(Journey::along_text(path)),
    }
}

/// Commands on one line.
pub(super) fn print(commands: &[Command], vocabulary: &Vocabulary) -> String {
    let texts = commands.iter().map(|one| one.display(vocabulary).to_string());
    texts.collect::<Vec<_>>().join("; ")
}

/// Every sentence with its command, its scores and what else could be said.
fn explain(instruction: &Instruction) -> String {
    let mut out = format!("{}\n", instruction.text());
    for (number, step) in instruction.steps.iter().enumerate() {
        let contexts: Vec<&str> = step.context.names().collect();
        let perplexity = step
            .perplexity
            .map_or_else(|| "plain words".into(), |one| format!("perplexity {one:.1}"));
        let _ = write!(
            out,
            "\n{}. {}\n   poses {} to {}, contexts {}\n   {}\n   \
             P {:.3}, {perplexity}, log-probability {:.2}\n",
            number + 1,
            step.text(),
            step.segment.first,
            step.segment.last,
            if contexts.is_empty() { "none".into() } else { contexts.join(" ") },
            step.command(),
            step.probability,
            step.log_probability,
        );
        for other in &step.alternatives {
            let _ = writeln!(
                out,
                "   - {} ({}, perplexity {:.1}, log-probability {:.2})\n     {}",
                other.text(),
                other.verdict,
                other.perplexity,
                other.log_probability,
                print(&other.commands, step.vocabulary())
            );
        }
    }
    out
}
