//! What one can neither walk nor see through, and how far it is to it.
//!
//! The walls of a level are its partitions and the outlines of its enclosed
//! areas, with the doors cut out. A closed door stops the eye and not the foot, a
//! pillar the foot and not the eye.
//! Looking for what is in the way costs the same on a level of any size: walls
//! lie in a grid of cells, and a line asks only those it passes.

use std::collections::HashMap;

use super::course::far;
use super::document::{AreaKind, DoorKind, PARTITION, PILLAR, Point};
use super::{DoorId, LevelId, World};

/// Metres a cell is wide.
const CELL: f64 = 4.0;
/// Walls over more cells than this are asked every time.
const MANY_CELLS: f64 = 4096.0;
/// A wall this near to a door's line, and as good as parallel, is the wall that
/// the door is in.
const IN_WALL: f64 = 0.45;
/// How far a door's gap reaches beyond its jambs.
const JAMB: f64 = 0.05;
/// The corners of a pillar are so far from its middle, by its longest side, and so
/// many metres more where walls are drawn as thick as they are.
const CORNER_OF_PILLAR: f64 = 0.72;
const THICKNESS: f64 = 0.15;
/// No wall is shorter.
const SPECK: f64 = 0.02;

/// A wall counts for the direction of its neighbourhood by so many metres at
/// most, and so much of all walls must have that direction.
const GRAIN_LONGEST: f64 = 12.0;
const GRAIN_SHARE: f64 = 0.5;

/// The walls of all levels of a world.
#[derive(Debug, Default)]
pub(crate) struct Walls {
    levels: Vec<LevelWalls>,
}

#[derive(Debug, Default)]
struct LevelWalls {
    walls: Vec<Wall>,
    cells: HashMap<(i32, i32), Vec<u32>>,
    long: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Wall {
    line: [Point; 2],
    stops: Stops,
}

/// Whom a wall stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stops {
    Both,
    /// Glass, or the edge of a void.
    Foot,
    /// A side of a pillar or a partition, which one sees past.
    Pillar,
    /// A closed door.
    Eye(DoorId),
    /// An opening: nobody, but whoever passes it passes it.
    Nobody(DoorId),
}

/// Who wants to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// Somebody who looks.
    Eye,
    /// Somebody who walks.
    Foot,
    /// Somebody who walks and is not stopped by a pillar: one steps round it.
    Round,
}

impl Stops {
    fn applies(self, by: By) -> bool {
        match self {
            Stops::Both => true,
            Stops::Foot => by != By::Eye,
            Stops::Pillar => by == By::Foot,
            Stops::Eye(_) => by == By::Eye,
            Stops::Nobody(_) => false,
        }
    }
}

/// Where pillars stand, and how far their corners are from their middle.
struct Pillars(HashMap<(LevelId, i32, i32), Vec<(Point, f64)>>);

impl Pillars {
    fn of(world: &World) -> Pillars {
        let mut all: HashMap<(LevelId, i32, i32), Vec<(Point, f64)>> = HashMap::new();
        for fixture in &world.building().fixtures {
            let Some(size) = fixture.size else { continue };
            let kind = &*world.vocabulary().kind(fixture.kind).name;
            if [PILLAR, PARTITION].contains(&kind) {
                let corner = size * CORNER_OF_PILLAR + THICKNESS;
                let [x, y] = fixture.at.map(cell);
                all.entry((fixture.level, x, y)).or_default().push((fixture.at, corner));
            }
        }
        Pillars(all)
    }

    /// True for a side of one of them.
    fn have(&self, level: LevelId, line: [Point; 2]) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let [x, y] = line[0].map(cell);
        let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (level, x + dx, y + dy)));
        let mut near = near.filter_map(|cell| self.0.get(&cell)).flatten();
        near.any(|(at, corner)| line.iter().all(|end| far(*end, *at) <= *corner))
    }
}

