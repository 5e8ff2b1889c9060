//! Outlines as the geometry library has them.

use std::collections::BinaryHeap;

use geo::{
    Area, BooleanOps, BoundingRect, Contains, Coord, Distance, Euclidean, LineString, MultiPolygon,
    Point as GeoPoint, Polygon, RemoveRepeatedPoints,
};

use cicerone::world::document::{AreaEntry, Point};

/// A corner as the geometry library has it.
pub(crate) fn coord([x, y]: Point) -> Coord<f64> {
    Coord { x, y }
}

/// A closed ring.
fn ring(corners: &[Point]) -> LineString<f64> {
    let mut ring: LineString<f64> = corners.iter().map(|corner| coord(*corner)).collect();
    ring.close();
    ring
}

/// A simple shape from an outline and holes that may cross themselves: what is
/// inside is what an odd number of lines surrounds.
pub(crate) fn clean(outline: &[Point], holes: &[Vec<Point>]) -> MultiPolygon<f64> {
    if outline.len() < 3 {
        return MultiPolygon::new(Vec::new());
    }
    let body = tidy(Polygon::new(ring(outline), Vec::new()));
    let holes: Vec<_> = holes.iter().filter(|hole| hole.len() > 2).map(|hole| ring(hole)).collect();
    if holes.is_empty() {
        return body;
    }
    let holes = holes.into_iter().map(|hole| Polygon::new(hole, Vec::new())).collect();
    body.difference(&tidy_all(MultiPolygon::new(holes)))
}

fn tidy(polygon: Polygon<f64>) -> MultiPolygon<f64> {
    tidy_all(MultiPolygon::new(vec![polygon]))
}

fn tidy_all(shape: MultiPolygon<f64>) -> MultiPolygon<f64> {
    shape.remove_repeated_points().union(&MultiPolygon::new(Vec::new()))
}

/// An area's shape.
pub(crate) fn shape_of(area: &AreaEntry) -> MultiPolygon<f64> {
    clean(&area.outline, &area.holes)
}

/// A ring without its repeated last corner.
pub(crate) fn corners(ring: &LineString<f64>) -> Vec<Point> {
    let corners = match ring.0.split_last() {
        Some((last, rest)) if rest.first() == Some(last) => rest,
        _ => &ring.0[..],
    };
    corners.iter().map(|corner| [corner.x, corner.y]).collect()
}

/// Straight distance.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The middle between two points.
pub(crate) fn middle(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

/// The point of a segment that is nearest to a point.
pub(crate) fn nearest_on([a, b]: [Point; 2], point: Point) -> Point {
    let along = [b[0] - a[0], b[1] - a[1]];
    let square = along[0] * along[0] + along[1] * along[1];
    if square == 0.0 {
        return a;
    }
    let share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / square;
    let share = share.clamp(0.0, 1.0);
    [a[0] + share * along[0], a[1] + share * along[1]]
}

/// The largest of several polygons.
pub(crate) fn largest(shape: &MultiPolygon<f64>) -> Option<&Polygon<f64>> {
    shape.0.iter().max_by(|a, b| a.unsigned_area().total_cmp(&b.unsigned_area()))
}

/// A point well inside: nearly as far from every edge as any, to a tenth of
/// the polygon's size or to ten centimetres.
pub(crate) fn inner_point(polygon: &Polygon<f64>) -> Option<Point> {
    let bounds = polygon.bounding_rect()?;
    let size = bounds.width().min(bounds.height());
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let precision = (size / 20.0).max(0.1).min(size / 4.0);
    let mut cells = BinaryHeap::new();
    let columns = ((bounds.width() / size).ceil() as usize).clamp(1, 32);
    let rows = ((bounds.height() / size).ceil() as usize).clamp(1, 32);
    let half = (bounds.width() / columns as f64).max(bounds.height() / rows as f64) / 2.0;
    for column in 0..columns {
        for row in 0..rows {
            let x = bounds.min().x + half * (2 * column + 1) as f64;
            let y = bounds.min().y + half * (2 * row + 1) as f64;
            cells.push(Cell::new(polygon, [x, y], half));
        }
    }
    let mut best: Option<Cell> = None;
    // Every round halves a cell; far fewer are needed than the bound.
    for _ in 0..4000 {
        let Some(cell) = cells.pop() else { break };
        if best.as_ref().is_none_or(|best| cell.depth > best.depth) {
            best = Some(cell.clone());
        }
        let deepest = best.as_ref().map_or(0.0, |best| best.depth);
        if cell.potential - deepest <= precision {
            break;
        }
        let half = cell.half / 2.0;
        for [dx, dy] in [[-half, -half], [half, -half], [-half, half], [half, half]] {
            cells.push(Cell::new(polygon, [cell.middle[0] + dx, cell.middle[1] + dy], half));
        }
    }
    best.filter(|best| best.depth > 0.0).map(|best| best.middle)
}

/// A square that may hold the innermost point.
#[derive(Debug, Clone)]
struct Cell {
    middle: Point,
    half: f64,
    depth: f64,
    potential: f64,
}

impl Cell {
    fn new(polygon: &Polygon<f64>, middle: Point, half: f64) -> Cell {
        let point = GeoPoint::from(coord(middle));
        let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
        let away = rings.map(|ring| Euclidean.distance(&point, ring)).fold(f64::MAX, f64::min);
        let depth = if polygon.contains(&point) { away } else { -away };
        Cell { middle, half, depth, potential: depth + half * std::f64::consts::SQRT_2 }
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Cell {}
impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        self.potential.total_cmp(&other.potential)
    }
}
