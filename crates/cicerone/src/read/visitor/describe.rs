//! What a description fits: the things of a building as a visitor knows them.

use crate::cas::{DoorLook, Thing, ThingSide, Value};
use crate::world::document::{ConnectionKind, DoorKind};
use crate::world::{Item, Side, Sighted, WIDE, World, far, is_corridor};

/// True if something is what a description says, apart from where it is. Who
/// confuses things goes by the sort alone.
pub(super) fn fits(world: &World, thing: &Thing, what: Sighted, is_confused: bool) -> bool {
    let is_value = match thing.value.get() {
        None => true,
        Some(value) => is_value(world, *value, what, is_confused),
    };
    let is_look = thing.door.get().is_none_or(|look| looks(world, what) == Some(*look));
    let is_name = thing.name.get().is_none_or(|name| called(world, what).contains(&name.as_str()));
    is_value && (is_confused || is_look && is_name)
}

fn is_value(world: &World, value: Value, what: Sighted, is_confused: bool) -> bool {
    match (value, what) {
        (Value::Door, Sighted::Door(id)) => world.door(id).kind != DoorKind::Opening,
        (Value::Opening, Sighted::Door(id)) => world.door(id).kind == DoorKind::Opening,
        // What one calls a corridor another calls an opening.
        (Value::Opening, Sighted::Way { width, depth }) => {
            is_confused || !is_corridor(width, depth)
        }
        (Value::Corridor, Sighted::Way { width, depth }) => {
            is_confused || is_corridor(width, depth)
        }
        (Value::Kind(kind), Sighted::Fixture(id)) => is_confused || world.fixture(id).kind == kind,
        (_, Sighted::Connection(id)) => value == connection(world.connection(id).kind),
        _ => false,
    }
}

fn connection(kind: ConnectionKind) -> Value {
    match kind {
        ConnectionKind::Stairs => Value::Stairs,
        ConnectionKind::Lift => Value::Lift,
        ConnectionKind::Escalator => Value::Escalator,
        ConnectionKind::Ramp => Value::Ramp,
    }
}

fn looks(world: &World, what: Sighted) -> Option<DoorLook> {
    let is_wide = match what {
        Sighted::Door(id) => {
            let [a, b] = world.door(id).line;
            far(a, b) > WIDE
        }
        Sighted::Way { width, .. } => width > WIDE,
        _ => false,
    };
    let Sighted::Door(id) = what else { return is_wide.then_some(DoorLook::Wide) };
    match world.door(id).kind {
        DoorKind::Opening => is_wide.then_some(DoorLook::Wide),
        DoorKind::Door => None,
        DoorKind::Hinged => Some(DoorLook::Hinged),
        DoorKind::DoubleHinged => Some(DoorLook::Double),
        DoorKind::Sliding => Some(DoorLook::Sliding),
        DoorKind::DoubleSliding => Some(DoorLook::DoubleSliding),
        DoorKind::Revolving => Some(DoorLook::Revolving),
        DoorKind::Gate => Some(DoorLook::Gate),
        DoorKind::EmergencyExit => Some(DoorLook::Emergency),
    }
}

/// What something is called, or what is written on it.
fn called(world: &World, what: Sighted) -> Vec<&str> {
    let names = match what {
        Sighted::Fixture(id) => {
            let fixture = world.fixture(id);
            [fixture.name.as_deref(), fixture.text.as_deref()]
        }
        Sighted::Connection(id) => [world.connection(id).name.as_deref(), None],
        Sighted::Door(id) => [world.door(id).name.as_deref(), None],
        Sighted::Way { .. } => [None, None],
    };
    names.into_iter().flatten().collect()
}

/// True if a side is the one that is said.
pub(super) fn is_side(said: Option<&ThingSide>, side: Side) -> bool {
    match said {
        None => true,
        Some(ThingSide::Left) => side == Side::Left,
        Some(ThingSide::Right) => side == Side::Right,
        Some(ThingSide::Sides) => matches!(side, Side::Left | Side::Right),
        Some(ThingSide::Front) => side == Side::Front,
        Some(ThingSide::Back | ThingSide::At) => false,
    }
}

/// The same for something one comes by: of what is in the way one keeps to whichever
/// side is said.
pub(super) fn is_on_hand(said: Option<&ThingSide>, item: &Item) -> bool {
    let in_the_way = item.side == Side::Front && matches!(item.what, Sighted::Fixture(_));
    let is_sided = matches!(said, Some(ThingSide::Left | ThingSide::Right));
    is_side(said, item.side) || in_the_way && is_sided
}

/// Metres of the longest side, about.
pub(super) fn size(world: &World, what: Sighted) -> f64 {
    match what {
        Sighted::Fixture(id) => world.fixture(id).size.unwrap_or(0.8).clamp(0.2, 4.0),
        Sighted::Door(_) => 2.0,
        Sighted::Way { width, .. } => width.clamp(1.0, 4.0),
        Sighted::Connection(_) => 2.5,
    }
}
