//! `cicerone follow`: what a reader does who is told that.

use std::path::PathBuf;

use cicerone::cas::Command;
use cicerone::follow::{Errand, Executor, Stand};
use cicerone::neural::Decoding;
use cicerone::world::draw;
use cicerone::world::{Pose, Position, Route, Waypoint, World};
use serde::Serialize;

use crate::output::{Format, print_json, print_raw, print_text, write_picture};
use crate::picture::{COLUMNS, ink};
use crate::readers::FollowerOption;
use crate::worlds::WorldOption;

/// Follow sentences from a pose, print and draw the walk.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where the reader stands: X,Y,HEADING.
    #[arg(long, value_name = "X,Y,H", allow_hyphen_values = true)]
    at: Waypoint,

    /// What it is told, one sentence after the other.
    #[arg(required = true)]
    sentences: Vec<String>,

    /// The sentences are CAS commands, done by a literal reader.
    #[arg(long)]
    literal: bool,

    #[command(flatten)]
    follower: FollowerOption,

    /// Draw the walk on its map, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What the reader did with one sentence.
#[derive(Serialize)]
struct Record {
    sentence: String,
    /// Where it most likely ends, and how likely; a literal reader divides by
    /// the number of moves that fit.
    end: String,
    probability: f64,
    acts: Vec<&'static str>,
    path: Vec<String>,
    /// Where else it may end.
    others: Vec<(String, f64)>,
    /// Why a literal reader could not.
    failures: Vec<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let start = self.at.on(&world).and_then(Stand::of).map_err(|error| error.at("--at"))?;
        let (records, poses) = match self.literal {
            true => execute(&world, start, &self.sentences)?,
            false => follow(&world, start, &self.sentences, &self.follower)?,
        };
        let route = Route::new(&world, poses)?;
        if let Some(file) = &self.svg {
            write_picture(file, &draw::svg(&world, Some(&route))?)?;
        }
        match self.format {
            Format::Json => print_json(&records),
            Format::Text => {
                let text: String = records.iter().map(Record::describe).collect();
                print_text(&text)?;
                print_raw(&draw::terminal(&world, Some(&route), COLUMNS, ink())?)
            }
        }
    }
}

fn follow(
    world: &World,
    start: Stand,
    sentences: &[String],
    option: &FollowerOption,
) -> anyhow::Result<(Vec<Record>, Vec<Pose>)> {
    let follower = option.open()?;
    let (mut here, mut poses, mut records) = (start, vec![start.pose()], Vec::new());
    let mut decoding = Decoding::default();
    for sentence in sentences {
        let told = follower.hear(world.vocabulary(), sentence);
        let errand = Errand { world, start: here, told };
        let mut found = follower.arrivals(&[errand], option.care(), &mut decoding)?;
        let mut arrivals = found.pop().unwrap_or_default().into_iter();
        let Some(best) = arrivals.next() else { continue };
        let walk = best.poses(world, here);
        let name = |end: Stand| Position::of(world, end.pose()).to_string();
        records.push(Record {
            sentence: sentence.clone(),
            end: name(best.end),
            probability: best.probability,
            acts: best.acts.iter().map(|act| act.name()).collect(),
            path: names(world, &walk),
            others: arrivals.map(|one| (name(one.end), one.probability)).collect(),
            failures: Vec::new(),
        });
        poses.extend(walk.into_iter().skip(1));
        here = best.end;
    }
    Ok((records, poses))
}

fn execute(
    world: &World,
    start: Stand,
    sentences: &[String],
) -> anyhow::Result<(Vec<Record>, Vec<Pose>)> {
    let executor = Executor::new(world);
    let (mut here, mut poses, mut records) = (start, vec![start.pose()], Vec::new());
    for sentence in sentences {
        let command = Command::parse(sentence, world.vocabulary())?;
        let done = executor.execute(here, &command);
        records.push(Record {
            sentence: sentence.clone(),
            end: Position::of(world, done.end.pose()).to_string(),
            probability: if done.choices == 0 { 0.0 } else { 1.0 / done.choices as f64 },
            acts: Vec::new(),
            path: names(world, &done.poses),
            others: Vec::new(),
            failures: done.failures.iter().map(ToString::to_string).collect(),
        });
        poses.extend(done.poses.into_iter().skip(1));
        here = done.end;
    }
    Ok((records, poses))
}

fn names(world: &World, poses: &[Pose]) -> Vec<String> {
    poses.iter().map(|pose| Position::of(world, *pose).to_string()).collect()
}

impl Record {
    fn describe(&self) -> String {
        let mut out = format!("{}\n  P {:.3}  ", self.sentence, self.probability);
        if !self.acts.is_empty() {
            out.push_str(&format!("{}: ", self.acts.join(", ")));
        }
        out.push_str(&format!("{}\n", self.path.join(" ")));
        for (end, probability) in self.others.iter().take(3) {
            out.push_str(&format!("  P {probability:.3}  or to {end}\n"));
        }
        for failure in &self.failures {
            out.push_str(&format!("  {failure}\n"));
        }
        out
    }
}
