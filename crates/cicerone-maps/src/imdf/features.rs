//! The features of a venue as their files have them.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use cicerone::world::document::Point;
use cicerone::{Error, Result};

use super::files::Files;

/// One feature of a file, with the properties of its type.
#[derive(Debug)]
pub(super) struct Feature<P> {
    pub(super) id: String,
    pub(super) geometry: Option<Geometry>,
    pub(super) properties: P,
}

/// The shapes that venues use.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type")]
pub(super) enum Geometry {
    Point {
        coordinates: Position,
    },
    LineString {
        coordinates: Vec<Position>,
    },
    MultiLineString {
        coordinates: Vec<Vec<Position>>,
    },
    Polygon {
        coordinates: Vec<Vec<Position>>,
    },
    MultiPolygon {
        coordinates: Vec<Vec<Vec<Position>>>,
    },
    #[serde(other)]
    Other,
}

/// Longitude, latitude, and perhaps a height that is not asked for.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<f64>")]
pub(super) struct Position(pub(super) Point);

impl TryFrom<Vec<f64>> for Position {
    type Error = String;

    fn try_from(numbers: Vec<f64>) -> std::result::Result<Position, String> {
        match numbers[..] {
            [longitude, latitude] | [longitude, latitude, _] => Ok(Position([longitude, latitude])),
            _ => Err(format!(
                "a position has {} numbers; it needs longitude and latitude",
                numbers.len()
            )),
        }
    }
}

/// A text in several languages.
pub(super) type Labels = Option<Label>;

/// As IMDF has it, or as programs write it that know one language only.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a name is a text for each language, such as {\"en\": \"Lobby\"}")]
pub(super) enum Label {
    Languages(BTreeMap<String, Option<String>>),
    Plain(String),
}

/// The number of a level, as a number.
fn ordinal<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<f64, D::Error> {
    let value = Value::deserialize(from)?;
    value.as_f64().ok_or_else(|| {
        D::Error::custom(format!("its ordinal should be a number such as 0 or -1, not {value}"))
    })
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Manifest {
    pub(super) language: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    #[serde(default)]
    pub(super) name: Labels,
}

#[derive(Debug, Deserialize)]
pub(super) struct Level {
    #[serde(deserialize_with = "ordinal")]
    pub(super) ordinal: f64,
    #[serde(default)]
    pub(super) name: Labels,
    #[serde(default)]
    pub(super) short_name: Labels,
    #[serde(default)]
    pub(super) outdoor: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Unit {
    pub(super) category: String,
    pub(super) level_id: String,
    #[serde(default)]
    pub(super) name: Labels,
    #[serde(default)]
    pub(super) alt_name: Labels,
    #[serde(default)]
    pub(super) restriction: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Opening {
    #[serde(default)]
    pub(super) category: Option<String>,
    pub(super) level_id: String,
    #[serde(default)]
    pub(super) name: Labels,
    #[serde(default)]
    pub(super) door: Option<Door>,
    #[serde(default)]
    pub(super) accessibility: Option<Vec<String>>,
    #[serde(default)]
    pub(super) access_control: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Door {
    #[serde(default, rename = "type")]
    pub(super) kind: Option<String>,
    #[serde(default)]
    pub(super) automatic: Option<bool>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Amenity {
    pub(super) category: String,
    #[serde(default)]
    pub(super) name: Labels,
    #[serde(default)]
    pub(super) unit_ids: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Anchor {
    #[serde(default)]
    pub(super) unit_id: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Occupant {
    #[serde(default)]
    pub(super) category: Option<String>,
    #[serde(default)]
    pub(super) name: Labels,
    #[serde(default)]
    pub(super) anchor_id: Option<String>,
}

/// A fixture or a kiosk: something that stands on a level.
#[derive(Debug, Deserialize)]
pub(super) struct Fixture {
    #[serde(default)]
    pub(super) category: Option<String>,
    #[serde(default)]
    pub(super) name: Labels,
    pub(super) level_id: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Relationship {
    #[serde(default)]
    pub(super) category: Option<String>,
    #[serde(default)]
    pub(super) direction: Option<String>,
    #[serde(default)]
    pub(super) origin: Option<Reference>,
    #[serde(default)]
    pub(super) intermediary: Option<Vec<Reference>>,
    #[serde(default)]
    pub(super) destination: Option<Reference>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Reference {
    pub(super) id: String,
    #[serde(default)]
    feature_type: Option<String>,
}

impl Reference {
    /// True if it says that it names a unit.
    pub(super) fn is_unit(&self) -> bool {
        self.feature_type.as_deref() == Some("unit")
    }
}

/// The features of one file, `unit` for `unit.geojson`; none if there is no
/// such file.
pub(super) fn features<P: DeserializeOwned>(files: &Files, name: &str) -> Result<Vec<Feature<P>>> {
    #[derive(Deserialize)]
    struct Collection {
        features: Vec<Value>,
    }
    let file = format!("{name}.geojson");
    let Some(bytes) = files.get(&file) else { return Ok(Vec::new()) };
    let collection: Collection = parse(bytes, &file, "a FeatureCollection")?;
    let mut read = Vec::with_capacity(collection.features.len());
    for (number, mut value) in collection.features.into_iter().enumerate() {
        let id = match value.get("id") {
            Some(Value::String(id)) => id.clone(),
            Some(Value::Number(id)) => id.to_string(),
            _ => {
                return Err(Error::input("has no id; every feature of a venue has one")
                    .at(format!("feature {}", number + 1))
                    .in_file(&file));
            }
        };
        let mut take = |key: &str| value.get_mut(key).map(Value::take).unwrap_or_default();
        let wrong = |what: &str, error: serde_json::Error| {
            Error::input(format!("its {what} cannot be understood: {error}"))
                .at(format!("{name} {id}"))
                .in_file(&file)
                .because(error)
        };
        let geometry = serde_json::from_value(take("geometry"));
        let geometry = geometry.map_err(|error| wrong("geometry", error))?;
        let properties = serde_json::from_value(take("properties"));
        let properties = properties.map_err(|error| wrong("properties", error))?;
        read.push(Feature { id, geometry, properties });
    }
    Ok(read)
}

/// A whole file as JSON.
pub(super) fn parse<T: DeserializeOwned>(bytes: &[u8], file: &str, what: &str) -> Result<T> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        Error::input(format!("not {what}: {message}")).at(place).in_file(file).because(error)
    })
}
