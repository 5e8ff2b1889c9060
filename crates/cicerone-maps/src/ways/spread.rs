//! The net of one space: centre lines where it is narrow, straight crossings
//! where it is wide, and every door and target joined to it.

use std::collections::{BTreeMap, HashMap};

use geo::MultiPolygon;

use cicerone::world::document::Point;

use super::along::lay_centre_lines;
use super::fence::{Fence, shrunk};
use super::mesh::Mesh;
use super::net::Net;
use super::paths::Paths;
use super::space::{Port, Space};
use crate::shapes::distance;

/// How far people keep from walls, where there is room; else the most there is.
const CLEARANCES: [f64; 4] = [0.3, 0.2, 0.1, 0.03];
/// Where there are centre lines, corners are cut by as much as this.
const CORNER: f64 = 0.8;
/// How much longer than the shortest way a way over the net may be.
const STRETCH: f64 = 1.05;
/// And this much longer at each end, in metres: nobody notices.
const SLACK: f64 = 0.2;
/// Among more doors only the nearest are joined directly.
const MANY: usize = 40;
const NEAREST: usize = 12;
/// Of so many the way to all others is measured.
const FAR: usize = 40;

/// The net of a space.
pub(super) struct Spread {
    pub(super) net: Net,
    /// The node just inside each port, if it can be reached.
    pub(super) approaches: Vec<Option<usize>>,
    /// The node of each target, if it can be reached.
    pub(super) targets: Vec<Option<usize>>,
    /// What no way may cross.
    pub(super) fence: Fence,
    /// How far it is from one node to another by the shortest way.
    pub(super) pairs: Vec<Shortest>,
    /// True if the space was too intricate to look at all of it.
    pub(super) cut_short: bool,
}

/// The shortest way from one node to another.
pub(super) struct Shortest {
    pub(super) length: f64,
    pub(super) ends: [usize; 2],
    /// What one walks toward from each end.
    pub(super) toward: [Point; 2],
}

/// Makes the net of a space that joins its ports and targets.
pub(super) fn spread(space: &Space, targets: &[Point]) -> Spread {
    let fence = Fence::new(&space.shape);
    let Some(room) = Room::of(space, targets) else {
        return Spread {
            net: Net::default(),
            approaches: vec![None; space.ports.len()],
            targets: vec![None; targets.len()],
            fence,
            pairs: Vec::new(),
            cut_short: false,
        };
    };
    let clear = |a: Point, b: Point| room.fence.is_clear(a, b);
    let mut net = Net::default();
    let mut slack = BTreeMap::new();
    let mut ends: Vec<usize> = Vec::new();
    let approaches: Vec<Option<usize>> =
        room.approaches.iter().map(|at| at.map(|at| net.add(at, true))).collect();
    let targets: Vec<Option<usize>> =
        room.targets.iter().map(|at| at.map(|at| net.add(at, true))).collect();
    ends.extend(approaches.iter().chain(&targets).flatten());
    if space.passed_through && ends.len() > 1 {
        let mouths =
            lay_centre_lines(&mut net, space, [&approaches, &targets], &clear, &fence, &mut slack);
        ends.extend(mouths);
    }
    let corner = if slack.is_empty() { 0.0 } else { CORNER };
    let (pairs, cut_short) = cross(&mut net, &room.mesh, &ends, &slack, corner);
    net.straighten(0.25, &clear);
    Spread { net, approaches, targets, fence, pairs, cut_short }
}

/// The part of a space that keeps clear of walls.
struct Room {
    mesh: Mesh,
    fence: Fence,
    approaches: Vec<Option<Point>>,
    targets: Vec<Option<Point>>,
}

impl Room {
    /// As clear of walls as can be without losing a door.
    fn of(space: &Space, targets: &[Point]) -> Option<Room> {
        let mut best: Option<(usize, Room)> = None;
        for clearance in CLEARANCES {
            let Some((reached, room)) = Room::with(space, targets, clearance) else { continue };
            let all = space.ports.len() + targets.len();
            if best.as_ref().is_none_or(|(most, _)| reached > *most) {
                best = Some((reached, room));
            }
            if reached == all * all {
                break;
            }
        }
        best.map(|(_, room)| room)
    }

    fn with(space: &Space, targets: &[Point], clearance: f64) -> Option<(usize, Room)> {
        let clear_of_walls: MultiPolygon<f64> = shrunk(&space.shape, clearance);
        let mesh = Mesh::new(&clear_of_walls, f64::INFINITY)?;
        let pieces = pieces(&mesh);
        let approaches: Vec<Option<(Point, u32)>> =
            space.ports.iter().map(|port| approach(&mesh, port)).collect();
        let targets: Vec<Option<(Point, u32)>> =
            targets.iter().map(|target| beside(&mesh, *target)).collect();
        // How many can be reached from how many.
        let mut count: BTreeMap<u32, usize> = BTreeMap::new();
        for (_, triangle) in approaches.iter().chain(&targets).flatten() {
            *count.entry(pieces[*triangle as usize]).or_default() += 1;
        }
        let reached = count.values().map(|count| count * count).sum::<usize>();
        let spot = |found: Option<(Point, u32)>| found.map(|(at, _)| at);
        // A little less, so that what lies on the edge of the mesh is inside.
        let fence = Fence::new(&shrunk(&space.shape, clearance - 0.02));
        let room = Room {
            fence,
            approaches: approaches.into_iter().map(spot).collect(),
            targets: targets.into_iter().map(spot).collect(),
            mesh,
        };
        Some((reached, room))
    }
}

