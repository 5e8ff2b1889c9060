//! Plain English for what is said of a building: doors, rooms, levels, metres,
//! names. Correct for every command and pleasant for most; nothing is learnt.
//!
//! The commands of a leg become one sentence: each is a clause, and clauses are
//! joined as people join them ('walk about 12 metres past the kiosk, then take
//! the second door on your left').

mod names;
#[cfg(test)]
mod tests;

use names::{level_name, named, named_bare, needs_no_article, ordinal};

use super::plain::number;
use crate::cas::{
    Action, Command, DeclareGoal, Direction, DoorLook, Face, Proximity, Ride, Rise, Shape, Slot,
    Thing, ThingSide, Travel, Turn, Value, Verify,
};
use crate::words::agreement;
use crate::world::Vocabulary;

const JUST_INSIDE: &str = "just inside";

/// At most so many clauses follow each other with 'then'.
const LONGEST: usize = 3;
/// A sentence of so many words is not gone on with.
const LONG: usize = 20;

/// The sentence that says the commands of a leg or a change of level.
pub fn directions(commands: &[Command], vocabulary: &Vocabulary) -> Vec<String> {
    let english = English { vocabulary };
    let mut text = String::new();
    let mut before: Option<&Action> = None;
    // Metres stand behind what is counted, or the counting seems to begin there.
    let mut metres: Option<u32> = None;
    for (number, command) in commands.iter().enumerate() {
        let next = commands.get(number + 1).map(|next| &**next);
        let mut clause = match (&**command, next) {
            (Action::Travel(travel), Some(next)) if is_walk(travel) && is_counted(next) => {
                let distance = travel.distance.as_ref().and_then(|one| one.metres.get());
                metres = distance.copied();
                english.clause(&Action::Travel(Travel { distance: None, ..travel.clone() }), before)
            }
            _ => english.clause(command, before),
        };
        if is_counted(command)
            && let Some(metres) = metres.take()
        {
            clause += &format!(", after about {metres} metres");
        }
        if clause.is_empty() {
            continue;
        }
        let goes_on =
            matches!(commands.get(number + 1).map(|next| &**next), Some(Action::Travel(_)));
        let mut joint = joint(before, command, goes_on);
        // Nobody remembers a sentence of many parts.
        let sentence = text.rsplit(". ").next().unwrap_or("");
        let parts = sentence.matches(", then ").count();
        let is_long = sentence.split_whitespace().count() >= LONG;
        if joint == ", then " && (parts >= LONGEST - 1 || is_long) {
            let begins = ["after ", "if "].iter().any(|start| clause.starts_with(start));
            joint = if begins { ". " } else { ". then " }.to_owned();
        }
        // A clause may close with a comma of its own.
        let doubled = text.ends_with(',') && joint.starts_with(',');
        if joint.starts_with('.') && text.ends_with(',') {
            text.pop();
        }
        text.push_str(if doubled { &joint[1..] } else { &joint });
        text.push_str(&clause);
        before = Some(command);
    }
    tokens(&text)
}

/// What stands between two clauses.
fn joint(before: Option<&Action>, now: &Action, goes_on: bool) -> String {
    match (before, now) {
        (None, _) => "",
        (Some(Action::Face(face)), _) if is_behind(face) => ", ",
        (Some(Action::Travel(travel)), _) if is_off_stairs(travel) => ", ",
        (Some(Action::Travel(travel)), Action::Turn(turn)) if travel.out.is_some() => {
            match turn.location {
                None if goes_on => ", ",
                None => " and ",
                Some(_) => ". ",
            }
        }
        (Some(_), Action::Verify(verify)) if !verify.beyond.is_empty() => ". ",
        (Some(Action::Verify(_)), _) => ". ",
        (Some(_), Action::Verify(verify)) if verify.goal.is_some() => match before {
            Some(Action::Travel(travel)) if is_walk(travel) && !is_at_a_door(verify) => " to ",
            _ => ". ",
        },
        (Some(Action::Travel(travel)), Action::Travel(_)) if travel.out.is_some() => ", then ",
        (Some(Action::Travel(_)), Action::Turn(turn)) if turn.location.is_some() => ", and ",
        (Some(Action::Travel(travel)), Action::Travel(next))
            if is_walk(travel) && is_boarding(next) =>
        {
            " "
        }
        (Some(Action::Turn(_) | Action::Face(_)), Action::Travel(_)) => " and ",
        _ => ", then ",
    }
    .to_owned()
}

