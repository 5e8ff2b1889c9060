//! Spaces: what one walks about in without passing a door.
//!
//! A space is an area, or several that run on into each other. Its shape is
//! what can be stood on; doors lead in and out of it at ports.

use std::collections::BTreeMap;

use geo::algorithm::buffer::{BufferStyle, LineCap};
use geo::{
    Area, BooleanOps, BoundingRect, Buffer, LineString, MultiLineString, MultiPolygon, Polygon,
};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use cicerone::world::document::{AreaKind, Document, DoorKind, Point};

use super::fence::{Fence, shrunk};
use crate::shapes::{self, coord, distance, middle, shape_of};

/// Half of what walls are thick where only their line is known.
const HALF_WALL: f64 = 0.05;
/// Areas drawn edge to edge have this much of a wall between them, each.
const EDGE: f64 = 0.02;
/// How far from a door's line its areas may begin.
const REACH: [f64; 7] = [0.06, 0.12, 0.2, 0.3, 0.45, 0.6, 0.8];

/// A door that is wider may be passed beside its middle.
const WIDE_DOOR: f64 = 1.7;
/// But no nearer to a jamb than this.
const FROM_JAMB: f64 = 0.45;
/// A wall nearer to a door's line is the wall the door is in.
const AT_WALL: f64 = 0.25;

/// What one walks about in without passing a door.
pub(super) struct Space {
    pub(super) areas: Vec<usize>,
    pub(super) shape: MultiPolygon<f64>,
    /// True if people pass through: corridors and halls, not rooms.
    pub(super) passed_through: bool,
    pub(super) ports: Vec<Port>,
}

/// A door as it leads into a space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Port {
    pub(super) door: usize,
    /// Which part of a wide door; 0 is its middle.
    pub(super) part: usize,
    /// The middle of the door, or of its part.
    pub(super) at: Point,
    /// The direction into the space, of length one.
    pub(super) inward: Point,
    /// How far the space begins from the door's line.
    pub(super) gap: f64,
    pub(super) half_width: f64,
    /// The area it leads into.
    pub(super) area: usize,
}

/// The spaces of one level, and the doors that lead nowhere.
pub(super) struct Spaces {
    pub(super) spaces: Vec<Space>,
    pub(super) stray_doors: Vec<usize>,
    /// Doors over whose line areas of one space run on into each other.
    pub(super) openings: Vec<(usize, usize)>,
    /// The space of each area.
    pub(super) of_area: BTreeMap<usize, usize>,
    /// The areas on the two sides of each door.
    pub(super) joined: Vec<(usize, Vec<usize>)>,
    finder: Finder,
}

/// The areas on the two sides of each door of a level.
pub(super) fn joined(document: &Document, level: &str) -> Vec<(usize, Vec<usize>)> {
    let finder = Finder::new(&walkable(document, level), document, level);
    let doors = (0..document.doors.len()).filter(|door| document.doors[*door].level == level);
    doors.map(|door| (door, areas_of(&finder.sides(document, door)))).collect()
}

fn areas_of(sides: &[Port]) -> Vec<usize> {
    let mut areas: Vec<usize> = sides.iter().map(|port| port.area).collect();
    areas.dedup();
    areas
}

impl Spaces {
    /// The area a point is in.
    pub(super) fn area_at(&self, point: Point) -> Option<usize> {
        self.finder.area_at(point)
    }

