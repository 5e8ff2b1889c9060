//! Phrases: how people put one thing, wherever it stands.
//!
//! Most sentences are not understood as a whole, for the sake of a 'red chair with
//! the lamp behind it'; 'go straight until you reach' is sure in them all the same.
//! Texts that are no directions tell of doors, rooms and stairs as well ('she went
//! up the stairs'), and in the same words once the verb is said as one tells
//! somebody to do it.

use super::Formula;
use super::clause::{GO, SLIGHTLY, STRAIGHT, is_going_on};
use super::cursor::Cursor;
use super::thing::number;

/// Verbs as stories have them, and as one tells somebody to do it.
const TOLD: &[(&str, &str)] = &[
    ("ascended", "ascend"),
    ("climbed", "climb"),
    ("climbing", "climb"),
    ("continued", "continue"),
    ("descended", "descend"),
    ("entered", "enter"),
    ("entering", "enter"),
    ("exited", "exit"),
    ("followed", "follow"),
    ("goes", "go"),
    ("going", "go"),
    ("gone", "go"),
    ("headed", "head"),
    ("leaving", "leave"),
    ("leaves", "leave"),
    ("left", "leave"),
    ("moved", "move"),
    ("stepped", "step"),
    ("stepping", "step"),
    ("taken", "take"),
    ("takes", "take"),
    ("taking", "take"),
    ("took", "take"),
    ("used", "use"),
    ("walked", "walk"),
    ("walking", "walk"),
    ("walks", "walk"),
    ("went", "go"),
];

const DOORS: &[&str] = &["door", "doors", "doorway", "doorways", "opening", "archway", "gate"];
const ROOMS: &[&str] = &[
    "room",
    "kitchen",
    "bedroom",
    "bathroom",
    "office",
    "lobby",
    "building",
    "house",
    "hall",
    "hallway",
    "lift",
    "elevator",
    "shop",
    "library",
    "apartment",
    "flat",
    "hotel",
];
const WAYS: &[&str] = &[
    "hallway",
    "corridor",
    "hall",
    "passage",
    "passageway",
    "street",
    "road",
    "path",
    "sidewalk",
    "avenue",
    "alley",
];
const STAIRS: &[&str] =
    &["stairs", "staircase", "stairway", "stairwell", "steps", "ramp", "escalator"];
const BOARDED: &[&str] =
    &["stairs", "staircase", "elevator", "elevators", "lift", "escalator", "ramp"];
const UNITS: &[&str] =
    &["metres", "metre", "meters", "meter", "m", "feet", "foot", "ft", "yards", "steps"];

/// What a clause may come after.
const BEFORE: &[&str] =
    &[",", ".", ";", "!", "and", "then", "you", "please", "next", "now", "just", "finally"];

/// What is said in a line of directions, phrase by phrase.
pub fn phrases_of_directions(text: &str) -> Vec<Formula> {
    let mut cursor = Cursor::new(text);
    let mut found = Vec::new();
    found.extend(linked(&mut cursor.clone()));
    while !cursor.is_at_end() {
        let start = cursor.at;
        let is_start = cursor.before().is_none_or(|before| BEFORE.contains(&before));
        let said = match is_start {
            true => cursor.attempt(turned).or_else(|| {
                cursor.attempt(reached).or_else(|| {
                    cursor.attempt(|cursor| {
                        let verb = cursor.take_one(GO)?;
                        moved(cursor, verb)
                    })
                })
            }),
            false => None,
        };
        let said = said
            .or_else(|| is_start.then(|| cursor.attempt(|cursor| done(cursor, told_to)))?)
            .or_else(|| cursor.attempt(placed))
            .or_else(|| cursor.attempt(shown));
        found.extend(said);
        cursor.at = cursor.at.max(start + 1);
    }
    found
}

