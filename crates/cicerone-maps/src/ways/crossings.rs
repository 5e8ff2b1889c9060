//! Crossings: straight ways through the open, wherever the net would lead a
//! longer way round or have one turn where nobody turns.

use std::collections::{HashMap, HashSet};

use cicerone::world::document::Point;

use super::layers::Layers;
use super::net::{Net, turn};
use super::paths::{Paths, Tree};
use super::space::Port;
use crate::shapes::distance;

/// How much longer than the shortest way a way over the net may be.
const STRETCH: f64 = 1.02;
/// And this much longer in metres: nobody notices.
const SLACK: f64 = 0.08;
/// How much more one may turn than on the shortest way, in degrees.
const TURNS: f64 = 35.0;
/// Among more ends only the nearest are joined directly.
const MANY: usize = 160;
const NEAREST: usize = 40;
/// Among more ends it is not asked which ways are used.
const MOST_COMPARED: usize = 400;

/// Joins the ends of a space, some of which have a door behind them. Returns
/// true if it was too intricate to look at all of it.
pub(super) fn cross(
    net: &mut Net,
    layers: &Layers,
    ends: &[usize],
    doors: &HashMap<usize, &Port>,
) -> bool {
    let mut bends: Bends = HashMap::new();
    let mut ends = ends.to_vec();
    let mut cut_short = false;
    step_out(net, layers, &mut ends);
    // What the widest layer cannot join is joined by narrower ones first, so
    // that everybody may use the gaps they go through.
    for layer in layers.layers.iter().skip(1) {
        let wide = &layers.layers[0];
        let mut paths = Paths::new(&layer.mesh, ends.iter().map(|end| net.at[*end]).collect());
        let piece = |net: &Net, end: usize| wide.piece(net.at[end]);
        let mut gates = Vec::new();
        join_pieces(net, &mut paths, &ends, &|net, end| piece(net, end), |net, from, to, way| {
            let way = through_gates(way, &|at| wide.piece(at).is_some());
            gates.extend(lay(net, &mut bends, from, to, &way));
        });
        cut_short |= paths.exhausted();
        gates.retain(|gate| wide.piece(net.at[*gate]).is_some() && !ends.contains(gate));
        ends.extend(gates);
    }
    let Some(layer) = layers.layers.first() else { return cut_short };
    let mut paths = Paths::new(&layer.mesh, ends.iter().map(|end| net.at[*end]).collect());
    let mut trees = Vec::with_capacity(ends.len());
    let mut pairs = Vec::new();
    for a in 0..ends.len() {
        if cicerone::budget::is_spent() {
            return true;
        }
        let own = doors.get(&ends[a]).map(|port| port.door);
        let same = |b: usize| own.is_some() && own == doors.get(&ends[b]).map(|port| port.door);
        let mut others: Vec<(f64, usize)> = (0..ends.len())
            .filter(|b| *b != a && !same(*b))
            .map(|b| (distance(net.at[ends[a]], net.at[ends[b]]), b))
            .collect();
        let within = if ends.len() > MANY {
            others.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            others.truncate(NEAREST);
            3.0 * others.last().map_or(0.0, |(far, _)| *far)
        } else {
            f64::INFINITY
        };
        let tree = paths.from(a, within);
        for (_, b) in others {
            if let Some(far) = tree.to(b) {
                pairs.push((far, a.min(b), a.max(b), a));
            }
        }
        trees.push(tree);
    }
    pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    pairs.dedup_by_key(|pair| (pair.1, pair.2));
    for (far, a, b, from) in pairs {
        if cicerone::budget::is_spent() {
            return true;
        }
        let to = if from == a { b } else { a };
        let Some(way) = paths.way(&trees[from], to) else { continue };
        let limit = STRETCH * far + SLACK;
        let route = net.route(ends[from], ends[to], limit);
        // Turns count from the door on, as one comes through it.
        let [before, after] = [from, to].map(|end| doors.get(&ends[end]));
        let door_to_door = |line: &[Point]| -> f64 {
            let before = before.map(|port| port.at);
            let after = after.map(|port| port.at);
            let whole: Vec<Point> =
                before.into_iter().chain(line.iter().copied()).chain(after).collect();
            turned(&whole)
        };
        let good = route.is_some_and(|route| {
            let line: Vec<Point> = route.iter().map(|node| net.at[*node]).collect();
            door_to_door(&line) <= door_to_door(&way) + TURNS
        });
        if !good {
            lay(net, &mut bends, ends[from], ends[to], &way);
        }
    }
    // Whatever the choice of pairs has missed is joined to the nearest other.
    join_pieces(net, &mut paths, &ends, &|_, _| None, |net, from, to, way| {
        lay(net, &mut bends, from, to, &way);
    });
    cut_short || paths.exhausted()
}

