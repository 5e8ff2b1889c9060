//! A shape cut into triangles between its corners, and what is seen from a
//! point inside it.

use std::collections::{HashMap, VecDeque};

use geo::MultiPolygon;
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use cicerone::world::document::Point;

use crate::shapes::{corners, distance};

/// Where on the outline a corner lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct OnRing {
    pub(super) ring: u32,
    /// Metres along the ring from its first corner.
    pub(super) along: f64,
    /// Metres around the whole ring.
    pub(super) around: f64,
}

/// Triangles that fill a shape.
pub(super) struct Mesh {
    pub(super) points: Vec<Point>,
    pub(super) on_ring: Vec<OnRing>,
    /// Corners of each triangle, all the same way around.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The triangle beyond the edge from corner `k` to the next, if it is inside.
    pub(super) beyond: Vec<[Option<u32>; 3]>,
    /// True of corners around which a shortest way may bend.
    pub(super) reflex: Vec<bool>,
    at_corner: Vec<Vec<u32>>,
    boxes: RTree<GeomWithData<Rectangle<Point>, u32>>,
}

struct Corner {
    at: Point2<f64>,
}

impl HasPosition for Corner {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        self.at
    }
}

impl Mesh {
    /// Cuts a shape into triangles; edges longer than `spacing` get corners
    /// in between. `None` if there is nothing to cut.
    pub(super) fn new(shape: &MultiPolygon<f64>, spacing: f64) -> Option<Mesh> {
        let mut points: Vec<Point> = Vec::new();
        let mut on_ring = Vec::new();
        let mut reflex = Vec::new();
        let mut edges: Vec<[usize; 2]> = Vec::new();
        let mut known: HashMap<[u64; 2], usize> = HashMap::new();
        let rings = shape.iter().flat_map(|polygon| {
            std::iter::once((polygon.exterior(), true))
                .chain(polygon.interiors().iter().map(|ring| (ring, false)))
        });
        for (number, (ring, outer)) in rings.enumerate() {
            let mut ring = corners(ring);
            // Outlines go one way around, holes the other: inside is to the left.
            if (signed_area(&ring) > 0.0) != outer {
                ring.reverse();
            }
            let around = lengths(&ring).sum::<f64>();
            let mut along = 0.0;
            let mut indices = Vec::new();
            for (place, corner) in ring.iter().enumerate() {
                let next = ring[(place + 1) % ring.len()];
                let before = ring[(place + ring.len() - 1) % ring.len()];
                let length = distance(*corner, next);
                let pieces = ((length / spacing).ceil() as usize).clamp(1, 100_000);
                for piece in 0..pieces {
                    let share = piece as f64 / pieces as f64;
                    let at = [0, 1].map(|axis| corner[axis] + (next[axis] - corner[axis]) * share);
                    let index = *known.entry(at.map(f64::to_bits)).or_insert_with(|| {
                        points.push(at);
                        let along = along + length * share;
                        on_ring.push(OnRing { ring: number as u32, along, around });
                        reflex.push(false);
                        points.len() - 1
                    });
                    if piece == 0 && cross(sub(*corner, before), sub(next, *corner)) < 0.0 {
                        reflex[index] = true;
                    }
                    indices.push(index);
                }
                along += length;
            }
            for (place, index) in indices.iter().enumerate() {
                let next = indices[(place + 1) % indices.len()];
                if *index != next {
                    edges.push([*index, next]);
                }
            }
        }
        let corners = points.iter().map(|[x, y]| Corner { at: Point2::new(*x, *y) }).collect();
        let cut = ConstrainedDelaunayTriangulation::<Corner>::try_bulk_load_cdt(
            corners,
            edges,
            |_conflict| {},
        )
        .ok()?;
        if cut.num_vertices() != points.len() {
            return None;
        }
        let inside = inside(&cut);
        let mut index = vec![None; cut.num_all_faces()];
        let mut triangles = Vec::new();
        for face in cut.inner_faces().filter(|face| inside[face.fix().index()]) {
            index[face.fix().index()] = Some(triangles.len() as u32);
            triangles.push(face.vertices().map(|vertex| vertex.fix().index() as u32));
        }
        if triangles.is_empty() {
            return None;
        }
        let mut beyond = Vec::with_capacity(triangles.len());
        let mut at_corner = vec![Vec::new(); points.len()];
        let mut boxes = Vec::with_capacity(triangles.len());
        for face in cut.inner_faces().filter(|face| inside[face.fix().index()]) {
            let own = face.vertices().map(|vertex| vertex.fix().index());
            let mut neighbours = [None; 3];
            for edge in face.adjacent_edges() {
                if edge.is_constraint_edge() {
                    continue;
                }
                let from = edge.from().fix().index();
                if let Some(place) = own.iter().position(|corner| *corner == from) {
                    neighbours[place] = index[edge.rev().face().fix().index()];
                }
            }
            let number = beyond.len() as u32;
            beyond.push(neighbours);
            for corner in own {
                at_corner[corner].push(number);
            }
            let [a, b, c] = own.map(|corner| points[corner]);
            let low = [a[0].min(b[0]).min(c[0]), a[1].min(b[1]).min(c[1])];
            let high = [a[0].max(b[0]).max(c[0]), a[1].max(b[1]).max(c[1])];
            boxes.push(GeomWithData::new(Rectangle::from_corners(low, high), number));
        }
        let boxes = RTree::bulk_load(boxes);
        Some(Mesh { points, on_ring, triangles, beyond, reflex, at_corner, boxes })
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: u32) -> [Point; 3] {
        self.triangles[triangle as usize].map(|corner| self.points[corner as usize])
    }