impl Walls {
    /// The walls of a world.
    pub(crate) fn of(world: &World) -> Walls {
        let building = world.building();
        let mut levels: Vec<LevelWalls> = Vec::new();
        levels.resize_with(building.levels.len(), LevelWalls::default);
        let mut doors: Vec<Vec<(DoorId, [Point; 2])>> = vec![Vec::new(); levels.len()];
        for (number, door) in building.doors.iter().enumerate() {
            doors[door.level.index()].push((DoorId(number as u32), door.line));
        }
        let gaps: Vec<Gaps> = doors.iter().map(|doors| Gaps::new(doors)).collect();
        let pillars = Pillars::of(world);
        for partition in &building.partitions {
            let level = partition.level.index();
            for pair in partition.line.windows(2) {
                let line = [pair[0], pair[1]];
                let stops = match partition.see_through {
                    true => Stops::Foot,
                    false if pillars.have(partition.level, line) => Stops::Pillar,
                    false => Stops::Both,
                };
                levels[level].add_with_gaps(line, stops, &gaps[level]);
            }
        }
        for area in &building.areas {
            let stops = match area.kind {
                AreaKind::Platform | AreaKind::Outdoors | AreaKind::Ramp => continue,
                AreaKind::Void => Stops::Foot,
                _ => Stops::Both,
            };
            let level = area.level.index();
            for ring in std::iter::once(&area.outline).chain(&area.holes) {
                for number in 0..ring.len() {
                    let line = [ring[number], ring[(number + 1) % ring.len()]];
                    let is_pillar = stops == Stops::Both && pillars.have(area.level, line);
                    let stops = if is_pillar { Stops::Pillar } else { stops };
                    levels[level].add_with_gaps(line, stops, &gaps[level]);
                }
            }
        }
        for (number, door) in building.doors.iter().enumerate() {
            let id = DoorId(number as u32);
            let stops = match door.kind {
                DoorKind::Opening | DoorKind::Gate => Stops::Nobody(id),
                _ => Stops::Eye(id),
            };
            levels[door.level.index()].add(door.line, stops);
        }
        Walls { levels }
    }

    /// True if nothing is known to stand on that level.
    pub(crate) fn is_empty(&self, level: LevelId) -> bool {
        self.levels[level.index()].walls.is_empty()
    }

    /// What stops the foot on a level: walls, or what one sees through.
    pub(super) fn lines(
        &self,
        level: LevelId,
        see_through: bool,
    ) -> impl Iterator<Item = [Point; 2]> {
        let walls = self.levels[level.index()].walls.iter();
        let is_wanted = move |wall: &&Wall| match wall.stops {
            Stops::Both | Stops::Pillar => !see_through,
            Stops::Foot => see_through,
            Stops::Eye(_) | Stops::Nobody(_) => false,
        };
        walls.filter(is_wanted).map(|wall| wall.line)
    }

    /// True if nothing is between two points.
    pub(crate) fn is_clear(&self, level: LevelId, from: Point, to: Point, by: By) -> bool {
        self.levels[level.index()].first_hit(from, to, by, None).is_none()
    }

    /// The same for an eye that looks at a door, which does not hide itself.
    pub(crate) fn shows_door(&self, level: LevelId, from: Point, to: Point, door: DoorId) -> bool {
        self.levels[level.index()].first_hit(from, to, By::Eye, Some(door)).is_none()
    }

    /// True if somebody that broad gets straight from one point to another.
    pub(crate) fn is_walkable(&self, level: LevelId, from: Point, to: Point, half: f64) -> bool {
        let Some(along) = unit(from, to) else { return true };
        let aside = [-along[1] * half, along[0] * half];
        let moved = |point: Point, by: f64| [point[0] + aside[0] * by, point[1] + aside[1] * by];
        [0.0, 1.0, -1.0]
            .into_iter()
            .all(|side| self.is_clear(level, moved(from, side), moved(to, side), By::Round))
    }

