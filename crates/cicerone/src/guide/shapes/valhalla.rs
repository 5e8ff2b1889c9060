//! A route as Valhalla's route action answers: a trip of one leg, manoeuvres by
//! number, the line in six decimals.

use schemars::JsonSchema;
use serde::Serialize;

use super::itinerary::{Frame, Indoor, Itinerary, Move};
use super::polyline::encode;
use crate::guide::Manoeuvre;

/// What Valhalla's route action answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ValhallaAnswer {
    trip: Trip,
    /// What the coordinates mean.
    cicerone: Frame,
}

/// A trip.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Trip {
    /// The start and the goal.
    locations: Vec<Location>,
    /// Always one.
    legs: Vec<TripLeg>,
    summary: Summary,
    /// Always 0.
    status: u8,
    status_message: &'static str,
    /// What lengths are counted in: `kilometers`.
    units: &'static str,
    language: &'static str,
}

/// An end of the trip.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct Location {
    /// Always `break`.
    #[serde(rename = "type")]
    kind: &'static str,
    lat: f64,
    lon: f64,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    original_index: usize,
}

/// From the start to the goal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct TripLeg {
    maneuvers: Vec<TripManeuver>,
    summary: Summary,
    /// The line, as a polyline of six decimals.
    shape: String,
}

/// One manoeuvre and the way to the next.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct TripManeuver {
    /// Valhalla's number of it.
    #[serde(rename = "type")]
    kind: u8,
    /// What the follower is told.
    instruction: String,
    /// What a voice says before it.
    verbal_pre_transition_instruction: String,
    /// The same in a few words.
    verbal_succinct_transition_instruction: String,
    /// Seconds.
    time: f64,
    /// Kilometres.
    length: f64,
    /// Always the time.
    cost: f64,
    begin_shape_index: usize,
    end_shape_index: usize,
    /// Degrees clockwise from north; left out of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    bearing_before: Option<u16>,
    /// Degrees clockwise from north; left out of the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    bearing_after: Option<u16>,
    /// What one walks along or takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    street_names: Option<[String; 1]>,
    /// Always `pedestrian`.
    travel_mode: &'static str,
    /// Always `foot`.
    travel_type: &'static str,
    indoor: Indoor,
}

/// A trip or a leg in figures.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
struct Summary {
    /// Seconds.
    time: f64,
    /// Kilometres.
    length: f64,
    /// Always the time.
    cost: f64,
    min_lat: f64,
    min_lon: f64,
    max_lat: f64,
    max_lon: f64,
}

impl ValhallaAnswer {
    pub(super) fn new(itinerary: &Itinerary) -> ValhallaAnswer {
        let of = |pick: fn(f64, f64) -> f64, axis: usize| {
            itinerary.line.iter().map(|point| point[axis]).reduce(pick).unwrap_or_default()
        };
        let summary = Summary {
            time: milli(itinerary.seconds()),
            length: milli(itinerary.metres() / 1000.0),
            cost: milli(itinerary.seconds()),
            min_lat: of(f64::min, 1),
            min_lon: of(f64::min, 0),
            max_lat: of(f64::max, 1),
            max_lon: of(f64::max, 0),
        };
        let last = itinerary.moves.len() - 1;
        let maneuvers = itinerary.moves.iter().enumerate().map(|(number, one)| TripManeuver {
            kind: kind(one, number == 0),
            instruction: one.text.clone(),
            verbal_pre_transition_instruction: one.text.clone(),
            verbal_succinct_transition_instruction: format!("{}.", one.banner()),
            time: milli(one.seconds),
            length: milli(one.metres / 1000.0),
            cost: milli(one.seconds),
            begin_shape_index: one.span[0],
            end_shape_index: one.span[1],
            bearing_before: (number > 0).then(|| whole(one.bearings[0])),
            bearing_after: (number < last).then(|| whole(one.bearings[1])),
            street_names: (!one.name.is_empty()).then(|| [one.name.clone()]),
            travel_mode: "pedestrian",
            travel_type: "foot",
            indoor: one.indoor.clone(),
        });
        let leg =
            TripLeg { maneuvers: maneuvers.collect(), summary, shape: encode(&itinerary.line) };
        let ends = [itinerary.line.first(), itinerary.line.last()];
        let locations = itinerary.ends.iter().zip(ends).enumerate();
        let locations = locations.map(|(original_index, (name, point))| {
            let [lon, lat] = point.copied().unwrap_or_default();
            let name = Some(name.clone()).filter(|name| !name.is_empty());
            Location { kind: "break", lat, lon, name, original_index }
        });
        ValhallaAnswer {
            trip: Trip {
                locations: locations.collect(),
                legs: vec![leg],
                summary,
                status: 0,
                status_message: "Found route between points",
                units: "kilometers",
                language: "en-US",
            },
            cicerone: itinerary.frame,
        }
    }
}

/// Valhalla's number of a manoeuvre (`DirectionsLeg.Maneuver.Type`).
fn kind(one: &Move, is_first: bool) -> u8 {
    match one.manoeuvre {
        Manoeuvre::Arrive => 4,
        _ if is_first => 1,
        Manoeuvre::Lift => 39,
        Manoeuvre::Stairs => 40,
        Manoeuvre::Escalator => 41,
        Manoeuvre::EnterBuilding => 42,
        Manoeuvre::LeaveBuilding => 43,
        // It has no ramps for people, but a change of level.
        Manoeuvre::Ramp => 44,
        _ => match one.turn {
            Some(Manoeuvre::SlightRight) => 9,
            Some(Manoeuvre::TurnRight) => 10,
            Some(Manoeuvre::SharpRight) => 11,
            Some(Manoeuvre::TurnAround) => 12,
            Some(Manoeuvre::SharpLeft) => 14,
            Some(Manoeuvre::TurnLeft) => 15,
            Some(Manoeuvre::SlightLeft) => 16,
            _ => 8,
        },
    }
}

fn whole(degrees: f64) -> u16 {
    (degrees.round() as u16) % 360
}

/// Valhalla writes thousandths.
fn milli(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
