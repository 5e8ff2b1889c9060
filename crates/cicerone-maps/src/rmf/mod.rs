//! Open-RMF's building.yaml.
//!
//! The file is a drawing board for robots: pixels, directed lanes, furniture of
//! a simulator. What people see of it is read: floors, walls, doors, lifts,
//! what stands around, and the spots that have a name people would use. Lanes
//! are the robots' roads; people walk where the floor is.

mod frame;
mod level;
mod lifts;
mod models;
mod names;
mod yaml;

use cicerone::world::document::{Document, LevelEntry, Unit};
use cicerone::{Error, Result};

use crate::tally::Tally;
use crate::{Opened, Source};
use level::{Ids, Level};
use yaml::Value;

/// Reads a building.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let building = yaml::parse(&source.text()?)?;
    let levels = building.map("levels")?;
    if levels.is_empty() {
        return Err(Error::input("a building has at least one level under levels"));
    }
    for (name, level) in levels {
        // What building.yaml calls [x, y, z, name] the graphs made of it call
        // [x, y, {name}], in metres.
        let vertex = level.list("vertices")?.first().and_then(|vertex| vertex.items().get(2));
        if matches!(vertex, Some(Value::Map(_))) {
            return Err(Error::input(
                "this is a navigation graph that Open-RMF made of a building; hand in the \
                 building.yaml it was made of",
            )
            .at(format!("level {name}")));
        }
    }
    let mut warnings = Tally::default();
    let frames = frame::frames(&building, levels, &mut warnings)?;

    let mut document = Document {
        name: building_name(&building, source),
        unit: Unit::Metre,
        levels: level_entries(levels, &mut warnings)?,
        ..Document::default()
    };
    let mut ids = Ids::default();
    for ((name, value), frame) in levels.iter().zip(&frames) {
        let level = Level {
            name,
            value,
            frame: *frame,
            document: &mut document,
            ids: &mut ids,
            warnings: &mut warnings,
        };
        level.read().map_err(|error| error.at(format!("level {name}")))?;
    }
    lifts::read(&building, levels, &frames, &mut document, &mut warnings)?;
    Ok(Opened { document, warnings: warnings.into_warnings() })
}

fn building_name(building: &Value, source: &Source<'_>) -> String {
    let named = ["name", "building_name"].iter().find_map(|key| building.get(key)?.text());
    // The editor calls every building 'building' until somebody names it.
    named
        .filter(|name| !name.trim().is_empty() && name != "building")
        .unwrap_or_else(|| source.stem().to_owned())
}

/// Levels in order of elevation; the one nearest the ground has ordinal 0.
fn level_entries(levels: &[(String, Value)], warnings: &mut Tally) -> Result<Vec<LevelEntry>> {
    let mut elevations = Vec::with_capacity(levels.len());
    for (at, (name, level)) in levels.iter().enumerate() {
        let place = || format!("level {name}");
        if name.is_empty() || levels[..at].iter().any(|(other, _)| other == name) {
            return Err(Error::input("every level needs a name of its own").at(place()));
        }
        let elevation = match level.get("elevation") {
            None => 0.0,
            Some(value) => {
                value.as_number().filter(|metres| metres.abs() < 10_000.0).ok_or_else(|| {
                    Error::input("elevation should be a number of metres").at(place())
                })?
            }
        };
        elevations.push(elevation);
    }
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by(|a, b| elevations[*a].total_cmp(&elevations[*b]));
    for pair in order.windows(2) {
        if elevations[pair[0]] == elevations[pair[1]] {
            warnings.add(
                format_args!("level {}", levels[pair[1]].0),
                format!("counted above level {}", levels[pair[0]].0),
                "both have the same elevation",
            );
        }
    }
    let ground = (0..order.len())
        .min_by(|a, b| elevations[order[*a]].abs().total_cmp(&elevations[order[*b]].abs()))
        .unwrap_or(0);
    let entry = |(at, index): (usize, &usize)| {
        let name = &levels[*index].0;
        let said = names::level(name);
        LevelEntry {
            id: name.clone(),
            ordinal: at as f64 - ground as f64,
            short_name: (said != *name).then(|| name.clone()),
            name: Some(said),
            elevation: Some(elevations[*index]),
        }
    };
    Ok(order.iter().enumerate().map(entry).collect())
}
