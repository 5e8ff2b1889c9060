//! A route as OSRM's route service answers (version 5), with the banners, voices
//! and written instructions that Mapbox's directions add to it. Lines are
//! encoded with six decimals (`geometries=polyline6`).
//!
//! OSRM has no manoeuvres of buildings. Lifts, stairs, escalators and ramps are
//! notifications, which are what it has for another way of moving, with a mode
//! of their own; what lies beyond is in `indoor`.

use schemars::JsonSchema;
use serde::Serialize;

use super::itinerary::{Frame, Indoor, Itinerary, Move};
use super::polyline::encode;
use crate::guide::Manoeuvre;
use crate::guide::instruction::escaped;
use crate::world::document::Point;

/// A voice says what comes next so many metres before it.
const ANNOUNCED: f64 = 5.0;

/// What OSRM's route service answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OsrmAnswer {
    /// Always `Ok`.
    code: &'static str,
    /// Always one.
    routes: Vec<OsrmRoute>,
    /// The start and the goal.
    waypoints: Vec<OsrmWaypoint>,
    /// What the coordinates mean.
    cicerone: Frame,
}

/// A route of one leg.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmRoute {
    /// The whole line, as a polyline of six decimals.
    geometry: String,
    /// Metres.
    distance: f64,
    /// Seconds.
    duration: f64,
    /// Always the duration.
    weight: f64,
    weight_name: &'static str,
    /// The language of banners and voices.
    #[serde(rename = "voiceLocale")]
    voice_locale: &'static str,
    legs: Vec<OsrmLeg>,
}

/// From the start to the goal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmLeg {
    distance: f64,
    duration: f64,
    weight: f64,
    /// Names along the way.
    summary: String,
    steps: Vec<OsrmStep>,
}

/// A manoeuvre and the way to the next.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmStep {
    /// Metres.
    distance: f64,
    /// Seconds.
    duration: f64,
    weight: f64,
    /// Its line, as a polyline of six decimals.
    geometry: String,
    /// What one walks along or takes; empty if that has no name.
    name: String,
    /// The level that a lift, stairs, an escalator or a ramp leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    destinations: Option<String>,
    /// `walking`, `elevator`, `steps`, `escalator` or `ramp`.
    mode: &'static str,
    /// Nobody drives here, but clients expect it.
    driving_side: &'static str,
    maneuver: OsrmManeuver,
    intersections: Vec<OsrmIntersection>,
    #[serde(rename = "voiceInstructions")]
    voice_instructions: Vec<Voice>,
    #[serde(rename = "bannerInstructions")]
    banner_instructions: Vec<Banner>,
    indoor: Indoor,
}

/// What one does.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmManeuver {
    /// `depart`, `turn`, `continue`, `notification` or `arrive`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Which way.
    #[serde(skip_serializing_if = "Option::is_none")]
    modifier: Option<&'static str>,
    /// Longitude and latitude.
    location: Point,
    /// Degrees clockwise from north.
    bearing_before: u16,
    /// Degrees clockwise from north.
    bearing_after: u16,
    /// What the follower is told.
    instruction: String,
}

/// Where the manoeuvre is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmIntersection {
    /// Longitude and latitude.
    location: Point,
    /// The directions in which one came and goes on.
    bearings: Vec<u16>,
    /// Which of them may be taken.
    entry: Vec<bool>,
    /// Which of them one came from.
    #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
    into: Option<usize>,
    /// Which of them one takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<usize>,
}

/// What is said, and when.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Voice {
    /// Metres before the end of the step.
    distance_along_geometry: f64,
    announcement: String,
    ssml_announcement: String,
}

/// What is shown on the way to the next manoeuvre.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Banner {
    /// Metres before the end of the step.
    distance_along_geometry: f64,
    primary: BannerText,
}

/// The text of a banner and the arrow beside it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct BannerText {
    text: String,
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    modifier: Option<&'static str>,
    components: Vec<BannerComponent>,
}

/// A piece of a banner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct BannerComponent {
    text: String,
    /// Always `text`.
    #[serde(rename = "type")]
    kind: &'static str,
}

/// An end of the route.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
struct OsrmWaypoint {
    /// What it is called; empty if it has no name.
    name: String,
    /// Longitude and latitude.
    location: Point,
}

