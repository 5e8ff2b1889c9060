//! Loading the readers, followers and parsers, that a subcommand works with,
//! and keeping those that were trained.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cicerone::follow::{Care, Follower};
use cicerone::guide::Bundle;
use cicerone::neural::{EncoderDecoder, Precision, load, save};
use cicerone::understand::Parser;
use cicerone::{Error, Result};

/// The option of every subcommand that needs a follower.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct FollowerOption {
    /// Followers: a directory of `cicerone train follower`, or one file of it.
    /// May be given several times: several models are one follower [default:
    /// those that the program carries].
    #[arg(long, value_name = "PATH")]
    follower: Vec<PathBuf>,

    /// Act sequences a follower goes along with at a time; 1 is greedy.
    #[arg(long, default_value_t = Care::default().width)]
    width: usize,
}

/// The option of every subcommand that needs a parser.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ParserOption {
    /// Parsers: a directory of `cicerone train parser`, or one file of it. May
    /// be given several times [default: the one that the program carries].
    #[arg(long, value_name = "PATH")]
    parser: Vec<PathBuf>,

    /// Readings the search keeps.
    #[arg(long, default_value_t = 4)]
    pub(crate) beam: usize,
}

impl FollowerOption {
    pub(crate) fn open(&self) -> Result<Arc<Follower>> {
        if !self.follower.is_empty() {
            return Follower::new(models(&self.follower)?).map(Arc::new);
        }
        let embedded = Bundle::embedded()?.follower;
        embedded.ok_or_else(|| Error::input("no follower is embedded; name one with --follower"))
    }

    pub(crate) fn care(&self) -> Care {
        Care::default().width(self.width.max(1))
    }
}

impl ParserOption {
    pub(crate) fn open(&self) -> Result<Arc<Parser>> {
        if !self.parser.is_empty() {
            return Parser::new(models(&self.parser)?).map(Arc::new);
        }
        let embedded = Bundle::embedded()?.parser;
        embedded.ok_or_else(|| Error::input("no parser is embedded; name one with --parser"))
    }
}

/// The parser of a path, or the one that the program carries.
pub(crate) fn parser_of(path: &Path) -> Result<Arc<Parser>> {
    let parser = match path.to_str() {
        Some("carried") => Vec::new(),
        _ => vec![path.to_owned()],
    };
    ParserOption { parser, beam: 1 }.open()
}

/// Keeps a trained model in half precision, number `number` of its directory.
pub(crate) fn keep(directory: &Path, number: usize, model: &EncoderDecoder) -> Result<PathBuf> {
    let file = directory.join(format!("model-{number}.safetensors"));
    save(&file, model, Precision::Half)?;
    Ok(file)
}

/// The directory of the run that trains that model.
pub(crate) fn run_of(directory: &Path, number: usize) -> PathBuf {
    directory.join(format!("run-{number}"))
}

/// The models of directories and files, in order.
pub(crate) fn models(paths: &[PathBuf]) -> Result<Vec<EncoderDecoder>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(path))?;
        let is_model = |file: &PathBuf| {
            file.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with("model") && name.ends_with(".safetensors"))
        };
        let mut found: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(is_model).collect();
        if found.is_empty() {
            return Err(Error::input("holds no model; train one first").in_file(path));
        }
        found.sort();
        files.extend(found);
    }
    distinct(files).iter().map(|file| load(file)).collect()
}

/// Each file once, whatever it was called: the same model twice would only be
/// twice as slow.
pub(crate) fn distinct(mut files: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    files
}
