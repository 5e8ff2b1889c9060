//! Our own map format: JSON, tagged and versioned, with a published schema.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::{Building, Class, KindId, Passage, Place, PlaceId, Vocabulary, World, WorldBuilder};
use crate::{Error, Result};

pub(super) const FORMAT: &str = "cicerone-world";
const VERSION: u32 = 1;

/// A world as it stands in a file.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Cicerone world, version 1")]
struct WorldFile<'a> {
    /// Always `cicerone-world`.
    #[schemars(regex(pattern = "^cicerone-world$"))]
    format: Cow<'a, str>,
    /// Always 1.
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// What the world is called.
    name: Cow<'a, str>,
    /// The kinds of floors, walls and objects; SAIL's if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vocabulary: Option<Vocabulary>,
    /// Where one can stand.
    #[schemars(length(min = 1))]
    #[serde(borrow)]
    places: Vec<PlaceRecord<'a>>,
    /// Straight ways between two places.
    #[serde(borrow)]
    passages: Vec<PassageRecord<'a>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Place")]
struct PlaceRecord<'a> {
    /// How passages refer to it; no two places share one.
    #[serde(borrow)]
    id: Cow<'a, str>,
    /// Across, growing to the right.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    x: f64,
    /// Down.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    y: f64,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    /// Names of the object kinds that stand here, the most prominent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<Cow<'a, str>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Passage")]
struct PassageRecord<'a> {
    /// The ids of the two places it joins.
    #[serde(borrow)]
    between: (Cow<'a, str>, Cow<'a, str>),
    /// Name of its floor kind.
    #[serde(borrow)]
    floor: Cow<'a, str>,
    /// Name of its wall kind; left out, the wall is bare.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wall: Option<Cow<'a, str>>,
}

/// Reads the document of a JSON map of version 2. It may lack places: then it
/// is a floor plan, on which ways are still to be found.
pub fn document_from_json(text: &str) -> Result<Document> {
    serde_json::from_str(text).map_err(not_json)
}

fn not_json(error: serde_json::Error) -> Error {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
    Error::input(message).at(format!("line {line}, column {column}")).because(error)
}

/// Reads a world from the text of a JSON map, of version 1 or 2.
pub fn from_json(text: &str) -> Result<World> {
    let file: WorldFile<'_> = match serde_json::from_str(text) {
        Ok(file) => file,
        // A map of another version is better told so than that a field is unknown.
        Err(error) => match version(text)? {
            Some(2) => return World::from_document(&document_from_json(text)?),
            _ => return Err(not_json(error)),
        },
    };
    if check_version(&file.format, file.version)? == 2 {
        return World::from_document(&document_from_json(text)?);
    }
    let vocabulary = file.vocabulary.map_or_else(|| Vocabulary::sail().clone(), Arc::new);
    // Kinds by name, looked up once instead of once a place.
    let known: Vec<HashMap<&str, KindId>> = Class::all()
        .map(|class| vocabulary.ids(class).map(|id| (vocabulary.name(id), id)).collect())
        .collect();
    let find = |class: Class, name: &str| {
        let known = known[class.index()].get(name).copied();
        known.ok_or(()).or_else(|()| vocabulary.require(class, name))
    };
    let mut builder = WorldBuilder::new(file.name, vocabulary.clone());
    let mut by_id: HashMap<&str, PlaceId> = HashMap::with_capacity(file.places.len());
    for (number, place) in file.places.iter().enumerate() {
        let at = |error: Error| error.at(format!("place {} ('{}')", number + 1, place.id));
        let objects = place
            .objects
            .iter()
            .map(|name| find(Class::OBJECT, name))
            .collect::<Result<Vec<KindId>>>()
            .map_err(at)?;
        let position = (place.x, place.y);
        let id = builder.place(Place::new(position).named(place.name.as_deref()).with(objects));
        if by_id.insert(&place.id, id).is_some() {
            return Err(at(Error::input("another place has the same id; ids must differ")));
        }
    }
    for (number, passage) in file.passages.iter().enumerate() {
        let (a, b) = &passage.between;
        let at = |error: Error| error.at(format!("passage {} ('{a}' to '{b}')", number + 1));
        let end = |id: &str| {
            by_id.get(id).copied().ok_or_else(|| {
                at(Error::input(format!("there is no place with the id '{id}'; add it to places")))
            })
        };
        let mut joined =
            Passage::new([end(a)?, end(b)?])
                .with([find(Class::FLOOR, &passage.floor).map_err(at)?]);
        if let Some(wall) = &passage.wall {
            joined = joined.with([find(Class::PICTURE, wall).map_err(at)?]);
        }
        builder.passage(joined);
    }
    builder.build()
}

