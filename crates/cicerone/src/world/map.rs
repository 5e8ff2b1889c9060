//! The world itself: places and the passages between them.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::class::Looks;
use super::document::{Access, may_travel, rise};
use super::estimate::Survey;
use super::layout::Layout;
use super::names::Names;
use super::{
    AreaId, Attachment, Building, Class, ConnectionId, DoorId, Heading, KindId, LevelId, Link,
    Side, Vocabulary, WorldId, limits,
};
use crate::{Error, Result};

/// Coordinates reach from minus to plus this many units.
///
/// The bound keeps distances, counted in millionths of a unit, inside 64 bits
/// for a route through every place of the largest world.
pub const MAX_COORDINATE: f64 = 1_000_000.0;

/// A reference to one place of a [`World`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceId(pub(super) u32);

impl PlaceId {
    /// Position among the places of its world.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A reference to one passage of a [`World`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PassageId(pub(super) u32);

impl PassageId {
    /// Position among the passages of its world.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Somewhere one can stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Metric position; `y` grows downward.
    pub position: (f64, f64),
    /// What people or the data call it: SAIL numbers its positions 1 to 7.
    pub name: Option<Box<str>>,
    /// What is here; [`World::landmarks`] shows it.
    pub(super) landmarks: Box<[Landmark]>,
    /// Its id in files, if it had one.
    pub id: Option<Box<str>>,
    /// The level it is on.
    pub level: LevelId,
    /// The area it is in.
    pub area: Option<AreaId>,
    /// The door it is in, for a place on a threshold.
    pub door: Option<DoorId>,
    /// What its source calls it, where people would say it otherwise.
    pub source_name: Option<Box<str>>,
}

/// One thing at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landmark {
    /// What it is.
    pub kind: KindId,
    /// What this one is called, or what is written on it.
    pub name: Option<Box<str>>,
}

/// A straight way between two places, the same from both ends; or, through a
/// connection, a way between two levels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// The places it joins.
    pub ends: [PlaceId; 2],
    /// How it looks; [`World::look`] shows it.
    pub(super) looks: Looks,
    /// How far one walks, if it is not the straight line.
    pub length: Option<f64>,
    /// The connection it leads through, if its ends are on two levels.
    pub connection: Option<ConnectionId>,
    /// True if one may go only from the first place to the second.
    pub one_way: bool,
    /// False if a wheelchair cannot go there.
    pub step_free: Option<bool>,
    /// Who may go there.
    pub access: Access,
}

impl Place {
    /// A place with nothing there.
    pub fn new(position: (f64, f64)) -> Place {
        Place {
            position,
            name: None,
            landmarks: Box::default(),
            id: None,
            level: LevelId::default(),
            area: None,
            door: None,
            source_name: None,
        }
    }

    /// The same with a name, if there is one.
    pub fn named<'n>(mut self, name: impl Into<Option<&'n str>>) -> Place {
        self.name = name.into().map(Box::from);
        self
    }

    /// The same with these kinds, or [`Landmark`]s, the most prominent first,
    /// after what it has.
    pub fn with<L: Into<Landmark>>(mut self, landmarks: impl IntoIterator<Item = L>) -> Place {
        let before = std::mem::take(&mut self.landmarks).into_iter();
        self.landmarks = before.chain(landmarks.into_iter().map(L::into)).collect();
        self
    }
}

impl From<KindId> for Landmark {
    fn from(kind: KindId) -> Landmark {
        Landmark { kind, name: None }
    }
}

impl Passage {
    /// A passage of which nothing else is known.
    pub fn new(ends: [PlaceId; 2]) -> Passage {
        Passage {
            ends,
            looks: Looks::default(),
            length: None,
            connection: None,
            one_way: false,
            step_free: None,
            access: Access::Public,
        }
    }

    /// The same with these kinds, one of a class: its floor, its pictures.
    pub fn with(mut self, kinds: impl IntoIterator<Item = KindId>) -> Passage {
        kinds.into_iter().for_each(|kind| self.looks.put(kind));
        self
    }
}

/// One passage as it leaves one place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exit {
    /// The direction it leaves in.
    pub heading: Heading,
    /// The place it leads to.
    pub to: PlaceId,
    /// The passage it is one end of.
    pub passage: PassageId,
}

