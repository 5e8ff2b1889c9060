//! What one sees and speaks of: amenities, occupants, fixtures and kiosks.

use std::collections::HashMap;

use cicerone::Result;
use cicerone::world::document::{LandmarkEntry, Point};
use geo::BoundingRect;

use super::features::{self, Amenity, Anchor, Fixture, Geometry, Occupant};
use super::files::Files;
use super::{Venue, categories, crowd_in, first_position};
use crate::crowd::Crowd;
use crate::{Warning, shapes};

impl Venue {
    pub(super) fn read_landmarks(&mut self, files: &Files) -> Result<()> {
        self.read_amenities(files)?;
        self.read_occupants(files)?;
        for (file, kind) in [("fixture", "fixture"), ("kiosk", "kiosk")] {
            self.read_fixtures(files, file, kind)?;
        }
        Ok(())
    }

    fn read_amenities(&mut self, files: &Files) -> Result<()> {
        let mut crowd = Crowd::default();
        for amenity in features::features::<Amenity>(files, "amenity")? {
            let name = format!("amenity {}", amenity.id);
            crowd_in(&mut crowd, "amenity", &amenity.id, first_position(&amenity.geometry))?;
            let Some(Geometry::Point { coordinates }) = amenity.geometry else {
                self.warnings.push(Warning::left_out(name, "it has no point"));
                continue;
            };
            let units = amenity.properties.unit_ids.iter().flatten();
            let area = units.filter_map(|unit| self.units.get(unit)?.first()).next();
            let Some(area) = area.map(|area| &self.document.areas[*area]) else {
                let why = "it names no unit of the venue, so its level is not known";
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            let landmark = LandmarkEntry {
                id: amenity.id.clone(),
                level: area.level.clone(),
                at: self.project("amenity", &amenity.id, coordinates)?,
                kind: categories::landmark(&amenity.properties.category),
                name: self.label(&amenity.properties.name),
                text: None,
                size: None,
                area: Some(area.id.clone()),
            };
            self.document.landmarks.push(landmark);
        }
        Ok(())
    }

    /// Shops, offices and the like: they stand at an anchor, and give a unit
    /// that has no name theirs.
    fn read_occupants(&mut self, files: &Files) -> Result<()> {
        let anchors = features::features::<Anchor>(files, "anchor")?;
        let anchors: HashMap<&str, _> =
            anchors.iter().map(|anchor| (anchor.id.as_str(), anchor)).collect();
        let mut crowd = Crowd::default();
        for occupant in features::features::<Occupant>(files, "occupant")? {
            let name = format!("occupant {}", occupant.id);
            let anchor = occupant.properties.anchor_id.as_deref();
            let Some(anchor) = anchor.and_then(|id| anchors.get(id)) else {
                let why = match anchor {
                    Some(id) => format!("there is no anchor {id}, so nobody knows where it is"),
                    None => "it has no anchor, so nobody knows where it is".to_owned(),
                };
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            let unit = anchor.properties.unit_id.as_ref();
            let area = unit.and_then(|unit| self.units.get(unit)?.first()).copied();
            let (Some(area), Some(Geometry::Point { coordinates })) = (area, &anchor.geometry)
            else {
                let why = format!("its anchor {} names no unit or has no point", anchor.id);
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            crowd_in(&mut crowd, "occupant", &occupant.id, Some(*coordinates))?;
            let at = self.project("anchor", &anchor.id, *coordinates)?;
            let called = self.label(&occupant.properties.name);
            let category = occupant.properties.category.as_deref().unwrap_or("occupant");
            let unit = &mut self.document.areas[area];
            if unit.name.is_none() {
                unit.name.clone_from(&called);
            }
            self.document.landmarks.push(LandmarkEntry {
                id: occupant.id.clone(),
                level: unit.level.clone(),
                at,
                kind: categories::landmark(category),
                name: called,
                text: None,
                size: None,
                area: Some(unit.id.clone()),
            });
        }
        Ok(())
    }

    fn read_fixtures(&mut self, files: &Files, file: &str, kind: &str) -> Result<()> {
        let mut crowd = Crowd::default();
        for fixture in features::features::<Fixture>(files, file)? {
            let name = format!("{file} {}", fixture.id);
            crowd_in(&mut crowd, file, &fixture.id, first_position(&fixture.geometry))?;
            let Some((level, _)) = self.levels.get(&fixture.properties.level_id).cloned() else {
                let why = format!("there is no level {}", fixture.properties.level_id);
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            let outline = match &fixture.geometry {
                Some(Geometry::Polygon { coordinates }) => coordinates.first().cloned(),
                Some(Geometry::Point { coordinates }) => Some(vec![*coordinates]),
                _ => None,
            };
            let outline = self.project_all(file, &fixture.id, &outline.unwrap_or_default())?;
            let Some((at, size)) = middle_and_size(&outline) else {
                self.warnings.push(Warning::left_out(name, "it has no outline"));
                continue;
            };
            let category = fixture.properties.category.as_deref().unwrap_or(kind);
            self.document.landmarks.push(LandmarkEntry {
                id: fixture.id.clone(),
                level,
                at,
                kind: categories::landmark(category),
                name: self.label(&fixture.properties.name),
                text: None,
                size,
                area: None,
            });
        }
        Ok(())
    }
}

/// The middle of an outline and its longest side.
fn middle_and_size(outline: &[Point]) -> Option<(Point, Option<f64>)> {
    let line: geo::LineString<f64> = outline.iter().map(|point| shapes::coord(*point)).collect();
    let bounds = line.bounding_rect()?;
    let size = bounds.width().max(bounds.height());
    Some(([bounds.center().x, bounds.center().y], (size > 0.0).then_some(size)))
}
