//! `cicerone train realizer`: learn how to say it.

use std::sync::atomic::AtomicBool;

use cicerone::corpus::Part;
use cicerone::corpus::augment::{Augmentation, Pair, PhraseConfig, Phrases};
use cicerone::neural::{Check, EncoderDecoder, EncoderDecoderConfig, Model, Training};
use cicerone::realize::{CandidateConfig, Realizer, RealizerConfig, SpeakingLessons, Wording};
use cicerone::world::Vocabulary;
use cicerone::write_whole;
use cicerone_eval::realization::Reference;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::training::{Bar, TrainingOptions};
use crate::worlds::DataOption;

/// Learn how to say it: the encoder-aligner-decoder.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    training: TrainingOptions,

    /// The paper's configuration: 2 x 128 units, five passes over 750,000
    /// augmented pairs; other options change it from there.
    #[arg(long)]
    paper: bool,

    /// Teach it to speak in slots, about things of any vocabulary, and not of
    /// the corpus's own kinds.
    #[arg(long, conflicts_with = "paper")]
    slots: bool,

    /// Passes over the augmented pairs, with --paper.
    #[arg(long, default_value_t = 5, requires = "paper")]
    passes: u64,

    /// Units of every layer.
    #[arg(long)]
    width: Option<usize>,

    /// Size of the word vectors.
    #[arg(long)]
    embedding: Option<usize>,

    /// Leave out the aligner, as the paper's ablation does.
    #[arg(long)]
    no_aligner: bool,

    /// Augmented pairs for each demonstrated one.
    #[arg(long, value_name = "RATIO", conflicts_with = "paper")]
    augmented: Option<f64>,

    /// How often a sentence is learnt without its author's style.
    #[arg(long, value_name = "SHARE")]
    anonymous: Option<f64>,

    #[command(flatten)]
    data: DataOption,

    /// How to print what came of it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What came of it.
#[derive(Serialize)]
struct Report {
    directory: String,
    pairs: usize,
    parameters: usize,
    steps: u64,
    finished: bool,
    validation_bleu: Option<f64>,
    signature: String,
    seconds: f64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let started = std::time::Instant::now();
        let vocabulary = Vocabulary::sail();
        let pairs = Pair::of_part(&corpus, Part::Train);
        let phrases = Phrases::learn(&pairs, vocabulary, PhraseConfig::default());
        let augmentation = Augmentation::new(&pairs, &phrases);
        let wording = Wording::learn(&pairs, &phrases, vocabulary);
        let mut config = match (self.paper, self.slots) {
            (true, _) => RealizerConfig::paper(self.passes),
            (_, true) => RealizerConfig::of_slots(),
            _ => RealizerConfig::default(),
        };
        let network = &mut config.network;
        *network = EncoderDecoderConfig {
            width: self.width.unwrap_or(network.width),
            embedding: self.embedding.unwrap_or(network.embedding),
            aligner: !self.no_aligner,
            ..network.clone()
        };
        config.augmented = self.augmented.or(config.augmented);
        config.anonymous = self.anonymous.unwrap_or(config.anonymous);
        let training = self.training.config(config.training.clone())?;
        config.training = (*training).clone();
        let lessons = SpeakingLessons::new(&pairs, &augmentation, vocabulary, &wording, &config)?;
        let model = EncoderDecoder::build(
            &config.network.clone().check()?,
            lessons.lexicons(),
            training.seed,
        )?;

        let out = &self.training.out;
        std::fs::create_dir_all(out)?;
        write_whole(out.join("wording.json"), wording.to_json()?.as_bytes())?;
        let reference = Reference::of(&corpus, Part::Validation);
        let validation: Vec<_> =
            reference.pairs.iter().map(|pair| lessons.example(pair, false)).collect();
        let greedy = CandidateConfig::default().beam(0);
        let mut score = |model: &EncoderDecoder| {
            let realizer = Realizer::new(vec![model.clone()], wording.clone())?;
            Ok(reference.corpus_bleu(&reference.realize(&realizer, &greedy, false)?))
        };
        let parameters = model.parameters().values().len();
        let run = Training {
            config: &training,
            directory: out,
            supply: &lessons,
            validation: &validation,
            score: Some(&mut score),
            observer: &mut Bar::new("pairs"),
            stop: &AtomicBool::new(false),
        };
        let outcome = run.run(model)?;
        let report = Report {
            directory: out.display().to_string(),
            pairs: pairs.len(),
            parameters,
            steps: outcome.steps,
            finished: outcome.finished,
            validation_bleu: outcome.score,
            signature: "validation, greedy, no style, corpus BLEU-4, refs:single".into(),
            seconds: started.elapsed().as_secs_f64(),
        };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn describe(&self) -> String {
        format!(
            "{}: {} parameters, {} steps, {:.0} s, from {} demonstrated pairs\n\
             {:.2} ({})\n",
            self.directory,
            self.parameters,
            self.steps,
            self.seconds,
            self.pairs,
            self.validation_bleu.unwrap_or(f64::NAN),
            self.signature
        )
    }
}
