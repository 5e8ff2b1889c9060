//! Small changes to a building, as people who know it make them: what stands
//! where, what something is called, which doors are locked, which places are
//! joined. Most maps have rooms and no landmarks, and landmarks are what makes
//! directions good.
//!
//! A change is checked like any map: what comes of it is a whole new [`World`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Access, Document, LandmarkEntry, PassageEntry, Point, Unit};
use crate::world::World;
use crate::{Error, Result};

/// One change to a building. A name of no letters takes the name away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "change", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Change {
    /// Puts something somewhere that one can see.
    PutLandmark {
        /// The level it is on.
        level: String,
        /// Where it is.
        at: Point,
        /// What it is, in plain words: `water fountain`.
        kind: String,
        /// What this one is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What is written on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Moves a landmark on its level.
    MoveLandmark {
        /// The landmark.
        id: String,
        /// Where it is.
        at: Point,
    },
    /// Says what a landmark is and what it is called; what is left out stays.
    RenameLandmark {
        /// The landmark.
        id: String,
        /// What it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        /// What this one is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What is written on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// Takes a landmark away.
    RemoveLandmark {
        /// The landmark.
        id: String,
    },
    /// Says what an area is called; what is left out stays.
    RenameArea {
        /// The area.
        id: String,
        /// What people call it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The number on its door.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<String>,
    },
    /// Says what a place is called.
    RenamePlace {
        /// The place.
        id: String,
        /// What people call it.
        name: String,
    },
    /// Joins two places of a level that the map leaves apart.
    JoinPlaces {
        /// The places.
        between: [String; 2],
    },
    /// Says who may pass a door.
    SetDoor {
        /// The door.
        id: String,
        /// Who may pass.
        access: Access,
    },
}

impl World {
    /// The same building after some changes; what cannot be done is told with
    /// the number of the change.
    pub fn changed(&self, changes: &[Change]) -> Result<World> {
        if self.unit() != Unit::Metre {
            return Err(Error::input(
                "only buildings in metres can be changed; this is a world of corridors",
            ));
        }
        let mut document = self.to_document();
        for (number, change) in changes.iter().enumerate() {
            let at = |error: Error| error.at(format!("change {}", number + 1));
            self.apply(change, &mut document).map_err(at)?;
        }
        World::from_document(&document)
    }

    fn apply(&self, change: &Change, document: &mut Document) -> Result<()> {
        match change {
            Change::PutLandmark { level, at, kind, name, text } => {
                let kind = named(kind).ok_or_else(|| {
                    Error::input("a landmark needs a kind, such as 'water fountain'")
                })?;
                let (level, area) = self.level_and_area(level, *at)?;
                let landmark = LandmarkEntry {
                    id: free_id(document),
                    level,
                    at: *at,
                    kind: kind.to_owned(),
                    name: name.as_deref().and_then(named).map(str::to_owned),
                    text: text.as_deref().and_then(named).map(str::to_owned),
                    size: None,
                    area,
                };
                document.landmarks.push(landmark);
            }
            Change::MoveLandmark { id, at } => {
                let landmark = one(&mut document.landmarks, "landmark", id, |one| &one.id)?;
                landmark.area = self.level_and_area(&landmark.level, *at)?.1;
                landmark.at = *at;
            }
            Change::RenameLandmark { id, kind, name, text } => {
                let landmark = one(&mut document.landmarks, "landmark", id, |one| &one.id)?;
                if let Some(kind) = kind {
                    let kind = named(kind).ok_or_else(|| {
                        Error::input("a landmark needs a kind, such as 'water fountain'")
                    })?;
                    landmark.kind = kind.to_owned();
                }
                rename(&mut landmark.name, name.as_deref());
                rename(&mut landmark.text, text.as_deref());
            }
            Change::RemoveLandmark { id } => {
                one(&mut document.landmarks, "landmark", id, |one| &one.id)?;
                document.landmarks.retain(|one| one.id != *id);
            }
            Change::RenameArea { id, name, number } => {
                let area = one(&mut document.areas, "area", id, |one| &one.id)?;
                rename(&mut area.name, name.as_deref());
                rename(&mut area.number, number.as_deref());
            }
            Change::RenamePlace { id, name } => {
                let place = one(&mut document.places, "place", id, |one| &one.id)?;
                rename(&mut place.name, Some(name));
            }
            Change::JoinPlaces { between } => join(document, between)?,
            Change::SetDoor { id, access } => {
                one(&mut document.doors, "door", id, |one| &one.id)?.access = *access;
            }
        }
        Ok(())
    }

    /// The ids of a level and of the area at a position of it, if there is one.
    fn level_and_area(&self, level: &str, at: Point) -> Result<(String, Option<String>)> {
        if !at.iter().all(|along| along.is_finite()) {
            return Err(Error::input("a position is two numbers: x to the right, y downward"));
        }
        let level = self.find_level(level)?;
        let area = self.layout().area_at(self, level, at).map(|id| self.area(id).id.to_string());
        Ok((self.storey(level).id.to_string(), area))
    }
}

/// A way between two places, if there is none.
fn join(document: &mut Document, between: &[String; 2]) -> Result<()> {
    let mut levels = Vec::new();
    for id in between {
        levels.push(one(&mut document.places, "place", id, |one| &one.id)?.level.clone());
    }
    if between[0] == between[1] {
        return Err(Error::input("a place cannot be joined to itself; name two"));
    }
    if levels[0] != levels[1] {
        return Err(Error::input(
            "the places are on two levels; only stairs, lifts and ramps join levels",
        ));
    }
    let mut turned = between.clone();
    turned.reverse();
    if document.passages.iter().any(|one| one.between == *between || one.between == turned) {
        return Err(Error::input(format!(
            "'{}' and '{}' are joined already",
            between[0], between[1]
        )));
    }
    document.passages.push(PassageEntry {
        between: between.clone(),
        floor: None,
        wall: None,
        length: None,
        connection: None,
        one_way: false,
        step_free: None,
        access: Access::Public,
    });
    Ok(())
}

/// The entry with that id.
fn one<'d, T>(
    entries: &'d mut [T],
    what: &str,
    id: &str,
    id_of: impl Fn(&T) -> &String,
) -> Result<&'d mut T> {
    entries
        .iter_mut()
        .find(|one| id_of(one) == id)
        .ok_or_else(|| Error::input(format!("there is no {what} with the id '{id}'")))
}

