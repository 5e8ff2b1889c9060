//! `cicerone evaluate`: how good a stage of the guide is.

mod directions;
mod following;
mod guide;
mod instructions;
mod language_model;
mod likeness;
mod noise;
mod parsing;
mod planning;
mod reader;
mod realization;
mod selection;

use cicerone::Result;
use cicerone::corpus::Corpus;

/// Whether SAIL's things keep their names.
#[derive(Debug, clap::Args)]
struct RenamedOption {
    /// Call all of SAIL's things something else, in maps and texts: furniture,
    /// floors and pictures that nobody trained on, with as many names as they had if
    /// nothing else is said.
    #[arg(long, value_name = "NAMES", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "several")]
    renamed: Option<Names>,
}

/// How many names a thing has that is called something else.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Names {
    /// As many as SAIL's; texts have the one in the place of theirs.
    Several,
    /// One, as most maps have it, whichever of its own people said.
    One,
}

impl RenamedOption {
    fn apply(&self, corpus: Corpus) -> Result<Corpus> {
        let most = match self.renamed {
            None => return Ok(corpus),
            Some(Names::Several) => usize::MAX,
            Some(Names::One) => 1,
        };
        corpus.renamed(&cicerone_eval::renamed::vocabulary(most)?)
    }
}

/// Measure a stage of the guide on people's demonstrations.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Content selection: does it foresee what people say?
    Selection(selection::Arguments),
    /// Sentence planning: are its commands true and unambiguous, and do they
    /// mean what people mean?
    Planning(planning::Arguments),
    /// Compare the words of a realizer with people's.
    Realization(realization::Arguments),
    /// The language model: does it foresee text, and find mistakes?
    LanguageModel(language_model::Arguments),
    /// Have followers walk what people, templates and the guide say.
    Guide(guide::Arguments),
    /// Write instructions for many routes and look for faults.
    Instructions(instructions::Arguments),
    /// Directions through a building: is every command true, does each step
    /// name something one can see?
    Directions(directions::Arguments),
    /// Texts of the guide and of people, shuffled, for blind judging.
    Likeness(likeness::Arguments),
    /// Following: do readers of people's sentences and paragraphs arrive?
    Following(following::Arguments),
    /// The reader who errs: does it foresee what people do with people's texts,
    /// and does it arrive in a building?
    Reader(reader::Arguments),
    /// Who still arrives as readers err more, with templates and with the guide?
    Noise(noise::Arguments),
    /// Parsing: does English come back as the commands it was annotated with?
    Parsing(parsing::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Selection(arguments) => arguments.run(),
            Command::Planning(arguments) => arguments.run(),
            Command::Realization(arguments) => arguments.run(),
            Command::LanguageModel(arguments) => arguments.run(),
            Command::Guide(arguments) => arguments.run(),
            Command::Instructions(arguments) => arguments.run(),
            Command::Directions(arguments) => arguments.run(),
            Command::Likeness(arguments) => arguments.run(),
            Command::Following(arguments) => arguments.run(),
            Command::Reader(arguments) => arguments.run(),
            Command::Noise(arguments) => arguments.run(),
            Command::Parsing(arguments) => arguments.run(),
        }
    }
}
