//! One level of an Open-RMF building: vertices, walls, doors, floors, models.

use std::collections::{HashMap, HashSet};

use cicerone::world::document::{
    Access, AreaEntry, AreaKind, Document, DoorEntry, DoorKind, LandmarkEntry, PassageEntry,
    PlaceEntry, Point, WallEntry,
};
use cicerone::{Error, Result};

use super::frame::Frame;
use super::yaml::Value;
use super::{models, names};
use crate::crowd::Crowd;
use crate::tally::Tally;

/// Nearer than this two corners are one, in metres.
const SAME: f64 = 1e-6;

/// A level that is being read into a document.
pub(super) struct Level<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a Value,
    pub(super) frame: Frame,
    pub(super) document: &'a mut Document,
    pub(super) ids: &'a mut Ids,
    pub(super) warnings: &'a mut Tally,
}

/// Ids given out so far: the second of a name gets a number.
#[derive(Debug, Default)]
pub(super) struct Ids {
    used: HashMap<(&'static str, String), usize>,
}

impl Ids {
    /// The name itself if it is new among its kind; whether it was.
    fn give(&mut self, kind: &'static str, name: &str) -> (String, bool) {
        let count = self.used.entry((kind, name.to_owned())).or_default();
        *count += 1;
        if *count == 1 {
            return (name.to_owned(), true);
        }
        let mut number = *count;
        loop {
            let id = format!("{name}#{number}");
            if self.used.insert((kind, id.clone()), 1).is_none() {
                return (id, false);
            }
            number += 1;
        }
    }
}

impl Level<'_> {
    /// Reads everything of the level but the lifts.
    pub(super) fn read(mut self) -> Result<()> {
        let vertices = self.vertices()?;
        self.walls(&vertices)?;
        self.doors(&vertices)?;
        let floors = self.floors(&vertices)?;
        self.models()?;
        let mut places = self.places(&vertices);
        if floors == 0 {
            self.lanes(&vertices, &mut places)?;
        }
        Ok(())
    }

    fn vertices(&mut self) -> Result<Vec<Point>> {
        let mut crowd = Crowd::default();
        let mut vertices = Vec::new();
        for (number, vertex) in self.value.list("vertices")?.iter().enumerate() {
            let items = vertex.items();
            let number_at = |at: usize| items.get(at).and_then(Value::as_number);
            let (Some(x), Some(y)) = (number_at(0), number_at(1)) else {
                let message = "a vertex is [x, y, z, name], with numbers";
                return Err(Error::input(message).at(format!("vertex {number}")));
            };
            let at = self.frame.place([x, y]).map_err(|e| e.at(format!("vertex {number}")))?;
            crowd.add(at, format_args!("vertex {number}"))?;
            vertices.push(at);
        }
        Ok(vertices)
    }

    fn walls(&mut self, vertices: &[Point]) -> Result<()> {
        for (number, wall) in self.value.list("walls")?.iter().enumerate() {
            let line = ends(wall, vertices).map_err(|e| e.at(format!("wall {number}")))?;
            if distance(line) < SAME {
                let wall = format!("level {}, wall {number}", self.name);
                self.warnings.left_out(wall, "both its ends are on one point");
                continue;
            }
            let parameters = wall.items().get(2).unwrap_or(&Value::Nothing);
            let opacity = parameters.parameter("alpha").and_then(Value::as_number);
            self.document.walls.push(WallEntry {
                level: self.name.to_owned(),
                line: line.to_vec(),
                see_through: opacity.is_some_and(|opacity| opacity < 0.75),
            });
        }
        Ok(())
    }

    fn doors(&mut self, vertices: &[Point]) -> Result<()> {
        let mut drawn = HashSet::new();
        for (number, door) in self.value.list("doors")?.iter().enumerate() {
            let line = ends(door, vertices).map_err(|e| e.at(format!("door {number}")))?;
            let parameters = door.items().get(2).unwrap_or(&Value::Nothing);
            let name = parameters.parameter_text("name");
            let title = match &name {
                Some(name) => format!("level {}, door {name}", self.name),
                None => format!("level {}, door {number}", self.name),
            };
            if distance(line) < SAME {
                self.warnings.left_out(title, "both its ends are on one point");
                continue;
            }
            let mut spot = line.map(|end| end.map(f64::to_bits));
            spot.sort_unstable();
            if !drawn.insert(spot) {
                self.warnings.left_out(title, "another door is on the same spot");
                continue;
            }
            let kind = parameters.parameter_text("type").unwrap_or_default();
            let kind = match kind.as_str() {
                "hinged" | "single_hinged" | "swing" | "single_swing" => DoorKind::Hinged,
                "double_hinged" | "double_swing" => DoorKind::DoubleHinged,
                "sliding" | "single_sliding" | "telescope" | "single_telescope" => {
                    DoorKind::Sliding
                }
                "double_sliding" | "double_telescope" => DoorKind::DoubleSliding,
                other => {
                    let why = format!("'{other}' is no type of door that is known");
                    self.warnings.add(&title, "taken as a door of any kind", why);
                    DoorKind::Door
                }
            };
            let generic = format!("{}_door_{number}", self.name);
            let (id, new) = self.ids.give("door", name.as_deref().unwrap_or(&generic));
            if !new {
                self.warnings.add(&title, format!("its id is {id}"), "the name is there twice");
            }
            self.document.doors.push(DoorEntry {
                id,
                level: self.name.to_owned(),
                line,
                kind,
                name: name.and_then(|name| names::door(&name, self.name)),
                between: Vec::new(),
                automatic: false,
                entrance: false,
                step_free: None,
                access: Access::Public,
                one_way: false,
            });
        }
        Ok(())
    }

