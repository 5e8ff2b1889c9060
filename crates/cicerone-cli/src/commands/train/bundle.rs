//! `cicerone train bundle`: the models of a guide, together.

use std::path::PathBuf;

use cicerone::follow::Follower;
use cicerone::guide::Bundle;
use cicerone::rank::Ranker;
use cicerone::select::Selector;
use cicerone::understand::Parser;

use crate::models::load_realizer;

/// Put trained models together into one directory, as a guide loads them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of `cicerone train selector`.
    #[arg(long, value_name = "FILE")]
    selector: PathBuf,

    /// Directories of `cicerone train realizer`; several speak together.
    #[arg(long = "realizer", value_name = "DIR", required = true)]
    realizers: Vec<PathBuf>,

    /// The directory of `cicerone train language-model` [default: the one that the
    /// program carries].
    #[arg(long, value_name = "DIR")]
    language_model: Option<PathBuf>,

    /// Directories of `cicerone train follower`: who tries what is said.
    #[arg(long = "follower", value_name = "DIR")]
    followers: Vec<PathBuf>,

    /// Directories of `cicerone train parser`: what sentences mean.
    #[arg(long = "parser", value_name = "DIR")]
    parsers: Vec<PathBuf>,

    /// The directory to write.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let bundle = Bundle {
            selector: Selector::load(&self.selector)?.into(),
            realizer: load_realizer(&self.realizers)?.into(),
            follower: match &self.followers[..] {
                [] => None,
                paths => Some(Follower::new(crate::readers::models(paths)?)?.into()),
            },
            parser: match &self.parsers[..] {
                [] => None,
                paths => Some(Parser::new(crate::readers::models(paths)?)?.into()),
            },
            ranker: match &self.language_model {
                Some(run) => Ranker::load(&run.join("language-model.safetensors"))?.into(),
                None => Bundle::embedded()?.ranker,
            },
        };
        bundle.save(&self.out)?;
        eprintln!("wrote {}", self.out.display());
        Ok(())
    }
}
