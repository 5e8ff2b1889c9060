//! What only somebody understands who knows the building: its names, and how
//! directions go on that are full of them ('to lift 2, next to the plant').

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::CarefulReader;
use super::clause::{GO, Said};
use super::cursor::Cursor;
use super::thing::{ordinal, passage, side, thing, things, verify};
use crate::cas::{
    Action, Command, DeclareGoal, Distance, Face, Label, Proximity, Shape, Slot, Thing, ThingSide,
    Travel, Turn, Value, Verify,
};
use crate::words::tokenize;
use crate::world::document::{AreaKind, ConnectionKind};
use crate::world::{Area, World};

/// What the parts of a building are called.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// The longest first, with what it is a name of.
    all: Vec<(Vec<String>, Label, Option<Value>)>,
    levels: Vec<(Vec<String>, Label)>,
}

impl Names {
    /// The names of rooms, connections, things and levels.
    pub(super) fn of(world: &World) -> Names {
        let mut names = Names::default();
        for (name, value) in parts(world) {
            names.add(&name, Some(value));
        }
        let building = world.building();
        // A sign goes by what stands on it.
        let fixtures = building.fixtures.iter().flat_map(|one| [&one.name, &one.text]);
        fixtures.flatten().for_each(|name| names.add(name, None));
        // What a spot in a hall is called. Things go by their kinds.
        let is_spot = |kind: &str| ["place", "room", "hall", "corridor"].contains(&kind);
        for one in world.named_places().iter().filter(|one| is_spot(&one.kind)) {
            names.add(&one.name, None);
        }
        for level in &building.levels {
            for called in [level.called()].into_iter().chain(level.short_name.as_deref()) {
                names.add_level(called);
            }
        }
        names.in_order()
    }

    /// The names that are in these commands.
    pub(super) fn of_way<'c>(
        world: &World,
        commands: impl IntoIterator<Item = &'c Command>,
    ) -> Names {
        let leaves = commands.into_iter().flat_map(|one| one.values(world.vocabulary()));
        let (mut labels, mut levels) = (BTreeSet::new(), BTreeSet::new());
        for (attribute, label) in leaves {
            // What is no single word stands between quotes.
            let label = label.trim_matches('"').to_owned();
            match &*attribute {
                "Name" | "goal" => labels.insert(label),
                "level" => levels.insert(label),
                _ => false,
            };
        }
        let mut names = Names::default();
        for (name, value) in parts(world).filter(|(name, _)| labels.contains(&**name)) {
            names.add(&name, Some(value));
        }
        // A part of the building is one even where a spot in it has its name.
        labels.iter().for_each(|name| names.add(name, None));
        levels.iter().for_each(|level| names.add_level(level));
        names.in_order()
    }

    /// The longest names come first; nobody knows what a destination without one is.
    fn in_order(mut self) -> Names {
        self.add("destination", None);
        self.all.sort_by_key(|(words, ..)| std::cmp::Reverse(words.len()));
        self.levels.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        self
    }

    fn add_level(&mut self, called: &str) {
        let words = tokenize(called);
        let number = words.last().map(|last| vec!["level".to_owned(), last.clone()]);
        for words in [Some(words), number].into_iter().flatten() {
            self.levels.extend(Label::new(called).map(|label| (words, label)));
        }
    }

    fn add(&mut self, name: &str, value: Option<Value>) {
        let words = tokenize(name);
        if let (false, Some(label)) = (words.is_empty(), Label::new(name)) {
            self.all.push((words, label, value));
        }
    }

    /// Reads a name, quoted or not, and what it is a name of.
    pub(super) fn name(&self, cursor: &mut Cursor) -> Option<(Label, Option<Value>)> {
        cursor.attempt(|cursor| {
            let is_quoted = cursor.take("\u{2018}");
            let (words, label, value) =
                self.all.iter().find(|(words, ..)| cursor.rest().starts_with(words))?;
            cursor.at += words.len();
            (!is_quoted || cursor.take("\u{2019}")).then(|| (label.clone(), *value))
        })
    }

    /// Reads a level: 'the ground floor'.
    pub(super) fn level(&self, cursor: &mut Cursor) -> Option<Label> {
        cursor.take("the");
        let is_next = |(words, _): &&(Vec<String>, Label)| cursor.rest().starts_with(words);
        let (words, label) = self.levels.iter().find(is_next)?;
        cursor.at += words.len();
        Some(label.clone())
    }
}

