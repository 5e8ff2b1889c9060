//! `cicerone train`: learn a stage of the guide from people's demonstrations.

mod bundle;
pub(crate) mod follower;
mod language_model;
mod parser;
mod phrasebook;
mod reader;
mod realizer;
mod selector;

/// Learn a stage of the guide from people's demonstrations.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Learn what to say: the content-selection policy and its bank.
    Selector(selector::Arguments),
    /// Learn how to say it: the encoder-aligner-decoder.
    Realizer(realizer::Arguments),
    /// Learn what good English is: the language model that ranks candidates.
    LanguageModel(language_model::Arguments),
    /// Put trained models together, as a guide loads them.
    Bundle(bundle::Arguments),
    /// Learn to parse: English in, CAS commands out.
    Parser(parser::Arguments),
    /// Learn in which words people say what directions through buildings say.
    Phrasebook(phrasebook::Arguments),
    /// Learn how readers err, from people's walks.
    Reader(reader::Arguments),
    /// Learn to follow: sentences and views in, acts out.
    Follower(follower::Arguments),
}

impl Command {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Selector(arguments) => arguments.run(),
            Command::Realizer(arguments) => arguments.run(),
            Command::LanguageModel(arguments) => arguments.run(),
            Command::Bundle(arguments) => arguments.run(),
            Command::Parser(arguments) => arguments.run(),
            Command::Phrasebook(arguments) => arguments.run(),
            Command::Reader(arguments) => arguments.run(),
            Command::Follower(arguments) => arguments.run(),
        }
    }
}
