//! Plain English for what is said of a building: doors, rooms, levels, metres,
//! names. Correct for every command and pleasant for most; nothing is learnt.
//!
//! The commands of a leg become one sentence: each is a clause, and clauses are
//! joined as people join them ('walk about 12 metres past the kiosk, then take
//! the second door on your left').

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

/// The sentence that says the commands of a leg or a change of level.
pub fn directions(commands: &[Command], vocabulary: &Vocabulary) -> Vec<String> {
    let english = English { vocabulary };
    let mut text = String::new();
    let mut before: Option<&Action> = None;
    for (number, command) in commands.iter().enumerate() {
        let clause = english.clause(command, before);
        if clause.is_empty() {
            continue;
        }
        let goes_on =
            matches!(commands.get(number + 1).map(|next| &**next), Some(Action::Travel(_)));
        let mut joint = joint(before, command, goes_on);
        // Nobody remembers a sentence of many parts.
        let parts = text.rsplit(". ").next().unwrap_or("").matches(", then ").count();
        if joint == ", then " && parts >= LONGEST - 1 {
            joint = ". ".to_owned();
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
            Some(ThingSide::Left | ThingSide::Right) => format!("take {}", self.thing(door)),
            _ => {
                let bare = Thing { side: Slot::Unset, ..door.clone() };
                format!("go through {}", self.thing(&bare))
            }
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
                text += &format!("take {}", self.thing(thing));
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
        if !thing.detail.is_empty() {
            let beside = format!("beside {}", self.all(&thing.detail));
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

/// What a name ends in that is a noun for part of a building, and so has an
/// article: 'the entrance hall', 'the main stairs'.
const NOUNS: [&str; 44] = [
    "area",
    "atrium",
    "balcony",
    "bathroom",
    "bridge",
    "cafeteria",
    "canteen",
    "centre",
    "center",
    "corridor",
    "counter",
    "court",
    "desk",
    "elevator",
    "entrance",
    "escalator",
    "exit",
    "foyer",
    "garden",
    "hall",
    "kitchen",
    "landing",
    "library",
    "lift",
    "lobby",
    "lounge",
    "office",
    "passage",
    "pharmacy",
    "ramp",
    "reception",
    "restaurant",
    "restroom",
    "room",
    "shop",
    "stairs",
    "staircase",
    "stairwell",
    "store",
    "suite",
    "terrace",
    "toilet",
    "toilets",
    "wing",
];

/// True for a name that is a noun, whatever its capital: 'Entrance hall'.
fn is_noun(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or("");
    let is_plain = |word: &str| word.chars().all(|c| c.is_lowercase() || c == '-');
    let low: String = first.chars().flat_map(char::to_lowercase).collect();
    let is_once_high = first.chars().skip(1).all(char::is_lowercase);
    let last = name.split_whitespace().last().unwrap_or("").to_lowercase();
    is_once_high && is_plain(&low) && words.all(is_plain) && NOUNS.contains(&&*last)
}

/// Names with a capital letter or a number stand alone; others are nouns.
fn needs_no_article(name: &str) -> bool {
    let starts_high = name.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    !is_noun(name) && (starts_high || name.ends_with(|c: char| c.is_ascii_digit()))
}

/// A name as it stands in a sentence. One that begins with a direction would
/// be taken for one.
fn named(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or("").to_lowercase();
    if ["left", "right", "up", "down", "back", "front"].contains(&&*first) {
        return format!("\u{2018}{name}\u{2019}");
    }
    match needs_no_article(name) || name.starts_with("the ") {
        true => name.to_owned(),
        false => format!("the {}", named_bare(name)),
    }
}

/// A name without its article; a noun begins with a small letter.
fn named_bare(name: &str) -> String {
    match is_noun(name) {
        true => name.to_lowercase(),
        false => name.to_owned(),
    }
}

/// A level as it is said: `level 2` for `2` and `L2`, its own name otherwise.
fn level_name(level: &str) -> String {
    let number = level.strip_prefix(['L', 'l']).unwrap_or(level);
    if number.parse::<f64>().is_ok() {
        return format!("level {number}");
    }
    let common = ["Level ", "Floor "].iter().any(|start| level.starts_with(start));
    let last = level.split_whitespace().last().unwrap_or("").to_lowercase();
    let is_short = level.chars().count() <= 3 && !level.chars().any(char::is_lowercase);
    match () {
        () if common => level.to_lowercase(),
        () if is_short => format!("level {level}"),
        () if ["level", "floor", "storey", "basement", "mezzanine"].contains(&&*last) => {
            format!("the {}", level.to_lowercase())
        }
        () if level.starts_with("the ") || level.contains(|c: char| c.is_ascii_digit()) => {
            level.to_owned()
        }
        () => format!("the {level}"),
    }
}

/// 'first', 'second', and so on.
fn ordinal(order: u32) -> String {
    const NAMES: [&str; 11] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth",
    ];
    match NAMES.get(order as usize) {
        Some(name) => (*name).to_owned(),
        None => {
            let end = match (order % 10, order % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{order}{end}")
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::sentence;

    /// What is said for commands, with `; ` between them.
    fn said(commands: &str) -> String {
        let vocabulary = Vocabulary::sail();
        let parsed = commands.split("; ").map(|one| Command::parse(one, vocabulary).unwrap());
        sentence(&directions(&parsed.collect::<Vec<Command>>(), vocabulary))
    }

    fn check(table: &[(&str, &str)]) {
        for (commands, words) in table {
            assert_eq!(said(commands), *words, "{commands}");
        }
    }

    #[test]
    fn setting_off() {
        check(&[
            (
                "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, Count=1)]))",
                "Leave the room by its only door.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Room, Name=kitchen)]), through=Verify(desc=[Thing(value=Door, Count=1, Door=Sliding)])); Turn(direction=Left)",
                "Leave the kitchen by its only door, a sliding door, and turn left.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, Detail=[Thing(value=Sofa)], Door=Double)]))",
                "Leave the room by the double door beside the sofa.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, dist=Near)]))",
                "Leave the room by the nearest door.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Opening, Count=1)]))",
                "Leave the room by its only opening.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Lift)])); Turn(direction=Right); Travel(distance=Distance(metres=6))",
                "Leave the lift, turn right and walk about 6 metres.",
            ),
            (
                "Travel(out=Verify(desc=[Thing(value=Stairs)])); Turn(direction=Left)",
                "From the stairs, turn left.",
            ),
            (
                "Face(faced=Verify(desc=[Thing(value=Easel, side=Front)])); Travel(distance=Distance(metres=1))",
                "Face the easel and walk a metre.",
            ),
            (
                "Face(faced=Verify(desc=[Thing(value=Chair, side=Back, Count=2)])); Turn(direction=Left)",
                "With the two chairs behind you, turn left.",
            ),
            (
                "Face(faced=Verify(desc=[Thing(value=Lift, side=Left, Name=\"lift 2\")])); Travel()",
                "With lift 2 on your left, walk straight on.",
            ),
            (
                "Face(faced=Verify(desc=[Thing(value=Path, side=Front, Structural=Long)])); Travel()",
                "Face the longer way and walk straight on.",
            ),
        ]);
    }

    #[test]
    fn walking() {
        check(&[
            ("Travel(distance=Distance(metres=12))", "Walk about 12 metres."),
            (
                "Travel(distance=Distance(metres=12), past=Verify(desc=[Thing(value=Easel, side=Left), Thing(value=Door, side=Left, Count=2)]))",
                "Walk about 12 metres, passing the easel and the two doors on your left.",
            ),
            (
                "Travel(past=Verify(desc=[Thing(value=Easel, side=Left), Thing(value=Sofa, side=Right)]))",
                "Walk past the easel on your left and the sofa on your right.",
            ),
            (
                "Travel(distance=Distance(metres=9), past=Verify(desc=[Thing(value=Easel, side=Left)]), through=Verify(desc=[Thing(value=Door, side=Front)])); Turn(direction=Left)",
                "Walk about 9 metres, passing the easel on your left, and go through the door, then turn left.",
            ),
            (
                "Travel(past=Verify(desc=[Thing(value=Stairs, side=Left, Count=2)]))",
                "Walk past the two staircases on your left.",
            ),
            (
                "Travel(past=Verify(desc=[Thing(value=Chair, side=Left, Count=6)]))",
                "Walk past the chairs on your left.",
            ),
            (
                "Travel(distance=Distance(metres=15), follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
                "Follow the corridor for about 15 metres.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Front, Door=Revolving)]), into=Verify(desc=[Thing(value=Hall, Name=lobby)]))",
                "Go through the revolving door into the lobby.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Front, Count=2, Door=Sliding)]))",
                "Go through the two sliding doors.",
            ),
            (
                "Travel(distance=Distance(metres=9), through=Verify(desc=[Thing(value=Door, side=Front, Door=Gate)]))",
                "Walk about 9 metres and go through the gate.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]), into=Verify(desc=[Thing(value=Room, Name=230A)]))",
                "Take the third door on your left into room 230A.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Right, Order_adj=1, Past=[Thing(value=Lift, side=Left)])]))",
                "Take the first door on your right after the lift on your left.",
            ),
            ("Travel(until=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]))", "Go to lift 2."),
            (
                "Travel(distance=Distance(metres=7)); Travel(until=Verify(desc=[Thing(value=Stairs, side=Right, Order_adj=2)]))",
                "Walk about 7 metres to the second staircase on your right.",
            ),
        ]);
    }

    #[test]
    fn turning() {
        check(&[
            ("Turn(direction=Back)", "Turn around."),
            (
                "Travel(distance=Distance(metres=5)); Turn(direction=Left)",
                "Walk about 5 metres, then turn left.",
            ),
            (
                "Turn(direction=Left, into=Verify(desc=[Thing(value=Corridor, side=Left)]))",
                "Turn left into the corridor.",
            ),
            (
                "Turn(direction=Right, into=Verify(desc=[Thing(value=Stairs, Name=\"Main stairs\")]))",
                "Turn right to the main stairs.",
            ),
            (
                "Turn(direction=Left, into=Verify(desc=[Thing(value=Opening, side=Left, Door=Wide)]))",
                "Turn left into the wide opening.",
            ),
            (
                "Turn(direction=Left, into=Verify(desc=[Thing(value=Corridor, side=Left, Order_adj=2)]))",
                "Take the second corridor on your left.",
            ),
            (
                "Travel(); Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=End, Part=[Thing(value=Corridor)])])))",
                "Walk straight on, and at the end of the corridor, turn right.",
            ),
            (
                "Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=Door, side=Front, Door=Double)])))",
                "At the double door ahead, turn right.",
            ),
            (
                "Turn(direction=Right, face=Face(faced=Verify(desc=[Thing(value=Sofa, side=Front)])))",
                "Turn right towards the sofa.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Front)])); Turn(direction=Right)",
                "Go through the door, then turn right.",
            ),
        ]);
    }

    #[test]
    fn changing_levels() {
        check(&[
            (
                "Ride(by=Verify(desc=[Thing(value=Lift)]), rise=Up, level=\"Level 2\")",
                "Take the lift up to level 2.",
            ),
            (
                "Ride(by=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]), rise=Down, level=L1)",
                "Take lift 2 down to level 1.",
            ),
            (
                "Ride(by=Verify(desc=[Thing(value=Stairs)]), rise=Down, level=\"Lower Level\")",
                "Go down the stairs to the lower level.",
            ),
            (
                "Ride(by=Verify(desc=[Thing(value=Escalator)]), rise=Up, level=Concourse)",
                "Take the escalator up to the Concourse.",
            ),
            (
                "Ride(by=Verify(desc=[Thing(value=Ramp)]), rise=Up, level=UG)",
                "Go up the ramp to level UG.",
            ),
            (
                "Ride(by=Verify(desc=[Thing(value=Ramp)]), rise=Level, level=\"0\")",
                "Go along the ramp.",
            ),
        ]);
    }

    #[test]
    fn arriving() {
        check(&[
            ("Verify(goal=DeclareGoal(goal=Reception))", "The reception is right here."),
            (
                "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"room 15\", place=Verify(desc=[Thing(side=At, Detail=[Thing(value=Sofa)])])))",
                "Walk about 6 metres to room 15, beside the sofa.",
            ),
            (
                "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"room 15\", place=Verify(desc=[Thing(value=Door, side=Back)])))",
                "Walk about 6 metres to room 15.",
            ),
            (
                "Travel(through=Verify(desc=[Thing(value=Door, side=Front)])); Verify(goal=DeclareGoal(goal=pantry, place=Verify(desc=[Thing(value=Door, side=Back, Detail=[Thing(value=Sofa)])])))",
                "Go through the door. The pantry is just inside, beside the sofa.",
            ),
            (
                "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"Main entrance\", place=Verify(desc=[Thing(value=Door, side=Front, Door=Revolving)])))",
                "Walk about 6 metres. The main entrance is the revolving door in front of you.",
            ),
        ]);
    }

    #[test]
    fn long_chains_are_cut() {
        let walk = "Travel(distance=Distance(metres=20), through=Verify(desc=[Thing(value=Door, side=Front)]))";
        assert_eq!(
            said(&[walk; 5].join("; ")),
            "Walk about 20 metres and go through the door, then walk straight on for about 20 \
             metres and go through the door, then walk straight on for about 20 metres and go \
             through the door. Walk straight on for about 20 metres and go through the door, \
             then walk straight on for about 20 metres and go through the door."
        );
    }
}
