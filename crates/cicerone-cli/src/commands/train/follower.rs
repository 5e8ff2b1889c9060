//! `cicerone train follower`: learn to do what one is told.

use std::sync::atomic::AtomicBool;

use cicerone::follow::{Classes, FollowerConfig, School, StartRule};
use cicerone::neural::EncoderDecoderConfig;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::readers::{keep, run_of};
use crate::training::{Bar, TrainingOptions};
use crate::worlds::DataOption;

/// Learn to follow: sentences and views in, acts out.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    training: TrainingOptions,

    /// How many models to train, one after the other, with seeds that follow
    /// each other. Together they are one follower.
    #[arg(long, default_value_t = 1)]
    models: usize,

    /// Leave out this map's demonstrations (Grid, Jelly or L), to be tested on
    /// it: the published three-map protocol.
    #[arg(long, value_name = "MAP")]
    without_map: Option<String>,

    /// Where walks start whose first heading nobody recorded.
    #[arg(long, value_enum, default_value = "four")]
    start: Start,

    /// Lessons made up for practice.
    #[arg(long, default_value_t = FollowerConfig::default().practice)]
    practice: usize,

    /// How many of them every epoch teaches.
    #[arg(long, default_value_t = FollowerConfig::default().practised)]
    practised: usize,

    /// Seed of the practice; followers that judge others practise other things.
    #[arg(long, default_value_t = FollowerConfig::default().seed)]
    practice_seed: u64,

    /// Units of the network.
    #[arg(long, default_value_t = 128)]
    units: usize,

    #[command(flatten)]
    data: DataOption,

    /// How to print what was learnt.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Where walks start whose first heading nobody recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Start {
    /// In each of four headings; figures are means.
    Four,
    /// With the first heading of the recorded walk, which gives part of the
    /// solution away; for comparison with published figures.
    Recorded,
}

impl Start {
    pub(crate) fn rule(self) -> StartRule {
        match self {
            Start::Four => StartRule::FourHeadings,
            Start::Recorded => StartRule::Recorded,
        }
    }
}

/// What was learnt.
#[derive(Serialize)]
struct Learnt {
    file: String,
    steps: u64,
    /// Share of validation sentences followed exactly.
    validation: Option<f64>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let classes = match &self.without_map {
            None => Classes::of_split(&corpus),
            Some(map) => Classes::without_map(&corpus, map)?,
        };
        let config = FollowerConfig {
            shape: EncoderDecoderConfig {
                width: self.units,
                embedding: self.units,
                ..FollowerConfig::default().shape
            },
            practice: self.practice,
            practised: self.practised,
            rule: self.start.rule(),
            seed: self.practice_seed,
            ..FollowerConfig::default()
        };
        let first = self.training.config(FollowerConfig::training())?.seed;
        eprintln!("making up lessons for practice ...");
        let mut school = School::new(&corpus, &classes, &config)?;
        let (given, made_up) = school.lessons();
        eprintln!("{given} lessons of people, {made_up} made up, {} words", school.words().len());
        let mut learnt = Vec::new();
        for number in 1..=self.models {
            let seed = first + number as u64 - 1;
            let training = self.training.with_seed(FollowerConfig::training(), seed)?;
            let run = run_of(&self.training.out, number);
            let stop = AtomicBool::new(false);
            let outcome = school.teach(&training, &run, &mut Bar::new("sentences"), &stop)?;
            let file = keep(&self.training.out, number, &outcome.model)?;
            learnt.push(Learnt {
                file: file.display().to_string(),
                steps: outcome.steps,
                validation: outcome.score,
            });
        }
        match self.format {
            Format::Json => print_json(&learnt),
            Format::Text => print_text(&describe(&learnt)),
        }
    }
}

fn describe(learnt: &[Learnt]) -> String {
    let line = |one: &Learnt| {
        let score =
            one.validation.map_or_else(|| "-".into(), |score| format!("{:.1}%", score * 100.0));
        format!(
            "{}: {score} of validation sentences exactly right, {} steps\n",
            one.file, one.steps
        )
    };
    learnt.iter().map(line).collect()
}
