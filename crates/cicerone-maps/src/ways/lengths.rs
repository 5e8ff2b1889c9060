//! How far one walks along ways that are not walked exactly.
//!
//! A net leads out of a door to the centre line and then along it; whoever
//! walks cuts that corner. Lengths of ways are fitted so that from door to door
//! they add up to the shortest way: what is missing or too much on a route is
//! shared out among its ways, route by route, for a few rounds (Kaczmarz 1937).

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use cicerone::world::document::Point;

use crate::shapes::distance;

/// No way is walked in less than this share of the straight line.
const LEAST: f64 = 0.2;
const ROUNDS: usize = 20;
const CHOICES: usize = 4;
/// How much of what is wrong is put right at a time.
const STEP: f64 = 0.5;
/// So many routes tell enough of one space.
const MAX_ROUTES: usize = 1500;

/// Lengths of the edges of one space, given how far it truly is between nodes.
pub(super) fn fitted(
    at: &[Point],
    edges: &[[usize; 2]],
    pairs: &[(f64, usize, usize)],
) -> BTreeMap<[usize; 2], f64> {
    let mut near: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    let straight: Vec<f64> = edges.iter().map(|[a, b]| distance(at[*a], at[*b])).collect();
    for (edge, [a, b]) in edges.iter().enumerate() {
        near.entry(*a).or_default().push((*b, edge));
        near.entry(*b).or_default().push((*a, edge));
    }
    let mut from: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
    let every = pairs.len().div_ceil(MAX_ROUTES).max(1);
    for (far, a, b) in pairs.iter().step_by(every).filter(|(_, a, b)| a != b) {
        from.entry(*a).or_default().push((*b, *far));
    }
    // Corners are cut at the ends of ways: what is too long on a route is taken
    // from each of its ways nearly alike, and least of all from the long ones.
    let weights: Vec<f64> = straight.iter().map(|length| 1.0 / (1.0 + length)).collect();
    let mut lengths = straight.clone();
    for choice in 0..CHOICES {
        // Other lengths, other routes: the shortest is what counts.
        let mut routes: Vec<(Vec<usize>, f64)> = Vec::new();
        for (start, ends) in &from {
            let tree = tree(&near, &lengths, *start);
            for (end, far) in ends {
                if let Some(route) = route(&tree, *start, *end) {
                    routes.push((route, *far));
                }
            }
        }
        let rounds = (0..ROUNDS).flat_map(|round| routes.iter().map(move |route| (round, route)));
        for (round, (route, far)) in rounds {
            let sum: f64 = route.iter().map(|edge| lengths[*edge]).sum();
            let weight: f64 = route.iter().map(|edge| weights[*edge]).sum();
            // Ever smaller steps settle between routes that disagree.
            let step = STEP / (1.0 + 0.2 * (choice * ROUNDS + round) as f64);
            let share = step * (far - sum) / weight;
            for edge in route {
                let length = lengths[*edge] + share * weights[*edge];
                lengths[*edge] = length.clamp(LEAST * straight[*edge], straight[*edge]);
            }
        }
    }
    let changed = edges.iter().zip(lengths).zip(straight);
    changed
        .filter(|((_, length), straight)| straight - length > 0.01)
        .map(|((edge, length), _)| (*edge, (length * 1000.0).round() / 1000.0))
        .collect()
}

type Tree = HashMap<usize, (f64, usize, usize)>;

/// Shortest routes from a node: how far, from which node and by which edge.
fn tree(near: &HashMap<usize, Vec<(usize, usize)>>, lengths: &[f64], start: usize) -> Tree {
    let mut best: Tree = HashMap::new();
    let mut queue = BinaryHeap::new();
    best.insert(start, (0.0, start, usize::MAX));
    queue.push((std::cmp::Reverse(0u64), start));
    while let Some((std::cmp::Reverse(bits), node)) = queue.pop() {
        // Bits of numbers that are not negative are in the numbers' order.
        let far = f64::from_bits(bits);
        if best.get(&node).is_some_and(|known| far > known.0) {
            continue;
        }
        for (next, edge) in near.get(&node).into_iter().flatten() {
            let total = far + lengths[*edge];
            if best.get(next).is_none_or(|known| total < known.0) {
                best.insert(*next, (total, node, *edge));
                queue.push((std::cmp::Reverse(total.to_bits()), *next));
            }
        }
    }
    best
}

fn route(tree: &Tree, start: usize, end: usize) -> Option<Vec<usize>> {
    let mut route = Vec::new();
    let mut node = end;
    while node != start {
        let (_, before, edge) = tree.get(&node)?;
        route.push(*edge);
        node = *before;
    }
    Some(route)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corridor with two doors beside it, ten metres apart.
    #[test]
    fn legs_are_cut_and_the_corridor_is_not() {
        let at = [[0.0, 1.0], [0.0, 0.0], [10.0, 0.0], [10.0, 1.0], [30.0, 0.0], [30.0, 1.0]];
        let edges = [[0, 1], [1, 2], [2, 3], [2, 4], [4, 5]];
        let pairs = [(10.4, 0, 3), (30.4, 0, 5), (20.4, 3, 5)];
        let lengths = fitted(&at, &edges, &pairs);
        let length =
            |a: usize, b: usize| lengths.get(&[a, b]).copied().unwrap_or(distance(at[a], at[b]));
        let route = length(0, 1) + length(1, 2) + length(2, 3);
        assert!((route - 10.4).abs() < 0.1, "{route}");
        assert!(length(0, 1) < 0.8 && length(1, 2) > 9.0, "{lengths:?}");
        assert!(lengths.keys().all(|edge| edges.contains(edge)));
    }
}
