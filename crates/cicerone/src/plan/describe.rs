//! Putting a thing into attributes: every way to fill a described thing so
//! that it speaks of something visible.
//!
//! What comes out is likely, not proven: the semantics judges it afterwards.

use super::meaning::scene::Scene;
use super::meaning::sight::{Seen, What};
use super::visible::nameable;
use crate::cas::{Appearance, Proximity, Shape, Slot, Thing, ThingSide, ThingType, Value};
use crate::world::{Class, Group, Side, Vocabulary};

/// At most this many ways to fill one thing are tried.
const MOST: usize = 64;

/// At most this many ways to fill one thing that is nested in another.
const MOST_NESTED: usize = 16;

/// The ways to fill a blank thing at a scene, the most natural first.
pub(crate) fn descriptions(scene: &Scene<'_, '_>, blank: &Thing) -> Vec<Thing> {
    let mut all = Vec::new();
    for seen in nameable(scene) {
        if all.len() >= MOST {
            break;
        }
        // The hall one walks along is not something one comes to.
        if seen.k == 0 && scene.is_own_way(&seen) {
            continue;
        }
        describe(scene, blank, &seen, None, &mut all);
    }
    all
}

/// Adds every way to speak of `seen` with the attributes of `blank`; `owner`
/// is the entity it belongs to, if it is nested.
fn describe(
    scene: &Scene<'_, '_>,
    blank: &Thing,
    seen: &Seen,
    owner: Option<&Seen>,
    out: &mut Vec<Thing>,
) {
    let vocabulary = scene.sight.world.vocabulary();
    for value in values(scene, seen, vocabulary) {
        let mut thing = blank.clone();
        set(&mut thing.value, value);
        set(&mut thing.kind, usual_type(value));
        let mut ways = vec![thing];
        choose(&mut ways, |thing| &mut thing.dist, distances(seen, owner));
        choose(&mut ways, |thing| &mut thing.side, sides(scene, seen, owner));
        choose(&mut ways, |thing| &mut thing.appear, appearances(scene, seen));
        choose(&mut ways, |thing| &mut thing.structural, shapes(seen));
        choose(&mut ways, |thing| &mut thing.order, [1, 2, 3]);
        choose(&mut ways, |thing| &mut thing.count, counts(scene, seen));
        for list in [
            (|thing: &mut Thing| &mut thing.part) as fn(&mut Thing) -> &mut Vec<Thing>,
            |thing| &mut thing.detail,
            |thing| &mut thing.on,
        ] {
            ways = nest(scene, ways, list, seen);
        }
        if !blank.past.is_empty() {
            ways = passed(scene, ways);
        }
        out.extend(ways);
    }
}

fn set<T>(slot: &mut Slot<T>, value: T) {
    if slot.is_present() {
        *slot = Slot::Set(value);
    }
}

/// Where the attribute is there, every way with every value.
fn choose<T: Clone>(
    ways: &mut Vec<Thing>,
    slot: impl Fn(&mut Thing) -> &mut Slot<T>,
    values: impl IntoIterator<Item = T>,
) {
    if !ways.first_mut().is_some_and(|thing| slot(thing).is_present()) {
        return;
    }
    let values: Vec<T> = values.into_iter().collect();
    *ways = ways
        .iter()
        .flat_map(|thing| {
            let slot = &slot;
            values.iter().map(move |value| {
                let mut thing = thing.clone();
                *slot(&mut thing) = Slot::Set(value.clone());
                thing
            })
        })
        .take(MOST)
        .collect();
}

/// What an entity is called, the most telling first.
fn values(scene: &Scene<'_, '_>, seen: &Seen, vocabulary: &Vocabulary) -> Vec<Value> {
    match seen.what {
        What::Object(kind) => {
            let chair = Group::GenChair;
            let mut members =
                vocabulary.ids(Class::Object).filter(|id| vocabulary.in_group(*id, chair));
            // People call the first of its kind 'the chair', the others by name.
            let names = [Value::Kind(kind), Value::Group(chair)];
            let mut names = match vocabulary.in_group(kind, chair) {
                true if members.next() == Some(kind) => vec![names[1], names[0]],
                true => names.to_vec(),
                false => vec![names[0]],
            };
            names.push(Value::Group(Group::Furniture));
            names
        }
        What::Way(_) => vec![Value::Path],
        What::Wall => vec![Value::Wall],
        What::Picture(_, kind) => vec![Value::Kind(kind), Value::Group(Group::Pic)],
        What::Place => {
            let all = [
                Value::Intersection,
                Value::DeadEnd,
                Value::Corner,
                Value::End,
                Value::Group(Group::Empty),
            ];
            all.into_iter().filter(|value| scene.matches_value(*value, seen)).collect()
        }
    }
}

