//! Maps whose features all lie on one point are broken, and are told so early.

use std::collections::HashMap;
use std::fmt;

use cicerone::world::document::Point;
use cicerone::{Error, Result};

/// More than any building has above each other on one level.
const MOST: u32 = 10_000;

/// How many features lie on each point.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    counts: HashMap<(u64, u64), u32>,
}

impl Crowd {
    /// One more feature on this point.
    pub(crate) fn add(&mut self, at: Point, feature: impl fmt::Display) -> Result<()> {
        let count = self.counts.entry((at[0].to_bits(), at[1].to_bits())).or_default();
        *count += 1;
        if *count > MOST {
            return Err(Error::input(format!(
                "more than {MOST} features lie on the point {:.2},{:.2}; each needs a position \
                 of its own",
                at[0], at[1]
            ))
            .at(feature));
        }
        Ok(())
    }
}
