//! Putting a thing into attributes: every way to fill a described thing so
//! that it speaks of something visible.
//!
//! What comes out is likely, not proven: the semantics judges it afterwards.

use super::meaning::scene::Scene;
use super::visible::{Manner, identity, nameable};
use crate::cas::{Appearance, Proximity, Shape, Slot, Thing, ThingSide, ThingType, Value};
use crate::world::{Group, KindId, Seen, Side, Vocabulary, What};

/// At most this many ways to fill one thing are tried.
const MOST: usize = 64;

/// At most this many ways to fill one thing that is nested in another.
const MOST_NESTED: usize = 16;

/// The ways to fill a blank thing at a scene, the most natural first.
pub(crate) fn descriptions(scene: &Scene<'_, '_>, manner: Manner, blank: &Thing) -> Vec<Thing> {
    let mut all = Vec::new();
    for seen in nameable(scene, manner, blank) {
        if all.len() >= MOST {
            break;
        }
        describe(scene, Nesting::Own(manner), blank, &seen, &mut all);
    }
    all
}

/// Where a thing stands in the tree.
#[derive(Clone, Copy)]
enum Nesting {
    /// In a list of descriptions.
    Own(Manner),
    /// Nested in another thing.
    Nested,
}

/// Adds every way to speak of `seen` with the attributes of `blank`.
fn describe(
    scene: &Scene<'_, '_>,
    nesting: Nesting,
    blank: &Thing,
    seen: &Seen,
    out: &mut Vec<Thing>,
) {
    for value in values(scene, seen, blank) {
        let mut thing = blank.clone();
        set(&mut thing.value, value);
        set(&mut thing.kind, usual_type(value));
        let mut ways = vec![thing];
        choose(&mut ways, |thing| &mut thing.dist, distances(seen, nesting));
        choose(&mut ways, |thing| &mut thing.side, sides(scene, seen, nesting));
        choose(&mut ways, |thing| &mut thing.appear, appearances(seen));
        choose(&mut ways, |thing| &mut thing.structural, shapes(seen));
        choose(&mut ways, |thing| &mut thing.order, [1, 2, 3]);
        choose(&mut ways, |thing| &mut thing.count, counts(scene, seen));
        for (attribute, list) in [
            (Attribute::Part, (|thing| &mut thing.part) as fn(&mut Thing) -> &mut Vec<Thing>),
            (Attribute::Detail, |thing| &mut thing.detail),
            (Attribute::On, |thing| &mut thing.on),
        ] {
            ways = nest(scene, ways, attribute, list, seen, value);
        }
        if !blank.past.is_empty() {
            ways = passed(scene, ways);
        }
        out.extend(ways);
    }
}

/// The attributes that hold nested things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Part,
    Detail,
    On,
}

