//! `cicerone completions` and `cicerone manual`: what a shell and `man` want to
//! know of the command, made from its own description.

use std::path::PathBuf;

use cicerone::{Error, write_whole};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::output::print_raw;

/// Print the completions of a shell.
///
/// For bash: `cicerone completions bash > ~/.local/share/bash-completion/completions/cicerone`;
/// for zsh into a file `_cicerone` of a directory in `$fpath`; for fish:
/// `cicerone completions fish > ~/.config/fish/completions/cicerone.fish`.
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Write the manual pages, or print the first.
#[derive(Debug, clap::Args)]
pub(crate) struct Manual {
    /// Write a page for every subcommand into this directory, which `man -M` and
    /// packagers take [default: print cicerone(1)].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut text = Vec::new();
        let mut command = crate::Arguments::command();
        clap_complete::generate(self.shell, &mut command, "cicerone", &mut text);
        print_raw(&String::from_utf8_lossy(&text))
    }
}

impl Manual {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut command = crate::Arguments::command();
        command.build();
        let Some(directory) = self.out else {
            return print_raw(&String::from_utf8_lossy(&page(command)?));
        };
        std::fs::create_dir_all(&directory)
            .map_err(|error| Error::io("cannot be made", error).in_file(&directory))?;
        let mut open = vec![command];
        let mut count = 0;
        while let Some(command) = open.pop() {
            open.extend(command.get_subcommands().filter(|one| one.get_name() != "help").cloned());
            let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
            write_whole(directory.join(format!("{name}.1")), &page(command)?)?;
            count += 1;
        }
        eprintln!("{count} pages in {}", directory.display());
        Ok(())
    }
}

fn page(command: clap::Command) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}
