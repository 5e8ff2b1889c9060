//! Shortest ways inside a shape, which bend around its corners only.

use std::collections::{BinaryHeap, HashMap, HashSet};

use cicerone::world::document::Point;

use super::mesh::{Eye, Mesh, sub};
use crate::shapes::distance;

/// Looking around costs at most this many triangles for one shape.
const MAX_STEPS: usize = 20_000_000;

/// Shortest ways between points inside one mesh.
pub(super) struct Paths<'m> {
    mesh: &'m Mesh,
    ends: Vec<Point>,
    in_triangle: HashMap<u32, Vec<usize>>,
    eyes: Vec<Option<Eye>>,
    /// What is seen from each end, then from each corner, once looked.
    seen: HashMap<usize, Vec<(usize, f64)>>,
    steps: usize,
}

/// Shortest ways from one end: how far to each other end and where it bends.
pub(super) struct Tree {
    far: HashMap<usize, (f64, usize)>,
    from: usize,
}

impl<'m> Paths<'m> {
    pub(super) fn new(mesh: &'m Mesh, ends: Vec<Point>) -> Paths<'m> {
        let mut in_triangle: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut eyes = Vec::with_capacity(ends.len());
        for (number, end) in ends.iter().enumerate() {
            let triangle = mesh.locate(*end);
            if let Some(triangle) = triangle {
                in_triangle.entry(triangle).or_default().push(number);
            }
            // A point on an edge sees nothing beyond it; a little off it does.
            eyes.push(triangle.map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                let middle = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3.0);
                let eye = [0, 1].map(|axis| end[axis] + (middle[axis] - end[axis]) * 1e-6);
                Eye::Inside(triangle, eye)
            }));
        }
        Paths { mesh, ends, in_triangle, eyes, seen: HashMap::new(), steps: 0 }
    }

    /// True if looking around was cut short.
    pub(super) fn exhausted(&self) -> bool {
        self.steps >= MAX_STEPS
    }

    fn position(&self, node: usize) -> Point {
        match node.checked_sub(self.ends.len()) {
            None => self.ends[node],
            Some(corner) => self.mesh.points[corner],
        }
    }

    fn look(&mut self, node: usize) -> &[(usize, f64)] {
        if !self.seen.contains_key(&node) {
            let eye = match node.checked_sub(self.ends.len()) {
                None => self.eyes[node],
                Some(corner) => Some(Eye::Corner(corner as u32)),
            };
            let at = self.position(node);
            let mut found: HashMap<usize, f64> = HashMap::new();
            if let Some(eye) = eye.filter(|_| self.steps < MAX_STEPS) {
                let (mesh, ends, in_triangle) = (self.mesh, &self.ends, &self.in_triangle);
                let most = MAX_STEPS - self.steps;
                let steps = mesh.look(eye, most, |sight| {
                    for corner in sight.corners.into_iter().flatten() {
                        let corner = corner as usize;
                        if mesh.reflex[corner] {
                            let far = distance(at, mesh.points[corner]);
                            found.insert(ends.len() + corner, far);
                        }
                    }
                    for &end in in_triangle.get(&sight.triangle).into_iter().flatten() {
                        if sight.holds(sub(ends[end], at)) {
                            found.insert(end, distance(at, ends[end]));
                        }
                    }
                });
                self.steps += steps;
                // Ends in one triangle see each other.
                if let Eye::Inside(triangle, _) = eye {
                    for &end in in_triangle.get(&triangle).into_iter().flatten() {
                        found.insert(end, distance(at, ends[end]));
                    }
                }
            }
            found.remove(&node);
            let mut found: Vec<(usize, f64)> = found.into_iter().collect();
            found.sort_unstable_by_key(|(node, _)| *node);
            self.seen.insert(node, found);
        }
        self.seen.get(&node).map_or(&[], |seen| &seen[..])
    }

    /// Shortest ways from one end to all others within a distance.
    pub(super) fn from(&mut self, start: usize, within: f64) -> Tree {
        let mut far: HashMap<usize, (f64, usize)> = HashMap::new();
        let mut done = HashSet::new();
        let mut queue = BinaryHeap::new();
        far.insert(start, (0.0, start));
        queue.push(Reached { far: 0.0, node: start });
        while let Some(Reached { far: reached, node }) = queue.pop() {
            if !done.insert(node) || reached > within {
                continue;
            }
            // Ways end at ends; they bend at corners.
            if node < self.ends.len() && node != start {
                continue;
            }
            for &(next, step) in self.look(node) {
                let total = reached + step;
                let known = far.get(&next).map_or(f64::INFINITY, |(far, _)| *far);
                if total < known - 1e-9 {
                    far.insert(next, (total, node));
                    queue.push(Reached { far: total, node: next });
                }
            }
        }
        Tree { far, from: start }
    }

    /// The way to an end: its corners from start to end.
    pub(super) fn way(&self, tree: &Tree, to: usize) -> Option<Vec<Point>> {
        let mut way = vec![self.position(to)];
        let mut node = to;
        while node != tree.from {
            node = tree.far.get(&node)?.1;
            way.push(self.position(node));
        }
        way.reverse();
        Some(way)
    }
}