    /// The doors and openings that a straight walk passes, in order, each with
    /// how far along it is.
    pub(crate) fn doors_between(
        &self,
        level: LevelId,
        from: Point,
        to: Point,
    ) -> Vec<(f64, DoorId)> {
        let far = (to[0] - from[0]).hypot(to[1] - from[1]);
        let mut doors = self.levels[level.index()].doors_between(from, to);
        doors.iter_mut().for_each(|(share, _)| *share *= far);
        doors
    }

    /// The direction that the walls about a point have, or the one across it:
    /// people line up with it. `None` where walls have no direction in common.
    pub(crate) fn grain(&self, level: LevelId, at: Point) -> Option<Point> {
        self.levels[level.index()].grain(at)
    }

    /// How far it is from a point in a direction of length one to the first
    /// wall, up to `most`.
    pub(crate) fn reach(
        &self,
        level: LevelId,
        from: Point,
        along: Point,
        most: f64,
        by: By,
    ) -> f64 {
        let to = [from[0] + along[0] * most, from[1] + along[1] * most];
        let hit = self.levels[level.index()].first_hit(from, to, by, None);
        hit.map_or(most, |share| share * most)
    }
}

impl LevelWalls {
    fn add(&mut self, line: [Point; 2], stops: Stops) {
        let [a, b] = line;
        if (a[0] - b[0]).hypot(a[1] - b[1]) < SPECK {
            return;
        }
        let number = self.walls.len() as u32;
        self.walls.push(Wall { line, stops });
        let span = ((a[0] - b[0]).abs() / CELL + 1.0) * ((a[1] - b[1]).abs() / CELL + 1.0);
        if span > MANY_CELLS {
            self.long.push(number);
            return;
        }
        for cell in cells_of(a, b) {
            self.cells.entry(cell).or_default().push(number);
        }
    }

    /// Adds what the doors leave of a wall.
    fn add_with_gaps(&mut self, line: [Point; 2], stops: Stops, gaps: &Gaps) {
        let [a, b] = line;
        let length = (a[0] - b[0]).hypot(a[1] - b[1]);
        if length < SPECK {
            return;
        }
        let mut cut = gaps.along(line);
        cut.sort_by(|x, y| x[0].total_cmp(&y[0]));
        let at = |share: f64| [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
        let mut done = 0.0;
        for [begin, end] in cut {
            if begin > done {
                self.add([at(done), at(begin)], stops);
            }
            done = f64::max(done, end);
        }
        if done < 1.0 {
            self.add([at(done), at(1.0)], stops);
        }
    }

    /// The mean direction of the walls in the cells about a point, by their
    /// lengths, where right angles count as one direction.
    fn grain(&self, at: Point) -> Option<Point> {
        let [x, y] = at.map(cell);
        let about = (-2..=2).flat_map(|i| (-2..=2).map(move |j| (i, j)));
        let cells =
            about.filter_map(|(i, j)| self.cells.get(&(x.saturating_add(i), y.saturating_add(j))));
        let mut near: Vec<u32> = cells.flatten().copied().collect();
        near.sort_unstable();
        near.dedup();
        let (mut sum, mut all) = ([0.0, 0.0], 0.0);
        for [a, b] in near.into_iter().map(|number| self.walls[number as usize].line) {
            let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
            let length = dx.hypot(dy).min(GRAIN_LONGEST);
            let (sin, cos) = (4.0 * dy.atan2(dx)).sin_cos();
            sum = [sum[0] + length * cos, sum[1] + length * sin];
            all += length;
        }
        let is_common = sum[0].hypot(sum[1]) > GRAIN_SHARE * all && all > 0.0;
        let (sin, cos) = (sum[1].atan2(sum[0]) / 4.0).sin_cos();
        is_common.then_some([cos, sin])
    }

    fn doors_between(&self, from: Point, to: Point) -> Vec<(f64, DoorId)> {
        let near = cells_of(from, to).flat_map(|cell| self.cells.get(&cell).into_iter().flatten());
        let mut doors: Vec<(f64, DoorId)> = near
            .chain(&self.long)
            .filter_map(|number| {
                let wall = &self.walls[*number as usize];
                let (Stops::Eye(door) | Stops::Nobody(door)) = wall.stops else { return None };
                crossing([from, to], wall.line).map(|share| (share, door))
            })
            .collect();
        doors.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        doors.dedup_by_key(|(_, door)| *door);
        doors
    }

    /// The share of the way from `from` to `to` at which the first wall is.
    fn first_hit(&self, from: Point, to: Point, by: By, except: Option<DoorId>) -> Option<f64> {
        let mut first: Option<f64> = None;
        let mut ask = |number: u32| {
            let wall = &self.walls[number as usize];
            if !wall.stops.applies(by) || matches!(wall.stops, Stops::Eye(id) if Some(id) == except)
            {
                return;
            }
            if let Some(share) = crossing([from, to], wall.line) {
                first = Some(first.map_or(share, |first| first.min(share)));
            }
        };
        self.long.iter().for_each(|number| ask(*number));
        for cell in cells_of(from, to) {
            self.cells.get(&cell).into_iter().flatten().for_each(|number| ask(*number));
        }
        first
    }
}

/// The doors of a level, by where they are.
struct Gaps {
    lines: Vec<[Point; 2]>,
    cells: HashMap<(i32, i32), Vec<u32>>,
}

impl Gaps {
    fn new(doors: &[(DoorId, [Point; 2])]) -> Gaps {
        let lines: Vec<[Point; 2]> = doors.iter().map(|(_, line)| *line).collect();
        let mut cells: HashMap<(i32, i32), Vec<u32>> = HashMap::new();
        for (number, [a, b]) in lines.iter().enumerate() {
            let [x, y] = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let reach = (a[0] - b[0]).hypot(a[1] - b[1]) / 2.0 + IN_WALL;
            for i in cell(x - reach)..=cell(x + reach).min(cell(x - reach) + 64) {
                for j in cell(y - reach)..=cell(y + reach).min(cell(y - reach) + 64) {
                    cells.entry((i, j)).or_default().push(number as u32);
                }
            }
        }
        Gaps { lines, cells }
    }

