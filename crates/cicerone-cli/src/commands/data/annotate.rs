//! `cicerone data annotate`: commands for one's own corpus.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::Context;
use cicerone::understand::{Record, annotate};
use cicerone::world::World;
use cicerone::{Error, write_whole};
use serde::Serialize;

use crate::output::print_text;
use crate::readers::ParserOption;
use crate::worlds::{DataOption, open};

/// Write the CAS commands of sentences whose paths are known.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The corpus: one JSON object a line,
    /// {"world": NAME or FILE, "english": TEXT, "path": [[X, Y, HEADING], ...]}.
    file: PathBuf,

    /// Where to write the same lines with their `commands` [default: standard
    /// output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    parser: ParserOption,

    #[command(flatten)]
    data: DataOption,
}

/// A line with what it was understood to mean.
#[derive(Serialize)]
struct Annotated {
    #[serde(flatten)]
    record: Record,
    commands: Vec<String>,
    /// The parser's probability of this reading.
    probability: f64,
    /// Attributes that fail on the path; a true reading has none.
    failing: u32,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let parser = self.parser.open()?;
        let text = std::fs::read_to_string(&self.file)
            .with_context(|| format!("{}: cannot be read", self.file.display()))?;
        let mut worlds: HashMap<String, World> = HashMap::new();
        let (mut out, mut lines, mut fitting, mut changed) = (String::new(), 0, 0, 0);
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = |error: Error| error.at(format!("line {}", number + 1)).in_file(&self.file);
            let record: Record = serde_json::from_str(line)
                .map_err(|error| place(Error::input(format!("cannot be understood: {error}"))))?;
            if !worlds.contains_key(&record.world) {
                worlds
                    .insert(record.world.clone(), open(&record.world, &self.data).map_err(place)?);
            }
            let world = &worlds[&record.world];
            let path = record.poses(world).map_err(place)?;
            let found = annotate(&parser, world, &record.english, &path, self.parser.beam)
                .map_err(place)?;
            lines += 1;
            fitting += usize::from(found.failing == 0);
            changed += usize::from(found.rank > 1);
            let vocabulary = world.vocabulary();
            let commands = found.reading.commands.iter();
            let annotated = Annotated {
                commands: commands.map(|one| one.display(vocabulary).to_string()).collect(),
                probability: found.reading.log_probability.exp(),
                failing: found.failing,
                record,
            };
            out.push_str(&serde_json::to_string(&annotated)?);
            out.push('\n');
        }
        eprintln!(
            "{lines} sentences; the commands of {fitting} are true on their path; \
             for {changed} the path decided against the likeliest reading"
        );
        match &self.out {
            Some(file) => Ok(write_whole(file, out.as_bytes())?),
            None => print_text(&out),
        }
    }
}
