//! The directory of a training run.
//!
//! | file | holds |
//! |---|---|
//! | `config.json` | what is trained and how; a run goes on only with the same |
//! | `state.safetensors` | weights, moments and counters: all that going on needs |
//! | `model.safetensors` | the model with the best score so far |
//! | `log.jsonl` | one line for every validation |
//! | `curves.svg` | those lines as curves |
//!
//! Every file is replaced as a whole. Random numbers are drawn from the seed
//! and the counters, so the counters are the random state.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::adam::Adam;
use super::curves;
use super::files::{self, Precision, pack, read_values, unpack};
use super::learner::Learner;
use super::model::Model;
use super::training::TrainConfig;
use crate::{Error, Result, write_whole};

const KIND: &str = "training-state";
const VERSION: u32 = 1;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) step: u64,
    pub(super) epoch: u64,
    pub(super) loss: f64,
    pub(super) validation_loss: f64,
    pub(super) score: f64,
    pub(super) best: f64,
    pub(super) rate: f64,
    pub(super) examples_per_second: f64,
}

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Counters {
    pub(super) epoch: u64,
    /// Batches of this epoch that have been learnt.
    pub(super) batch: usize,
    /// Loss since the last line of the log.
    pub(super) loss_sum: f64,
    pub(super) loss_words: usize,
    pub(super) best: Option<f64>,
    pub(super) best_step: u64,
    /// Validations since the best one.
    pub(super) since_best: u32,
    pub(super) finished: bool,
}

/// The directory.
pub(super) struct RunDirectory {
    path: PathBuf,
}

impl RunDirectory {
    /// Opens a directory for a run of this model and configuration: a new one,
    /// or one that holds a run of the very same.
    pub(super) fn open<M: Model>(
        path: &Path,
        model: &M,
        config: &TrainConfig,
    ) -> Result<RunDirectory> {
        std::fs::create_dir_all(path)
            .map_err(|error| Error::io("cannot make the run directory", error).in_file(path))?;
        let directory = RunDirectory { path: path.to_path_buf() };
        let file = directory.file("config.json");
        let text =
            |error: serde_json::Error| Error::input("cannot be written as JSON").because(error);
        let wanted = serde_json::json!({
            "kind": "training-run",
            "version": 1,
            "model": M::KIND,
            "shape": serde_json::to_value(&**model.config()).map_err(text)?,
            "lexicons": model.lexicons().iter().map(|words| fingerprint(words.words())).collect::<Vec<_>>(),
            "training": serde_json::to_value(config).map_err(text)?,
        });
        if !file.exists() {
            write_whole(&file, format!("{wanted:#}\n").as_bytes())?;
            return Ok(directory);
        }
        let found = read(&file)?;
        let found: Value = serde_json::from_str(&found).map_err(|error| {
            Error::input(format!("cannot be understood: {error}")).in_file(&file)
        })?;
        match difference("", &found, &wanted) {
            None => Ok(directory),
            Some((place, there, here)) => {
                let message = format!(
                    "the run in this directory has {there}, this one {here}; use another directory"
                );
                Err(Error::input(message).at(format!("`{place}`")).in_file(&file))
            }
        }
    }

    /// Takes up a run where it was left, if there is one.
    pub(super) fn resume<M: Model>(&self, learner: &mut Learner<M>) -> Result<Option<Counters>> {
        let file = self.file("state.safetensors");
        if !file.exists() {
            return Ok(None);
        }
        let bytes =
            std::fs::read(&file).map_err(|error| Error::io("cannot read", error).in_file(&file))?;
        self.restore(&bytes, learner).map(Some).map_err(|error| error.in_file(&file))
    }

    fn restore<M: Model>(&self, bytes: &[u8], learner: &mut Learner<M>) -> Result<Counters> {
        let (header, tensors) = unpack(bytes, KIND, VERSION)?;
        let text = header.get("counters").map_or("", String::as_str);
        let counters: Counters = serde_json::from_str(text)
            .map_err(|error| Error::input(format!("its counters cannot be understood: {error}")))?;
        let steps = header.get("steps").and_then(|steps| steps.parse().ok());
        let step = steps.ok_or_else(|| Error::input("its number of steps cannot be understood"))?;
        let mut adam = Adam::new(learner.model.parameters().values().len());
        adam.step = step;
        let mut model = learner.model.clone();
        let places = [
            ("weights", model.parameters_mut().values_mut()),
            ("first", &mut adam.first),
            ("second", &mut adam.second),
        ];
        for (name, values) in places {
            let view = tensors
                .tensor(name)
                .map_err(|error| Error::input(format!("no `{name}`: {error}")))?;
            read_values(&view, name, values)?;
        }
        (learner.model, learner.adam) = (model, adam);
        self.forget_log_after(step)?;
        Ok(counters)
    }

