//! A document as a checked world.
//!
//! Every reference is resolved, every number held to its bounds; the first
//! fault is told with the entry it is in and what would be right. Kinds that
//! are only named (`water fountain`) become kinds of the world's vocabulary.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Document, Point, Travels, Unit};
use crate::world::building::{
    Area, AreaId, Building, Connection, ConnectionId, Door, DoorId, Fixture, Level, LevelId,
    Partition, Stop,
};
use crate::world::{
    Class, Georeference, Heading, Kind, KindId, MAX_COORDINATE, Passage, Place, PlaceId,
    Vocabulary, World, WorldBuilder,
};
use crate::{Error, Result};

impl World {
    /// The world that a document describes. A document without places has no
    /// ways yet and is refused.
    pub fn from_document(document: &Document) -> Result<World> {
        if document.places.is_empty() {
            return Err(Error::input(
                "the document has no places; a floor plan needs its ways found first",
            ));
        }
        let mut kinds = Kinds::new(document.vocabulary.as_ref());
        let floors = document.areas.iter().filter_map(|area| area.floor.as_deref());
        let floors = floors.chain(document.passages.iter().filter_map(|one| one.floor.as_deref()));
        floors.for_each(|name| kinds.add(Class::FLOOR, name));
        let walls = document.passages.iter().filter_map(|one| one.wall.as_deref());
        walls.for_each(|name| kinds.add(Class::PICTURE, name));
        let objects = document.landmarks.iter().map(|one| &*one.kind);
        let objects =
            objects.chain(document.places.iter().flat_map(|one| &one.objects).map(|one| &**one));
        objects.for_each(|name| kinds.add(Class::OBJECT, name));
        let vocabulary = Arc::new(kinds.vocabulary()?);
        Reader::new(document, &vocabulary)?.read(vocabulary.clone())
    }
}

/// Kinds by class, those of the document's vocabulary first.
struct Kinds {
    by_class: Vec<Vec<Kind>>,
    known: Vec<HashMap<String, ()>>,
    cas: HashMap<String, ()>,
}

impl Kinds {
    fn new(given: Option<&Vocabulary>) -> Kinds {
        let by_class: Vec<Vec<Kind>> = Class::all()
            .map(|class| given.map_or(Vec::new(), |given| given.kinds(class).to_vec()))
            .collect();
        let known =
            by_class.iter().map(|kinds| kinds.iter().map(|kind| (kind.name.clone(), ())).collect());
        let known = known.collect();
        let cas = by_class.iter().flatten().map(|kind| (kind.cas.clone(), ())).collect();
        Kinds { by_class, known, cas }
    }

    /// Adds a kind that is only named: as SAIL knows it, if it does, else with
    /// its name for its words.
    fn add(&mut self, class: Class, name: &str) {
        // Asked once a passage: a name that is known is not copied.
        if self.known[class.index()].contains_key(name) {
            return;
        }
        self.known[class.index()].insert(name.to_owned(), ());
        let sail = Vocabulary::sail();
        let sail = sail.by_name(class, name).map(|id| sail.kind(id));
        let kind = match sail.filter(|kind| !self.cas.contains_key(&kind.cas)) {
            Some(kind) => kind.clone(),
            None => Kind {
                name: name.to_owned(),
                cas: self.cas_name(name),
                words: vec![name.to_lowercase()],
                groups: Vec::new(),
            },
        };
        self.cas.insert(kind.cas.clone(), ());
        self.by_class[class.index()].push(kind);
    }

    /// One word for CAS that nothing else has: `WaterFountain`.
    fn cas_name(&self, name: &str) -> String {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric());
        let mut cas: String = words
            .filter_map(|word| {
                let first = word.chars().next()?;
                Some(first.to_ascii_uppercase().to_string() + &word[1..])
            })
            .collect();
        if !cas.starts_with(|c: char| c.is_ascii_alphabetic()) {
            cas.insert_str(0, "Kind");
        }
        let is_taken = |cas: &str| self.cas.contains_key(cas) || Vocabulary::is_reserved(cas);
        let mut number = 2;
        let mut free = cas.clone();
        while is_taken(&free) {
            free = format!("{cas}_{number}");
            number += 1;
        }
        free
    }

    fn vocabulary(self) -> Result<Vocabulary> {
        Vocabulary::new(Class::all().zip(self.by_class))
    }
}

