//! Centre lines: the points that are equally far from two walls.
//!
//! The circles through the corners of the triangles between densely sampled
//! walls touch the walls and nothing else; their middles make up the centre
//! line. What runs into the corners of a room is no line anybody walks on: an
//! edge counts only if the walls on its two sides are much further from each
//! other along the wall than across.

use geo::MultiPolygon;

use cicerone::world::document::Point;

use super::mesh::{Mesh, OnRing, cross, dot, sub};
use crate::shapes::distance;

/// How densely walls are sampled, in metres.
const SPACING: f64 = 0.4;
/// No more corners than this are made.
const MAX_SAMPLES: f64 = 300_000.0;
/// Across must be less than this share of the way along the wall.
const SIGNIFICANT: f64 = 0.5;
/// How much wider than a corridor a hall is somewhere.
const CLEARLY: f64 = 1.25;

/// Centre lines as nodes with their distance from the walls, and edges.
#[derive(Default)]
pub(super) struct CentreLines {
    pub(super) nodes: Vec<(Point, f64)>,
    pub(super) edges: Vec<[usize; 2]>,
    /// Nodes where a line runs out into a space too wide for a centre line.
    pub(super) mouths: Vec<usize>,
}

/// The centre lines of a shape where it is at most twice `widest` wide.
pub(super) fn centre_lines(shape: &MultiPolygon<f64>, widest: f64) -> CentreLines {
    let around: f64 = shape
        .iter()
        .flat_map(|polygon| std::iter::once(polygon.exterior()).chain(polygon.interiors()))
        .flat_map(|ring| {
            ring.lines()
                .map(|line| distance([line.start.x, line.start.y], [line.end.x, line.end.y]))
        })
        .sum();
    let spacing = SPACING.max(around / MAX_SAMPLES);
    let Some(mesh) = Mesh::new(shape, spacing) else { return CentreLines::default() };
    let nodes: Vec<(Point, f64)> =
        (0..mesh.triangles.len() as u32).map(|triangle| middle(mesh.corners(triangle))).collect();
    let wide_nodes = too_wide(&mesh, &nodes, widest);
    let narrow = |node: usize| !wide_nodes[node];
    let mut edges = Vec::new();
    let mut wide = vec![false; nodes.len()];
    for (triangle, beyond) in mesh.beyond.iter().enumerate() {
        for (place, next) in beyond.iter().enumerate() {
            let Some(next) = next.map(|next| next as usize).filter(|next| triangle < *next) else {
                continue;
            };
            let own = mesh.triangles[triangle];
            let [a, b] = [own[place] as usize, own[(place + 1) % 3] as usize];
            let across = distance(mesh.points[a], mesh.points[b]);
            if across >= SIGNIFICANT * along_wall(mesh.on_ring[a], mesh.on_ring[b]) {
                continue;
            }
            if narrow(triangle) && narrow(next) {
                edges.push([triangle, next]);
            } else {
                wide[triangle] = true;
                wide[next] = true;
            }
        }
    }
    let mut used = vec![false; nodes.len()];
    for end in edges.iter().flatten() {
        used[*end] = true;
    }
    let mouths = (0..nodes.len()).filter(|node| wide[*node] && used[*node]).collect();
    CentreLines { nodes, edges, mouths }
}

/// Nodes in spaces that are clearly too wide; a corridor that is a little wider
/// in places stays a corridor.
fn too_wide(mesh: &Mesh, nodes: &[(Point, f64)], widest: f64) -> Vec<bool> {
    let mut wide = vec![false; nodes.len()];
    let mut todo: Vec<usize> =
        (0..nodes.len()).filter(|node| nodes[*node].1 > CLEARLY * widest).collect();
    while let Some(node) = todo.pop() {
        if !wide[node] && nodes[node].1 > widest {
            wide[node] = true;
            todo.extend(mesh.beyond[node].iter().flatten().map(|next| *next as usize));
        }
    }
    wide
}

/// How far it is from one wall point to another along the wall.
fn along_wall(a: OnRing, b: OnRing) -> f64 {
    if a.ring != b.ring {
        return f64::INFINITY;
    }
    let along = (a.along - b.along).abs();
    along.min(a.around - along)
}

/// The middle and radius of the circle through three points; where it is far
/// outside, as in a very flat triangle, the middle of the longest side.
fn middle([a, b, c]: [Point; 3]) -> (Point, f64) {
    let (ab, ac) = (sub(b, a), sub(c, a));
    let double_area = 2.0 * cross(ab, ac);
    let sides = [(a, b), (b, c), (c, a)];
    let longest = sides
        .iter()
        .max_by(|x, y| distance(x.0, x.1).total_cmp(&distance(y.0, y.1)))
        .map_or((a, b), |side| *side);
    let length = distance(longest.0, longest.1);
    let (ab_square, ac_square) = (dot(ab, ab), dot(ac, ac));
    let offset = [
        (ac[1] * ab_square - ab[1] * ac_square) / double_area,
        (ab[0] * ac_square - ac[0] * ab_square) / double_area,
    ];
    let radius = offset[0].hypot(offset[1]);
    if radius.is_nan() || radius > length {
        return (crate::shapes::middle(longest.0, longest.1), length / 2.0);
    }
    ([a[0] + offset[0], a[1] + offset[1]], radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::clean;

    #[test]
    fn a_corridor_has_its_line_in_the_middle() {
        let shape = clean(&[[0.0, 0.0], [20.0, 0.0], [20.0, 2.0], [0.0, 2.0]], &[]);
        let lines = centre_lines(&shape, 3.0);
        assert!(lines.mouths.is_empty());
        let ends: Vec<Point> =
            lines.edges.iter().flatten().map(|node| lines.nodes[*node].0).collect();
        assert!(ends.iter().all(|end| (end[1] - 1.0).abs() < 0.1), "{ends:?}");
        let low = ends.iter().map(|end| end[0]).fold(f64::MAX, f64::min);
        let high = ends.iter().map(|end| end[0]).fold(f64::MIN, f64::max);
        assert!(low < 1.6 && low > 0.6 && high > 18.4 && high < 19.4, "{low} {high}");
    }

    #[test]
    fn a_wide_hall_has_none_and_its_corridor_ends_at_a_mouth() {
        let hall = [
            [0.0, 0.0],
            [20.0, 0.0],
            [20.0, 8.0],
            [40.0, 8.0],
            [40.0, 10.0],
            [20.0, 10.0],
            [20.0, 20.0],
            [0.0, 20.0],
        ];
        let lines = centre_lines(&clean(&hall, &[]), 3.0);
        assert!(!lines.mouths.is_empty());
        for end in lines.edges.iter().flatten() {
            assert!(lines.nodes[*end].0[0] > 15.0);
        }
    }
}
