//! Maps whose features all lie on one point are broken, and are told so early.

use std::collections::HashMap;
use std::fmt;

use cicerone::world::document::{Document, Point};
use cicerone::{Error, Result};

/// More than any building has above each other on one level.
const MOST: u32 = 10_000;

/// How many features lie on each point.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    counts: HashMap<(u64, u64), u32>,
}

impl Crowd {
    /// One more feature on this point.
    pub(crate) fn add(&mut self, at: Point, feature: impl fmt::Display) -> Result<()> {
        let count = self.counts.entry((at[0].to_bits(), at[1].to_bits())).or_default();
        *count += 1;
        if *count > MOST {
            return Err(Error::input(format!(
                "more than {MOST} features lie on the point {:.2},{:.2}; each needs a position \
                 of its own",
                at[0], at[1]
            ))
            .at(feature));
        }
        Ok(())
    }
}

/// Refuses a building with a crowd of anything on one spot: finding ways takes
/// longer the more there is, and in a crowd longer than anybody waits.
pub(crate) fn refuse(document: &Document) -> Result<()> {
    let mut areas = Crowd::default();
    for area in &document.areas {
        if let Some(corner) = area.outline.first() {
            areas.add(*corner, format_args!("area {}", area.id))?;
        }
    }
    let mut doors = Crowd::default();
    for door in &document.doors {
        doors.add(door.line[0], format_args!("door {}", door.id))?;
    }
    let mut stops = Crowd::default();
    for connection in &document.connections {
        for stop in &connection.stops {
            stops.add(stop.at, format_args!("connection {}", connection.id))?;
        }
    }
    let mut walls = Crowd::default();
    for (number, wall) in document.walls.iter().enumerate() {
        if let Some(corner) = wall.line.first() {
            walls.add(*corner, format_args!("wall {}", number + 1))?;
        }
    }
    let mut landmarks = Crowd::default();
    for landmark in &document.landmarks {
        landmarks.add(landmark.at, format_args!("landmark {}", landmark.id))?;
    }
    Ok(())
}
