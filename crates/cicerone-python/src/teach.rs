//! Learning, as `cicerone train` does. What came of it is JSON.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cicerone::corpus::augment::{Augmentation, Pair, PhraseConfig, Phrases};
use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::follow::{Classes, Follower, FollowerConfig, School};
use cicerone::guide::Bundle;
use cicerone::neural::{
    self, Check, Checked, EncoderDecoder, Model, Observer, Precision, Report, TrainConfig, Trained,
    Training,
};
use cicerone::rank::Ranker;
use cicerone::read::{Critic, Lesson, read_walks};
use cicerone::realize::{CandidateConfig, Realizer, RealizerConfig, SpeakingLessons, Wording};
use cicerone::select::{Selector, SelectorConfig, choices};
use cicerone::understand::{Directions, Parser, ParserConfig};
use cicerone::world::Vocabulary;
use cicerone::write_whole;
use cicerone_eval::realization::Reference;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::{raised, reported};

/// What of a network's training is not as its default says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    epochs: Option<u64>,
    batch: Option<usize>,
    rate: Option<f64>,
    dropout: Option<f32>,
    smoothing: Option<f32>,
    patience: Option<u32>,
    threads: Option<usize>,
    seed: Option<u64>,
}

/// What came of training a network.
#[derive(Serialize)]
struct Learnt {
    file: String,
    steps: u64,
    finished: bool,
    /// On the validation part; what it is depends on the network.
    score: Option<f64>,
}

/// Calls Python now and then, and stops when it is interrupted.
struct Watcher<'s> {
    progress: Option<Py<PyAny>>,
    stop: &'s AtomicBool,
    raised: Option<PyErr>,
}

/// Learns what to say.
#[pyfunction]
pub(crate) fn train_selector(
    py: Python<'_>,
    data: PathBuf,
    out: PathBuf,
    authors: Vec<String>,
    seed: Option<u64>,
) -> PyResult<String> {
    reported(py, || {
        let config = SelectorConfig::default();
        let seed = seed.unwrap_or(config.seed);
        let config = config.seed(seed);
        let choices = choices(&read_sail(&data)?, Part::Train, &authors)?;
        let selector = Selector::learn(&choices, &config)?;
        selector.save(&out)?;
        Ok(*selector.training())
    })
}

/// Learns how readers err.
#[pyfunction]
pub(crate) fn train_reader(
    py: Python<'_>,
    data: PathBuf,
    walks: PathBuf,
    out: PathBuf,
) -> PyResult<usize> {
    let learn = || {
        let corpus = read_sail(&data)?;
        let lessons = Lesson::all(&corpus, &read_walks(&walks)?)?;
        let all: Vec<&Lesson<'_>> = lessons.iter().collect();
        write_whole(&out, Critic::learn(&all, |_, _| {}).to_json()?.as_bytes())?;
        Ok(lessons.len())
    };
    py.detach(learn).map_err(raised)
}

/// Learns to parse.
#[pyfunction]
pub(crate) fn train_parser(
    py: Python<'_>,
    data: PathBuf,
    out: PathBuf,
    directions: Vec<String>,
    settings: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    taught(py, &data, settings, ParserConfig::training(), progress, |corpus, course| {
        let Course { training, watcher, stop } = course;
        let (config, run) = (ParserConfig::default(), out.join("run-1"));
        let told = Directions::read(directions.iter().map(String::as_str)).learnt;
        let teach = cicerone::understand::train_parser;
        let outcome = teach(corpus, &told, &config, training, &run, watcher, stop)?;
        kept(out.join("model-1.safetensors"), outcome)
    })
}

/// Learns to follow.
#[pyfunction]
pub(crate) fn train_follower(
    py: Python<'_>,
    data: PathBuf,
    out: PathBuf,
    settings: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    taught(py, &data, settings, FollowerConfig::training(), progress, |corpus, course| {
        let Course { training, watcher, stop } = course;
        let classes = Classes::of_split(corpus);
        let mut school = School::new(corpus, &classes, &FollowerConfig::default())?;
        let outcome = school.teach(training, &out.join("run-1"), watcher, stop)?;
        kept(out.join("model-1.safetensors"), outcome)
    })
}

/// Learns how to say it.
#[pyfunction]
pub(crate) fn train_realizer(
    py: Python<'_>,
    data: PathBuf,
    out: PathBuf,
    settings: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let config = RealizerConfig::default();
    taught(py, &data, settings, config.training.clone(), progress, |corpus, course| {
        let (Course { training, watcher, stop }, vocabulary) = (course, Vocabulary::sail());
        let pairs = Pair::of_part(corpus, Part::Train);
        let phrases = Phrases::learn(&pairs, vocabulary, PhraseConfig::default());
        let augmentation = Augmentation::new(&pairs, &phrases);
        let wording = Wording::learn(&pairs, &phrases, vocabulary);
        let config = RealizerConfig { training: (**training).clone(), ..config };
        let lessons = SpeakingLessons::new(&pairs, &augmentation, vocabulary, &wording, &config)?;
        let network = config.network.clone().check()?;
        let model = EncoderDecoder::build(&network, lessons.lexicons(), training.seed)?;
        write_whole(out.join("wording.json"), wording.to_json()?.as_bytes())?;
        let reference = Reference::of(corpus, Part::Validation);
        let validation: Vec<_> =
            reference.pairs.iter().map(|pair| lessons.example(pair, false)).collect();
        let greedy = CandidateConfig::default().beam(0);
        let mut score = |model: &EncoderDecoder| {
            let realizer = Realizer::new(vec![model.clone()], wording.clone())?;
            Ok(reference.corpus_bleu(&reference.realize(&realizer, &greedy, false)?))
        };
        let run = Training {
            config: training,
            directory: &out,
            supply: &lessons,
            validation: &validation,
            score: Some(&mut score),
            observer: watcher,
            stop,
        };
        Ok(Learnt::of(&out.join("model.safetensors"), &run.run(model)?))
    })
}

