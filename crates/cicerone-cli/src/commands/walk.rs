//! `cicerone walk`: through a world in text, in the first person.

use std::io::BufRead;

use cicerone::world::{Heading, Scene, SceneThing, WalkStep, Walker, Waypoint, World};
use serde::Serialize;

use crate::output::{Format, print_text};
use crate::worlds::WorldOption;

/// Walk through a world in text: see what one sees there, say what to do.
///
/// Steps are read from the standard input, one a line: left [DEGREES],
/// right [DEGREES], around, forward [METRES], face K, toward K [METRES],
/// through door K, up [to LEVEL], down [to LEVEL], lift to LEVEL, stop.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// Where to start: a name, an id, X,Y or X,Y,HEADING, with @LEVEL after it
    /// where several levels have one.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    at: Waypoint,

    /// Which way to look at first, in degrees: 0 is up on the plan, 90 right.
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    heading: Option<f64>,

    /// An instruction to follow: it is shown first.
    #[arg(long, value_name = "TEXT")]
    instruction: Option<String>,

    /// Keep coordinates and the names of places back, for trying instructions.
    #[arg(long)]
    hide_place: bool,

    /// The place to reach: at the end it is said how far away one stopped.
    #[arg(long, value_name = "PLACE", allow_hyphen_values = true)]
    to: Option<Waypoint>,

    /// How to print it: text, or one JSON object a line.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What a line of JSON has.
#[derive(Serialize)]
struct Line<'s> {
    said: Option<&'s str>,
    error: Option<&'s str>,
    instruction: Option<&'s str>,
    #[serde(flatten)]
    scene: Option<Scene>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metres_to_goal: Option<f64>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let start = self.at.on(&world).map_err(|error| error.at("--at"))?;
        let heading = match self.heading {
            Some(degrees) if !degrees.is_finite() => {
                return Err(cicerone::Error::input("is no number of degrees")
                    .at("--heading")
                    .into());
            }
            Some(degrees) => Some(Heading::new(degrees)),
            None => start.heading,
        };
        let goal = match &self.to {
            Some(goal) => Some(goal.on(&world).map_err(|error| error.at("--to"))?.place),
            None => None,
        };
        let mut walker = Walker::new(&world, start.place, heading);
        let mut instruction = self.instruction.as_deref();
        let mut said: Option<String> = None;
        let mut error: Option<String> = None;
        let mut lines = std::io::stdin().lock().lines();
        loop {
            let scene = walker.scene(!self.hide_place);
            let shown = Line {
                said: said.as_deref(),
                error: error.as_deref(),
                instruction: instruction.take(),
                scene: Some(scene),
                metres_to_goal: None,
            };
            self.show(&shown)?;
            let step = loop {
                let Some(line) = lines.next() else { return Ok(()) };
                let line = line?;
                if line.trim().is_empty() {
                    continue;
                }
                match line.parse::<WalkStep>() {
                    Ok(step) => break step,
                    Err(wrong) => {
                        let wrong = wrong.to_string();
                        self.show(&Line {
                            said: None,
                            error: Some(&wrong),
                            instruction: None,
                            scene: None,
                            metres_to_goal: None,
                        })?;
                    }
                }
            };
            if step == WalkStep::Stop {
                return self.stop(&world, &walker, goal);
            }
            (said, error) = match walker.go(&step) {
                Ok(said) => (Some(said), None),
                Err(wrong) => (None, Some(wrong.to_string())),
            };
        }
    }

    fn stop(
        &self,
        world: &World,
        walker: &Walker<'_>,
        goal: Option<cicerone::world::PlaceId>,
    ) -> anyhow::Result<()> {
        let metres = goal.map(|goal| walker.distance_to(goal));
        let said = match (goal, metres) {
            (Some(goal), Some(metres)) if metres.is_finite() => {
                let name = world.called(goal).unwrap_or_else(|| "the goal".to_owned());
                format!("You stop {metres:.1} from {name}.")
            }
            (Some(_), _) => "You stop on another level than the goal.".to_owned(),
            _ => "You stop.".to_owned(),
        };
        self.show(&Line {
            said: Some(&said),
            error: None,
            instruction: None,
            scene: None,
            metres_to_goal: metres.filter(|metres| metres.is_finite()),
        })
    }

    fn show(&self, line: &Line<'_>) -> anyhow::Result<()> {
        let text = match self.format {
            Format::Json => serde_json::to_string(line)?,
            Format::Text => described(line),
        };
        print_text(&(text + "\n"))
    }
}

/// A line as a person reads it.
fn described(line: &Line<'_>) -> String {
    let mut out = String::new();
    if let Some(instruction) = line.instruction {
        out += &format!("Instruction: {instruction}\n\n");
    }
    for text in [line.said, line.error].into_iter().flatten() {
        out += &format!("{text}\n");
    }
    let Some(scene) = &line.scene else { return out.trim_end().to_owned() };
    let level = scene.level.as_ref().map_or(String::new(), |level| format!(", {level}"));
    out += &format!("You are in: {}{level}.\n", scene.area);
    let sides = ["ahead", "right", "behind", "left"];
    let farther = scene.farther.map_or(String::new(), |farther| {
        let hand = if farther.degrees > 0.0 { "right" } else { "left" };
        format!(" ({:.1} at {:.0} degrees to the {hand})", farther.metres, farther.degrees.abs())
    });
    let free: Vec<String> = sides
        .iter()
        .zip(scene.free)
        .map(|(side, free)| match free {
            Some(metres) if *side == "ahead" => format!("{side} {metres:.1}{farther}"),
            Some(metres) => format!("{side} {metres:.1}"),
            None => format!("{side} no way"),
        })
        .collect();
    out += &format!("Free to walk: {}.\n", free.join(", "));
    for thing in &scene.sees {
        out += &format!("{}\n", thing_line(thing));
    }
    out += &format!("You can: {}\n", scene.can.join(" | "));
    if let Some(at) = &scene.at {
        out += &format!(
            "At {},{} on {}, heading {}; {} m from {}\n",
            at.x, at.y, at.level, at.heading, at.metres, at.place
        );
    }
    out.trim_end().to_owned()
}

fn thing_line(thing: &SceneThing) -> String {
    let name = thing.name.as_ref().map_or(String::new(), |name| format!(" \u{2018}{name}\u{2019}"));
    let hand = thing.hand.map_or("before you".to_owned(), |hand| format!("on your {hand}"));
    let along = thing.along.map_or(String::new(), |along| format!(", {hand} after {along:.1}"));
    format!(
        "{:>3}. {}{name}: {}, {:.1} away{along}",
        thing.number, thing.what, thing.side, thing.metres
    )
}
