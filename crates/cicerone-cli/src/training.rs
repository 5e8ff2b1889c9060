//! What every `cicerone train` of a network has in common: its options, and a bar
//! that shows how it goes.

use std::path::PathBuf;

use cicerone::Result;
use cicerone::neural::{Check, Checked, Observer, Report, TrainConfig};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::is_quiet;

/// Options of every subcommand that trains a network. What is not given is
/// what the network's own default says.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TrainingOptions {
    /// The directory of the run. A run that was stopped goes on there.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Passes over the training data, at most.
    #[arg(long)]
    epochs: Option<u64>,

    /// Examples per step.
    #[arg(long)]
    batch: Option<usize>,

    /// Adam's learning rate.
    #[arg(long)]
    rate: Option<f64>,

    /// What the learning rate is multiplied by every 1,000 steps.
    #[arg(long)]
    decay: Option<f64>,

    /// Share of values dropped between layers.
    #[arg(long)]
    dropout: Option<f32>,

    /// Label smoothing.
    #[arg(long)]
    smoothing: Option<f32>,

    /// Validations without a better score after which training ends; 0 never
    /// ends it early.
    #[arg(long)]
    patience: Option<u32>,

    /// Threads; another number gives slightly other weights [default: all cores].
    #[arg(long)]
    threads: Option<usize>,

    /// Same seed and threads, same model.
    #[arg(long)]
    pub(crate) seed: Option<u64>,
}

impl TrainingOptions {
    /// The given settings over the default ones.
    pub(crate) fn config(&self, default: TrainConfig) -> Result<Checked<TrainConfig>> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let mut config = TrainConfig {
            epochs: self.epochs.unwrap_or(default.epochs),
            batch: self.batch.unwrap_or(default.batch),
            dropout: self.dropout.unwrap_or(default.dropout),
            smoothing: self.smoothing.unwrap_or(default.smoothing),
            patience: self.patience.unwrap_or(default.patience),
            threads: self.threads.unwrap_or_else(cores),
            seed: self.seed.unwrap_or(default.seed),
            ..default
        };
        config.adam.rate = self.rate.unwrap_or(config.adam.rate);
        config.adam.decay = self.decay.unwrap_or(config.adam.decay);
        config.check()
    }
}

impl TrainingOptions {
    /// The same with another seed, for one of several models.
    pub(crate) fn with_seed(
        &self,
        default: TrainConfig,
        seed: u64,
    ) -> Result<Checked<TrainConfig>> {
        TrainingOptions { seed: Some(seed), ..self.clone() }.config(default)
    }
}

/// A run as a bar on stderr; without a terminal, a line for every validation.
pub(crate) struct Bar {
    bar: ProgressBar,
    unit: &'static str,
    last: Option<f64>,
    /// The loss before the last validation, which starts a new mean.
    loss: f64,
}

impl Bar {
    /// A bar that counts in these units, such as "pairs".
    pub(crate) fn new(unit: &'static str) -> Bar {
        let bar = ProgressBar::no_length();
        if is_quiet() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let template = "{bar:30} {pos}/{len} steps  {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar { bar, unit, last: None, loss: 0.0 }
    }
}

impl Observer for Bar {
    fn observe(&mut self, report: &Report) {
        if report.loss > 0.0 {
            self.loss = report.loss;
        }
        let score = report.score.map_or_else(|| "-".into(), |score| format!("{score:.4}"));
        let message = format!(
            "epoch {}  loss {:.4}  score {score}  {:.0} {}/s  {:.0} s left",
            report.epoch, self.loss, report.examples_per_second, self.unit, report.seconds_left
        );
        if self.bar.is_hidden() {
            if report.score != self.last {
                eprintln!("{}/{} steps  {message}", report.step, report.steps);
                self.last = report.score;
            }
            return;
        }
        self.bar.set_length(report.steps);
        self.bar.set_position(report.step);
        self.bar.set_message(message);
    }
}