/// The parts of a building that have names, and what they are.
fn parts(world: &World) -> impl Iterator<Item = (Cow<'_, str>, Value)> {
    let building = world.building();
    let areas = building.areas.iter().flat_map(|area| {
        let numbers = area
            .number
            .iter()
            .flat_map(|number| [Cow::Borrowed(&**number), Cow::Owned(format!("room {number}"))]);
        let names = area.name.iter().map(|name| Cow::Borrowed(&**name)).chain(numbers);
        names.map(|name| (name, part_of(area)))
    });
    let connections = building.connections.iter().flat_map(|one| {
        let value = match one.kind {
            ConnectionKind::Stairs => Value::Stairs,
            ConnectionKind::Escalator => Value::Escalator,
            ConnectionKind::Lift => Value::Lift,
            ConnectionKind::Ramp => Value::Ramp,
        };
        one.name.iter().map(move |name| (Cow::Borrowed(&**name), value))
    });
    areas.chain(connections)
}

/// What an area is to who comes through it.
fn part_of(area: &Area) -> Value {
    match area.kind {
        AreaKind::Corridor => Value::Corridor,
        AreaKind::Stairs => Value::Stairs,
        AreaKind::Lift => Value::Lift,
        AreaKind::Escalator => Value::Escalator,
        _ => Value::Room,
    }
}

/// A way that one sees far along, the end of the one that one is on, or what was told of.
pub(super) fn told(cursor: &mut Cursor) -> Option<Thing> {
    let words = cursor.take_one(&[
        "it",
        "the far end",
        "the longer end of the corridor",
        "the end",
        "the way",
    ])?;
    let (value, shape) = match words {
        "it" => return Some(Thing::default()),
        "the end" if cursor.comes("of") => return None,
        "the end" => (Value::End, Slot::Unset),
        "the way" => (Value::Path, Slot::Unset),
        _ => (Value::Path, Slot::Set(Shape::Long)),
    };
    Some(Thing { value: Slot::Set(value), structural: shape, ..Thing::default() })
}