/// A hybrid metric-topologic-semantic map.
///
/// Built by a [`WorldBuilder`], which checks it, and immutable afterwards.
#[derive(Debug, Clone)]
pub struct World {
    id: WorldId,
    name: String,
    vocabulary: Arc<Vocabulary>,
    places: Vec<Place>,
    passages: Vec<Passage>,
    /// Exits of place `p`: `exits[first_exit[p]..first_exit[p + 1]]`, by heading.
    exits: Vec<Exit>,
    first_exit: Vec<u32>,
    /// What leaves a place for another level; few places have any.
    links: HashMap<PlaceId, Vec<Link>>,
    by_position: HashMap<Spot, PlaceId>,
    building: Building,
    /// How much of the straight line between two places a way is at least.
    shortest_share: f64,
    /// Worked out when first asked for.
    layout: Arc<OnceLock<Layout>>,
    /// What searches know beforehand, worked out when somebody first asks the way.
    survey: Arc<OnceLock<Survey>>,
    /// What can be named, gathered when somebody first names something.
    names: Arc<OnceLock<Names>>,
}

/// A level and a position on it in millionths of a unit, exact enough to look
/// places up by.
type Spot = (LevelId, i64, i64);

fn spot(level: LevelId, (x, y): (f64, f64)) -> Spot {
    (level, (x * 1e6).round() as i64, (y * 1e6).round() as i64)
}

impl World {
    /// Which world this is; clones are the same one.
    pub fn id(&self) -> WorldId {
        self.id
    }

    /// What the world is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same world whose kinds are called otherwise. The vocabulary must have
    /// as many kinds of every class, in the same order.
    pub fn with_vocabulary(&self, vocabulary: Arc<Vocabulary>) -> Result<World> {
        for class in Class::all() {
            let (own, other) = (self.vocabulary.kinds(class).len(), vocabulary.kinds(class).len());
            if own != other {
                let message =
                    format!("has {other} {} where the world has {own}", class.entry().plural);
                return Err(Error::input(message).at("vocabulary"));
            }
        }
        let names = Arc::default();
        Ok(World { id: WorldId::new(), vocabulary, names, ..self.clone() })
    }

    /// The kinds it is made of.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// All places, in the order of their ids.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The ids of all places, in order.
    pub fn place_ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.places.len() as u32).map(PlaceId)
    }

    /// All passages, in the order of their ids.
    pub fn passages(&self) -> &[Passage] {
        &self.passages
    }

    /// True if the id can be one of this world's places. An id of another
    /// world may pass for one; a [`Route`](super::Route) knows better.
    pub fn has_place(&self, id: PlaceId) -> bool {
        id.index() < self.places.len()
    }

    /// One place.
    ///
    /// # Panics
    ///
    /// If the id is of another world and this one has fewer places, as
    /// indexing a slice does. Ids come from the world itself
    /// ([`place_ids`](Self::place_ids), [`place_at`](Self::place_at)), never
    /// from what a user wrote.
    pub fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.index()]
    }

    /// One passage.
    pub fn passage(&self, id: PassageId) -> &Passage {
        &self.passages[id.index()]
    }

    /// The passages that leave a place, by heading.
    pub fn exits(&self, id: PlaceId) -> &[Exit] {
        let range = self.first_exit[id.index()]..self.first_exit[id.index() + 1];
        &self.exits[range.start as usize..range.end as usize]
    }

    /// What leads from a place to other levels.
    pub fn links(&self, id: PlaceId) -> &[Link] {
        self.links.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Levels, areas, doors, connections, fixtures and walls.
    pub fn building(&self) -> &Building {
        &self.building
    }

    /// What searches know beforehand.
    pub(super) fn survey(&self) -> &Survey {
        self.survey.get_or_init(|| Survey::of(self))
    }

    /// What can be named in it.
    pub(super) fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::of(self))
    }

    /// Where its walls, areas and things are.
    pub(crate) fn layout(&self) -> &Layout {
        self.layout.get_or_init(|| Layout::of(self))
    }

    /// The place at a position; of several above each other, the one on the
    /// first level.
    pub fn place_at(&self, position: (f64, f64)) -> Option<PlaceId> {
        let levels = 0..self.building.levels.len() as u16;
        levels.map(LevelId).find_map(|level| self.place_on(level, position))
    }

    /// The place at a position of a level.
    pub fn place_on(&self, level: LevelId, position: (f64, f64)) -> Option<PlaceId> {
        let within = |c: f64| c.abs() <= MAX_COORDINATE;
        if !(within(position.0) && within(position.1)) {
            return None;
        }
        self.by_position.get(&spot(level, position)).copied()
    }

    /// The same, or an error that names the nearest place.
    pub fn require_place(&self, position: (f64, f64)) -> Result<PlaceId> {
        self.place_at(position).ok_or_else(|| {
            let (x, y) = position;
            let distance = |place: &&Place| (place.position.0 - x).hypot(place.position.1 - y);
            let nearest = self.places.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let hint = nearest.map_or(String::new(), |place| {
                format!("; the nearest is {},{}", place.position.0, place.position.1)
            });
            Error::input(format!("the world '{}' has no place at {x},{y}{hint}", self.name))
        })
    }

    /// The exit that lies on that side of somebody at `place` who looks along
    /// `heading`: in that sector, the one nearest to its middle.
    ///
    /// Of two equally near the one to the lower place id counts, which turning
    /// or mirroring the world does not change.
    pub fn exit_toward(&self, place: PlaceId, heading: Heading, side: Side) -> Option<&Exit> {
        let middle = heading.toward(side);
        self.exits(place).iter().filter(|exit| heading.side_of(exit.heading) == side).min_by(
            |a, b| {
                let off = |exit: &Exit| middle.turn_to(exit.heading).abs();
                // Differences below a millionth of a degree are rounding.
                if (off(a) - off(b)).abs() < 1e-6 {
                    a.to.cmp(&b.to)
                } else {
                    off(a).total_cmp(&off(b))
                }
            },
        )
    }

    /// The exit one takes when walking straight on.
    pub fn ahead(&self, place: PlaceId, heading: Heading) -> Option<&Exit> {
        self.exit_toward(place, heading, Side::Front)
    }

    /// Straight-line distance between two places.
    pub fn distance(&self, a: PlaceId, b: PlaceId) -> f64 {
        let (a, b) = (self.place(a).position, self.place(b).position);
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    /// How far one walks along a passage.
    pub fn length(&self, id: PassageId) -> f64 {
        let passage = self.passage(id);
        passage.length.unwrap_or_else(|| {
            let [a, b] = passage.ends;
            let flat = self.distance(a, b);
            match passage.connection {
                None => flat,
                Some(_) => flat.hypot(self.rise(a, b)),
            }
        })
    }

    /// At least this much of the straight line between two places is the way
    /// between them: what a search may suppose.
    pub(super) fn shortest_share(&self) -> f64 {
        self.shortest_share
    }

    /// How much higher the second place is than the first.
    pub fn rise(&self, from: PlaceId, to: PlaceId) -> f64 {
        let [from, to] = [from, to].map(|place| self.storey(self.level(place)));
        rise(self.unit(), from, to)
    }

    /// Takes the world apart again, to change and rebuild it.
    pub fn into_builder(self) -> WorldBuilder {
        WorldBuilder {
            name: self.name,
            vocabulary: self.vocabulary,
            places: self.places,
            passages: self.passages,
            building: self.building,
        }
    }
}

