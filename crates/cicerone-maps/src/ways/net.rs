//! A net of straight ways while it is being made.

use std::collections::{BTreeSet, BinaryHeap, HashMap};

use cicerone::world::document::Point;

use super::mesh::{cross, dot, sub};
use crate::shapes::{distance, nearest_on};

/// Nodes and the straight ways between them.
#[derive(Default, Clone)]
pub(super) struct Net {
    pub(super) at: Vec<Point>,
    pub(super) near: Vec<BTreeSet<usize>>,
    /// Nodes that stand for something and stay where they are.
    pub(super) fixed: Vec<bool>,
}

impl Net {
    pub(super) fn add(&mut self, at: Point, fixed: bool) -> usize {
        self.at.push(at);
        self.near.push(BTreeSet::new());
        self.fixed.push(fixed);
        self.at.len() - 1
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        if a != b {
            self.near[a].insert(b);
            self.near[b].insert(a);
        }
    }

    pub(super) fn part(&mut self, a: usize, b: usize) {
        self.near[a].remove(&b);
        self.near[b].remove(&a);
    }

    /// Takes a node out of the net.
    pub(super) fn isolate(&mut self, node: usize) {
        for other in std::mem::take(&mut self.near[node]) {
            self.near[other].remove(&node);
        }
    }

    pub(super) fn edges(&self) -> Vec<[usize; 2]> {
        let all = self.near.iter().enumerate();
        all.flat_map(|(a, near)| near.iter().filter(move |b| a < **b).map(move |b| [a, *b]))
            .collect()
    }

    pub(super) fn length(&self, a: usize, b: usize) -> f64 {
        distance(self.at[a], self.at[b])
    }

    /// The shortest way from one node to another over the net, if it is no
    /// longer than a limit.
    pub(super) fn route(&self, from: usize, to: usize, limit: f64) -> Option<Vec<usize>> {
        let mut best: HashMap<usize, (f64, usize)> = HashMap::new();
        let mut queue = BinaryHeap::new();
        best.insert(from, (0.0, from));
        queue.push(Reached(distance(self.at[from], self.at[to]), from));
        while let Some(Reached(estimate, node)) = queue.pop() {
            if node == to {
                let mut route = vec![to];
                let mut here = to;
                while here != from {
                    here = best.get(&here)?.1;
                    route.push(here);
                }
                route.reverse();
                return Some(route);
            }
            let far = best.get(&node)?.0;
            if estimate > far + distance(self.at[node], self.at[to]) + 1e-9 {
                continue;
            }
            for &next in &self.near[node] {
                let total = far + self.length(node, next);
                let estimate = total + distance(self.at[next], self.at[to]);
                // What cannot arrive in time need not be followed.
                if estimate <= limit && best.get(&next).is_none_or(|known| total < known.0) {
                    best.insert(next, (total, node));
                    queue.push(Reached(estimate, next));
                }
            }
        }
        None
    }

    /// Shortest ways from a node: the node before each that is reached.
    pub(super) fn tree(&self, from: usize) -> Vec<Option<usize>> {
        let mut far = vec![f64::INFINITY; self.at.len()];
        let mut before = vec![None; self.at.len()];
        let mut queue = BinaryHeap::new();
        far[from] = 0.0;
        before[from] = Some(from);
        queue.push(Reached(0.0, from));
        while let Some(Reached(reached, node)) = queue.pop() {
            if reached > far[node] {
                continue;
            }
            for &next in &self.near[node] {
                let total = reached + self.length(node, next);
                if total < far[next] {
                    far[next] = total;
                    before[next] = Some(node);
                    queue.push(Reached(total, next));
                }
            }
        }
        before
    }

    /// Which nodes hang together: the same number for the same piece.
    pub(super) fn pieces(&self) -> Vec<usize> {
        let mut piece = vec![usize::MAX; self.at.len()];
        for start in 0..self.at.len() {
            if piece[start] != usize::MAX {
                continue;
            }
            piece[start] = start;
            let mut todo = vec![start];
            while let Some(node) = todo.pop() {
                for &next in &self.near[node] {
                    if piece[next] == usize::MAX {
                        piece[next] = start;
                        todo.push(next);
                    }
                }
            }
        }
        piece
    }

    /// Takes dead ends away that nothing needs.
    pub(super) fn prune(&mut self, needed: &[bool]) {
        let mut todo: Vec<usize> = (0..self.at.len()).collect();
        while let Some(node) = todo.pop() {
            let keep = self.fixed[node] || needed.get(node).copied().unwrap_or(false);
            if !keep && self.near[node].len() == 1 {
                let next = self.near[node].first().copied();
                self.isolate(node);
                todo.extend(next);
            }
        }
    }

    /// Stretches between nodes that are no mere bends.
    pub(super) fn chains(&self) -> Vec<Vec<usize>> {
        let key = |node: usize| self.near[node].len() != 2 || self.fixed[node];
        let mut done: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut chains = Vec::new();
        let rings = (0..self.at.len()).filter(|node| !key(*node));
        // Rings without a junction begin anywhere, after all others.
        for start in (0..self.at.len()).filter(|node| key(*node)).chain(rings) {
            for &first in &self.near[start] {
                if done.contains(&(start, first)) {
                    continue;
                }
                let mut chain = vec![start];
                let (mut before, mut here) = (start, first);
                loop {
                    done.insert((before, here));
                    done.insert((here, before));
                    chain.push(here);
                    if key(here) || here == start {
                        break;
                    }
                    let Some(next) = self.near[here].iter().copied().find(|n| *n != before) else {
                        break;
                    };
                    (before, here) = (here, next);
                }
                chains.push(chain);
            }
        }
        chains
    }

    /// Takes bends away that are none: a straight line runs within `tolerance`
    /// of them, and is clear.
    pub(super) fn straighten(&mut self, tolerance: f64, clear: &dyn Fn(Point, Point) -> bool) {
        let mut todo: Vec<usize> = (0..self.at.len()).rev().collect();
        while let Some(node) = todo.pop() {
            if self.fixed[node] || self.near[node].len() != 2 {
                continue;
            }
            let mut near = self.near[node].iter().copied();
            let (Some(a), Some(b)) = (near.next(), near.next()) else { continue };
            let (from, to, here) = (self.at[a], self.at[b], self.at[node]);
            let off = distance(here, nearest_on([from, to], here));
            // A turn is no bend, however near the line it is.
            let turn = turn(from, here, to).abs();
            if !self.near[a].contains(&b)
                && off <= tolerance
                && turn < 40f64.to_radians()
                && clear(from, to)
            {
                self.isolate(node);
                self.join(a, b);
                todo.extend([a, b]);
            }
        }
    }
}

/// The angle one turns by at `here`, to the left where `y` grows upward.
pub(super) fn turn(from: Point, here: Point, to: Point) -> f64 {
    let (a, b) = (sub(here, from), sub(to, here));
    cross(a, b).atan2(dot(a, b))
}

struct Reached(f64, usize);

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
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}
