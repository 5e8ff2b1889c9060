//! Along corridors: centre lines as straight stretches between corners and
//! junctions, and the doors and places along them.

use std::collections::{BTreeMap, HashMap};

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use cicerone::world::document::Point;

use super::centre_lines::centre_lines;
use super::mesh::{self, dot, sub};
use super::net::{Net, turn};
use super::space::{Port, Space};
use crate::shapes::{distance, middle, nearest_on};

/// Corridors are at most twice as wide as this; what is wider is crossed straight.
const WIDEST: f64 = 3.0;
/// Doors whose lines meet a centre line nearer to each other than this meet it
/// at one point.
const SAME_FOOT: f64 = 0.4;
/// A door meets a line at its end if that is no further.
const AT_END: f64 = 0.3;
/// A place nearer to a centre line than this is on it.
const ON_LINE: f64 = 0.8;

type Clear<'a> = dyn Fn(Point, Point) -> bool + 'a;
type Lines = RTree<GeomWithData<Rectangle<Point>, [usize; 2]>>;

fn lines_of(net: &Net) -> Lines {
    let boxed = |[a, b]: [usize; 2]| {
        GeomWithData::new(Rectangle::from_corners(net.at[a], net.at[b]), [a, b])
    };
    RTree::bulk_load(net.edges().into_iter().map(boxed).collect())
}

/// Lays the centre lines into a net and joins the doors along them. Returns
/// where lines run out into the open.
pub(super) fn lay_centre_lines(
    net: &mut Net,
    space: &Space,
    [approaches, targets]: [&[Option<usize>]; 2],
    clear: &Clear<'_>,
) -> Vec<usize> {
    let lines = centre_lines(&space.shape, WIDEST);
    let mut raw = Net::default();
    for (at, _) in &lines.nodes {
        raw.add(*at, false);
    }
    for [a, b] in &lines.edges {
        if clear(raw.at[*a], raw.at[*b]) {
            raw.join(*a, *b);
        }
    }
    // A line stays as far as the last door needs it.
    let mut needed = vec![false; raw.at.len()];
    let tree = lines_of(&raw);
    let doors = space.ports.iter().zip(approaches);
    let doors: Vec<(&Port, usize)> =
        doors.filter_map(|(port, node)| node.map(|node| (port, node))).collect();
    for (port, node) in &doors {
        let at = net.at[*node];
        if let Some(([a, b], _)) = met(&raw, &tree, at, port.inward, clear) {
            needed[a] = true;
            needed[b] = true;
        } else if let Some(near) = nearest(&raw, &tree, at, clear) {
            needed[near] = true;
        }
    }
    for target in targets.iter().flatten() {
        if let Some(near) = nearest(&raw, &tree, net.at[*target], clear) {
            needed[near] = true;
        }
    }
    drop_idle(&mut raw, &needed);
    for mouth in &lines.mouths {
        needed[*mouth] = true;
    }
    raw.prune(&needed);
    for mouth in &lines.mouths {
        raw.fixed[*mouth] = !raw.near[*mouth].is_empty();
    }
    let radius = |node: usize| lines.nodes.get(node).map_or(1.0, |(_, radius)| *radius);
    let mut drawn = simplified(&raw, &radius, clear);
    sharpen(&mut drawn, clear);
    merge_junctions(&mut drawn, clear);
    settle_junctions(&mut drawn, clear);
    drawn.straighten(0.4, clear);
    // Into the net that is handed back.
    let mut moved: HashMap<usize, usize> = HashMap::new();
    for node in (0..drawn.at.len()).filter(|node| !drawn.near[*node].is_empty()) {
        moved.insert(node, net.add(drawn.at[node], drawn.fixed[node]));
    }
    for [a, b] in drawn.edges() {
        net.join(moved[&a], moved[&b]);
    }
    let mouths = drawn.fixed.iter().enumerate().filter(|(_, fixed)| **fixed);
    let mouths: Vec<usize> = mouths.filter_map(|(node, _)| moved.get(&node).copied()).collect();
    join_doors(net, &doors, clear);
    join_targets(net, targets, clear);
    net.prune(&[]);
    mouths
}

/// Lines that no door is on and that lead nowhere are no corridors.
fn drop_idle(raw: &mut Net, needed: &[bool]) {
    let pieces = raw.pieces();
    let mut length: HashMap<usize, f64> = HashMap::new();
    let mut used: HashMap<usize, bool> = HashMap::new();
    for [a, b] in raw.edges() {
        *length.entry(pieces[a]).or_default() += raw.length(a, b);
        *used.entry(pieces[a]).or_default() |= needed[a] || needed[b];
    }
    for (node, piece) in pieces.into_iter().enumerate() {
        if used.get(&piece) == Some(&false) && length[&piece] < 4.0 * WIDEST {
            raw.isolate(node);
        }
    }
}

