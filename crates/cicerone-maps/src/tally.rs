//! Warnings that would be the same, counted instead of repeated.

use std::collections::BTreeMap;
use std::fmt;

use crate::Warning;

/// How many features a warning names before it only counts.
const NAMED: usize = 5;

/// What was left out or put right so far, by what and why.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    entries: BTreeMap<(String, String), Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    named: Vec<String>,
    count: usize,
}

impl Tally {
    /// Something happened to a feature, for a reason.
    pub(crate) fn add(
        &mut self,
        feature: impl fmt::Display,
        what: impl Into<String>,
        why: impl Into<String>,
    ) {
        let entry = self.entries.entry((what.into(), why.into())).or_default();
        entry.count += 1;
        if entry.named.len() < NAMED {
            entry.named.push(feature.to_string());
        }
    }

    /// The commonest: a feature is not in the building.
    pub(crate) fn left_out(&mut self, feature: impl fmt::Display, why: impl Into<String>) {
        self.add(feature, "left out", why);
    }

    /// The warnings, in the order of what and why.
    pub(crate) fn into_warnings(self) -> Vec<Warning> {
        let warning = |((what, why), entry): ((String, String), Entry)| {
            let mut feature = entry.named.join(", ");
            if entry.count > entry.named.len() {
                feature.push_str(&format!(" and {} more", entry.count - entry.named.len()));
            }
            Warning::new(feature, what, why)
        };
        self.entries.into_iter().map(warning).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_a_few_and_counts_the_rest() {
        let mut tally = Tally::default();
        for node in 0..7 {
            tally.left_out(format_args!("node {node}"), "it is alone");
        }
        let warnings = tally.into_warnings();
        assert_eq!(warnings.len(), 1);
        assert_eq!(
            warnings[0].to_string(),
            "node 0, node 1, node 2, node 3, node 4 and 2 more: left out: it is alone"
        );
    }
}
