//! One route, told in several ways.

use std::collections::BTreeMap;

use cicerone::world::{Position, Route, World};
use cicerone::{Error, Result};
use serde::{Deserialize, Serialize};

/// Instructions longer than this are no instructions.
const LONGEST: usize = 10_000;

/// A route through a world, and an instruction for it under each condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What it is called in the data.
    pub id: String,
    /// The world it is in.
    pub world: String,
    /// The route: positions `[x, y, heading]`, a heading of -1 being unknown.
    /// Participants begin at the first and should end at the last.
    pub path: Vec<(f64, f64, f64)>,
    /// The instruction under each condition.
    pub instructions: BTreeMap<String, String>,
}

/// Where somebody begins; without a heading, facing any way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Degrees.
    #[serde(default)]
    pub heading: Option<f64>,
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
        let positions = self
            .path
            .iter()
            .map(|&(x, y, heading)| Position::from_numbers(x, y, heading))
            .collect::<Result<Vec<_>>>()?;
        Route::from_positions(world, &positions)
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