impl Tree {
    /// How far it is to an end.
    pub(super) fn to(&self, end: usize) -> Option<f64> {
        self.far.get(&end).map(|(far, _)| *far)
    }
}

struct Reached {
    far: f64,
    node: usize,
}

impl PartialEq for Reached {
    fn eq(&self, other: &Reached) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Reached {}
impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Reached) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Reached {
    fn cmp(&self, other: &Reached) -> std::cmp::Ordering {
        other.far.total_cmp(&self.far).then(other.node.cmp(&self.node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::clean;

    #[test]
    fn ways_bend_around_corners() {
        let outline = [[0.0, 0.0], [10.0, 0.0], [10.0, 2.0], [2.0, 2.0], [2.0, 10.0], [0.0, 10.0]];
        let mesh = Mesh::new(&clean(&outline, &[]), f64::INFINITY).unwrap();
        let mut paths = Paths::new(&mesh, vec![[9.0, 1.0], [1.0, 9.0], [8.0, 1.5]]);
        let tree = paths.from(0, f64::INFINITY);
        let true_length = 2.0 * 50f64.sqrt();
        assert!((tree.to(1).unwrap() - true_length).abs() < 1e-9);
        assert_eq!(paths.way(&tree, 1).unwrap(), [[9.0, 1.0], [2.0, 2.0], [1.0, 9.0]]);
        assert_eq!(paths.way(&tree, 2).unwrap().len(), 2);
    }

    /// Whatever the angle, who can be walked to straight is seen.
    #[test]
    fn all_that_is_clear_is_seen() {
        let corners =
            [[0.0, 0.0], [14.0, 0.0], [20.0, -9.0], [22.0, -7.5], [15.0, 2.4], [0.0, 2.4]];
        for step in 0..90 {
            let (sine, cosine) = (4.0 * f64::from(step)).to_radians().sin_cos();
            let turned =
                |[x, y]: Point| [x * cosine - y * sine + 100.0, x * sine + y * cosine + 100.0];
            let shape = clean(&corners.map(turned), &[]);
            let mesh = Mesh::new(&shape, f64::INFINITY).unwrap();
            let fence = crate::ways::fence::Fence::new(&shape);
            let along =
                (1..7).flat_map(|x| [[2.0 * f64::from(x), 0.01], [2.0 * f64::from(x), 2.39]]);
            let ends: Vec<Point> = along.chain([[19.5, -7.0], [14.9, 1.0]]).map(turned).collect();
            let mut paths = Paths::new(&mesh, ends.clone());
            for a in 0..ends.len() {
                let tree = paths.from(a, f64::INFINITY);
                for b in (0..ends.len()).filter(|b| *b != a) {
                    let straight = distance(ends[a], ends[b]);
                    let far = tree.to(b).expect("a way");
                    if fence.is_clear(ends[a], ends[b]) {
                        assert!(far < straight + 1e-6, "{step}: {a} to {b}: {far} for {straight}");
                    } else {
                        assert!(far > straight - 1e-6 && far < 2.0 * straight + 1.0);
                    }
                }
            }
        }
    }
}
