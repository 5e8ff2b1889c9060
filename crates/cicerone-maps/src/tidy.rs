//! A document as a world needs it, whatever its reader and the ways made of it.
//!
//! Places on one spot become one; passages that overlap share what they have in
//! common; stops of a connection are joined by rides; places and landmarks know
//! the area they are in. What is changed is told.

use std::collections::{HashMap, HashSet};

use cicerone::world::document::{AreaKind, ConnectionKind, Document, PassageEntry, Point};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::Warning;

/// Places nearer than this, in metres, are one; a world tells them apart by
/// millionths, people by steps.
const SPOT: f64 = 1e-3;

/// Two ways that leave a place within so many degrees are one way.
const SAME_DIRECTION: f64 = 1.5;

/// Lifts with more stops than this are ridden from one to the next only, so
/// that rides do not grow with the square.
const MOST_STOPS: usize = 40;

/// Makes the document fit.
pub(crate) fn tidy(document: &mut Document, warnings: &mut Vec<Warning>) {
    join_spots(document, warnings);
    part_overlaps(document, warnings);
    add_rides(document);
    find_areas(document);
}

/// Joins places on one spot of one level: the first of them stays.
fn join_spots(document: &mut Document, warnings: &mut Vec<Warning>) {
    let mut first: HashMap<(String, i64, i64), usize> = HashMap::new();
    let mut joined: HashMap<String, String> = HashMap::new();
    let cell = |c: f64| (c / SPOT).round() as i64;
    for number in 0..document.places.len() {
        let place = &document.places[number];
        let key = (place.level.clone(), cell(place.x), cell(place.y));
        let Some(stays) = first.get(&key).copied() else {
            first.insert(key, number);
            continue;
        };
        let place = place.clone();
        joined.insert(place.id.clone(), document.places[stays].id.clone());
        let kept = &mut document.places[stays];
        kept.area = kept.area.take().or(place.area);
        kept.door = kept.door.take().or(place.door);
        if kept.name.is_none() {
            kept.name = place.name;
            kept.source_name = place.source_name;
        } else if let Some(name) = place.name.filter(|name| kept.name.as_ref() != Some(name)) {
            let feature = format!("place {}", place.id);
            let why = format!("it is on the spot of {}", kept.id);
            warnings.push(Warning::new(feature, format!("the name '{name}' is left out"), why));
        }
        kept.objects.extend(place.objects);
    }
    if joined.is_empty() {
        return;
    }
    document.places.retain(|place| !joined.contains_key(&place.id));
    for passage in &mut document.passages {
        for end in &mut passage.between {
            if let Some(stays) = joined.get(end) {
                *end = stays.clone();
            }
        }
    }
    for stop in document.connections.iter_mut().flat_map(|one| &mut one.stops) {
        if let Some(stays) = stop.place.as_ref().and_then(|place| joined.get(place)) {
            stop.place = Some(stays.clone());
        }
    }
    drop_copies(document);
}

/// Drops passages from a place to itself, and the same passage twice.
fn drop_copies(document: &mut Document) {
    let mut seen: HashSet<(String, String, Option<String>)> = HashSet::new();
    document.passages.retain(|passage| {
        let [a, b] = passage.between.clone();
        let key = if a <= b || passage.one_way { (a, b) } else { (b, a) };
        key.0 != key.1 && seen.insert((key.0, key.1, passage.connection.clone()))
    });
}

/// Where two ways leave a place in one direction, the longer goes on from the
/// end of the shorter.
fn part_overlaps(document: &mut Document, warnings: &mut Vec<Warning>) {
    let spots: HashMap<String, Point> =
        document.places.iter().map(|place| (place.id.clone(), [place.x, place.y])).collect();
    let mut told = 0;
    // Every round shortens a passage; a few rounds settle any real map.
    for _ in 0..32 {
        let mut leaving: HashMap<&str, Vec<(f64, f64, usize)>> = HashMap::new();
        for (number, passage) in document.passages.iter().enumerate() {
            if passage.connection.is_some() {
                continue;
            }
            let [a, b] = &passage.between;
            for (from, to) in [(a, b), (b, a)] {
                let (Some(one), Some(other)) = (spots.get(from), spots.get(to)) else { continue };
                let (dx, dy) = (other[0] - one[0], other[1] - one[1]);
                leaving.entry(from).or_default().push((
                    dx.atan2(-dy).to_degrees().rem_euclid(360.0),
                    dx.hypot(dy),
                    number,
                ));
            }
        }
        let mut changes: HashMap<usize, Option<[String; 2]>> = HashMap::new();
        let mut places: Vec<_> = leaving.into_iter().collect();
        places.sort_by_key(|(place, _)| *place);
        for (place, mut ways) in places {
            ways.sort_by(|a, b| a.0.total_cmp(&b.0));
            for i in 0..ways.len() {
                let (one, other) = (ways[i], ways[(i + 1) % ways.len()]);
                let gap = (other.0 - one.0).rem_euclid(360.0);
                if one.2 == other.2 || gap.min(360.0 - gap) >= SAME_DIRECTION {
                    continue;
                }
                let (near, far) = if one.1 <= other.1 { (one, other) } else { (other, one) };
                if changes.contains_key(&far.2) || changes.contains_key(&near.2) {
                    continue;
                }
                let end = |number: usize| {
                    let [a, b] = &document.passages[number].between;
                    if a == place { b.clone() } else { a.clone() }
                };
                let (middle, end) = (end(near.2), end(far.2));
                let is_back = document.passages[far.2].between[1] == place;
                let between = if is_back { [end, middle] } else { [middle, end] };
                changes.insert(far.2, (between[0] != between[1]).then_some(between));
            }
        }
        if changes.is_empty() {
            break;
        }
        told += changes.len();
        let mut number = 0;
        document.passages.retain_mut(|passage| {
            let change = changes.remove(&number);
            number += 1;
            match change {
                None => true,
                Some(None) => false,
                Some(Some(between)) => {
                    passage.between = between;
                    passage.length = None;
                    true
                }
            }
        });
        drop_copies(document);
    }
    if told > 0 {
        warnings.push(Warning::new(
            "",
            format!("{told} passages begin later"),
            "they run along others for their first part",
        ));
    }
}