impl OsrmAnswer {
    pub(super) fn new(itinerary: &Itinerary) -> OsrmAnswer {
        let (distance, duration) = (tenths(itinerary.metres()), tenths(itinerary.seconds()));
        let steps: Vec<OsrmStep> =
            (0..itinerary.moves.len()).map(|number| OsrmStep::new(itinerary, number)).collect();
        let mut names: Vec<&str> = Vec::new();
        for step in steps.iter().filter(|step| !step.name.is_empty()) {
            if !names.contains(&&*step.name) && names.len() < 2 {
                names.push(&step.name);
            }
        }
        let summary = names.join(", ");
        let leg = OsrmLeg { distance, duration, weight: duration, summary, steps };
        let ends = [itinerary.line.first(), itinerary.line.last()];
        let waypoints = itinerary.ends.iter().zip(ends).map(|(name, location)| OsrmWaypoint {
            name: name.clone(),
            location: location.copied().unwrap_or_default(),
        });
        OsrmAnswer {
            code: "Ok",
            waypoints: waypoints.collect(),
            routes: vec![OsrmRoute {
                geometry: encode(&itinerary.line),
                distance,
                duration,
                weight: duration,
                weight_name: "duration",
                voice_locale: "en-US",
                legs: vec![leg],
            }],
            cicerone: itinerary.frame,
        }
    }
}

impl OsrmStep {
    fn new(itinerary: &Itinerary, number: usize) -> OsrmStep {
        let one = &itinerary.moves[number];
        let line = itinerary.line_of(one);
        let next = itinerary.moves.get(number + 1);
        let (kind, modifier) = kind(itinerary, number);
        let location = line[0];
        let [before, after] = one.bearings.map(whole);
        let reversed = (before + 180) % 360;
        let is_first = number == 0;
        let bearings = match (is_first, next.is_some()) {
            (true, _) => vec![after],
            (false, true) => vec![reversed, after],
            (false, false) => vec![reversed],
        };
        let out = next.map(|_| usize::from(!is_first));
        let metres = tenths(one.metres);
        let voice = |text: &str, metres: f64| Voice {
            distance_along_geometry: metres,
            announcement: text.to_owned(),
            ssml_announcement: format!("<speak>{}</speak>", escaped(text)),
        };
        let own = is_first.then(|| voice(&one.text, metres));
        let coming = next.map(|next| voice(&next.text, metres.min(ANNOUNCED)));
        let banner = next.map(|next| {
            let (kind, modifier) = self::kind(itinerary, number + 1);
            let text = next.banner();
            let components = vec![BannerComponent { text: text.clone(), kind: "text" }];
            Banner {
                distance_along_geometry: metres,
                primary: BannerText { text, kind, modifier, components },
            }
        });
        OsrmStep {
            distance: metres,
            duration: tenths(one.seconds),
            weight: tenths(one.seconds),
            // A line has two ends, even where one arrives.
            geometry: if line.len() == 1 { encode(&[line[0]; 2]) } else { encode(line) },
            name: one.name.clone(),
            destinations: one.indoor.new_level().map(str::to_owned),
            mode: mode(one),
            driving_side: "right",
            maneuver: OsrmManeuver {
                kind,
                modifier,
                location,
                bearing_before: if is_first { 0 } else { before },
                bearing_after: if next.is_some() { after } else { 0 },
                instruction: one.text.clone(),
            },
            intersections: vec![OsrmIntersection {
                location,
                entry: (0..bearings.len()).map(|number| Some(number) == out).collect(),
                bearings,
                into: (!is_first).then_some(0),
                out,
            }],
            voice_instructions: own.into_iter().chain(coming).collect(),
            banner_instructions: banner.into_iter().collect(),
            indoor: one.indoor.clone(),
        }
    }
}

/// The type and the modifier of a move.
fn kind(itinerary: &Itinerary, number: usize) -> (&'static str, Option<&'static str>) {
    let one = &itinerary.moves[number];
    let modifier = one.turn.map(modifier);
    match one.manoeuvre {
        Manoeuvre::Arrive => ("arrive", None),
        _ if number == 0 => ("depart", modifier),
        Manoeuvre::Lift | Manoeuvre::Stairs | Manoeuvre::Escalator | Manoeuvre::Ramp => {
            ("notification", Some("straight"))
        }
        _ => match modifier {
            None | Some("straight") => ("continue", Some("straight")),
            other => ("turn", other),
        },
    }
}

fn modifier(turn: Manoeuvre) -> &'static str {
    match turn {
        Manoeuvre::SlightLeft => "slight left",
        Manoeuvre::TurnLeft => "left",
        Manoeuvre::SharpLeft => "sharp left",
        Manoeuvre::SlightRight => "slight right",
        Manoeuvre::TurnRight => "right",
        Manoeuvre::SharpRight => "sharp right",
        Manoeuvre::TurnAround => "uturn",
        _ => "straight",
    }
}

fn mode(one: &Move) -> &'static str {
    match one.manoeuvre {
        Manoeuvre::Lift => "elevator",
        Manoeuvre::Stairs => "steps",
        Manoeuvre::Escalator => "escalator",
        Manoeuvre::Ramp => "ramp",
        _ => "walking",
    }
}

fn whole(degrees: f64) -> u16 {
    (degrees.round() as u16) % 360
}

/// OSRM writes tenths.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