    /// The shares of a wall that doors take out of it.
    fn along(&self, wall: [Point; 2]) -> Vec<[f64; 2]> {
        let mut near: Vec<u32> = cells_of(wall[0], wall[1])
            .flat_map(|cell| self.cells.get(&cell).into_iter().flatten().copied())
            .collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().filter_map(|number| gap(wall, self.lines[number as usize])).collect()
    }
}

/// The share of a wall that a door takes out of it, if it is in that wall.
fn gap(wall: [Point; 2], door: [Point; 2]) -> Option<[f64; 2]> {
    let along = unit(wall[0], wall[1])?;
    let length = (wall[1][0] - wall[0][0]).hypot(wall[1][1] - wall[0][1]);
    let place = |point: Point| {
        let from = [point[0] - wall[0][0], point[1] - wall[0][1]];
        (from[0] * along[0] + from[1] * along[1], from[0] * along[1] - from[1] * along[0])
    };
    let [(begin, off), (end, other)] = door.map(place);
    if off.abs() > IN_WALL || other.abs() > IN_WALL {
        return None;
    }
    let [begin, end] = [begin.min(end) - JAMB, begin.max(end) + JAMB];
    (begin < length && end > 0.0).then(|| [(begin / length).max(0.0), (end / length).min(1.0)])
}

fn cell(at: f64) -> i32 {
    (at / CELL).floor() as i32
}

/// The cells a line passes, in no order, a few twice.
fn cells_of(from: Point, to: Point) -> impl Iterator<Item = (i32, i32)> {
    let steps = ((to[0] - from[0]).abs().max((to[1] - from[1]).abs()) / CELL).ceil() as usize;
    // A column of cells at a time, each with the rows that the line has there.
    let steep = (to[1] - from[1]).abs() > (to[0] - from[0]).abs();
    let pick = |point: Point| if steep { [point[1], point[0]] } else { point };
    let [from, to] =
        if pick(from)[0] <= pick(to)[0] { [pick(from), pick(to)] } else { [pick(to), pick(from)] };
    let slope = if to[0] > from[0] { (to[1] - from[1]) / (to[0] - from[0]) } else { 0.0 };
    let first = cell(from[0]);
    (0..=steps + 1)
        .filter_map(move |step| {
            let column = first.checked_add(i32::try_from(step).ok()?)?;
            (column <= cell(to[0])).then_some(column)
        })
        .flat_map(move |column| {
            let low = f64::max(f64::from(column) * CELL, from[0]);
            let high = f64::min(f64::from(column + 1) * CELL, to[0]);
            let [a, b] = [from[1] + slope * (low - from[0]), from[1] + slope * (high - from[0])];
            let [a, b] = if to[0] > from[0] { [a, b] } else { [from[1], to[1]] };
            (cell(a.min(b))..=cell(a.max(b)))
                .map(move |row| if steep { (row, column) } else { (column, row) })
        })
}

/// Where on the first line, as a share of it, the second crosses.
fn crossing(line: [Point; 2], wall: [Point; 2]) -> Option<f64> {
    let d = [line[1][0] - line[0][0], line[1][1] - line[0][1]];
    let e = [wall[1][0] - wall[0][0], wall[1][1] - wall[0][1]];
    let cross = d[0] * e[1] - d[1] * e[0];
    if cross.abs() < 1e-12 {
        return None;
    }
    let f = [wall[0][0] - line[0][0], wall[0][1] - line[0][1]];
    let share = (f[0] * e[1] - f[1] * e[0]) / cross;
    let on_wall = (f[0] * d[1] - f[1] * d[0]) / cross;
    ((0.0..=1.0).contains(&share) && (-1e-9..=1.0 + 1e-9).contains(&on_wall)).then_some(share)
}

/// The direction from one point to another, of length one.
pub(crate) fn unit(from: Point, to: Point) -> Option<Point> {
    let length = (to[0] - from[0]).hypot(to[1] - from[1]);
    (length > 1e-9).then(|| [(to[0] - from[0]) / length, (to[1] - from[1]) / length])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall along y = 0 from x = 0 to 10 with a door between 4 and 5.
    fn walls() -> LevelWalls {
        let door = [[4.0, 0.1], [5.0, 0.1]];
        let mut walls = LevelWalls::default();
        let gaps = Gaps::new(&[(DoorId(0), door)]);
        walls.add_with_gaps([[0.0, 0.0], [10.0, 0.0]], Stops::Both, &gaps);
        walls.add(door, Stops::Eye(DoorId(0)));
        walls
    }

    #[test]
    fn a_door_lets_through_who_walks_and_hides_from_who_looks() {
        let walls = walls();
        let hit = |x: f64, by, except| walls.first_hit([x, -1.0], [x, 1.0], by, except);
        assert_eq!(hit(2.0, By::Foot, None), Some(0.5));
        assert_eq!(hit(4.5, By::Foot, None), None);
        assert!(hit(4.5, By::Eye, None).is_some());
        assert_eq!(hit(4.5, By::Eye, Some(DoorId(0))), None);
        assert_eq!(hit(12.0, By::Eye, None), None);
    }

    #[test]
    fn lines_are_stopped_wherever_they_cross() {
        let mut walls = LevelWalls::default();
        walls.add([[30.0, -50.0], [31.0, 70.0]], Stops::Both);
        for (from, to) in [([0.0, 0.0], [60.0, 40.0]), ([60.0, -20.0], [1.0, 33.0])] {
            assert!(walls.first_hit(from, to, By::Eye, None).is_some());
            assert!(walls.first_hit(to, from, By::Foot, None).is_some());
        }
        assert!(walls.first_hit([0.0, 0.0], [29.0, 0.0], By::Eye, None).is_none());
        assert!(walls.first_hit([0.0, 80.0], [60.0, 80.0], By::Eye, None).is_none());
    }
}
