//! The map: places, passages and what can be seen, walked and routed there.
//!
//! A [`World`] is the paper's hybrid metric-topologic-semantic map. Its
//! places have metric positions, names and objects; its passages run straight
//! between two places, with one kind of floor and one kind of wall, and leave
//! a place at any angle. The right-angled grid of the SAIL maps is only a
//! special case.
//!
//! - [`Class`]: what sorts of things there are: floors, pictures, objects.
//! - [`Vocabulary`]: the kinds of every class, and their words.
//! - [`Pose`], [`Heading`], [`Side`]: where a follower is and what its left is.
//! - [`Sight`], [`View`]: what one sees from a pose, the one way to look.
//! - [`Journey`]: what somebody asks for, from here to there or along a path.
//! - [`Route`]: a legal walk as a sequence of poses, and the shortest one.
//! - [`Segment`]: the pieces of a route that become one sentence each.
//! - Readers: [`load`] (our own format, SAIL's maps),
//!   [`embedded`] (the worlds every binary carries), [`generate`] (large ones).
//! - [`limits`]: how much of everything a world may have.
//! - [`draw`]: a world and a route as SVG or in a terminal.

mod building;
mod class;
mod course;
pub mod document;
pub mod draw;
pub mod embedded;
mod estimate;
mod finding;
#[cfg(test)]
pub(crate) mod fixture;
mod generate;
mod georeference;
mod ground;
mod heading;
mod identity;
mod journey;
mod json;
mod layout;
pub mod limits;
mod map;
mod names;
mod pose;
mod route;
mod route_record;
mod sail;
mod search;
mod segment;
mod sight;
mod vocabulary;
mod walker;
mod walls;

pub use building::{
    Area, AreaId, Building, Connection, ConnectionId, Door, DoorId, Fixture, FixtureId, Level,
    LevelId, Link, Partition, Stop,
};
pub use class::{Attachment, Class};
pub(crate) use course::{Before, TURN, far, heading, moved};
pub use course::{Leg, Next};
pub use generate::{GenerateConfig, generate};
pub use georeference::Georeference;
pub use ground::{AT_HAND, Ground, GroundLevel, Ride};
pub use heading::{Heading, Side};
pub use identity::WorldId;
pub use journey::{Journey, Waypoint};
pub use json::{document_from_json, document_schema, from_json, json_schema, to_json};
pub(crate) use layout::leads_into_lift;
pub use map::{
    Exit, Landmark, MAX_COORDINATE, Passage, PassageId, Place, PlaceId, World, WorldBuilder,
};
pub use names::NamedPlace;
pub use pose::{Pose, Position};
pub use route::{Movement, Route};
pub use route_record::RouteRecord;
pub(crate) use sail::from_sail_xml;
pub use search::Profile;
pub use segment::{Crossing, Segment, SegmentKind};
pub use sight::{Anchor, Glimpse, Seen, Sight, Surroundings, View, ViewRecord, What};
pub(crate) use sight::{
    Around, HORIZON, Item, Outlook, Sighted, WIDE, is_corridor, is_hardly_a_corridor,
};
pub use vocabulary::{Group, Kind, KindId, Vocabulary};
#[cfg(test)]
pub(crate) use vocabulary::{PARTS, RESERVED};
pub use walker::{FartherOn, Scene, ScenePlace, SceneThing, WalkStep, Walker};

use std::path::Path;

use crate::{Error, Result};

/// Reads a world from a file: JSON in our own format, or a SAIL map in XML,
/// told apart by the first sign of its text.
pub fn load(file: impl AsRef<Path>) -> Result<World> {
    let file = file.as_ref();
    let bytes = std::fs::read(file)
        .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(file))?;
    from_bytes(&bytes).map_err(|error| error.in_file(file))
}

/// Reads a world from the bytes of a file.
pub fn from_bytes(bytes: &[u8]) -> Result<World> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Error::input("not UTF-8 text; a world is JSON or SAIL's XML")
            .at(format!("byte {}", error.valid_up_to() + 1))
    })?;
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        Some('<') => from_sail_xml(text),
        Some('{') => from_json(text),
        Some(_) => Err(Error::input("neither JSON ('{') nor XML ('<')").at("line 1, column 1")),
        None => Err(Error::input("the file is empty; a world is JSON or SAIL's XML")),
    }
}
