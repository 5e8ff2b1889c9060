//! Checks of ways by plain geometry, written apart from how ways are found:
//! points in polygons, crossings of segments, and shortest ways on a fine grid.

#![allow(dead_code, clippy::unwrap_used)]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use cicerone::world::document::{AreaKind, Document, Point};

/// How far from a door's line one may be between two areas.
const AT_DOOR: f64 = 0.85;

/// What is wrong with the ways of a document.
pub(crate) fn faults(document: &Document) -> Vec<String> {
    let mut faults = Vec::new();
    let places: HashMap<&str, _> = document.places.iter().map(|p| (p.id.as_str(), p)).collect();
    if places.len() != document.places.len() {
        faults.push("two places have one id".to_owned());
    }
    let mut spots = HashSet::new();
    for place in &document.places {
        let spot = (&place.level, (place.x * 1e3).round() as i64, (place.y * 1e3).round() as i64);
        if !spots.insert(spot) {
            faults.push(format!("another place is on the spot of {}", place.id));
        }
    }
    let mut exits: HashMap<&str, Vec<(f64, &str)>> = HashMap::new();
    let levels: HashMap<&str, Plan> = document
        .levels
        .iter()
        .map(|level| (level.id.as_str(), Plan::of(document, &level.id)))
        .collect();
    for passage in &document.passages {
        let [Some(a), Some(b)] = passage.between.each_ref().map(|id| places.get(id.as_str()))
        else {
            faults.push(format!("passage {:?} leads to no place", passage.between));
            continue;
        };
        if a.level != b.level {
            continue;
        }
        for (from, to) in [(a, b), (b, a)] {
            let heading = (to.y - from.y).atan2(to.x - from.x).to_degrees();
            exits.entry(&from.id).or_default().push((heading, &to.id));
        }
        let plan = &levels[a.level.as_str()];
        if let Some(fault) = plan.fault([[a.x, a.y], [b.x, b.y]]) {
            faults.push(format!("passage {} to {}: {fault}", a.id, b.id));
        }
    }
    for (place, exits) in &mut exits {
        exits.sort_by(|a, b| a.0.total_cmp(&b.0));
        for i in 0..exits.len() {
            let (a, b) = (exits[i], exits[(i + 1) % exits.len()]);
            let off = (b.0 - a.0).rem_euclid(360.0);
            if exits.len() > 1 && off.min(360.0 - off) < 1.0 {
                faults.push(format!("{place} has two exits in one direction: {} {}", a.1, b.1));
            }
        }
    }
    faults
}

/// The lines of one level.
struct Plan {
    areas: Vec<(AreaKind, Vec<Vec<Point>>)>,
    doors: Vec<[Point; 2]>,
    walls: Vec<[Point; 2]>,
}

impl Plan {
    fn of(document: &Document, level: &str) -> Plan {
        let areas = document.areas.iter().filter(|area| area.level == level);
        let areas = areas.filter(|area| area.outline.len() > 2).map(|area| {
            let mut rings = vec![area.outline.clone()];
            rings.extend(area.holes.clone());
            (area.kind, rings)
        });
        let doors = document.doors.iter().filter(|door| door.level == level);
        let walls = document.walls.iter().filter(|wall| wall.level == level);
        Plan {
            areas: areas.collect(),
            doors: doors.map(|door| door.line).collect(),
            walls: walls.flat_map(|wall| wall.line.windows(2).map(|w| [w[0], w[1]])).collect(),
        }
    }

    fn edges(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let rings = self.areas.iter().flat_map(|(_, rings)| rings);
        rings.flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| [*a, *b]))
    }

    fn near_door(&self, point: Point, reach: f64) -> bool {
        self.doors.iter().any(|door| away(point, *door) <= reach)
    }

    fn walkable(&self, point: Point) -> bool {
        let inside = |rings: &Vec<Vec<Point>>| {
            rings.iter().filter(|ring| surrounds(ring, point)).count() % 2 == 1
        };
        let mut any = false;
        for (kind, rings) in &self.areas {
            if inside(rings) {
                if *kind == AreaKind::Void {
                    return false;
                }
                any = true;
            }
        }
        any
    }

    fn fault(&self, line: [Point; 2]) -> Option<String> {
        let length = apart(line[0], line[1]);
        let steps = (length / 0.1).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let share = step as f64 / steps as f64;
            let at = [0, 1].map(|axis| line[0][axis] + (line[1][axis] - line[0][axis]) * share);
            if !self.walkable(at) && !self.near_door(at, AT_DOOR) {
                return Some(format!("leaves what can be walked on at {at:?}"));
            }
        }
        for edge in self.edges() {
            if let Some(at) = crossing(line, edge)
                && !self.near_door(at, AT_DOOR)
            {
                return Some(format!("crosses an outline beside every door at {at:?}"));
            }
        }
        for wall in &self.walls {
            if let Some(at) = crossing(line, *wall)
                && !self.near_door(at, 0.1)
            {
                return Some(format!("crosses a wall beside every door at {at:?}"));
            }
        }
        None
    }
}