/// What people nest in what, in the training split: ways and landmarks in
/// structures, what is along a hall in the hall, the intersection in its wall,
/// the hall under a landmark, the wall behind a picture.
fn is_nested_in(attribute: Attribute, owner: &Seen, value: Value, nested: &Seen) -> bool {
    use Attribute::{Detail, On, Part};
    match (attribute, owner.what, nested.what) {
        // 'The end of the hall' is the hall one comes from.
        (Part, What::Place, What::Way(_)) => value != Value::End || nested.line == Some(Side::Back),
        (Detail, What::Place, What::Way(_)) => true,
        (Detail, What::Place, What::Thing(_)) => nested.is_landmark(),
        (Part, What::Way(_), What::Way(_)) => owner.anchor == nested.anchor,
        (Detail, What::Way(_), What::Thing(_) | What::Way(_)) => true,
        (Part, What::Wall, What::Place) => nested.place == owner.place,
        (On, What::Thing(_), What::Way(_)) => owner.is_landmark(),
        (On, What::Thing(_), What::Wall) => owner.is_hanging(),
        _ => false,
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
fn values(scene: &Scene<'_, '_>, seen: &Seen, blank: &Thing) -> Vec<Value> {
    let vocabulary = scene.sight.world.vocabulary();
    match seen.what {
        What::Thing(kind) => names(vocabulary, kind),
        What::Way(_) => vec![Value::Path],
        What::Wall => vec![Value::Wall],
        What::Place => {
            use Value::{Corner, DeadEnd, End, Intersection};
            // A structure with a look of its own parts is an intersection, one
            // of 'the hall' an end.
            let looks = blank.part.iter().any(|part| part.appear.is_present());
            let all = if looks || blank.structural.is_present() {
                [Intersection, Corner, DeadEnd, End]
            } else {
                [DeadEnd, End, Corner, Intersection]
            };
            all.into_iter().filter(|value| scene.matches_value(*value, seen)).collect()
        }
    }
}

/// What a thing is called: by its kind, by the groups it is in, by its class.
fn names(vocabulary: &Vocabulary, kind: KindId) -> Vec<Value> {
    let mut names = vec![Value::Kind(kind)];
    for group in &vocabulary.kind(kind).groups {
        let group = Value::Group(*group);
        if !names.contains(&group) {
            names.push(group);
        }
    }
    // People call the first of its kind 'the chair', the others by name.
    let is_first = |group: Group| {
        let mut members = vocabulary.ids(kind.class()).filter(|id| vocabulary.in_group(*id, group));
        members.next() == Some(kind)
    };
    names.sort_by_key(|name| !matches!(name, Value::Group(group) if is_first(*group)));
    names.extend(kind.class().entry().group.map(Value::Group));
    names
}

/// The type people give such a value.
fn usual_type(value: Value) -> ThingType {
    match value {
        Value::Path => ThingType::Path,
        Value::Wall | Value::Group(_) | Value::Kind(_) => ThingType::Object,
        _ => ThingType::Structure,
    }
}

fn distances(seen: &Seen, nesting: Nesting) -> Vec<Proximity> {
    match (nesting, seen.k) {
        (Nesting::Nested, _) | (_, 0) => vec![Proximity::Immediate],
        (_, 1 | 2) => vec![Proximity::Far, Proximity::Near],
        _ => vec![Proximity::Far],
    }
}

fn sides(scene: &Scene<'_, '_>, seen: &Seen, nesting: Nesting) -> Vec<ThingSide> {
    let line = match seen.line {
        Some(Side::Front) => ThingSide::Front,
        Some(Side::Right) => ThingSide::Right,
        Some(Side::Back) => ThingSide::Back,
        Some(Side::Left) => ThingSide::Left,
        None => ThingSide::At,
    };
    match (nesting, seen.what) {
        (Nesting::Nested, _) => vec![ThingSide::At],
        // 'Until you come to an alley', then 'to an alley on the left'.
        (Nesting::Own(Manner::Reached), What::Way(_)) => vec![ThingSide::At, line],
        // 'The wall' at the end of a walk is the one ahead.
        (Nesting::Own(Manner::Reached), What::Wall) => vec![ThingSide::At],
        (Nesting::Own(Manner::Reached), _) if seen.is_hanging() => vec![ThingSide::At],
        // Between two walls there is no telling which one is meant.
        (_, What::Wall) if seen.k == 0 && is_between_walls(scene, seen) => vec![ThingSide::Sides],
        _ => vec![line],
    }
}

fn is_between_walls(scene: &Scene<'_, '_>, seen: &Seen) -> bool {
    let (place, heading) = (scene.around.place, scene.around.heading);
    let is_closed = |side| scene.sight.world.exit_toward(place, heading, side).is_none();
    matches!(seen.line, Some(Side::Left | Side::Right))
        && is_closed(Side::Left)
        && is_closed(Side::Right)
}

fn appearances(seen: &Seen) -> Vec<Vec<Appearance>> {
    match seen.what {
        What::Way(Some(floor)) => vec![vec![Appearance::Kind(floor)]],
        // A world knows no colours of these.
        What::Way(None) | What::Place | What::Thing(_) | What::Wall => Vec::new(),
    }
}

fn shapes(seen: &Seen) -> Vec<Shape> {
    match seen.what {
        What::Way(_) => vec![Shape::Long, Shape::Short],
        What::Place => vec![Shape::TIntersection],
        What::Thing(_) | What::Wall => Vec::new(),
    }
}

fn counts(scene: &Scene<'_, '_>, seen: &Seen) -> Vec<u32> {
    match seen.what {
        // 'There is only one way to go.'
        What::Way(_) if scene.sight.world.exits(seen.place).len() == 1 => vec![1],
        What::Thing(_) if seen.is_landmark() => (1..=4).collect(),
        _ => Vec::new(),
    }
}

/// Fills the things nested in one list, each with something that belongs to
/// `seen`, no two alike.
fn nest(
    scene: &Scene<'_, '_>,
    ways: Vec<Thing>,
    attribute: Attribute,
    list: fn(&mut Thing) -> &mut Vec<Thing>,
    seen: &Seen,
    value: Value,
) -> Vec<Thing> {
    let mut ways = ways;
    let blanks = ways.first_mut().map_or(Vec::new(), |thing| list(thing).clone());
    if blanks.is_empty() {
        return ways;
    }
    // What is along a way to the side or behind is out of sight.
    if seen.is_way() && (seen.line != Some(Side::Front) || seen.k > 0) {
        return Vec::new();
    }
    let mut belongings = Vec::new();
    scene.belongings(seen, &mut |belonging| {
        if is_nested_in(attribute, seen, value, belonging) {
            belongings.push(*belonging);
        }
    });
    // What crosses is said before what one is on.
    belongings.sort_by_key(|nested| {
        let side = match nested.line {
            Some(Side::Left | Side::Right) => 0,
            None | Some(Side::Front) => 1,
            Some(Side::Back) => 2,
        };
        (side, nested.k, identity(nested))
    });
    for (number, blank) in blanks.iter().enumerate() {
        let mut fillings: Vec<Thing> = Vec::new();
        for belonging in &belongings {
            let mut more = Vec::new();
            describe(scene, Nesting::Nested, blank, belonging, &mut more);
            more.retain(|thing| !fillings.contains(thing));
            fillings.extend(more);
            if fillings.len() >= MOST_NESTED {
                break;
            }
        }
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
            for seen in scene.sight.here(&there.around) {
                describe(&there, Nesting::Own(Manner::Reached), blank, seen, &mut fillings);
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
