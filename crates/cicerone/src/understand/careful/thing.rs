//! Things as people name them: 'the second door on your left'.

use super::CarefulReader;
use super::cursor::Cursor;
use super::local;
use crate::cas::{
    DoorLook, Label, Proximity, Shape, Slot, Thing, ThingSide, ThingType, Value, Verify,
};
use crate::words::{Named, ROOM_NOUNS, is_room};
use crate::world::Class;

/// Parts of a building and what people call them, in the singular and plural.
const PARTS: &[(&str, Value, bool)] = &[
    ("door", Value::Door, false),
    ("doors", Value::Door, true),
    ("doorway", Value::Opening, false),
    ("doorways", Value::Opening, true),
    ("opening", Value::Opening, false),
    ("openings", Value::Opening, true),
    ("archway", Value::Opening, false),
    ("arch", Value::Opening, false),
    ("hallway", Value::Corridor, false),
    ("hall way", Value::Corridor, false),
    ("hallways", Value::Corridor, true),
    ("hall", Value::Corridor, false),
    ("corridor", Value::Corridor, false),
    ("corridors", Value::Corridor, true),
    ("passageway", Value::Corridor, false),
    ("stairs", Value::Stairs, false),
    ("staircase", Value::Stairs, false),
    ("staircases", Value::Stairs, true),
    ("stairway", Value::Stairs, false),
    ("stairwell", Value::Stairs, false),
    ("flight of stairs", Value::Stairs, false),
    ("elevator", Value::Lift, false),
    ("lift", Value::Lift, false),
    ("elevators", Value::Lift, true),
    ("lifts", Value::Lift, true),
    ("escalator", Value::Escalator, false),
    ("ramp", Value::Ramp, false),
    ("intersection", Value::Intersection, false),
    ("junction", Value::Intersection, false),
    ("corner", Value::Corner, false),
    ("dead end", Value::DeadEnd, false),
    ("wall", Value::Wall, false),
    ("room", Value::Room, false),
    ("rooms", Value::Room, true),
];

const ORDINALS: &[(&str, u32)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("6th", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
];

const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The number that a word says.
pub(in crate::understand) fn number(word: &str) -> Option<u32> {
    let in_words = NUMBERS.iter().position(|number| *number == word);
    in_words.map(|number| number as u32).or_else(|| word.parse().ok())
}

/// The parts of a building that words name, wherever they stand.
pub(in crate::understand) fn parts_said(words: &[String]) -> Vec<String> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let comes = |phrase: &str| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.len() - at >= phrase.len() && words[at..].iter().zip(&phrase).all(|(a, b)| a == b)
        };
        let longest = PARTS
            .iter()
            .map(|(phrase, value, _)| (*phrase, format!("{value:?}").to_lowercase()))
            .chain([("end", "end".to_owned()), ("path", "path".to_owned())])
            .filter(|(phrase, _)| comes(phrase))
            .max_by_key(|(phrase, _)| phrase.len());
        at += longest.as_ref().map_or(1, |(phrase, _)| phrase.split(' ').count());
        parts.extend(longest.map(|(_, value)| value));
    }
    parts
}

/// A description of one or more things.
pub(super) fn verify(things: Vec<Thing>) -> Option<Box<Verify>> {
    Some(Box::new(Verify { desc: things, ..Verify::default() }))
}

