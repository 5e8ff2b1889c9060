//! What a reader left out or put right, and why.

use std::fmt;

use serde::Serialize;

/// Something of the map that is not in the building as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The feature it is about, by its id in the file: `unit 6382938a`; empty
    /// if it is about the whole map.
    pub feature: String,
    /// What happened to it: `left out`, `joined to walkway 51`.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Warning {
    /// A warning about one feature.
    pub fn new(
        feature: impl Into<String>,
        what: impl Into<String>,
        why: impl Into<String>,
    ) -> Warning {
        Warning { feature: feature.into(), what: what.into(), why: why.into() }
    }

    /// The commonest warning: a feature is not in the building.
    pub fn left_out(feature: impl Into<String>, why: impl Into<String>) -> Warning {
        Warning::new(feature, "left out", why)
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.feature.is_empty() {
            write!(f, "{}: ", self.feature)?;
        }
        write!(f, "{}: {}", self.what, self.why)
    }
}
