//! IMDF, the format of Apple's and OGC's indoor maps: a folder or zip archive
//! of GeoJSON files.
//!
//! Units become areas, openings doors, amenities, fixtures, kiosks and
//! occupants landmarks. Positions are longitude and latitude, and become
//! metres on a plane that touches the earth at the venue.

mod categories;
mod connections;
mod features;
mod files;
mod landmarks;
mod levels;

use std::collections::{BTreeMap, HashMap, HashSet};

use cicerone::Result;
use cicerone::world::document::{Access, AreaEntry, AreaKind, Document, DoorEntry, Point};
use geo::Area;

use crate::crowd::Crowd;
use crate::plane::TangentPlane;
use crate::{Opened, Source, Warning, joins, shapes, words};
use features::{Feature, Geometry, Label, Labels, Manifest, Named, Opening, Position, Unit};
use files::Files;

/// An outline that encloses less, in square metres, is nothing to stand on.
const LEAST_AREA: f64 = 0.05;

/// Reads a venue.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let files = files::read(source)?;
    let manifest: Manifest = match files.get("manifest.json") {
        Some(bytes) => features::parse(bytes, "manifest.json", "a manifest")?,
        None => Manifest::default(),
    };
    let mut venue = Venue {
        language: manifest.language.unwrap_or_else(|| "en".to_owned()),
        plane: plane(&files)?,
        document: Document::default(),
        warnings: Vec::new(),
        levels: HashMap::new(),
        units: HashMap::new(),
    };
    venue.document.georeference = Some(venue.plane.georeference());
    venue.document.name = venue.name(&files)?.unwrap_or_else(|| source.stem().to_owned());
    venue.read_levels(&files)?;
    venue.read_units(&files)?;
    venue.read_openings(&files)?;
    venue.read_landmarks(&files)?;
    joins::join(&mut venue.document, &mut venue.warnings);
    venue.read_connections(&files)?;
    for unread in ["detail", "geofence", "section"] {
        let count = features::features::<serde_json::Value>(&files, unread)?.len();
        if count > 0 {
            let why = "nothing a guide speaks of depends on them";
            venue.warnings.push(Warning::left_out(format!("{count} of {unread}.geojson"), why));
        }
    }
    venue.warn_of_names();
    Ok(Opened { document: venue.document, warnings: venue.warnings })
}

/// A venue while it is read.
struct Venue {
    language: String,
    plane: TangentPlane,
    document: Document,
    warnings: Vec<Warning>,
    /// The level of the document for each level of the file, and whether it
    /// is outdoors.
    levels: HashMap<String, (String, bool)>,
    /// The areas of each unit, as positions in the document.
    units: HashMap<String, Vec<usize>>,
}

/// A plane that touches the earth in the middle of all units.
fn plane(files: &Files) -> Result<TangentPlane> {
    let units = features::features::<Unit>(files, "unit")?;
    let positions = units.iter().filter_map(|unit| match &unit.geometry {
        Some(Geometry::Polygon { coordinates }) => coordinates.first()?.first(),
        Some(Geometry::MultiPolygon { coordinates }) => coordinates.first()?.first()?.first(),
        _ => None,
    });
    // One position far off must not move the rest: the middle one counts.
    let mut positions: Vec<Point> = positions.map(|position| position.0).collect();
    let mut median = |axis: usize| {
        positions.sort_by(|a, b| a[axis].total_cmp(&b[axis]));
        positions.get(positions.len() / 2).map_or(0.0, |position| position[axis])
    };
    let (longitude, latitude) = (median(0), median(1));
    Ok(TangentPlane::at(longitude.clamp(-180.0, 180.0), latitude.clamp(-89.0, 89.0)))
}

