//! `cicerone train parser`: learn what sentences mean.

use std::sync::atomic::AtomicBool;

use cicerone::neural::EncoderDecoderConfig;
use cicerone::understand::{Directions, ParserConfig, train_parser};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::readers::{keep, run_of};
use crate::training::{Bar, TrainingOptions};
use crate::worlds::{DataOption, EnglishOption};

/// Learn to parse: English in, CAS commands out.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    training: TrainingOptions,

    /// How many models to train, one after the other, with seeds that follow
    /// each other. Together they are one parser.
    #[arg(long, default_value_t = 1)]
    models: usize,

    /// Sentences drawn from the augmentation in every epoch, besides people's.
    #[arg(long, default_value_t = ParserConfig::default().drawn)]
    drawn: usize,

    /// Units of the network.
    #[arg(long, default_value_t = 128)]
    units: usize,

    /// Directions that people gave through anywhere, in every epoch; 0 learns from
    /// the corpus alone.
    #[arg(long, default_value_t = ParserConfig::default().told)]
    told: usize,

    #[command(flatten)]
    english: EnglishOption,

    #[command(flatten)]
    data: DataOption,

    /// How to print what was learnt.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What was learnt.
#[derive(Serialize)]
struct Learnt {
    file: String,
    steps: u64,
    /// Share of validation sentences read exactly, greedily.
    validation: Option<f64>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let default = ParserConfig::default();
        let shape =
            EncoderDecoderConfig { width: self.units, embedding: self.units, ..default.shape };
        let config = ParserConfig { shape, drawn: self.drawn, told: self.told, ..default };
        let directions = self.directions()?;
        let first = self.training.config(ParserConfig::training())?.seed;
        let mut learnt = Vec::new();
        for number in 1..=self.models {
            let seed = first + number as u64 - 1;
            let training = self.training.with_seed(ParserConfig::training(), seed)?;
            let run = run_of(&self.training.out, number);
            let (mut bar, stop) = (Bar::new("sentences"), AtomicBool::new(false));
            let outcome = train_parser(
                &corpus,
                &directions.learnt,
                &config,
                &training,
                &run,
                &mut bar,
                &stop,
            )?;
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

    /// What people said elsewhere. Who has no English text, and asked for none, learns
    /// without it.
    fn directions(&self) -> anyhow::Result<Directions> {
        let lines = match self.told {
            0 => Vec::new(),
            _ if !self.english.is_at_hand() => {
                eprintln!(
                    "no English text is at hand: the parser learns from the corpus alone, and \
                     little of buildings; --english names it"
                );
                Vec::new()
            }
            _ => self.english.directions()?,
        };
        Ok(Directions::read(lines.iter().map(|line| &*line.text)))
    }
}

fn describe(learnt: &[Learnt]) -> String {
    let line = |one: &Learnt| {
        let score =
            one.validation.map_or_else(|| "-".into(), |score| format!("{:.1}%", score * 100.0));
        format!("{}: {score} of validation sentences read exactly, {} steps\n", one.file, one.steps)
    };
    learnt.iter().map(line).collect()
}
