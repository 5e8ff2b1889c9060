//! `cicerone evaluate`: how good a stage of the guide is.

mod directions;
mod following;
mod guide;
mod instructions;
mod language_model;
mod parsing;
mod planning;
mod reader;
mod realization;
mod selection;

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
    /// Following: do readers of people's sentences and paragraphs arrive?
    Following(following::Arguments),
    /// The reader who errs: does it foresee what people do with people's texts?
    Reader(reader::Arguments),
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
            Command::Following(arguments) => arguments.run(),
            Command::Reader(arguments) => arguments.run(),
            Command::Parsing(arguments) => arguments.run(),
        }
    }
}
