//! A route graph as GeoJSON has it, read within bounds.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use cicerone::{Error, Result};

/// Past this a file is no route graph of a building.
const MOST_FEATURES: usize = 5_000_000;

/// The file.
#[derive(Debug, Deserialize)]
struct File {
    #[serde(default)]
    name: Option<Value>,
    features: Vec<Feature>,
}

#[derive(Debug, Deserialize)]
struct Feature {
    /// Features of an IMDF venue have one.
    #[serde(default)]
    feature_type: Option<IgnoredAny>,
    #[serde(default)]
    properties: Option<Value>,
    #[serde(default)]
    geometry: Option<Geometry>,
}

#[derive(Debug, Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    coordinates: Value,
}

/// The graph: nodes and directed edges.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) name: Option<String>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    /// Features that are neither, by their number in the file and their kind.
    pub(super) others: Vec<(usize, String)>,
}

/// A node; `y` upward.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) id: u64,
    pub(super) at: [f64; 2],
    pub(super) frame: Option<String>,
    pub(super) properties: Value,
}

/// An edge from one node to another.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) id: u64,
    pub(super) from: u64,
    pub(super) to: u64,
    /// Its corners, where it is drawn with any; `y` upward.
    pub(super) line: Vec<[f64; 2]>,
    pub(super) properties: Value,
}

/// Reads the file.
pub(super) fn parse(bytes: &[u8]) -> Result<Graph> {
    let file: File = serde_json::from_slice(bytes).map_err(|error| {
        Error::input(format!("not GeoJSON as Nav2 has it: {error}"))
            .at(format!("line {}, column {}", error.line(), error.column()))
            .because(error)
    })?;
    if file.features.len() > MOST_FEATURES {
        return Err(Error::input(format!(
            "{} features are more than {MOST_FEATURES}; no building has as many",
            file.features.len()
        )));
    }
    let name = file.name.and_then(|name| name.as_str().map(str::to_owned));
    let mut graph = Graph { name, nodes: Vec::new(), edges: Vec::new(), others: Vec::new() };
    for (number, feature) in file.features.into_iter().enumerate() {
        if feature.feature_type.is_some() {
            return Err(Error::input(
                "these are features of an IMDF venue; hand in its folder or zip archive, with \
                 level.geojson and unit.geojson",
            )
            .at(format!("feature number {number}")));
        }
        let properties = feature.properties.unwrap_or(Value::Null);
        let place = match properties.get("id") {
            Some(id) => format!("feature {id}"),
            None => format!("feature number {number}"),
        };
        let Some(geometry) = feature.geometry else {
            // An edge is where its nodes are, drawn or not.
            if properties.get("startid").is_some() {
                graph.edges.push(edge(None, properties).map_err(|e| e.at(place))?);
            } else {
                graph.others.push((number, "nothing".to_owned()));
            }
            continue;
        };
        match geometry.kind.as_str() {
            "Point" => graph.nodes.push(node(&geometry, properties).map_err(|e| e.at(place))?),
            "LineString" | "MultiLineString" => {
                graph.edges.push(edge(Some(&geometry), properties).map_err(|e| e.at(place))?);
            }
            _ => graph.others.push((number, geometry.kind)),
        }
    }
    Ok(graph)
}

fn node(geometry: &Geometry, properties: Value) -> Result<Node> {
    let id = whole(&properties, "id")?;
    let at = position(&geometry.coordinates)?;
    let frame = properties.get("frame").and_then(Value::as_str).map(str::to_owned);
    Ok(Node { id, at, frame, properties })
}

fn edge(geometry: Option<&Geometry>, properties: Value) -> Result<Edge> {
    let id = whole(&properties, "id")?;
    let from = whole(&properties, "startid")?;
    let to = whole(&properties, "endid")?;
    let nothing = Vec::new();
    let parts = geometry.and_then(|it| it.coordinates.as_array()).unwrap_or(&nothing);
    let mut line = Vec::new();
    // A MultiLineString has its parts one after another.
    if geometry.is_some_and(|it| it.kind == "MultiLineString") {
        for part in parts {
            for corner in part.as_array().unwrap_or(&nothing) {
                line.push(position(corner)?);
            }
        }
    } else {
        for corner in parts {
            line.push(position(corner)?);
        }
    }
    Ok(Edge { id, from, to, line, properties })
}

fn whole(properties: &Value, key: &str) -> Result<u64> {
    // Some programs write 7 as 7.0.
    let whole = |value: &Value| {
        let float = value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..1e15).contains(n));
        value.as_u64().or(float.map(|n| n as u64))
    };
    properties.get(key).and_then(whole).ok_or_else(|| {
        let found = properties.get(key).map_or("nothing".to_owned(), Value::to_string);
        let found: String = found.chars().take(40).collect();
        Error::input(format!("its {key} should be a whole number, not {found}"))
    })
}

/// Farther than this from the middle nothing of a building lies, in metres.
const FARTHEST: f64 = 100_000.0;

fn position(value: &Value) -> Result<[f64; 2]> {
    let number = |at: usize| value.get(at).and_then(Value::as_f64);
    match (number(0), number(1)) {
        (Some(x), Some(y)) if x.abs() <= FARTHEST && y.abs() <= FARTHEST => Ok([x, y]),
        (Some(x), Some(y)) => Err(Error::input(format!(
            "{x},{y} lies more than {} km away; coordinates are metres in the map's frame",
            FARTHEST / 1000.0
        ))),
        _ => Err(Error::input("a position is two numbers, metres to the right and up")),
    }
}
