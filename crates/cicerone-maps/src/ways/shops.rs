//! Rooms beside ways that are drawn without a door: a shop on a concourse is
//! entered from there, wherever exactly. The nearest way gets a place before
//! it, and what was supposed is told.

use std::collections::{BTreeMap, HashMap, HashSet};

use rstar::primitives::{GeomWithData, Line, Rectangle};
use rstar::{AABB, RTree};

use cicerone::world::document::{AreaKind, Document, PassageEntry, PlaceEntry, Point};

use super::fence::Fence;
use super::level;
use super::net::Net;
use crate::Warning;
use crate::shapes::{distance, nearest_on, shape_of};

/// A way that is further off leads past something else.
const FARTHEST: f64 = 20.0;
/// How far inside one is in the room.
const INSIDE: f64 = 0.6;
/// A foot nearer to a place than this is at the place.
const AT_PLACE: f64 = 0.5;
/// The outline is looked at every so many metres, and no more often than that.
const SPACING: f64 = 1.0;
const MOST_SAMPLES: usize = 400;

/// Where a room is entered from.
struct Entry {
    area: usize,
    passage: usize,
    foot: Point,
    inside: Point,
}

/// Joins rooms to the nearest way that runs over the same floor. Returns those
/// that are near none.
pub(super) fn join(
    document: &mut Document,
    level: &str,
    rooms: Vec<usize>,
    warnings: &mut Vec<Warning>,
) -> Vec<usize> {
    if rooms.is_empty() {
        return rooms;
    }
    let ways = Ways::of(document, level);
    let mut entries: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
    let mut rest = Vec::new();
    for area in rooms {
        match ways.entry(document, area) {
            Some(entry) => entries.entry(entry.passage).or_default().push(entry),
            None => rest.push(area),
        }
    }
    let mut ids: HashSet<String> = document.places.iter().map(|place| place.id.clone()).collect();
    for (passage, mut entries) in entries {
        let [from, _] = ways.ends[&passage];
        entries.sort_by(|a, b| {
            distance(from, a.foot).total_cmp(&distance(from, b.foot)).then(a.area.cmp(&b.area))
        });
        for entry in &entries {
            let area = &document.areas[entry.area];
            let name = area.name.as_deref().or(area.number.as_deref()).unwrap_or_default();
            warnings.push(Warning::new(
                format!("area {} ({name})", area.id),
                "entered from the nearest way",
                "no door of it is drawn, and a way passes it on the same floor",
            ));
        }
        enter(document, level, passage, ways.ends[&passage], entries, &mut ids);
    }
    rest
}

/// The ways of a level and what they run over.
struct Ways {
    lines: RTree<GeomWithData<Line<Point>, usize>>,
    ends: HashMap<usize, [Point; 2]>,
    /// Ways that hang together with few others.
    remote: HashSet<usize>,
    floors: Fences,
    rooms: Fences,
}

/// Areas by where they are: a town has many thousand, a line passes a few.
struct Fences {
    by_area: HashMap<usize, Fence>,
    boxes: RTree<GeomWithData<Rectangle<Point>, usize>>,
}

impl Fences {
    fn of(by_area: HashMap<usize, Fence>) -> Fences {
        let boxed = |(area, fence): (&usize, &Fence)| {
            GeomWithData::new(Rectangle::from_aabb(fence.envelope()), *area)
        };
        let boxes = RTree::bulk_load(by_area.iter().map(boxed).collect());
        Fences { by_area, boxes }
    }

    /// Those that a line may touch.
    fn near(&self, from: Point, to: Point) -> impl Iterator<Item = (usize, &Fence)> {
        let near = self.boxes.locate_in_envelope_intersecting(&AABB::from_corners(from, to));
        near.filter_map(|one| Some((one.data, self.by_area.get(&one.data)?)))
    }
}

