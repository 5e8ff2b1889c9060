//! Clauses: one thing that somebody is told to do, or to see.

use super::cursor::Cursor;
use super::local;
use super::thing::{bare, number, ordinal, passage, side, thing, things, verify};
use super::{CarefulReader, Formula, JOINTS};
use crate::cas::{
    Action, Bend, DeclareGoal, Direction, Distance, Face, Follow, Label, Ride, Rise, Slot, Thing,
    ThingSide, Travel, Turn, Value, Verify,
};

/// What a clause says and in which words.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) actions: Vec<Action>,
    pub(super) formulas: Vec<Formula>,
}

impl Said {
    fn one(action: impl Into<Action>, what: &'static str, words: impl Into<String>) -> Said {
        Said { actions: vec![action.into()], formulas: vec![Formula { what, words: words.into() }] }
    }
}

/// Words for a turn that is no quarter, before the side.
pub(super) const SLIGHTLY: &[&str] = &[
    "turn slightly",
    "turn slightly to the",
    "turn slightly to your",
    "turn a little to the",
    "turn a little to your",
    "take a slight",
    "make a slight",
    "go slightly",
    "go slightly to the",
    "go slightly to your",
    "bear",
    "bear to the",
    "veer",
    "veer to the",
    "veer to your",
];

/// Words for going on foot.
pub(super) const GO: &[&str] = &[
    "go",
    "walk",
    "head",
    "continue",
    "move",
    "proceed",
    "keep going",
    "keep walking",
    "travel",
    "step",
    "carry on",
    "continue walking",
    "continue on",
    "run",
    "advance",
];

/// Words for straight on.
pub(super) const STRAIGHT: &[&str] = &[
    "straight",
    "straight ahead",
    "forward",
    "ahead",
    "straight forward",
    "on",
    "straight on",
    "on straight",
    "all the way",
];

/// True for a verb of who is on the way already: 'keep going'.
pub(super) fn is_going_on(verb: &str) -> bool {
    ["continue", "keep", "carry"].iter().any(|one| verb.starts_with(one))
}

/// A foot, in metres.
const FOOT: f64 = 0.3048;

