//! What commands look like to who puts them into words.

use super::SOON;
use crate::cas::{
    Action, Command, DeclareGoal, Face, Slot, Thing, ThingSide, Travel, Turn, Value, Verify,
};

/// True for 'take the second door on your left'.
pub(super) fn is_counted(action: &Action) -> bool {
    order_taken(action).is_some()
}

/// True for 'take the first door on your left'.
pub(super) fn is_first(action: &Action) -> bool {
    order_taken(action) == Some(&Slot::Set(1))
}

/// Which of its sort it is that one takes, where that is said.
fn order_taken(action: &Action) -> Option<&Slot<u32>> {
    let taken = match action {
        Action::Travel(travel) if travel.distance.is_none() && travel.past.is_none() => {
            &travel.through
        }
        Action::Turn(turn) => &turn.into,
        _ => return None,
    };
    let mut things = taken.iter().flat_map(|taken| &taken.desc);
    things.find(|thing| thing.order.is_present()).map(|thing| &thing.order)
}

/// True for 'from the stairs'.
pub(super) fn is_off_stairs(travel: &Travel) -> bool {
    let things = travel.out.iter().flat_map(|out| &out.desc);
    travel.through.is_none()
        && things.into_iter().any(|thing| {
            matches!(thing.value.get(), Some(Value::Stairs | Value::Ramp | Value::Escalator))
        })
}

/// True for a destination that has a sentence of its own: one that is a door, or
/// beside where one stops.
pub(super) fn is_told_apart(verify: &Verify) -> bool {
    let place = verify.goal.as_ref().and_then(|goal| goal.place.as_ref());
    let thing = place.and_then(|place| place.desc.first());
    thing.is_some_and(|thing| {
        let is_door = matches!(thing.value.get(), Some(Value::Door | Value::Opening));
        let is_aside = matches!(thing.side.get(), Some(ThingSide::Left | ThingSide::Right));
        is_aside || is_door && thing.side.get() != Some(&ThingSide::Back)
    })
}

/// True for a destination right behind the door that one has come through.
pub(super) fn is_just_inside(goal: &DeclareGoal) -> bool {
    let thing = goal.place.as_ref().and_then(|place| place.desc.first());
    thing.is_some_and(|thing| thing.side.get() == Some(&ThingSide::Back))
}

/// True for a destination in the area that one is in, and that is called so.
pub(super) fn is_in_it(goal: &DeclareGoal) -> bool {
    let thing = goal.place.as_ref().and_then(|place| place.desc.first());
    let value = thing.and_then(|thing| thing.value.get());
    matches!(value, Some(Value::Room | Value::Hall | Value::Corridor | Value::Outside))
}

/// True for a turn at the end of the way.
pub(super) fn is_at_end(turn: &Turn) -> bool {
    let until = turn.location.as_ref().and_then(|location| location.until.as_ref());
    let thing = until.and_then(|until| until.desc.first());
    thing.is_some_and(|thing| thing.value.get() == Some(&Value::End))
}

/// True where that is the end of a corridor, said as such.
pub(super) fn is_at_end_of_corridor(turn: &Turn) -> bool {
    let until = turn.location.as_ref().and_then(|location| location.until.as_ref());
    let parts = until.and_then(|until| until.desc.first()).map_or(&[][..], |end| &end.part);
    is_at_end(turn) && parts.iter().any(|part| part.value.get() == Some(&Value::Corridor))
}

/// True for 'walk straight on' and nothing else.
pub(super) fn is_bare(travel: &Travel) -> bool {
    is_walk(travel) && travel.distance.is_none() && travel.past.is_none() && travel.follow.is_none()
}

/// True for 'follow the corridor' and nothing else.
pub(super) fn is_following(travel: &Travel) -> bool {
    is_walk(travel) && travel.distance.is_none() && travel.past.is_none() && travel.follow.is_some()
}

/// True for a walk that ends nowhere by itself.
pub(super) fn is_walk(travel: &Travel) -> bool {
    travel.through.is_none() && travel.out.is_none() && travel.until.is_none()
}

/// True for 'to the lift'.
pub(super) fn is_boarding(travel: &Travel) -> bool {
    travel.until.is_some() && travel.distance.is_none() && travel.past.is_none()
}

/// The same of any command, where what one takes is seen: stairs, a lift.
pub(super) fn is_board(action: &Action) -> bool {
    let Action::Travel(travel) = action else { return false };
    let until = travel.until.as_ref().and_then(|until| until.desc.first());
    is_boarding(travel) && until.is_some_and(is_connection)
}