/// What a sentence of any text says of doors, rooms, stairs and corridors.
pub fn phrases_of_stories(text: &str) -> Vec<Formula> {
    let mut cursor = Cursor::new(text);
    let mut found = Vec::new();
    while !cursor.is_at_end() {
        let start = cursor.at;
        let said = cursor.attempt(|cursor| {
            let verb = told(cursor)?;
            let said = moved(cursor, verb)?;
            ["through", "enter", "leave", "follow", "rise up", "rise down"]
                .contains(&said.what)
                .then_some(said)
        });
        found.extend(said.or_else(|| cursor.attempt(|cursor| done(cursor, told))));
        cursor.at = cursor.at.max(start + 1);
    }
    found
}

fn formula(what: &'static str, words: impl Into<String>) -> Option<Formula> {
    Some(Formula { what, words: words.into() })
}

/// A verb of a story, as one tells somebody to do it.
fn told(cursor: &mut Cursor) -> Option<&'static str> {
    // 'On his left the room was dark.'
    let sides = ["his", "her", "my", "your", "their", "its", "our", "the", "to", "on"];
    let is_side = cursor.comes("left") && cursor.before().is_none_or(|one| sides.contains(&one));
    let word = cursor.next().filter(|_| !is_side)?;
    TOLD.iter().find(|(told, _)| *told == word).map(|(_, verb)| *verb)
}

/// A verb as one tells somebody to do it.
fn told_to(cursor: &mut Cursor) -> Option<&'static str> {
    let word = cursor.next()?;
    TOLD.iter().map(|(_, verb)| *verb).find(|verb| *verb == word)
}

/// 'the big red door': one of these nouns, with an article and at most two words
/// before it that are no other part of the sentence.
fn is_one_of(cursor: &mut Cursor, nouns: &[&str]) -> Option<()> {
    cursor.take_one(&["the", "a", "an", "your", "this", "that"])?;
    let part = ["of", "to", "and", "on", "in", "with", "at", "from", "by", ",", "."];
    for _ in 0..3 {
        let word = cursor.next()?;
        if nouns.contains(&&*word) {
            // 'The hall door' is no hall.
            let goes_on = cursor.rest().first().is_some_and(|next| {
                let others = [DOORS, ROOMS, WAYS, STAIRS].concat();
                others.contains(&&**next) || ["table", "closet", "number"].contains(&&**next)
            });
            return (!goes_on).then_some(());
        }
        if part.contains(&&*word) {
            return None;
        }
    }
    None
}

/// A thing of any sort, but no side: 'to the left' leads nowhere.
fn is_thing(cursor: &mut Cursor) -> Option<()> {
    cursor.take_one(&["the", "a", "an", "another"])?;
    let first = cursor.next()?;
    let is_side = ["left", "right", "front", "back", "side", "other", "opposite"];
    (first.chars().all(char::is_alphabetic) && !is_side.contains(&&*first)).then_some(())
}

/// What follows a verb of going.
fn moved(cursor: &mut Cursor, verb: &str) -> Option<Formula> {
    let straight = cursor.take_one(STRAIGHT);
    let go = straight.map_or(verb.to_owned(), |straight| format!("{verb} {straight}"));
    let metres = cursor.attempt(|cursor| {
        let is_for = cursor.take("for");
        cursor.take_one(&["about", "around", "roughly", "approximately", "another"]);
        number(&cursor.next()?)?;
        cursor.take_one(UNITS)?;
        Some(if is_for { "for <metres>" } else { "<metres>" })
    });
    if let Some(metres) = metres {
        let what = if is_going_on(verb) { "on metres" } else { "metres" };
        return formula(what, format!("{go} {metres}"));
    }
    let leads = |cursor: &mut Cursor, words: &[&'static str], nouns: &[&str]| {
        cursor.attempt(|cursor| {
            let words = cursor.take_one(words)?;
            is_one_of(cursor, nouns).map(|()| words)
        })
    };
    for (what, words, nouns) in [
        ("through", &["through"][..], DOORS),
        ("enter", &["into"][..], ROOMS),
        ("leave", &["out of"][..], ROOMS),
        ("follow", &["down", "along"][..], WAYS),
        ("rise up", &["up"][..], STAIRS),
        ("rise down", &["down"][..], STAIRS),
    ] {
        if let Some(words) = leads(cursor, words, nouns) {
            return formula(what, format!("{go} {words}"));
        }
    }
    for (what, words) in [
        ("to", &["to", "over to", "up to"][..]),
        ("until", &["until you reach", "until you get to", "until you come to", "till you reach"]),
        ("past", &["past", "by"]),
        ("towards", &["towards", "toward"]),
    ] {
        let words = cursor.attempt(|cursor| {
            let words = cursor.take_one(words)?;
            is_thing(cursor).map(|()| words)
        });
        if let Some(words) = words {
            return formula(what, format!("{go} {words}"));
        }
    }
    let ends = cursor.is_at_end() || [",", ".", ";", "and", "then"].contains(&&*cursor.rest()[0]);
    let straight = straight.filter(|straight| !["on", "all the way"].contains(straight));
    formula(if is_going_on(verb) { "on" } else { "straight" }, go)
        .filter(|_| ends && straight.is_some())
}