/// Ids of one list of entries.
struct Ids<'d> {
    what: &'static str,
    all: Vec<&'d str>,
    by_id: HashMap<&'d str, u32>,
    /// What was found last. Entries that refer to each other mostly stand in the
    /// same order, so that the next is a neighbour: in a large building that
    /// spares half of the time that reading takes.
    last: Cell<usize>,
}

impl<'d> Ids<'d> {
    fn new(what: &'static str, ids: impl Iterator<Item = &'d String>) -> Result<Ids<'d>> {
        let all: Vec<&str> = ids.map(String::as_str).collect();
        let mut by_id = HashMap::with_capacity(all.len());
        for (number, id) in all.iter().enumerate() {
            let at = |error: Error| error.at(format!("{what} {} ('{id}')", number + 1));
            if id.trim().is_empty() {
                return Err(at(Error::input("the id is empty; give it one")));
            }
            if by_id.insert(*id, number as u32).is_some() {
                return Err(at(Error::input(format!("another {what} has the same id"))));
            }
        }
        Ok(Ids { what, all, by_id, last: Cell::new(0) })
    }

    fn find(&self, id: &str) -> Result<u32> {
        const NEIGHBOURS: usize = 4;
        let last = self.last.get();
        let first = last.saturating_sub(NEIGHBOURS);
        let near = &self.all[first..self.all.len().min(last + NEIGHBOURS)];
        let found = match near.iter().rposition(|other| *other == id) {
            Some(at) => first + at,
            None => *self.by_id.get(id).ok_or_else(|| {
                let what = self.what;
                Error::input(format!(
                    "there is no {what} with the id '{id}'; add it to the document"
                ))
            })? as usize,
        };
        self.last.set(found);
        Ok(found as u32)
    }
}

struct Reader<'d> {
    document: &'d Document,
    levels: Ids<'d>,
    areas: Ids<'d>,
    doors: Ids<'d>,
    connections: Ids<'d>,
    places: Ids<'d>,
    kinds: Vec<HashMap<String, KindId>>,
}

