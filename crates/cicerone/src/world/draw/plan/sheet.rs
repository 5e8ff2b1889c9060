//! Which levels a picture shows, what of them, and where on the page.

use super::shapes::Frame;
use crate::world::document::Point;
use crate::world::{LevelId, Pose, World};

/// A level with more of everything than this is drawn only around the path.
const WHOLE: usize = 6000;
/// A plan longer than this is drawn only around the path, in units.
const LONG: f64 = 170.0;
/// What is shown around a path at least, in units.
const AROUND: f64 = 22.0;
/// More storeys than this are drawn only if the path is on them.
const MANY: usize = 4;

/// Pixels between sheets.
pub(super) const GAP: f64 = 34.0;
/// Pixels above a sheet, for its title.
pub(super) const TITLE: f64 = 26.0;

/// One storey on the page, with the landings between it and the next.
#[derive(Debug, Clone)]
pub(in crate::world::draw) struct Sheet {
    /// The storey it shows.
    pub main: LevelId,
    /// Whatever is drawn on it.
    pub levels: Vec<LevelId>,
    /// The part of it that is shown, in units.
    pub window: Frame,
    /// Where the window's corner is on the page, in pixels.
    pub corner: Point,
    /// Pixels a unit is long.
    pub scale: f64,
}

impl Sheet {
    /// Where a position is on the page.
    pub(super) fn at(&self, [x, y]: Point) -> Point {
        [
            self.corner[0] + (x - self.window.left) * self.scale,
            self.corner[1] + (y - self.window.top) * self.scale,
        ]
    }

    /// The sheet on the page.
    pub(super) fn frame(&self) -> Frame {
        let [left, top] = self.corner;
        Frame {
            left,
            top,
            right: left + self.window.width() * self.scale,
            bottom: top + self.window.height() * self.scale,
        }
    }

    pub(in crate::world::draw) fn shows(&self, level: LevelId) -> bool {
        self.levels.contains(&level)
    }
}

/// The sheets of a picture, not yet on a page: of one level, or of all that
/// there is reason to show.
pub(in crate::world::draw) fn sheets(
    world: &World,
    only: Option<LevelId>,
    path: &[Pose],
) -> Vec<Sheet> {
    let mut storeys = storeys(world);
    let walks = |levels: &[LevelId]| path.iter().any(|p| levels.contains(&world.level(p.place)));
    let sizes: Vec<usize> = sizes(world);
    let size = |levels: &[LevelId]| levels.iter().map(|one| sizes[one.index()]).sum::<usize>();
    match only {
        Some(level) => storeys.retain(|(_, levels)| levels.contains(&level)),
        None if storeys.len() > MANY && !path.is_empty() => {
            storeys.retain(|(_, levels)| walks(levels));
        }
        None => {
            // Of a building that is too large for any page, the first storey.
            let mut total = 0;
            let first = storeys.first().cloned();
            storeys.retain(|(_, levels)| {
                total += size(levels);
                total <= 2 * WHOLE || walks(levels)
            });
            if storeys.is_empty() {
                storeys.extend(first);
            }
        }
    }
    let mut is_cropped = false;
    let mut sheet = |(main, levels): (LevelId, Vec<LevelId>)| {
        let whole = extent(world, &levels)?;
        let is_long = whole.width().max(whole.height()) > LONG;
        let walked = path.iter().filter(|pose| levels.contains(&world.level(pose.place)));
        let walked = Frame::around(walked.map(|pose| at(world, *pose)));
        let window = match walked {
            Some(walked) if is_long || size(&levels) > WHOLE => {
                is_cropped = true;
                // At least so wide that one sees where it is.
                let least = Frame::centred(walked.middle(), 2.5 * AROUND, 2.0 * AROUND);
                let wide = walked.grown(AROUND);
                let both = [[least.left, least.top], [least.right, least.bottom]]
                    .into_iter()
                    .chain([[wide.left, wide.top], [wide.right, wide.bottom]]);
                Frame::around(both).unwrap_or(whole).common(&whole)
            }
            None if size(&levels) > WHOLE => {
                let first = world.place_ids().find(|id| levels.contains(&world.level(*id)))?;
                let (x, y) = world.place(first).position;
                Frame::centred([x, y], 5.0 * AROUND, 4.0 * AROUND).common(&whole)
            }
            _ => whole,
        };
        let window = window.grown(0.4);
        Some(Sheet { main, levels, window, corner: [0.0; 2], scale: 1.0 })
    };
    let mut all: Vec<Sheet> = storeys.into_iter().filter_map(&mut sheet).collect();
    if is_cropped && only.is_none() {
        all.retain(|sheet| walks(&sheet.levels));
    }
    all
}

