//! `cicerone route`: the shortest route between two poses.

use std::path::PathBuf;

use cicerone::world::document::DoorKind;
use cicerone::world::{
    Crossing, Journey, PassageId, PlaceId, Position, Route, Segment, SegmentKind, Side, Waypoint,
    World, draw,
};

use crate::output::{Format, print_json, print_text, write_picture};
use crate::picture::PictureOptions;
use crate::worlds::{ProfileName, WorldOption};

/// Find the shortest route between two places, in metres the quickest.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: a name, an id, X,Y, or X,Y,HEADING if the first heading
    /// is known; with @LEVEL after it where several levels have one.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    from: Waypoint,

    /// Where to arrive: a name, an id, X,Y, or X,Y,HEADING if the last heading
    /// matters; with @LEVEL after it where several levels have one.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    to: Waypoint,

    /// Who wants to get there.
    #[arg(long, value_enum, default_value = "walk")]
    profile: ProfileName,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,

    /// Draw the route on its map, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the route on its map as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    #[command(flatten)]
    picture: PictureOptions,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let route = Journey::between(self.from, self.to).route_for(&world, self.profile.into())?;
        for file in self.svg.iter().chain(&self.png) {
            let options = self.picture.of(&world)?;
            write_picture(file, &draw::svg_with(&world, route.poses(), &[], &options)?)?;
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
    if let Some(ride) = segment.ride {
        return describe_ride(world, ride, end.place);
    }
    match (segment.kind(), start.heading, end.heading) {
        (SegmentKind::Walk, ..) => {
            let length: f64 = segment
                .poses
                .windows(2)
                .map(|pair| world.distance(pair[0].place, pair[1].place))
                .sum();
            let (x, y) = world.place(end.place).position;
            let crossed: Vec<String> = segment
                .crossings(world)
                .into_iter()
                .filter_map(|(_, crossing)| describe_crossing(world, crossing))
                .collect();
            let crossed = if crossed.is_empty() {
                String::new()
            } else {
                format!(", {}", crossed.join(", "))
            };
            format!("walk {} to {x},{y}{crossed}", (length * 1000.0).round() / 1000.0)
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

fn describe_ride(world: &World, ride: PassageId, to: PlaceId) -> String {
    let passage = world.passage(ride);
    let from = if passage.ends[0] == to { passage.ends[1] } else { passage.ends[0] };
    let connection = passage.connection.map(|id| world.connection(id));
    let kind = connection.map_or("way", |connection| connection.kind.name());
    let way = if world.rise(from, to) < 0.0 { "down" } else { "up" };
    format!("take the {kind} {way} to {}", world.storey(world.level(to)).called())
}

fn describe_crossing(world: &World, crossing: Crossing) -> Option<String> {
    match crossing {
        Crossing::Door(door) => Some(match world.door(door).kind {
            DoorKind::Opening => "through an opening".into(),
            _ => "through a door".into(),
        }),
        Crossing::Area { to, .. } => {
            let area = world.area(to?);
            area.name.as_deref().map(|name| format!("into '{name}'"))
        }
    }
}
