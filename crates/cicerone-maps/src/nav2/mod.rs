//! Nav2's route graphs: points and directed lines, GeoJSON.
//!
//! Coordinates are metres in the frame of the robot's map, whatever the file
//! says of a reference system, with `y` upward. Two edges of opposite direction
//! are one passage that is walked both ways.

mod graph;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use cicerone::world::document::{
    Access, Document, DoorEntry, DoorKind, LandmarkEntry, LevelEntry, PassageEntry, PlaceEntry,
    Unit,
};
use cicerone::{Error, Result};

use crate::crowd::Crowd;
use crate::tally::Tally;
use crate::words::{small, words};
use crate::{Opened, Source};
use graph::{Edge, Graph, Node};

/// The one level a route graph has.
const LEVEL: &str = "0";

/// How wide a door is drawn where only the way through it is known, in metres.
const DOOR_WIDTH: f64 = 1.0;

/// Nearer than this two nodes are one, in metres.
const SAME: f64 = 1e-6;

/// No graph that one could walk on is smaller, in metres.
const LEAST_SPAN: f64 = 0.5;

/// Reads a route graph.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let graph = graph::parse(&source.bytes()?)?;
    if graph.nodes.is_empty() {
        return Err(Error::input("a route graph has nodes: features that are Points with an id"));
    }
    refuse_degrees(&graph)?;
    let mut warnings = Tally::default();
    let mut document = Document {
        name: graph.name.clone().unwrap_or_else(|| source.stem().to_owned()),
        unit: Unit::Metre,
        levels: vec![LevelEntry {
            id: LEVEL.to_owned(),
            ordinal: 0.0,
            name: None,
            short_name: None,
            elevation: None,
        }],
        ..Document::default()
    };
    for (number, kind) in &graph.others {
        warnings.left_out(
            format_args!("feature number {number}"),
            format!("{kind} is no node or edge"),
        );
    }
    let positions = places(&graph, &mut document, &mut warnings)?;
    passages(&graph, &positions, &mut document, &mut warnings)?;
    Ok(Opened { document, warnings: warnings.into_warnings() })
}

/// A building of which all is within arm's reach was drawn in degrees.
fn refuse_degrees(graph: &Graph) -> Result<()> {
    let span = |axis: usize| {
        let along = || graph.nodes.iter().map(|node| node.at[axis]);
        along().fold(f64::MIN, f64::max) - along().fold(f64::MAX, f64::min)
    };
    let span = span(0).max(span(1));
    if graph.nodes.len() > 1 && span > 0.0 && span < LEAST_SPAN {
        return Err(Error::input(format!(
            "its nodes lie within {span} m; coordinates are metres in the map's frame, not degrees"
        ))
        .at(format!("node {}", graph.nodes[0].id)));
    }
    Ok(())
}

/// Nodes become places; where each lies, by its id.
fn places(
    graph: &Graph,
    document: &mut Document,
    warnings: &mut Tally,
) -> Result<HashMap<u64, [f64; 2]>> {
    let mut positions = HashMap::with_capacity(graph.nodes.len());
    let mut crowd = Crowd::default();
    let mut frames = HashSet::new();
    let mut names = HashSet::new();
    for node in &graph.nodes {
        let place = format!("node {}", node.id);
        let at = [node.at[0], 0.0 - node.at[1]];
        if positions.insert(node.id, at).is_some() {
            let message = "there are two nodes of this id; every node needs its own";
            return Err(Error::input(message).at(place));
        }
        crowd.add(at, &place)?;
        frames.extend(node.frame.as_deref());
        let source_name = name_of(&node.properties);
        let name = source_name.map(said);
        if let Some(name) = &name
            && !names.insert(name.clone())
        {
            warnings.add(&place, format!("also called '{name}'"), "the name is there twice");
        }
        document.places.push(PlaceEntry {
            id: node.id.to_string(),
            level: LEVEL.to_owned(),
            x: at[0],
            y: at[1],
            area: None,
            door: None,
            source_name: source_name
                .filter(|source| Some(*source) != name.as_deref())
                .map(str::to_owned),
            name,
            objects: Vec::new(),
        });
        sign(node, at, document);
    }
    if frames.len() > 1 {
        warnings.add("", "all frames are taken as one", "their transforms are not in the file");
    }
    Ok(positions)
}

/// What the metadata or the node itself calls it.
fn name_of(properties: &Value) -> Option<&str> {
    let metadata = properties.get("metadata").unwrap_or(&Value::Null);
    let candidates = [
        properties.get("name"),
        metadata.get("name"),
        metadata.get("room"),
        metadata.get("label"),
        metadata.pointer("/region/properties/name"),
        metadata.pointer("/region/properties/class_type"),
        metadata.get("class_type"),
    ];
    let mut texts = candidates.into_iter().flatten().filter_map(Value::as_str);
    texts.find(|text| !text.trim().is_empty())
}

/// `living_room` is 'living room'.
fn said(name: &str) -> String {
    let words: Vec<String> = words(name).iter().map(|word| small(word)).collect();
    if words.is_empty() { name.trim().to_owned() } else { words.join(" ") }
}