/// True for 'take the second door on your left'.
fn is_counted(action: &Action) -> bool {
    let taken = match action {
        Action::Travel(travel) if travel.distance.is_none() && travel.past.is_none() => {
            &travel.through
        }
        Action::Turn(turn) => &turn.into,
        _ => return false,
    };
    let things = taken.iter().flat_map(|taken| &taken.desc);
    things.into_iter().any(|thing| thing.order.is_present())
}

/// True for 'from the stairs'.
fn is_off_stairs(travel: &Travel) -> bool {
    let things = travel.out.iter().flat_map(|out| &out.desc);
    travel.through.is_none()
        && things.into_iter().any(|thing| {
            matches!(thing.value.get(), Some(Value::Stairs | Value::Ramp | Value::Escalator))
        })
}

/// True for a destination that is a door.
fn is_at_a_door(verify: &Verify) -> bool {
    let place = verify.goal.as_ref().and_then(|goal| goal.place.as_ref());
    let thing = place.and_then(|place| place.desc.first());
    thing.is_some_and(|thing| {
        thing.value.is_present() && thing.side.get() == Some(&ThingSide::Front)
    })
}

/// True for a walk that ends nowhere by itself.
fn is_walk(travel: &Travel) -> bool {
    travel.through.is_none() && travel.out.is_none() && travel.until.is_none()
}

/// True for 'to the lift'.
fn is_boarding(travel: &Travel) -> bool {
    travel.until.is_some() && travel.distance.is_none() && travel.past.is_none()
}

fn is_behind(face: &Face) -> bool {
    let things = face.faced.iter().flat_map(|faced| &faced.desc);
    things.into_iter().any(|thing| {
        matches!(thing.side.get(), Some(ThingSide::Back | ThingSide::Left | ThingSide::Right))
    })
}

struct English<'v> {
    vocabulary: &'v Vocabulary,
}