/// 'enter the kitchen', 'leave the room', 'climb the stairs', 'take the lift'.
fn done(cursor: &mut Cursor, verb: fn(&mut Cursor) -> Option<&'static str>) -> Option<Formula> {
    let verb = verb(cursor)?;
    let (what, nouns) = match verb {
        "enter" => ("enter", ROOMS),
        "leave" | "exit" => ("leave", ROOMS),
        "climb" | "ascend" => ("rise up", STAIRS),
        "descend" => ("rise down", STAIRS),
        "follow" => ("follow", WAYS),
        "take" | "use" => {
            // 'Take the first door on the left', 'take the lift'.
            let is_door = cursor.attempt(|cursor| is_one_of(cursor, DOORS)).is_some();
            if is_door {
                return formula("take", verb);
            }
            ("board", BOARDED)
        }
        _ => return None,
    };
    is_one_of(cursor, nouns)?;
    formula(what, verb)
}

/// 'turn left', 'take a right', 'turn slightly left'.
fn turned(cursor: &mut Cursor) -> Option<Formula> {
    let slightly = cursor.take_one(SLIGHTLY);
    let verb = slightly.or_else(|| {
        cursor.take_one(&[
            "turn",
            "turn to the",
            "turn to your",
            "take a",
            "make a",
            "go",
            "hang a",
            "head",
        ])
    })?;
    ["left", "right"].contains(&&*cursor.next()?).then_some(())?;
    let after = cursor.take_one(&["turn"]).map_or("", |_| " turn");
    let ends = [
        ",", ".", ";", "and", "then", "at", "into", "onto", "down", "when", "before", "after",
        "on", "towards", "toward", "again",
    ];
    let is_whole = cursor.is_at_end() || ends.contains(&&*cursor.rest()[0]);
    let what = if slightly.is_some() { "turn slightly" } else { "turn" };
    formula(what, format!("{verb} <side>{after}")).filter(|_| is_whole)
}

/// 'when you reach the desk, turn left'.
fn reached(cursor: &mut Cursor) -> Option<Formula> {
    let words = cursor.take_one(&[
        "at",
        "when you reach",
        "when you get to",
        "when you come to",
        "once you reach",
        "once you get to",
    ])?;
    is_thing(&mut cursor.clone())?;
    let mut rest = cursor.rest().iter();
    let mark = rest.by_ref().take(8).any(|word| word == ",");
    let next = rest.next().map_or("", String::as_str);
    formula("at", words).filter(|_| mark && ["turn", "take", "make", "go", "walk"].contains(&next))
}

