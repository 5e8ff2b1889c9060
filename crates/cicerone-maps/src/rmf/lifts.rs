//! Lifts of an Open-RMF building.
//!
//! A lift's cabin is placed in the pixels of its reference floor; its doors are
//! placed from the middle of the cabin, in metres, with `y` upward.

use cicerone::world::document::{
    Access, ConnectionEntry, ConnectionKind, Document, Point, StopEntry, Travels,
};
use cicerone::{Error, Result};

use super::frame::Frame;
use super::names;
use super::yaml::Value;
use crate::tally::Tally;

/// Reads the lifts into the document.
pub(super) fn read(
    building: &Value,
    levels: &[(String, Value)],
    frames: &[Frame],
    document: &mut Document,
    warnings: &mut Tally,
) -> Result<()> {
    for (name, lift) in building.map("lifts")? {
        let place = format!("lift {name}");
        let stops = stops(lift, levels, frames).map_err(|error| error.at(&place))?;
        if stops.len() < 2 {
            warnings.left_out(place, "it has doors on fewer than two levels");
            continue;
        }
        let said = names::said(name, "");
        document.connections.push(ConnectionEntry {
            id: name.clone(),
            kind: ConnectionKind::Lift,
            name: Some(said),
            stops,
            steps: None,
            travels: Travels::Both,
            step_free: None,
            access: Access::Public,
        });
    }
    Ok(())
}

fn stops(lift: &Value, levels: &[(String, Value)], frames: &[Frame]) -> Result<Vec<StopEntry>> {
    let level_index = |name: &str| {
        levels.iter().position(|(level, _)| level == name).ok_or_else(|| {
            let known: Vec<&str> = levels.iter().map(|(level, _)| level.as_str()).collect();
            Error::input(format!("there is no level '{name}'; there are {}", known.join(", ")))
        })
    };
    let reference = match lift.get("reference_floor_name").and_then(Value::text) {
        Some(name) if !name.is_empty() => {
            level_index(&name).map_err(|error| error.at("reference_floor_name"))?
        }
        _ => 0,
    };
    let frame = frames.get(reference).ok_or_else(|| Error::input("there are no levels"))?;
    let cabin = frame.place([lift.number("x")?, lift.number("y")?])?;
    let yaw = lift.get("yaw").and_then(Value::as_number).unwrap_or(0.0);

    let doors = lift.map("doors")?;
    let mut stops = Vec::new();
    for (level, names) in lift.map("level_doors")? {
        level_index(level).map_err(|error| error.at("level_doors"))?;
        for name in names.items() {
            let name = name.text().unwrap_or_default();
            let door = doors.iter().find(|(door, _)| *door == name).ok_or_else(|| {
                Error::input(format!("the lift has no door '{name}'; list it under doors"))
                    .at(format!("level_doors of {level}"))
            })?;
            stops.push(stop(level, &door.1, frame, cabin, yaw)?);
        }
    }
    Ok(stops)
}

/// One steps off at the door, away from the cabin.
fn stop(level: &str, door: &Value, frame: &Frame, cabin: Point, yaw: f64) -> Result<StopEntry> {
    let from_cabin = [door.number("x")?, door.number("y")?];
    if from_cabin.iter().any(|metres| metres.abs() > 50.0) {
        return Err(Error::input(format!(
            "a door {},{} m from the middle of the cabin is not the cabin's",
            from_cabin[0], from_cabin[1]
        )));
    }
    let offset = frame.direction(yaw, from_cabin);
    let at = [cabin[0] + offset[0], cabin[1] + offset[1]];
    // The door's side of the cabin is the way out, wherever along it the door is.
    let axis = if from_cabin[0].abs() > from_cabin[1].abs() {
        [from_cabin[0].signum(), 0.0]
    } else {
        [0.0, from_cabin[1].signum()]
    };
    let out = frame.direction(yaw, axis);
    let known = from_cabin[0].hypot(from_cabin[1]) > 1e-6;
    // 0 looks toward smaller y, 90 toward larger x.
    let heading = out[0].atan2(-out[1]).to_degrees().rem_euclid(360.0);
    Ok(StopEntry {
        level: level.to_owned(),
        at,
        heading: known.then_some(if heading >= 360.0 { 0.0 } else { heading }),
        place: None,
    })
}