/// How near to a wall a place is that is no threshold: the least, and how many
/// of all are nearer than 25 cm.
pub(crate) fn nearest_to_walls(document: &Document) -> (f64, usize, usize) {
    let plans: HashMap<&str, Plan> =
        document.levels.iter().map(|l| (l.id.as_str(), Plan::of(document, &l.id))).collect();
    let (mut least, mut near, mut all) = (f64::INFINITY, 0, 0);
    for place in document.places.iter().filter(|place| place.door.is_none()) {
        let plan = &plans[place.level.as_str()];
        let at = [place.x, place.y];
        let lines = plan.edges().chain(plan.walls.iter().copied());
        // An opening is no wall, wherever it lies on an outline.
        let lines = lines.filter(|line| {
            let foot = foot(at, *line);
            !plan.near_door(foot, 0.12)
        });
        let off = lines.map(|line| away(at, line)).fold(f64::INFINITY, f64::min);
        least = least.min(off);
        near += usize::from(off < 0.25);
        all += 1;
    }
    (least, near, all)
}

fn foot(point: Point, [a, b]: [Point; 2]) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    if square == 0.0 {
        return a;
    }
    let share = (((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square).clamp(0.0, 1.0);
    [a[0] + dx * share, a[1] + dy * share]
}

pub(crate) fn apart(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

fn away(point: Point, [a, b]: [Point; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let share = if square == 0.0 {
        0.0
    } else {
        (((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square).clamp(0.0, 1.0)
    };
    apart(point, [a[0] + dx * share, a[1] + dy * share])
}

fn surrounds(ring: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        if (a[1] > point[1]) != (b[1] > point[1]) {
            let x = a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
            inside ^= point[0] < x;
        }
    }
    inside
}

/// Where two segments truly cross.
fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let (r, s) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
    let denominator = r[0] * s[1] - r[1] * s[0];
    if denominator.abs() < 1e-12 {
        return None;
    }
    let q = [c[0] - a[0], c[1] - a[1]];
    let t = (q[0] * s[1] - q[1] * s[0]) / denominator;
    let u = (q[0] * r[1] - q[1] * r[0]) / denominator;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u))
        .then(|| [a[0] + r[0] * t, a[1] + r[1] * t])
}

/// The net as routes see it: places by number, with where one can go.
pub(crate) struct Routes<'a> {
    pub(crate) document: &'a Document,
    index: HashMap<&'a str, usize>,
    exits: Vec<Vec<(usize, f64)>>,
}

