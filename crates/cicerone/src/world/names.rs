//! Places by name: what can be named in a world, and finding it.
//!
//! People type `lobby`, `Room 2.14`, `reception@ground floor`. Case, accents
//! and punctuation do not matter. A name that several places have is told apart
//! by its level, `NAME@LEVEL`; one that nothing has is answered with what comes
//! nearest.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::document::{AreaKind, Point};
use super::finding::Spelled;
use super::{Area, AreaId, DoorId, LevelId, Place, PlaceId, World, far};
use crate::{Error, Result};

/// At most so many candidates are listed where a name finds none or several.
const LISTED: usize = 5;

/// One goes to a landmark outside all areas by the place nearest to it, if it
/// is within so many units.
const NEAR: f64 = 25.0;

/// And a place is called by a landmark that is within so many.
const BESIDE: f64 = 10.0;

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

/// Everything that can be named, and how it is looked up.
#[derive(Debug)]
pub(super) struct Names {
    all: Vec<NamedPlace>,
    /// Which of them somebody may mean by a text, by its folded form.
    known: HashMap<String, Vec<u32>>,
    /// What each is found by while somebody types; made when somebody does.
    spelled: OnceLock<Vec<Spelled>>,
}

impl Names {
    pub(super) fn of(world: &World) -> Names {
        let all = world.gather_names();
        let mut known: HashMap<String, Vec<u32>> = HashMap::new();
        for (number, one) in all.iter().enumerate() {
            let place = world.place(one.place);
            let mut texts = vec![folded(&one.name)];
            if one.rank == Rank::Place {
                texts.extend(place.source_name.as_deref().map(folded));
                texts.extend(place.area.iter().flat_map(|area| numbers(world.area(*area))));
            }
            texts.sort_unstable();
            texts.dedup();
            for text in texts {
                known.entry(text).or_default().push(number as u32);
            }
        }
        Names { all, known, spelled: OnceLock::new() }
    }
}

/// What one may write for an area with a number: `2.14`, `room 2.14`, and of
/// several in one, `platform 3/4`, each.
fn numbers(area: &Area) -> impl Iterator<Item = String> + '_ {
    let whole = area.number.iter().chain(area.name.iter().filter(|name| !is_name(name)));
    let each = whole.flat_map(|number| {
        let parts = number.split(['/', ';']).filter(|part| part.len() < number.len());
        std::iter::once(&**number).chain(parts)
    });
    each.flat_map(|number| [folded(number), folded(&format!("{} {number}", kind_name(area.kind)))])
}

/// A number alone is what stands at the door of a room, and no name.
fn is_name(name: &str) -> bool {
    name.contains(char::is_alphabetic)
}

/// What people call an area: by its name, or as `room 2.14`.
fn called(area: &Area) -> Option<String> {
    let number = || {
        let number = area.number.as_deref().or(area.name.as_deref())?;
        Some(format!("{} {number}", kind_name(area.kind)))
    };
    area.name.as_deref().filter(|name| is_name(name)).map(str::to_owned).or_else(number)
}

impl World {
    /// Everything that can be named, by level: places, areas, doors, connections
    /// and landmarks that have a name or a number. Doors come after what they
    /// lead to, and things after those.
    pub fn named_places(&self) -> &[NamedPlace] {
        &self.names().all
    }

    /// What each of them is found by, in the same order.
    pub(super) fn spelled(&self) -> &[Spelled] {
        self.names().spelled.get_or_init(|| self.spell())
    }

