//! Rooms from floors and walls: where a map has no rooms, they are what walls
//! and doors enclose on the floors.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use geo::algorithm::buffer::{BufferStyle, LineCap};
use geo::{
    Area, BooleanOps, Buffer, Contains, Euclidean, Length, LineString, MultiLineString,
    MultiPolygon, Point as GeoPoint, Polygon, Simplify,
};

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use cicerone::world::document::{
    Access, AreaEntry, AreaKind, ConnectionKind, Document, DoorEntry, DoorKind, PILLAR, Point,
};

use crate::Warning;
use crate::shapes::{self, coord, corners, distance, middle, shape_of};

/// What readers call an area that is a floor and nothing more.
const FLOOR: &str = "floor";
/// Half of what walls are thick.
const HALF_WALL: f64 = 0.05;
/// What is enclosed and smaller, in square metres, is no room.
const LEAST_ROOM: f64 = 0.8;
/// What is larger is a hall.
const LEAST_HALL: f64 = 80.0;
/// Outlines are told to this many metres: thicker walls are as thick.
const JAGS: f64 = 0.15;
/// What is smaller, in square metres, is a wall and no hole in the floor.
const LEAST_HOLE: f64 = 0.1;
/// How far before its door a room's name may stand.
const BEFORE_DOOR: f64 = 2.5;
/// No lift's cabin is larger.
const LARGEST_CABIN: f64 = 20.0;
/// How wide a doorway without a door is.
const NARROWEST_GAP: f64 = 0.6;
const WIDEST_GAP: f64 = 1.8;
/// How many square metres a pillar takes up at most.
const LARGEST_PILLAR: f64 = 5.0;
/// How wide a corridor is at most, on the whole.
const WIDEST_CORRIDOR: f64 = 4.0;

/// Puts rooms in the place of a level's bare floors.
pub(crate) fn find(document: &mut Document, level: &str, warnings: &mut Vec<Warning>) {
    let bare = |area: &AreaEntry| area.level == level && area.category.as_deref() == Some(FLOOR);
    let (floors, rest): (Vec<AreaEntry>, Vec<AreaEntry>) =
        std::mem::take(&mut document.areas).into_iter().partition(bare);
    document.areas = rest;
    if floors.is_empty() {
        return;
    }
    let shapes: Vec<MultiPolygon<f64>> = floors.iter().map(shape_of).collect();
    let ground = geo::unary_union(shapes.iter().flatten());
    open_gaps(document, level, &ground, warnings);
    let closed = ground.difference(&barriers(document, level, &[]));
    let pillars: Vec<Point> = document
        .landmarks
        .iter()
        .filter(|one| one.level == level && one.kind == PILLAR)
        .map(|one| one.at)
        .collect();
    // Nobody goes into a pillar.
    let is_pillar = |room: &Polygon<f64>| {
        room.unsigned_area() < LARGEST_PILLAR
            && pillars.iter().any(|at| room.contains(&GeoPoint::from(coord(*at))))
    };
    let is_room = |room: &Polygon<f64>| has_room(room, LEAST_ROOM) && !is_pillar(room);
    let mut rooms: Vec<Polygon<f64>> = closed.0.into_iter().filter(is_room).collect();
    // From top to bottom, left to right, so that ids mean something.
    let place = |room: &Polygon<f64>| {
        let first = room.exterior().0.iter().map(|corner| (corner.y, corner.x));
        first.min_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal))
    };
    rooms.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
    let doors: Vec<Point> = document
        .doors
        .iter()
        .filter(|door| door.level == level)
        .map(|door| middle(door.line[0], door.line[1]))
        .collect();
    let cabins = cabins(document, level);
    let mut kinds: BTreeMap<AreaKind, usize> = BTreeMap::new();
    for (number, room) in rooms.iter().enumerate() {
        let floor = shapes::inner_point(room).and_then(|at| {
            let at = GeoPoint::from(coord(at));
            // Of floors on each other the last one drawn is seen.
            shapes.iter().rposition(|shape| shape.contains(&at))
        });
        let names: Vec<&str> = document
            .places
            .iter()
            .filter(|place| place.level == level)
            .filter(|place| room.contains(&GeoPoint::new(place.x, place.y)))
            .filter_map(|place| place.name.as_deref())
            .collect();
        let outdoors = floor.is_some_and(|floor| floors[floor].kind == AreaKind::Outdoors);
        let is_cabin = room.unsigned_area() < LARGEST_CABIN
            && cabins.iter().any(|at| room.contains(&GeoPoint::from(coord(*at))));
        let kind = match () {
            () if outdoors => AreaKind::Outdoors,
            () if is_cabin => AreaKind::Lift,
            () => kind_of(room, &doors, &names),
        };
        *kinds.entry(kind).or_default() += 1;
        let plain = plain(room);
        document.areas.push(AreaEntry {
            id: format!("{level}_area_{}", number + 1),
            level: level.to_owned(),
            kind,
            category: None,
            // A name is an area's own if it is the only one in it.
            name: match &names[..] {
                [name] if kind != AreaKind::Corridor => Some((*name).to_owned()),
                _ => None,
            },
            number: None,
            outline: corners(plain.exterior()),
            holes: plain.interiors().iter().map(corners).collect(),
            floor: floor.and_then(|floor| floors[floor].floor.clone()),
            access: Access::Public,
        });
    }
    name_rooms(document, level, &rooms, warnings);
    let found: Vec<String> =
        kinds.iter().map(|(kind, count)| format!("{count} {kind:?}").to_lowercase()).collect();
    warnings.push(Warning::new(
        format!("level {level}"),
        format!("{} floors became {}", floors.len(), found.join(", ")),
        "the map has no rooms: they are what walls and doors enclose",
    ));
}

