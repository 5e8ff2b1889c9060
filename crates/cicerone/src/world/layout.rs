//! Where on its levels everything of a building is: what is near a line, and
//! in which area a point lies. Worked out once, when first asked for.

use std::collections::HashMap;

use super::document::{AreaKind, DoorKind, Point, Unit};
use super::walls::{Walls, unit};
use super::{AreaId, ConnectionId, Door, DoorId, FixtureId, LevelId, PlaceId, World};

/// Metres a cell is wide.
const CELL: f64 = 4.0;
/// Areas over more cells than this are asked every time.
const MANY_CELLS: f64 = 4096.0;

/// What a door leads into begins so many metres behind it.
const BEHIND_A_DOOR: f64 = 0.4;

/// Where everything is.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    walls: Walls,
    levels: Vec<LevelLayout>,
    is_free: bool,
}

#[derive(Debug, Default)]
struct LevelLayout {
    areas: HashMap<(i32, i32), Vec<AreaId>>,
    large: Vec<AreaId>,
    things: HashMap<(i32, i32), Vec<Placed>>,
}

/// Something with a position on a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Placed {
    /// A door or an opening.
    Door(DoorId),
    /// Where one gets on or off a connection, by number.
    Stop(ConnectionId, u16),
    /// What stands about.
    Fixture(FixtureId),
}

impl Layout {
    pub(super) fn of(world: &World) -> Layout {
        let building = world.building();
        let mut levels: Vec<LevelLayout> = Vec::new();
        levels.resize_with(building.levels.len(), LevelLayout::default);
        for (number, area) in building.areas.iter().enumerate() {
            if area.outline.len() > 2 && area.kind != AreaKind::Void {
                levels[area.level.index()].add_area(AreaId(number as u32), &area.outline);
            }
        }
        let place = |levels: &mut [LevelLayout], level: LevelId, at: Point, what: Placed| {
            levels[level.index()].things.entry((cell(at[0]), cell(at[1]))).or_default().push(what);
        };
        for (number, door) in building.doors.iter().enumerate() {
            // Where a lift opens one sees a lift.
            let is_lifts = levels[door.level.index()].leads_into_lift(world, door);
            if door.kind == DoorKind::Opening && is_lifts {
                continue;
            }
            place(&mut levels, door.level, middle(door.line), Placed::Door(DoorId(number as u32)));
        }
        for (number, connection) in building.connections.iter().enumerate() {
            for (stop, which) in connection.stops.iter().zip(0..) {
                place(
                    &mut levels,
                    stop.level,
                    stop.at,
                    Placed::Stop(ConnectionId(number as u32), which),
                );
            }
        }
        for (number, fixture) in building.fixtures.iter().enumerate() {
            place(
                &mut levels,
                fixture.level,
                fixture.at,
                Placed::Fixture(FixtureId(number as u32)),
            );
        }
        let walls = Walls::of(world);
        let has_walls = |place: PlaceId| !walls.is_empty(world.level(place));
        let is_free = world.unit() == Unit::Metre && world.place_ids().all(has_walls);
        Layout { walls, levels, is_free }
    }

    /// True if one walks freely between walls, wherever there is a place.
    pub(crate) fn is_free(&self) -> bool {
        self.is_free
    }

    /// What one can neither walk nor see through.
    pub(crate) fn walls(&self) -> &Walls {
        &self.walls
    }

    /// The smallest area that a point is in.
    pub(crate) fn area_at(&self, world: &World, level: LevelId, at: Point) -> Option<AreaId> {
        let inside = self.levels[level.index()].areas_about(at).filter(|id| {
            let area = world.area(*id);
            is_inside(&area.outline, at) && !area.holes.iter().any(|hole| is_inside(hole, at))
        });
        let size = |id: &AreaId| size(&world.area(*id).outline);
        inside.min_by(|a, b| size(a).total_cmp(&size(b)).then(a.cmp(b)))
    }

    /// Everything within so many metres of a line, in the order of their ids.
    pub(crate) fn near(&self, level: LevelId, from: Point, to: Point, within: f64) -> Vec<Placed> {
        let things = &self.levels[level.index()].things;
        let low = |axis: usize| cell(from[axis].min(to[axis]) - within);
        let high = |axis: usize| cell(from[axis].max(to[axis]) + within);
        let mut all: Vec<Placed> = Vec::new();
        for i in low(0)..=high(0) {
            for j in low(1)..=high(1) {
                all.extend(things.get(&(i, j)).into_iter().flatten());
            }
        }
        all.sort_unstable();
        all
    }
}

impl LevelLayout {
    /// The areas that a point may be in.
    fn areas_about(&self, at: Point) -> impl Iterator<Item = AreaId> {
        let near = self.areas.get(&(cell(at[0]), cell(at[1]))).into_iter().flatten();
        near.chain(&self.large).copied()
    }

    fn leads_into_lift(&self, world: &World, door: &Door) -> bool {
        let at = middle(door.line);
        let Some(along) = unit(door.line[0], door.line[1]) else { return false };
        [BEHIND_A_DOOR, -BEHIND_A_DOOR].into_iter().any(|by| {
            let behind = [at[0] - along[1] * by, at[1] + along[0] * by];
            self.areas_about(behind).any(|id| {
                let area = world.area(id);
                area.kind == AreaKind::Lift && is_inside(&area.outline, behind)
            })
        })
    }

    fn add_area(&mut self, id: AreaId, outline: &[Point]) {
        let bound = |axis: usize, pick: fn(f64, f64) -> f64| {
            outline.iter().map(|point| point[axis]).reduce(pick).unwrap_or(0.0)
        };
        let [left, top] = [0, 1].map(|axis| bound(axis, f64::min));
        let [right, bottom] = [0, 1].map(|axis| bound(axis, f64::max));
        if ((right - left) / CELL + 1.0) * ((bottom - top) / CELL + 1.0) > MANY_CELLS {
            self.large.push(id);
            return;
        }
        for i in cell(left)..=cell(right) {
            for j in cell(top)..=cell(bottom) {
                self.areas.entry((i, j)).or_default().push(id);
            }
        }
    }
}

/// True for a door of a lift.
pub(crate) fn leads_into_lift(world: &World, door: &Door) -> bool {
    world.layout().levels[door.level.index()].leads_into_lift(world, door)
}

/// The middle of a line.
pub(crate) fn middle(line: [Point; 2]) -> Point {
    [(line[0][0] + line[1][0]) / 2.0, (line[0][1] + line[1][1]) / 2.0]
}

fn cell(at: f64) -> i32 {
    (at / CELL).floor() as i32
}

fn size(outline: &[Point]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    let twice: f64 = outline.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum();
    twice.abs() / 2.0
}

fn is_inside(outline: &[Point], at: Point) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crossed = outline.iter().zip(next).filter(|(a, b)| {
        (a[1] > at[1]) != (b[1] > at[1])
            && at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0]
    });
    crossed.count() % 2 == 1
}