/// Puts targets onto the centre line they are on, or joins them to it.
fn join_targets(net: &mut Net, targets: &[Option<usize>], clear: &Clear<'_>) {
    // A bound on hostile maps; whoever is left is joined by crossings.
    for target in targets.iter().flatten().take(300) {
        let from = net.at[*target];
        let mut near: Vec<(f64, [usize; 2], Point)> = Vec::new();
        for [a, b] in net.edges() {
            let at = nearest_on([net.at[a], net.at[b]], from);
            let far = distance(from, at);
            if far < WIDEST && a != *target && b != *target {
                near.push((far, [a, b], at));
            }
        }
        near.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let found = near.into_iter().take(10).find(|(_, _, at)| clear(from, *at));
        let Some((far, [a, b], at)) = found else { continue };
        let end = [a, b].into_iter().find(|end| distance(net.at[*end], at) < SAME_FOOT);
        if let Some(end) = end.filter(|end| clear(from, net.at[*end])) {
            net.join(*target, end);
            continue;
        }
        let foot = if far < ON_LINE {
            net.at[*target] = at;
            *target
        } else {
            net.add(at, false)
        };
        net.part(a, b);
        net.join(a, foot);
        net.join(foot, b);
        net.join(*target, foot);
    }
}

/// The first edge met by somebody who walks straight in, and where.
fn met(
    net: &Net,
    lines: &Lines,
    from: Point,
    inward: Point,
    clear: &Clear<'_>,
) -> Option<([usize; 2], Point)> {
    let reach = WIDEST + 0.5;
    let to = [0, 1].map(|axis| from[axis] + inward[axis] * reach);
    let envelope = AABB::from_corners(
        [from[0].min(to[0]), from[1].min(to[1])],
        [from[0].max(to[0]), from[1].max(to[1])],
    );
    let mut best: Option<(f64, [usize; 2], Point)> = None;
    for line in lines.locate_in_envelope_intersecting(&envelope) {
        let [a, b] = line.data;
        let (along, step) = (sub(net.at[b], net.at[a]), sub(to, from));
        let bend = mesh::cross(step, along);
        // A line that runs the way one walks is not met but joined at its end.
        if bend.abs() < 0.3 * distance(net.at[a], net.at[b]) * reach {
            continue;
        }
        let share = mesh::cross(sub(net.at[a], from), along) / bend;
        let on_line = mesh::cross(sub(net.at[a], from), step) / bend;
        if !(0.0..=1.0).contains(&share) || !(0.0..=1.0).contains(&on_line) {
            continue;
        }
        let at = [0, 1].map(|axis| from[axis] + step[axis] * share);
        let better = best.as_ref().is_none_or(|(known, edge, _)| (share, [a, b]) < (*known, *edge));
        if better {
            best = Some((share, [a, b], at));
        }
    }
    best.filter(|(_, _, at)| clear(from, *at)).map(|(_, edge, at)| (edge, at))
}

/// The nearest node that can be walked to straight.
fn nearest(net: &Net, lines: &Lines, from: Point, clear: &Clear<'_>) -> Option<usize> {
    let reach = 2.0 * WIDEST;
    let envelope =
        AABB::from_corners([from[0] - reach, from[1] - reach], [from[0] + reach, from[1] + reach]);
    let near = lines.locate_in_envelope_intersecting(&envelope);
    let mut near: Vec<(f64, usize)> = near
        .flat_map(|line| line.data)
        .map(|node| (distance(from, net.at[node]), node))
        .filter(|(far, _)| *far <= reach)
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.dedup();
    near.into_iter().take(30).find(|(_, node)| clear(from, net.at[*node])).map(|(_, node)| node)
}

/// Chains of short edges become few straight ones.
fn simplified(raw: &Net, radius: &dyn Fn(usize) -> f64, clear: &Clear<'_>) -> Net {
    let mut drawn = Net::default();
    let mut nodes: HashMap<usize, usize> = HashMap::new();
    for chain in raw.chains() {
        let narrowest = chain.iter().map(|node| radius(*node)).fold(f64::MAX, f64::min);
        let tolerance = (0.4 * narrowest).clamp(0.25, 0.8);
        let line: Vec<Point> = chain.iter().map(|node| raw.at[*node]).collect();
        let mut kept = vec![0];
        while let Some(&here) = kept.last() {
            if here + 1 >= line.len() {
                break;
            }
            kept.push(furthest(&line, here, tolerance, clear));
        }
        let mut before: Option<usize> = None;
        for place in kept {
            let key = chain[place];
            let node = *nodes.entry(key).or_insert_with(|| drawn.add(raw.at[key], raw.fixed[key]));
            if let Some(before) = before {
                drawn.join(before, node);
            }
            before = Some(node);
        }
    }
    drawn
}