    /// Reads floors and says how many there are.
    fn floors(&mut self, vertices: &[Point]) -> Result<usize> {
        let mut count = 0;
        for (number, floor) in self.value.list("floors")?.iter().enumerate() {
            let place = || format!("floor {number}");
            let corners = floor.list("vertices").map_err(|e| e.at(place()))?;
            let mut outline: Vec<Point> = Vec::with_capacity(corners.len());
            for corner in corners {
                let at = vertex(corner, vertices).map_err(|e| e.at(place()))?;
                if outline.last().is_none_or(|last| distance([*last, at]) >= SAME) {
                    outline.push(at);
                }
            }
            if outline.len() > 1 && distance([outline[0], outline[outline.len() - 1]]) < SAME {
                outline.pop();
            }
            if outline.len() < 3 {
                let title = format!("level {}, floor {number}", self.name);
                self.warnings.left_out(title, "an outline has three corners or more");
                continue;
            }
            let texture = floor.get("parameters").and_then(|p| p.parameter_text("texture_name"));
            let texture = texture.and_then(|texture| names::floor(&texture));
            let outdoors = texture.as_deref().is_some_and(names::is_outdoors);
            self.document.areas.push(AreaEntry {
                id: format!("{}_floor_{number}", self.name),
                level: self.name.to_owned(),
                kind: if outdoors { AreaKind::Outdoors } else { AreaKind::Hall },
                category: Some("floor".to_owned()),
                name: None,
                number: None,
                outline,
                holes: Vec::new(),
                floor: texture,
                access: Access::Public,
            });
            count += 1;
        }
        Ok(count)
    }

    fn models(&mut self) -> Result<()> {
        let mut crowd = Crowd::default();
        for (number, model) in self.value.list("models")?.iter().enumerate() {
            let place = || format!("model {number}");
            let Some(name) = model.get("model_name").and_then(Value::text) else {
                return Err(Error::input("a model has a model_name, x and y").at(place()));
            };
            let (x, y) = match (model.number("x"), model.number("y")) {
                (Ok(x), Ok(y)) => (x, y),
                (Err(error), _) | (_, Err(error)) => return Err(error.at(place())),
            };
            let short = name.trim_end_matches('/').rsplit('/').next().unwrap_or(&name).to_owned();
            let kind = match models::kind(&name) {
                Ok(_) if model.get("static") == Some(&Value::Truth(false)) => {
                    Err("it can be moved")
                }
                kind => kind,
            };
            let kind = match kind {
                Ok(kind) => kind,
                Err(why) => {
                    let title = format!("level {}, model {number}", self.name);
                    self.warnings.add(title, format!("model {short} left out"), why);
                    continue;
                }
            };
            let at = self.frame.place([x, y]).map_err(|e| e.at(place()))?;
            crowd.add(at, format_args!("model {number}"))?;
            self.document.landmarks.push(LandmarkEntry {
                id: format!("{}_{short}_{number}", self.name),
                level: self.name.to_owned(),
                at,
                kind: kind.words,
                name: None,
                text: None,
                size: kind.size,
                area: None,
            });
        }
        Ok(())
    }

    /// Places for the vertices that people have a name for: their index by vertex.
    fn places(&mut self, vertices: &[Point]) -> HashMap<usize, String> {
        let mut places = HashMap::new();
        let mut said_here = HashSet::new();
        let listed = self.value.list("vertices").unwrap_or_default();
        for (number, (vertex, at)) in listed.iter().zip(vertices).enumerate() {
            let items = vertex.items();
            let name = items.get(3).and_then(Value::text).unwrap_or_default();
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            let title = format!("level {}, vertex {number} '{name}'", self.name);
            let parameters = items.get(4).unwrap_or(&Value::Nothing);
            if let Some(why) = robots_only(name, parameters) {
                self.warnings.left_out(title, why);
                continue;
            }
            let (id, new) = self.ids.give("place", name);
            let said = names::said(name, self.name);
            if !new || !said_here.insert(said.clone()) {
                self.warnings.add(&title, format!("its id is {id}"), "the name is there twice");
            }
            self.document.places.push(PlaceEntry {
                id: id.clone(),
                level: self.name.to_owned(),
                x: at[0],
                y: at[1],
                area: None,
                door: None,
                source_name: (said != name).then(|| name.to_owned()),
                name: Some(said),
                objects: Vec::new(),
            });
            places.insert(number, id);
        }
        places
    }