/// The type people give such a value.
fn usual_type(value: Value) -> ThingType {
    match value {
        Value::Path => ThingType::Path,
        Value::Wall | Value::Group(_) | Value::Kind(_) => ThingType::Object,
        _ => ThingType::Structure,
    }
}

fn distances(seen: &Seen, owner: Option<&Seen>) -> Vec<Proximity> {
    match (owner, seen.k) {
        (Some(_), _) | (None, 0) => vec![Proximity::Immediate],
        (None, 1 | 2) => vec![Proximity::Far, Proximity::Near],
        (None, _) => vec![Proximity::Far],
    }
}

fn sides(scene: &Scene<'_, '_>, seen: &Seen, owner: Option<&Seen>) -> Vec<ThingSide> {
    let line = seen.line.map(|side| match side {
        Side::Front => ThingSide::Front,
        Side::Right => ThingSide::Right,
        Side::Back => ThingSide::Back,
        Side::Left => ThingSide::Left,
    });
    if owner.is_some() {
        return vec![ThingSide::At];
    }
    match (seen.what, line) {
        (_, None) => vec![ThingSide::At],
        (What::Way(_), Some(line)) if seen.k == 0 && !scene.faced => vec![ThingSide::At, line],
        // 'The wall' at the end of a walk is the one ahead.
        (What::Wall, Some(ThingSide::Front)) if !scene.faced => {
            vec![ThingSide::At, ThingSide::Front]
        }
        (_, Some(line)) => vec![line],
    }
}

fn appearances(scene: &Scene<'_, '_>, seen: &Seen) -> Vec<Vec<Appearance>> {
    let world = scene.sight.world;
    let floor = |passage| Appearance::Kind(world.passage(passage).floor);
    match seen.what {
        What::Way(passage) => vec![vec![floor(passage)]],
        What::Place => {
            let mut floors: Vec<Vec<Appearance>> =
                world.exits(seen.place).iter().map(|exit| vec![floor(exit.passage)]).collect();
            floors.dedup();
            floors
        }
        // A world knows no colours of these.
        What::Object(_) | What::Wall | What::Picture(..) => Vec::new(),
    }
}

fn shapes(seen: &Seen) -> Vec<Shape> {
    match seen.what {
        What::Way(_) => vec![Shape::Long, Shape::Short],
        _ => vec![Shape::TIntersection],
    }
}

fn counts(scene: &Scene<'_, '_>, seen: &Seen) -> Vec<u32> {
    match seen.what {
        What::Way(_) => vec![scene.sight.world.exits(seen.place).len() as u32],
        What::Object(_) => (1..=4).collect(),
        _ => Vec::new(),
    }
}

/// Fills the things nested in one list, each with something that belongs to
/// `seen`, no two alike.
fn nest(
    scene: &Scene<'_, '_>,
    ways: Vec<Thing>,
    list: fn(&mut Thing) -> &mut Vec<Thing>,
    seen: &Seen,
) -> Vec<Thing> {
    let mut ways = ways;
    let Some(blanks) = ways.first_mut().map(|thing| list(thing).clone()) else {
        return ways;
    };
    // What is along a way to the side or behind is out of sight.
    if !blanks.is_empty() && matches!(seen.what, What::Way(_)) && seen.line != Some(Side::Front) {
        return Vec::new();
    }
    for (number, blank) in blanks.iter().enumerate() {
        let mut fillings = Vec::new();
        scene.belongings(seen, &mut |belonging| {
            if fillings.len() < MOST_NESTED {
                describe(scene, blank, belonging, Some(seen), &mut fillings);
            }
        });
        fillings.dedup();
        ways = ways
            .iter()
            .flat_map(|thing| {
                fillings.iter().filter_map(|filling| {
                    let mut thing = thing.clone();
                    let things = list(&mut thing);
                    if things[..number].contains(filling) {
                        return None;
                    }
                    things[number] = filling.clone();
                    Some(thing)
                })
            })
            .take(MOST)
            .collect();
    }
    ways
}

/// Fills `Past` with what the walk came by.
fn passed(scene: &Scene<'_, '_>, ways: Vec<Thing>) -> Vec<Thing> {
    let mut ways = ways;
    let blanks = ways.first().map_or(Vec::new(), |thing| thing.past.clone());
    for (number, blank) in blanks.iter().enumerate() {
        let mut fillings = Vec::new();
        for pose in scene.walk.iter().take(scene.walk.len().saturating_sub(1)) {
            let Some(heading) = pose.heading else { continue };
            let there = Scene::standing(scene.sight, pose.place, heading, scene.role);
            for seen in scene.sight.here(&there.frame) {
                describe(&there, blank, seen, None, &mut fillings);
            }
        }
        ways = ways
            .iter()
            .flat_map(|thing| {
                fillings.iter().map(|filling| {
                    let mut thing = thing.clone();
                    thing.past[number] = filling.clone();
                    thing
                })
            })
            .take(MOST)
            .collect();
    }
    ways
}