    /// Finds the spaces of a level.
    pub(super) fn of(document: &Document, level: &str) -> Spaces {
        let shapes = walkable(document, level);
        let finder = Finder::new(&shapes, document, level);
        let doors: Vec<usize> =
            (0..document.doors.len()).filter(|door| document.doors[*door].level == level).collect();
        let mut group: BTreeMap<usize, usize> = shapes.keys().map(|area| (*area, *area)).collect();
        let (mut ports, mut openings, mut stray_doors) = (Vec::new(), Vec::new(), Vec::new());
        let mut joined = Vec::new();
        for door in doors {
            let sides = finder.sides(document, door);
            joined.push((door, areas_of(&sides)));
            let open = document.doors[door].kind == DoorKind::Opening;
            match &sides[..] {
                [] => stray_doors.push(door),
                // What runs on into each other is one space.
                [a, b] if open && passed(document, a.area) && passed(document, b.area) => {
                    let (from, to) = (root(&group, a.area), root(&group, b.area));
                    group.insert(from.max(to), from.min(to));
                    openings.push((a.area, a.half_width, *a, *b));
                }
                _ => {
                    let asides = [1, 2].map(|part| finder.aside(document, &sides, part));
                    ports.extend(sides);
                    ports.extend(asides.into_iter().flatten());
                }
            }
        }
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for area in shapes.keys() {
            members.entry(root(&group, *area)).or_default().push(*area);
        }
        let mut spaces = Vec::new();
        let mut of_area = BTreeMap::new();
        for areas in members.into_values() {
            of_area.extend(areas.iter().map(|area| (*area, spaces.len())));
            spaces.push(Space {
                passed_through: areas.iter().any(|area| passed(document, *area)),
                shape: MultiPolygon::new(Vec::new()),
                ports: Vec::new(),
                areas,
            });
        }
        for port in ports {
            spaces[of_area[&port.area]].ports.push(port);
        }
        let mut bridges: BTreeMap<usize, Vec<Polygon<f64>>> = BTreeMap::new();
        let mut open = Vec::new();
        for (area, half_width, a, b) in openings {
            open.push((a.door, of_area[&area]));
            bridges.entry(of_area[&area]).or_default().push(bridge(half_width, &a, &b));
        }
        for (number, space) in spaces.iter_mut().enumerate() {
            let mut parts: Vec<Polygon<f64>> = Vec::new();
            for area in &space.areas {
                parts.extend(shrunk(&shapes[area], EDGE));
            }
            parts.extend(bridges.remove(&number).unwrap_or_default());
            space.shape = union(parts);
        }
        Spaces { spaces, stray_doors, openings: open, of_area, joined, finder }
    }
}

fn union(parts: Vec<Polygon<f64>>) -> MultiPolygon<f64> {
    geo::unary_union(&parts)
}

fn root(group: &BTreeMap<usize, usize>, mut area: usize) -> usize {
    while group[&area] != area {
        area = group[&area];
    }
    area
}

/// True of areas people pass through on their way elsewhere.
fn passed(document: &Document, area: usize) -> bool {
    matches!(
        document.areas[area].kind,
        AreaKind::Corridor
            | AreaKind::Hall
            | AreaKind::Outdoors
            | AreaKind::Platform
            | AreaKind::Ramp
    )
}

/// What closes the gap between two areas at an opening.
fn bridge(half_width: f64, a: &Port, b: &Port) -> Polygon<f64> {
    let across = [-a.inward[1], a.inward[0]];
    let half = (half_width - EDGE).max(half_width / 2.0);
    let corner = |side: f64, depth: f64, port: &Port| {
        coord(
            [0, 1]
                .map(|axis| port.at[axis] + across[axis] * side * half + port.inward[axis] * depth),
        )
    };
    let (deep_a, deep_b) = (a.gap + 3.0 * EDGE, b.gap + 3.0 * EDGE);
    let ring = vec![
        corner(-1.0, deep_a, a),
        corner(1.0, deep_a, a),
        corner(1.0, deep_b, b),
        corner(-1.0, deep_b, b),
    ];
    Polygon::new(LineString::new(ring), Vec::new())
}

