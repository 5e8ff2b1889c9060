//! The command `cicerone`: reads the command line, runs one subcommand, and
//! says what went wrong. Standard output is data, standard error is talk.

// First, for its `eprintln` is everybody's.
#[macro_use]
mod output;

#[cfg(not(feature = "full"))]
mod absent;
mod commands;
mod models;
mod picture;
mod places;
#[cfg(feature = "png")]
mod png;
#[cfg(not(feature = "png"))]
#[path = "png_absent.rs"]
mod png;
mod progress;
mod readers;
mod selectors;
mod training;
mod worlds;

use std::process::ExitCode;

use cicerone::guide::embedded_models;
use cicerone::legible;
use clap::Parser;
use clap::error::ErrorKind;

use commands::Command;
use output::{be_quiet, print_text};

/// Directions the way people give them: learn from human examples what to
/// say, plan what is true and unambiguous, put it in words.
#[derive(Debug, Parser)]
#[command(name = "cicerone", version, max_term_width = 100)]
struct Arguments {
    /// Say nothing on standard error but what went wrong.
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(usage) if usage.kind() == ErrorKind::DisplayVersion => {
            let models = embedded_models();
            let text = format!("cicerone {}\nmodels {models}\n", env!("CARGO_PKG_VERSION"));
            return print_text(&text).map_or_else(|error| report(&error), |()| ExitCode::SUCCESS);
        }
        Err(usage) => {
            // It may quote what was typed, which may have been copied from anywhere.
            let text = usage.to_string();
            match usage.use_stderr() && legible(&text) != text {
                true => std::eprintln!("{}", legible(text.trim_end())),
                false => usage.exit(),
            }
            return ExitCode::from(2);
        }
    };
    if arguments.quiet {
        be_quiet();
    }
    match arguments.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report(&error),
    }
}

/// What the caller can mend ends with 2, as a wrong option does; what it
/// cannot with 1.
fn report(error: &anyhow::Error) -> ExitCode {
    let is_closed_pipe = error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    });
    if is_closed_pipe {
        // `cicerone ... | head` has read enough.
        return ExitCode::SUCCESS;
    }
    std::eprintln!("{}", legible(&format!("cicerone: {error}")));
    match error.downcast_ref::<cicerone::Error>() {
        Some(_) => ExitCode::from(2),
        None => ExitCode::FAILURE,
    }
}
