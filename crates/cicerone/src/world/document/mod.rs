//! A building as version 2 of our format writes it: plain data, not yet checked.
//!
//! Levels hold areas, doors, walls, landmarks, places and passages; connections
//! join levels. Everything refers to everything else by id. Positions are in
//! the document's unit, `x` to the right and `y` downward, in one frame for all
//! levels: what stands above each other has the same `x` and `y`.
//!
//! Readers of other formats fill such a document in; a document without places
//! is a floor plan on which ways are still to be found.

mod change;
mod read;
mod write;

pub use change::Change;
pub(crate) use read::{may_travel, rise};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Georeference, Vocabulary};

/// A position: `x` to the right, `y` downward.
pub type Point = [f64; 2];

/// A building.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Cicerone world, version 2")]
pub struct Document {
    /// Always `cicerone-world`.
    pub format: Format,
    /// Always 2.
    #[schemars(range(min = 2, max = 2))]
    pub version: Version,
    /// What the building is called.
    pub name: String,
    /// What lengths are counted in.
    #[serde(default)]
    pub unit: Unit,
    /// Where on earth it lies; left out if nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub georeference: Option<Georeference>,
    /// The kinds it speaks of; those that are only named are added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Vocabulary>,
    /// The storeys, in any order.
    pub levels: Vec<LevelEntry>,
    /// Rooms, corridors, halls and the outdoors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<AreaEntry>,
    /// Doors and other openings between areas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doors: Vec<DoorEntry>,
    /// Stairs, escalators, lifts and ramps between levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub connections: Vec<ConnectionEntry>,
    /// What stands, hangs or is written somewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<LandmarkEntry>,
    /// Walls that no outline tells of: what one can neither pass nor see through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<WallEntry>,
    /// Where one can stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceEntry>,
    /// Straight ways between places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<PassageEntry>,
}

/// The name of the format: `cicerone-world`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub enum Format {
    /// The only one.
    #[default]
    #[serde(rename = "cicerone-world")]
    World,
}

/// The version of the format: 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u32", into = "u32")]
#[schemars(with = "u32")]
pub struct Version;

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(version: u32) -> Result<Version, String> {
        if version == 2 { Ok(Version) } else { Err(format!("version {version}; expected 2")) }
    }
}

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        2
    }
}

/// What lengths are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Metres, as in any real building.
    #[default]
    Metre,
    /// Passages, as in SAIL's worlds, whose lengths mean nothing.
    Passage,
}

/// One storey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// Its place in the order of storeys: 0 is the ground floor, as a rule.
    /// Half storeys are fractions.
    pub ordinal: f64,
    /// What people call it: `Ground floor`, `Level 2`, `UG`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is written beside a lift's button: `G`, `2`, `U1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_name: Option<String>,
    /// Metres above the ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elevation: Option<f64>,
}

/// A room, corridor, hall, or the outdoors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// The level it is on.
    pub level: String,
    /// What sort of area it is.
    pub kind: AreaKind,
    /// More closely what it is, in the words of the source: `restroom.female`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// What people call it: `Reception`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number on its door: `2.14`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Its outline, corner by corner, the first not repeated; empty if not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<Point>,
    /// Outlines of what is cut out of it: courtyards, shafts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<Point>>,
    /// Kind of floor, by its name in the vocabulary or in plain words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// Who may enter.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
}

/// What sort of area.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AreaKind {
    /// A room one enters by a door.
    Room,
    /// A way past rooms.
    Corridor,
    /// A wide open space: a lobby, a concourse, an open-plan office.
    Hall,
    /// Toilets.
    Restroom,
    /// The foot of a staircase, or the staircase.
    Stairs,
    /// A lift's cabin.
    Lift,
    /// An escalator.
    Escalator,
    /// A ramp.
    Ramp,
    /// A platform one waits on.
    Platform,
    /// Outside the building.
    Outdoors,
    /// Nothing to stand on: a void, open to below.
    Void,
}

/// Who may go there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    /// Anybody.
    #[default]
    Public,
    /// Staff, residents, holders of a key or a ticket.
    Restricted,
    /// Nobody: locked, or closed off.
    Closed,
}

impl Access {
    /// True if anybody may go there.
    pub fn is_public(&self) -> bool {
        *self == Access::Public
    }
}

