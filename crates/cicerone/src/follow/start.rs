//! Where a reader starts.

use super::act::Stand;
use crate::world::{Heading, Pose};

/// Where a reader starts whose first heading nobody recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StartRule {
    /// In each of four quarters in turn; what is reported is the mean.
    FourHeadings,
    /// With the first heading of the recorded walk: a hint of the solution, and
    /// the rule of much published work, so figures can be compared.
    Recorded,
}

impl StartRule {
    /// The stands a walk along `path` is started from.
    pub fn stands(self, path: &[Pose]) -> Vec<Stand> {
        let Some(first) = path.first() else { return Vec::new() };
        let known = match self {
            StartRule::FourHeadings => first.heading,
            StartRule::Recorded => path.iter().find_map(|pose| pose.heading),
        };
        let headings = match known {
            Some(heading) => vec![heading],
            None => [0.0, 90.0, 180.0, 270.0].map(Heading::new).into(),
        };
        headings.into_iter().map(|heading| Stand { place: first.place, heading }).collect()
    }
}