    /// Where there is no floor, the robots' lanes are the only ways known.
    fn lanes(&mut self, vertices: &[Point], places: &mut HashMap<usize, String>) -> Result<()> {
        let lanes = self.value.list("lanes")?;
        if lanes.is_empty() {
            let level = format!("level {}", self.name);
            self.warnings.add(level, "has no ways", "it has neither floors nor lanes");
            return Ok(());
        }
        self.warnings.add(
            format_args!("level {}", self.name),
            "robots' lanes are taken as ways",
            "it has no floor that people could walk on",
        );
        // Which directions there are between two vertices, in the order met.
        let mut order = Vec::new();
        let mut directions: HashMap<(usize, usize), [bool; 2]> = HashMap::new();
        for (number, lane) in lanes.iter().enumerate() {
            ends(lane, vertices).map_err(|e| e.at(format!("lane {number}")))?;
            let index = |at: usize| lane.items().get(at).and_then(Value::as_index).unwrap_or(0);
            let (from, to) = (index(0), index(1));
            if from == to || distance([vertices[from], vertices[to]]) < SAME {
                let title = format!("level {}, lane {number}", self.name);
                self.warnings.left_out(title, "both its ends are on one point");
                continue;
            }
            let parameters = lane.items().get(2).unwrap_or(&Value::Nothing);
            let both = parameters.parameter_is_true("bidirectional");
            let key = (from.min(to), from.max(to));
            let known = directions.entry(key).or_insert_with(|| {
                order.push(key);
                [false; 2]
            });
            known[0] |= from < to || both;
            known[1] |= from > to || both;
        }
        for key in order {
            let [forth, back] = directions[&key];
            let (from, to) = if forth { key } else { (key.1, key.0) };
            let between = [from, to].map(|vertex| self.place_of(vertex, vertices, places));
            self.document.passages.push(PassageEntry {
                between,
                floor: None,
                wall: None,
                length: None,
                connection: None,
                one_way: !(forth && back),
                step_free: None,
                access: Access::Public,
            });
        }
        Ok(())
    }

    fn place_of(
        &mut self,
        vertex: usize,
        vertices: &[Point],
        places: &mut HashMap<usize, String>,
    ) -> String {
        if let Some(id) = places.get(&vertex) {
            return id.clone();
        }
        let (id, _) = self.ids.give("place", &format!("{}_vertex_{vertex}", self.name));
        self.document.places.push(PlaceEntry {
            id: id.clone(),
            level: self.name.to_owned(),
            x: vertices[vertex][0],
            y: vertices[vertex][1],
            area: None,
            door: None,
            name: None,
            source_name: None,
            objects: Vec::new(),
        });
        places.insert(vertex, id.clone());
        id
    }
}

/// Why a vertex is for robots only.
fn robots_only(name: &str, parameters: &Value) -> Option<&'static str> {
    if parameters.parameter_is_true("is_charger") {
        return Some("robots charge there; people have no name for it");
    }
    if parameters.parameter_is_true("is_cleaning_zone") {
        return Some("it starts a cleaning robot's round; people have no name for it");
    }
    if parameters.parameter_text("spawn_robot_name").is_some() {
        return Some("a robot starts there; people have no name for it");
    }
    if parameters.parameter_text("lift_cabin").is_some() {
        return Some("it is a lift's cabin, which the lift tells of");
    }
    names::robots_only(name)
}

/// The two vertices a wall, door or lane begins with.
fn ends(feature: &Value, vertices: &[Point]) -> Result<[Point; 2]> {
    let end = |at: usize| match feature.items().get(at) {
        Some(index) => vertex(index, vertices),
        None => Err(Error::input("it should begin with the numbers of two vertices")),
    };
    Ok([end(0)?, end(1)?])
}

fn vertex(index: &Value, vertices: &[Point]) -> Result<Point> {
    index.as_index().and_then(|index| vertices.get(index)).copied().ok_or_else(|| {
        Error::input(format!(
            "there is no vertex {index}; the level has {}, counted from 0",
            vertices.len()
        ))
    })
}

fn distance([from, to]: [Point; 2]) -> f64 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}
