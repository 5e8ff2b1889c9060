//! Learning or loading the selector that a subcommand works with.

use std::path::PathBuf;

use cicerone::corpus::{Corpus, Part};
use cicerone::select::{PolicyConfig, Selector, SelectorConfig, choices};
use cicerone::{Error, Result};

use crate::worlds::DataOption;

/// Options of every subcommand that learns a selector.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LearnOptions {
    /// Learn only from these authors, such as EDA,EMWC [default: all].
    #[arg(long = "author", value_name = "NAMES", value_delimiter = ',')]
    authors: Vec<String>,

    /// Same seed, same selector.
    #[arg(long, default_value_t = SelectorConfig::default().seed)]
    seed: u64,

    /// L2 penalty on the weights of properties.
    #[arg(long, value_name = "λ", default_value_t = PolicyConfig::default().l2)]
    l2: f64,

    /// L2 penalty on the weights of single structures, which are beyond the
    /// paper; `none` leaves them out.
    #[arg(long, value_name = "λ", default_value = "0.7")]
    habit: Habit,

    /// What improbability adds to the distance of a structure; 0 is the
    /// paper's distance.
    #[arg(long, default_value_t = SelectorConfig::default().preference)]
    preference: f64,
}

/// The option of every subcommand that needs a selector.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SelectorOption {
    /// A file of `cicerone train selector` [default: learn now, from SAIL].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["authors", "seed", "l2", "habit", "preference"])]
    selector: Option<PathBuf>,

    #[command(flatten)]
    learn: LearnOptions,
}

/// A penalty, or none.
#[derive(Debug, Clone, Copy)]
struct Habit(Option<f64>);

impl std::str::FromStr for Habit {
    type Err = Error;

    fn from_str(text: &str) -> Result<Habit> {
        match text {
            "none" => Ok(Habit(None)),
            number => number.parse().map(|l2| Habit(Some(l2))).map_err(|_| {
                Error::input(format!("'{text}' is neither a number, such as 0.7, nor 'none'"))
            }),
        }
    }
}

impl LearnOptions {
    /// Learns from the training part of the corpus.
    pub(crate) fn learn(&self, corpus: &Corpus) -> Result<Selector> {
        let default = SelectorConfig::default();
        let config = SelectorConfig {
            policy: PolicyConfig { l2: self.l2, habit: self.habit.0, ..default.policy },
            preference: self.preference,
            seed: self.seed,
            ..default
        };
        Selector::learn(&choices(corpus, Part::Train, &self.authors)?, &config)
    }
}

impl SelectorOption {
    /// Loads the file, or learns from the corpus.
    pub(crate) fn open(&self, data: &DataOption) -> Result<Selector> {
        match &self.selector {
            Some(file) => Selector::load(file),
            None => {
                eprintln!("learning a selector; `cicerone train selector` makes a file of it");
                self.learn.learn(&data.corpus()?)
            }
        }
    }
}