    /// The triangle a point is in.
    pub(super) fn locate(&self, point: Point) -> Option<u32> {
        let near = self.boxes.locate_all_at_point(&point).map(|near| near.data);
        near.filter(|triangle| {
            let [a, b, c] = self.corners(*triangle);
            let side = |from: Point, to: Point| {
                cross(sub(to, from), sub(point, from)) >= -1e-9 * distance(from, to)
            };
            side(a, b) && side(b, c) && side(c, a)
        })
        .min()
    }

    /// Walks over every triangle that is seen, at least in part, from a point
    /// inside `start` or from a corner, and tells of each with the cone it is
    /// seen in: the directions to the right and to the left of what is seen.
    /// Returns how many steps that took; stops after `most`.
    pub(super) fn look(&self, from: Eye, most: usize, mut seen: impl FnMut(Sight)) -> usize {
        let mut steps = 0;
        let mut todo: Vec<(u32, usize, Point, Point)> = Vec::new();
        let eye = match from {
            Eye::Corner(corner) => {
                let eye = self.points[corner as usize];
                for &triangle in &self.at_corner[corner as usize] {
                    let own = self.triangles[triangle as usize];
                    let Some(place) = own.iter().position(|own| *own == corner) else { continue };
                    let (a, b) = (own[(place + 1) % 3], own[(place + 2) % 3]);
                    let [right, left] = [a, b].map(|corner| sub(self.points[corner as usize], eye));
                    seen(Sight { triangle, corners: [Some(a), Some(b)], right, left });
                    self.go_on(triangle, (place + 1) % 3, right, left, &mut todo);
                }
                eye
            }
            Eye::Inside(triangle, eye) => {
                let own = self.triangles[triangle as usize];
                for place in 0..3 {
                    let (a, b) = (own[place], own[(place + 1) % 3]);
                    let [right, left] = [a, b].map(|corner| sub(self.points[corner as usize], eye));
                    seen(Sight { triangle, corners: [Some(a), Some(b)], right, left });
                    if cross(right, left) > 0.0 {
                        self.go_on(triangle, place, right, left, &mut todo);
                    }
                }
                eye
            }
        };
        while let Some((triangle, entered, right, left)) = todo.pop() {
            steps += 1;
            if steps > most {
                break;
            }
            let own = self.triangles[triangle as usize];
            let apex = own[(entered + 2) % 3];
            let toward = sub(self.points[apex as usize], eye);
            let (of_right, of_left) = (cross(right, toward), cross(toward, left));
            let visible = of_right >= 0.0 && of_left >= 0.0;
            seen(Sight { triangle, corners: [visible.then_some(apex), None], right, left });
            // The edge entered runs from left to right as seen from the eye.
            let new_left = if of_left > 0.0 { toward } else { left };
            if cross(right, new_left) > 0.0 {
                self.go_on(triangle, (entered + 1) % 3, right, new_left, &mut todo);
            }
            let new_right = if of_right > 0.0 { toward } else { right };
            if cross(new_right, left) > 0.0 {
                self.go_on(triangle, (entered + 2) % 3, new_right, left, &mut todo);
            }
        }
        steps
    }

    /// Looks through an edge of a triangle into the next.
    fn go_on(
        &self,
        triangle: u32,
        place: usize,
        right: Point,
        left: Point,
        todo: &mut Vec<(u32, usize, Point, Point)>,
    ) {
        let Some(next) = self.beyond[triangle as usize][place] else { return };
        let from = self.triangles[triangle as usize][(place + 1) % 3];
        let own = self.triangles[next as usize];
        if let Some(entered) = own.iter().position(|corner| *corner == from) {
            todo.push((next, entered, right, left));
        }
    }
}