/// 'the plant on your left and the two chairs on your right'.
pub(super) fn things(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Vec<Thing>> {
    let mut all = vec![thing(reader, cursor)?];
    while let Some(next) = cursor.attempt(|cursor| {
        let joined = cursor.take("and")
            || (cursor.take(",") && {
                cursor.take("and");
                true
            });
        // 'pass the door and the hallway is on your left' goes on otherwise.
        let next = thing(reader, cursor).filter(|_| joined)?;
        let ends =
            cursor.is_at_end() || [",", ".", ";", "and", "then"].contains(&&*cursor.rest()[0]);
        ends.then_some(next)
    }) {
        all.push(next);
    }
    // 'The plant and the sofa on your left': both are.
    for at in (1..all.len()).rev() {
        let is_said = matches!(all[at].side.get(), Some(ThingSide::Left | ThingSide::Right));
        if is_said && !all[at - 1].side.is_present() {
            all[at - 1].side = all[at].side.clone();
        }
    }
    Some(all)
}

/// 'the second door on your left'.
pub(super) fn thing(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Thing> {
    cursor.attempt(|cursor| {
        let mut thing = bare(reader, cursor)?;
        if let Some(side) = side(cursor) {
            thing.side = Slot::Set(side);
        } else if reader.local.is_some() && cursor.take("on either side") {
            thing.side = Slot::Set(ThingSide::Sides);
        } else if reader.local.is_some() && cursor.take("in the distance") {
            thing.dist = Slot::Set(Proximity::Far);
        }
        if reader.local.is_some()
            && let Some(detail) = cursor.attempt(|cursor| local::beside(reader, cursor))
        {
            thing.detail = detail;
        }
        // 'the table by the window' is another table.
        let goes_on = [
            "by", "with", "next", "beside", "near", "between", "that", "which", "of", "in", "on",
            "behind", "under", "against", "from", "where", "or", "leading", "just", "before",
            "after",
        ];
        let is_described = cursor.rest().first().is_some_and(|next| goes_on.contains(&&**next));
        (!is_described).then_some(thing)
    })
}

/// A door or opening.
pub(super) fn passage(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Thing> {
    let door = thing(reader, cursor)?;
    if door == Thing::default() {
        // 'Through it.'
        return Some(Thing { value: Slot::Set(Value::Door), ..door });
    }
    matches!(door.value.get(), Some(Value::Door | Value::Opening)).then_some(door)
}

/// A thing without where it is.
pub(super) fn bare(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Thing> {
    if let Some(end) = cursor.attempt(|cursor| end(reader, cursor)) {
        return Some(end);
    }
    if reader.local.is_some()
        && let Some(way) = cursor.attempt(local::told)
    {
        return Some(way);
    }
    let mut thing = Thing::default();
    let has_article = cursor.take_one(&["the", "a", "an", "another", "your", "this", "that"]);
    let mut is_many = false;
    if let Some(order) = cursor.attempt(|cursor| ordinal(reader, cursor)) {
        thing.order = Slot::Set(order);
    } else if cursor.take("next") {
        thing.order = Slot::Set(1);
    } else if reader.local.is_some() && cursor.take("nearest") {
        thing.dist = Slot::Set(Proximity::Near);
    } else if cursor.take("only") {
        thing.count = Slot::Set(1);
    } else if let Some(count) =
        cursor.attempt(|cursor| number(&cursor.next()?).filter(|count| (2..20).contains(count)))
    {
        thing.count = Slot::Set(count);
        is_many = true;
    }
    if reader.local.is_some() && cursor.comes("side corridor") {
        cursor.take("side");
    }
    let undescribed = cursor.at;
    let mut look = match cursor.take_one(&[
        "double",
        "double sliding",
        "wide",
        "sliding",
        "revolving",
        "emergency",
        "set of double",
        "pair of",
        "set of",
    ]) {
        Some("double" | "set of double" | "pair of" | "set of") => Some(DoorLook::Double),
        Some("double sliding") => Some(DoorLook::DoubleSliding),
        Some("wide") => Some(DoorLook::Wide),
        Some("sliding") => Some(DoorLook::Sliding),
        Some("revolving") => Some(DoorLook::Revolving),
        Some(_) => Some(DoorLook::Emergency),
        None => None,
    };
    let mut plural = noun(reader, cursor, &mut thing);
    if plural.is_none() && look.is_some() {
        // A place may be called Emergency.
        (cursor.at, look) = (undescribed, None);
        plural = noun(reader, cursor, &mut thing);
    }
    let plural = plural?;
    if let Some(look) = look {
        let is_opening = thing.value.get() == Some(&Value::Opening);
        let is_door =
            thing.value.get() == Some(&Value::Door) || is_opening && reader.local.is_some();
        // A pair of doors is one double door; who knows the building says 'the double door'.
        let is_pair = look == DoorLook::Double && reader.local.is_none();
        if !is_door || (is_pair != plural && plural != is_many) {
            return None;
        }
        thing.door = Slot::Set(look);
        return (!is_many || reader.local.is_some()).then_some(thing);
    }
    let needs_article =
        thing.value.get().is_some_and(|value| *value != Value::Stairs) && !thing.name.is_present();
    let is_determined = has_article.is_some() || is_many || thing.order.is_present();
    // 'the chairs' are not the chair; how many is not said.
    if plural && !is_many && reader.local.is_some() && has_article.is_some() {
        return Some(thing);
    }
    (plural == is_many && (is_determined || !needs_article)).then_some(thing)
}

/// Reads the noun; true for the plural.
fn noun(reader: &CarefulReader<'_>, cursor: &mut Cursor, thing: &mut Thing) -> Option<bool> {
    if cursor.take("t intersection") {
        thing.value = Slot::Set(Value::Intersection);
        thing.structural = Slot::Set(Shape::TIntersection);
        return Some(false);
    }
    // A 'reception desk' is no reception.
    let kind = reader.naming.first(cursor.rest()).map_or(0, |mention| mention.place.end);
    if let Some((name, value)) = cursor.attempt(|cursor| {
        let from = cursor.at;
        let found = reader.local.as_ref()?.name(cursor)?;
        (cursor.at - from >= kind).then_some(found)
    }) {
        thing.name = Slot::Set(name);
        thing.value = value.map_or(Slot::Unset, Slot::Set);
        return Some(false);
    }
    if cursor.is_capital() && !is_side_word(&cursor.rest()[0]) {
        let mut name = Vec::new();
        while cursor.is_capital() {
            name.push(cursor.next()?);
        }
        thing.name = Slot::Set(Label::new(&name.join(" "))?);
        return Some(false);
    }
    // The longest wins: a 'living room' is no room, a 'door' no 'doormat'.
    let known = reader.naming.first(cursor.rest());
    let named = |named: &Named| matches!(named, Named::Kind(kind) if kind.class() == Class::OBJECT);
    let part = PARTS
        .iter()
        .filter(|(words, ..)| cursor.comes(words))
        .max_by_key(|(words, ..)| words.split(' ').count());
    let room = room(cursor);
    let length = |words: &str| words.split(' ').count();
    let kind_length =
        known.as_ref().filter(|one| named(&one.named[0])).map_or(0, |one| one.place.end);
    let part_length = part.map_or(0, |(words, ..)| length(words));
    let room_length = room.as_ref().map_or(0, |room| length(room));
    if room_length > kind_length && room_length > part_length {
        let room = room?;
        cursor.take(&room);
        thing.value = Slot::Set(Value::Room);
        thing.name = Slot::Set(Label::new(&room)?);
        return Some(false);
    }
    if kind_length > part_length {
        let mention = known?;
        cursor.at += mention.place.end;
        let Named::Kind(kind) = mention.named[0] else { return None };
        thing.kind = Slot::Set(ThingType::Object);
        thing.value = Slot::Set(Value::Kind(kind));
        // 'The sign ‘Pharmacy’.'
        if let Some((name, _)) = reader.local.as_ref().and_then(|names| names.name(cursor)) {
            thing.name = Slot::Set(name);
        }
        return Some(mention.plural);
    }
    let (words, value, plural) = part?;
    cursor.take(words);
    thing.value = Slot::Set(*value);
    Some(*plural)
}

/// What a room is called, if one comes next: 'living room', 'piano room'.
fn room(cursor: &Cursor) -> Option<String> {
    let rest = cursor.rest();
    let known = (1..=3.min(rest.len())).rev().map(|count| rest[..count].join(" "));
    let known = known.into_iter().find(|words| is_room(words));
    known.or_else(|| {
        let [first, second, ..] = rest else { return None };
        const NO_NAMES: &[&str] = &[
            "the", "a", "this", "that", "other", "next", "same", "big", "large", "small", "little",
            "whole", "entire", "empty", "main", "last", "of", "in", "each", "every", "no",
        ];
        let is_name = first.len() > 2
            && first.chars().all(char::is_alphabetic)
            && !NO_NAMES.contains(&&**first)
            && !is_side_word(first);
        (is_name && ROOM_NOUNS.contains(&&**second)).then(|| format!("{first} {second}"))
    })
}

fn is_side_word(word: &str) -> bool {
    ["left", "right", "straight", "north", "south", "east", "west"].contains(&word)
}

/// 'the end of the hallway'.
fn end(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Thing> {
    cursor.take_one(&["the end of"])?;
    let whose = bare(reader, cursor)?;
    let is_way = matches!(whose.value.get(), Some(Value::Corridor | Value::Room));
    is_way.then(|| Thing { value: Slot::Set(Value::End), part: vec![whose], ..Thing::default() })
}

pub(super) fn ordinal(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<u32> {
    let is_capital = cursor.is_capital();
    let word = cursor.next()?;
    let order = order(&word)?;
    // Ninth Street is a name, and so may 7th be.
    let is_name = order > 6 && is_capital || order > 5 && word.starts_with(char::is_numeric);
    (!is_name || reader.local.is_some()).then_some(order)
}

/// Which of several a word says.
pub(in crate::understand) fn order(word: &str) -> Option<u32> {
    let in_words = ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, order)| *order);
    in_words.or_else(|| {
        let digits = word.trim_end_matches(char::is_alphabetic);
        let is_order = ["st", "nd", "rd", "th"].contains(&&word[digits.len()..]);
        digits.parse().ok().filter(|order| is_order && *order > 0)
    })
}

/// 'on your left'.
pub(super) fn side(cursor: &mut Cursor) -> Option<ThingSide> {
    for (phrase, side) in [
        ("straight ahead of you", ThingSide::Front),
        ("directly in front of you", ThingSide::Front),
        ("in front of you", ThingSide::Front),
        ("ahead of you", ThingSide::Front),
        ("straight ahead", ThingSide::Front),
        ("ahead", ThingSide::Front),
        ("behind you", ThingSide::Back),
    ] {
        if cursor.take(phrase) {
            return Some(side);
        }
    }
    cursor.attempt(|cursor| {
        cursor.take_one(&["on your", "on the", "to your", "to the", "at your", "on"])?;
        let side = match cursor.next()?.as_str() {
            "left" => ThingSide::Left,
            "right" => ThingSide::Right,
            _ => return None,
        };
        cursor.take_one(&["hand side", "side", "hand"]);
        // 'to the left of the sink' is somewhere else.
        (!cursor.comes("of")).then_some(side)
    })
}