/// A world in the making: add places and passages, then [`build`](Self::build).
#[derive(Debug, Clone)]
pub struct WorldBuilder {
    name: String,
    vocabulary: Arc<Vocabulary>,
    places: Vec<Place>,
    passages: Vec<Passage>,
    building: Building,
}

impl WorldBuilder {
    /// An empty world of that name and vocabulary, with one level.
    pub fn new(name: impl Into<String>, vocabulary: Arc<Vocabulary>) -> WorldBuilder {
        WorldBuilder {
            name: name.into(),
            vocabulary,
            places: Vec::new(),
            passages: Vec::new(),
            building: Building::default(),
        }
    }

    /// Gives it levels, areas, doors and the rest.
    pub(super) fn building(&mut self, building: Building) {
        self.building = building;
    }

    /// The vocabulary kinds must come from.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Places added so far, open to change.
    pub fn places_mut(&mut self) -> &mut [Place] {
        &mut self.places
    }

    /// Adds a place and returns its id.
    pub fn place(&mut self, place: Place) -> PlaceId {
        let id = PlaceId(self.places.len() as u32);
        self.places.push(place);
        id
    }

    /// Adds a passage and returns its id.
    pub fn passage(&mut self, passage: Passage) -> PassageId {
        let id = PassageId(self.passages.len() as u32);
        self.passages.push(passage);
        id
    }

