//! A route as other programs read it: the output of `cicerone route --format
//! json` and of the server.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Number, Value};

use super::{Pose, Position, Route, SegmentKind, World};
use crate::Result;

/// A route with its poses and segments, in plain numbers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Route")]
pub struct RouteRecord {
    /// What its world is called.
    world: String,
    /// Position and heading of each pose; a heading of -1 is unknown.
    #[schemars(with = "Vec<[f64; 3]>")]
    poses: Vec<[Value; 3]>,
    /// The sum of its passages' lengths.
    #[schemars(with = "f64")]
    length: Value,
    /// The pieces that become one sentence each.
    segments: Vec<SegmentRecord>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Segment")]
struct SegmentRecord {
    /// What it changes: `turn`, `walk`, both (`turn-walk`, `walk-turn`,
    /// `mixed`) or nothing (`still`).
    kind: &'static str,
    /// Index of its first pose.
    first: usize,
    /// Index of its last pose.
    last: usize,
}

impl Route {
    /// The route of a world in numbers.
    pub fn record(&self, world: &World) -> Result<RouteRecord> {
        self.check_world(world)?;
        Ok(RouteRecord {
            world: world.name().to_owned(),
            poses: self.poses().iter().map(|pose| numbers(world, *pose)).collect(),
            length: number(self.length()),
            segments: self
                .segments()
                .iter()
                .map(|segment| SegmentRecord {
                    kind: kind_name(segment.kind()),
                    first: segment.first,
                    last: segment.last,
                })
                .collect(),
        })
    }
}

/// A pose in SAIL's form.
fn numbers(world: &World, pose: Pose) -> [Value; 3] {
    let position = Position::of(world, pose);
    let heading = position.heading.map_or(-1.0, |heading| heading.degrees());
    [position.x, position.y, heading].map(number)
}

/// A JSON number without a needless `.0`.
fn number(value: f64) -> Value {
    let rounded = (value * 1e6).round() / 1e6;
    match rounded as i64 {
        whole if whole as f64 == rounded => Value::from(whole),
        _ => Number::from_f64(rounded).map_or(Value::Null, Value::Number),
    }
}

fn kind_name(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::Still => "still",
        SegmentKind::Turn => "turn",
        SegmentKind::Walk => "walk",
        SegmentKind::TurnWalk => "turn-walk",
        SegmentKind::WalkTurn => "walk-turn",
        SegmentKind::Mixed => "mixed",
    }
}
