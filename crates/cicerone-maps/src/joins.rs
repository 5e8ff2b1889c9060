//! Where areas run on into each other although the map has no door there.
//!
//! Walkways that share an edge are one walkway to those who walk; the shared
//! edge becomes an opening. So it is where stairs and escalators without a
//! door of their own touch a walkway, and lifts in maps that have no doors at all.

use std::collections::{BTreeMap, HashSet};

use cicerone::world::document::{Access, AreaKind, Document, DoorEntry, DoorKind, Point};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::Warning;
use crate::shapes::{distance, middle, nearest_on};

/// Edges nearer to each other than this, in metres, are the same edge drawn twice.
const SAME_EDGE: f64 = 0.2;
/// An opening narrower than this lets nobody through.
const LEAST_OPENING: f64 = 0.6;
/// A door lies on an outline if it is at most this far from it.
const DOOR_REACH: f64 = 0.3;
/// Of more edges on one spot no more are compared: no building has as many.
const MAX_NEIGHBOURS: usize = 200;

type Edge = GeomWithData<Rectangle<Point>, (usize, [Point; 2])>;

/// Adds an opening wherever two areas run on into each other, and says so.
pub(crate) fn join(document: &mut Document, warnings: &mut Vec<Warning>) {
    let mut by_level: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, area) in document.areas.iter().enumerate() {
        if area.kind != AreaKind::Void && area.outline.len() > 2 {
            by_level.entry(&area.level).or_default().push(number);
        }
    }
    let has_doors = !document.doors.is_empty();
    if !has_doors && !by_level.is_empty() {
        warnings.push(Warning::new(
            "",
            "rooms cannot be entered",
            "the map has no doors; in IMDF they are the openings of opening.geojson",
        ));
    }
    let mut openings = Vec::new();
    for (level, areas) in by_level {
        let edges = edges(document, &areas);
        let doors: Vec<&DoorEntry> =
            document.doors.iter().filter(|door| door.level == level).collect();
        let on = outlines_with_doors(&edges, &doors);
        let shared = shared_edges(&edges);
        let staircase_has_door = staircases_with_doors(document, &shared, &on);
        for ((a, b), runs) in shared {
            let [first, second] = [&document.areas[a], &document.areas[b]];
            let has_door = |area: usize| staircase_has_door.contains(&area);
            let is_lift = [first.kind, second.kind].contains(&AreaKind::Lift);
            if (is_lift && has_doors) || !run_on(first.kind, second.kind, has_door(a), has_door(b))
            {
                continue;
            }
            // A door on the shared edge tells that the rest of it is a wall.
            let shut = doors.iter().any(|door| {
                let at = middle(door.line[0], door.line[1]);
                runs.iter().any(|run| distance(at, nearest_on(*run, at)) < DOOR_REACH)
            });
            if shut {
                continue;
            }
            for run in runs {
                openings.push((level.to_owned(), [first.id.clone(), second.id.clone()], run));
            }
        }
    }
    for (number, (level, between, line)) in openings.into_iter().enumerate() {
        let id = format!("open-{}", number + 1);
        warnings.push(Warning::new(
            format!("units {} and {}", between[0], between[1]),
            format!("joined by the opening {id}"),
            "they share an edge, and the map has no door on it",
        ));
        document.doors.push(DoorEntry {
            id,
            level,
            line,
            kind: DoorKind::Opening,
            name: None,
            between: between.to_vec(),
            automatic: false,
            entrance: false,
            step_free: None,
            access: Access::Public,
            one_way: false,
        });
    }
}

/// True if one walks from one kind of area into the other over a bare edge.
fn run_on(a: AreaKind, b: AreaKind, a_has_door: bool, b_has_door: bool) -> bool {
    let way = |kind| {
        matches!(
            kind,
            AreaKind::Corridor
                | AreaKind::Hall
                | AreaKind::Outdoors
                | AreaKind::Ramp
                | AreaKind::Platform
        )
    };
    let climbs = |kind| matches!(kind, AreaKind::Stairs | AreaKind::Escalator | AreaKind::Lift);
    match (a, b) {
        (a, b) if way(a) && way(b) => true,
        (AreaKind::Stairs, AreaKind::Stairs) => true,
        (a, b) if climbs(a) && way(b) => !a_has_door,
        (a, b) if way(a) && climbs(b) => !b_has_door,
        _ => false,
    }
}

fn edges(document: &Document, areas: &[usize]) -> RTree<Edge> {
    let mut edges = Vec::new();
    for &number in areas {
        let area = &document.areas[number];
        for ring in std::iter::once(&area.outline).chain(&area.holes) {
            for (corner, next) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                if distance(*corner, *next) > 1e-6 {
                    let bounds = Rectangle::from_corners(*corner, *next);
                    edges.push(GeomWithData::new(bounds, (number, [*corner, *next])));
                }
            }
        }
    }
    RTree::bulk_load(edges)
}

