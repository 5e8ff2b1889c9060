//! Our own format, version 2: a document as it is.

use cicerone::Result;
use cicerone::world::document::Document;
use cicerone::world::document_from_json;

use crate::crowd::Crowd;
use crate::{Opened, Source};

/// Reads a document; it is checked when a world is made of it.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let document = document_from_json(&source.text()?)?;
    // Finding ways takes longer the more there is on one spot; a document that
    // has its ways is only held to what a world is held to.
    if document.places.is_empty() {
        refuse_crowds(&document)?;
    }
    Ok(Opened { document, warnings: Vec::new() })
}

fn refuse_crowds(document: &Document) -> Result<()> {
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
