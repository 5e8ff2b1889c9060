//! What is said to somebody who is where the way leads.

use super::stages::Selected;
use super::trace::{SegmentTrace, Telling, Verdict};
use super::{Facts, Says};
use crate::plan::Plan;
use crate::realize::Candidate;
use crate::world::{Segment, World};

/// The words; no stage has learnt any for this.
const WORDS: [&str; 4] = ["you", "are", "already", "there"];

/// The only step of a route on which one does not move.
pub(super) fn already_there(
    world: &World,
    segment: Segment,
    selected: Selected,
    plan: Plan,
) -> SegmentTrace {
    let words = WORDS.map(str::to_owned).to_vec();
    let telling = Telling {
        says: Says::LastResort,
        candidate: Candidate::plain(words),
        appraisal: None,
        faults: Vec::new(),
        // Nobody can fail to arrive.
        confidence: Some(1.0),
        verdict: Verdict::Plain,
    };
    SegmentTrace {
        facts: Facts::of(world, &segment, &[]),
        segment,
        distance: 0.0,
        selected,
        plan,
        last_resort: None,
        tellings: vec![telling],
        chosen: 0,
        tokens: Vec::new(),
    }
}
