//! The floor plan of a building in characters, one storey below the other.
//!
//! Walls are lines that meet as lines do, doors are gaps with a dotted leaf,
//! names stand in their rooms where they fit.

use super::plan::{Frame, Sheet, called, sheets, surface};
use super::terminal::{ROUTE, paint};
use super::{Color, Ink};
use crate::legible;
use crate::world::document::{AreaKind, ConnectionKind, DoorKind, Point};
use crate::world::{Area, LevelId, PassageId, Pose, World};

/// How much wider than high a unit is drawn: characters are twice as high as
/// wide.
const FLAT: f64 = 0.5;
/// Columns a unit takes at most.
const FINEST: f64 = 3.0;
/// Lines a storey takes at most.
const LONGEST: f64 = 200.0;

const WALL: Color = [150, 146, 136];
const DOOR: Color = [196, 150, 70];
const SIGN: Color = [70, 130, 190];
const NAME: Color = [110, 110, 110];

/// Draws a building and a path on it, at most so many columns wide.
pub(super) fn draw(
    world: &World,
    path: &[Pose],
    columns: usize,
    ink: Ink,
    level: Option<LevelId>,
) -> String {
    let mut sheets = sheets(world, level, path);
    // As in the building: the highest on top.
    sheets.reverse();
    let widest = sheets.iter().map(|sheet| sheet.window.width()).fold(0.0, f64::max);
    let highest = sheets.iter().map(|sheet| sheet.window.height()).fold(0.0, f64::max);
    let scale = ((columns - 1) as f64 / widest.max(1e-9))
        .min(FINEST)
        .min(LONGEST / FLAT / highest.max(1e-9));
    let mut out = String::new();
    for sheet in &sheets {
        if world.building().levels.len() > 1 {
            out.push_str(&format!("{}\n", legible(&called(world, sheet.main))));
        }
        let mut canvas = Canvas::new(world, sheet, scale);
        canvas.ways();
        canvas.walls();
        canvas.doors();
        canvas.signs();
        canvas.path(path);
        canvas.names();
        canvas.marks(&sheets, path);
        out.push_str(&canvas.print(ink));
        out.push('\n');
    }
    out.push_str("╌ ╎ doors, S stairs, L lift, E escalator, R ramp");
    if !path.is_empty() {
        out.push_str("; ● start, ◎ goal, ①② … changes of level");
    }
    out.push('\n');
    out
}

/// Which neighbours a wall goes on to: up, right, down, left.
const JOINTS: [char; 16] =
    [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

#[derive(Clone, Copy, Default)]
struct Cell {
    wall: u8,
    sign: Option<(char, Option<Color>)>,
}

/// Free cells of a row: the first, how many are taken, how far off the middle.
struct Run {
    at: (i64, i64),
    takes: usize,
    off: i64,
}

struct Canvas<'w> {
    world: &'w World,
    sheet: &'w Sheet,
    scale: f64,
    cells: Vec<Vec<Cell>>,
}