/// A place in a corridor that is called a room stands before the room's door:
/// robots wait there. The room behind it bears the name, and one goes inside.
fn name_rooms(
    document: &mut Document,
    level: &str,
    rooms: &[Polygon<f64>],
    warnings: &mut Vec<Warning>,
) {
    let first = document.areas.len() - rooms.len();
    let room_at =
        |at: Point| rooms.iter().position(|room| room.contains(&GeoPoint::from(coord(at))));
    for number in 0..document.places.len() {
        let place = &document.places[number];
        let at = [place.x, place.y];
        let Some(name) = place.name.clone().filter(|name| names_a_room(name)) else { continue };
        let Some(here) = room_at(at).filter(|_| place.level == level) else { continue };
        if document.areas[first + here].kind != AreaKind::Corridor {
            continue;
        }
        let mut behind: Vec<(bool, f64, usize, Point, String)> = Vec::new();
        for door in document.doors.iter().filter(|door| door.level == level) {
            let ([a, b], middle) = (door.line, middle(door.line[0], door.line[1]));
            let (width, far) = (distance(a, b), distance(at, middle));
            if far > BEFORE_DOOR || width < 1e-6 {
                continue;
            }
            for side in [1.0, -1.0] {
                let aside = [-(b[1] - a[1]) / width * side, (b[0] - a[0]) / width * side];
                let ahead = |deep: f64| [0, 1].map(|axis| middle[axis] + aside[axis] * deep);
                let Some(room) = room_at(ahead(0.3)).filter(|room| *room != here) else { continue };
                let area = &document.areas[first + room];
                if area.kind != AreaKind::Room || area.name.is_some() {
                    continue;
                }
                let run = (1..=15).map(|step| 0.1 * f64::from(step));
                let run = run.filter(|deep| room_at(ahead(*deep)) == Some(room));
                let inside = ahead(run.fold(0.3, f64::max));
                behind.push((door.kind == DoorKind::Opening, far, room, inside, door.id.clone()));
            }
        }
        // A door tells more than an opening that was only found.
        behind.sort_by(|a, b| (a.0, a.1).partial_cmp(&(b.0, b.1)).unwrap_or(Ordering::Equal));
        let sure = match &behind[..] {
            [] => false,
            [_] => true,
            [one, other, ..] => one.0 != other.0 || one.1 + 0.5 < other.1,
        };
        let Some((_, _, room, inside, door)) = behind.into_iter().next().filter(|_| sure) else {
            continue;
        };
        document.areas[first + room].name = Some(name.clone());
        let place = &mut document.places[number];
        [place.x, place.y] = inside;
        warnings.push(Warning::new(
            format!("place {}", place.id),
            format!("it is in the room behind the door {door}, which is called '{name}'"),
            "the map has it in the corridor before that door",
        ));
    }
}

fn names_a_room(name: &str) -> bool {
    let name = name.to_lowercase();
    ["room", "suite", "office", "ward", "lab", "toilet", "restroom"]
        .iter()
        .any(|word| name.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word))
}

