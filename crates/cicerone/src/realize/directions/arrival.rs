//! Words for where one arrives, and for who went too far.

use super::English;
use super::names::{is_plural, named, preposition};
use super::patterns::{is_in_it, is_just_inside, is_told_apart, is_walk};
use crate::cas::{Action, DeclareGoal, Label, Proximity, Slot, Thing, ThingSide, Value, Verify};

const JUST_INSIDE: &str = "just inside";

/// True for who was told just now which room is behind the door.
fn goes_into(before: Option<&Action>) -> bool {
    matches!(before, Some(Action::Travel(travel)) if travel.into.is_some())
}

impl English<'_> {
    pub(super) fn verify(
        &self,
        verify: &Verify,
        before: Option<&Action>,
        is_after_warning: bool,
    ) -> String {
        if !verify.beyond.is_empty() {
            return format!("if you come to {}, you have gone too far", self.all(&verify.beyond));
        }
        let Some(goal) = &verify.goal else {
            // Who is in the room sees it from where he is.
            let there = match before {
                Some(Action::Verify(Verify { goal: Some(goal), .. })) if is_just_inside(goal) => "",
                Some(Action::Verify(_)) => "from there ",
                _ => "",
            };
            let see = self.turns.one_of("see", &["you will see"]);
            return format!("{there}{see} {}", self.listed(Some(verify)));
        };
        let name =
            goal.goal.get().map_or("your destination".to_owned(), |label| named(label.as_str()));
        let place = self.goal_place(goal);
        // 'Walk about 4 metres; stop beside the sofa', in the room one came for.
        if let Some(Action::Travel(travel)) = before
            && is_walk(travel)
            && self.is_there(goal)
        {
            let there = " and you are there".to_owned();
            return place.map_or(there, |place| format!("; stop {place}"));
        }
        let label = goal.goal.get().map_or("", |label| label.as_str());
        let is_plural = is_plural(label) && !is_in_it(goal) && !self.has_named(goal);
        let name = match is_in_it(goal) {
            // Who is in it is not told that it is on the left.
            _ if self.has_named(goal) => "your destination".to_owned(),
            true => format!("your destination {} {name}", preposition(&name)),
            false => name,
        };
        match before {
            // 'walk about 6 metres to reception, beside the plant'.
            // Who walks on in the room is not just inside any more.
            Some(Action::Travel(travel)) if is_walk(travel) && !is_told_apart(verify) => {
                let place = place.filter(|place| place != JUST_INSIDE);
                let place = place.map(|place| place.replace("just inside, ", ""));
                place.map_or(name.clone(), |place| format!("{name}, {place}"))
            }
            // Behind its door one is there; what is farther in is said beside it.
            _ if is_just_inside(goal) && !is_in_it(goal) && !is_after_warning => {
                let beside = place.filter(|place| place != JUST_INSIDE);
                let beside = beside.map(|place| place.replace("just inside, ", ""));
                match beside {
                    Some(beside) if self.has_named(goal) => format!("stop {beside}"),
                    // 'Take the third door, about 9 metres along, into room 15.'
                    None if self.has_named(goal) && goes_into(before) => String::new(),
                    None if self.has_named(goal) => "you are there".to_owned(),
                    Some(beside) => format!("{}; stop {beside}", self.that_is(&name, is_plural)),
                    None => match before {
                        // 'take the second door on your left into the pantry'.
                        Some(Action::Travel(door))
                            if door.through.is_some()
                                && door.into.is_none()
                                && self.turns.is_turn_of("into", 3) =>
                        {
                            format!(" into {name}")
                        }
                        _ => self.that_is(&name, is_plural),
                    },
                }
            }
            _ => self.goal_is(&name, place.as_deref(), is_plural),
        }
    }

    /// 'that is room 15', 'you have reached room 15'.
    fn that_is(&self, name: &str, is_plural: bool) -> String {
        let plain: &[&str] = match is_plural {
            true => &["those are"],
            false => &["that is", "you have reached"],
        };
        // One is in a room, and at whatever is only known by its name.
        let is_climbed = ["stairs", "escalator", "ramp"].iter().any(|end| name.ends_with(end));
        let is_room = !is_climbed && (name.starts_with("the ") || name.starts_with("room "));
        let is_fit = |words: &str| words.ends_with(" in") == is_room;
        format!("{} {name}", self.turns.one_that("there", plain, is_fit))
    }

    /// 'room 15 is on your left', 'you will see room 15 on your left'.
    fn goal_is(&self, name: &str, place: Option<&str>, is_plural: bool) -> String {
        let place = place.unwrap_or("right here");
        let is_named = !name.starts_with("your destination");
        if is_named && place.starts_with("on ") && self.turns.is_turn_of("see", 3) {
            return format!("{} {name} {place}", self.turns.one_of("see", &["you will see"]));
        }
        let (is, other) = if is_plural { ("are", "is") } else { ("is", "are") };
        let is = match place {
            "right here" => is,
            _ => self.turns.one_that("see beside", &[is], |words| words != other),
        };
        format!("{name} {is} {place}")
    }

    pub(super) fn note_entered(&self, into: &Verify) {
        let names = into.desc.iter().filter_map(|thing| thing.name.get().cloned());
        self.entered.borrow_mut().extend(names);
    }

    /// True for a spot in an area that one was told to go into.
    pub(super) fn is_there(&self, goal: &DeclareGoal) -> bool {
        is_in_it(goal) && self.has_named(goal)
    }

    /// True if one was told to go into what is called as the destination.
    pub(super) fn has_named(&self, goal: &DeclareGoal) -> bool {
        let entered = self.entered.borrow();
        let is_it = |label: &Label| {
            let own = label.as_str();
            // A room's number is a name as well.
            entered
                .iter()
                .any(|one| one == label || own.strip_prefix("room ") == Some(one.as_str()))
        };
        goal.goal.get().is_some_and(is_it)
    }

    pub(super) fn goal_place(&self, goal: &DeclareGoal) -> Option<String> {
        let thing = goal.place.as_ref()?.desc.first()?;
        let inside = match thing.side.get() {
            Some(ThingSide::Back) => Some(JUST_INSIDE),
            _ => None,
        };
        if !thing.past.is_empty() {
            return Some(format!("just after {}", self.all(&thing.past)));
        }
        let hand = match thing.side.get() {
            Some(side @ (ThingSide::Left | ThingSide::Right)) => self.side(*side),
            _ => None,
        };
        // Lift 2 is not near lift 2.
        let is_itself = thing.detail.iter().any(|one| {
            let names = [one.name.get(), goal.goal.get()].map(|one| one.map(Label::as_str));
            matches!(names, [Some(own), Some(label)] if own.eq_ignore_ascii_case(label))
        });
        if !thing.detail.is_empty() && !is_itself {
            let is_near = thing.detail.iter().any(|one| one.dist.get() == Some(&Proximity::Near));
            let is_ahead = thing.detail.iter().any(|one| one.side.get() == Some(&ThingSide::Front));
            let is_group = thing.detail.iter().any(|one| one.count.get().is_some_and(|n| *n > 2));
            let bare = thing.detail.iter().map(|one| Thing {
                dist: Slot::Unset,
                side: Slot::Unset,
                ..one.clone()
            });
            let beside = self.all(&bare.collect::<Vec<Thing>>());
            let beside = match is_near {
                _ if is_ahead => format!("in front of {beside}"),
                true if is_group => format!("by {beside}"),
                true => format!("near {beside}"),
                false => format!("{} {beside}", self.beside()),
            };
            let aside = thing.detail.iter().find_map(|one| match one.side.get() {
                Some(side @ (ThingSide::Left | ThingSide::Right)) => self.side(*side),
                _ => None,
            });
            let beside = aside.map_or(beside.clone(), |side| format!("{beside} {side}"));
            let first = inside.or(hand);
            return Some(first.map_or(beside.clone(), |first| format!("{first}, {beside}")));
        }
        if let Some(inside) = inside {
            return Some(inside.to_owned());
        }
        match (thing.value.get(), thing.side.get()) {
            (Some(Value::End), _) => Some(format!("at {}", self.thing(thing))),
            (Some(_), Some(ThingSide::Front)) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                Some(format!("{} in front of you", self.thing(&bare)))
            }
            (Some(Value::Door | Value::Opening), _) => Some(self.thing(thing)),
            (_, Some(side)) => self.side(*side).map(str::to_owned),
            (_, None) => None,
        }
    }
}