/// Joins the places of a connection's stops: of a lift all with all, of the
/// rest each with the next.
fn add_rides(document: &mut Document) {
    let mut there: HashSet<(String, String, String)> = HashSet::new();
    for passage in &document.passages {
        if let Some(connection) = &passage.connection {
            let [a, b] = passage.between.clone();
            there.insert((connection.clone(), a.clone(), b.clone()));
            there.insert((connection.clone(), b, a));
        }
    }
    let mut rides = Vec::new();
    for connection in &document.connections {
        let mut stops: Vec<(f64, &String)> = connection
            .stops
            .iter()
            .filter_map(|stop| {
                let level = document.levels.iter().find(|level| level.id == stop.level)?;
                Some((level.ordinal, stop.place.as_ref()?))
            })
            .collect();
        stops.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        let any = connection.kind == ConnectionKind::Lift && stops.len() <= MOST_STOPS;
        for (number, (_, from)) in stops.iter().enumerate() {
            let reach = if any { stops.len() } else { (number + 2).min(stops.len()) };
            for (_, to) in &stops[number + 1..reach] {
                let ride = (connection.id.clone(), (*from).clone(), (*to).clone());
                if from == to || there.contains(&ride) {
                    continue;
                }
                rides.push(PassageEntry {
                    between: [(*from).clone(), (*to).clone()],
                    floor: None,
                    wall: None,
                    length: None,
                    connection: Some(connection.id.clone()),
                    one_way: false,
                    step_free: None,
                    access: connection.access,
                });
            }
        }
    }
    document.passages.extend(rides);
}

type Box2 = GeomWithData<Rectangle<[f64; 2]>, usize>;

/// The area of places and landmarks that have none: of those that hold them
/// the smallest.
fn find_areas(document: &mut Document) {
    let boxes = document
        .areas
        .iter()
        .enumerate()
        .filter(|(_, area)| area.outline.len() > 2 && area.kind != AreaKind::Void);
    let boxes: Vec<Box2> = boxes
        .map(|(number, area)| {
            let bounds = AABB::from_points(area.outline.iter());
            GeomWithData::new(Rectangle::from_aabb(bounds), number)
        })
        .collect();
    let tree = RTree::bulk_load(boxes);
    let areas = &document.areas;
    let holding = |level: &str, at: Point| {
        tree.locate_all_at_point(&at)
            .filter(|one| areas[one.data].level == level)
            .filter(|one| {
                let area = &areas[one.data];
                inside(&area.outline, at) && !area.holes.iter().any(|hole| inside(hole, at))
            })
            .min_by(|a, b| size(&areas[a.data].outline).total_cmp(&size(&areas[b.data].outline)))
            .map(|one| areas[one.data].id.clone())
    };
    for place in document.places.iter_mut().filter(|place| place.area.is_none()) {
        if place.door.is_none() {
            place.area = holding(&place.level, [place.x, place.y]);
        }
    }
    for landmark in document.landmarks.iter_mut().filter(|one| one.area.is_none()) {
        landmark.area = holding(&landmark.level, landmark.at);
    }
}

/// True if a ring holds a point: a ray to the right crosses it an odd number of
/// times.
fn inside(ring: &[Point], [x, y]: Point) -> bool {
    let mut is_inside = false;
    for (number, a) in ring.iter().enumerate() {
        let b = ring[(number + 1) % ring.len()];
        if (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// The surface of a ring.
fn size(ring: &[Point]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    (pairs.map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0).abs()
}

#[cfg(test)]
mod tests {
    use cicerone::world::World;
    use cicerone::world::document::{LevelEntry, PlaceEntry};

    use super::*;

    fn place(id: &str, x: f64, y: f64) -> PlaceEntry {
        PlaceEntry {
            id: id.into(),
            level: "0".into(),
            x,
            y,
            area: None,
            door: None,
            name: None,
            source_name: None,
            objects: Vec::new(),
        }
    }

    fn passage(a: &str, b: &str) -> PassageEntry {
        PassageEntry {
            between: [a.into(), b.into()],
            floor: None,
            wall: None,
            length: None,
            connection: None,
            one_way: false,
            step_free: None,
            access: Default::default(),
        }
    }

    #[test]
    fn overlapping_ways_are_parted_and_spots_joined() {
        let level = LevelEntry {
            id: "0".into(),
            ordinal: 0.0,
            name: None,
            short_name: None,
            elevation: None,
        };
        let mut document = Document {
            name: "test".into(),
            levels: vec![level],
            places: vec![
                place("a", 0.0, 0.0),
                place("b", 2.0, 0.0),
                place("c", 5.0, 0.0),
                place("again", 5.0, 0.0),
                place("d", 5.0, 5.0),
            ],
            // a to c runs along a to b; c is written twice.
            passages: vec![passage("a", "b"), passage("a", "c"), passage("d", "again")],
            ..Document::default()
        };
        let mut warnings = Vec::new();
        tidy(&mut document, &mut warnings);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        let between: Vec<[&str; 2]> =
            document.passages.iter().map(|one| [&*one.between[0], &*one.between[1]]).collect();
        assert_eq!(between, [["a", "b"], ["b", "c"], ["d", "c"]]);
        let world = World::from_document(&document).unwrap();
        assert_eq!(world.places().len(), 4);
    }
}
