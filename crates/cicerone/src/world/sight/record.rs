//! A view in the world's own names, as other programs read it.

use schemars::JsonSchema;
use serde::Serialize;

use super::View;
use crate::world::{Class, PassageId, PlaceId, World};

/// A [`View`] with the world's own names for everything, as other programs
/// read it: the output of `cicerone view --format json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "View")]
pub struct ViewRecord {
    /// The openings of one's own place.
    here: Here,
    /// Every place down the corridor, one's own first.
    ahead: Vec<Ahead>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
struct Here {
    front: Option<Opening>,
    right: Option<Opening>,
    back: Option<Opening>,
    left: Option<Opening>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
struct Opening {
    /// Kind of floor, `unknown` if the world does not know it.
    floor: String,
    /// Kind of wall; null is a bare one.
    wall: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
struct Ahead {
    /// The most prominent object there.
    object: Option<String>,
    /// Where a place has several objects: all but the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    further_objects: Vec<String>,
    /// What else is there: things of other classes, and what is called or
    /// written on anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    landmarks: Vec<Sighted>,
    /// Floor of the opening to the left.
    left: Option<String>,
    /// Floor of the opening to the right.
    right: Option<String>,
    /// Floor of the passage that leads on; null at the end.
    floor: Option<String>,
    /// Wall of the passage that leads on.
    wall: Option<String>,
}

/// One thing at a place, of any class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Landmark")]
struct Sighted {
    /// What sort of thing: `object`.
    class: String,
    /// Its kind.
    kind: String,
    /// What it is called, or what is written on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl View {
    /// The view in names.
    pub fn record(&self, world: &World) -> ViewRecord {
        let vocabulary = world.vocabulary();
        let name = |kind| vocabulary.name(kind).to_owned();
        let floor = |id: PassageId| world.floor(id).map_or_else(|| "unknown".to_owned(), name);
        let wall = |id: PassageId| world.look(id, Class::PICTURE).map(name);
        let [front, right, back, left] = self.here.map(|exit| {
            exit.map(|exit| Opening { floor: floor(exit.passage), wall: wall(exit.passage) })
        });
        let ahead = self.ahead.iter().map(|glimpse| {
            let mut objects = objects(world, glimpse.place).into_iter();
            Ahead {
                object: objects.next(),
                further_objects: objects.collect(),
                landmarks: others(world, glimpse.place),
                left: glimpse.left.map(floor),
                right: glimpse.right.map(floor),
                floor: glimpse.onward.map(floor),
                wall: glimpse.onward.and_then(wall),
            }
        });
        ViewRecord { here: Here { front, right, back, left }, ahead: ahead.collect() }
    }
}

fn objects(world: &World, place: PlaceId) -> Vec<String> {
    let objects = world.landmarks(place).iter().filter(|one| one.kind.class() == Class::OBJECT);
    objects.map(|one| world.vocabulary().name(one.kind).to_owned()).collect()
}

/// What the list of objects does not tell.
fn others(world: &World, place: PlaceId) -> Vec<Sighted> {
    let landmarks = world.landmarks(place).iter();
    let untold = landmarks.filter(|one| one.kind.class() != Class::OBJECT || one.name.is_some());
    untold
        .map(|one| Sighted {
            class: one.kind.class().to_string(),
            kind: world.vocabulary().name(one.kind).to_owned(),
            name: one.name.as_deref().map(str::to_owned),
        })
        .collect()
}