/// Who stands where the widest layer has no room first goes straight to where
/// it has, if that is near, and is one of many from there on.
fn step_out(net: &mut Net, layers: &Layers, ends: &mut [usize]) {
    let Some(wide) = layers.layers.first() else { return };
    for end in ends.iter_mut() {
        let from = net.at[*end];
        if wide.piece(from).is_some() {
            continue;
        }
        let clear = |to: Point| {
            let narrow = layers.layers.iter().find(|layer| layer.piece(from).is_some());
            narrow.is_some_and(|layer| layer.fence.is_clear(from, to))
        };
        let around = (1..=20).flat_map(|ring| {
            (0..32).map(move |step| {
                let (sine, cosine) = (f64::from(step) * std::f64::consts::TAU / 32.0).sin_cos();
                let reach = 0.1 * f64::from(ring);
                [from[0] + reach * cosine, from[1] + reach * sine]
            })
        });
        let spot = around.into_iter().find(|at| wide.piece(*at).is_some() && clear(*at));
        if let Some(spot) = spot {
            let outside = net.add(spot, true);
            net.join(*end, outside);
            *end = outside;
        }
    }
}

/// Takes away what no shortest way from one of `needed` to another uses; nobody
/// goes from one part of a door to another of the same.
pub(super) fn drop_unused(net: &mut Net, needed: &[(usize, Option<usize>)]) {
    if needed.len() > MOST_COMPARED {
        return;
    }
    let mut used: HashSet<[usize; 2]> = HashSet::new();
    for (from, door) in needed {
        let before = net.tree(*from);
        let mut followed = vec![false; net.at.len()];
        for (to, _) in needed.iter().filter(|(_, other)| door.is_none() || door != other) {
            let mut here = *to;
            while let Some(next) = before[here].filter(|_| !followed[here]) {
                followed[here] = true;
                if next != here {
                    used.insert([here.min(next), here.max(next)]);
                }
                here = next;
            }
        }
    }
    for [a, b] in net.edges() {
        if !used.contains(&[a, b]) {
            net.part(a, b);
        }
    }
}

/// How much one turns along a line, in degrees, to and fro alike.
fn turned(line: &[Point]) -> f64 {
    line.windows(3).map(|three| turn(three[0], three[1], three[2]).abs().to_degrees()).sum()
}

type Bends = HashMap<[u64; 2], usize>;

/// Joins ends that nothing joins yet, each to the nearest one it can reach.
/// Ends of the same `group` will be joined by others.
fn join_pieces(
    net: &mut Net,
    paths: &mut Paths<'_>,
    ends: &[usize],
    group: &dyn Fn(&Net, usize) -> Option<u32>,
    mut join: impl FnMut(&mut Net, usize, usize, Vec<Point>),
) {
    let mut cut_off: HashSet<usize> = HashSet::new();
    for _ in 0..ends.len() {
        let pieces = joined(net, ends, group);
        let apart = |end: &usize| !cut_off.contains(end) && pieces[*end] != pieces[0];
        let Some(from) = (0..ends.len()).find(apart) else { break };
        let tree: Tree = paths.from(from, f64::INFINITY);
        let other = (0..ends.len())
            .filter(|end| pieces[*end] != pieces[from])
            .filter_map(|end| tree.to(end).map(|far| (far, end)))
            .min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        match other.and_then(|(_, to)| Some((to, paths.way(&tree, to)?))) {
            Some((to, way)) => join(net, ends[from], ends[to], way),
            // Nothing of its piece will be found either, from where it is.
            None => cut_off.extend((0..ends.len()).filter(|end| pieces[*end] == pieces[from])),
        }
    }
}

/// Which ends hang together, by the net or by their group.
fn joined(net: &Net, ends: &[usize], group: &dyn Fn(&Net, usize) -> Option<u32>) -> Vec<usize> {
    let mut all = net.clone();
    let mut first: HashMap<u32, usize> = HashMap::new();
    for end in ends {
        if let Some(group) = group(net, *end) {
            all.join(*first.entry(group).or_insert(*end), *end);
        }
    }
    let pieces = all.pieces();
    ends.iter().map(|end| pieces[*end]).collect()
}

/// A way with a point wherever it leaves or enters what `is_wide`.
fn through_gates(way: Vec<Point>, is_wide: &dyn Fn(Point) -> bool) -> Vec<Point> {
    let mut line: Vec<Point> = way[..1].to_vec();
    for pair in way.windows(2) {
        let steps = (distance(pair[0], pair[1]) / 0.1).ceil().max(1.0) as usize;
        let at = |step: usize| {
            let share = step as f64 / steps as f64;
            [0, 1].map(|axis| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share)
        };
        for step in 1..steps {
            let wide = [step - 1, step, step + 1].map(|step| is_wide(at(step)));
            if wide[1] && !(wide[0] && wide[2]) && steps > 3 {
                line.push(at(step));
            }
        }
        line.push(pair[1]);
    }
    line
}

/// Lays a way and returns its bends.
fn lay(net: &mut Net, bends: &mut Bends, from: usize, to: usize, way: &[Point]) -> Vec<usize> {
    let mut before = from;
    let mut laid = Vec::new();
    for (place, at) in way.iter().enumerate().skip(1) {
        let node = if place + 1 == way.len() {
            to
        } else {
            *bends.entry(at.map(f64::to_bits)).or_insert_with(|| net.add(*at, false))
        };
        net.join(before, node);
        if node != to {
            laid.push(node);
        }
        before = node;
    }
    laid
}