/// A sign that a node's metadata tell of.
fn sign(node: &Node, at: [f64; 2], document: &mut Document) {
    let text = node.properties.pointer("/metadata/sign").and_then(Value::as_str);
    if let Some(text) = text {
        document.landmarks.push(LandmarkEntry {
            id: format!("sign_{}", node.id),
            level: LEVEL.to_owned(),
            at,
            kind: "sign".to_owned(),
            name: None,
            text: Some(text.to_owned()),
            size: None,
            area: None,
        });
    }
}

/// The edges between two nodes, each way.
#[derive(Default)]
struct Both<'a> {
    /// From the lower id to the higher.
    up: Option<&'a Edge>,
    down: Option<&'a Edge>,
    first: usize,
}

fn passages(
    graph: &Graph,
    positions: &HashMap<u64, [f64; 2]>,
    document: &mut Document,
    warnings: &mut Tally,
) -> Result<()> {
    let mut pairs: BTreeMap<(u64, u64), Both<'_>> = BTreeMap::new();
    let mut ids = HashSet::new();
    for (number, edge) in graph.edges.iter().enumerate() {
        let place = format!("edge {}", edge.id);
        if !ids.insert(edge.id) {
            let message = "there are two edges of this id; every edge needs its own";
            return Err(Error::input(message).at(place));
        }
        for (end, id) in [("startid", edge.from), ("endid", edge.to)] {
            if !positions.contains_key(&id) {
                return Err(
                    Error::input(format!("its {end} is {id}, but there is no such node")).at(place)
                );
            }
        }
        if distance(positions[&edge.from], positions[&edge.to]) < SAME {
            warnings.left_out(place, "both its ends are on one point");
            continue;
        }
        let key = (edge.from.min(edge.to), edge.from.max(edge.to));
        let both = pairs.entry(key).or_insert(Both { first: number, ..Both::default() });
        let way = if edge.from == key.0 { &mut both.up } else { &mut both.down };
        match way {
            Some(other) => {
                warnings.left_out(place, format!("edge {} leads the same way", other.id));
            }
            None => *way = Some(edge),
        }
    }
    let mut pairs: Vec<(_, Both<'_>)> = pairs.into_iter().collect();
    pairs.sort_by_key(|(_, both)| both.first);
    for ((low, high), both) in pairs {
        let (from, to) = if both.up.is_some() { (low, high) } else { (high, low) };
        let ends = [positions[&from], positions[&to]];
        let edges: Vec<&Edge> = [both.up, both.down].into_iter().flatten().collect();
        for edge in &edges {
            door(edge, ends, document, warnings);
        }
        document.passages.push(PassageEntry {
            between: [from.to_string(), to.to_string()],
            floor: None,
            wall: None,
            length: edges.first().and_then(|edge| walked(edge, ends)),
            connection: None,
            one_way: edges.len() == 1,
            step_free: None,
            access: Access::Public,
        });
    }
    Ok(())
}

/// The length of a line with corners, if it is longer than the straight way.
fn walked(edge: &Edge, [from, to]: [[f64; 2]; 2]) -> Option<f64> {
    let steps = edge.line.windows(2);
    let length: f64 = steps.map(|pair| distance(pair[0], pair[1])).sum();
    let straight = distance(from, to);
    (edge.line.len() > 2 && length > straight * 1.01).then_some(length)
}

/// An edge on which a door is opened has a door in its middle.
fn door(edge: &Edge, [from, to]: [[f64; 2]; 2], document: &mut Document, warnings: &mut Tally) {
    let operations = edge.properties.get("operations").and_then(Value::as_object);
    for (name, operation) in operations.into_iter().flatten() {
        let kind = operation.get("type").and_then(Value::as_str).unwrap_or(name);
        let lower = kind.to_lowercase();
        if !lower.contains("door") && !lower.contains("gate") {
            warnings.left_out(
                format_args!("edge {}, operation {name}", edge.id),
                "robots do it, people do not",
            );
            continue;
        }
        let door = operation.pointer("/metadata/door_id").or(operation.pointer("/metadata/door"));
        let id = match door {
            Some(Value::String(text)) => format!("door_{text}"),
            Some(Value::Number(number)) => format!("door_{number}"),
            _ => format!("door_of_edge_{}", edge.id),
        };
        // The edge back through the same door tells of it again.
        if document.doors.iter().any(|known| known.id == id) {
            continue;
        }
        let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        let length = distance(from, to);
        let half = DOOR_WIDTH / 2.0;
        let across = [-(to[1] - from[1]) / length * half, (to[0] - from[0]) / length * half];
        warnings.add(
            format_args!("edge {}, operation {name}", edge.id),
            "a door is drawn in the middle of the edge",
            "the graph does not say where on it the door is",
        );
        document.doors.push(DoorEntry {
            id,
            level: LEVEL.to_owned(),
            line: [
                [middle[0] - across[0], middle[1] - across[1]],
                [middle[0] + across[0], middle[1] + across[1]],
            ],
            kind: if lower.contains("gate") { DoorKind::Gate } else { DoorKind::Door },
            name: None,
            between: Vec::new(),
            automatic: false,
            entrance: false,
            step_free: None,
            access: Access::Public,
            one_way: false,
        });
    }
}

fn distance(from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}