/// What of each area can be stood on: without smaller areas and voids that lie
/// in it, and without walls.
fn walkable(document: &Document, level: &str) -> BTreeMap<usize, MultiPolygon<f64>> {
    let raw: BTreeMap<usize, MultiPolygon<f64>> = (0..document.areas.len())
        .filter(|area| document.areas[*area].level == level)
        .map(|area| (area, shape_of(&document.areas[area])))
        .filter(|(_, shape)| shape.unsigned_area() > 0.01)
        .collect();
    let sizes: BTreeMap<usize, f64> =
        raw.iter().map(|(area, shape)| (*area, shape.unsigned_area())).collect();
    let tree =
        RTree::bulk_load(raw.iter().filter_map(|(area, shape)| boxed(shape, *area)).collect());
    let walls = Walls::of(document, level);
    let void = |area: usize| document.areas[area].kind == AreaKind::Void;
    let mut walkable = BTreeMap::new();
    for (area, shape) in raw.iter().filter(|(area, _)| !void(**area)) {
        let Some(bounds) = boxed(shape, *area) else { continue };
        let envelope = AABB::from_corners(bounds.geom().lower(), bounds.geom().upper());
        let mut inner: Vec<usize> = tree
            .locate_in_envelope_intersecting(&envelope)
            .map(|other| other.data)
            .filter(|other| {
                other != area && (void(*other) || (sizes[other], *other) < (sizes[area], *area))
            })
            .collect();
        inner.sort_unstable();
        inner.truncate(2000);
        let inner: Vec<Polygon<f64>> = inner
            .into_iter()
            .filter(|other| raw[other].intersection(shape).unsigned_area() > 0.01)
            .flat_map(|other| raw[&other].0.clone())
            .collect();
        let mut shape = shape.clone();
        if !inner.is_empty() {
            shape = shape.difference(&geo::unary_union(&inner));
        }
        shape = walls.taken_out_of(shape, &envelope);
        shape.0.retain(|polygon| polygon.unsigned_area() > 0.05);
        if !shape.0.is_empty() {
            walkable.insert(*area, shape);
        }
    }
    walkable
}

/// Walls that only a line tells of.
struct Walls {
    lines: RTree<GeomWithData<Rectangle<Point>, [Point; 2]>>,
    doors: Vec<Polygon<f64>>,
}

impl Walls {
    fn of(document: &Document, level: &str) -> Walls {
        let walls = document.walls.iter().filter(|wall| wall.level == level);
        let pieces = walls.flat_map(|wall| wall.line.windows(2).map(|pair| [pair[0], pair[1]]));
        let pieces = pieces.filter(|[a, b]| distance(*a, *b) > 1e-6);
        let lines = pieces
            .map(|line| GeomWithData::new(Rectangle::from_corners(line[0], line[1]), line))
            .collect();
        let doors = document.doors.iter().filter(|door| door.level == level).filter_map(|door| {
            let line = LineString::from(vec![coord(door.line[0]), coord(door.line[1])]);
            let style = BufferStyle::new(0.25).line_cap(LineCap::Butt);
            line.buffer_with_style(style).0.into_iter().next()
        });
        Walls { lines: RTree::bulk_load(lines), doors: doors.collect() }
    }

    /// A shape without the walls in it; walls along its edge leave it as it is.
    fn taken_out_of(&self, shape: MultiPolygon<f64>, around: &AABB<Point>) -> MultiPolygon<f64> {
        let inner = Fence::new(&shrunk(&shape, 1.5 * HALF_WALL));
        let lines: Vec<LineString<f64>> = self
            .lines
            .locate_in_envelope_intersecting(around)
            .map(|wall| wall.data)
            .filter(|[a, b]| !inner.is_clear(*a, *b) || inner.holds(middle(*a, *b)))
            .map(|[a, b]| LineString::from(vec![coord(a), coord(b)]))
            .collect();
        if lines.is_empty() {
            return shape;
        }
        let style = BufferStyle::new(HALF_WALL).line_cap(LineCap::Square);
        let walls = MultiLineString::new(lines).buffer_with_style(style);
        let gaps = MultiPolygon::new(self.doors.clone());
        shape.difference(&walls.difference(&gaps))
    }
}

/// Finds the area at a point.
struct Finder {
    fences: BTreeMap<usize, Fence>,
    walls: Fence,
    tree: RTree<GeomWithData<Rectangle<Point>, usize>>,
}

impl Finder {
    fn new(
        shapes: &BTreeMap<usize, MultiPolygon<f64>>,
        document: &Document,
        level: &str,
    ) -> Finder {
        let walls = document.walls.iter().filter(|wall| wall.level == level);
        let walls = walls.flat_map(|wall| wall.line.windows(2).map(|pair| [pair[0], pair[1]]));
        let boxes = shapes.iter().filter_map(|(area, shape)| boxed(shape, *area)).collect();
        let fences = shapes.iter().map(|(area, shape)| (*area, Fence::new(shape))).collect();
        Finder { fences, walls: Fence::of_lines(walls), tree: RTree::bulk_load(boxes) }
    }