/// A door or another opening between two areas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoorEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// The level it is on.
    pub level: String,
    /// From one jamb to the other.
    pub line: [Point; 2],
    /// What sort of door.
    pub kind: DoorKind,
    /// What people call it: `Main entrance`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The areas it joins, one or two ids; worked out from the outlines if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub between: Vec<String>,
    /// True if it opens by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
    /// True if it leads into or out of the building.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub entrance: bool,
    /// False if a wheelchair does not fit; unknown if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_free: Option<bool>,
    /// Who may pass.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
    /// True if one may pass only from the first to the second of `between`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
}

/// What sort of door.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DoorKind {
    /// An opening without a door.
    Opening,
    /// A door, nothing more is known.
    Door,
    /// One wing on hinges.
    Hinged,
    /// Two wings on hinges.
    DoubleHinged,
    /// One wing that slides.
    Sliding,
    /// Two wings that slide.
    DoubleSliding,
    /// A revolving door.
    Revolving,
    /// A gate or turnstile.
    Gate,
    /// For emergencies only.
    EmergencyExit,
}

/// What joins levels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectionEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// What sort.
    pub kind: ConnectionKind,
    /// What people call it: `Lift 2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where one gets on and off, at least two.
    pub stops: Vec<StopEntry>,
    /// Steps from the first stop to the last, for stairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u32>,
    /// Which way it may be taken; an escalator runs one way.
    #[serde(default, skip_serializing_if = "Travels::is_both")]
    pub travels: Travels,
    /// False if a wheelchair does not fit; unknown if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_free: Option<bool>,
    /// Who may take it.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
}

/// What sort of connection.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ConnectionKind {
    /// Stairs.
    Stairs,
    /// An escalator.
    Escalator,
    /// A lift.
    Lift,
    /// A ramp.
    Ramp,
}

impl ConnectionKind {
    /// What files and people call it.
    pub fn name(self) -> &'static str {
        match self {
            ConnectionKind::Stairs => "stairs",
            ConnectionKind::Escalator => "escalator",
            ConnectionKind::Lift => "lift",
            ConnectionKind::Ramp => "ramp",
        }
    }
}

/// Which way a connection may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Travels {
    /// Up and down.
    #[default]
    Both,
    /// Up only.
    Up,
    /// Down only.
    Down,
}

impl Travels {
    /// True if it may be taken up and down.
    pub(crate) fn is_both(&self) -> bool {
        *self == Travels::Both
    }
}

/// Where one gets on or off a connection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StopEntry {
    /// The level.
    pub level: String,
    /// Where on that level one steps on or off.
    pub at: Point,
    /// The direction one walks off in, in degrees, if known: 0 looks toward
    /// smaller `y`, 90 toward larger `x`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<f64>,
    /// The place one steps on or off at; found by the ways if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// Something one can see and speak of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LandmarkEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// The level it is on.
    pub level: String,
    /// Where it is.
    pub at: Point,
    /// What it is, by its name in the vocabulary or in plain words: `water fountain`.
    pub kind: String,
    /// What this one is called: `Costa Coffee`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is written on it, for a sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Roughly how large it is, its longest side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    /// The area it is in; worked out from the outlines if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
}

/// The kind of a landmark that one walks round and sees past, though it is drawn as
/// a ring of walls.
pub const PILLAR: &str = "pillar";
/// The same for a piece of wall that stands alone.
pub const PARTITION: &str = "partition";

/// A wall, as a line of corners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallEntry {
    /// The level it is on.
    pub level: String,
    /// Its corners, at least two.
    pub line: Vec<Point>,
    /// True if one can see through it: glass, a railing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub see_through: bool,
}

/// Somewhere one can stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceEntry {
    /// Its id, as other entries write it.
    pub id: String,
    /// The level it is on.
    pub level: String,
    /// To the right.
    pub x: f64,
    /// Downward.
    pub y: f64,
    /// The area it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// The door it is in, for a place on a threshold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<String>,
    /// What people call it, if it has a name of its own beside its area's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the source calls it, where people would say it otherwise:
    /// `L2_room1` for 'room 1'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_name: Option<String>,
    /// Kinds of object that stand right here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
}

/// A straight way between two places of one level, or, through a connection,
/// of two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassageEntry {
    /// The places it joins.
    pub between: [String; 2],
    /// Kind of floor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// Kind of picture on the walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
    /// How far one walks, if it is not the straight line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
    /// The connection it leads through, if its ends are on two levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// True if one may go only from the first place to the second.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub one_way: bool,
    /// False if a wheelchair cannot go there; unknown if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step_free: Option<bool>,
    /// Who may go there.
    #[serde(default, skip_serializing_if = "Access::is_public")]
    pub access: Access,
}
