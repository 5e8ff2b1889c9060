//! What a building has beside places and passages: levels, areas, doors,
//! connections between levels, fixtures and walls.
//!
//! SAIL's worlds have none of it but one level. Everything here is checked by
//! whoever builds the [`World`]: references are good, positions are finite.

use super::document::{Access, AreaKind, ConnectionKind, DoorKind, Point, Travels, Unit};
use super::{Georeference, Heading, KindId, PassageId, PlaceId, World};

/// Declares a reference into one of a building's lists.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($number:ty)),+ $(,)?) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name(pub(super) $number);

        impl $name {
            /// Position in the list of its world.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })+
    };
}

ids! {
    /// A reference to one storey of a [`World`].
    LevelId(u16),
    /// A reference to one area of a [`World`].
    AreaId(u32),
    /// A reference to one door of a [`World`].
    DoorId(u32),
    /// A reference to one connection of a [`World`].
    ConnectionId(u32),
    /// A reference to one fixture of a [`World`].
    FixtureId(u32),
}

/// One storey.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// Its id in files.
    pub id: Box<str>,
    /// Its place in the order of storeys; 0 is the ground floor, as a rule.
    pub ordinal: f64,
    /// What people call it.
    pub name: Option<Box<str>>,
    /// What is written beside a lift's button.
    pub short_name: Option<Box<str>>,
    /// Metres above the ground.
    pub elevation: Option<f64>,
}

impl Level {
    /// What people call it; where nobody said, its id.
    pub fn called(&self) -> &str {
        self.name.as_deref().or(self.short_name.as_deref()).unwrap_or(&self.id)
    }
}

/// A room, corridor, hall, or the outdoors.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// Its id in files.
    pub id: Box<str>,
    /// The level it is on.
    pub level: LevelId,
    /// What sort of area it is.
    pub kind: AreaKind,
    /// More closely what it is, in the words of its source.
    pub category: Option<Box<str>>,
    /// What people call it.
    pub name: Option<Box<str>>,
    /// The number on its door.
    pub number: Option<Box<str>>,
    /// Its corners; empty if not known.
    pub outline: Vec<Point>,
    /// What is cut out of it.
    pub holes: Vec<Vec<Point>>,
    /// Its floor, if known.
    pub floor: Option<KindId>,
    /// Who may enter.
    pub access: Access,
}

/// A door or another opening.
#[derive(Debug, Clone, PartialEq)]
pub struct Door {
    /// Its id in files.
    pub id: Box<str>,
    /// The level it is on.
    pub level: LevelId,
    /// From one jamb to the other.
    pub line: [Point; 2],
    /// What sort of door.
    pub kind: DoorKind,
    /// What people call it.
    pub name: Option<Box<str>>,
    /// The areas it joins, as far as they are known: at most two.
    pub between: Vec<AreaId>,
    /// True if it opens by itself.
    pub automatic: bool,
    /// True if it leads into or out of the building.
    pub entrance: bool,
    /// False if a wheelchair does not fit; `None` if nobody said.
    pub step_free: Option<bool>,
    /// Who may pass.
    pub access: Access,
    /// True if one may pass only from the first to the second of `between`.
    pub one_way: bool,
}

/// Stairs, an escalator, a lift or a ramp between levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    /// Its id in files.
    pub id: Box<str>,
    /// What sort.
    pub kind: ConnectionKind,
    /// What people call it.
    pub name: Option<Box<str>>,
    /// Where one gets on and off.
    pub stops: Vec<Stop>,
    /// Steps from the first stop to the last.
    pub steps: Option<u32>,
    /// Which way it may be taken.
    pub travels: Travels,
    /// False if a wheelchair does not fit; `None` if nobody said.
    pub step_free: Option<bool>,
    /// Who may take it.
    pub access: Access,
}