/// The last point of a line that a straight way from `here` may lead to.
fn furthest(line: &[Point], here: usize, tolerance: f64, clear: &Clear<'_>) -> usize {
    let fits = |to: usize| {
        let straight = [line[here], line[to]];
        let near = |point: &Point| distance(*point, nearest_on(straight, *point)) <= tolerance;
        line[here + 1..to].iter().all(near) && clear(straight[0], straight[1])
    };
    // Doubling, then halving: a line that fits nearly always fits when shorter.
    let last = line.len() - 1;
    let (mut good, mut step) = (here + 1, 1);
    while good < last {
        let next = (good + step).min(last);
        if fits(next) {
            good = next;
            step *= 2;
        } else if step == 1 {
            break;
        } else {
            step = (step / 2).max(1);
            if step == 1 && !fits((good + 1).min(last)) {
                break;
            }
        }
    }
    good
}

/// Two bends close to each other that turn the same way are one corner.
fn sharpen(net: &mut Net, clear: &Clear<'_>) {
    for b in 0..net.at.len() {
        if net.fixed[b] || net.near[b].len() != 2 {
            continue;
        }
        let near: Vec<usize> = net.near[b].iter().copied().collect();
        for (a, c) in [(near[0], near[1]), (near[1], near[0])] {
            if net.fixed[c] || net.near[c].len() != 2 || net.length(b, c) > 3.0 {
                continue;
            }
            let Some(d) = net.near[c].iter().copied().find(|d| *d != b) else { continue };
            if d == a {
                continue;
            }
            let [pa, pb, pc, pd] = [a, b, c, d].map(|node| net.at[node]);
            let (first, second) = (turn(pa, pb, pc), turn(pb, pc, pd));
            let total = first + second;
            let corner = first * second > 0.0
                && (30f64.to_radians()..135f64.to_radians()).contains(&total.abs());
            let (ab, cd) = (sub(pb, pa), sub(pd, pc));
            let bend = mesh::cross(ab, cd);
            if !corner || bend == 0.0 {
                continue;
            }
            let share = mesh::cross(sub(pc, pa), cd) / bend;
            let meet = [0, 1].map(|axis| pa[axis] + ab[axis] * share);
            if share > 0.0
                && dot(sub(pd, meet), cd) > 0.0
                && distance(meet, middle(pb, pc)) < 2.0
                && clear(pa, meet)
                && clear(meet, pd)
            {
                net.at[b] = meet;
                net.isolate(c);
                net.join(b, d);
                break;
            }
        }
    }
}

/// Junctions close to each other are one: a crossing, not two offset forks.
fn merge_junctions(net: &mut Net, clear: &Clear<'_>) {
    for a in 0..net.at.len() {
        if net.near[a].len() < 3 || net.fixed[a] {
            continue;
        }
        let near: Vec<usize> = net.near[a].iter().copied().collect();
        for b in near {
            if net.near[b].len() < 3 || net.fixed[b] || net.length(a, b) > 1.2 {
                continue;
            }
            let at = middle(net.at[a], net.at[b]);
            let arms = net.near[a].iter().chain(&net.near[b]).copied();
            let arms: Vec<usize> = arms.filter(|arm| *arm != a && *arm != b).collect();
            if arms.iter().all(|arm| clear(at, net.at[*arm])) {
                net.isolate(b);
                net.at[a] = at;
                for arm in arms {
                    net.join(a, arm);
                }
                break;
            }
        }
    }
}

/// Junctions move onto the straight line that passes them.
fn settle_junctions(net: &mut Net, clear: &Clear<'_>) {
    for node in (0..net.at.len()).cycle().take(3 * net.at.len()) {
        if net.fixed[node] || net.near[node].len() < 3 {
            continue;
        }
        let arms: Vec<usize> = net.near[node].iter().copied().collect();
        let here = net.at[node];
        let mut straightest: Option<(f64, usize, usize)> = None;
        for (place, a) in arms.iter().enumerate() {
            for b in &arms[place + 1..] {
                let bend = turn(net.at[*a], here, net.at[*b]).abs();
                if straightest.is_none_or(|(least, ..)| bend < least) {
                    straightest = Some((bend, *a, *b));
                }
            }
        }
        let Some((bend, a, b)) = straightest else { continue };
        let at = nearest_on([net.at[a], net.at[b]], here);
        if bend < 35f64.to_radians()
            && distance(at, here) < 1.0
            && arms.iter().all(|arm| distance(at, net.at[*arm]) > 0.3 && clear(at, net.at[*arm]))
        {
            net.at[node] = at;
        }
    }
}

