//! What there is on a level, and whether words fit it.

use cicerone::cas::{DoorLook, Thing, Value};
use cicerone::world::document::{AreaKind, ConnectionKind, DoorKind, Point};
use cicerone::world::{KindId, World};

use super::plane::{direction, distance, is_inside, middle, right_of};

/// Something that words can mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    /// A door or opening, by its number.
    Door(usize),
    /// A connection, by its number, and one of its stops.
    Stop(usize, usize),
    /// What stands there, by its number.
    Fixture(usize),
    /// A gap in the wall that is no door of the map.
    Way {
        /// How wide.
        width: f64,
        /// How far one sees into it.
        depth: f64,
    },
}

/// How well words fit something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Not at all.
    No,
    /// Some would say so.
    Maybe,
    /// Anybody would.
    Yes,
}

impl Fit {
    fn of(is_so: bool) -> Fit {
        if is_so { Fit::Yes } else { Fit::No }
    }

    /// Yes above the one, maybe above the other number.
    fn above(number: f64, sure: f64, perhaps: f64) -> Fit {
        match number {
            number if number > sure => Fit::Yes,
            number if number > perhaps => Fit::Maybe,
            _ => Fit::No,
        }
    }

    fn inverse(self) -> Fit {
        match self {
            Fit::No => Fit::Yes,
            Fit::Maybe => Fit::Maybe,
            Fit::Yes => Fit::No,
        }
    }
}

/// True for a door with a lift behind it.
fn is_of_a_lift(world: &World, number: usize) -> bool {
    let building = world.building();
    let door = &building.doors[number];
    let at = middle(door.line);
    let Some([x, y]) = direction(door.line[0], door.line[1]).map(right_of) else { return false };
    let lifts = building.areas.iter().filter(|area| area.kind == AreaKind::Lift);
    lifts.filter(|area| area.level == door.level).any(|area| {
        [0.5, -0.5].iter().any(|by| is_inside(&area.outline, [at[0] + x * by, at[1] + y * by]))
    })
}

/// Everything on a level that has a position.
pub(super) fn things_on(world: &World, level: usize) -> Vec<(What, Point)> {
    let building = world.building();
    let doors = building.doors.iter().enumerate();
    let doors = doors
        .filter(|(_, door)| door.level.index() == level)
        .map(|(number, door)| (What::Door(number), middle(door.line)));
    let stops = building.connections.iter().enumerate().flat_map(|(number, connection)| {
        let stops = connection.stops.iter().enumerate();
        stops
            .filter(|(_, stop)| stop.level.index() == level)
            .map(move |(stop, one)| (What::Stop(number, stop), one.at))
    });
    let fixtures = building.fixtures.iter().enumerate();
    let fixtures = fixtures
        .filter(|(_, one)| one.level.index() == level)
        .map(|(number, one)| (What::Fixture(number), one.at));
    doors.chain(stops).chain(fixtures).collect()
}

/// Whether the words for a thing fit something, wherever it is. What the words
/// do not tell apart (a hinged door is said 'door') is not told apart here.
pub(super) fn fits(world: &World, thing: &Thing, what: What) -> Fit {
    let name = thing.name.get().map(|label| label.as_str());
    match what {
        What::Door(number) => {
            let door = &world.building().doors[number];
            let named = match name {
                None => Fit::Yes,
                Some(name) => Fit::of(door.name.as_deref() == Some(name)),
            };
            let fit = named.min(door_fits(thing, door.kind, distance(door.line[0], door.line[1])));
            // Where a lift opens few would speak of an opening.
            match door.kind == DoorKind::Opening && is_of_a_lift(world, number) {
                true => fit.min(Fit::Maybe),
                false => fit,
            }
        }
        What::Stop(number, _) => {
            let connection = &world.building().connections[number];
            let is_kind = thing.value.get() == Some(&connection_value(connection.kind));
            let is_named = name.is_none_or(|name| connection.name.as_deref() == Some(name));
            Fit::of(is_kind && is_named)
        }
        What::Fixture(number) => {
            let fixture = &world.building().fixtures[number];
            let Some(Value::Kind(kind)) = thing.value.get() else { return Fit::No };
            let is_named = name.is_none_or(|name| {
                [&fixture.name, &fixture.text].into_iter().any(|one| one.as_deref() == Some(name))
            });
            Fit::of(word(world, *kind) == word(world, fixture.kind) && is_named)
        }
        What::Way { width, depth } => {
            let narrow = Fit::above(depth, 6.0, 4.0).min(Fit::above(-width, -4.0, -5.5));
            // A wide one is long.
            let long = Fit::above(depth / width, 3.3, 2.7).min(Fit::above(-width, -6.2, -6.8));
            let corridor = if width > 4.0 { narrow.max(long) } else { narrow };
            let is_wide = Fit::above(width, 3.5, 2.5);
            let value = match thing.value.get() {
                Some(Value::Corridor) => corridor,
                Some(Value::Opening) => corridor.inverse(),
                _ => Fit::No,
            };
            match thing.door.get() {
                None => value,
                Some(DoorLook::Wide) => value.min(is_wide),
                Some(_) => Fit::No,
            }
        }
    }
}

