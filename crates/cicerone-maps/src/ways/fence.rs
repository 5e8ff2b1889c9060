//! The edges of a shape, to ask whether a straight line stays inside.

use geo::algorithm::buffer::{BufferStyle, LineJoin};
use geo::{Buffer, MultiPolygon};
use rstar::{AABB, Envelope, PointDistance, RTree, RTreeObject, SelectionFunction};

use cicerone::world::document::Point;

use super::mesh::{cross, sub};
use crate::shapes::{corners, distance, nearest_on};

/// The shape without a margin along its edges.
pub(super) fn shrunk(shape: &MultiPolygon<f64>, margin: f64) -> MultiPolygon<f64> {
    // Corners sharper than this many radians are cut off rather than kept.
    let style = BufferStyle::new(-margin).line_join(LineJoin::Miter(1.0));
    shape.buffer_with_style(style)
}

/// Edges that no way may cross.
pub(super) struct Fence {
    edges: RTree<Edge>,
}

#[derive(Debug, Clone, Copy)]
struct Edge([Point; 2]);

impl RTreeObject for Edge {
    type Envelope = AABB<Point>;
    fn envelope(&self) -> AABB<Point> {
        AABB::from_corners(self.0[0], self.0[1])
    }
}

impl PointDistance for Edge {
    fn distance_2(&self, point: &Point) -> f64 {
        distance(*point, nearest_on(self.0, *point)).powi(2)
    }
}

impl Fence {
    pub(super) fn new(shape: &MultiPolygon<f64>) -> Fence {
        let rings = shape.iter().flat_map(|polygon| {
            std::iter::once(polygon.exterior()).chain(polygon.interiors().iter())
        });
        let mut edges = Vec::new();
        for ring in rings {
            let ring = corners(ring);
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                edges.push(Edge([*a, *b]));
            }
        }
        Fence { edges: RTree::bulk_load(edges) }
    }

    /// Lines that may not be crossed, whatever they enclose.
    pub(super) fn of_lines(lines: impl Iterator<Item = [Point; 2]>) -> Fence {
        Fence { edges: RTree::bulk_load(lines.map(Edge).collect()) }
    }

    /// The box around all edges.
    pub(super) fn envelope(&self) -> AABB<Point> {
        self.edges.root().envelope()
    }

    /// True if a line from a point inside meets no edge.
    pub(super) fn is_clear(&self, from: Point, to: Point) -> bool {
        let crossed = Crossed { line: [from, to] };
        self.edges.locate_with_selection_function(crossed).next().is_none()
    }

    /// How far the nearest edge is.
    pub(super) fn distance(&self, point: Point) -> f64 {
        let nearest = self.edges.nearest_neighbor(&point);
        nearest.map_or(f64::INFINITY, |edge| edge.distance_2(&point).sqrt())
    }

    /// True if a point is inside: a line from far away meets an odd number of edges.
    pub(super) fn holds(&self, point: Point) -> bool {
        let [_, top] = [self.edges.root().envelope().lower(), self.edges.root().envelope().upper()];
        if self.edges.size() == 0 || !self.edges.root().envelope().contains_point(&point) {
            return false;
        }
        // Slightly slanted, so that it does not run along an edge.
        let far = [top[0] + 1.0, point[1] + 0.001_234_5 * (top[0] + 1.0 - point[0])];
        let crossed = Crossed { line: [point, far] };
        self.edges.locate_with_selection_function(crossed).count() % 2 == 1
    }
}

struct Crossed {
    line: [Point; 2],
}

impl SelectionFunction<Edge> for Crossed {
    fn should_unpack_parent(&self, envelope: &AABB<Point>) -> bool {
        let [a, b] = self.line;
        let (low, high) = (envelope.lower(), envelope.upper());
        for axis in 0..2 {
            if a[axis].max(b[axis]) < low[axis] || a[axis].min(b[axis]) > high[axis] {
                return false;
            }
        }
        // All corners of the box on one side of the line: it passes by.
        let along = sub(b, a);
        let boxed = [low, [low[0], high[1]], high, [high[0], low[1]]];
        let sides = boxed.map(|corner| cross(along, sub(corner, a)));
        !(sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0))
    }

    fn should_unpack_leaf(&self, edge: &Edge) -> bool {
        cross_each_other(self.line, edge.0)
    }
}

/// True if two segments have a point in common.
pub(super) fn cross_each_other([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let (along, other) = (sub(b, a), sub(d, c));
    let (c_side, d_side) = (cross(along, sub(c, a)), cross(along, sub(d, a)));
    let (a_side, b_side) = (cross(other, sub(a, c)), cross(other, sub(b, c)));
    let apart = |x: f64, y: f64| (x > 0.0 && y > 0.0) || (x < 0.0 && y < 0.0);
    if apart(c_side, d_side) || apart(a_side, b_side) {
        return false;
    }
    if c_side == 0.0 && d_side == 0.0 {
        // On one line: do they overlap?
        return (0..2).all(|axis| {
            a[axis].max(b[axis]) >= c[axis].min(d[axis])
                && c[axis].max(d[axis]) >= a[axis].min(b[axis])
        });
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::clean;
    use geo::Area;

    #[test]
    fn lines_inside_are_clear() {
        let square = |low: f64, high: f64| vec![[low, low], [high, low], [high, high], [low, high]];
        let shape = clean(&square(0.0, 10.0), &[square(4.0, 6.0)]);
        let fence = Fence::new(&shape);
        assert!(fence.is_clear([1.0, 1.0], [9.0, 1.0]));
        assert!(!fence.is_clear([1.0, 5.0], [9.0, 5.0]));
        assert!(!fence.is_clear([1.0, 1.0], [1.0, 11.0]));
        assert!(fence.holds([1.0, 1.0]) && !fence.holds([5.0, 5.0]) && !fence.holds([-1.0, 5.0]));
        let smaller = shrunk(&shape, 0.5);
        assert!((smaller.unsigned_area() - (81.0 - 9.0)).abs() < 1e-6, "{smaller:?}");
    }
}
