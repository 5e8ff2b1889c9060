//! `cicerone view`: what a follower at a pose can see.

use cicerone::world::{Side, View, Waypoint, World};

use crate::output::{Format, print_json, print_text};
use crate::worlds::WorldOption;

/// Show what a follower at a pose can see.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// The pose: X,Y,HEADING.
    #[arg(long, value_name = "X,Y,H", allow_hyphen_values = true)]
    at: Waypoint,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let (place, heading) = self.at.facing(&world).map_err(|error| error.at("--at"))?;
        let view = world.view(place, heading);
        match self.format {
            Format::Json => print_json(&view.record(&world)),
            Format::Text => print_text(&describe(&world, &view)),
        }
    }
}

/// The view as a few lines a person can read.
fn describe(world: &World, view: &View) -> String {
    let vocabulary = world.vocabulary();
    let floor = |passage| vocabulary.name(world.passage(passage).floor);
    let mut out = String::new();
    for (side, exit) in Side::ALL.into_iter().zip(view.here) {
        let what = exit.map_or("wall".to_owned(), |exit| format!("{} floor", floor(exit.passage)));
        out.push_str(&format!("{:<6} {what}\n", format!("{side:?}").to_lowercase()));
    }
    for (number, glimpse) in view.ahead.iter().enumerate() {
        let place = world.place(glimpse.place);
        let mut parts: Vec<String> =
            place.objects.iter().map(|kind| vocabulary.name(*kind).to_owned()).collect();
        let sides = [("left", glimpse.left), ("right", glimpse.right)];
        for (side, passage) in sides {
            parts.extend(passage.map(|passage| format!("{} floor to the {side}", floor(passage))));
        }
        match glimpse.onward {
            Some(passage) => {
                let wall = world.passage(passage).wall.map_or("bare", |wall| vocabulary.name(wall));
                parts.push(format!("{} floor with {wall} walls leads on", floor(passage)));
            }
            None => parts.push("a wall".into()),
        }
        let (x, y) = place.position;
        out.push_str(&format!("{number:>3} ahead at {x},{y}: {}\n", parts.join(", ")));
    }
    out
}
