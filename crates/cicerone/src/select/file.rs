//! A selector as a file: tagged, versioned JSON that says who it learnt from.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::selector::Groups;
use super::{
    Context, Entry, Policy, PolicyTraining, Properties, Selector, SelectorConfig, StructureBank,
    Structures,
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
    training: PolicyTraining,
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
        check_names("properties", &file.properties, &Properties::NAMES)?;
        check_names("contexts", &file.contexts, &Context::all_names().collect::<Vec<_>>())?;
        file.config.check()?;
        let counts = file.bank.iter().flat_map(|raw| raw.contexts.values());
        let total: u64 = counts.map(|count| u64::from(*count)).sum();
        if total > u64::from(u32::MAX) {
            let message = format!("{total} uses of structures; at most {} can be", u32::MAX);
            return Err(Error::input(message).at("bank"));
        }
        let entries = file.bank.into_iter().enumerate().map(|(number, raw)| {
            let numbered =
                |error: Error| Error::input(error.to_string()).at(format!("bank entry {number}"));
            entry(raw).map_err(numbered)
        });
        let bank = StructureBank::from_entries(entries.collect::<Result<_>>()?)?;
        let weights = file.weights.into_iter().map(f64::from).collect();
        let policy = Policy::with_weights(&bank, &file.config.policy, weights)?;
        for (context, groups) in &file.prepared {
            let is_whole = !groups.entries.is_empty()
                && groups.entries.len() == groups.clusters.len()
                && groups.entries.iter().all(|entry| *entry < bank.entries().len());
            if !is_whole {
                return Err(Error::input("needs entries of the bank, and a cluster for each")
                    .at(format!("prepared context {context}")));
            }
        }
        let prepared = file.prepared.into_iter();
        let prepared = prepared.map(|(bits, groups)| Ok((context(bits)?, groups)));
        let prepared = prepared.collect::<Result<_>>()?;
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
    let contexts = raw.contexts.into_iter().map(|(bits, count)| Ok((context(bits)?, count)));
    Ok(Entry {
        structures: Structures::parse(&raw.structures, Vocabulary::sail())?,
        properties: Properties::from_values(raw.properties),
        contexts: contexts.collect::<Result<_>>()?,
        authors: raw.authors,
    })
}

/// The context of these bits, if each of them means something.
fn context(bits: u32) -> Result<Context> {
    let context = Context::from_bits(bits);
    if context.bits() == bits {
        return Ok(context);
    }
    Err(Error::input(format!("context {bits} has bits that stand for nothing")))
}

/// Refuses a file that names its columns otherwise: what it learnt about one
/// would be taken for another.
fn check_names(what: &str, found: &[String], expected: &[&str]) -> Result<()> {
    let pairs = found.iter().map(Some).chain(std::iter::repeat(None)).zip(expected);
    for (place, (found, expected)) in pairs.enumerate() {
        let found = found.map_or("nothing", String::as_str);
        if found != *expected {
            let message = format!("'{found}' where this program has '{expected}'; learn it anew");
            return Err(Error::input(message).at(format!("{what}, place {}", place + 1)));
        }
    }
    if found.len() > expected.len() {
        let (found, known) = (found.len(), expected.len());
        return Err(Error::input(format!("{found} names; this program has {known}")).at(what));
    }
    Ok(())
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
        assert!(
            with("\"w_obj_at\",\"w_past_obj\"", "\"w_past_obj\",\"w_obj_at\"")
                .starts_with("contexts, place 5: 'w_past_obj' where this program has 'w_obj_at'")
        );
        assert!(with("[\"nsl\",", "[").starts_with("properties, place 1: 'cmd'"));
        assert!(with("\"x_wall\"]", "\"x_wall\",\"more\"]").contains("contexts: 24 names"));
        assert!(with("\"x_wall\"]", "\"x_door\"]").contains("'x_door' where"));
        assert!(with("\"contexts\":{\"", "\"contexts\":{\"99999999").contains("stand for nothing"));
        assert!(with("\"weights\":[", "\"weights\":[1.0,").contains("weights; a policy over"));
        assert!(with("\"entries\":[", "\"entries\":[99,").contains("prepared context"));
        assert!(Selector::load("no/such/file").unwrap_err().is_io());
    }
}