#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow)]
    format: Cow<'a, str>,
    version: u32,
}

/// The version of a map, if it has one that is read.
fn version(text: &str) -> Result<Option<u32>> {
    match serde_json::from_str::<Header<'_>>(text) {
        Ok(header) => check_version(&header.format, header.version).map(Some),
        Err(_) => Ok(None),
    }
}

fn check_version(format: &str, version: u32) -> Result<u32> {
    if format != FORMAT {
        return Err(Error::input(format!("the format is '{format}'; a world's is '{FORMAT}'")));
    }
    if ![VERSION, 2].contains(&version) {
        return Err(Error::input(format!(
            "the world format has version {version}; this program reads versions {VERSION} and 2"
        )));
    }
    Ok(version)
}

/// The world as a JSON map, one place or passage a line, that [`from_json`] reads back.
///
/// A world of corridors, as SAIL's are, is written in version 1; a building,
/// which that cannot express, in version 2.
///
/// Version 1 needs every passage to have a floor; one whose floor is not known
/// is written without a name for it.
pub fn to_json(world: &World) -> String {
    if *world.building() != Building::default() {
        return world.to_document().to_json();
    }
    let vocabulary = world.vocabulary();
    let mut out = format!(
        "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"name\": {},\n",
        line(world.name())
    );
    if vocabulary != Vocabulary::sail() {
        out.push_str(&format!("  \"vocabulary\": {},\n", line(&**vocabulary)));
    }
    let places = world.place_ids().map(|id| {
        let place = world.place(id);
        line(&PlaceRecord {
            id: id.index().to_string().into(),
            x: place.position.0,
            y: place.position.1,
            name: place.name.as_deref().map(Cow::from),
            objects: names(world, id, Class::OBJECT),
        })
    });
    write_list(&mut out, "places", places);
    out.push_str(",\n");
    let passages = world.passages().iter().map(|passage| {
        let [a, b] = passage.ends.map(|end| Cow::from(end.index().to_string()));
        let look = |class| passage.looks.get(class).map(|kind| vocabulary.name(kind).into());
        line(&PassageRecord {
            between: (a, b),
            floor: look(Class::FLOOR).unwrap_or_default(),
            wall: look(Class::PICTURE),
        })
    });
    write_list(&mut out, "passages", passages);
    out.push_str("\n}\n");
    out
}

/// The kinds of one class that stand at a place.
fn names(world: &World, place: PlaceId, class: Class) -> Vec<Cow<'_, str>> {
    let landmarks = world.landmarks(place).iter().filter(|one| one.kind.class() == class);
    landmarks.map(|one| world.vocabulary().name(one.kind).into()).collect()
}

/// One value on one line. Plain records and strings always serialise.
pub(super) fn line<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub(super) fn write_list(out: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    out.push_str(&format!("  \"{name}\": ["));
    for (number, line) in lines.enumerate() {
        out.push_str(if number == 0 { "\n    " } else { ",\n    " });
        out.push_str(&line);
    }
    out.push_str("\n  ]");
}

/// The JSON Schema of version 1 of the map format.
pub fn json_schema() -> serde_json::Value {
    schemars::schema_for!(WorldFile<'static>).to_value()
}

/// The JSON Schema of version 2.
pub fn document_schema() -> serde_json::Value {
    schemars::schema_for!(Document).to_value()
}
