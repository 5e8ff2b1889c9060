//! Where a follower is and which way it looks.

use std::fmt;
use std::str::FromStr;

use super::{Heading, LevelId, PlaceId, World};
use crate::{Error, Result};

/// A place of a world and a heading; `None` if the heading is not known.
///
/// A SAIL follower is dropped facing a random way, so the first heading of a
/// route may be unknown; every later one is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where.
    pub place: PlaceId,
    /// Which way, if known.
    pub heading: Option<Heading>,
}

impl Pose {
    /// A pose with a known heading.
    pub fn new(place: PlaceId, heading: Heading) -> Pose {
        Pose { place, heading: Some(heading) }
    }
}

/// A pose as people and files write it, `X,Y` or `X,Y,H`, before it is looked
/// up in a world. A heading of -1 is unknown, as in SAIL's paths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Across, growing to the right.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Degrees, if given and known.
    pub heading: Option<Heading>,
}

impl Position {
    /// The position of three numbers; a heading of -1 is unknown.
    pub fn from_numbers(x: f64, y: f64, heading: f64) -> Result<Position> {
        if !(x.is_finite() && y.is_finite() && heading.is_finite()) {
            return Err(Error::input("coordinates and headings must be finite numbers"));
        }
        let heading = match heading {
            -1.0 => None,
            degrees if (0.0..=360.0).contains(&degrees) => Some(Heading::new(degrees)),
            degrees => {
                return Err(Error::input(format!(
                    "the heading {degrees} is not in 0 to 360 degrees (or -1, unknown)"
                )));
            }
        };
        Ok(Position { x, y, heading })
    }

    /// The position of a pose of a world.
    pub fn of(world: &World, pose: Pose) -> Position {
        let (x, y) = world.place(pose.place).position;
        Position { x, y, heading: pose.heading }
    }

    /// The pose it is in that world.
    pub fn on(self, world: &World) -> Result<Pose> {
        Ok(Pose { place: world.require_place((self.x, self.y))?, heading: self.heading })
    }

    /// The pose it is on that level of a world.
    pub fn on_level(self, world: &World, level: LevelId) -> Result<Pose> {
        let place = world.place_on(level, (self.x, self.y)).ok_or_else(|| {
            let (x, y) = (self.x, self.y);
            let called = world.storey(level).called();
            Error::input(format!(
                "{called} of the world '{}' has no place at {x},{y}",
                world.name()
            ))
        })?;
        Ok(Pose { place, heading: self.heading })
    }
}

impl FromStr for Position {
    type Err = Error;

    fn from_str(text: &str) -> Result<Position> {
        let wrong = || {
            Error::input(format!(
                "'{text}' is not a position; write X,Y or X,Y,HEADING, such as 3,5,180"
            ))
        };
        let numbers = text
            .split(',')
            .map(|part| part.trim().parse::<f64>().ok().filter(|number| number.is_finite()))
            .collect::<Option<Vec<f64>>>()
            .ok_or_else(wrong)?;
        match numbers[..] {
            [x, y] => Position::from_numbers(x, y, -1.0),
            [x, y, heading] => Position::from_numbers(x, y, heading),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},", self.x, self.y)?;
        match self.heading {
            Some(heading) => write!(f, "{heading}"),
            None => f.write_str("-1"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_and_print() {
        for (text, printed) in [
            ("3,5", "3,5,-1"),
            ("3, 5, 180", "3,5,180"),
            ("-1.5,2,360", "-1.5,2,0"),
            ("3,5,-1", "3,5,-1"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn what_is_not_a_position_is_said() {
        for text in ["", "3", "a,b", "1,2,3,4", "NaN,1", "1,inf"] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains("write X,Y or X,Y,HEADING"), "{error}");
        }
        assert!("1,2,400".parse::<Position>().unwrap_err().to_string().contains("0 to 360"));
    }
}