/// True for a walk of a few steps that ends at what one sees at once: the door ahead,
/// the stairs. There metres tell nothing; where a way ends they tell which wall is meant.
pub(super) fn ends_in_sight(travel: &Travel, next: Option<&Action>) -> bool {
    let metres = travel.distance.as_ref().and_then(|distance| distance.metres.get());
    if metres.is_none_or(|metres| *metres > SOON) || travel.past.is_some() || travel.out.is_some() {
        return false;
    }
    let ends = match next {
        Some(Action::Turn(_)) | None => false,
        Some(Action::Travel(next)) if next.distance.is_none() && is_door_at_hand(next) => true,
        Some(next) => is_board(next),
    };
    is_door_ahead(travel) || is_walk(travel) && ends
}

/// True for a door straight ahead that needs no counting.
pub(super) fn is_door_ahead(travel: &Travel) -> bool {
    let door = travel.through.as_ref().and_then(|through| through.desc.first());
    door.is_some_and(|door| {
        door.side.get() == Some(&ThingSide::Front)
            && !door.count.is_present()
            && !door.order.is_present()
    })
}

/// True for a door ahead, or the only one on a hand.
pub(super) fn is_door_at_hand(travel: &Travel) -> bool {
    let door = travel.through.as_ref().and_then(|through| through.desc.first());
    is_door_ahead(travel)
        || door.is_some_and(|door| {
            let is_one = !door.count.is_present() && !door.order.is_present();
            let is_aside = matches!(door.side.get(), Some(ThingSide::Left | ThingSide::Right));
            is_one && is_aside && door.past.is_empty() && door.detail.is_empty()
        })
}

pub(super) fn is_behind(face: &Face) -> bool {
    let things = face.faced.iter().flat_map(|faced| &faced.desc);
    things.into_iter().any(|thing| {
        matches!(thing.side.get(), Some(ThingSide::Back | ThingSide::Left | ThingSide::Right))
    })
}

/// True if several things are faced.
pub(super) fn is_many(face: &Face) -> bool {
    let mut things = face.faced.iter().flat_map(|faced| &faced.desc);
    things.any(|thing| thing.count.get().is_some_and(|count| *count > 1))
}

/// True if what one is to face is the destination, by its name.
pub(super) fn is_goal_faced(face: &Face, commands: &[Command]) -> bool {
    let faced = face.faced.as_ref().and_then(|faced| faced.desc.first());
    let is_ahead = faced.is_some_and(|thing| thing.side.get() == Some(&ThingSide::Front));
    let name = faced.and_then(|thing| thing.name.get());
    is_ahead
        && name.is_some()
        && commands.iter().any(|command| match &**command {
            Action::Verify(verify) => verify.goal.as_ref().and_then(|goal| goal.goal.get()) == name,
            _ => false,
        })
}

/// True if what one is to face is what one then walks up to or through, at once or behind
/// so many metres.
pub(super) fn is_same_as_faced(face: &Face, next: &Action, after: Option<&Action>) -> bool {
    let Action::Travel(travel) = next else { return false };
    if let Some(after) = after
        && is_walk(travel)
        && travel.past.is_none()
        && travel.follow.is_none()
    {
        return is_same_as_faced(face, after, None);
    }
    let is_bare = travel.distance.is_none() && travel.past.is_none() && travel.follow.is_none();
    let reached = travel.through.as_ref().or(travel.until.as_ref());
    let reached = reached.and_then(|one| one.desc.first()).filter(|_| is_bare);
    let faced = face.faced.as_ref().and_then(|faced| faced.desc.first());
    let [Some(faced), Some(reached)] = [faced, reached] else { return false };
    let bare = |thing: &Thing| Thing { side: Slot::Unset, ..thing.clone() };
    bare(faced) == bare(reached)
}

/// The door that is faced where one then goes straight through it.
pub(super) fn door_faced<'f>(face: &'f Face, next: &Action) -> Option<&'f Thing> {
    let Action::Travel(travel) = next else { return None };
    let metres = travel.distance.as_ref().map(|distance| distance.metres.get());
    let is_near = metres.is_none_or(|metres| metres.is_some_and(|metres| *metres <= SOON));
    let is_only = is_near && travel.past.is_none() && travel.follow.is_none();
    let through = travel.through.as_ref().filter(|through| through.desc.len() == 1)?;
    let [faced] = &face.faced.as_ref()?.desc[..] else { return None };
    let is_ahead = matches!(faced.side, Slot::Unset | Slot::Set(ThingSide::Front));
    let is_door = matches!(faced.value.get(), Some(Value::Door | Value::Opening));
    let door = &through.desc[0];
    let is_same = faced.value == door.value && (!door.door.is_present() || faced.door == door.door);
    let is_it = is_ahead && is_door && is_same && travel.out.is_none() && is_door_ahead(travel);
    (is_only && is_it).then_some(faced)
}

