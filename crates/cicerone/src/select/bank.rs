//! The structure bank: every structure that people used, with its properties,
//! and who used it where how often.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{Choice, Context, Properties, Structures};
use crate::{Error, Result};

/// The structures of the training split: the actions of the policy, and the
/// database that content selection matches against.
#[derive(Debug, Clone, PartialEq)]
pub struct StructureBank {
    entries: Vec<Entry>,
    numbers: HashMap<Structures, usize>,
}

/// One structure of the bank.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The structures of the sentence.
    pub structures: Structures,
    /// The vector its commands have most often; of equally frequent vectors
    /// the smallest.
    pub properties: Properties,
    /// How often it was used in which context.
    pub contexts: BTreeMap<Context, u32>,
    /// How often who used it.
    pub authors: BTreeMap<String, u32>,
}

impl Entry {
    /// How often it was used.
    pub fn count(&self) -> u32 {
        self.contexts.values().sum()
    }
}

impl StructureBank {
    /// The bank of these choices, the most used structure first.
    pub fn of(choices: &[Choice]) -> Result<StructureBank> {
        let mut gathered: BTreeMap<&Structures, (Entry, BTreeMap<Properties, u32>)> =
            BTreeMap::new();
        for choice in choices {
            let (entry, vectors) = gathered.entry(&choice.structures).or_insert_with(|| {
                let entry = Entry {
                    structures: choice.structures.clone(),
                    properties: choice.properties,
                    contexts: BTreeMap::new(),
                    authors: BTreeMap::new(),
                };
                (entry, BTreeMap::new())
            });
            *entry.contexts.entry(choice.context).or_default() += 1;
            *entry.authors.entry(choice.author.clone()).or_default() += 1;
            *vectors.entry(choice.properties).or_default() += 1;
        }
        let entries = gathered.into_values().map(|(mut entry, vectors)| {
            let usual =
                vectors.into_iter().min_by_key(|(vector, count)| (Reverse(*count), *vector));
            entry.properties = usual.map_or(entry.properties, |(vector, _)| vector);
            entry
        });
        StructureBank::from_entries(entries.collect())
    }

    /// The bank of these entries, the most used first; no structure may stand
    /// twice.
    pub fn from_entries(mut entries: Vec<Entry>) -> Result<StructureBank> {
        if entries.is_empty() {
            return Err(Error::input("no sentence to learn from; a bank needs at least one"));
        }
        entries.sort_by(|a, b| (b.count(), &a.structures).cmp(&(a.count(), &b.structures)));
        let numbers: HashMap<Structures, usize> = entries
            .iter()
            .enumerate()
            .map(|(number, entry)| (entry.structures.clone(), number))
            .collect();
        if numbers.len() < entries.len() {
            return Err(Error::input("a structure stands in the bank twice"));
        }
        Ok(StructureBank { entries, numbers })
    }

    /// All entries, the most used first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of a structure among the entries, if the bank holds it.
    pub fn number(&self, structures: &Structures) -> Option<usize> {
        self.numbers.get(structures).copied()
    }

    /// How often each context was seen, in the order of their bits.
    pub fn contexts(&self) -> BTreeMap<Context, u32> {
        let mut all = BTreeMap::new();
        for (context, count) in self.entries.iter().flat_map(|entry| &entry.contexts) {
            *all.entry(*context).or_default() += count;
        }
        all
    }
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::select::selector::tests::demonstrations;

    #[test]
    fn the_bank_counts_contexts_and_authors() {
        let bank = StructureBank::of(&demonstrations()).unwrap();
        let counts: Vec<u32> = bank.entries().iter().map(Entry::count).collect();
        assert_eq!(counts, [12, 9, 7, 5, 4, 3, 2]);
        let most = &bank.entries()[0];
        assert_eq!(most.authors, BTreeMap::from([("ADA".into(), 4), ("BEN".into(), 8)]));
        assert_eq!(most.contexts.values().copied().collect::<Vec<_>>(), [6, 6]);
        assert_eq!(bank.number(&most.structures), Some(0));
        assert_eq!(bank.contexts().values().sum::<u32>(), 42);
    }

    #[test]
    fn the_usual_properties_win() {
        let mut choices = demonstrations();
        let vector = Properties::from_values([9; Properties::COUNT]);
        choices[..5].iter_mut().for_each(|choice| choice.properties = vector);
        let usual =
            |choices: &[Choice]| StructureBank::of(choices).unwrap().entries()[0].properties;
        assert_ne!(usual(&choices), vector);
        choices[..7].iter_mut().for_each(|choice| choice.properties = vector);
        assert_eq!(usual(&choices), vector);
    }

    #[test]
    fn no_structure_stands_twice() {
        let bank = StructureBank::of(&demonstrations()).unwrap();
        let mut entries = bank.entries().to_vec();
        entries.push(entries[0].clone());
        assert!(StructureBank::from_entries(entries).is_err());
    }
}
