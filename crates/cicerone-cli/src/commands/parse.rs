//! `cicerone parse`: what a sentence means.

use cicerone::world::{Vocabulary, World};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::readers::ParserOption;
use crate::worlds::{DataOption, open};

/// Say which CAS commands a sentence means.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The sentence, such as "turn left at the easel".
    sentence: String,

    #[command(flatten)]
    parser: ParserOption,

    /// Read it in the vocabulary of this world [default: SAIL's].
    #[arg(long, value_name = "WORLD")]
    world: Option<String>,

    #[command(flatten)]
    data: DataOption,

    /// Print every reading that was kept, not only the likeliest.
    #[arg(long)]
    all: bool,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// One reading.
#[derive(Serialize)]
struct Record {
    commands: Vec<String>,
    probability: f64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world: Option<World> =
            self.world.as_deref().map(|name| open(name, &self.data)).transpose()?;
        let sail = Vocabulary::sail();
        let vocabulary = world.as_ref().map_or(sail, World::vocabulary);
        let parser = self.parser.open()?;
        let mut readings = parser.parse(&self.sentence, vocabulary, self.parser.beam)?;
        if !self.all {
            readings.truncate(1);
        }
        let records = readings.iter().map(|reading| Record {
            commands: reading
                .commands
                .iter()
                .map(|one| one.display(vocabulary).to_string())
                .collect(),
            probability: reading.log_probability.exp(),
        });
        let records: Vec<Record> = records.collect();
        match self.format {
            Format::Json => print_json(&records),
            Format::Text => {
                let line = |record: &Record| {
                    format!("P {:.3}  {}\n", record.probability, record.commands.join("; "))
                };
                print_text(&records.iter().map(line).collect::<String>())
            }
        }
    }
}