/// Which triangles hang together.
fn pieces(mesh: &Mesh) -> Vec<u32> {
    let mut piece = vec![u32::MAX; mesh.triangles.len()];
    for start in 0..mesh.triangles.len() {
        let mut todo = vec![start];
        while let Some(triangle) = todo.pop() {
            if piece[triangle] == u32::MAX {
                piece[triangle] = start as u32;
                todo.extend(mesh.beyond[triangle].iter().flatten().map(|next| *next as usize));
            }
        }
    }
    piece
}

/// Where one stands just inside a door.
fn approach(mesh: &Mesh, port: &Port) -> Option<(Point, u32)> {
    (1..=40).find_map(|step| {
        let depth = 0.05 * step as f64;
        let at = [0, 1].map(|axis| port.at[axis] + port.inward[axis] * depth);
        // A hair further in, so as not to stand on the edge of the mesh.
        let at = [0, 1].map(|axis| at[axis] + port.inward[axis] * 0.01);
        mesh.locate(at).map(|triangle| (at, triangle))
    })
}

/// A point, or one near it where one can stand.
fn beside(mesh: &Mesh, target: Point) -> Option<(Point, u32)> {
    if let Some(triangle) = mesh.locate(target) {
        return Some((target, triangle));
    }
    (1..=12).find_map(|ring| {
        (0..16).find_map(|step| {
            let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
            let reach = 0.15 * f64::from(ring);
            let at = [target[0] + reach * angle.cos(), target[1] + reach * angle.sin()];
            mesh.locate(at).map(|triangle| (at, triangle))
        })
    })
}

/// Adds straight crossings wherever the net leads a longer way round than the
/// shortest; the nearest ends first, so that far ones use what is there.
fn cross(
    net: &mut Net,
    mesh: &Mesh,
    ends: &[usize],
    slack: &BTreeMap<usize, f64>,
    corner: f64,
) -> (Vec<Shortest>, bool) {
    let mut paths = Paths::new(mesh, ends.iter().map(|end| net.at[*end]).collect());
    let mut trees = Vec::with_capacity(ends.len());
    let mut pairs = Vec::new();
    for a in 0..ends.len() {
        let mut others: Vec<(f64, usize)> = (0..ends.len())
            .filter(|b| *b != a)
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
    let mut bends: HashMap<[u64; 2], usize> = HashMap::new();
    let slack_of = |end: usize| slack.get(&ends[end]).copied().unwrap_or(SLACK);
    let mut shortest = Vec::with_capacity(pairs.len());
    for (far, a, b, from) in pairs {
        let to = if from == a { b } else { a };
        let Some(way) = paths.way(&trees[from], to) else { continue };
        if let [_, second, ..] = way[..]
            && let [.., before_last, _] = way[..]
        {
            let (ends, toward) = ([ends[from], ends[to]], [second, before_last]);
            shortest.push(Shortest { length: far, ends, toward });
        }
        let bent = corner * way.len().saturating_sub(2) as f64;
        let limit = STRETCH * far + slack_of(a) + slack_of(b) + bent;
        if net.distance(ends[a], ends[b], limit).is_none() {
            lay(net, &mut bends, ends[from], ends[to], &way);
        }
    }
    // Whatever the choice of pairs has missed is joined to the nearest other.
    let mut cut_off = vec![false; ends.len()];
    for _ in 0..ends.len() {
        let pieces = net.pieces();
        let apart = |end: &usize| !cut_off[*end] && pieces[ends[*end]] != pieces[ends[0]];
        let Some(from) = (0..ends.len()).find(apart) else { break };
        let tree = paths.from(from, f64::INFINITY);
        let other = (0..ends.len())
            .filter(|end| pieces[ends[*end]] != pieces[ends[from]])
            .filter_map(|end| tree.to(end).map(|far| (far, end)))
            .min_by(|x, y| x.0.total_cmp(&y.0));
        match other.and_then(|(_, to)| Some((to, paths.way(&tree, to)?))) {
            Some((to, way)) => lay(net, &mut bends, ends[from], ends[to], &way),
            None => cut_off[from] = true,
        }
    }
    // Far ends tell how long the net is on the whole.
    let many = ends.len() > MANY;
    for from in (0..ends.len()).step_by(ends.len().div_ceil(FAR).max(1)).filter(|_| many) {
        let tree = paths.from(from, f64::INFINITY);
        for to in (from % 3..ends.len()).step_by(3).filter(|to| *to != from) {
            if let (Some(length), Some(way)) = (tree.to(to), paths.way(&tree, to))
                && let [_, second, ..] = way[..]
                && let [.., before_last, _] = way[..]
            {
                let (ends, toward) = ([ends[from], ends[to]], [second, before_last]);
                shortest.push(Shortest { length, ends, toward });
            }
        }
    }
    (shortest, paths.exhausted())
}

fn lay(net: &mut Net, bends: &mut HashMap<[u64; 2], usize>, from: usize, to: usize, way: &[Point]) {
    let mut before = from;
    for (place, at) in way.iter().enumerate().skip(1) {
        let node = if place + 1 == way.len() {
            to
        } else {
            *bends.entry(at.map(f64::to_bits)).or_insert_with(|| net.add(*at, false))
        };
        net.join(before, node);
        before = node;
    }
}