/// A room without the jags that ends of walls leave in its outline. Walls that
/// stand in it are no part of the outline: the document has them.
fn plain(room: &Polygon<f64>) -> Polygon<f64> {
    let outline = Polygon::new(room.exterior().simplify(JAGS), Vec::new());
    let whole = Polygon::new(room.exterior().clone(), Vec::new());
    let same = |a: &Polygon<f64>, b: &Polygon<f64>| {
        let off = (a.unsigned_area() - b.unsigned_area()).abs();
        off < 0.03 * b.unsigned_area() + 0.2
    };
    // What crosses itself after that is left as it is.
    let tidy = shapes::clean(&corners(outline.exterior()), &[]);
    let [outline] = &tidy.0[..] else { return room.clone() };
    if !same(outline, &whole) {
        return room.clone();
    }
    let holes = room.interiors().iter().map(|hole| hole.simplify(JAGS));
    let holes = holes.filter(|hole| {
        let hole = Polygon::new(hole.clone(), Vec::new());
        hole.unsigned_area() > LEAST_HOLE && hole.exterior().0.len() > 3
    });
    Polygon::new(outline.exterior().clone(), holes.collect())
}

/// True if one can stand in it, rather than beside a wall that the floor
/// reaches under.
fn has_room(room: &Polygon<f64>, least: f64) -> bool {
    let area = room.unsigned_area();
    area >= least && room.buffer(-0.25).unsigned_area() >= 0.1 * least
}

/// Where the cabins of lifts are: behind those who get off.
fn cabins(document: &Document, level: &str) -> Vec<Point> {
    let lifts = document.connections.iter().filter(|c| c.kind == ConnectionKind::Lift);
    let stops = lifts.flat_map(|lift| &lift.stops).filter(|stop| stop.level == level);
    let behind = stops.filter_map(|stop| {
        let (sine, cosine) = stop.heading?.to_radians().sin_cos();
        Some([stop.at[0] - 0.8 * sine, stop.at[1] + 0.8 * cosine])
    });
    behind.collect()
}

/// What parts one room from the next: walls, and doors as if they were shut.
fn barriers(document: &Document, level: &str, gaps: &[[Point; 2]]) -> MultiPolygon<f64> {
    let walls = document.walls.iter().filter(|wall| wall.level == level);
    let walls = walls.map(|wall| wall.line.iter().map(|corner| coord(*corner)).collect());
    let walls = MultiLineString::new(walls.collect());
    let doors = document.doors.iter().filter(|door| door.level == level);
    let doors = doors.map(|door| door.line).chain(gaps.iter().copied());
    // A little longer than it is, so that no gap is left beside the jambs.
    let doors = doors.filter(|[a, b]| distance(*a, *b) > 1e-6).map(|[a, b]| {
        let share = HALF_WALL / distance(a, b);
        let beyond = |from: Point, to: Point| {
            coord([0, 1].map(|axis| from[axis] + (from[axis] - to[axis]) * share))
        };
        LineString::new(vec![beyond(a, b), beyond(b, a)])
    });
    let doors = MultiLineString::new(doors.collect());
    let thick = |lines: MultiLineString<f64>, half: f64| {
        lines.buffer_with_style(BufferStyle::new(half).line_cap(LineCap::Square))
    };
    thick(walls, HALF_WALL).union(&thick(doors, HALF_WALL / 2.0))
}

/// Where a wall ends and goes on a little further, there is a doorway without
/// a door, if it leads from one room into another.
fn open_gaps(
    document: &mut Document,
    level: &str,
    ground: &MultiPolygon<f64>,
    warnings: &mut Vec<Warning>,
) {
    let gaps = gaps(document, level);
    if gaps.is_empty() {
        return;
    }
    let rooms = ground.difference(&barriers(document, level, &gaps));
    let room_at =
        |at: Point| rooms.0.iter().position(|room| room.contains(&GeoPoint::from(coord(at))));
    let mut number = 0;
    for [a, b] in gaps {
        let (at, width) = (middle(a, b), distance(a, b));
        let aside = [-(b[1] - a[1]) / width * 0.3, (b[0] - a[0]) / width * 0.3];
        let one = room_at([at[0] + aside[0], at[1] + aside[1]]);
        let other = room_at([at[0] - aside[0], at[1] - aside[1]]);
        if one.is_none() || other.is_none() || one == other {
            continue;
        }
        number += 1;
        let id = format!("{level}_opening_{number}");
        warnings.push(Warning::new(
            format!("level {level}"),
            format!("the opening {id} was found"),
            "a wall is interrupted there, and the map has no door in it",
        ));
        document.doors.push(DoorEntry {
            id,
            level: level.to_owned(),
            line: [a, b],
            kind: DoorKind::Opening,
            name: None,
            between: Vec::new(),
            automatic: false,
            entrance: false,
            step_free: None,
            access: Access::Public,
            one_way: false,
        });
    }
}

/// A wall's end, with the direction in which it would go on.
type End = GeomWithData<Point, (usize, Point)>;

