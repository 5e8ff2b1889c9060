//! How badly a move fits a command, by the sort of what fails.

use crate::plan::meaning::{AttributeVerdict, Tally};

/// What a claim of a command rests on. People err on each in their own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// Whether one walks, turns or stands.
    Shape,
    /// Which way one turns.
    Direction,
    /// How many places one walks.
    Count,
    /// What a thing is.
    Thing,
    /// What a floor looks like.
    Floor,
    /// On which side something is.
    Side,
    /// How near something is.
    Distance,
    /// The second, the only one, the long one.
    Number,
    /// What one passes.
    Passed,
    /// How many metres one walks.
    Metres,
    /// Which door, room or opening.
    Door,
    /// Which level.
    Level,
}

/// How many sorts of claims there are.
pub(super) const CLAIMS: usize = 12;

/// For each sort of claim, how many fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Misfit {
    pub(super) fails: [u8; CLAIMS],
    unjudged: u8,
}

impl Misfit {
    /// What one claim more that fails makes of it.
    pub(super) fn failing(mut self, claim: Claim) -> Misfit {
        self.fails[claim as usize] = self.fails[claim as usize].saturating_add(1);
        self
    }
}

/// The sort of a claim; `None` for what nobody sees, such as the number that a
/// map gives a place.
fn claim(role: &str, leaf: &str) -> Option<Claim> {
    Some(match (role, leaf) {
        ("goal", "goal") => return None,
        ("past", _) => Claim::Passed,
        (_, "metres" | "feet") => Claim::Metres,
        (_, "door" | "room" | "opening") => Claim::Door,
        (_, "level" | "connection") => Claim::Level,
        (_, "direction") => Claim::Direction,
        (_, "count") => Claim::Count,
        (_, "value") => Claim::Thing,
        // What sort of thing it is was said by its name already.
        (_, "type") => return None,
        (_, "Appear") => Claim::Floor,
        (_, "side") => Claim::Side,
        (_, "dist") => Claim::Distance,
        (_, "Order_adj" | "Count" | "Structural") => Claim::Number,
        _ => Claim::Shape,
    })
}

impl Tally for Misfit {
    fn judge(&mut self, role: &'static str, leaf: &'static str, verdict: AttributeVerdict) {
        match verdict {
            AttributeVerdict::Holds => {}
            AttributeVerdict::NotJudged => self.unjudged = self.unjudged.saturating_add(1),
            AttributeVerdict::Fails => {
                if let Some(claim) = claim(role, leaf) {
                    *self = self.failing(claim);
                }
            }
        }
    }

    fn add(&mut self, other: Misfit) {
        for (own, more) in self.fails.iter_mut().zip(other.fails) {
            *own = own.saturating_add(more);
        }
        self.unjudged = self.unjudged.saturating_add(other.unjudged);
    }

    fn blame(&self) -> (u32, u32) {
        (self.fails.iter().map(|fails| u32::from(*fails)).sum(), self.unjudged.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_counts_for_nothing() {
        let mut misfit = Misfit::default();
        misfit.judge("goal", "goal", AttributeVerdict::Fails);
        misfit.judge("until", "type", AttributeVerdict::Fails);
        assert!(misfit.is_perfect());
        misfit.judge("until", "value", AttributeVerdict::Fails);
        misfit.judge("past", "value", AttributeVerdict::Fails);
        assert_eq!(misfit.fails[Claim::Thing as usize], 1);
        assert_eq!(misfit.fails[Claim::Passed as usize], 1);
    }
}