fn door_fits(thing: &Thing, kind: DoorKind, width: f64) -> Fit {
    let is_opening = kind == DoorKind::Opening;
    match (thing.value.get(), thing.door.get()) {
        (Some(Value::Opening), None) => Fit::of(is_opening),
        (Some(Value::Opening), Some(DoorLook::Wide)) => {
            Fit::of(is_opening).min(Fit::above(width, 2.8, 2.3))
        }
        (Some(Value::Door), look) => match (look, kind) {
            (_, DoorKind::Opening) => Fit::No,
            // Nobody is told which of them have hinges.
            (None | Some(DoorLook::Hinged), DoorKind::Gate | DoorKind::EmergencyExit) => Fit::Maybe,
            (None, _) => Fit::Yes,
            (Some(DoorLook::Hinged), DoorKind::Hinged | DoorKind::Door) => Fit::Yes,
            (Some(DoorLook::Hinged), _) => Fit::Yes,
            (Some(DoorLook::Double), DoorKind::DoubleHinged) => Fit::Yes,
            (Some(DoorLook::Double), DoorKind::DoubleSliding) => Fit::Maybe,
            (Some(DoorLook::Sliding), DoorKind::Sliding) => Fit::Yes,
            (Some(DoorLook::Sliding), DoorKind::DoubleSliding) => Fit::Maybe,
            (Some(DoorLook::DoubleSliding), DoorKind::DoubleSliding) => Fit::Yes,
            (Some(DoorLook::Revolving), DoorKind::Revolving) => Fit::Yes,
            (Some(DoorLook::Gate), DoorKind::Gate) => Fit::Yes,
            (Some(DoorLook::Emergency), DoorKind::EmergencyExit) => Fit::Yes,
            _ => Fit::No,
        },
        _ => Fit::No,
    }
}

/// True if the look that is said of a door is its own.
pub(super) fn is_own_look(world: &World, thing: &Thing, number: usize) -> bool {
    let kind = world.building().doors[number].kind;
    match thing.door.get() {
        Some(DoorLook::Hinged) => matches!(kind, DoorKind::Hinged | DoorKind::Door),
        _ => fits(world, thing, What::Door(number)) == Fit::Yes,
    }
}

/// The word for a kind.
pub(super) fn word(world: &World, kind: KindId) -> String {
    let kind = world.vocabulary().kind(kind);
    kind.words.first().unwrap_or(&kind.name).clone()
}

/// What a connection is called in commands.
pub(super) fn connection_value(kind: ConnectionKind) -> Value {
    match kind {
        ConnectionKind::Lift => Value::Lift,
        ConnectionKind::Escalator => Value::Escalator,
        ConnectionKind::Ramp => Value::Ramp,
        _ => Value::Stairs,
    }
}

/// Whether the words for an area fit one: its sort, and its name or number.
pub(super) fn is_area(world: &World, thing: &Thing, number: usize) -> bool {
    let area = &world.building().areas[number];
    let is_kind = match thing.value.get() {
        Some(Value::Corridor) => area.kind == AreaKind::Corridor,
        Some(Value::Hall) => area.kind == AreaKind::Hall,
        Some(Value::Outside) => matches!(area.kind, AreaKind::Outdoors | AreaKind::Platform),
        Some(Value::Stairs) => area.kind == AreaKind::Stairs,
        Some(Value::Lift) => area.kind == AreaKind::Lift,
        Some(Value::Escalator) => area.kind == AreaKind::Escalator,
        Some(Value::Ramp) => area.kind == AreaKind::Ramp,
        Some(Value::Room) => matches!(area.kind, AreaKind::Room | AreaKind::Restroom),
        _ => false,
    };
    let name = thing.name.get().map(|label| label.as_str());
    let is_named = name.is_none_or(|name| {
        [&area.name, &area.number].into_iter().any(|one| one.as_deref() == Some(name))
    });
    is_kind && is_named
}