/// Gaps as wide as a door between walls that lie on one line.
fn gaps(document: &Document, level: &str) -> Vec<[Point; 2]> {
    let walls = document.walls.iter().filter(|wall| wall.level == level);
    let walls = walls.flat_map(|wall| wall.line.windows(2).map(|pair| [pair[0], pair[1]]));
    let walls: Vec<[Point; 2]> = walls.filter(|[a, b]| distance(*a, *b) > 0.1).collect();
    let doors = document.doors.iter().filter(|door| door.level == level).map(|door| door.line);
    let taken: Vec<[Point; 2]> = walls.iter().copied().chain(doors).collect();
    let boxes =
        |line: &[Point; 2]| GeomWithData::new(Rectangle::from_corners(line[0], line[1]), *line);
    let taken = RTree::bulk_load(taken.iter().map(boxes).collect());
    let direction = |from: Point, to: Point| {
        let length = distance(from, to);
        [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
    };
    let ends: Vec<End> = walls
        .iter()
        .enumerate()
        .flat_map(|(wall, [a, b])| {
            let (back, forth) = (direction(*b, *a), direction(*a, *b));
            [GeomWithData::new(*a, (wall, back)), GeomWithData::new(*b, (wall, forth))]
        })
        .collect();
    let tree = RTree::bulk_load(ends.clone());
    let along = |a: Point, b: Point| a[0] * b[0] + a[1] * b[1];
    let mut gaps: Vec<[Point; 2]> = Vec::new();
    for end in &ends {
        let (from, (wall, onward)) = (*end.geom(), end.data);
        let near = tree.locate_within_distance(from, WIDEST_GAP * WIDEST_GAP);
        let opposite = near.take(100).filter(|other| {
            let to = *other.geom();
            let width = distance(from, to);
            if wall >= other.data.0 || width < NARROWEST_GAP {
                return false;
            }
            let across = direction(from, to);
            along(onward, across) > 0.98 && along(other.data.1, across) < -0.98
        });
        let nearest =
            opposite.min_by(|a, b| distance(from, *a.geom()).total_cmp(&distance(from, *b.geom())));
        let Some(to) = nearest.map(|other| *other.geom()) else { continue };
        // Nothing else may stand in it.
        let inner = |share: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        let line = [inner(0.1), inner(0.9)];
        let bounds = AABB::from_points(&line);
        let blocked = taken.locate_in_envelope_intersecting(&bounds).any(|other| {
            let at = middle(line[0], line[1]);
            distance(at, shapes::nearest_on(other.data, at)) < 0.3 * distance(from, to)
        });
        // Walls that end on both sides of a corridor do not go on across it.
        let across = direction(from, to);
        let passed = [from, to].iter().all(|end| {
            [0.3, -0.3].iter().all(|aside| {
                let at = [end[0] - across[1] * aside, end[1] + across[0] * aside];
                let reach = AABB::from_corners(
                    [at[0] - HALF_WALL, at[1] - HALF_WALL],
                    [at[0] + HALF_WALL, at[1] + HALF_WALL],
                );
                let mut near = taken.locate_in_envelope_intersecting(&reach);
                near.any(|line| distance(at, shapes::nearest_on(line.data, at)) < HALF_WALL)
            })
        });
        if !blocked && !passed {
            gaps.push([from, to]);
        }
    }
    gaps.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    gaps.dedup_by(|a, b| distance(middle(a[0], a[1]), middle(b[0], b[1])) < 0.2);
    gaps
}

/// A corridor is long, narrow and has doors; what is large is a hall.
fn kind_of(room: &Polygon<f64>, doors: &[Point], names: &[&str]) -> AreaKind {
    let rings = std::iter::once(room.exterior()).chain(room.interiors());
    let around: f64 = rings.map(|ring| Euclidean.length(ring)).sum();
    let area = room.unsigned_area();
    let width = 2.0 * area / around;
    let length = around / 2.0;
    let ring = corners(room.exterior());
    let leads_in = |door: &&Point| {
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        edges
            .into_iter()
            .any(|(a, b)| distance(**door, shapes::nearest_on([*a, *b], **door)) < 3.0 * HALF_WALL)
    };
    let doors = doors.iter().filter(leads_in).count();
    let said = |words: &[&str]| {
        names.iter().any(|name| {
            let name = name.to_lowercase();
            words.iter().any(|word| name.contains(word))
        })
    };
    if names.len() == 1 && said(&["toilet", "restroom", "wc", "bathroom"]) {
        AreaKind::Restroom
    } else if width < WIDEST_CORRIDOR / 2.0 * 1.2 && length > 5.0 * width && doors >= 3 {
        AreaKind::Corridor
    } else if area > LEAST_HALL || names.len() > 1 || (doors >= 4 && names.is_empty()) {
        AreaKind::Hall
    } else {
        AreaKind::Room
    }
}
