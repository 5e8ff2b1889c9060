//! One route, told in several ways.

use std::collections::BTreeMap;

use cicerone::world::{Journey, Pose, Position, Profile, Route, World};
use cicerone::{Error, Result};
use serde::{Deserialize, Serialize};

/// Instructions longer than this are no instructions.
const LONGEST: usize = 10_000;

/// A route through a world, and an instruction for it under each condition.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it is called in the data.
    pub id: String,
    /// The world it is in.
    pub world: String,
    /// Where participants begin, by name, id or position; without a path the
    /// route is the shortest from here to there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where they should end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// For whom it is the shortest.
    #[serde(default, skip_serializing_if = "is_walk")]
    pub profile: Profile,
    /// The route: positions `[x, y, heading]`, a heading of -1 being unknown.
    /// Participants begin at the first and should end at the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<(f64, f64, f64)>,
    /// The id of each position's level; none in a world of one level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// The instruction under each condition.
    pub instructions: BTreeMap<String, String>,
}

fn is_walk(profile: &Profile) -> bool {
    *profile == Profile::Walk
}

/// Where somebody begins; without a heading, facing any way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Degrees.
    #[serde(default)]
    pub heading: Option<f64>,
    /// The level, by its id or name, in a building of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl Scenario {
    /// Reads scenarios, one a line; empty lines are passed over.
    pub fn read_lines(text: &str) -> Result<Vec<Scenario>> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(number, line)| {
                serde_json::from_str(line).map_err(|error| {
                    Error::input(error.to_string()).at(format!("line {}", number + 1))
                })
            })
            .collect()
    }

    /// As one line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The route in its world.
    pub fn route(&self, world: &World) -> Result<Route> {
        if self.path.is_empty() {
            let journey = Journey::from_parts(self.from.clone(), self.to.clone(), None)?;
            return journey.route_for(world, self.profile);
        }
        if !self.levels.is_empty() && self.levels.len() != self.path.len() {
            return Err(Error::input(format!(
                "'levels' has {} entries and 'path' {}; write one for each position",
                self.levels.len(),
                self.path.len()
            )));
        }
        let pose = |(number, &(x, y, heading)): (usize, &(f64, f64, f64))| {
            let position = Position::from_numbers(x, y, heading)?;
            match self.levels.get(number) {
                Some(level) => position.on_level(world, world.find_level(level)?),
                None => position.on(world),
            }
        };
        let numbered = self.path.iter().enumerate();
        let poses = numbered.map(|one| pose(one).map_err(|e| e.at(format!("pose {}", one.0 + 1))));
        Route::new(world, poses.collect::<Result<Vec<_>>>()?)
    }

    /// The same scenario along a route, told position by position.
    pub fn along(mut self, world: &World, route: &Route) -> Scenario {
        let position = |pose: &Pose| {
            let Position { x, y, heading } = Position::of(world, *pose);
            (x, y, heading.map_or(-1.0, |heading| heading.degrees()))
        };
        let level = |pose: &Pose| world.storey(world.level(pose.place)).id.to_string();
        self.path = route.poses().iter().map(position).collect();
        self.levels = match world.building().levels.len() {
            1 => Vec::new(),
            _ => route.poses().iter().map(level).collect(),
        };
        self
    }

    pub(super) fn check(&self, world: &World, conditions: &[String]) -> Result<()> {
        if self.id.trim().is_empty() || self.id.len() > 200 {
            return Err(Error::input("'id' must have 1 to 200 characters"));
        }
        let route = self.route(world)?;
        if route.start().place == route.goal().place {
            return Err(Error::input("the route ends where it begins"));
        }
        for condition in conditions {
            let text = self.instructions.get(condition).map(|text| text.trim());
            match text {
                None | Some("") => {
                    return Err(Error::input(format!("no instruction for '{condition}'")));
                }
                Some(text) if text.len() > LONGEST => {
                    return Err(Error::input(format!(
                        "the instruction for '{condition}' has {} bytes; at most {LONGEST}",
                        text.len()
                    )));
                }
                Some(_) => {}
            }
        }
        match self.instructions.keys().find(|name| !conditions.contains(name)) {
            Some(name) => Err(Error::input(format!(
                "an instruction for '{name}', which is none of the conditions {}",
                conditions.join(", ")
            ))),
            None => Ok(()),
        }
    }
}