/// Storeys from the lowest: levels between two of them that have no areas, as
/// landings of stairs are, count to the nearer.
fn storeys(world: &World) -> Vec<(LevelId, Vec<LevelId>)> {
    let levels = &world.building().levels;
    let mut has_areas = vec![false; levels.len()];
    for area in world.building().areas.iter().filter(|area| area.outline.len() > 2) {
        has_areas[area.level.index()] = true;
    }
    let mut order: Vec<LevelId> = (0..levels.len() as u16).map(LevelId).collect();
    let ordinal = |id: LevelId| levels[id.index()].ordinal;
    order.sort_by(|a, b| ordinal(*a).total_cmp(&ordinal(*b)).then(a.cmp(b)));
    let is_storey = |id: &LevelId| has_areas[id.index()] || ordinal(*id).fract() == 0.0;
    let mut storeys: Vec<(LevelId, Vec<LevelId>)> =
        order.iter().copied().filter(is_storey).map(|id| (id, vec![id])).collect();
    if storeys.is_empty() {
        return order.into_iter().map(|id| (id, vec![id])).collect();
    }
    for level in order.iter().copied().filter(|id| !is_storey(id)) {
        let off =
            |(main, _): &&mut (LevelId, Vec<LevelId>)| (ordinal(*main) - ordinal(level)).abs();
        if let Some((_, levels)) = storeys.iter_mut().min_by(|a, b| off(a).total_cmp(&off(b))) {
            levels.push(level);
        }
    }
    storeys
}

/// How much there is on each level.
fn sizes(world: &World) -> Vec<usize> {
    let building = world.building();
    let mut sizes = vec![0; building.levels.len()];
    let levels = (building.areas.iter().map(|one| one.level))
        .chain(building.doors.iter().map(|one| one.level))
        .chain(building.fixtures.iter().map(|one| one.level))
        .chain(building.partitions.iter().map(|one| one.level))
        .chain(world.place_ids().map(|id| world.level(id)));
    for level in levels {
        sizes[level.index()] += 1;
    }
    sizes
}

/// Whatever is on some levels.
fn extent(world: &World, levels: &[LevelId]) -> Option<Frame> {
    let building = world.building();
    let here = |level: LevelId| levels.contains(&level);
    let areas = building.areas.iter().filter(|area| here(area.level));
    let walls = building.partitions.iter().filter(|wall| here(wall.level));
    let fixtures = building.fixtures.iter().filter(|fixture| here(fixture.level));
    let places = world.place_ids().filter(|id| here(world.level(*id)));
    Frame::around(
        areas
            .flat_map(|area| area.outline.iter().copied())
            .chain(walls.flat_map(|wall| wall.line.iter().copied()))
            .chain(fixtures.map(|fixture| fixture.at))
            .chain(places.map(|place| at(world, Pose { place, heading: None }))),
    )
}

/// Where a pose is.
pub(super) fn at(world: &World, pose: Pose) -> Point {
    let (x, y) = world.place(pose.place).position;
    [x, y]
}

/// Puts the sheets on a page of a pleasant shape, and says how large it is.
///
/// All have one scale. In one column the highest storey is on top, as in the
/// building; otherwise they are read from the lowest.
pub(super) fn arrange(sheets: &mut [Sheet], corner: Point) -> Point {
    /// Pixels the drawing is wide, unless it would be too coarse or too fine.
    const WIDE: f64 = 1400.0;
    const SCALES: [f64; 2] = [3.0, 17.0];
    const LARGEST: f64 = 12_000.0;
    /// Width by height that pages have.
    const SHAPE: f64 = 1.45;
    let page = |columns: usize| {
        let rows: Vec<&[Sheet]> = sheets.chunks(columns).collect();
        let wide = |row: &&[Sheet]| row.iter().map(|one| one.window.width()).sum::<f64>();
        let high = |row: &&[Sheet]| row.iter().map(|one| one.window.height()).fold(0.0, f64::max);
        let width = rows.iter().map(wide).fold(0.0, f64::max);
        (width, rows.iter().map(high).sum::<f64>())
    };
    let shape = |columns: &usize| {
        let (width, height) = page(*columns);
        // Nor is a page good that is half empty.
        let cells = sheets.len().div_ceil(*columns) * columns;
        let empty = (cells - sheets.len()) as f64 / cells as f64;
        (width / height.max(1e-9) / SHAPE).ln().abs() + 0.8 * empty
    };
    let columns = (1..=sheets.len()).min_by(|a, b| shape(a).total_cmp(&shape(b))).unwrap_or(1);
    let (width, height) = page(columns);
    let scale = (WIDE / width.max(1e-9)).clamp(SCALES[0], SCALES[1]);
    // Whatever its shape, a page has an end.
    let scale = scale.min(LARGEST / width.max(height).max(1e-9));
    if columns == 1 {
        sheets.reverse();
    }
    let mut top = corner[1];
    let mut width = 0.0f64;
    for row in sheets.chunks_mut(columns) {
        let mut left = corner[0];
        let mut height = 0.0f64;
        for sheet in row {
            sheet.scale = scale;
            sheet.corner = [left, top + TITLE];
            height = height.max(sheet.window.height() * scale + TITLE);
            left += sheet.window.width() * scale + GAP;
        }
        width = width.max(left - GAP - corner[0]);
        top += height + GAP;
    }
    [width, top - GAP - corner[1]]
}