/// Where one looks from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Eye {
    Corner(u32),
    Inside(u32, Point),
}

/// A triangle that is seen, and in which cone of directions.
pub(super) struct Sight {
    pub(super) triangle: u32,
    /// Corners of it that are seen, as far as not told before.
    pub(super) corners: [Option<u32>; 2],
    right: Point,
    left: Point,
}

impl Sight {
    /// True if a direction from the eye is in the cone.
    pub(super) fn holds(&self, toward: Point) -> bool {
        cross(self.right, toward) >= 0.0 && cross(toward, self.left) >= 0.0
    }
}

/// Faces inside the shape: an odd number of its edges is around them.
fn inside(cut: &ConstrainedDelaunayTriangulation<Corner>) -> Vec<bool> {
    let mut known = vec![None; cut.num_all_faces()];
    let outer = cut.outer_face().fix();
    known[outer.index()] = Some(false);
    let mut queue = VecDeque::new();
    for edge in cut.convex_hull() {
        let (edge, face) = (edge.is_constraint_edge(), edge.rev().face());
        let face = if face.fix() == outer { continue } else { face };
        if known[face.fix().index()].is_none() {
            known[face.fix().index()] = Some(edge);
            queue.push_back(face.fix());
        }
    }
    while let Some(face) = queue.pop_front() {
        let here = known[face.index()] == Some(true);
        let Some(face) = cut.face(face).as_inner() else { continue };
        for edge in face.adjacent_edges() {
            let next = edge.rev().face().fix();
            if known[next.index()].is_none() {
                known[next.index()] = Some(here != edge.is_constraint_edge());
                queue.push_back(next);
            }
        }
    }
    known.into_iter().map(|known| known == Some(true)).collect()
}

fn lengths(ring: &[Point]) -> impl Iterator<Item = f64> + '_ {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| distance(*a, *b))
}

fn signed_area(ring: &[Point]) -> f64 {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| cross(*a, *b)).sum::<f64>() / 2.0
}

pub(super) fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// Positive if `b` is to the left of `a` where `y` grows upward.
pub(super) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::clean;

    /// An L: one leg to the right, one downward.
    fn ell() -> Mesh {
        let outline = [[0.0, 0.0], [10.0, 0.0], [10.0, 2.0], [2.0, 2.0], [2.0, 10.0], [0.0, 10.0]];
        Mesh::new(&clean(&outline, &[]), f64::INFINITY).unwrap()
    }

    fn seen_from(mesh: &Mesh, eye: Eye) -> Vec<Point> {
        let mut seen = Vec::new();
        mesh.look(eye, 1000, |sight| seen.extend(sight.corners.into_iter().flatten()));
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter().map(|corner| mesh.points[corner as usize]).collect()
    }

    #[test]
    fn corners_around_the_bend_are_not_seen() {
        let mesh = ell();
        assert_eq!(mesh.reflex.iter().filter(|reflex| **reflex).count(), 1);
        let eye = [9.0, 1.0];
        let eye = Eye::Inside(mesh.locate(eye).unwrap(), eye);
        let seen = seen_from(&mesh, eye);
        assert!(seen.contains(&[2.0, 2.0]) && seen.contains(&[0.0, 0.0]), "{seen:?}");
        assert!(!seen.contains(&[0.0, 10.0]) && !seen.contains(&[2.0, 10.0]), "{seen:?}");
        let corner = mesh.points.iter().position(|point| *point == [2.0, 2.0]).unwrap();
        assert_eq!(seen_from(&mesh, Eye::Corner(corner as u32)).len(), 5);
        assert!(mesh.locate([5.0, 5.0]).is_none());
    }

    #[test]
    fn a_hole_hides_what_is_behind_it() {
        let square = |low: f64, high: f64| vec![[low, low], [high, low], [high, high], [low, high]];
        let shape = clean(&square(0.0, 10.0), &[square(4.0, 6.0)]);
        let mesh = Mesh::new(&shape, 1.0).unwrap();
        assert_eq!(mesh.reflex.iter().filter(|reflex| **reflex).count(), 4);
        let area: f64 = (0..mesh.triangles.len() as u32)
            .map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                cross(sub(b, a), sub(c, a)) / 2.0
            })
            .sum();
        assert!((area - 96.0).abs() < 1e-9, "{area}");
        let eye = [1.0, 5.1];
        let seen = seen_from(&mesh, Eye::Inside(mesh.locate(eye).unwrap(), eye));
        assert!(!seen.contains(&[10.0, 5.0]) && !seen.contains(&[6.0, 6.0]), "{seen:?}");
        assert!(seen.contains(&[4.0, 4.0]) && seen.contains(&[0.0, 10.0]), "{seen:?}");
    }
}