/// Puts models together as a guide loads them; what is not given is as embedded.
#[pyfunction]
pub(crate) fn train_bundle(
    py: Python<'_>,
    out: PathBuf,
    selector: Option<PathBuf>,
    realizer: Option<PathBuf>,
    language_model: Option<PathBuf>,
    follower: Option<PathBuf>,
    parser: Option<PathBuf>,
) -> PyResult<()> {
    let put = || {
        let mut bundle = Bundle::embedded()?;
        if let Some(file) = selector {
            bundle.selector = Arc::new(Selector::load(&file)?);
        }
        if let Some(run) = realizer {
            let file = run.join("wording.json");
            let text = std::fs::read_to_string(&file)
                .map_err(|error| cicerone::Error::io("cannot read", error).in_file(&file))?;
            let wording = Wording::from_json(&text).map_err(|error| error.in_file(&file))?;
            let model = neural::load(&run.join("model.safetensors"))?;
            bundle.realizer = Arc::new(Realizer::new(vec![model], wording)?);
        }
        if let Some(run) = language_model {
            bundle.ranker = Arc::new(Ranker::load(&run.join("language-model.safetensors"))?);
        }
        if let Some(run) = follower {
            let model = neural::load(&run.join("model-1.safetensors"))?;
            bundle.follower = Some(Arc::new(Follower::new(vec![model])?));
        }
        if let Some(run) = parser {
            let model = neural::load(&run.join("model-1.safetensors"))?;
            bundle.parser = Some(Arc::new(Parser::new(vec![model])?));
        }
        bundle.save(&out)
    };
    py.detach(put).map_err(raised)
}

impl Settings {
    /// The settings that are written as JSON, over the default ones.
    fn read(text: &str, default: TrainConfig) -> PyResult<Checked<TrainConfig>> {
        let said: Settings =
            serde_json::from_str(text).map_err(|error| crate::error::wrong(error.to_string()))?;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let mut config = TrainConfig {
            epochs: said.epochs.unwrap_or(default.epochs),
            batch: said.batch.unwrap_or(default.batch),
            dropout: said.dropout.unwrap_or(default.dropout),
            smoothing: said.smoothing.unwrap_or(default.smoothing),
            patience: said.patience.unwrap_or(default.patience),
            threads: said.threads.unwrap_or_else(cores),
            seed: said.seed.unwrap_or(default.seed),
            ..default
        };
        config.adam.rate = said.rate.unwrap_or(config.adam.rate);
        config.check().map_err(raised)
    }
}

/// A training: how it is done, and who looks on.
struct Course<'c, 's> {
    training: &'c Checked<TrainConfig>,
    watcher: &'c mut Watcher<'s>,
    stop: &'s AtomicBool,
}

/// Trains a network on the corpus, with settings over the default ones, while Python
/// watches and can interrupt.
fn taught(
    py: Python<'_>,
    data: &Path,
    settings: &str,
    default: TrainConfig,
    progress: Option<Py<PyAny>>,
    train: impl FnOnce(&Corpus, Course<'_, '_>) -> cicerone::Result<Learnt> + Send,
) -> PyResult<String> {
    let training = Settings::read(settings, default)?;
    let stop = AtomicBool::new(false);
    let mut watcher = Watcher { progress, stop: &stop, raised: None };
    let course = Course { training: &training, watcher: &mut watcher, stop: &stop };
    let learnt = reported(py, || train(&read_sail(data)?, course));
    watcher.raised.map_or(learnt, Err)
}

impl Observer for Watcher<'_> {
    fn observe(&mut self, report: &Report) {
        // Often enough for whoever waits, seldom enough to cost nothing.
        if !report.step.is_multiple_of(10) || self.raised.is_some() {
            return;
        }
        let told = Python::attach(|py| {
            py.check_signals()?;
            let Some(progress) = &self.progress else { return Ok(()) };
            let args = (report.step, report.steps, report.epoch, report.loss, report.score);
            progress.call1(py, args).map(drop)
        });
        if let Err(error) = told {
            self.raised = Some(error);
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Keeps a trained model in half precision, and says what came of it.
fn kept(file: PathBuf, outcome: Trained<EncoderDecoder>) -> cicerone::Result<Learnt> {
    neural::save(&file, &outcome.model, Precision::Half)?;
    Ok(Learnt::of(&file, &outcome))
}

impl Learnt {
    fn of(file: &Path, outcome: &Trained<EncoderDecoder>) -> Learnt {
        let file = file.display().to_string();
        let Trained { steps, finished, score, .. } = outcome;
        Learnt { file, steps: *steps, finished: *finished, score: *score }
    }
}