/// A name, or nothing where there are no letters.
fn named(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// Nothing said leaves it as it is, an empty name takes it away.
fn rename(name: &mut Option<String>, to: Option<&str>) {
    if let Some(to) = to {
        *name = named(to).map(str::to_owned);
    }
}

/// An id that no landmark has.
fn free_id(document: &Document) -> String {
    let mut number = document.landmarks.len() + 1;
    loop {
        let id = format!("landmark-{number}");
        if document.landmarks.iter().all(|one| one.id != id) {
            return id;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Journey, Profile, embedded};

    fn hospital() -> World {
        embedded::world("hospital").unwrap()
    }

    fn changed(change: Change) -> Result<Document> {
        hospital().changed(&[change]).map(|world| world.to_document())
    }

    #[test]
    fn a_landmark_is_put_moved_renamed_and_removed() {
        let before = hospital().to_document();
        let in_an_area =
            before.places.iter().filter_map(|place| Some((place, place.area.as_ref()?)));
        let (place, area) = in_an_area
            .filter_map(|(place, id)| Some((place, before.areas.iter().find(|one| one.id == *id)?)))
            .find(|(_, area)| !area.outline.is_empty())
            .unwrap();
        let first = area.outline[0];
        let put = Change::PutLandmark {
            level: area.level.clone(),
            at: [place.x, place.y],
            kind: "red parrot".into(),
            name: Some("Polly".into()),
            text: None,
        };
        let world = hospital().changed(&[put]).unwrap();
        let landmark = world.to_document().landmarks.pop().unwrap();
        assert_eq!((&*landmark.kind, landmark.name.as_deref()), ("red parrot", Some("Polly")));
        assert_eq!(landmark.area.as_ref(), Some(&area.id));
        let id = landmark.id;
        let rename = Change::RenameLandmark {
            id: id.clone(),
            kind: None,
            name: Some(" ".into()),
            text: Some("Do not feed".into()),
        };
        let world = world.changed(&[Change::MoveLandmark { id: id.clone(), at: first }, rename]);
        let world = world.unwrap();
        let landmark = world.to_document().landmarks.pop().unwrap();
        assert_eq!((landmark.at, &*landmark.kind), (first, "red parrot"));
        assert_eq!((landmark.name, landmark.text.as_deref()), (None, Some("Do not feed")));
        let world = world.changed(&[Change::RemoveLandmark { id }]).unwrap();
        assert_eq!(world.to_document().landmarks, before.landmarks);
    }

    #[test]
    fn a_locked_door_is_gone_round_or_refused() {
        let world = hospital();
        let document = world.to_document();
        let mut names = world.named_places().iter().map(|one| one.id.clone());
        let (from, to) = (names.next().unwrap(), names.next_back().unwrap());
        let all: Vec<Change> = document
            .doors
            .iter()
            .map(|door| Change::SetDoor { id: door.id.clone(), access: Access::Closed })
            .collect();
        let way = Journey::between(from, to);
        assert!(way.route_for(&world, Profile::default()).is_ok());
        let locked = world.changed(&all).unwrap();
        assert!(way.route_for(&locked, Profile::default()).unwrap_err().is_input());
    }

    #[test]
    fn areas_and_places_take_names() {
        let before = hospital().to_document();
        let (area, place) = (before.areas[0].id.clone(), before.places[0].id.clone());
        let name = Some("The den".to_owned());
        let after = changed(Change::RenameArea { id: area, name, number: None }).unwrap();
        assert_eq!(after.areas[0].name.as_deref(), Some("The den"));
        assert_eq!(after.areas[0].number, before.areas[0].number);
        let after = changed(Change::RenamePlace { id: place, name: "Here".into() }).unwrap();
        assert_eq!(after.places[0].name.as_deref(), Some("Here"));
    }

    #[test]
    fn what_cannot_be_is_told() {
        let document = hospital().to_document();
        let level = document.levels[0].id.clone();
        let put = |level: &str, x: f64, kind: &str| Change::PutLandmark {
            level: level.into(),
            at: [x, 0.0],
            kind: kind.into(),
            name: None,
            text: None,
        };
        let join = |a: &str, b: &str| Change::JoinPlaces { between: [a.to_owned(), b.to_owned()] };
        let joined = &document.passages[0].between;
        let lost = Change::RemoveLandmark { id: "nowhere".into() };
        for (change, fault) in [
            (put("nowhere", 0.0, "lamp"), "there is no level 'nowhere'"),
            (put(&level, f64::NAN, "lamp"), "two numbers"),
            (put(&level, 1e300, "lamp"), "landmark"),
            (put(&level, 0.0, " "), "needs a kind"),
            (join(&joined[1], &joined[0]), "joined already"),
            (join(&joined[1], &joined[1]), "to itself"),
            (join(&joined[1], "nowhere"), "no place with the id 'nowhere'"),
            (lost, "change 1: there is no landmark"),
        ] {
            let error = changed(change).unwrap_err();
            assert!(error.is_input() && error.to_string().contains(fault), "{error}");
        }
        let corridors = embedded::world("office").unwrap();
        assert!(corridors.changed(&[]).unwrap_err().to_string().contains("world of corridors"));
    }
}