    fn area_at(&self, point: Point) -> Option<usize> {
        let near = self.tree.locate_all_at_point(&point).map(|near| near.data);
        near.filter(|area| self.fences[area].holds(point)).min()
    }

    /// The same door nearer to one of its jambs: through a wide door nobody
    /// goes round by its middle.
    fn aside(&self, document: &Document, sides: &[Port], part: usize) -> Vec<Port> {
        let aside = |port: &Port| {
            let [a, b] = document.doors[port.door].line;
            let jamb = if part == 1 { a } else { b };
            let share = 1.0 - FROM_JAMB / port.half_width;
            let at = [0, 1].map(|axis| port.at[axis] + (jamb[axis] - port.at[axis]) * share);
            Port { part, at, half_width: FROM_JAMB, ..*port }
        };
        let leads_in = |port: &Port| {
            let within = [0, 1].map(|axis| port.at[axis] + port.inward[axis] * (port.gap + 0.02));
            self.area_at(within) == Some(port.area)
        };
        let wide = sides.iter().filter(|port| 2.0 * port.half_width > WIDE_DOOR);
        let parts: Vec<Port> = wide.map(aside).collect();
        if parts.iter().all(leads_in) { parts } else { Vec::new() }
    }

    /// How a door leads into the areas on its two sides.
    fn sides(&self, document: &Document, door: usize) -> Vec<Port> {
        let entry = &document.doors[door];
        let [a, b] = entry.line;
        let width = distance(a, b);
        if width.is_nan() || width <= 1e-6 {
            return Vec::new();
        }
        let at = middle(a, b);
        let across = [(b[0] - a[0]) / width, (b[1] - a[1]) / width];
        let sides = [[-across[1], across[0]], [across[1], -across[0]]].map(|inward| {
            // What one comes to on this side, the nearest first.
            let mut met: Vec<(usize, f64)> = Vec::new();
            for reach in REACH {
                let ahead = |far: f64| [0, 1].map(|axis| at[axis] + inward[axis] * far);
                let probe = ahead(reach);
                // A door may stand a little before its wall, not before another.
                if reach > AT_WALL && !self.walls.is_clear(ahead(AT_WALL), probe) {
                    break;
                }
                if let Some(area) = self.area_at(probe)
                    && (entry.between.len() < 2 || entry.between.contains(&document.areas[area].id))
                    && met.iter().all(|(known, _)| *known != area)
                {
                    met.push((area, reach));
                }
            }
            (inward, met)
        });
        let port = |inward: Point, (area, gap): (usize, f64)| Port {
            door,
            part: 0,
            at,
            inward,
            gap,
            half_width: width / 2.0,
            area,
        };
        let [(one, first), (other, second)] = sides;
        // A door drawn a little off the wall still joins what is on both sides of it.
        let mut pairs: Vec<((usize, f64), (usize, f64))> = Vec::new();
        for a in &first {
            pairs.extend(second.iter().filter(|b| a.0 != b.0).map(|b| (*a, *b)));
        }
        let nearest = pairs.into_iter().min_by(|x, y| (x.0.1 + x.1.1).total_cmp(&(y.0.1 + y.1.1)));
        match (nearest, first.first(), second.first()) {
            (Some((a, b)), ..) => vec![port(one, a), port(other, b)],
            (None, a, b) => {
                let a = a.map(|side| port(one, *side));
                a.into_iter().chain(b.map(|side| port(other, *side))).collect()
            }
        }
    }
}

fn boxed(shape: &MultiPolygon<f64>, data: usize) -> Option<GeomWithData<Rectangle<Point>, usize>> {
    let bounds = shape.bounding_rect()?;
    let corners = [bounds.min(), bounds.max()].map(|corner| [corner.x, corner.y]);
    Some(GeomWithData::new(Rectangle::from_corners(corners[0], corners[1]), data))
}

/// A point well inside an area, for want of a better one.
pub(super) fn inside(shape: &MultiPolygon<f64>) -> Option<Point> {
    shapes::largest(shape).and_then(shapes::inner_point)
}