impl<'w> Canvas<'w> {
    fn new(world: &'w World, sheet: &'w Sheet, scale: f64) -> Canvas<'w> {
        let size = |length: f64| length.round() as usize + 1;
        let wide = size(sheet.window.width() * scale);
        let high = size(sheet.window.height() * scale * FLAT);
        Canvas { world, sheet, scale, cells: vec![vec![Cell::default(); wide]; high] }
    }

    fn at(&self, [x, y]: Point) -> (i64, i64) {
        (
            ((x - self.sheet.window.left) * self.scale).round() as i64,
            ((y - self.sheet.window.top) * self.scale * FLAT).round() as i64,
        )
    }

    fn cell(&mut self, (x, y): (i64, i64)) -> Option<&mut Cell> {
        let row = self.cells.get_mut(usize::try_from(y).ok()?)?;
        row.get_mut(usize::try_from(x).ok()?)
    }

    fn put(&mut self, at: (i64, i64), sign: char, color: Color) {
        if let Some(cell) = self.cell(at) {
            cell.sign = Some((sign, Some(color)));
        }
    }

    /// The cells of a straight line, each beside the one before.
    fn line(&self, from: Point, to: Point) -> Vec<(i64, i64)> {
        let (mut at, end) = (self.at(from), self.at(to));
        let [dx, dy] = [end.0 - at.0, end.1 - at.1];
        // Lines that leave the picture far behind need not be followed.
        if dx.abs().max(dy.abs()) > 20_000 {
            return Vec::new();
        }
        let (wide, high) = (dx.abs(), dy.abs());
        let mut cells = vec![at];
        let (mut across, mut down) = (0, 0);
        while across < wide || down < high {
            // Whichever step stays nearer to the line.
            if down >= high || (across < wide && (2 * across + 1) * high <= (2 * down + 1) * wide) {
                at.0 += dx.signum();
                across += 1;
            } else {
                at.1 += dy.signum();
                down += 1;
            }
            cells.push(at);
        }
        cells
    }

    fn wall(&mut self, from: Point, to: Point) {
        let cells = self.line(from, to);
        for pair in cells.windows(2) {
            let (out, back) = match (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1) {
                (_, -1) => (1, 4),
                (1, _) => (2, 8),
                (_, 1) => (4, 1),
                _ => (8, 2),
            };
            for (at, joint) in [(pair[0], out), (pair[1], back)] {
                if let Some(cell) = self.cell(at) {
                    cell.wall |= joint;
                }
            }
        }
    }

    fn areas(&self) -> Vec<&'w Area> {
        let sheet = self.sheet;
        let here = self.world.building().areas.iter().filter(|area| {
            sheet.shows(area.level)
                && area.outline.len() > 2
                && Frame::around(area.outline.iter().copied())
                    .is_some_and(|frame| frame.meets(&sheet.window))
        });
        here.collect()
    }

    fn walls(&mut self) {
        for area in self.areas() {
            if matches!(area.kind, AreaKind::Outdoors | AreaKind::Void) {
                continue;
            }
            for ring in std::iter::once(&area.outline).chain(&area.holes) {
                for (number, corner) in ring.iter().enumerate() {
                    self.wall(*corner, ring[(number + 1) % ring.len()]);
                }
            }
        }
        let sheet = self.sheet;
        for wall in self.world.building().partitions.iter().filter(|one| sheet.shows(one.level)) {
            for pair in wall.line.windows(2) {
                self.wall(pair[0], pair[1]);
            }
        }
    }

    /// A gap that is one cell wide at least, the walls' ends on either side.
    fn doors(&mut self) {
        let sheet = self.sheet;
        for door in self.world.building().doors.iter().filter(|one| sheet.shows(one.level)) {
            let cells = self.line(door.line[0], door.line[1]);
            let gap = if cells.len() > 2 {
                &cells[1..cells.len() - 1]
            } else {
                &cells[..1.min(cells.len())]
            };
            let [dx, dy] = [0, 1].map(|axis| (door.line[0][axis] - door.line[1][axis]).abs());
            let leaf = if dx >= dy { '╌' } else { '╎' };
            for at in gap {
                let is_open = door.kind == DoorKind::Opening;
                if let Some(cell) = self.cell(*at) {
                    cell.wall = 0;
                    cell.sign = Some(if is_open { (' ', None) } else { (leaf, Some(DOOR)) });
                }
            }
        }
    }

    /// Ways outside of any area.
    fn ways(&mut self) {
        for id in (0..self.world.passages().len() as u32).map(PassageId) {
            let ends = self.world.passage(id).ends.map(|end| self.world.place(end));
            let is_path = ends.iter().all(|end| self.sheet.shows(end.level))
                && ends.iter().any(|end| end.area.is_none() && end.door.is_none());
            if is_path {
                let [a, b] = ends.map(|end| [end.position.0, end.position.1]);
                for at in self.line(a, b) {
                    self.put(at, '·', NAME);
                }
            }
        }
    }

    fn signs(&mut self) {
        let sheet = self.sheet;
        for connection in &self.world.building().connections {
            let sign = match connection.kind {
                ConnectionKind::Stairs => 'S',
                ConnectionKind::Lift => 'L',
                ConnectionKind::Escalator => 'E',
                ConnectionKind::Ramp => 'R',
            };
            for stop in connection.stops.iter().filter(|stop| sheet.shows(stop.level)) {
                self.put(self.at(stop.at), sign, SIGN);
            }
        }
    }

    fn path(&mut self, path: &[Pose]) {
        for pair in path.windows(2) {
            let ends = [pair[0], pair[1]].map(|pose| self.world.place(pose.place));
            if !ends.iter().all(|end| self.sheet.shows(end.level)) || pair[0].place == pair[1].place
            {
                continue;
            }
            let [a, b] = ends.map(|end| [end.position.0, end.position.1]);
            let cells = self.line(a, b);
            for at in &cells {
                self.put(*at, '•', ROUTE);
            }
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let arrow = match dx.abs() >= dy.abs() {
                true if dx > 0.0 => '▶',
                true => '◀',
                false if dy > 0.0 => '▼',
                false => '▲',
            };
            if cells.len() > 4 {
                self.put(cells[cells.len() / 2], arrow, ROUTE);
            }
        }
    }

    /// A name on a row of its area where it is free, or as much of it as fits.
    fn names(&mut self) {
        let mut areas = self.areas();
        areas.sort_by(|a, b| surface(&a.outline).total_cmp(&surface(&b.outline)));
        for area in areas {
            if matches!(area.kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator) {
                continue;
            }
            let Some(name) = area.name.as_deref().or(area.number.as_deref()) else { continue };
            let name: Vec<char> = legible(name).chars().filter(|sign| !sign.is_control()).collect();
            let Some(((x, y), room)) = self.free_run(area, name.len()) else { continue };
            let fits = name.len().min(room);
            // Half a word tells nobody anything.
            if fits < name.len().min(4) {
                continue;
            }
            let is_cut = fits < name.len();
            for (number, sign) in name[..fits].iter().enumerate() {
                let sign = if is_cut && number + 1 == fits { '…' } else { *sign };
                self.put((x + number as i64, y), sign, NAME);
            }
        }
    }

    /// Where in an area so many characters stand, or most of them: the first
    /// cell and how many, as near to the middle as can be.
    fn free_run(&self, area: &Area, wanted: usize) -> Option<((i64, i64), usize)> {
        let frame = Frame::around(area.outline.iter().copied())?;
        let (left, top) = self.at([frame.left, frame.top]);
        let (right, bottom) = self.at([frame.right, frame.bottom]);
        let middle = ((left + right) / 2, (top + bottom) / 2);
        let mut best: Option<Run> = None;
        for y in top + 1..bottom {
            let mut start = None;
            for x in left + 1..=right {
                let is_free = x < right && self.is_free(area, (x, y));
                match (start, is_free) {
                    (None, true) => start = Some(x),
                    (Some(first), false) => {
                        start = None;
                        let long = (x - first) as usize;
                        let takes = long.min(wanted);
                        let shift = (middle.0 - takes as i64 / 2).clamp(first, x - takes as i64);
                        let off =
                            (y - middle.1).abs() * 2 + (shift + takes as i64 / 2 - middle.0).abs();
                        let lacks = wanted - takes;
                        let is_better = |one: &Run| (lacks, off) < (wanted - one.takes, one.off);
                        if takes > 0 && best.as_ref().is_none_or(is_better) {
                            best = Some(Run { at: (shift, y), takes, off });
                        }
                    }
                    _ => {}
                }
            }
        }
        best.map(|run| (run.at, run.takes))
    }

    fn is_free(&self, area: &Area, (x, y): (i64, i64)) -> bool {
        let position = [
            self.sheet.window.left + x as f64 / self.scale,
            self.sheet.window.top + y as f64 / self.scale / FLAT,
        ];
        let cell = usize::try_from(y)
            .ok()
            .and_then(|y| self.cells.get(y))
            .and_then(|row| row.get(usize::try_from(x).ok()?));
        cell.is_some_and(|cell| cell.wall == 0 && cell.sign.is_none())
            && super::plan::inside(&area.outline, position)
    }

    /// Start, goal and changes of level.
    fn marks(&mut self, sheets: &[Sheet], path: &[Pose]) {
        let world = self.world;
        let sheet_of =
            |pose: &Pose| sheets.iter().position(|sheet| sheet.shows(world.level(pose.place)));
        let mut marks: Vec<(Pose, char)> = Vec::new();
        let mut changes = 0u32;
        for pair in path.windows(2) {
            if sheet_of(&pair[0]) != sheet_of(&pair[1]) {
                changes += 1;
                let number = char::from_u32(0x245f + changes.min(20)).unwrap_or('#');
                marks.extend([(pair[0], number), (pair[1], number)]);
            }
        }
        marks.extend(path.last().map(|pose| (*pose, '◎')));
        marks.extend(path.first().map(|pose| (*pose, '●')));
        for (pose, sign) in marks {
            let place = world.place(pose.place);
            if self.sheet.shows(place.level) {
                self.put(self.at([place.position.0, place.position.1]), sign, ROUTE);
            }
        }
    }

    fn print(&self, ink: Ink) -> String {
        let mut out = String::new();
        for row in &self.cells {
            let is_empty =
                |cell: &Cell| cell.wall == 0 && cell.sign.is_none_or(|(sign, _)| sign == ' ');
            let end = row.iter().rposition(|cell| !is_empty(cell)).map_or(0, |last| last + 1);
            for cell in &row[..end] {
                let (sign, color) =
                    cell.sign.unwrap_or((JOINTS[usize::from(cell.wall & 15)], Some(WALL)));
                let color = color.filter(|_| sign != ' ');
                out.push_str(&paint(&sign.to_string(), color, ink));
            }
            out.push('\n');
        }
        out
    }
}