    /// Checks everything and makes the world.
    pub fn build(self) -> Result<World> {
        let WorldBuilder { name, vocabulary, places, passages, building } = self;
        if places.is_empty() {
            return Err(Error::input("the world has no place; it needs at least one"));
        }
        limits::check_parts(&name, &places, &passages, &building)?;
        let by_position = index_positions(&places)?;
        let known = |id: KindId| id.index() < vocabulary.kinds(id.class()).len();
        let stands = |id: KindId| id.class().attachment() == Attachment::Place;
        for (number, place) in places.iter().enumerate() {
            if !place.landmarks.iter().all(|one| stands(one.kind) && known(one.kind)) {
                return Err(Error::input(
                    "what stands there is no kind of object of this world's vocabulary",
                )
                .at(describe_place(place, number)));
            }
        }
        for (number, passage) in passages.iter().enumerate() {
            let at = |error: Error| Err(error.at(format!("passage {}", number + 1)));
            if passage.ends.iter().any(|end| end.index() >= places.len()) {
                return at(Error::input("leads to a place that does not exist"));
            }
            if passage.ends[0] == passage.ends[1] {
                return at(Error::input("leads from a place to itself; it must join two places"));
            }
            if let Err(error) = check_levels(passage, &places) {
                return at(error);
            }
            if !passage.looks.iter().all(|kind| !stands(kind) && known(kind)) {
                return at(Error::input(
                    "how it looks is no kind of floor or wall of this world's vocabulary",
                ));
            }
        }
        let (exits, first_exit) = index_exits(&places, &passages)?;
        let links = index_links(&places, &passages, &building);
        let shortest_share = shortest_share(&places, &passages);
        let world = World {
            id: WorldId::new(),
            name,
            vocabulary,
            places,
            passages,
            exits,
            first_exit,
            links,
            by_position,
            building,
            shortest_share,
            layout: Arc::default(),
            survey: Arc::default(),
            names: Arc::default(),
        };
        limits::check_exits(&world)?;
        Ok(world)
    }
}

/// A passage stays on its level unless it goes through a connection, and has a
/// length.
fn check_levels(passage: &Passage, places: &[Place]) -> Result<()> {
    let [a, b] = passage.ends.map(|end| &places[end.index()]);
    if passage.connection.is_none() && a.level != b.level {
        return Err(Error::input(
            "joins two levels without a connection; name the stairs or the lift",
        ));
    }
    match passage.length {
        Some(length) if !(length.is_finite() && length > 0.0) => {
            Err(Error::input(format!("is {length} long; a length is a number above 0")))
        }
        _ => Ok(()),
    }
}

/// The least that a passage's length is of the straight line between its ends.
/// Lengths are those of people, who cut corners, so it can be less than 1.
fn shortest_share(places: &[Place], passages: &[Passage]) -> f64 {
    let share = |passage: &Passage| {
        let length = passage.length?;
        let [a, b] = passage.ends.map(|end| places[end.index()].position);
        let straight = (a.0 - b.0).hypot(a.1 - b.1);
        (straight > 0.0).then_some(length / straight)
    };
    passages.iter().filter_map(share).fold(1.0, f64::min)
}

/// What leads from places to other levels, in the directions it may be taken.
fn index_links(
    places: &[Place],
    passages: &[Passage],
    building: &Building,
) -> HashMap<PlaceId, Vec<Link>> {
    let mut links: HashMap<PlaceId, Vec<Link>> = HashMap::new();
    for (number, passage) in passages.iter().enumerate() {
        let Some(connection) = passage.connection else { continue };
        let through = &building.connections[connection.index()];
        let level = |place: PlaceId| &building.levels[places[place.index()].level.index()];
        let [a, b] = passage.ends;
        for (from, to, is_back) in [(a, b, false), (b, a, true)] {
            let is_open = passage.access != Access::Closed && through.access != Access::Closed;
            let is_allowed = may_travel(through.travels, level(from), level(to));
            if is_open && is_allowed && !(is_back && passage.one_way) {
                let link = Link { to, passage: PassageId(number as u32), connection };
                links.entry(from).or_default().push(link);
            }
        }
    }
    links
}

/// How an error calls a place.
pub(super) fn describe_place(place: &Place, number: usize) -> String {
    format!("place {} at {},{}", number + 1, place.position.0, place.position.1)
}

fn index_positions(places: &[Place]) -> Result<HashMap<Spot, PlaceId>> {
    let mut by_position = HashMap::with_capacity(places.len());
    for (number, place) in places.iter().enumerate() {
        let (x, y) = place.position;
        if !(x.abs() <= MAX_COORDINATE && y.abs() <= MAX_COORDINATE) {
            return Err(Error::input(format!(
                "coordinates must be numbers between -{MAX_COORDINATE} and {MAX_COORDINATE}"
            ))
            .at(describe_place(place, number)));
        }
        if let Some(other) =
            by_position.insert(spot(place.level, place.position), PlaceId(number as u32))
        {
            return Err(Error::input(format!(
                "place {} stands on the same spot; every place needs a position of its own",
                other.index() + 1
            ))
            .at(describe_place(place, number)));
        }
    }
    Ok(by_position)
}

