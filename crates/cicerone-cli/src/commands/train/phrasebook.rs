//! `cicerone train phrasebook`: learn how people put it.

use std::path::PathBuf;

use cicerone::realize::Phrasebook;
use cicerone::understand::{CarefulReader, Formula, phrases_of_directions, phrases_of_stories};
use cicerone::write_whole;

use crate::output::print_text;
use crate::worlds::EnglishOption;

/// What is said around commands, and in no formula of theirs.
const AROUND: [&str; 4] = ["beside", "link", "side", "there"];

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
        let (directions, stories) = self.english.texts()?;
        let mut keep = |source: String, found: Vec<Formula>| {
            if !found.is_empty() && sources.last() != Some(&source) {
                sources.push(source);
            }
            said.extend(found);
        };
        for line in directions {
            let mut found = phrases_of_directions(&line.text);
            if let Some(understood) = reader.read(&line.text) {
                // What was understood as a whole is known better than what was found in it.
                found.retain(|one| AROUND.contains(&one.what));
                found.extend(understood.formulas);
            }
            keep(line.source, found);
        }
        for line in stories {
            keep(line.source, phrases_of_stories(&line.text));
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
