//! `cicerone route`: the shortest route between two poses.

use std::path::PathBuf;

use cicerone::world::{Pose, Position, Route, Segment, SegmentKind, Side, World, draw};
use serde::Serialize;
use serde_json::{Number, Value};

use crate::output::{Format, print_json, print_text, write_picture};
use crate::worlds::WorldOption;

/// Find the shortest route between two poses.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: X,Y, or X,Y,HEADING if the first heading is known.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true)]
    from: Position,

    /// Where to arrive: X,Y, or X,Y,HEADING if the last heading matters.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true)]
    to: Position,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Draw the route on its map, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the route on its map as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let (start, goal) = (self.from.on(&world)?, self.to.on(&world)?);
        let route = Route::shortest(&world, start, goal)?;
        for file in self.svg.iter().chain(&self.png) {
            write_picture(file, &draw::svg(&world, Some(&route)))?;
        }
        match self.format {
            Format::Json => print_json(&RouteRecord::new(&world, &route)),
            Format::Text => print_text(&describe(&world, &route)),
        }
    }
}

/// A route as other programs read it.
#[derive(Serialize)]
struct RouteRecord {
    world: String,
    /// Positions and headings; -1 is an unknown heading.
    poses: Vec<[Value; 3]>,
    length: Value,
    segments: Vec<SegmentRecord>,
}

#[derive(Serialize)]
struct SegmentRecord {
    kind: &'static str,
    /// Index of its first and last pose.
    first: usize,
    last: usize,
}

impl RouteRecord {
    fn new(world: &World, route: &Route) -> RouteRecord {
        RouteRecord {
            world: world.name().to_owned(),
            poses: route.poses().iter().map(|pose| numbers(world, *pose)).collect(),
            length: number(route.length(world)),
            segments: route
                .segments()
                .iter()
                .map(|segment| SegmentRecord {
                    kind: kind_name(segment.kind()),
                    first: segment.first,
                    last: segment.last,
                })
                .collect(),
        }
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

/// The poses on one line, as `--path` reads them, then the segments.
fn describe(world: &World, route: &Route) -> String {
    let poses: Vec<String> =
        route.poses().iter().map(|pose| Position::of(world, *pose).to_string()).collect();
    let mut out = format!("{}\n", poses.join(" "));
    for segment in route.segments() {
        let line = describe_segment(world, &segment);
        out.push_str(&format!("{:>3}-{:<3} {line}\n", segment.first, segment.last));
    }
    out
}

fn describe_segment(world: &World, segment: &Segment) -> String {
    let (start, end) = (segment.start(), segment.end());
    match (segment.kind(), start.heading, end.heading) {
        (SegmentKind::Walk, ..) => {
            let length: f64 = segment
                .poses
                .windows(2)
                .map(|pair| world.distance(pair[0].place, pair[1].place))
                .sum();
            let (x, y) = world.place(end.place).position;
            format!("walk {} to {x},{y}", (length * 1000.0).round() / 1000.0)
        }
        (_, Some(before), Some(after)) if start != end => match before.side_of(after) {
            Side::Left => "turn left".into(),
            Side::Right => "turn right".into(),
            Side::Back => "turn around".into(),
            Side::Front => format!("turn a little, to heading {after}"),
        },
        (_, None, Some(after)) => format!("turn to heading {after}"),
        _ => "stay".into(),
    }
}
