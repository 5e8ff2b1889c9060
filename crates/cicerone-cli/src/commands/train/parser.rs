//! `cicerone train parser`: learn what sentences mean.

use std::sync::atomic::AtomicBool;

use cicerone::corpus::Corpus;
use cicerone::neural::EncoderDecoderConfig;
use cicerone::rank::Line;
use cicerone::understand::{Directions, Parser, ParserConfig, train_parser};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::readers::{keep, models, run_of};
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

    /// How often it is trained: behind the first time, models learn as well what those
    /// before them agree on of the directions that the grammar does not understand.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    rounds: u8,

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
        let texts = self.texts()?;
        let mut directions = Directions::read(texts.iter().map(|line| &*line.text));
        let mut learnt = Vec::new();
        for round in 1..=self.rounds {
            if round > 1 {
                let parser = Parser::new(models(std::slice::from_ref(&self.training.out))?)?;
                let read = Directions::read(texts.iter().map(|line| &*line.text));
                let before = read.learnt.len();
                directions = read.and_agreed(&parser, texts.iter().map(|line| &*line.text))?;
                eprintln!(
                    "round {round}: {} directions, and {} on which the models agree",
                    before,
                    directions.learnt.len() - before
                );
            }
            learnt = self.round(round, &corpus, &directions, &config)?;
        }
        match self.format {
            Format::Json => print_json(&learnt),
            Format::Text => print_text(&describe(&learnt)),
        }
    }

    /// Trains every model once.
    fn round(
        &self,
        round: u8,
        corpus: &Corpus,
        directions: &Directions,
        config: &ParserConfig,
    ) -> anyhow::Result<Vec<Learnt>> {
        let first = self.training.config(ParserConfig::training())?.seed;
        let mut learnt = Vec::new();
        for number in 1..=self.models {
            let seed = first + number as u64 - 1;
            let training = self.training.with_seed(ParserConfig::training(), seed)?;
            // The last round is the one that stays; a run that was stopped goes on.
            let directory = match round == self.rounds {
                true => self.training.out.clone(),
                false => self.training.out.join(format!("round-{round}")),
            };
            let (mut bar, stop) = (Bar::new("sentences"), AtomicBool::new(false));
            let outcome = train_parser(
                corpus,
                &directions.learnt,
                config,
                &training,
                &run_of(&directory, number),
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
        Ok(learnt)
    }

    /// What people said elsewhere. Who has no English text, and asked for none, learns
    /// without it.
    fn texts(&self) -> anyhow::Result<Vec<Line>> {
        match self.told {
            0 => Ok(Vec::new()),
            _ if !self.english.is_at_hand() => {
                eprintln!(
                    "no English text is at hand: the parser learns from the corpus alone, and \
                     little of buildings; --english names it"
                );
                Ok(Vec::new())
            }
            _ => Ok(self.english.directions()?),
        }
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
