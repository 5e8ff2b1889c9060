//! What somebody asks for: from here to there, or along a path.
//!
//! The command line, `batch` and the server all take a route in one of these
//! two forms, written as text or as numbers. Here it is understood, once.

use std::convert::Infallible;
use std::str::FromStr;

use serde::Deserialize;

use super::{Heading, PlaceId, Pose, Position, Profile, Route, World};
use crate::{Error, Result};

/// A journey as it is asked for, before it is looked up in a world.
///
/// ```
/// use cicerone::world::{Journey, embedded};
///
/// let office = embedded::world("office")?;
/// let there = Journey::between("0,0,90", "14,8").route(&office)?;
/// let again = Journey::along([[0.0, 0.0, 90.0], [2.0, 0.0, 90.0]]).route(&office)?;
/// assert_eq!((there.length(), again.length()), (22.0, 2.0));
/// let nowhere = Journey::between("0,0", "1,1").route(&office).unwrap_err();
/// assert!(nowhere.to_string().contains("has no place at 1,1"), "{nowhere}");
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Journey {
    /// The shortest way between two waypoints.
    Between {
        /// Where it starts; its heading may be unknown.
        from: Waypoint,
        /// Where it ends; without a heading any will do.
        to: Waypoint,
    },
    /// Along these poses, each one step from the one before.
    Along(Vec<Waypoint>),
}

/// A pose as somebody wrote it: `X,Y`, `X,Y,HEADING`, either with `@LEVEL`
/// after it, or the name or id of a place as text; `[x, y]` or
/// `[x, y, heading]` as numbers; a heading of -1 or null is unknown. Whether
/// it means anything is found out where a world is at hand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Waypoint(Written);

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Written {
    Numbers(Vec<Option<f64>>),
    Text(String),
}

impl Journey {
    /// From one waypoint to another.
    pub fn between(from: impl Into<Waypoint>, to: impl Into<Waypoint>) -> Journey {
        Journey::Between { from: from.into(), to: to.into() }
    }

    /// Along waypoints.
    pub fn along<W: Into<Waypoint>>(path: impl IntoIterator<Item = W>) -> Journey {
        Journey::Along(path.into_iter().map(Into::into).collect())
    }

    /// Along a path in one line, `x,y,h x,y,h ...`.
    pub fn along_text(path: &str) -> Journey {
        Journey::along(path.split_whitespace())
    }

    /// The journey of a request with these parts, of which the first two or
    /// the last alone must be there.
    pub fn from_parts<W: Into<Waypoint>>(
        from: Option<W>,
        to: Option<W>,
        path: Option<Vec<W>>,
    ) -> Result<Journey> {
        match (from, to, path) {
            (Some(from), Some(to), None) => Ok(Journey::between(from, to)),
            (None, None, Some(path)) => Ok(Journey::along(path)),
            _ => Err(Error::input("a route is given by 'from' and 'to', or by 'path' alone")),
        }
    }

    /// Its route in a world, on foot.
    pub fn route(&self, world: &World) -> Result<Route> {
        self.route_for(world, Profile::Walk)
    }

    /// Its route in a world for somebody of that profile. A path is taken as
    /// it is.
    pub fn route_for(&self, world: &World, profile: Profile) -> Result<Route> {
        match self {
            Journey::Between { .. } => {
                let (start, goal) = self.ends(world)?;
                Route::find(world, start, goal, profile)
            }
            Journey::Along(path) => Route::new(world, poses(path, world)?),
        }
    }

    /// Where it starts and ends in a world, whatever the way between.
    pub fn ends(&self, world: &World) -> Result<(Pose, Pose)> {
        match self {
            Journey::Between { from, to } => {
                let start = from.on(world).map_err(|error| error.at("from"))?;
                let goal = to.on(world).map_err(|error| error.at("to"))?;
                Ok((start, goal))
            }
            Journey::Along(path) => match poses(path, world)?[..] {
                [] => Err(Error::input("the path is empty; it needs at least one pose")),
                [only] => Ok((only, only)),
                [first, .., last] => Ok((first, last)),
            },
        }
    }
}

fn poses(path: &[Waypoint], world: &World) -> Result<Vec<Pose>> {
    let numbered = path.iter().enumerate();
    numbered
        .map(|(i, one)| one.on(world).map_err(|error| error.at(format!("pose {}", i + 1))))
        .collect()
}

impl Waypoint {
    /// What was written, as a position.
    pub fn position(&self) -> Result<Position> {
        match &self.0 {
            Written::Text(text) => text.parse(),
            Written::Numbers(numbers) => match numbers[..] {
                [Some(x), Some(y)] => Position::from_numbers(x, y, -1.0),
                [Some(x), Some(y), heading] => {
                    Position::from_numbers(x, y, heading.unwrap_or(-1.0))
                }
                _ => Err(Error::input("a pose is [x, y] or [x, y, heading]")),
            },
        }
    }