/// What a step ends with turning towards.
pub(super) fn faced_by_turn(step: &[Command]) -> Option<&Thing> {
    let Action::Turn(turn) = &**step.last()? else { return None };
    turn.face.as_ref()?.faced.as_ref()?.desc.first()
}

/// What the step before ended with turning towards, where this one leads to it.
pub(super) fn turned_towards<'s>(step: &'s [Command], travel: &Travel) -> Option<&'s Thing> {
    let faced = faced_by_turn(step)?;
    let reached = travel.through.as_ref().or(travel.until.as_ref())?.desc.first()?;
    let is_one = faced.value.get() != Some(&Value::Stairs);
    let is_same = is_one
        && faced.value == reached.value
        && faced.name == reached.name
        && faced.door == reached.door
        && [faced.count.is_present(), reached.count.is_present()] == [false, false]
        && !matches!(reached.side.get(), Some(ThingSide::Left | ThingSide::Right));
    is_same.then_some(faced)
}

/// True for 'turn left into the corridor'.
pub(super) fn is_into_corridor(action: &Action) -> bool {
    let Action::Turn(turn) = action else { return false };
    let into = turn.into.as_ref().and_then(|into| into.desc.first());
    into.is_some_and(|thing| thing.value.get() == Some(&Value::Corridor))
}

/// True where the last of these turns into the corridor that one has just entered.
pub(super) fn turns_in_corridor(commands: &[Command]) -> bool {
    let [.., before, last] = commands else { return false };
    let Action::Travel(travel) = &**before else { return false };
    let entered = travel.into.as_ref().and_then(|into| into.desc.first());
    let is_entered = entered.is_some_and(|thing| thing.value.get() == Some(&Value::Corridor));
    let Action::Turn(Turn { into: Some(into), .. }) = &**last else { return false };
    let is_plain = into.desc.iter().all(|thing| {
        !thing.name.is_present() && !thing.order.is_present() && thing.past.is_empty()
    });
    is_entered && is_into_corridor(last) && is_plain
}

/// True for a few steps to a destination that one was in behind its door.
pub(super) fn is_soon_there(travel: &Travel, next: Option<&Action>) -> bool {
    let metres = travel.distance.as_ref().and_then(|distance| distance.metres.get());
    let is_short = is_walk(travel) && travel.past.is_none() && travel.follow.is_none();
    let Some(Action::Verify(Verify { goal: Some(goal), .. })) = next else { return false };
    let is_inside = is_just_inside(goal) && !is_in_it(goal);
    is_short && is_inside && metres.is_some_and(|metres| *metres <= SOON)
}

/// True for a step that ends with how one notices to have gone too far.
pub(super) fn ends_with_warning(step: &[Command]) -> bool {
    let last = step.last().map(|last| &**last);
    matches!(last, Some(Action::Verify(verify)) if !verify.beyond.is_empty())
}

/// True for a step that ends with going through a door.
pub(super) fn ends_at_a_door(step: Option<&[Command]>) -> bool {
    let last = step.and_then(|step| step.last()).map(|last| &**last);
    matches!(last, Some(Action::Travel(travel)) if travel.through.is_some())
}

/// True for a door that one goes to at once, as the only one of its sort in view.
pub(super) fn is_door_in_view(travel: &Travel) -> bool {
    let doors = travel.through.iter().flat_map(|through| &through.desc);
    let is_single = |door: &Thing| {
        door.value.get() == Some(&Value::Door)
            && door.side.get() == Some(&ThingSide::Front)
            && !door.count.is_present()
    };
    travel.out.is_none()
        && travel.past.is_none()
        && doors.clone().count() == 1
        && doors.into_iter().all(is_single)
}

/// True for what one takes to another level.
pub(super) fn is_connection(thing: &Thing) -> bool {
    matches!(thing.value.get(), Some(Value::Lift | Value::Stairs | Value::Escalator | Value::Ramp))
}