impl<'a> Routes<'a> {
    /// Metres on levels; a change of level counts as 10 m.
    pub(crate) fn of(document: &'a Document, public_only: bool) -> Routes<'a> {
        let index: HashMap<&str, usize> =
            document.places.iter().enumerate().map(|(n, p)| (p.id.as_str(), n)).collect();
        let mut exits = vec![Vec::new(); document.places.len()];
        let spot = |n: usize| [document.places[n].x, document.places[n].y];
        for passage in &document.passages {
            if public_only && !passage.access.is_public() {
                continue;
            }
            let [a, b] = passage.between.each_ref().map(|id| index[id.as_str()]);
            let length = passage.length.unwrap_or_else(|| apart(spot(a), spot(b)));
            exits[a].push((b, length));
            if !passage.one_way {
                exits[b].push((a, length));
            }
        }
        for connection in &document.connections {
            let stops: Vec<usize> = connection
                .stops
                .iter()
                .filter_map(|stop| index.get(stop.place.as_deref()?).copied())
                .collect();
            for a in &stops {
                for b in stops.iter().filter(|b| *b != a) {
                    exits[*a].push((*b, 10.0));
                }
            }
        }
        Routes { document, index, exits }
    }

    /// How far everything is from a place, and from where one comes to it.
    pub(crate) fn from(&self, start: usize) -> Vec<Option<(f64, usize)>> {
        let mut best: Vec<Option<(f64, usize)>> = vec![None; self.exits.len()];
        let mut queue = BinaryHeap::new();
        best[start] = Some((0.0, start));
        queue.push(Reverse((0u64, start)));
        while let Some(Reverse((bits, node))) = queue.pop() {
            let far = f64::from_bits(bits);
            if best[node].is_none_or(|(known, _)| far > known) {
                continue;
            }
            for &(next, step) in &self.exits[node] {
                let total = far + step;
                if best[next].is_none_or(|(known, _)| total < known) {
                    best[next] = Some((total, node));
                    queue.push(Reverse((total.to_bits(), next)));
                }
            }
        }
        best
    }

    /// The places on the way to `to`.
    pub(crate) fn way(tree: &[Option<(f64, usize)>], to: usize) -> Option<Vec<usize>> {
        let mut way = vec![to];
        loop {
            let here = *way.last()?;
            let (_, before) = tree[here]?;
            if before == here {
                way.reverse();
                return Some(way);
            }
            way.push(before);
        }
    }

    pub(crate) fn place(&self, id: &str) -> usize {
        self.index[id]
    }
}

/// Shortest ways on a grid, for one level: what keeps clear of walls.
pub(crate) struct Grid {
    low: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    free: Vec<bool>,
}

impl Grid {
    pub(crate) fn of(document: &Document, level: &str, cell: f64, clearance: f64) -> Grid {
        let plan = Plan::of(document, level);
        let edges: Vec<[Point; 2]> = plan.edges().chain(plan.walls.iter().copied()).collect();
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for point in edges.iter().flatten() {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis] - 1.0);
                high[axis] = high[axis].max(point[axis] + 1.0);
            }
        }
        let columns = ((high[0] - low[0]) / cell).ceil() as usize + 1;
        let rows = ((high[1] - low[1]) / cell).ceil() as usize + 1;
        let mut grid = Grid { low, cell, columns, rows, free: vec![false; columns * rows] };
        // Inside an area by scan lines: even and odd along each row.
        for row in 0..rows {
            let y = low[1] + (row as f64 + 0.5) * cell;
            for (kind, rings) in &plan.areas {
                let mut cuts: Vec<f64> = Vec::new();
                for ring in rings {
                    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                        if (a[1] > y) != (b[1] > y) {
                            cuts.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
                        }
                    }
                }
                cuts.sort_by(f64::total_cmp);
                for pair in cuts.chunks_exact(2) {
                    let column = |x: f64| ((x - low[0]) / cell - 0.5).ceil().max(0.0) as usize;
                    for column in column(pair[0])..column(pair[1]).min(columns) {
                        grid.free[row * columns + column] = *kind != AreaKind::Void;
                    }
                }
            }
        }
        // Voids last: whatever is in them cannot be stood on.
        for cell in 0..grid.free.len() {
            if grid.free[cell] && !plan.areas.iter().all(|(kind, _)| *kind != AreaKind::Void) {
                grid.free[cell] = plan.walkable(grid.middle(cell));
            }
        }
        for edge in &edges {
            grid.mark(*edge, clearance, false, |_| true);
        }
        for [a, b] in &plan.doors {
            let width = apart(*a, *b);
            let margin = (clearance.min(width / 2.0 - 0.6 * cell) / width).max(0.0);
            let at = |share: f64| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share);
            let line = [at(margin), at(1.0 - margin)];
            // Straight through the door, no further than the clearance of the wall.
            let unit = [(b[0] - a[0]) / width, (b[1] - a[1]) / width];
            let (from, to) = (margin * width, (1.0 - margin) * width);
            grid.mark(line, AT_DOOR.min(clearance + 0.35), true, |point| {
                let along = (point[0] - a[0]) * unit[0] + (point[1] - a[1]) * unit[1];
                along >= from - 0.5 * cell && along <= to + 0.5 * cell
            });
        }
        grid
    }

    fn middle(&self, cell: usize) -> Point {
        let (column, row) = (cell % self.columns, cell / self.columns);
        [
            self.low[0] + (column as f64 + 0.5) * self.cell,
            self.low[1] + (row as f64 + 0.5) * self.cell,
        ]
    }

    fn mark(&mut self, line: [Point; 2], reach: f64, free: bool, also: impl Fn(Point) -> bool) {
        let range = |axis: usize, cells: usize| {
            let (a, b) = (line[0][axis], line[1][axis]);
            let low = (a.min(b) - reach - self.low[axis]) / self.cell;
            let high = (a.max(b) + reach - self.low[axis]) / self.cell;
            low.floor().max(0.0) as usize..(high.ceil().max(0.0) as usize + 1).min(cells)
        };
        for row in range(1, self.rows) {
            for column in range(0, self.columns) {
                let cell = row * self.columns + column;
                let point = self.middle(cell);
                if self.free[cell] != free && away(point, line) < reach && also(point) {
                    self.free[cell] = free;
                }
            }
        }
    }

    fn cell_of(&self, point: Point) -> Option<usize> {
        let column = ((point[0] - self.low[0]) / self.cell) as usize;
        let row = ((point[1] - self.low[1]) / self.cell) as usize;
        let mut best: Option<(f64, usize)> = None;
        for row in row.saturating_sub(3)..(row + 4).min(self.rows) {
            for column in column.saturating_sub(3)..(column + 4).min(self.columns) {
                let cell = row * self.columns + column;
                let far = apart(point, self.middle(cell));
                if self.free[cell] && best.is_none_or(|(known, _)| far < known) {
                    best = Some((far, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// How far each target is; steps go in 48 directions, so that no direction
    /// is more than one part in a hundred too long.
    pub(crate) fn distances(&self, from: Point, targets: &[Point]) -> Vec<Option<f64>> {
        let mut steps = Vec::new();
        for dx in -5i64..=5 {
            for dy in -5i64..=5 {
                if gcd(dx.unsigned_abs(), dy.unsigned_abs()) == 1 {
                    steps.push((dx, dy, ((dx * dx + dy * dy) as f64).sqrt() * self.cell));
                }
            }
        }
        let cells: Vec<Option<usize>> =
            targets.iter().map(|target| self.cell_of(*target)).collect();
        let mut best = vec![f64::INFINITY; self.free.len()];
        let mut left: HashSet<usize> = cells.iter().flatten().copied().collect();
        let mut queue = BinaryHeap::new();
        if let Some(start) = self.cell_of(from) {
            best[start] = 0.0;
            queue.push(Reverse((0u64, start)));
        }
        while let Some(Reverse((bits, cell))) = queue.pop() {
            let far = f64::from_bits(bits);
            if far > best[cell] {
                continue;
            }
            left.remove(&cell);
            if left.is_empty() {
                break;
            }
            let (column, row) = ((cell % self.columns) as i64, (cell / self.columns) as i64);
            for &(dx, dy, length) in &steps {
                let (x, y) = (column + dx, row + dy);
                if x < 0 || y < 0 || x >= self.columns as i64 || y >= self.rows as i64 {
                    continue;
                }
                let next = y as usize * self.columns + x as usize;
                let total = far + length;
                if total < best[next] && self.free[next] && self.open(column, row, dx, dy) {
                    best[next] = total;
                    queue.push(Reverse((total.to_bits(), next)));
                }
            }
        }
        let far = |cell: &Option<usize>| cell.map(|cell| best[cell]).filter(|far| far.is_finite());
        cells.iter().map(far).collect()
    }

    /// True if one can walk straight from a point to another.
    pub(crate) fn sees(&self, from: Point, to: Point) -> bool {
        let steps = (apart(from, to) / (0.5 * self.cell)).ceil().max(1.0) as usize;
        (0..=steps).all(|step| {
            let share = step as f64 / steps as f64;
            let at = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
            let cell = |axis: usize| ((at[axis] - self.low[axis]) / self.cell).floor();
            let (column, row) = (cell(0), cell(1));
            column >= 0.0
                && row >= 0.0
                && column < self.columns as f64
                && row < self.rows as f64
                && self.free[row as usize * self.columns + column as usize]
        })
    }

    /// How long a line is once it is pulled straight where nothing is in the
    /// way: the shortest choice of its points that see each other.
    pub(crate) fn pulled(&self, line: &[Point]) -> f64 {
        let mut points: Vec<Point> = line[..1].to_vec();
        for pair in line.windows(2) {
            let pieces = (apart(pair[0], pair[1]) / 0.4).ceil().max(1.0) as usize;
            for piece in 1..=pieces {
                let share = piece as f64 / pieces as f64;
                points.push(
                    [0, 1].map(|axis| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share),
                );
            }
        }
        let mut best = vec![f64::INFINITY; points.len()];
        best[0] = 0.0;
        for to in 1..points.len() {
            best[to] = best[to - 1] + apart(points[to - 1], points[to]);
            for from in 0..to - 1 {
                let far = best[from] + apart(points[from], points[to]);
                if far < best[to] - 1e-9 && self.sees(points[from], points[to]) {
                    best[to] = far;
                }
            }
        }
        best[points.len() - 1]
    }

    /// True if all cells under a step are free.
    fn open(&self, column: i64, row: i64, dx: i64, dy: i64) -> bool {
        let most = dx.abs().max(dy.abs());
        (1..most).all(|step| {
            let share = step as f64 / most as f64;
            let x = column + (dx as f64 * share).round() as i64;
            let y = row + (dy as f64 * share).round() as i64;
            self.free[y as usize * self.columns + x as usize]
        })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
