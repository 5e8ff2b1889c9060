//! Places by name: what can be named in a world, and finding it.
//!
//! People type `lobby`, `Room 2.14`, `reception@ground floor`. Case, accents
//! and punctuation do not matter. A name that several places have is told apart
//! by its level, `NAME@LEVEL`; one that nothing has is answered with what comes
//! nearest.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::document::{AreaKind, Point};
use super::{AreaId, DoorId, LevelId, PlaceId, World};
use crate::{Error, Result};

/// At most so many candidates are listed where a name finds none or several.
const LISTED: usize = 5;

/// One goes to a landmark outside all areas by the place nearest to it, if it
/// is within so many units.
const NEAR: f64 = 25.0;

/// Something that can be named, and the place one goes to for it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NamedPlace {
    /// The id of the place.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it is: `room`, `lift`, `place`, or the kind of a landmark.
    pub kind: String,
    /// What people call its level.
    pub level: String,
    /// Where the place is.
    pub x: f64,
    /// Where the place is.
    pub y: f64,
    #[serde(skip)]
    place: PlaceId,
    /// How surely it is what is meant by its name, the surest first: a sign that
    /// says `X-ray` is not the X-ray, nor is its door.
    #[serde(skip)]
    rank: Rank,
}

/// What sort of thing carries a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Place,
    Door,
    Thing,
}

impl NamedPlace {
    /// The place one goes to.
    pub fn place(&self) -> PlaceId {
        self.place
    }

    /// How a message lists it; the level only where there are several.
    fn listed(&self, world: &World) -> String {
        match world.building().levels.len() {
            1 => format!("'{}'", self.name),
            _ => format!("'{}' on {}", self.name, self.level),
        }
    }
}

impl World {
    /// Everything that can be named, by level and name: places, areas, doors,
    /// connections and landmarks that have a name or a number.
    pub fn named_places(&self) -> Vec<NamedPlace> {
        let mut all: Vec<NamedPlace> = Vec::new();
        let mut add = |place: PlaceId, name: &str, kind: &str, rank: Rank| {
            let (x, y) = self.place(place).position;
            all.push(NamedPlace {
                id: self.place_name(place),
                name: name.to_owned(),
                kind: kind.to_owned(),
                level: self.storey(self.level(place)).called().to_owned(),
                x,
                y,
                place,
                rank,
            });
        };
        let middles = self.middles();
        for place in self.place_ids() {
            if let Some(name) = &self.place(place).name {
                let kind = self.place(place).area.map(|area| kind_name(self.area(area).kind));
                add(place, name, kind.unwrap_or("place"), Rank::Place);
            }
        }
        let building = self.building();
        for (area, middle) in &middles {
            let area = self.area(*area);
            let name = match (&area.name, &area.number) {
                (Some(name), _) => name.to_string(),
                (None, Some(number)) => format!("{} {number}", kind_name(area.kind)),
                (None, None) => continue,
            };
            add(*middle, &name, kind_name(area.kind), Rank::Place);
        }
        for (id, place) in self.thresholds() {
            if let Some(name) = &self.door(id).name {
                add(place, name, "door", Rank::Door);
            }
        }
        for connection in &building.connections {
            let Some(name) = &connection.name else { continue };
            for place in connection.stops.iter().filter_map(|stop| stop.place) {
                add(place, name, connection.kind.name(), Rank::Place);
            }
        }
        for fixture in &building.fixtures {
            let Some(name) = fixture.name.as_deref().or(fixture.text.as_deref()) else { continue };
            let middle = fixture.area.and_then(|area| middles.get(&area)).copied();
            let place = middle.or_else(|| self.nearest(fixture.level, fixture.at));
            if let Some(place) = place {
                add(place, name, self.vocabulary().name(fixture.kind), Rank::Thing);
            }
        }
        let order = |one: &NamedPlace| self.storey(self.level(one.place)).ordinal;
        all.sort_by(|a, b| {
            order(a).total_cmp(&order(b)).then_with(|| (&a.name, &a.id).cmp(&(&b.name, &b.id)))
        });
        // A place and its area often carry the same name.
        all.dedup_by(|a, b| a.place == b.place && a.name == b.name);
        all
    }

