//! `cicerone view`: what a follower at a pose can see.

use cicerone::world::{Landmark, PassageId, Side, View, Waypoint, World};

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
    let floor =
        |passage: PassageId| world.floor(passage).map_or("unknown", |floor| vocabulary.name(floor));
    let mut out = String::new();
    for (side, exit) in Side::ALL.into_iter().zip(view.here) {
        let what = exit.map_or("wall".to_owned(), |exit| format!("{} floor", floor(exit.passage)));
        out.push_str(&format!("{:<6} {what}\n", format!("{side:?}").to_lowercase()));
    }
    for (number, glimpse) in view.ahead.iter().enumerate() {
        let landmarks = world.landmarks(glimpse.place).iter();
        let mut parts: Vec<String> = landmarks.map(|landmark| called(world, landmark)).collect();
        let sides = [("left", glimpse.left), ("right", glimpse.right)];
        for (side, passage) in sides {
            parts.extend(passage.map(|passage| format!("{} floor to the {side}", floor(passage))));
        }
        match glimpse.onward {
            Some(passage) => {
                let walls: Vec<&str> =
                    world.hangings(passage).map(|kind| vocabulary.name(kind)).collect();
                let walls = if walls.is_empty() { "bare".into() } else { walls.join(" and ") };
                parts.push(format!("{} floor with {walls} walls leads on", floor(passage)));
            }
            None => parts.push("a wall".into()),
        }
        let (x, y) = world.place(glimpse.place).position;
        out.push_str(&format!("{number:>3} ahead at {x},{y}: {}\n", parts.join(", ")));
    }
    out
}

/// The kind of a landmark, with what it is called or what is written on it.
fn called(world: &World, landmark: &Landmark) -> String {
    let kind = world.vocabulary().name(landmark.kind);
    match &landmark.name {
        Some(name) => format!("{kind} '{name}'"),
        None => kind.to_owned(),
    }
}
