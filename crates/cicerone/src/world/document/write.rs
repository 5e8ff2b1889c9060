//! A world as a document, and the document as the text of a file.

use std::collections::HashSet;

use serde::Serialize;

use super::{
    AreaEntry, ConnectionEntry, Document, DoorEntry, LandmarkEntry, LevelEntry, PassageEntry,
    PlaceEntry, StopEntry, WallEntry,
};
use crate::world::json::{FORMAT, line, write_list};
use crate::world::{Class, KindId, PlaceId, World};

impl World {
    /// The world as plain data, which [`World::from_document`] reads back equal.
    pub fn to_document(&self) -> Document {
        let building = self.building();
        let vocabulary = self.vocabulary();
        let owned = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
        let kind = |kind: KindId| vocabulary.name(kind).to_owned();
        let level = |id: crate::world::LevelId| self.storey(id).id.to_string();
        let area = |id: crate::world::AreaId| self.area(id).id.to_string();
        let ids = place_ids(self);
        let place_id = |id: PlaceId| ids[id.index()].clone();
        Document {
            format: super::Format::World,
            version: super::Version,
            name: self.name().to_owned(),
            unit: building.unit,
            georeference: building.georeference,
            vocabulary: Some((**vocabulary).clone()),
            levels: building
                .levels
                .iter()
                .map(|one| LevelEntry {
                    id: one.id.to_string(),
                    ordinal: one.ordinal,
                    name: owned(&one.name),
                    short_name: owned(&one.short_name),
                    elevation: one.elevation,
                })
                .collect(),
            areas: building
                .areas
                .iter()
                .map(|one| AreaEntry {
                    id: one.id.to_string(),
                    level: level(one.level),
                    kind: one.kind,
                    category: owned(&one.category),
                    name: owned(&one.name),
                    number: owned(&one.number),
                    outline: one.outline.clone(),
                    holes: one.holes.clone(),
                    floor: one.floor.map(kind),
                    access: one.access,
                })
                .collect(),
            doors: building
                .doors
                .iter()
                .map(|one| DoorEntry {
                    id: one.id.to_string(),
                    level: level(one.level),
                    line: one.line,
                    kind: one.kind,
                    name: owned(&one.name),
                    between: one.between.iter().copied().map(area).collect(),
                    automatic: one.automatic,
                    entrance: one.entrance,
                    step_free: one.step_free,
                    access: one.access,
                    one_way: one.one_way,
                })
                .collect(),
            connections: building
                .connections
                .iter()
                .map(|one| ConnectionEntry {
                    id: one.id.to_string(),
                    kind: one.kind,
                    name: owned(&one.name),
                    stops: one
                        .stops
                        .iter()
                        .map(|stop| StopEntry {
                            level: level(stop.level),
                            at: stop.at,
                            heading: stop.heading.map(|heading| heading.degrees()),
                            place: stop.place.map(place_id),
                        })
                        .collect(),
                    steps: one.steps,
                    travels: one.travels,
                    step_free: one.step_free,
                    access: one.access,
                })
                .collect(),
            landmarks: building
                .fixtures
                .iter()
                .map(|one| LandmarkEntry {
                    id: one.id.to_string(),
                    level: level(one.level),
                    at: one.at,
                    kind: kind(one.kind),
                    name: owned(&one.name),
                    text: owned(&one.text),
                    size: one.size,
                    area: one.area.map(area),
                })
                .collect(),
            walls: building
                .partitions
                .iter()
                .map(|one| WallEntry {
                    level: level(one.level),
                    line: one.line.clone(),
                    see_through: one.see_through,
                })
                .collect(),
            places: self
                .place_ids()
                .map(|id| {
                    let place = self.place(id);
                    let objects = self.landmarks(id).iter();
                    PlaceEntry {
                        id: place_id(id),
                        level: level(place.level),
                        x: place.position.0,
                        y: place.position.1,
                        area: place.area.map(area),
                        door: place.door.map(|door| self.door(door).id.to_string()),
                        name: owned(&place.name),
                        source_name: owned(&place.source_name),
                        objects: objects.map(|one| kind(one.kind)).collect(),
                    }
                })
                .collect(),
            passages: self
                .passages()
                .iter()
                .map(|passage| PassageEntry {
                    between: passage.ends.map(place_id),
                    floor: passage.looks.get(Class::FLOOR).map(kind),
                    wall: passage.looks.get(Class::PICTURE).map(kind),
                    length: passage.length,
                    connection: passage.connection.map(|id| self.connection(id).id.to_string()),
                    one_way: passage.one_way,
                    step_free: passage.step_free,
                    access: passage.access,
                })
                .collect(),
        }
    }
}

/// Ids for all places: their own where they have one, else their number, made
/// different from those that others have.
fn place_ids(world: &World) -> Vec<String> {
    let own: HashSet<&str> =
        world.places().iter().filter_map(|place| place.id.as_deref()).collect();
    let id = |(number, place): (usize, &crate::world::Place)| match &place.id {
        Some(id) => id.to_string(),
        None => {
            let mut id = number.to_string();
            while own.contains(id.as_str()) {
                id.push('_');
            }
            id
        }
    };
    world.places().iter().enumerate().map(id).collect()
}

impl Document {
    /// The document as version 2 of our JSON, one entry a line.
    pub fn to_json(&self) -> String {
        let mut out = format!(
            "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": 2,\n  \"name\": {},\n  \"unit\": {}",
            line(&self.name),
            line(&self.unit)
        );
        if let Some(georeference) = &self.georeference {
            out.push_str(&format!(",\n  \"georeference\": {}", line(georeference)));
        }
        if let Some(vocabulary) = &self.vocabulary {
            out.push_str(&format!(",\n  \"vocabulary\": {}", line(vocabulary)));
        }
        fn list<T: Serialize>(out: &mut String, name: &str, entries: &[T]) {
            if !entries.is_empty() || name == "levels" {
                out.push_str(",\n");
                write_list(out, name, entries.iter().map(line));
            }
        }
        list(&mut out, "levels", &self.levels);
        list(&mut out, "areas", &self.areas);
        list(&mut out, "doors", &self.doors);
        list(&mut out, "connections", &self.connections);
        list(&mut out, "landmarks", &self.landmarks);
        list(&mut out, "walls", &self.walls);
        list(&mut out, "places", &self.places);
        list(&mut out, "passages", &self.passages);
        out.push_str("\n}\n");
        out
    }
}
