//! Parts of a building: what counts as an intersection, a corner, an end.

use crate::cas::Value;
use crate::world::{Heading, PlaceId, Side, World};

/// True if the place, looked at along `heading`, is what the value names.
///
/// - `Intersection`: any place but dead ends and straight pass-throughs.
/// - `Corner`: a bend, or a place that is not straight with the way ahead
///   closed (the stem of a T looks like a corner to somebody who walks up it).
/// - `DeadEnd`: at most one way out.
/// - `End`: the way ahead is closed.
/// - `Block`: any place; a block is as long as a passage.
pub(crate) fn is_a(world: &World, place: PlaceId, heading: Heading, value: Value) -> bool {
    let exits = world.exits(place).len();
    let closed = || world.ahead(place, heading).is_none();
    match value {
        Value::Intersection => exits >= 2 && !is_straight(world, place),
        Value::Corner => exits >= 2 && !is_straight(world, place) && (exits == 2 || closed()),
        Value::DeadEnd => exits <= 1,
        Value::End => closed(),
        Value::Block => true,
        _ => false,
    }
}

/// True if exactly two ways meet and go straight on into each other.
pub(crate) fn is_straight(world: &World, place: PlaceId) -> bool {
    match world.exits(place) {
        [one, other] => one.heading.reversed().side_of(other.heading) == Side::Front,
        _ => false,
    }
}