    /// What people call a place: its own name, or that of the door, lift or
    /// area it is at.
    pub fn called(&self, id: PlaceId) -> Option<String> {
        let place = self.place(id);
        // A number alone is what stands at the door of a room.
        let is_name = |name: &&str| name.contains(char::is_alphabetic);
        let own = place.name.as_deref().filter(is_name).map(str::to_owned);
        let door =
            || place.door.and_then(|door| self.door(door).name.as_deref()).map(str::to_owned);
        let stop = || {
            let mut links = self.links(id).iter();
            links
                .find_map(|link| self.connection(link.connection).name.as_deref())
                .map(str::to_owned)
        };
        let area = || {
            let area = self.area(place.area?);
            let name = area.name.as_deref().filter(is_name).map(str::to_owned);
            let number = area.number.as_deref().or(area.name.as_deref());
            name.or_else(|| number.map(|number| format!("room {number}")))
        };
        let number = || place.name.as_deref().map(str::to_owned);
        own.or_else(door).or_else(stop).or_else(area).or_else(number)
    }

    /// True if anything here has a name.
    pub fn has_names(&self) -> bool {
        let building = self.building();
        self.places().iter().any(|place| place.name.is_some() || place.id.is_some())
            || building.areas.iter().any(|area| area.name.is_some() || area.number.is_some())
    }

    /// The place that somebody means by a text: an id, a name, a number, or
    /// `NAME@LEVEL`.
    pub fn find(&self, text: &str) -> Result<PlaceId> {
        // An id may have an @ of its own.
        let with_id = |wanted: &str| {
            self.place_ids().find(|id| self.place(*id).id.as_deref() == Some(wanted.trim()))
        };
        if let Some(place) = with_id(text) {
            return Ok(place);
        }
        let (name, level) = match text.rsplit_once('@') {
            Some((name, level)) => (name, Some(self.find_level(level)?)),
            None => (text, None),
        };
        let on_level = |place: PlaceId| level.is_none_or(|level| self.level(place) == level);
        let wanted = folded(name);
        if wanted.is_empty() {
            return Err(Error::input("the name is empty; write a name, an id, or X,Y"));
        }
        if let Some(place) = with_id(name).filter(|place| on_level(*place)) {
            return Ok(place);
        }
        let all = self.named_places();
        let named: Vec<&NamedPlace> = all.iter().filter(|one| on_level(one.place)).collect();
        let means = |one: &&&NamedPlace| {
            folded(&one.name) == wanted
                || self.numbers(one.place).any(|number| folded(&number) == wanted)
                || self.place(one.place).source_name.as_deref().map(folded).as_ref()
                    == Some(&wanted)
        };
        let mut found: Vec<&NamedPlace> = named.iter().filter(means).copied().collect();
        let surest = found.iter().map(|one| one.rank).min();
        found.retain(|one| Some(one.rank) == surest);
        found.dedup_by_key(|one| one.place);
        // A room and its door are often called the same: the room is meant.
        if found.iter().any(|one| one.kind != "door") {
            found.retain(|one| one.kind != "door");
        }
        match found[..] {
            [only] => Ok(only.place),
            [] => Err(self.nothing_called(name, &wanted, &named)),
            [first, ..] => {
                let is_same = |one: &&NamedPlace| one.place == first.place;
                if found.iter().all(is_same) {
                    return Ok(first.place);
                }
                let listed: Vec<String> = found
                    .iter()
                    .take(LISTED)
                    .map(|one| format!("{} (id {})", one.listed(self), one.id))
                    .collect();
                Err(Error::input(format!(
                    "{} places are called '{name}': {}; write NAME@LEVEL, or the id",
                    found.len(),
                    listed.join(", ")
                )))
            }
        }
    }

    /// The level that somebody means: by its id, name, short name or ordinal.
    pub fn find_level(&self, text: &str) -> Result<LevelId> {
        let wanted = folded(text);
        let levels = &self.building().levels;
        let ids = || (0..levels.len() as u16).map(LevelId);
        let exact = ids().find(|id| *levels[id.index()].id == *text.trim());
        let called = || {
            ids().find(|id| {
                let level = &levels[id.index()];
                let names = [Some(&level.id), level.name.as_ref(), level.short_name.as_ref()];
                names.into_iter().flatten().any(|name| folded(name) == wanted)
            })
        };
        let ordinal = || {
            let ordinal: f64 = text.trim().parse().ok()?;
            ids().find(|id| levels[id.index()].ordinal == ordinal)
        };
        exact.or_else(called).or_else(ordinal).ok_or_else(|| {
            let known: Vec<&str> = levels.iter().map(|level| level.called()).collect();
            Error::input(format!("there is no level '{text}'; there are {}", known.join(", ")))
        })
    }