    fn gather_names(&self) -> Vec<NamedPlace> {
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
        for id in self.place_ids() {
            let place = self.place(id);
            let Some(written) = place.name.as_deref() else { continue };
            let name = self.own_name(place).unwrap_or_else(|| written.to_owned());
            let area = place.area.map(|area| (area, self.area(area)));
            // One goes to an area once, wherever in it its name stands.
            let is_told = area.is_some_and(|(number, area)| {
                middles.get(&number) != Some(&id) && called(area).as_ref() == Some(&name)
            });
            if !is_told {
                let kind = area.map_or("place", |(_, area)| kind_name(area.kind));
                add(id, &name, kind, Rank::Place);
            }
        }
        let building = self.building();
        for (area, middle) in &middles {
            let area = self.area(*area);
            if let Some(name) = called(area) {
                add(*middle, &name, kind_name(area.kind), Rank::Place);
            }
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
        let mut near = None;
        for fixture in &building.fixtures {
            let Some(name) = fixture.name.as_deref().or(fixture.text.as_deref()) else { continue };
            let middle = fixture.area.and_then(|area| middles.get(&area)).copied();
            let near = || near.get_or_insert_with(|| Near::of(self)).to(fixture.level, fixture.at);
            let Some(place) = middle.or_else(near) else { continue };
            let kind = self.vocabulary().name(fixture.kind);
            // What has only a number is called by both: `gate 7`.
            let both = (!is_name(name)).then(|| format!("{kind} {name}"));
            add(place, both.as_deref().unwrap_or(name), kind, Rank::Thing);
        }
        all.sort_by(|a, b| (a.place, &a.name, a.rank).cmp(&(b.place, &b.name, b.rank)));
        // A place and its area often carry the same name.
        all.dedup_by(|a, b| a.place == b.place && a.name == b.name);
        let order = |one: &NamedPlace| self.storey(self.level(one.place)).ordinal;
        all.sort_by(|a, b| {
            let order = order(a).total_cmp(&order(b));
            order.then_with(|| (a.rank, &a.name, &a.id).cmp(&(b.rank, &b.name, &b.id)))
        });
        all
    }

    /// What a place itself is called: where that is only the number of its area,
    /// what the area is called.
    fn own_name(&self, place: &Place) -> Option<String> {
        let name = place.name.as_deref()?;
        let area = place.area.map(|area| self.area(area));
        let numbered = area.filter(|area| {
            area.number.as_deref() == Some(name) || area.name.as_deref() == Some(name)
        });
        match numbered {
            Some(area) => called(area),
            None => is_name(name).then(|| name.to_owned()),
        }
    }

    /// What people call a place: its own name, or that of the door, lift or
    /// area it is at, or else of the one thing beside it that has a name.
    pub fn called(&self, id: PlaceId) -> Option<String> {
        let place = self.place(id);
        let door =
            || place.door.and_then(|door| self.door(door).name.as_deref()).map(str::to_owned);
        let stop = || {
            let mut links = self.links(id).iter();
            links
                .find_map(|link| self.connection(link.connection).name.as_deref())
                .map(str::to_owned)
        };
        let area = || called(self.area(place.area?));
        let number = || place.name.as_deref().map(str::to_owned);
        let thing = || self.only_thing_at(id);
        self.own_name(place)
            .or_else(door)
            .or_else(stop)
            .or_else(area)
            .or_else(number)
            .or_else(thing)
    }

    /// The name of the thing beside a place, if just one there has a name.
    fn only_thing_at(&self, id: PlaceId) -> Option<String> {
        let (level, (x, y)) = (self.level(id), self.place(id).position);
        let mut named = self.building().fixtures.iter().filter_map(|fixture| {
            let name = fixture.name.as_deref().or(fixture.text.as_deref())?;
            let is_here = fixture.level == level && far(fixture.at, [x, y]) < BESIDE;
            (is_here && is_name(name)).then_some(name)
        });
        let name = named.next()?;
        named.all(|other| other == name).then(|| name.to_owned())
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
        if level.is_some()
            && let Some(place) = with_id(name).filter(|place| on_level(*place))
        {
            return Ok(place);
        }
        let Names { all, known, .. } = self.names();
        let meant = known.get(&wanted).into_iter().flatten().map(|one| &all[*one as usize]);
        let mut found: Vec<&NamedPlace> = meant.filter(|one| on_level(one.place)).collect();
        let surest = found.iter().map(|one| one.rank).min();
        found.retain(|one| Some(one.rank) == surest);
        found.dedup_by_key(|one| one.place);
        // A room and its door are often called the same: the room is meant.
        if found.iter().any(|one| one.kind != "door") {
            found.retain(|one| one.kind != "door");
        }
        match found[..] {
            [only] => Ok(only.place),
            [] => {
                let named: Vec<&NamedPlace> =
                    all.iter().filter(|one| on_level(one.place)).collect();
                Err(self.nothing_called(name, &wanted, &named))
            }
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

    /// The place one goes to for each area: of those in it, one that is in no
    /// door and in no lift, named before nameless, the nearest to the area's
    /// middle.
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
                let is_stop = !self.links(*place).is_empty();
                (one.door.is_some(), is_stop, one.name.is_none())
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

/// Places by squares, to find the one that is nearest to something.
struct Near<'w> {
    world: &'w World,
    squares: HashMap<(LevelId, i32, i32), Vec<PlaceId>>,
}

impl<'w> Near<'w> {
    fn of(world: &'w World) -> Near<'w> {
        let mut squares: HashMap<_, Vec<PlaceId>> = HashMap::new();
        for id in world.place_ids() {
            let (x, y) = world.place(id).position;
            let [column, row] = square([x, y]);
            squares.entry((world.level(id), column, row)).or_default().push(id);
        }
        Near { world, squares }
    }

    /// The place of a level nearest to a position, if one is near.
    fn to(&self, level: LevelId, [x, y]: Point) -> Option<PlaceId> {
        let off = |id: &PlaceId| {
            let (px, py) = self.world.place(*id).position;
            (px - x).hypot(py - y)
        };
        let [column, row] = square([x, y]);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across)));
        around
            .filter_map(|(down, across)| self.squares.get(&(level, column + across, row + down)))
            .flatten()
            .copied()
            .filter(|id| off(id) <= NEAR)
            .min_by(|a, b| off(a).total_cmp(&off(b)).then(a.cmp(b)))
    }
}

/// Coordinates are bounded, so that squares can be counted.
fn square(at: Point) -> [i32; 2] {
    at.map(|along| (along / NEAR).floor() as i32)
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
pub(super) fn folded(text: &str) -> String {
    let plain: String = text
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