    /// The pose it is in a world: at coordinates, with `@LEVEL` after them if
    /// several levels have such a place, or at the place of that name or id.
    pub fn on(&self, world: &World) -> Result<Pose> {
        let Written::Text(text) = &self.0 else { return self.position()?.on(world) };
        let is_unnamed = world.building().levels.len() == 1 && !world.has_names();
        match (text.parse::<Position>(), text.rsplit_once('@')) {
            (Ok(position), _) => position.on(world),
            (Err(error), None) if is_unnamed || are_numbers(text) => Err(error),
            (Err(_), None) => Ok(Pose { place: world.find(text)?, heading: None }),
            (Err(_), Some((spot, level))) => match spot.parse::<Position>() {
                Ok(position) => position.on_level(world, world.find_level(level)?),
                Err(_) => Ok(Pose { place: world.find(text)?, heading: None }),
            },
        }
    }

    /// The place and the heading it is in a world, for a view, which needs
    /// both.
    pub fn facing(&self, world: &World) -> Result<(PlaceId, Heading)> {
        let pose = self.on(world)?;
        let heading = pose.heading.ok_or_else(|| {
            let (x, y) = world.place(pose.place).position;
            Error::input(format!("{x},{y} has no heading; a view needs one, such as {x},{y},90"))
        })?;
        Ok((pose.place, heading))
    }
}

/// True for what was meant as coordinates, right or wrong.
fn are_numbers(text: &str) -> bool {
    text.contains(',') && text.split(',').all(|part| part.trim().parse::<f64>().is_ok())
}

impl FromStr for Waypoint {
    type Err = Infallible;

    fn from_str(text: &str) -> std::result::Result<Waypoint, Infallible> {
        Ok(text.into())
    }
}

impl From<&str> for Waypoint {
    fn from(text: &str) -> Waypoint {
        text.to_owned().into()
    }
}

impl From<String> for Waypoint {
    fn from(text: String) -> Waypoint {
        Waypoint(Written::Text(text))
    }
}

impl From<[f64; 3]> for Waypoint {
    fn from(numbers: [f64; 3]) -> Waypoint {
        Waypoint(Written::Numbers(numbers.map(Some).into()))
    }
}

impl From<(f64, f64, Option<f64>)> for Waypoint {
    fn from((x, y, heading): (f64, f64, Option<f64>)) -> Waypoint {
        Waypoint(Written::Numbers(vec![Some(x), Some(y), heading]))
    }
}

impl From<Position> for Waypoint {
    fn from(position: Position) -> Waypoint {
        (position.x, position.y, position.heading.map(Heading::degrees)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::embedded;
    use super::*;

    #[test]
    fn text_and_numbers_are_the_same_journey() {
        let world = embedded::world("office").unwrap();
        let route = |journey: Journey| journey.route(&world).unwrap();
        let numbers = |json: &str| -> Waypoint { serde_json::from_str(json).unwrap() };
        let text = route(Journey::between("0,0", "14,8,0"));
        assert_eq!(text, route(Journey::between(numbers("[0, 0]"), numbers("[14, 8, 0]"))));
        assert_eq!(text, route(Journey::between(numbers("\"0,0\""), numbers("\"14,8,0\""))));
        let poses = text.poses().iter().map(|pose| Position::of(&world, *pose));
        assert_eq!(text, route(Journey::along(poses)));
        assert_eq!(
            route(Journey::along_text("0,0,-1  0,0,90 2,0,90")),
            route(Journey::along([
                (0.0, 0.0, None),
                (0.0, 0.0, Some(90.0)),
                (2.0, 0.0, Some(90.0))
            ]))
        );
        let ends = Journey::along_text("0,0,90 2,0,90").ends(&world).unwrap();
        assert_eq!(ends, (ends.0, "2,0,90".parse::<Position>().unwrap().on(&world).unwrap()));
    }

    #[test]
    fn what_is_wrong_with_a_request_is_said() {
        let world = embedded::world("office").unwrap();
        let said = |journey: Journey| journey.route(&world).unwrap_err().to_string();
        let here = said(Journey::between("here", "0,0"));
        assert!(here.starts_with("from: ") && here.contains("'here'"), "{here}");
        assert!(here.contains("X,Y"), "{here}");
        assert!(said(Journey::along_text("0,0,90 9,9,90")).starts_with("pose 2: the world"));
        assert!(said(Journey::along_text("0,0,90 0,2,90")).contains("step 1"));
        assert!(said(Journey::along_text("")).contains("empty"));
        let long: Waypoint = serde_json::from_str("[1, 2, 3, 4]").unwrap();
        assert!(said(Journey::along([long])).contains("[x, y, heading]"));
        for (from, to, path) in [
            (Some("0,0"), None, None),
            (None, None, None),
            (Some("0,0"), Some("0,0"), Some(vec!["0,0"])),
        ] {
            assert!(Journey::from_parts(from, to, path).is_err());
        }
        assert!(Waypoint::from("0,0").facing(&world).is_err());
    }
}