    /// Writes down where the run stands.
    pub(super) fn checkpoint<M: Model>(
        &self,
        learner: &Learner<M>,
        counters: &Counters,
    ) -> Result<()> {
        let text = serde_json::to_string(counters);
        let text =
            text.map_err(|error| Error::input("cannot be written as JSON").because(error))?;
        let header = BTreeMap::from([
            ("kind".to_string(), KIND.to_string()),
            ("version".to_string(), VERSION.to_string()),
            ("steps".to_string(), learner.adam.step.to_string()),
            ("counters".to_string(), text),
        ]);
        let tensors: [(&str, &[f32]); 3] = [
            ("weights", learner.model.parameters().values()),
            ("first", &learner.adam.first),
            ("second", &learner.adam.second),
        ];
        let tensors = tensors
            .into_iter()
            .map(|(name, values)| (name.to_string(), vec![values.len()], values));
        write_whole(self.file("state.safetensors"), &pack(tensors, header, Precision::Single)?)
    }

    /// Keeps a model as the best.
    pub(super) fn save_best<M: Model>(&self, model: &M) -> Result<()> {
        files::save(&self.file("model.safetensors"), model, Precision::Single)
    }

    /// The best model so far, if one has been kept.
    pub(super) fn best<M: Model>(&self) -> Result<Option<M>> {
        let file = self.file("model.safetensors");
        if file.exists() { files::load(&file).map(Some) } else { Ok(None) }
    }

    /// Adds a line to the log and draws the curves again.
    pub(super) fn log(&self, entry: Entry) -> Result<()> {
        let mut entries = self.entries()?;
        entries.push(entry);
        self.write_log(&entries)
    }

    fn entries(&self) -> Result<Vec<Entry>> {
        let file = self.file("log.jsonl");
        if !file.exists() {
            return Ok(Vec::new());
        }
        let entry = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|error| {
                let place = format!("line {}", index + 1);
                Error::input(format!("cannot be understood: {error}")).at(place).in_file(&file)
            })
        };
        read(&file)?.lines().enumerate().map(entry).collect()
    }

    /// Lines written after the last checkpoint of a run that was killed will
    /// be written again.
    fn forget_log_after(&self, step: u64) -> Result<()> {
        let mut entries = self.entries()?;
        let before = entries.len();
        entries.retain(|entry| entry.step <= step);
        if entries.len() < before { self.write_log(&entries) } else { Ok(()) }
    }

    fn write_log(&self, entries: &[Entry]) -> Result<()> {
        let mut text = String::new();
        for entry in entries {
            let line = serde_json::to_string(entry);
            text +=
                &line.map_err(|error| Error::input("cannot be written as JSON").because(error))?;
            text.push('\n');
        }
        write_whole(self.file("log.jsonl"), text.as_bytes())?;
        write_whole(self.file("curves.svg"), curves::draw(entries)?.as_bytes())
    }

    /// A file of the directory.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|error| Error::io("cannot read", error).in_file(file))
}

/// Tells lists of words apart without keeping them.
fn fingerprint(words: &[String]) -> String {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    let hash =
        bytes.fold(words.len() as u64, |hash, byte| super::dropout::mix(hash ^ u64::from(byte)));
    format!("{} words, {hash:016x}", words.len())
}

/// The first place where two JSON values differ, and what stands there.
fn difference(place: &str, found: &Value, wanted: &Value) -> Option<(String, String, String)> {
    if let (Value::Object(found), Value::Object(wanted)) = (found, wanted) {
        let mut names: Vec<&String> = found.keys().chain(wanted.keys()).collect();
        names.sort();
        names.dedup();
        return names.into_iter().find_map(|name| {
            let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
            let nothing = &Value::Null;
            difference(
                &place,
                found.get(name).unwrap_or(nothing),
                wanted.get(name).unwrap_or(nothing),
            )
        });
    }
    (found != wanted).then(|| (place.to_string(), found.to_string(), wanted.to_string()))
}
