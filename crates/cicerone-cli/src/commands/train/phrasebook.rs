//! `cicerone train phrasebook`: learn how people put it.

use std::path::PathBuf;

use cicerone::realize::Phrasebook;
use cicerone::understand::{CarefulReader, Formula};
use cicerone::write_whole;

use crate::output::print_text;
use crate::worlds::EnglishOption;

/// Learn in which words people say what directions through buildings say.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A way that fewer than one in so many use is left out.
    #[arg(long, default_value_t = 40)]
    rare: usize,

    #[command(flatten)]
    english: EnglishOption,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let reader = CarefulReader::everyday();
        let (mut sources, mut said): (Vec<String>, Vec<Formula>) = Default::default();
        for line in self.english.directions()? {
            if let Some(understood) = reader.read(&line.text) {
                said.extend(understood.formulas);
                if sources.last() != Some(&line.source) {
                    sources.push(line.source);
                }
            }
        }
        let pairs = said.iter().map(|formula| (formula.what, &*formula.words));
        let book = Phrasebook::learn(sources, pairs, self.rare.max(1));
        write_whole(&self.out, book.to_json()?.as_bytes())?;
        let lines = book.ways.iter().map(|(what, ways)| {
            let ways: Vec<String> =
                ways.iter().map(|way| format!("{} ({})", way.words, way.count)).collect();
            format!("{what}: {}\n", ways.join(", "))
        });
        print_text(&lines.collect::<String>())
    }
}