impl English<'_> {
    fn clause(&self, action: &Action, before: Option<&Action>) -> String {
        match action {
            Action::Travel(travel) => self.travel(travel, before),
            Action::Turn(turn) => self.turn(turn, before),
            Action::Face(face) => self.face(face),
            Action::Ride(ride) => self.ride(ride),
            Action::Verify(verify) => self.verify(verify, before),
            Action::Find(find) => format!("find {}", self.listed(find.until.as_deref())),
        }
    }

    fn travel(&self, travel: &Travel, before: Option<&Action>) -> String {
        if let Some(out) = &travel.out {
            return self.leave(out, travel.through.as_deref());
        }
        let mut text = String::new();
        let walks = travel.distance.is_some() || travel.past.is_some() || travel.through.is_none();
        if let (Some(until), true) = (&travel.until, is_boarding(travel)) {
            let verb = match before {
                Some(Action::Travel(before)) if is_walk(before) => "to",
                _ => "go to",
            };
            return format!("{verb} {}", self.listed(Some(until)));
        }
        if walks {
            let goes_on = matches!(before, Some(Action::Travel(before)) if before.out.is_some() || before.through.is_some());
            let follows = travel.follow.as_ref().and_then(|follow| follow.until.as_deref());
            let is_long = goes_on || follows.is_some();
            match follows {
                Some(way) => text += &format!("follow {}", self.listed(Some(way))),
                None => text += if goes_on { "walk straight on" } else { "walk" },
            }
            match travel.distance.as_ref().and_then(|distance| distance.metres.get()) {
                Some(1) => text += " a metre",
                Some(metres) if is_long => text += &format!(" for about {metres} metres"),
                Some(metres) => text += &format!(" about {metres} metres"),
                None if !is_long && travel.past.is_none() => text += " straight on",
                None => {}
            }
            if let Some(past) = &travel.past {
                // 'Past' would sound as if the metres began there.
                let past = self.listed(Some(past));
                text += &match travel.distance {
                    Some(_) => format!(", passing {past},"),
                    None => format!(" past {past}"),
                };
            }
        }
        if let Some(through) = &travel.through {
            let joint = if walks { " and " } else { "" };
            text += joint;
            text += &self.through(through);
        }
        if let Some(into) = &travel.into {
            text += &format!(" into {}", self.listed(Some(into)));
        }
        if let Some(until) = &travel.until {
            text += &format!(" to {}", self.listed(Some(until)));
        }
        text
    }

    /// 'leave the kitchen by its only door, a sliding door'.
    fn leave(&self, out: &Verify, by: Option<&Verify>) -> String {
        let room = self.listed(Some(out));
        let Some(door) = by.and_then(|by| by.desc.first()) else {
            return match out.desc.first().and_then(|thing| thing.value.get()) {
                Some(Value::Stairs | Value::Ramp | Value::Escalator) => {
                    format!("from {room}")
                }
                _ => format!("leave {room}"),
            };
        };
        let noun = self.noun(door);
        if door.count.get() == Some(&1) {
            let only = if door.value.get() == Some(&Value::Opening) { "opening" } else { "door" };
            return match door.door.get() {
                Some(_) if noun != only => {
                    format!(
                        "leave {room} by its only {only}, {} {noun},",
                        agreement::article(&noun)
                    )
                }
                _ => format!("leave {room} by its only {only}"),
            };
        }
        let beside = match door.detail.is_empty() {
            true => String::new(),
            false => format!(" beside {}", self.all(&door.detail)),
        };
        let near = match door.dist.get() {
            Some(Proximity::Near) => "nearest ",
            _ => "",
        };
        format!("leave {room} by the {near}{noun}{beside}")
    }

    /// 'go through the double door', 'take the second door on your left'.
    fn through(&self, through: &Verify) -> String {
        let Some(door) = through.desc.first() else { return "go through".into() };
        match door.side.get() {
            Some(ThingSide::Left | ThingSide::Right) => self.take(door),
            _ => {
                let bare = Thing { side: Slot::Unset, ..door.clone() };
                format!("go through {}", self.thing(&bare))
            }
        }
    }

    /// 'take the second door on your left', 'after the kiosk, take the first
    /// door on your left'.
    fn take(&self, thing: &Thing) -> String {
        let bare = Thing { past: Vec::new(), ..thing.clone() };
        let take = format!("take {}", self.thing(&bare));
        match thing.past.is_empty() {
            true => take,
            false => format!("after {}, {take}", self.all(&thing.past)),
        }
    }

    fn turn(&self, turn: &Turn, before: Option<&Action>) -> String {
        let mut text = String::new();
        if let Some(location) = &turn.location {
            text += &format!("at {}, ", self.listed(location.until.as_deref()));
        }
        let is_again = matches!(before, Some(Action::Turn(before))
            if before.direction == turn.direction && turn.location.is_none());
        let way = match turn.direction.get() {
            Some(Direction::Left) if is_again => "left again",
            Some(Direction::Right) if is_again => "right again",
            Some(Direction::Left) => "turn left",
            Some(Direction::Right) => "turn right",
            Some(Direction::Back) => "turn around",
            Some(Direction::Front) | None => "go straight on",
        };
        match turn.into.as_ref().and_then(|into| into.desc.first()) {
            // 'take the second corridor on your left' says the turn as well.
            Some(thing) if thing.order.is_present() || !thing.past.is_empty() => {
                text += &self.take(thing);
            }
            Some(thing) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                let to = if is_connection(thing) { "to" } else { "into" };
                text += &format!("{way} {to} {}", self.thing(&bare));
            }
            None => text += way,
        }
        let faced = turn.face.as_ref().and_then(|face| face.faced.as_deref());
        if let Some(thing) = faced.and_then(|faced| faced.desc.first()) {
            let bare = Thing { side: Slot::Unset, ..thing.clone() };
            text += &format!(" towards {}", self.thing(&bare));
        }
        text
    }

    fn face(&self, face: &Face) -> String {
        let things = face.faced.iter().flat_map(|faced| &faced.desc);
        let said: Vec<String> = things
            .map(|thing| {
                let bare = self.thing(&Thing { side: Slot::Unset, ..thing.clone() });
                match thing.side.get() {
                    Some(ThingSide::Back) => format!("with {bare} behind you"),
                    Some(ThingSide::Left) => format!("with {bare} on your left"),
                    Some(ThingSide::Right) => format!("with {bare} on your right"),
                    _ => format!("face {bare}"),
                }
            })
            .collect();
        said.join(" and ")
    }

    fn ride(&self, ride: &Ride) -> String {
        let thing = ride.by.as_ref().and_then(|by| by.desc.first());
        let by = thing.map_or_else(|| "stairs".to_owned(), |thing| self.thing(thing));
        let way = match ride.rise.get() {
            Some(Rise::Up) => "up",
            Some(Rise::Down) => "down",
            Some(Rise::Level) | None => "",
        };
        let text = match thing.and_then(|thing| thing.value.get()) {
            Some(Value::Lift | Value::Escalator) => format!("take {by} {way}"),
            _ if way.is_empty() => format!("go along {by}"),
            _ => format!("go {way} {by}"),
        };
        let text = text.trim_end().to_owned();
        match ride.level.get() {
            Some(level) if ride.rise.get() != Some(&Rise::Level) => {
                format!("{text} to {}", level_name(level.as_str()))
            }
            _ => text,
        }
    }

    fn verify(&self, verify: &Verify, before: Option<&Action>) -> String {
        if !verify.beyond.is_empty() {
            return format!("if you come to {}, you have gone too far", self.all(&verify.beyond));
        }
        let Some(goal) = &verify.goal else {
            return format!("you will see {}", self.listed(Some(verify)));
        };
        let name =
            goal.goal.get().map_or("your destination".to_owned(), |label| named(label.as_str()));
        let place = self.goal_place(goal);
        match before {
            // 'walk about 6 metres to reception, beside the plant'.
            // Who walks on in the room is not just inside any more.
            Some(Action::Travel(travel)) if is_walk(travel) && !is_at_a_door(verify) => {
                let place = place.filter(|place| place != JUST_INSIDE);
                let place = place.map(|place| place.replace("just inside, ", ""));
                place.map_or(name.clone(), |place| format!("{name}, {place}"))
            }
            _ => match place {
                Some(place) => format!("{name} is {place}"),
                None => format!("{name} is right here"),
            },
        }
    }

    fn goal_place(&self, goal: &DeclareGoal) -> Option<String> {
        let thing = goal.place.as_ref()?.desc.first()?;
        let inside = match thing.side.get() {
            Some(ThingSide::Back) => Some(JUST_INSIDE),
            _ => None,
        };
        if !thing.past.is_empty() {
            return Some(format!("just after {}", self.all(&thing.past)));
        }
        if !thing.detail.is_empty() {
            let is_near = thing.detail.iter().any(|one| one.dist.get() == Some(&Proximity::Near));
            let bare = thing.detail.iter().map(|one| Thing { dist: Slot::Unset, ..one.clone() });
            let beside = self.all(&bare.collect::<Vec<Thing>>());
            let beside = format!("{} {beside}", if is_near { "near" } else { "beside" });
            return Some(inside.map_or(beside.clone(), |inside| format!("{inside}, {beside}")));
        }
        if let Some(inside) = inside {
            return Some(inside.to_owned());
        }
        match (thing.value.get(), thing.side.get()) {
            (Some(_), Some(ThingSide::Front)) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                Some(format!("{} in front of you", self.thing(&bare)))
            }
            (Some(_), _) => Some(self.thing(thing)),
            (None, Some(side)) => side_words(*side).map(str::to_owned),
            (None, None) => None,
        }
    }

    fn listed(&self, verify: Option<&Verify>) -> String {
        self.all(verify.map_or(&[][..], |verify| &verify.desc))
    }

    /// 'the plant on your left and the two chairs on your right'.
    fn all(&self, things: &[Thing]) -> String {
        // What is on the same side as the next is said with it.
        let said: Vec<String> = things
            .iter()
            .enumerate()
            .map(|(number, thing)| match things.get(number + 1) {
                Some(next) if next.side == thing.side => {
                    self.thing(&Thing { side: Slot::Unset, ..thing.clone() })
                }
                _ => self.thing(thing),
            })
            .collect();
        match &said[..] {
            [] => "it".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// A thing with its article, which one it is, and where.
    fn thing(&self, thing: &Thing) -> String {
        let mut noun = self.noun(thing);
        // One counts flights and staircases, not stairs.
        let is_counted = thing.order.is_present() || thing.count.get().is_some_and(|n| *n > 1);
        if is_counted && noun == "stairs" {
            noun = "staircase".to_owned();
        }
        let mut text = match (thing.order.get(), thing.count.get()) {
            (Some(order), _) => format!("the {} {noun}", ordinal(*order)),
            (None, Some(1)) => format!("the only {noun}"),
            (None, Some(count)) if *count > 4 => format!("the {}", agreement::plural(&noun)),
            (None, Some(count)) => format!("the {} {}", number(*count), agreement::plural(&noun)),
            (None, None) if is_proper(thing, &noun) => noun,
            (None, None) if thing.dist.get() == Some(&Proximity::Near) => {
                format!("the nearest {noun}")
            }
            (None, None) => format!("the {noun}"),
        };
        if let Some(side) = thing.side.get().and_then(|side| side_words(*side)) {
            text += &format!(" {side}");
        }
        if !thing.past.is_empty() {
            text += &format!(" after {}", self.all(&thing.past));
        }
        if !thing.detail.is_empty() {
            text += &format!(" with {}", self.all(&thing.detail));
        }
        text
    }

    fn noun(&self, thing: &Thing) -> String {
        let value = match thing.value.get() {
            None => "place".to_owned(),
            Some(Value::End) if !thing.part.is_empty() => {
                let whose = self.all(&thing.part);
                return match whose == "the way" {
                    true => "end".to_owned(),
                    false => format!("end of {whose}"),
                };
            }
            Some(Value::Path) if thing.structural == Slot::Set(Shape::Long) => {
                "longer way".to_owned()
            }
            Some(Value::Kind(kind)) => {
                let kind = self.vocabulary.kind(*kind);
                let word = kind.words.first().unwrap_or(&kind.name).clone();
                return match thing.name.get() {
                    Some(name) if word.ends_with("sign") || word.ends_with("board") => {
                        format!("{word} \u{2018}{}\u{2019}", name.as_str())
                    }
                    Some(name) => named_bare(name.as_str()),
                    None => word,
                };
            }
            Some(value) => part(*value).to_owned(),
        };
        if let Some(name) = thing.name.get().map(|name| name.as_str()) {
            let is_number = name.starts_with(|c: char| c.is_ascii_digit());
            return match thing.value.get() {
                Some(Value::Room) if is_number => format!("room {name}"),
                _ => named_bare(name),
            };
        }
        match thing.door.get() {
            None => value,
            Some(DoorLook::Hinged) => value,
            Some(DoorLook::Double) => format!("double {value}"),
            Some(DoorLook::Sliding) => format!("sliding {value}"),
            Some(DoorLook::DoubleSliding) => format!("double sliding {value}"),
            Some(DoorLook::Revolving) => format!("revolving {value}"),
            Some(DoorLook::Gate) => "gate".to_owned(),
            Some(DoorLook::Emergency) => "emergency exit".to_owned(),
            Some(DoorLook::Wide) => format!("wide {value}"),
        }
    }
}

/// True for what one takes to another level.
fn is_connection(thing: &Thing) -> bool {
    matches!(thing.value.get(), Some(Value::Lift | Value::Stairs | Value::Escalator | Value::Ramp))
}

fn part(value: Value) -> &'static str {
    match value {
        Value::Door => "door",
        Value::Opening => "opening",
        Value::Corridor => "corridor",
        Value::Room => "room",
        Value::Hall => "hall",
        Value::Outside => "open",
        Value::Stairs => "stairs",
        Value::Lift => "lift",
        Value::Escalator => "escalator",
        Value::Ramp => "ramp",
        Value::Path => "way",
        Value::End => "end of the way",
        Value::Wall => "wall",
        Value::Intersection => "junction",
        Value::Corner => "corner",
        Value::DeadEnd => "dead end",
        Value::Block => "block",
        Value::Group(_) | Value::Kind(_) => "thing",
    }
}

fn side_words(side: ThingSide) -> Option<&'static str> {
    match side {
        ThingSide::Left => Some("on your left"),
        ThingSide::Right => Some("on your right"),
        ThingSide::Front => Some("ahead"),
        ThingSide::Back => Some("behind you"),
        ThingSide::Sides => Some("beside you"),
        ThingSide::At => None,
    }
}

/// True if a thing's name stands without an article: 'lift 2', 'Reception'.
fn is_proper(thing: &Thing, noun: &str) -> bool {
    let is_quoted = noun.contains('\u{2018}');
    thing.name.get().is_some_and(|name| !is_quoted && needs_no_article(name.as_str()))
}

/// The words of a text, its marks apart, its capitals kept: names have them.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_suffix([',', '.']) {
            Some(bare) if !bare.is_empty() => {
                all.push(bare.to_owned());
                all.push(word[bare.len()..].to_owned());
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}
