//! A route as maps draw it: GeoJSON (RFC 7946), a line for every step and a point
//! for either end.

use schemars::JsonSchema;
use serde::Serialize;

use super::itinerary::{Frame, Indoor, Itinerary, Move};
use crate::world::document::Point;

/// The steps and the two ends of a route.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FeatureCollection {
    /// Always `FeatureCollection`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The steps in order, then the start and the goal.
    features: Vec<Feature>,
    /// What the coordinates mean.
    cicerone: Frame,
}

/// A step or an end.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Feature {
    /// Always `Feature`.
    #[serde(rename = "type")]
    kind: &'static str,
    geometry: Geometry,
    properties: Properties,
}

/// Where it is, in longitude and latitude.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", content = "coordinates")]
#[schemars(rename = "GeoJsonGeometry")]
enum Geometry {
    LineString(Vec<Point>),
    Point(Point),
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "role", rename_all = "lowercase")]
#[schemars(rename = "GeoJsonProperties")]
enum Properties {
    /// A step of the instruction.
    Step {
        /// Its number, from 0.
        step: usize,
        /// What the follower is told.
        text: String,
        /// What one walks along or takes; empty if that has no name.
        name: String,
        /// Metres.
        distance: f64,
        /// Seconds.
        seconds: f64,
        #[serde(flatten)]
        indoor: Indoor,
    },
    /// The first place.
    Start {
        /// What it is called; empty if it has no name.
        name: String,
    },
    /// The last place.
    Goal {
        /// What it is called; empty if it has no name.
        name: String,
    },
}

impl FeatureCollection {
    pub(super) fn new(itinerary: &Itinerary) -> FeatureCollection {
        let feature = |geometry, properties| Feature { kind: "Feature", geometry, properties };
        let step = |(number, one): (usize, &Move)| {
            let line = itinerary.line_of(one);
            // A line has two ends, even where nobody walks.
            let line = if line.len() == 1 { vec![line[0]; 2] } else { line.to_vec() };
            let properties = Properties::Step {
                step: number,
                text: one.text.clone(),
                name: one.name.clone(),
                distance: one.metres,
                seconds: one.seconds,
                indoor: one.indoor.clone(),
            };
            feature(Geometry::LineString(line), properties)
        };
        // Arriving is where the goal is, and nothing is walked there.
        let walked = &itinerary.moves[..itinerary.moves.len() - 1];
        let mut features: Vec<Feature> = walked.iter().enumerate().map(step).collect();
        let [start, goal] = itinerary.ends.clone();
        let ends = [(Properties::Start { name: start }, itinerary.line.first())];
        let ends =
            ends.into_iter().chain([(Properties::Goal { name: goal }, itinerary.line.last())]);
        features.extend(
            ends.filter_map(|(properties, point)| {
                Some(feature(Geometry::Point(*point?), properties))
            }),
        );
        FeatureCollection { kind: "FeatureCollection", features, cicerone: itinerary.frame }
    }
}
