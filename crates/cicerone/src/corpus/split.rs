//! The project's split of the corpus: 70% training, 10% validation, 20% test.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::own;
use crate::Error;

/// A part of the split. Models are trained on `Train`, chosen on
/// `Validation`, and reported on `Test`.
///
/// One demonstration, 1164, is in no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// To learn from.
    Train,
    /// To choose with.
    Validation,
    /// To report on.
    Test,
}

impl Part {
    /// All parts.
    pub const ALL: [Part; 3] = [Part::Train, Part::Validation, Part::Test];

    /// The part a demonstration belongs to.
    pub fn of(demonstration: u32) -> Option<Part> {
        static PARTS: LazyLock<HashMap<u32, Part>> = LazyLock::new(|| {
            // The text is part of the program and a test reads it.
            let ids: HashMap<Part, Vec<u32>> =
                serde_json::from_str(include_str!("split.json")).unwrap_or_default();
            ids.into_iter()
                .flat_map(|(part, ids)| ids.into_iter().map(move |id| (id, part)))
                .collect()
        });
        match demonstration {
            own::FIRST.. => Some(own::part_of(demonstration)),
            _ => PARTS.get(&demonstration).copied(),
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Validation => "validation",
            Part::Test => "test",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Part {
    type Err = Error;

    fn from_str(text: &str) -> Result<Part, Error> {
        Part::ALL.into_iter().find(|part| part.name() == text).ok_or_else(|| {
            Error::input(format!("'{text}' is no part; expected train, validation or test"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_split_holds_697_demonstrations() {
        let count = |part| (0..10_000).filter(|id| Part::of(*id) == Some(part)).count();
        assert_eq!(Part::ALL.map(count), [488, 70, 139]);
        assert_eq!(Part::of(1164), None);
    }
}