fn around([a, b]: [Point; 2], reach: f64) -> AABB<Point> {
    let low = [a[0].min(b[0]) - reach, a[1].min(b[1]) - reach];
    let high = [a[0].max(b[0]) + reach, a[1].max(b[1]) + reach];
    AABB::from_corners(low, high)
}

/// The areas on whose outline there is a door.
fn outlines_with_doors(edges: &RTree<Edge>, doors: &[&DoorEntry]) -> HashSet<usize> {
    let mut on = HashSet::new();
    for door in doors {
        let at = middle(door.line[0], door.line[1]);
        let near = edges.locate_in_envelope_intersecting(&around([at, at], DOOR_REACH));
        for edge in near.take(MAX_NEIGHBOURS) {
            let (area, line) = edge.data;
            if distance(at, nearest_on(line, at)) < DOOR_REACH {
                on.insert(area);
            }
        }
    }
    on
}

/// The straight runs that two areas share, by the areas.
fn shared_edges(edges: &RTree<Edge>) -> BTreeMap<(usize, usize), Vec<[Point; 2]>> {
    let mut shared: BTreeMap<(usize, usize), Vec<[Point; 2]>> = BTreeMap::new();
    for edge in edges {
        let (area, line) = edge.data;
        let near = edges.locate_in_envelope_intersecting(&around(line, SAME_EDGE));
        for other in near.take(MAX_NEIGHBOURS) {
            let (neighbour, other) = other.data;
            if area < neighbour
                && let Some(run) = overlap(line, other)
            {
                shared.entry((area, neighbour)).or_default().push(run);
            }
        }
    }
    for runs in shared.values_mut() {
        // The tree's order is no order that a reader could expect.
        runs.sort_by(|a, b| a[0].partial_cmp(&b[0]).unwrap_or(std::cmp::Ordering::Equal));
        merge(runs);
        runs.retain(|[a, b]| distance(*a, *b) >= LEAST_OPENING);
    }
    shared.retain(|_, runs| !runs.is_empty());
    shared
}

/// The part of an edge along which another one runs.
fn overlap(edge: [Point; 2], other: [Point; 2]) -> Option<[Point; 2]> {
    let length = distance(edge[0], edge[1]);
    let unit = [(edge[1][0] - edge[0][0]) / length, (edge[1][1] - edge[0][1]) / length];
    let local = |point: Point| {
        let [x, y] = [point[0] - edge[0][0], point[1] - edge[0][1]];
        (x * unit[0] + y * unit[1], x * unit[1] - y * unit[0])
    };
    let (mut start, mut end) = (local(other[0]), local(other[1]));
    if start.0 > end.0 {
        std::mem::swap(&mut start, &mut end);
    }
    let (low, high) = (start.0.max(0.0), end.0.min(length));
    if high - low < 0.05 {
        return None;
    }
    // How far apart they are where both run.
    let slope = (end.1 - start.1) / (end.0 - start.0);
    let apart = |at: f64| (start.1 + (at - start.0) * slope).abs();
    if apart(low) > SAME_EDGE || apart(high) > SAME_EDGE {
        return None;
    }
    let at = |along: f64| [edge[0][0] + unit[0] * along, edge[0][1] + unit[1] * along];
    Some([at(low), at(high)])
}

/// Joins runs that go on in the same direction.
fn merge(runs: &mut Vec<[Point; 2]>) {
    runs.truncate(MAX_NEIGHBOURS);
    'again: loop {
        for i in 0..runs.len() {
            for j in 0..runs.len() {
                let ([a, b], [c, d]) = (runs[i], runs[j]);
                for (from, to, next, last) in
                    [(a, b, c, d), (a, b, d, c), (b, a, d, c), (b, a, c, d)]
                {
                    let straight = distance(to, nearest_on([from, last], to)) < 0.05;
                    let longer = distance(from, last) > distance(from, to).max(distance(c, d));
                    if i != j && distance(to, next) < 0.1 && straight && longer {
                        runs[i] = [from, last];
                        runs.remove(j);
                        continue 'again;
                    }
                }
            }
        }
        return;
    }
}

/// Staircases are several polygons as a rule; a door on one is the door of all.
fn staircases_with_doors(
    document: &Document,
    shared: &BTreeMap<(usize, usize), Vec<[Point; 2]>>,
    on: &HashSet<usize>,
) -> HashSet<usize> {
    let mut with = on.clone();
    loop {
        let before = with.len();
        for (a, b) in shared.keys() {
            let stairs = |area: &usize| document.areas[*area].kind == AreaKind::Stairs;
            if stairs(a) && stairs(b) && (with.contains(a) || with.contains(b)) {
                with.insert(*a);
                with.insert(*b);
            }
        }
        if with.len() == before {
            return with;
        }
    }
}