impl Ways {
    fn of(document: &Document, level: &str) -> Ways {
        let spots: HashMap<&str, Point> = document
            .places
            .iter()
            .filter(|place| place.level == level)
            .map(|place| (place.id.as_str(), [place.x, place.y]))
            .collect();
        let mut ends = HashMap::new();
        for (number, passage) in document.passages.iter().enumerate() {
            let [a, b] = passage.between.each_ref().map(|id| spots.get(id.as_str()).copied());
            if let (Some(a), Some(b), None) = (a, b, &passage.connection) {
                ends.insert(number, [a, b]);
            }
        }
        let lines = ends.iter().map(|(n, [a, b])| GeomWithData::new(Line::new(*a, *b), *n));
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|line| line.data);
        let (mut floors, mut rooms) = (HashMap::new(), HashMap::new());
        for (number, area) in document.areas.iter().enumerate() {
            if area.level != level || area.outline.len() < 3 {
                continue;
            }
            let fence = Fence::new(&shape_of(area));
            match area.kind {
                AreaKind::Corridor | AreaKind::Hall | AreaKind::Outdoors | AreaKind::Platform => {
                    floors.insert(number, fence);
                }
                _ => {
                    rooms.insert(number, fence);
                }
            }
        }
        let [floors, rooms] = [floors, rooms].map(Fences::of);
        Ways { lines: RTree::bulk_load(lines), ends, remote: remote(document), floors, rooms }
    }

    fn entry(&self, document: &Document, area: usize) -> Option<Entry> {
        let outline = &document.areas[area].outline;
        let own = self.rooms.by_area.get(&area)?;
        let around: f64 =
            outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| distance(*a, *b)).sum();
        let spacing = SPACING.max(around / MOST_SAMPLES as f64);
        let mut best: Option<(f64, Entry)> = None;
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let pieces =
                (distance(*a, *b) / spacing).ceil().clamp(1.0, MOST_SAMPLES as f64) as usize;
            for piece in 0..pieces {
                let share = (piece as f64 + 0.5) / pieces as f64;
                let at = [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share);
                let near = self.lines.nearest_neighbor_iter(&at).take(8);
                for line in near {
                    let foot = nearest_on(self.ends[&line.data], at);
                    let far = distance(foot, at);
                    // A way that leads nowhere else is the last choice.
                    let cost = far + if self.remote.contains(&line.data) { FARTHEST } else { 0.0 };
                    let nearer = best.as_ref().is_none_or(|(known, _)| cost < *known);
                    if !(0.3..=FARTHEST).contains(&far) || !nearer {
                        continue;
                    }
                    let step = |metres: f64| {
                        [0, 1].map(|axis| at[axis] + (at[axis] - foot[axis]) * metres / far)
                    };
                    let (before, inside) = (step(-0.1), step(INSIDE));
                    if own.holds(inside) && self.is_open(foot, before, area) {
                        best = Some((cost, Entry { area, passage: line.data, foot, inside }));
                    }
                }
            }
        }
        best.map(|(_, entry)| entry)
    }

    /// True if one can walk straight from a way to a room over one floor.
    fn is_open(&self, foot: Point, before: Point, area: usize) -> bool {
        let on_floor = self.floors.near(foot, before).any(|(_, floor)| {
            floor.holds(foot) && floor.holds(before) && floor.is_clear(foot, before)
        });
        on_floor
            && self.rooms.near(foot, before).all(|(number, room)| {
                number == area || (room.is_clear(foot, before) && !room.holds(foot))
            })
    }
}

/// Passages that are not part of the largest piece of the building.
fn remote(document: &Document) -> HashSet<usize> {
    let number: HashMap<&str, usize> =
        document.places.iter().enumerate().map(|(n, place)| (place.id.as_str(), n)).collect();
    let mut net = Net::default();
    for place in &document.places {
        net.add([place.x, place.y], false);
    }
    for passage in &document.passages {
        let [a, b] = passage.between.each_ref().map(|id| number.get(id.as_str()));
        if let (Some(a), Some(b)) = (a, b) {
            net.join(*a, *b);
        }
    }
    for connection in &document.connections {
        let stops = connection.stops.iter().filter_map(|stop| number.get(stop.place.as_deref()?));
        let stops: Vec<usize> = stops.copied().collect();
        for pair in stops.windows(2) {
            net.join(pair[0], pair[1]);
        }
    }
    let pieces = net.pieces();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for piece in &pieces {
        *sizes.entry(*piece).or_default() += 1;
    }
    let largest = sizes.iter().max_by_key(|(_, size)| **size).map(|(piece, _)| *piece);
    let far = |end: &String| number.get(end.as_str()).map(|end| pieces[*end]) != largest;
    let passages = document.passages.iter().enumerate();
    passages.filter(|(_, passage)| far(&passage.between[0])).map(|(number, _)| number).collect()
}

/// Splits a way at the feet of its rooms and leads into them.
fn enter(
    document: &mut Document,
    level: &str,
    passage: usize,
    [from, to]: [Point; 2],
    entries: Vec<Entry>,
    ids: &mut HashSet<String>,
) {
    let whole = document.passages[passage].clone();
    let straight = distance(from, to).max(1e-9);
    let mut feet: Vec<(Point, String)> = vec![(from, whole.between[0].clone())];
    for entry in entries {
        let last = feet.last().map_or(from, |(at, _)| *at);
        let before = if distance(last, entry.foot) < AT_PLACE {
            feet.last().map_or_else(|| whole.between[0].clone(), |(_, id)| id.clone())
        } else if distance(to, entry.foot) < AT_PLACE {
            whole.between[1].clone()
        } else {
            let id = level::unused(ids, format!("before {}", document.areas[entry.area].id));
            document.places.push(place(id.clone(), level, entry.foot));
            feet.push((entry.foot, id.clone()));
            id
        };
        let area = &document.areas[entry.area];
        let own = level::unused(ids, format!("in {}", area.id));
        let mut inside = place(own.clone(), level, entry.inside);
        inside.area = Some(area.id.clone());
        inside.name = area.name.clone().or_else(|| area.number.clone());
        document.passages.push(PassageEntry {
            between: [before, own],
            length: None,
            one_way: false,
            step_free: None,
            access: area.access,
            ..whole.clone()
        });
        document.places.push(inside);
    }
    feet.push((to, whole.between[1].clone()));
    for (number, pair) in feet.windows(2).enumerate() {
        let share = distance(pair[0].0, pair[1].0) / straight;
        let piece = PassageEntry {
            between: [pair[0].1.clone(), pair[1].1.clone()],
            length: whole.length.map(|length| length * share),
            ..whole.clone()
        };
        if number == 0 {
            document.passages[passage] = piece;
        } else {
            document.passages.push(piece);
        }
    }
}

fn place(id: String, level: &str, [x, y]: Point) -> PlaceEntry {
    PlaceEntry {
        id,
        level: level.to_owned(),
        x: (x * 1e4).round() / 1e4,
        y: (y * 1e4).round() / 1e4,
        area: None,
        door: None,
        name: None,
        source_name: None,
        objects: Vec::new(),
    }
}