/// 'next to the sofa', 'on your left': where something is.
fn placed(cursor: &mut Cursor) -> Option<Formula> {
    if let Some(words) = cursor.take_one(&["next to", "beside"]) {
        is_thing(cursor)?;
        return formula("beside", words);
    }
    // 'With the park on your left.'
    if cursor.take("with") {
        is_thing(cursor)?;
        let sides = ["behind you", "in front of you", "on your left", "on your right"];
        let is_aside = (0..4).any(|_| {
            let comes = sides.iter().any(|side| cursor.comes(side));
            cursor.at += 1;
            comes
        });
        return formula("with", "with").filter(|_| is_aside);
    }
    let words = cursor.take_one(&["on your", "on the", "to your"])?;
    ["left", "right"].contains(&&*cursor.next()?).then_some(())?;
    let ends = cursor.is_at_end() || [",", ".", "and", "then"].contains(&&*cursor.rest()[0]);
    formula("side", format!("{words} <side>")).filter(|_| ends)
}

/// 'the lobby will be on your right', 'you will see the lobby on your right'.
fn shown(cursor: &mut Cursor) -> Option<Formula> {
    let on_a_side = |cursor: &mut Cursor| {
        cursor.take_one(&["on your", "on the", "to your"])?;
        ["left", "right"].contains(&&*cursor.next()?).then_some(())
    };
    if let Some(words) = cursor.take_one(&["is", "will be", "should be", "are"]) {
        on_a_side(cursor)?;
        return formula("see beside", words);
    }
    if let Some(words) =
        cursor.take_one(&["you are at", "you are in", "you have reached", "you have arrived at"])
    {
        is_thing(cursor)?;
        return formula("there", words);
    }
    let words = cursor.take_one(&[
        "you will see",
        "you'll see",
        "you should see",
        "you will find",
        "you'll find",
        "you will pass",
        "you'll pass",
    ])?;
    is_thing(cursor)?;
    let rest = cursor.rest().to_vec();
    let what = if words.ends_with("pass") { "pass by" } else { "see" };
    let is_aside = (0..rest.len().min(5)).any(|_| {
        let found = cursor.attempt(on_a_side).is_some();
        cursor.at += usize::from(!found);
        found
    });
    formula(what, words).filter(|_| is_aside)
}

/// 'From there, go': what a sentence begins with that goes on from another.
fn linked(cursor: &mut Cursor) -> Option<Formula> {
    let words = cursor.take_one(&[
        "then",
        "next",
        "now",
        "after that",
        "from there",
        "once there",
        "finally",
    ])?;
    cursor.take(",");
    let verb = cursor.take_one(GO).or_else(|| cursor.take_one(&["turn", "take", "make", "pass"]));
    formula("link", words).filter(|_| verb.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrases: Vec<Formula>) -> String {
        let said = phrases.iter().map(|one| format!("{}: {}", one.what, one.words));
        said.collect::<Vec<String>>().join("; ")
    }

    #[test]
    fn what_is_sure_is_found_in_a_sentence_that_is_not_understood() {
        for (text, phrases) in [
            (
                "Go straight until you reach the tall green thing, then make a left at it.",
                "until: go straight until you reach; turn: make a <side>",
            ),
            (
                "When you get to the odd lamp, turn right and walk down the long hallway.",
                "at: when you get to; turn: turn <side>; follow: walk down",
            ),
            ("move forward ten feet through something", "metres: move forward <metres>"),
            (
                "Then walk past the desk, which is on your left.",
                "link: then; past: walk past; see beside: is",
            ),
            ("walk to the left", ""),
            ("With the big park on your left, run", "with: with"),
            ("You will see a grey box on the right", "see: you will see"),
        ] {
            assert_eq!(found(phrases_of_directions(text)), phrases, "{text}");
        }
    }

    #[test]
    fn stories_tell_of_rooms_and_stairs() {
        for (text, phrases) in [
            ("She went up the narrow stairs and left the room.", "rise up: go up; leave: leave"),
            ("They took the lift to see him.", "board: take"),
            ("He walked out of the room through the hall door.", "leave: walk out of"),
            ("On his left the room was dark; he turned right.", ""),
            ("He walked to the window.", ""),
        ] {
            assert_eq!(found(phrases_of_stories(text)), phrases, "{text}");
        }
    }
}
