//! Learning or loading the selector that a subcommand works with.

use std::path::PathBuf;
use std::sync::Arc;

use cicerone::Result;
use cicerone::corpus::{Corpus, Part};
use cicerone::guide::Bundle;
use cicerone::select::{PolicyConfig, Selector, SelectorConfig, choices};

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

    /// Which features the policy has: the paper's, or more.
    #[arg(long, value_enum, default_value = "layout")]
    features: Features,

    /// L2 penalty on the weights of properties [default: 6; 1 with the
    /// paper's features].
    #[arg(long, value_name = "λ")]
    l2: Option<f64>,

    /// What improbability adds to the distance of a structure; 0 is the
    /// paper's distance.
    #[arg(long, default_value_t = SelectorConfig::default().preference)]
    preference: f64,
}

/// The option of every subcommand that needs a selector.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SelectorOption {
    /// A file of `cicerone train selector` [default: the one that the program
    /// carries; with options of learning, learn now, from SAIL].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["authors", "seed", "features", "l2", "preference"])]
    selector: Option<PathBuf>,

    #[command(flatten)]
    learn: LearnOptions,
}

/// Which features the policy has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Features {
    /// The paper's: properties alone and with each of its 14 contexts.
    Paper,
    /// Also the tokens of a structure and the structure itself.
    Structures,
    /// Also contexts that tell more of the layout.
    Layout,
}

impl LearnOptions {
    /// True if nothing was asked for that the embedded selector is not.
    fn is_default(&self) -> bool {
        let default = SelectorConfig::default();
        self.authors.is_empty()
            && self.seed == default.seed
            && self.features == Features::Layout
            && self.l2.is_none()
            && self.preference == default.preference
    }

    /// Learns from the training part of the corpus.
    pub(crate) fn learn(&self, corpus: &Corpus) -> Result<Selector> {
        let policy = match self.features {
            Features::Paper => PolicyConfig::paper(),
            Features::Structures => PolicyConfig { layout: false, ..PolicyConfig::default() },
            Features::Layout => PolicyConfig::default(),
        };
        let config = SelectorConfig::default()
            .policy(PolicyConfig { l2: self.l2.unwrap_or(policy.l2), ..policy })
            .preference(self.preference)
            .seed(self.seed);
        Selector::learn(&choices(corpus, Part::Train, &self.authors)?, &config)
    }
}

impl SelectorOption {
    /// Loads the file, or learns from the corpus, or takes the embedded one.
    pub(crate) fn open(&self, data: &DataOption) -> Result<Arc<Selector>> {
        self.instead_of(data, || Bundle::embedded().map(|bundle| bundle.selector))
    }

    /// Loads the file, or learns from the corpus, or takes what there is.
    pub(crate) fn instead_of(
        &self,
        data: &DataOption,
        own: impl FnOnce() -> Result<Arc<Selector>>,
    ) -> Result<Arc<Selector>> {
        match &self.selector {
            Some(file) => Selector::load(file).map(Arc::new),
            None if self.learn.is_default() => own(),
            None => {
                eprintln!("learning a selector; `cicerone train selector` makes a file of it");
                self.learn.learn(&data.corpus()?).map(Arc::new)
            }
        }
    }
}