impl Venue {
    /// A label in the venue's language, or in English, or in any.
    fn label(&self, labels: &Labels) -> Option<String> {
        let preferred = [self.language.as_str(), "en"];
        let text = match labels.as_ref()? {
            Label::Plain(text) => text,
            Label::Languages(labels) => {
                let text = preferred.iter().find_map(|language| labels.get(*language)?.as_deref());
                text.or_else(|| labels.values().find_map(|text| text.as_deref()))?
            }
        };
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn name(&self, files: &Files) -> Result<Option<String>> {
        for file in ["venue", "building"] {
            let named = features::features::<Named>(files, file)?;
            if let Some(name) = named.iter().find_map(|named| self.label(&named.properties.name)) {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// A position on the plane; an error names the feature.
    fn project(&self, file: &str, id: &str, position: Position) -> Result<Point> {
        self.plane
            .project(position.0)
            .map_err(|error| error.at(format!("{file} {id}")).in_file(format!("{file}.geojson")))
    }

    fn project_all(&self, file: &str, id: &str, line: &[Position]) -> Result<Vec<Point>> {
        line.iter().map(|position| self.project(file, id, *position)).collect()
    }

    fn read_units(&mut self, files: &Files) -> Result<()> {
        let mut seen = HashSet::new();
        let mut ids = HashSet::new();
        let mut crowd = Crowd::default();
        for unit in features::features::<Unit>(files, "unit")? {
            let name = format!("unit {}", unit.id);
            crowd_in(&mut crowd, "unit", &unit.id, first_position(&unit.geometry))?;
            if !ids.insert(unit.id.clone()) {
                self.warnings.push(Warning::left_out(name, "another unit has the same id"));
                continue;
            }
            let Some((level, outdoors)) = self.levels.get(&unit.properties.level_id).cloned()
            else {
                let why = format!("there is no level {}", unit.properties.level_id);
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            let polygons = match &unit.geometry {
                Some(Geometry::Polygon { coordinates }) => vec![coordinates.clone()],
                Some(Geometry::MultiPolygon { coordinates }) => coordinates.clone(),
                _ => {
                    self.warnings.push(Warning::left_out(name, "it has no polygon"));
                    continue;
                }
            };
            for rings in polygons {
                self.add_unit(&unit, &rings, &level, outdoors, &mut seen)?;
            }
        }
        Ok(())
    }

    fn add_unit(
        &mut self,
        unit: &Feature<Unit>,
        rings: &[Vec<Position>],
        level: &str,
        outdoors: bool,
        seen: &mut HashSet<(String, Vec<[u64; 2]>)>,
    ) -> Result<()> {
        let name = format!("unit {}", unit.id);
        let mut rings = rings.iter().map(|ring| self.project_all("unit", &unit.id, ring));
        let outline = rings.next().transpose()?.unwrap_or_default();
        let holes = rings.collect::<Result<Vec<_>>>()?;
        let exact = outline.iter().map(|point| point.map(f64::to_bits)).collect();
        if !seen.insert((level.to_owned(), exact)) {
            self.warnings.push(Warning::left_out(name, "another unit has the same outline"));
            return Ok(());
        }
        let shape = shapes::clean(&outline, &holes);
        let Some(polygon) = shapes::largest(&shape).filter(|p| p.unsigned_area() >= LEAST_AREA)
        else {
            self.warnings.push(Warning::left_out(name, "its outline encloses nothing"));
            return Ok(());
        };
        if shape.0.len() > 1 {
            let what = "its outline was put right: the largest part is kept";
            self.warnings.push(Warning::new(name, what, "the outline crosses itself"));
        }
        let properties = &unit.properties;
        let (kind, mut access) = categories::area(&properties.category, outdoors);
        if let Some(restriction) = &properties.restriction {
            access = categories::restricted(restriction);
        }
        let areas = self.units.entry(unit.id.clone()).or_default();
        let id = match areas.len() {
            0 => unit.id.clone(),
            part => format!("{}-{}", unit.id, part + 1),
        };
        areas.push(self.document.areas.len());
        let labels = [&properties.name, &properties.alt_name].map(|labels| self.label(labels));
        let called = labels.into_iter().flatten().find(|name| !words::is_placeholder(name));
        if called.is_none() && self.label(&properties.name).is_some() {
            let what = format!("unit {}", unit.id);
            let why = "what stands there is what an editor puts where a name is to be written";
            self.warnings.push(Warning::new(what, "has no name", why));
        }
        self.document.areas.push(AreaEntry {
            id,
            level: level.to_owned(),
            kind,
            category: Some(properties.category.clone()),
            number: called.clone().filter(|name| categories::is_number(name)),
            name: called,
            outline: shapes::corners(polygon.exterior()),
            holes: polygon.interiors().iter().map(shapes::corners).collect(),
            floor: None,
            access,
        });
        Ok(())
    }

    fn read_openings(&mut self, files: &Files) -> Result<()> {
        let (mut ids, mut spots) = (HashSet::new(), HashSet::new());
        let mut crowd = Crowd::default();
        for opening in features::features::<Opening>(files, "opening")? {
            let name = format!("opening {}", opening.id);
            crowd_in(&mut crowd, "opening", &opening.id, first_position(&opening.geometry))?;
            if !ids.insert(opening.id.clone()) {
                self.warnings.push(Warning::left_out(name, "another opening has the same id"));
                continue;
            }
            let Some((level, _)) = self.levels.get(&opening.properties.level_id).cloned() else {
                let why = format!("there is no level {}", opening.properties.level_id);
                self.warnings.push(Warning::left_out(name, why));
                continue;
            };
            let line = match &opening.geometry {
                Some(Geometry::LineString { coordinates }) => coordinates.clone(),
                Some(Geometry::MultiLineString { coordinates }) => coordinates.concat(),
                _ => {
                    self.warnings.push(Warning::left_out(name, "it has no line"));
                    continue;
                }
            };
            let line = self.project_all("opening", &opening.id, &line)?;
            let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
            if shapes::distance(*first, *last) < 0.1 {
                let why = "its line is shorter than ten centimetres";
                self.warnings.push(Warning::left_out(name, why));
                continue;
            }
            // A door between the inside and the outside is drawn on both levels.
            let at = shapes::middle(*first, *last).map(|metres| (metres * 20.0).round() as i64);
            if !spots.insert((level.clone(), at)) {
                self.warnings.push(Warning::left_out(name, "another opening is on the same spot"));
                continue;
            }
            self.document.doors.push(self.door(&opening, level, [*first, *last]));
        }
        Ok(())
    }

    fn door(&self, opening: &Feature<Opening>, level: String, line: [Point; 2]) -> DoorEntry {
        let properties = &opening.properties;
        let category = properties.category.as_deref().unwrap_or("pedestrian");
        let door = properties.door.as_ref();
        let controlled = properties.access_control.as_ref().is_some_and(|list| !list.is_empty());
        let accessible = properties.accessibility.as_ref();
        DoorEntry {
            id: opening.id.clone(),
            level,
            line,
            kind: categories::door(category, door.and_then(|door| door.kind.as_deref())),
            name: self.label(&properties.name),
            between: Vec::new(),
            automatic: door.and_then(|door| door.automatic).unwrap_or(false),
            entrance: category.ends_with(".principal"),
            step_free: accessible
                .is_some_and(|list| list.iter().any(|way| way == "wheelchair"))
                .then_some(true),
            access: if controlled { Access::Restricted } else { Access::Public },
            one_way: false,
        }
    }

    /// Names that several areas of one level bear cannot be asked for by name.
    fn warn_of_names(&mut self) {
        let mut bearers: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for area in &self.document.areas {
            if let Some(name) = &area.name {
                *bearers.entry((&area.level, name)).or_default() += 1;
            }
        }
        let several = bearers.into_iter().filter(|(_, count)| *count > 1);
        let warnings: Vec<_> = several
            .map(|((level, name), count)| {
                Warning::new(
                    format!("level {level}"),
                    format!("{count} areas bear the name '{name}'"),
                    "whoever asks for it is asked which",
                )
            })
            .collect();
        self.warnings.extend(warnings);
    }
}

/// Where a feature begins.
fn first_position(geometry: &Option<Geometry>) -> Option<Position> {
    match geometry.as_ref()? {
        Geometry::Point { coordinates } => Some(*coordinates),
        Geometry::LineString { coordinates } => coordinates.first().copied(),
        Geometry::MultiLineString { coordinates } => coordinates.first()?.first().copied(),
        Geometry::Polygon { coordinates } => coordinates.first()?.first().copied(),
        Geometry::MultiPolygon { coordinates } => coordinates.first()?.first()?.first().copied(),
        _ => None,
    }
}

/// Counts a feature on its point; an error names its file.
fn crowd_in(crowd: &mut Crowd, file: &str, id: &str, at: Option<Position>) -> Result<()> {
    let Some(at) = at else { return Ok(()) };
    let counted = crowd.add(at.0, format_args!("{file} {id}"));
    counted.map_err(|error| error.in_file(format!("{file}.geojson")))
}

/// True if people get about in such an area.
fn is_vertical(kind: AreaKind) -> bool {
    matches!(kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator)
}
