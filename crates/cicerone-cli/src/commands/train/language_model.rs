//! `cicerone train language-model`: learn what good English is.
//!
//! Two runs, one after the other, each in a folder of its own: `english`
//! learns from everything, and `instructions` goes on from there with what
//! the guide will have to judge.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cicerone::Result;
use cicerone::corpus::Part;
use cicerone::corpus::augment::{Augmentation, Pair, PhraseConfig, Phrases};
use cicerone::neural::{
    self, AdamConfig, Check, Checked, LanguageModel, LanguageModelConfig, Lexicon, Model,
    Precision, TrainConfig, Trained, Training,
};
use cicerone::rank::{DictionaryConfig, English, Mix, ReadingLessons, dictionary, sentences};
use cicerone::words::Naming;
use cicerone::world::Vocabulary;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::training::{Bar, TrainingOptions};
use crate::worlds::{DataOption, EnglishOption};

/// Learn what good English is: the language model that ranks candidates.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    training: TrainingOptions,

    /// Words of the dictionary, at most.
    #[arg(long, default_value_t = DictionaryConfig::default().size)]
    words: usize,

    /// Units of every layer, and size of the word vectors.
    #[arg(long, default_value_t = 128)]
    width: usize,

    /// LSTM layers.
    #[arg(long, default_value_t = 2)]
    layers: usize,

    /// Classes of words for a softmax in two steps; 0 for one step.
    #[arg(long, default_value_t = 100)]
    classes: usize,

    /// Epochs of the second run, which learns mostly instructions.
    #[arg(long, default_value_t = 12)]
    finish_epochs: u64,

    /// Learning rate of the second run.
    #[arg(long, default_value_t = 0.001)]
    finish_rate: f64,

    /// Dropout of the second run.
    #[arg(long, default_value_t = 0.2)]
    finish_dropout: f32,

    /// Print the dictionary's words, then SAIL's that it leaves out with their
    /// counts, and train nothing.
    #[arg(long)]
    dictionary_only: bool,

    #[command(flatten)]
    english: EnglishOption,

    #[command(flatten)]
    data: DataOption,

    /// How to print what was learnt.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The first run: all general English once, all instructions four times.
const ENGLISH: Mix = Mix { general: 16, navigation: 4, sail: 2, augmented: 6 };

/// The second run: mostly instructions, with enough English not to forget it.
const INSTRUCTIONS: Mix = Mix { general: 256, navigation: 32, sail: 10, augmented: 10 };

/// What was learnt.
#[derive(Serialize)]
struct Report {
    file: String,
    bytes: u64,
    words: usize,

