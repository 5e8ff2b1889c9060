//! `cicerone route`: the shortest route between two poses.

use std::path::PathBuf;

use cicerone::world::{
    Journey, Position, Route, Segment, SegmentKind, Side, Waypoint, World, draw,
};

use crate::output::{Format, print_json, print_text, write_picture};
use crate::worlds::WorldOption;

/// Find the shortest route between two poses.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: X,Y, or X,Y,HEADING if the first heading is known.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true)]
    from: Waypoint,

    /// Where to arrive: X,Y, or X,Y,HEADING if the last heading matters.
    #[arg(long, value_name = "X,Y[,H]", allow_hyphen_values = true)]
    to: Waypoint,

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
        let route = Journey::between(self.from, self.to).route(&world)?;
        for file in self.svg.iter().chain(&self.png) {
            write_picture(file, &draw::svg(&world, Some(&route))?)?;
        }
        match self.format {
            Format::Json => print_json(&route.record(&world)?),
            Format::Text => print_text(&describe(&world, &route)),
        }
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