/// What a thing is beside: 'next to the plant', 'just after lift 1 on the left'.
pub(super) fn beside(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Vec<Thing>> {
    cursor.take(",");
    let inside = cursor.take("just inside");
    if inside && !cursor.take(",") {
        return Some(vec![Thing { side: Slot::Set(ThingSide::Back), ..Thing::default() }]);
    }
    let words = cursor.take_one(&[
        "next to",
        "beside",
        "near",
        "by",
        "opposite",
        "in front of",
        "just after",
        "at",
        "in",
        "on",
        "after",
    ])?;
    let mut all = things(reader, cursor)?;
    if words == "near" || words == "by" {
        all.iter_mut().for_each(|one| one.dist = Slot::Set(Proximity::Near));
    }
    Some(all)
}

/// ', about 9 metres along', ', about 9 metres away'.
pub(super) fn how_far(cursor: &mut Cursor, end: &str) -> Option<Box<Distance>> {
    cursor.attempt(|cursor| {
        cursor.take(",").then_some(())?;
        let (_, metres) = super::clause::distance(cursor)?;
        cursor.take(end).then_some(())?;
        Some(Box::new(Distance { metres: Slot::Set(metres), ..Distance::default() }))
    })
}

/// 'from the stairs', 'after the lift on your left, take the second door'.
pub(super) fn first(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    if cursor.take("from") {
        let out = thing(reader, cursor).filter(super::clause::is_connection)?;
        let travel = Travel { out: verify(vec![out]), ..Travel::default() };
        return Some(Said { actions: vec![Action::Travel(travel)], ..Said::default() });
    }
    if cursor.take_one(&["at the top", "at the bottom"]).is_some() {
        let out = Thing { value: Slot::Set(Value::Stairs), ..Thing::default() };
        let travel = Travel { out: verify(vec![out]), ..Travel::default() };
        return Some(Said { actions: vec![Action::Travel(travel)], ..Said::default() });
    }
    cursor.take("after").then_some(())?;
    let past = things(reader, cursor)?;
    cursor.take(",").then_some(())?;
    let mut said = super::clause::clause(reader, cursor)?;
    match said.actions.first_mut()? {
        // 'After the kiosk, pass two doors and take the third.'
        Action::Travel(Travel { past: Some(passed), .. }) => passed.desc.extend(past),
        Action::Travel(Travel { through: Some(through), .. }) => {
            through.desc.first_mut()?.past = past;
        }
        Action::Turn(turn) => turn.into.as_mut()?.desc.first_mut()?.past = past,
        _ => return None,
    }
    Some(said)
}

/// 'that is room 15', 'you are there', 'stop next to the plant', 'if you come to the
/// stairs, you have gone too far'.
pub(super) fn arrival(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let goal = |goal: DeclareGoal| {
        let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
        Said { actions: vec![Action::Verify(verify)], ..Said::default() }
    };
    if cursor.take_one(&["you are there", "you have arrived"]).is_some() {
        return Some(goal(DeclareGoal::default()));
    }
    if cursor.take("if you come to") {
        let beyond = things(reader, cursor)?;
        cursor.take(",");
        cursor.take("you have gone too far").then_some(())?;
        let verify = Verify { beyond, ..Verify::default() };
        return Some(Said { actions: vec![Action::Verify(verify)], ..Said::default() });
    }
    let place = |detail| verify(vec![Thing { detail, ..Thing::default() }]);
    if cursor.take("stop") {
        let place = place(beside(reader, cursor)?);
        return Some(goal(DeclareGoal { place, ..DeclareGoal::default() }));
    }
    let is_told =
        cursor.take_one(&["that is", "those are", "you are at", "you are in", "you have reached"]);
    let is_there = is_told.is_some();
    let there = thing(reader, cursor).filter(|there| there.name.is_present())?;
    let label = there.name.clone();
    let mut spot = Thing { name: Slot::Unset, ..there };
    if !is_there {
        cursor.take_one(&["is", "are", "will be"])?;
        match cursor.attempt(side) {
            Some(side) => spot.side = Slot::Set(side),
            None if cursor.take("right here") => {}
            None => {
                let mut at = cursor
                    .attempt(|cursor| beside(reader, cursor))
                    .or_else(|| thing(reader, cursor).map(|door| vec![door]))?;
                spot.detail.append(&mut at);
            }
        }
        if let Some(mut more) = cursor.attempt(|cursor| beside(reader, cursor)) {
            spot.detail.append(&mut more);
        }
    }
    Some(goal(DeclareGoal { goal: label, place: verify(vec![spot]), ..DeclareGoal::default() }))
}

/// 'go to the gate, about 9 metres away, and through it into the hall', 'take the third'.
pub(super) fn door(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Said> {
    let mut travel = Travel::default();
    // 'Take the first corridor on your left' is a turn.
    if let Some(way) = cursor.attempt(|cursor| {
        cursor.take("take").then_some(())?;
        thing(reader, cursor).filter(|way| way.value == Slot::Set(Value::Corridor))
    }) {
        let turn = Turn { into: verify(vec![way]), ..Turn::default() };
        how_far(cursor, "along");
        return Some(Said { actions: vec![Action::Turn(turn)], ..Said::default() });
    }
    if cursor.take("take the") {
        let order = Slot::Set(ordinal(reader, cursor)?);
        let one = Thing { value: Slot::Set(Value::Door), order, ..Thing::default() };
        travel.through = verify(vec![one]);
        travel.distance = how_far(cursor, "along");
        travel.into = cursor.attempt(|cursor| super::clause::behind(reader, cursor));
    } else {
        cursor.take_one(GO)?;
        cursor.take("to").then_some(())?;
        let door = passage(reader, cursor)?;
        travel.distance = how_far(cursor, "away");
        cursor.take(",");
        cursor.take("and through it").then_some(())?;
        travel.through = verify(vec![door]);
        travel.into = cursor.attempt(|cursor| super::clause::behind(reader, cursor));
    }
    Some(Said { actions: vec![Action::Travel(travel)], ..Said::default() })
}

/// What one is to turn towards: 'towards the sofa'.
pub(super) fn towards(reader: &CarefulReader<'_>, cursor: &mut Cursor) -> Option<Box<Face>> {
    cursor.take("towards").then_some(())?;
    let mut faced = thing(reader, cursor)?;
    faced.side = Slot::Set(ThingSide::Front);
    Some(Box::new(Face { faced: verify(vec![faced]), ..Face::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::embedded;

    #[test]
    fn who_knows_the_building_understands_what_is_full_of_names() {
        let hospital = embedded::world("hospital").unwrap();
        let reader = CarefulReader::of_world(&hospital);
        let read = |text: &str| {
            let Some(understood) = reader.read(text) else { return "-".to_owned() };
            let said = understood.commands.iter();
            said.map(|one| one.display(hospital.vocabulary()).to_string())
                .collect::<Vec<String>>()
                .join("; ")
        };
        for (text, commands) in [
            (
                "Leave the room by the door to the east wing, about 4 metres away, and turn left.",
                "Travel(distance=Distance(metres=4), out=Verify(desc=[Thing(value=Room)]), \
                 through=Verify(desc=[Thing(value=Door)]), into=Verify(desc=[Thing(value=Corridor, \
                 Name=\"East wing\")])); Turn(direction=Left)",
            ),
            (
                "You are in the reception; stop next to the reception desk.",
                "Verify(goal=DeclareGoal(goal=Reception, place=Verify(desc=[Thing(value=Room)]))); \
                 Verify(goal=DeclareGoal(place=Verify(desc=[Thing(Detail=[Thing(type=TypeObj, \
                 value=ReceptionDesk)])])))",
            ),
            (
                "Follow it, passing the sign \u{2018}Chapel\u{2019} on the left, until you reach \
                 the north corridor, next to the double door.",
                "Travel(until=Verify(desc=[Thing(value=Corridor, side=At, \
                 Detail=[Thing(value=Door, Door=Double)], Name=\"North corridor\")]), \
                 past=Verify(desc=[Thing(type=TypeObj, value=Sign, side=Left, Name=Chapel)]), \
                 follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
            ),
            (
                "From the stairs, turn left. After the sofa on the right, pass two doors on the left and take \
                 the third, about 50 metres along.",
                "Travel(out=Verify(desc=[Thing(value=Stairs)])); Turn(direction=Left); \
                 Travel(past=Verify(desc=[Thing(value=Door, side=Left, Count=2), \
                 Thing(type=TypeObj, value=Sofa, side=Right)])); \
                 Travel(distance=Distance(metres=50), through=Verify(desc=[Thing(value=Door, \
                 Order_adj=3)]))",
            ),
            (
                "Turn so that the sofa is ahead on your left, then take them down to level 1.",
                "Face(faced=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=Front), \
                 Thing(type=TypeObj, value=Sofa, side=Left)])); Ride(rise=Down, level=\"Level 1\")",
            ),
            ("Walk to the tall green thing.", "-"),
            ("Go to the east wing of the castle.", "-"),
        ] {
            assert_eq!(read(text), commands, "{text}");
            let elsewhere = CarefulReader::new(hospital.vocabulary()).read(text);
            assert!(elsewhere.is_none(), "{text}: {elsewhere:?}");
        }
    }
}
