//! `cicerone train reader`: learn how people err.

use std::path::PathBuf;

use cicerone::read::{Critic, Lesson, read_walks};
use cicerone::write_whole;

use crate::output::print_text;
use crate::worlds::DataOption;

/// Learn from people's walks how readers err, and what they make of texts.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The walks: one a line, as JSON.
    #[arg(long, value_name = "FILE")]
    walks: PathBuf,

    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    data: DataOption,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let lessons = Lesson::all(&corpus, &read_walks(&self.walks)?)?;
        let all: Vec<&Lesson<'_>> = lessons.iter().collect();
        let critic = Critic::learn(&all, |score, _| eprintln!("log-likelihood a walk {score:.4}"));
        write_whole(&self.out, critic.to_json()?.as_bytes())?;
        print_text(&format!("{}: from {} texts\n", self.out.display(), lessons.len()))
    }
}