impl<'d> Reader<'d> {
    fn new(document: &'d Document, vocabulary: &Vocabulary) -> Result<Reader<'d>> {
        let names = |class| {
            let ids = vocabulary.ids(class);
            ids.map(|id| (vocabulary.name(id).to_owned(), id)).collect()
        };
        Ids::new("landmark", document.landmarks.iter().map(|one| &one.id))?;
        Ok(Reader {
            document,
            levels: Ids::new("level", document.levels.iter().map(|one| &one.id))?,
            areas: Ids::new("area", document.areas.iter().map(|one| &one.id))?,
            doors: Ids::new("door", document.doors.iter().map(|one| &one.id))?,
            connections: Ids::new("connection", document.connections.iter().map(|one| &one.id))?,
            places: Ids::new("place", document.places.iter().map(|one| &one.id))?,
            kinds: Class::all().map(names).collect(),
        })
    }

    fn kind(&self, class: Class, name: &str) -> Result<KindId> {
        let kind = self.kinds[class.index()].get(name).copied();
        kind.ok_or_else(|| Error::input(format!("'{name}' is no {class} kind")))
    }

    fn level(&self, id: &str) -> Result<LevelId> {
        self.levels.find(id).map(|number| LevelId(number as u16))
    }

    fn area(&self, id: &str) -> Result<AreaId> {
        self.areas.find(id).map(AreaId)
    }

    fn place(&self, id: &str) -> Result<PlaceId> {
        self.places.find(id).map(PlaceId)
    }

    fn read(&self, vocabulary: Arc<Vocabulary>) -> Result<World> {
        let document = self.document;
        let building = Building {
            unit: document.unit,
            georeference: document
                .georeference
                .map(Georeference::check)
                .transpose()
                .map_err(|error| error.at("georeference"))?,
            levels: self.each("level", &document.levels, |one| {
                if !one.ordinal.is_finite() || one.ordinal.abs() > 1000.0 {
                    return Err(Error::input("the ordinal must be a number from -1000 to 1000"));
                }
                Ok(Level {
                    id: one.id.as_str().into(),
                    ordinal: one.ordinal,
                    name: text(&one.name),
                    short_name: text(&one.short_name),
                    elevation: one
                        .elevation
                        .map(|height| number("elevation", height))
                        .transpose()?,
                })
            })?,
            areas: self.each("area", &document.areas, |one| {
                let rings = one.holes.iter().chain([&one.outline]);
                rings.flatten().try_for_each(|corner| point(*corner).map(|_| ()))?;
                Ok(Area {
                    id: one.id.as_str().into(),
                    level: self.level(&one.level)?,
                    kind: one.kind,
                    category: text(&one.category),
                    name: text(&one.name),
                    number: text(&one.number),
                    outline: one.outline.clone(),
                    holes: one.holes.clone(),
                    floor: one
                        .floor
                        .as_deref()
                        .map(|one| self.kind(Class::FLOOR, one))
                        .transpose()?,
                    access: one.access,
                })
            })?,
            doors: self.each("door", &document.doors, |one| {
                if one.between.len() > 2 {
                    return Err(Error::input("a door joins at most two areas"));
                }
                Ok(Door {
                    id: one.id.as_str().into(),
                    level: self.level(&one.level)?,
                    line: [point(one.line[0])?, point(one.line[1])?],
                    kind: one.kind,
                    name: text(&one.name),
                    between: one.between.iter().map(|id| self.area(id)).collect::<Result<_>>()?,
                    automatic: one.automatic,
                    entrance: one.entrance,
                    step_free: one.step_free,
                    access: one.access,
                    one_way: one.one_way,
                })
            })?,
            connections: self.each("connection", &document.connections, |one| {
                if one.stops.len() < 2 {
                    return Err(Error::input("a connection needs at least two stops"));
                }
                Ok(Connection {
                    id: one.id.as_str().into(),
                    kind: one.kind,
                    name: text(&one.name),
                    stops: one
                        .stops
                        .iter()
                        .map(|stop| {
                            Ok(Stop {
                                level: self.level(&stop.level)?,
                                at: point(stop.at)?,
                                heading: stop
                                    .heading
                                    .map(|degrees| number("heading", degrees).map(Heading::new))
                                    .transpose()?,
                                place: stop
                                    .place
                                    .as_deref()
                                    .map(|id| self.place(id))
                                    .transpose()?,
                            })
                        })
                        .collect::<Result<_>>()?,
                    steps: one.steps,
                    travels: one.travels,
                    step_free: one.step_free,
                    access: one.access,
                })
            })?,
            fixtures: self.each("landmark", &document.landmarks, |one| {
                Ok(Fixture {
                    id: one.id.as_str().into(),
                    kind: self.kind(Class::OBJECT, &one.kind)?,
                    level: self.level(&one.level)?,
                    at: point(one.at)?,
                    name: text(&one.name),
                    text: text(&one.text),
                    size: one.size.map(|size| number("size", size)).transpose()?,
                    area: one.area.as_deref().map(|id| self.area(id)).transpose()?,
                })
            })?,
            partitions: self.each("wall", &document.walls, |one| {
                if one.line.len() < 2 {
                    return Err(Error::input("a wall needs at least two corners"));
                }
                one.line.iter().try_for_each(|corner| point(*corner).map(|_| ()))?;
                Ok(Partition {
                    level: self.level(&one.level)?,
                    line: one.line.clone(),
                    see_through: one.see_through,
                })
            })?,
        };
        if building.levels.is_empty() || building.levels.len() > usize::from(u16::MAX) {
            return Err(Error::input("a building needs between 1 and 65535 levels"));
        }
        let mut builder = WorldBuilder::new(document.name.clone(), vocabulary);
        for place in self.each("place", &document.places, |one| {
            let objects = one.objects.iter().map(|name| self.kind(Class::OBJECT, name));
            let mut place = Place::new((one.x, one.y))
                .named(one.name.as_deref())
                .with(objects.collect::<Result<Vec<_>>>()?);
            place.id = Some(one.id.as_str().into());
            place.level = self.level(&one.level)?;
            place.area = one.area.as_deref().map(|id| self.area(id)).transpose()?;
            let door = one.door.as_deref().map(|id| self.doors.find(id)).transpose()?;
            place.door = door.map(DoorId);
            place.source_name = text(&one.source_name);
            Ok(place)
        })? {
            builder.place(place);
        }
        for passage in self.each("passage", &document.passages, |one| {
            let [a, b] = &one.between;
            let mut passage = Passage::new([self.place(a)?, self.place(b)?]);
            let floor = one.floor.as_deref().map(|name| self.kind(Class::FLOOR, name));
            let wall = one.wall.as_deref().map(|name| self.kind(Class::PICTURE, name));
            passage = passage.with(floor.into_iter().chain(wall).collect::<Result<Vec<_>>>()?);
            passage.length = one.length.map(|length| number("length", length)).transpose()?;
            let connection = one.connection.as_deref().map(|id| self.connections.find(id));
            passage.connection = connection.transpose()?.map(ConnectionId);
            passage.one_way = one.one_way;
            passage.step_free = one.step_free;
            passage.access = one.access;
            Ok(passage)
        })? {
            builder.passage(passage);
        }
        builder.building(building);
        builder.build()
    }

    /// Every entry of a list, an error with the number of its entry.
    fn each<E, T>(
        &self,
        what: &str,
        entries: &'d [E],
        read: impl Fn(&'d E) -> Result<T>,
    ) -> Result<Vec<T>> {
        let numbered = entries.iter().enumerate();
        numbered
            .map(|(number, entry)| {
                read(entry).map_err(|error| error.at(format!("{what} {}", number + 1)))
            })
            .collect()
    }
}

fn text(text: &Option<String>) -> Option<Box<str>> {
    text.as_deref().filter(|text| !text.trim().is_empty()).map(Box::from)
}

fn point(point: Point) -> Result<Point> {
    if point.iter().all(|c| c.abs() <= MAX_COORDINATE) {
        return Ok(point);
    }
    Err(Error::input(format!(
        "coordinates must be numbers between -{MAX_COORDINATE} and {MAX_COORDINATE}"
    )))
}

fn number(what: &str, number: f64) -> Result<f64> {
    if number.is_finite() && number.abs() <= MAX_COORDINATE {
        return Ok(number);
    }
    Err(Error::input(format!("the {what} must be a number up to {MAX_COORDINATE}")))
}

/// True if a connection may be taken from one level to another.
pub(crate) fn may_travel(travels: Travels, from: &Level, to: &Level) -> bool {
    match travels {
        Travels::Both => true,
        Travels::Up => to.ordinal > from.ordinal,
        Travels::Down => to.ordinal < from.ordinal,
    }
}

/// Metres between storeys where nobody said how high they are.
pub(crate) const STOREY: f64 = 3.5;

/// How high one level is above another.
pub(crate) fn rise(unit: Unit, from: &Level, to: &Level) -> f64 {
    match (from.elevation, to.elevation, unit) {
        (Some(from), Some(to), _) => to - from,
        (.., Unit::Metre) => (to.ordinal - from.ordinal) * STOREY,
        (.., Unit::Passage) => to.ordinal - from.ordinal,
    }
}