/// How a sort of clauses is read.
type Reads = fn(&CarefulReader<'_>, &mut Cursor) -> Option<Said>;

/// Reads one clause; nothing if it is not understood as a whole.
pub(super) fn clause(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let politeness = [
        "you want to",
        "you need to",
        "you should",
        "you have to",
        "please",
        "you will",
        "you'll",
        "you",
        "just",
        "we",
        "you can",
        "we're going to",
        "you're going to",
        "you are going to",
        "we are going to",
    ];
    let readers: [Reads; 10] = [located, seen, goal, turn, ride, leave, take, enter, face, travel];
    let all = |cursor: &mut Cursor| {
        let knows: &[Reads] = match reader.local {
            Some(_) => &[local::first, local::arrival, local::door],
            None => &[],
        };
        knows.iter().chain(&readers).find_map(|read| {
            cursor.attempt(|cursor| read(reader, cursor).filter(|_| may_end(cursor)))
        })
    };
    if let Some(said) = all(cursor) {
        return Some(said);
    }
    cursor.attempt(|cursor| {
        cursor.take_one(&politeness)?;
        all(cursor)
    })
}

/// True where a clause can end: nothing that is left would change it.
fn may_end(cursor: &Cursor) -> bool {
    cursor.is_at_end() || JOINTS.iter().any(|end| cursor.comes(end))
}

fn direction(cursor: &mut Cursor) -> Option<Direction> {
    match cursor.next()?.as_str() {
        "left" => Some(Direction::Left),
        "right" => Some(Direction::Right),
        _ => None,
    }
}

/// 'at the end of the hallway, turn left', 'when you reach the door, go in'.
fn located(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words = cursor.take_one(&[
        "at",
        "when you reach",
        "when you get to",
        "once you reach",
        "once you get to",
        "when you come to",
        "upon reaching",
        "after you reach",
        "when you see",
        "once you see",
    ])?;
    let here = thing(reader, cursor)?;
    cursor.take(",");
    let mut said = turn(reader, cursor)?;
    let Some(Action::Turn(turn)) = said.actions.first_mut() else { return None };
    if turn.location.is_some() {
        return None;
    }
    turn.location = arrival(here);
    said.formulas.insert(0, Formula { what: "at", words: words.to_owned() });
    Some(said)
}

/// Walking up to a thing.
fn arrival(mut here: Thing) -> Option<Box<Travel>> {
    if !here.side.is_present() {
        here.side = Slot::Set(ThingSide::At);
    }
    Some(Box::new(Travel { until: verify(vec![here]), ..Travel::default() }))
}

/// 'turn left', 'take a right at the sofa into the hallway'.
fn turn(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let mut turn = Turn::default();
    let words = if let Some(words) = cursor.take_one(&[
        "turn around",
        "turn back around",
        "turn all the way around",
        "make a u turn",
    ]) {
        turn.direction = Slot::Set(Direction::Back);
        words.to_owned()
    } else if let Some(verb) = cursor.take_one(SLIGHTLY) {
        turn.bend = Slot::Set(Bend::Slight);
        turn.direction = Slot::Set(direction(cursor)?);
        format!("{verb} <side>")
    } else {
        let verb = cursor.take_one(&[
            "turn",
            "turn to the",
            "turn to your",
            "take a",
            "make a",
            "take the",
            "go",
            "hang a",
            "take another",
            "make another",
            "turn towards the",
            "head",
        ])?;
        // 'Make a second left' may be the second way or another turn.
        let order = cursor.attempt(|cursor| ordinal(reader, cursor));
        if order.is_some() && verb != "take the" {
            return None;
        }
        turn.direction = Slot::Set(direction(cursor)?);
        if verb == "take the" {
            // 'take the second left': the second way on that side.
            let side = match turn.direction.get() {
                Some(Direction::Left) => ThingSide::Left,
                _ => ThingSide::Right,
            };
            turn.into = verify(vec![Thing {
                value: Slot::Set(Value::Opening),
                side: Slot::Set(side),
                order: order.map_or(Slot::Unset, Slot::Set),
                ..Thing::default()
            }]);
            order?;
        }
        let after =
            cursor.take_one(&["turn", "again"]).map_or(String::new(), |word| format!(" {word}"));
        format!("{verb} <side>{after}")
    };
    let mut said = Vec::new();
    if let Some((words, here)) = cursor.attempt(|cursor| {
        let words =
            cursor.take_one(&["at", "when you reach", "when you get to", "once you reach"])?;
        thing(reader, cursor).map(|here| (words, here))
    }) {
        turn.location = arrival(here);
        said.push(Formula { what: "turn at", words: words.to_owned() });
    }
    if let Some((words, way)) = cursor.attempt(|cursor| {
        let words = cursor.take_one(&["into", "onto", "down", "through", "to"])?;
        let way = thing(reader, cursor)?;
        let is_way = match way.value.get() {
            Some(Value::Corridor | Value::Room | Value::Opening | Value::Door) => words != "to",
            _ => words == "to" && is_connection(&way),
        };
        (is_way && turn.into.is_none()).then_some((words, way))
    }) {
        turn.into = verify(vec![way]);
        said.push(Formula { what: "turn into", words: words.to_owned() });
    }
    if reader.local.is_some() && turn.into.is_none() {
        turn.face = cursor.attempt(|cursor| local::towards(reader, cursor));
    }
    let is_taken = turn.into.is_some() && words.starts_with("take the");
    let what = if is_taken {
        "take nth"
    } else if turn.direction == Slot::Set(Direction::Back) {
        "turn around"
    } else if turn.bend.is_present() {
        "turn slightly"
    } else {
        "turn"
    };
    said.insert(0, Formula { what, words });
    Some(Said { actions: vec![Action::Turn(turn)], formulas: said })
}

/// 'go up the stairs', 'take the elevator to the third floor'.
fn ride(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let mut ride = Ride::default();
    let way = |word: &str| match word {
        "up" => Some(Rise::Up),
        "down" => Some(Rise::Down),
        _ => None,
    };
    let words = if let Some(verb) =
        cursor.take_one(&["climb", "climb up", "ascend", "descend", "take", "ride", "use"])
    {
        // 'Take them up': what one stands before.
        let by = match cursor.take_one(&["it", "them"]) {
            Some(_) if verb == "take" => None,
            _ => Some(thing(reader, cursor)?),
        };
        ride.rise = match verb {
            "climb" | "climb up" | "ascend" => Slot::Set(Rise::Up),
            "descend" => Slot::Set(Rise::Down),
            _ => match cursor.attempt(|cursor| way(&cursor.next()?)) {
                Some(rise) => Slot::Set(rise),
                None => Slot::Unset,
            },
        };
        ride.by = by.and_then(|by| verify(vec![by]));
        verb.to_owned()
    } else {
        let verb = cursor.take_one(GO)?;
        cursor.take("back");
        let word = cursor.next()?;
        // Where stairs lead to what is on the level that one is on.
        let is_level = word == "along" && reader.local.is_some();
        ride.rise = Slot::Set(if is_level { Rise::Level } else { way(&word)? });
        // 'Go up to level 2.'
        if !cursor.comes("to") {
            ride.by = verify(vec![thing(reader, cursor)?]);
        }
        format!("{verb} {word}")
    };
    let by = ride.by.as_ref().and_then(|by| by.desc.first());
    if by.is_some_and(|by| !is_connection(by)) {
        return None;
    }
    let is_seen = by.is_some();
    let named = |cursor: &mut Cursor| {
        cursor.take("to").then_some(())?;
        reader.local.as_ref()?.level(cursor)
    };
    if let Some(level) = cursor.attempt(named).or_else(|| cursor.attempt(level)) {
        ride.level = Slot::Set(level);
    }
    // 'take the stairs on your left' does not say where they lead, unless one knows.
    let knows = reader.local.is_some() && is_seen;
    if knows {
        local::how_far(cursor, "along");
    }
    let leads = ride.level.is_present() || ride.rise.is_present() && is_seen || knows;
    let what = match (&*words, ride.rise.get()) {
        ("take" | "ride" | "use", _) => "board",
        (_, Some(Rise::Down)) => "rise down",
        _ => "rise up",
    };
    leads.then(|| Said::one(ride, what, words))
}

/// True for what leads to another level.
pub(super) fn is_connection(thing: &Thing) -> bool {
    matches!(thing.value.get(), Some(Value::Stairs | Value::Lift | Value::Escalator | Value::Ramp))
}

/// 'to the third floor'.
fn level(cursor: &mut Cursor) -> Option<Label> {
    cursor.take_one(&["to the", "to"])?;
    let first = cursor.next()?;
    let second = cursor.next()?;
    let is_level = ["floor", "level"].contains(&&*second);
    let is_named = [
        "first", "second", "third", "fourth", "fifth", "sixth", "ground", "top", "bottom", "main",
        "next", "lower", "upper",
    ]
    .contains(&&*first);
    let is_numbered = ["floor", "level"].contains(&&*first) && number(&second).is_some();
    ((is_level && is_named) || is_numbered).then(|| Label::new(&format!("{first} {second}")))?
}

/// 'leave the kitchen through the door on your right'.
fn leave(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words = cursor.take_one(&[
        "leave",
        "exit",
        "walk out of",
        "go out of",
        "exit out of",
        "head out of",
        "step out of",
        "come out of",
        "get out of",
        "move out of",
    ])?;
    // 'The room by the door' is left by it.
    let room = bare(reader, cursor)?;
    let is_left = matches!(room.value.get(), Some(Value::Room | Value::Lift | Value::Corridor));
    if !is_left || room.side.is_present() {
        return None;
    }
    let mut travel = Travel { out: verify(vec![room]), ..Travel::default() };
    if cursor.take_one(&["through", "via", "by", "using"]).is_some() {
        travel.through = verify(vec![passage(reader, cursor)?]);
        if reader.local.is_some() {
            travel.into = cursor.attempt(|cursor| {
                cursor.take("to").then_some(())?;
                verify(vec![thing(reader, cursor)?])
            });
            travel.distance = local::how_far(cursor, "away");
        }
    }
    Some(Said::one(travel, "leave", words))
}

/// 'take the second door on your left'.
fn take(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words =
        cursor.take_one(&["take", "enter", "enter through", "exit through", "exit", "use"])?;
    let through = verify(vec![passage(reader, cursor)?]);
    let distance = local::how_far(cursor, "along");
    let into = cursor.attempt(|cursor| behind(reader, cursor));
    Some(Said::one(Travel { through, into, distance, ..Travel::default() }, "take", words))
}

/// 'into the lobby', behind a door.
pub(super) fn behind(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Box<Verify>> {
    if reader.local.is_some() {
        cursor.take(",");
    }
    cursor.take("into").then_some(())?;
    let room = thing(reader, cursor)?;
    let is_behind = matches!(room.value.get(), Some(Value::Room | Value::Corridor));
    (is_behind && !room.side.is_present()).then(|| verify(vec![room]))?
}

/// 'enter the kitchen', 'walk into the living room on your left'.
fn enter(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words = match cursor.take_one(&["enter", "enter into"]) {
        Some(words) => words.to_owned(),
        None => {
            let verb = cursor.take_one(GO)?;
            cursor.take_one(&["straight", "forward"]);
            cursor.take("into").then(|| format!("{verb} into"))?
        }
    };
    let room = thing(reader, cursor)?;
    let (what, travel) = match room.value.get()? {
        Value::Room | Value::Corridor | Value::Lift => {
            ("enter", Travel { into: verify(vec![room]), ..Travel::default() })
        }
        // Who goes into a doorway goes through it.
        Value::Opening | Value::Door => {
            ("take", Travel { through: verify(vec![room]), ..Travel::default() })
        }
        _ => return None,
    };
    Some(Said::one(travel, what, words))
}

/// 'face the window', 'with the sofa behind you', 'turn so the sofa is behind you'.
fn face(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    if let Some(words) = cursor.take_one(&["turn so that", "turn so", "turn until"]) {
        let mut seen = thing(reader, cursor).filter(|one| !one.side.is_present())?;
        cursor.take_one(&["is", "are"])?;
        seen.side = Slot::Set(side(cursor)?);
        let mut faced = vec![seen];
        // 'Ahead on your right' is between the two.
        if let Some(other) = reader.local.as_ref().and_then(|_| cursor.attempt(side)) {
            faced.push(Thing { side: Slot::Set(other), ..faced[0].clone() });
        }
        let face = Face { faced: verify(faced), ..Face::default() };
        return Some(Said::one(face, "turn so", words));
    }
    let words = cursor.take_one(&[
        "face",
        "turn to face",
        "turn and face",
        "turn around to face",
        "with",
    ])?;
    let mut seen = thing(reader, cursor)?;
    match (words, seen.side.get()) {
        ("with", None) => return None,
        (_, None) => seen.side = Slot::Set(ThingSide::Front),
        ("with", Some(_)) => {}
        (_, Some(_)) => return None,
    }
    if words == "turn around to face" {
        let face = Face { faced: verify(vec![seen]), ..Face::default() };
        let direction = Slot::Set(Direction::Back);
        let turn = Turn { direction, face: Some(Box::new(face)), ..Turn::default() };
        return Some(Said::one(turn, "face", words));
    }
    let what = if words == "with" { "with" } else { "face" };
    Some(Said::one(Face { faced: verify(vec![seen]), ..Face::default() }, what, words))
}

/// 'you will see the cafeteria on your right', 'the kitchen is on your left'.
fn seen(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words = cursor.take_one(&[
        "you will see",
        "you'll see",
        "you should see",
        "you see",
        "you can see",
        "there is",
        "there will be",
        "there's",
        "there should be",
        "you may see",
        "you would see",
        "there are",
    ]);
    if let Some(words) = words {
        let seen = things(reader, cursor)?;
        // 'you will see the cafeteria is on your right'.
        let said = Verify { desc: seen, ..Verify::default() };
        return Some(Said::one(said, "see", words));
    }
    let mut seen = thing(reader, cursor).filter(|one| !one.side.is_present())?;
    let words = cursor.take_one(&["is", "will be", "should be", "would be", "are"])?;
    seen.side = Slot::Set(side(cursor)?);
    let said = Verify { desc: vec![seen], ..Verify::default() };
    Some(Said::one(said, "see beside", words))
}

/// 'it is the second door on the left', 'your destination is on your right'.
fn goal(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let words = cursor.take_one(&[
        "it is",
        "it's",
        "it will be",
        "it'll be",
        "it should be",
        "your destination is",
        "the destination is",
        "your destination will be",
        "the goal is",
        "the destination will be",
    ])?;
    let place = match cursor.attempt(side) {
        Some(side) => Thing { side: Slot::Set(side), ..Thing::default() },
        None => passage(reader, cursor)?,
    };
    let goal = DeclareGoal { place: verify(vec![place]), ..DeclareGoal::default() };
    Some(Said::one(Verify { goal: Some(Box::new(goal)), ..Verify::default() }, "goal", words))
}

/// 'walk down the hallway past the kitchen to the end of the hallway'.
fn travel(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    if let Some(words) = cursor.take_one(&["pass", "pass by", "go by", "walk by"]) {
        if !cursor.comes("through") {
            let past = verify(things(reader, cursor)?);
            return Some(Said::one(Travel { past, ..Travel::default() }, "past", words));
        }
        cursor.take("through");
        let through = verify(vec![passage(reader, cursor)?]);
        let words = format!("{words} through");
        return Some(Said::one(Travel { through, ..Travel::default() }, "through", words));
    }
    let mut travel = Travel::default();
    let mut formulas = Vec::new();
    let verb = match cursor.take("follow") {
        true => {
            let is_it = reader.local.is_some() && cursor.take("it");
            let way = match is_it {
                true => Thing { value: Slot::Set(Value::Corridor), ..Thing::default() },
                false => corridor(reader, cursor)?,
            };
            formulas.push(Formula { what: "follow", words: "follow".into() });
            travel.follow = Some(Box::new(Follow { until: verify(vec![way]) }));
            "follow"
        }
        false => cursor.take_one(GO)?,
    };
    let straight = cursor.take_one(STRAIGHT);
    let is_bare = travel.follow.is_none();
    let mut go = straight.map_or(verb.to_owned(), |straight| format!("{verb} {straight}"));
    let mut add = |what: &'static str, words: &str| {
        let first = std::mem::take(&mut go);
        let words = if first.is_empty() { words.to_owned() } else { format!("{first} {words}") };
        formulas.push(Formula { what, words: words.trim().to_owned() });
    };
    if !is_bare {
        add("", "");
    }
    loop {
        if let Some((words, metres)) =
            cursor.attempt(distance).filter(|_| travel.distance.is_none())
        {
            add(if is_going_on(verb) { "on metres" } else { "metres" }, words);
            travel.distance =
                Some(Box::new(Distance { metres: Slot::Set(metres), ..Distance::default() }));
        } else if let Some((words, way)) = cursor.attempt(|cursor| {
            let words = cursor.take_one(&["down", "along", "through", "up", "across"])?;
            corridor(reader, cursor).map(|way| (words, way))
        }) {
            if travel.follow.is_some() {
                return None;
            }
            add("follow", words);
            travel.follow = Some(Box::new(Follow { until: verify(vec![way]) }));
        } else if let Some(door) = cursor.attempt(|cursor| {
            cursor.take("through").then_some(())?;
            passage(reader, cursor)
        }) {
            if travel.through.is_some() {
                return None;
            }
            add("through", "through");
            travel.through = verify(vec![door]);
            if reader.local.is_some() && travel.distance.is_none() {
                travel.distance = local::how_far(cursor, "along");
            }
            travel.into = cursor.attempt(|cursor| behind(reader, cursor));
        } else if let Some((words, mut ahead)) = cursor.attempt(|cursor| {
            let words = cursor.take_one(&["towards", "toward"])?;
            thing(reader, cursor).map(|ahead| (words, ahead))
        }) {
            if travel.face.is_some() || ahead.side.is_present() {
                return None;
            }
            add("towards", words);
            ahead.side = Slot::Set(ThingSide::Front);
            travel.face = Some(Box::new(Face { faced: verify(vec![ahead]), ..Face::default() }));
        } else if let Some((words, past)) = cursor.attempt(|cursor| {
            if cursor.comes(", passing") {
                cursor.take(",");
            }
            let words = cursor.take_one(&["past", "passing", "by"])?;
            things(reader, cursor).map(|things| (words, things))
        }) {
            if travel.past.is_some() {
                return None;
            }
            add("past", words);
            travel.past = verify(past);
        } else if let Some((words, mut here)) = cursor.attempt(|cursor| {
            if reader.local.is_some() && (cursor.comes(", to") || cursor.comes(", until")) {
                cursor.take(",");
            }
            let words = cursor.take_one(&[
                "to",
                "until you reach",
                "until you get to",
                "till you reach",
                "until you come to",
                "up to",
                "over to",
                "until you see",
                "until",
                "to reach",
            ])?;
            thing(reader, cursor).map(|here| (words, here))
        }) {
            // 'To the desk behind you' is no walk that ends with it behind one.
            let is_behind = here.side == Slot::Set(ThingSide::Back);
            if travel.until.is_some() || is_behind && words != "until you see" {
                return None;
            }
            if !here.side.is_present() && words != "until you see" {
                here.side = Slot::Set(ThingSide::At);
            }
            let what = match words {
                "until you see" => "until see",
                _ if words.starts_with("until") || words.starts_with("till") => "until",
                _ => "to",
            };
            add(what, words);
            travel.until = verify(vec![here]);
        } else {
            break;
        }
    }
    let is_empty = travel == Travel::default();
    if is_empty {
        // Who only says 'go' or 'step on' has said nothing yet.
        if verb == "carry on" && reader.local.is_some() {
            return Some(Said::one(travel, "on", verb));
        }
        let straight =
            straight.filter(|straight| !["on", "all the way", "ahead"].contains(straight))?;
        let words = format!("{verb} {straight}");
        let what = if is_going_on(verb) { "on" } else { "straight" };
        return Some(Said::one(travel, what, words));
    }
    formulas.retain(|formula| !formula.what.is_empty());
    Some(Said { actions: vec![Action::Travel(travel)], formulas })
}

/// A way to go along.
fn corridor(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Thing> {
    let way = thing(reader, cursor)?;
    matches!(way.value.get(), Some(Value::Corridor)).then_some(way)
}

/// 'for about 12 metres'.
pub(super) fn distance(cursor: &mut Cursor) -> Option<(&'static str, u32)> {
    let is_for = cursor.take("for");
    cursor.take_one(&["about", "around", "roughly", "approximately"]);
    let is_one = cursor.comes("a metre");
    let count = if is_one && cursor.take("a") { 1 } else { number(&cursor.next()?)? };
    let metres = match cursor.next()?.as_str() {
        "metres" | "meters" | "m" | "metre" | "meter" => count,
        "feet" | "foot" | "ft" => (f64::from(count) * FOOT).round() as u32,
        _ => return None,
    };
    let words = if is_for { "for <metres>" } else { "<metres>" };
    (metres > 0 && metres < 1000).then_some((words, metres))
}