/// Where one gets on or off a connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// The level.
    pub level: LevelId,
    /// Where on that level.
    pub at: Point,
    /// The direction one walks off in, if known.
    pub heading: Option<Heading>,
    /// The place one steps on or off at, if any way leads there.
    pub place: Option<PlaceId>,
}

/// Something that stands, hangs or is written at a position of a level.
#[derive(Debug, Clone, PartialEq)]
pub struct Fixture {
    /// Its id in files.
    pub id: Box<str>,
    /// What it is.
    pub kind: KindId,
    /// The level it is on.
    pub level: LevelId,
    /// Where it is.
    pub at: Point,
    /// What this one is called.
    pub name: Option<Box<str>>,
    /// What is written on it.
    pub text: Option<Box<str>>,
    /// Its longest side, if known.
    pub size: Option<f64>,
    /// The area it is in, if known.
    pub area: Option<AreaId>,
}

/// A wall that no outline tells of.
#[derive(Debug, Clone, PartialEq)]
pub struct Partition {
    /// The level it is on.
    pub level: LevelId,
    /// Its corners.
    pub line: Vec<Point>,
    /// True if one can see through it.
    pub see_through: bool,
}

/// What joins two places of different levels, as it leaves one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The place it leads to.
    pub to: PlaceId,
    /// The passage it is one end of.
    pub passage: PassageId,
    /// The connection it goes through.
    pub connection: ConnectionId,
}

/// All of it, each list in the order of its ids.
#[derive(Debug, Clone, PartialEq)]
pub struct Building {
    /// What lengths are counted in.
    pub unit: Unit,
    /// Where on earth it lies, if known.
    pub georeference: Option<Georeference>,
    /// The storeys; at least one.
    pub levels: Vec<Level>,
    /// Rooms, corridors, halls.
    pub areas: Vec<Area>,
    /// Doors and openings.
    pub doors: Vec<Door>,
    /// What joins levels.
    pub connections: Vec<Connection>,
    /// What stands about.
    pub fixtures: Vec<Fixture>,
    /// Walls that no outline tells of.
    pub partitions: Vec<Partition>,
}

impl Default for Building {
    /// One level and nothing on it, in passages: what a world of corridors is.
    fn default() -> Building {
        let level =
            Level { id: "0".into(), ordinal: 0.0, name: None, short_name: None, elevation: None };
        Building {
            unit: Unit::Passage,
            georeference: None,
            levels: vec![level],
            areas: Vec::new(),
            doors: Vec::new(),
            connections: Vec::new(),
            fixtures: Vec::new(),
            partitions: Vec::new(),
        }
    }
}

impl World {
    /// What lengths are counted in.
    pub fn unit(&self) -> Unit {
        self.building().unit
    }

    /// The level a place is on.
    pub fn level(&self, place: PlaceId) -> LevelId {
        self.place(place).level
    }

    /// One storey.
    pub fn storey(&self, id: LevelId) -> &Level {
        &self.building().levels[id.index()]
    }

    /// One area.
    pub fn area(&self, id: AreaId) -> &Area {
        &self.building().areas[id.index()]
    }

    /// One door.
    pub fn door(&self, id: DoorId) -> &Door {
        &self.building().doors[id.index()]
    }

    /// One fixture.
    pub fn fixture(&self, id: FixtureId) -> &Fixture {
        &self.building().fixtures[id.index()]
    }

    /// One connection.
    pub fn connection(&self, id: ConnectionId) -> &Connection {
        &self.building().connections[id.index()]
    }

    /// The direction one looks in after a connection let one off at a place:
    /// as its stop says, else along the way that leaves the place.
    pub(crate) fn alighting(&self, connection: ConnectionId, place: PlaceId) -> Option<Heading> {
        let stops = &self.connection(connection).stops;
        let stop = stops.iter().find(|stop| stop.place == Some(place));
        stop.and_then(|stop| stop.heading)
            .or_else(|| self.exits(place).first().map(|exit| exit.heading))
    }
}
