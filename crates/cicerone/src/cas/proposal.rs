//! What could be said: structures, and how gladly.

use super::Structure;

/// One way to say a segment of a route, as content selection hands it to the
/// planner.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The structures, one for each command; at least one.
    pub structures: Vec<Structure>,
    /// How probable it is that a person would say it like that.
    pub probability: f64,
    /// True if it comes only after all that are not.
    pub reluctant: bool,
}

impl Proposal {
    /// A proposal that is as good as its probability.
    pub fn new(structures: Vec<Structure>, probability: f64) -> Proposal {
        Proposal { structures, probability, reluctant: false }
    }
}
