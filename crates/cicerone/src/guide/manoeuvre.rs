//! What kind of movement a step is, in the words of route engines.

use schemars::JsonSchema;
use serde::Serialize;

use crate::world::{Segment, SegmentKind, Side};

/// What a follower does in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// Find the first heading, which is not known.
    Depart,
    /// Turn on the spot.
    TurnLeft,
    /// Turn on the spot.
    TurnRight,
    /// Turn on the spot, to where one came from.
    TurnAround,
    /// Walk on.
    Continue,
    /// Walk on to the end of the route, or stay there.
    Arrive,
    /// To another level, by stairs, lift, escalator or ramp.
    ChangeLevel,
}

impl Manoeuvre {
    /// The manoeuvre of a segment.
    pub fn of(segment: &Segment) -> Manoeuvre {
        let (start, end) = (segment.start(), segment.end());
        match (segment.kind(), start.heading, end.heading) {
            (SegmentKind::Turn, Some(before), Some(after)) => match before.side_of(after) {
                Side::Left => Manoeuvre::TurnLeft,
                Side::Right => Manoeuvre::TurnRight,
                Side::Back => Manoeuvre::TurnAround,
                Side::Front => Manoeuvre::Continue,
            },
            (SegmentKind::Turn, ..) => Manoeuvre::Depart,
            (SegmentKind::Ride, ..) => Manoeuvre::ChangeLevel,
            _ if segment.ends_route => Manoeuvre::Arrive,
            _ => Manoeuvre::Continue,
        }
    }
}
