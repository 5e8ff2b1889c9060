//! A selector as a file: tagged, versioned JSON that says who it learnt from.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::selector::Groups;
use super::{
    Context, Entry, Policy, Properties, Selector, SelectorConfig, StructureBank, Structures,
    Training,
};
use crate::world::Vocabulary;
use crate::{Error, Result};

const FORMAT: &str = "cicerone-selector";
const VERSION: u32 = 1;

/// What every version of the file starts with.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    /// Who it learnt from.
    authors: Vec<String>,
    config: SelectorConfig,
    training: Training,
    /// The names of the columns in `bank[].properties` and of the bits in
    /// contexts, so that the file can be read without this program.
    properties: Vec<String>,
    contexts: Vec<String>,
    bank: Vec<RawEntry>,
    weights: Vec<f32>,
    prepared: BTreeMap<u32, Groups>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    structures: Vec<String>,
    properties: [u8; Properties::COUNT],
    contexts: BTreeMap<u32, u32>,
    authors: BTreeMap<String, u32>,
}

impl Selector {
    /// The selector as the text of a file.
    pub fn to_json(&self) -> String {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let file = File {
            format: FORMAT.into(),
            version: VERSION,
            authors: names(&self.authors()),
            config: self.config,
            training: self.training,
            properties: names(&Properties::NAMES),
            contexts: Context::all_names().map(str::to_owned).collect(),
            bank: self.bank.entries().iter().map(raw_entry).collect(),
            weights: self.policy.weights().iter().map(|weight| *weight as f32).collect(),
            prepared: self
                .prepared
                .iter()
                .map(|(context, groups)| (context.bits(), groups.clone()))
                .collect(),
        };
        // Numbers, texts and maps with plain keys: nothing that JSON lacks.
        serde_json::to_string(&file).unwrap_or_default() + "\n"
    }

    /// Reads the text of a file.
    pub fn from_json(text: &str) -> Result<Selector> {
        let not_json = |error: serde_json::Error| {
            Error::input(format!("not a selector: {error}")).at(format!(
                "line {}, column {}",
                error.line(),
                error.column()
            ))
        };
        let head: Head = serde_json::from_str(text).map_err(not_json)?;
        if head.format != FORMAT {
            return Err(Error::input(format!(
                "the format is '{}'; expected '{FORMAT}', as `cicerone train selector` writes",
                head.format
            )));
        }
        if head.version != VERSION {
            return Err(Error::input(format!(
                "version {} of the format; this program reads version {VERSION}",
                head.version
            )));
        }
        let file: File = serde_json::from_str(text).map_err(not_json)?;
        file.config.check()?;
        let entries = file.bank.into_iter().enumerate().map(|(number, raw)| {
            let numbered =
                |error: Error| Error::input(error.to_string()).at(format!("bank entry {number}"));
            entry(raw).map_err(numbered)
        });
        let bank = StructureBank::from_entries(entries.collect::<Result<_>>()?)?;
        let weights = file.weights.into_iter().map(f64::from).collect();
        let policy = Policy::with_weights(&bank, &file.config.policy, weights)?;
        for (context, groups) in &file.prepared {
            let is_whole = groups.entries.len() == groups.clusters.len()
                && groups.entries.iter().all(|entry| *entry < bank.entries().len());
            if !is_whole {
                return Err(Error::input(
                    "needs a cluster for every entry, and entries of the bank",
                )
                .at(format!("prepared context {context}")));
            }
        }
        let prepared = file
            .prepared
            .into_iter()
            .map(|(bits, groups)| (Context::from_bits(bits), groups))
            .collect();
        Ok(Selector::from_parts(file.config, bank, policy, file.training, prepared))
    }

    /// Reads a file.
    pub fn load(file: impl AsRef<Path>) -> Result<Selector> {
        let file = file.as_ref();
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(file))?;
        Selector::from_json(&text).map_err(|error| error.in_file(file))
    }

    /// Writes a file.
    pub fn save(&self, file: impl AsRef<Path>) -> Result<()> {
        crate::write_whole(file, self.to_json().as_bytes())
    }
}

fn raw_entry(entry: &Entry) -> RawEntry {
    RawEntry {
        structures: entry.structures.texts(Vocabulary::sail()),
        properties: entry.properties.values(),
        contexts: entry.contexts.iter().map(|(context, count)| (context.bits(), *count)).collect(),
        authors: entry.authors.clone(),
    }
}

fn entry(raw: RawEntry) -> Result<Entry> {
    Ok(Entry {
        structures: Structures::parse(&raw.structures, Vocabulary::sail())?,
        properties: Properties::from_values(raw.properties),
        contexts: raw
            .contexts
            .into_iter()
            .map(|(bits, count)| (Context::from_bits(bits), count))
            .collect(),
        authors: raw.authors,
    })
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::select::selector::tests::demonstrations;

    fn learn() -> Selector {
        Selector::learn(&demonstrations(), &SelectorConfig::default()).unwrap()
    }

    #[test]
    fn same_demonstrations_and_seed_give_the_same_bytes() {
        assert_eq!(learn().to_json(), learn().to_json());
    }

    #[test]
    fn a_file_reads_back_whole() {
        let selector = learn();
        let again = Selector::from_json(&selector.to_json()).unwrap();
        assert_eq!(again.to_json(), selector.to_json());
        assert_eq!(again.authors(), ["ADA", "BEN"]);
        for bits in 0..8 {
            let context = Context::from_bits(bits);
            assert_eq!(again.select_for(context), selector.select_for(context));
        }
    }

    #[test]
    fn faults_say_what_would_be_right() {
        let text = learn().to_json();
        let fault = |text: &str| Selector::from_json(text).unwrap_err().to_string();
        let with = |from: &str, to: &str| fault(&text.replacen(from, to, 1));
        assert!(fault("").starts_with("line 1, column 0: not a selector"));
        assert!(with("cicerone-selector", "cake").contains("expected 'cicerone-selector'"));
        assert!(with("\"version\":1", "\"version\":9").contains("reads version 1"));
        assert!(with("\"Turn(", "\"Spin(").contains("bank entry 0: "));
        assert!(with("\"weights\":[", "\"weights\":[1.0,").contains("weights; a policy over"));
        assert!(with("\"entries\":[", "\"entries\":[99,").contains("prepared context"));
        assert!(Selector::load("no/such/file").unwrap_err().is_io());
    }
}