/// Joins doors to the centre line they open on.
fn join_doors(net: &mut Net, doors: &[(&Port, usize)], clear: &Clear<'_>) {
    let tree = lines_of(net);
    let mut feet: BTreeMap<[usize; 2], Vec<(f64, Point, usize)>> = BTreeMap::new();
    let mut rest = Vec::new();
    for (port, node) in doors {
        match met(net, &tree, net.at[*node], port.inward, clear) {
            Some((edge, at)) => {
                let along = distance(net.at[edge[0]], at);
                feet.entry(edge).or_default().push((along, at, *node));
            }
            None => rest.push(*node),
        }
    }
    for ([a, b], mut feet) in feet {
        feet.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.2.cmp(&y.2)));
        let whole = net.length(a, b);
        let mut groups: Vec<Vec<(f64, Point, usize)>> = Vec::new();
        for foot in feet {
            match groups.last_mut() {
                Some(group) if foot.0 - group[0].0 < SAME_FOOT => group.push(foot),
                _ => groups.push(vec![foot]),
            }
        }
        let mut before = a;
        for group in groups {
            let along = group.iter().map(|foot| foot.0).sum::<f64>() / group.len() as f64;
            let at = [0, 1]
                .map(|axis| net.at[a][axis] + (net.at[b][axis] - net.at[a][axis]) * along / whole);
            let sees = |at: Point| group.iter().all(|(_, _, door)| clear(net.at[*door], at));
            // What lies beyond a foot at the end of a line is taken away later.
            let goes_on = |end: usize| net.near[end].len() > 1 || net.fixed[end];
            let end = if along < AT_END && before == a && goes_on(a) && sees(net.at[a]) {
                a
            } else if whole - along < AT_END && goes_on(b) && sees(net.at[b]) {
                b
            } else {
                let foot = net.add(at, false);
                net.part(before, b);
                net.join(before, foot);
                net.join(foot, b);
                before = foot;
                foot
            };
            for (_, foot, door) in group {
                let joint =
                    if clear(net.at[door], net.at[end]) { end } else { net.add(foot, false) };
                if joint != end {
                    net.join(joint, end);
                }
                net.join(door, joint);
            }
        }
    }
    let rest = lengthen(net, doors, rest, clear);
    let tree = lines_of(net);
    for node in rest {
        if let Some(near) = nearest(net, &tree, net.at[node], clear) {
            net.join(node, near);
        }
    }
}

/// Lines go on to the doors that open just beyond their ends. Returns the doors
/// that no line goes on to.
fn lengthen(
    net: &mut Net,
    doors: &[(&Port, usize)],
    rest: Vec<usize>,
    clear: &Clear<'_>,
) -> Vec<usize> {
    let dead_ends: Vec<usize> =
        (0..net.at.len()).filter(|node| net.near[*node].len() == 1 && !net.fixed[*node]).collect();
    let mut beyond: Vec<(f64, usize, usize, Point)> = Vec::new();
    for (port, node) in doors.iter().filter(|(_, node)| rest.contains(node)) {
        let from = net.at[*node];
        let met = dead_ends.iter().filter_map(|end| {
            let here = net.at[*end];
            let before = net.near[*end].first().map(|before| net.at[*before])?;
            let along = sub(here, before);
            let bend = mesh::cross(port.inward, along);
            let length = distance(here, before);
            if distance(here, from) > 2.0 * WIDEST || bend.abs() < 0.7 * length {
                return None;
            }
            let leg = mesh::cross(sub(here, from), along) / bend;
            let further = mesh::cross(sub(here, from), port.inward) / bend * length;
            let at = [0, 1].map(|axis| from[axis] + port.inward[axis] * leg);
            let fits = leg > 0.0 && (0.0..WIDEST).contains(&further);
            (fits && clear(from, at) && clear(here, at)).then_some((further, *end, *node, at))
        });
        beyond.extend(met.min_by(|a, b| a.0.total_cmp(&b.0)));
    }
    // Step by step outward, so that the next begins where the last one ended.
    beyond.sort_by(|a, b| {
        (a.1, a.0, a.2).partial_cmp(&(b.1, b.0, b.2)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut last: HashMap<usize, usize> = HashMap::new();
    for (_, end, door, at) in &beyond {
        let before = last.get(end).copied().unwrap_or(*end);
        let foot = if distance(net.at[before], *at) < SAME_FOOT / 2.0
            && clear(net.at[*door], net.at[before])
        {
            before
        } else {
            let foot = net.add(*at, false);
            net.join(before, foot);
            foot
        };
        last.insert(*end, foot);
        net.join(*door, foot);
    }
    rest.into_iter().filter(|node| beyond.iter().all(|(_, _, door, _)| door != node)).collect()
}