    seconds: f64,
    /// Perplexity on SAIL's validation sentences, after each run.
    validation_perplexity_english: f64,
    validation_perplexity: f64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        eprintln!("reading English");
        let english = self.english.lessons()?;
        let train = sentences(&corpus, Part::Train);
        let config = DictionaryConfig { size: self.words, ..DictionaryConfig::default() };
        let naming = Naming::of(Vocabulary::sail());
        let by_class: Vec<Vec<String>> = train.iter().map(|one| naming.by_class(one)).collect();
        let lexicon = dictionary(&english, &train, Vocabulary::sail(), &config)?;
        if self.dictionary_only {
            return print_text(&list(&lexicon, &train));
        }
        let english = english.number(&lexicon);
        let pairs = Pair::of_part(&corpus, Part::Train);
        let phrases = Phrases::learn(&pairs, Vocabulary::sail(), PhraseConfig::default());
        let texts = Texts {
            english: &english,
            train: numbered(&lexicon, &train),
            by_class: numbered(&lexicon, &by_class),
            validation: numbered(&lexicon, &sentences(&corpus, Part::Validation)),
            augmentation: Augmentation::new(&pairs, &phrases),
            lexicon: &lexicon,
        };
        self.learn(&texts)
    }

    fn learn(&self, texts: &Texts<'_>) -> anyhow::Result<()> {
        let shape = LanguageModelConfig {
            width: self.width,
            embedding: self.width,
            layers: self.layers,
            classes: self.classes,
        };
        let first = self.training.config(english_run())?;
        let second = TrainConfig {
            epochs: self.finish_epochs,
            dropout: self.finish_dropout,
            adam: AdamConfig { rate: self.finish_rate, decay: 0.7, ..AdamConfig::default() },
            ..(*first).clone()
        };
        let second = second.check()?;
        let model = LanguageModel::build(&shape.check()?, vec![texts.lexicon.clone()], first.seed)?;
        let out = &self.training.out;
        let started = Instant::now();
        let pre = texts.train(&first, &out.join("english"), ENGLISH, model)?;
        let post = texts.train(&second, &out.join("instructions"), INSTRUCTIONS, pre.model)?;
        let seconds = started.elapsed().as_secs_f64();
        let file = out.join("language-model.safetensors");
        neural::save(&file, &post.model, Precision::Half)?;

        let perplexity = |score: Option<f64>| (-score.unwrap_or(f64::NAN)).exp();
        let report = Report {
            bytes: std::fs::metadata(&file)?.len(),
            file: file.display().to_string(),
            words: texts.lexicon.len(),

            seconds,
            validation_perplexity_english: perplexity(pre.score),
            validation_perplexity: perplexity(post.score),
        };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

fn english_run() -> TrainConfig {
    TrainConfig {
        batch: 128,
        epochs: 16,
        patience: 0,
        checkpoint_every: 1000,
        dropout: 0.1,
        adam: AdamConfig { rate: 0.002, decay: 0.94, warm_up: 200, ..AdamConfig::default() },
        ..TrainConfig::default()
    }
}

/// All there is to learn from and to choose with.
struct Texts<'a> {
    english: &'a English,
    train: Vec<Vec<u32>>,
    /// The same with classes in place of what things are called.
    by_class: Vec<Vec<u32>>,
    validation: Vec<Vec<u32>>,
    augmentation: Augmentation<'a>,
    lexicon: &'a Lexicon,
}

impl Texts<'_> {
    fn train(
        &self,
        config: &Checked<TrainConfig>,
        directory: &Path,
        mix: Mix,
        model: LanguageModel,
    ) -> Result<Trained<LanguageModel>> {
        let lessons = self.lessons(mix, config.seed);
        std::fs::create_dir_all(directory)
            .map_err(|error| cicerone::Error::io("cannot be made", error).in_file(directory))?;
        Training {
            config,
            directory,
            supply: &lessons,
            validation: &self.validation,
            score: None,
            observer: &mut Bar::new("sentences"),
            stop: &AtomicBool::new(false),
        }
        .run(model)
    }

    fn lessons(&self, mix: Mix, seed: u64) -> ReadingLessons<'_> {
        let sail = [&self.train[..], &self.by_class];
        ReadingLessons::new(self.english, sail, &self.augmentation, self.lexicon, mix, seed)
    }
}

fn numbered(lexicon: &Lexicon, sentences: &[Vec<String>]) -> Vec<Vec<u32>> {
    sentences.iter().map(|words| lexicon.numbers(words)).collect()
}

/// The dictionary, a blank line, and the words of SAIL that it lacks.
fn list(lexicon: &Lexicon, sail: &[Vec<String>]) -> String {
    let mut left_out: HashMap<&str, usize> = HashMap::new();
    for word in sail.iter().flatten().filter(|word| lexicon.number(word).is_none()) {
        *left_out.entry(word).or_default() += 1;
    }
    let mut left_out: Vec<(&str, usize)> = left_out.into_iter().collect();
    left_out.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let left_out: Vec<String> =
        left_out.iter().map(|(word, count)| format!("{word} {count}\n")).collect();
    format!("{}\n\n{}", lexicon.words().join("\n"), left_out.concat())
}

impl Report {
    fn describe(&self) -> String {
        format!(
            "{}: {} words, {:.1} MB\n\
             perplexity on SAIL validation {:.2} after English, {:.2} after instructions\n\
             {:.0} s\n",
            self.file,
            self.words,
            self.bytes as f64 / 1e6,
            self.validation_perplexity_english,
            self.validation_perplexity,
            self.seconds
        )
    }
}