/// Exits grouped by place and sorted by heading.
fn index_exits(places: &[Place], passages: &[Passage]) -> Result<(Vec<Exit>, Vec<u32>)> {
    // Connections are links, one-way passages leave one end only, and where
    // nobody may go nobody goes.
    let directions = |passage: &Passage| {
        let [a, b] = passage.ends;
        let is_way = passage.connection.is_none() && passage.access != Access::Closed;
        let there = is_way.then_some((a, b));
        there.into_iter().chain((is_way && !passage.one_way).then_some((b, a)))
    };
    let mut first_exit = vec![0u32; places.len() + 1];
    for passage in passages {
        for (from, _) in directions(passage) {
            first_exit[from.index() + 1] += 1;
        }
    }
    for place in 0..places.len() {
        first_exit[place + 1] += first_exit[place];
    }
    let blank = Exit { heading: Heading::new(0.0), to: PlaceId(0), passage: PassageId(0) };
    let mut exits = vec![blank; first_exit[places.len()] as usize];
    let mut next = first_exit.clone();
    for (number, passage) in passages.iter().enumerate() {
        for (from, to) in directions(passage) {
            let positions = (places[from.index()].position, places[to.index()].position);
            // Positions differ by at least a millionth, so there is a direction.
            let heading = Heading::from_to(positions.0, positions.1).unwrap_or(Heading::new(0.0));
            let slot = &mut next[from.index()];
            exits[*slot as usize] = Exit { heading, to, passage: PassageId(number as u32) };
            *slot += 1;
        }
    }
    for (number, place) in places.iter().enumerate() {
        let range = first_exit[number] as usize..first_exit[number + 1] as usize;
        let exits = &mut exits[range];
        exits.sort_by(|a, b| a.heading.degrees().total_cmp(&b.heading.degrees()));
        // Neighbours around the compass, the last and the first included.
        for i in 0..exits.len() {
            let (a, b) = (exits[i], exits[(i + 1) % exits.len()]);
            if a.passage != b.passage && a.heading.is_same(b.heading) {
                let end = |exit: Exit| places[exit.to.index()].position;
                return Err(Error::input(format!(
                    "two passages leave in the same direction, to {},{} and to {},{}; \
                     passages may not overlap",
                    end(a).0,
                    end(a).1,
                    end(b).0,
                    end(b).1
                ))
                .at(describe_place(place, number)));
            }
        }
    }
    Ok((exits, first_exit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder() -> WorldBuilder {
        WorldBuilder::new("test", Vocabulary::sail().clone())
    }

    fn place(x: f64, y: f64) -> Place {
        Place::new((x, y))
    }

    fn floor() -> KindId {
        Vocabulary::sail().by_name(crate::world::Class::FLOOR, "blue").unwrap()
    }

    #[test]
    fn faults_are_refused_by_name() {
        let fault = |change: &dyn Fn(&mut WorldBuilder)| {
            let mut builder = builder();
            change(&mut builder);
            builder.build().unwrap_err().to_string()
        };
        assert!(fault(&|_| {}).contains("no place"));
        assert!(
            fault(&|b| {
                b.place(place(1.0, 2.0));
                b.place(place(1.0, 2.0));
            })
            .starts_with("place 2 at 1,2: place 1 stands on the same spot")
        );
        assert!(
            fault(&|b| {
                b.place(place(f64::NAN, 2.0));
            })
            .contains("must be numbers")
        );
        assert!(
            fault(&|b| {
                let ends = [b.place(place(0.0, 0.0)), PlaceId(9)];
                b.passage(Passage::new(ends).with([floor()]));
            })
            .starts_with("passage 1: leads to a place")
        );
        assert!(
            fault(&|b| {
                let here = b.place(place(0.0, 0.0));
                b.passage(Passage::new([here, here]).with([floor()]));
            })
            .contains("to itself")
        );
        assert!(
            fault(&|b| {
                let [here, near, far] = [0.0, 1.0, 2.0].map(|x| b.place(place(x, 0.0)));
                b.passage(Passage::new([here, near]).with([floor()]));
                b.passage(Passage::new([here, far]).with([floor()]));
            })
            .contains("same direction, to 1,0 and to 2,0")
        );
    }

    #[test]
    fn a_missing_place_names_the_nearest() {
        let mut builder = builder();
        builder.place(place(3.0, 4.0));
        builder.place(place(9.0, 9.0));
        let world = builder.build().unwrap();
        let error = world.require_place((3.0, 5.0)).unwrap_err().to_string();
        assert_eq!(error, "the world 'test' has no place at 3,5; the nearest is 3,4");
        assert!(world.require_place((f64::INFINITY, 0.0)).is_err());
    }
}