    /// The numbers of the area that a place stands for.
    fn numbers(&self, place: PlaceId) -> impl Iterator<Item = String> + '_ {
        let area = self.place(place).area.map(|area| self.area(area));
        area.into_iter().flat_map(|area| {
            let number = area.number.iter();
            number.flat_map(|number| {
                [number.to_string(), format!("{} {number}", kind_name(area.kind))]
            })
        })
    }

    /// The place one goes to for each area: of those in it, one that is in no
    /// door, named before nameless, the nearest to the area's middle.
    fn middles(&self) -> BTreeMap<AreaId, PlaceId> {
        let mut inside: HashMap<AreaId, Vec<PlaceId>> = HashMap::new();
        for place in self.place_ids() {
            if let Some(area) = self.place(place).area {
                inside.entry(area).or_default().push(place);
            }
        }
        let middle = |(area, places): (AreaId, Vec<PlaceId>)| {
            let outline = &self.area(area).outline;
            let count = outline.len().max(1) as f64;
            let sum =
                outline.iter().fold([0.0, 0.0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
            let off = |place: PlaceId| {
                let (x, y) = self.place(place).position;
                (x - sum[0] / count).hypot(y - sum[1] / count)
            };
            let key = |place: &PlaceId| {
                let one = self.place(*place);
                (one.door.is_some(), one.name.is_none())
            };
            let best = places.into_iter().min_by(|a, b| {
                key(a).cmp(&key(b)).then(off(*a).total_cmp(&off(*b))).then(a.cmp(b))
            });
            best.map(|place| (area, place))
        };
        inside.into_iter().filter_map(middle).collect()
    }

    /// The place one goes to for each door: of those in it, for wide ones have
    /// several, a nameless one nearest to its middle.
    fn thresholds(&self) -> BTreeMap<DoorId, PlaceId> {
        let mut nearest: BTreeMap<DoorId, (f64, PlaceId)> = BTreeMap::new();
        for id in self.place_ids().filter(|id| self.place(*id).name.is_none()) {
            let place = self.place(id);
            let Some(door) = place.door else { continue };
            let [a, b] = self.door(door).line;
            let (x, y) = place.position;
            let off = (x - (a[0] + b[0]) / 2.0).hypot(y - (a[1] + b[1]) / 2.0);
            let best = nearest.entry(door).or_insert((off, id));
            if off < best.0 {
                *best = (off, id);
            }
        }
        nearest.into_iter().map(|(door, (_, place))| (door, place)).collect()
    }

    /// The place of a level nearest to a position, if one is near.
    fn nearest(&self, level: LevelId, [x, y]: Point) -> Option<PlaceId> {
        let off = |id: &PlaceId| {
            let (px, py) = self.place(*id).position;
            (px - x).hypot(py - y)
        };
        let places = self.place_ids().filter(|id| self.level(*id) == level);
        places.filter(|id| off(id) <= NEAR).min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// The id of a place as people write it.
    pub fn place_name(&self, id: PlaceId) -> String {
        self.place(id).id.as_deref().map_or_else(|| id.index().to_string(), str::to_owned)
    }

    fn nothing_called(&self, name: &str, wanted: &str, named: &[&NamedPlace]) -> Error {
        let mut near: Vec<(f64, &&NamedPlace)> = named
            .iter()
            .map(|one| {
                let known = folded(&one.name);
                let part = known.contains(wanted) || wanted.contains(known.as_str());
                (strsim::jaro_winkler(&known, wanted) + f64::from(u8::from(part)), one)
            })
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let listed: Vec<String> =
            near.iter().take(LISTED).map(|(_, one)| one.listed(self)).collect();
        let world = self.name();
        Error::input(if listed.is_empty() {
            format!("the world '{world}' has no names; write X,Y or the id of a place")
        } else {
            format!(
                "nothing in '{world}' is called '{name}'; the nearest are {}; X,Y and ids are \
                 understood as well",
                listed.join(", ")
            )
        })
    }
}

/// What messages and listings call an area of that kind.
pub(crate) fn kind_name(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Room => "room",
        AreaKind::Corridor => "corridor",
        AreaKind::Hall => "hall",
        AreaKind::Restroom => "restroom",
        AreaKind::Stairs => "stairs",
        AreaKind::Lift => "lift",
        AreaKind::Escalator => "escalator",
        AreaKind::Ramp => "ramp",
        AreaKind::Platform => "platform",
        AreaKind::Outdoors => "outdoors",
        AreaKind::Void => "void",
    }
}

/// A name without case, accents and punctuation.
fn folded(text: &str) -> String {
    let plain: String = text
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
