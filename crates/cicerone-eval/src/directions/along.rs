//! What there is along a line that somebody walks, and around a point where
//! somebody stands.
//!
//! What people see and count is not sharp: is a fixture six metres aside
//! passed, is a niche an opening? Everything is therefore certain or only
//! possible, and a count is judged against both.

use cicerone::world::World;
use cicerone::world::document::Point;

use super::floor::{Floor, Who};
use super::plane::{direction, distance, dot, moved, right_of};
use super::things::{What, things_on};

/// Nobody counts what is farther aside than this, in metres.
const ASIDE: f64 = 7.0;
/// Everybody counts what is no farther aside.
const CLOSE: f64 = 4.0;
/// One sees so far beyond the end of a line.
const BEYOND: f64 = 10.0;
/// Somebody looks to the side so often, in metres.
const LOOKS: f64 = 0.2;
/// What makes a greater angle with the line is across it (the cosine of that).
const ACROSS: f64 = 0.6;
/// Nearer to the line than this a thing is ahead as much as aside.
const IN_THE_WAY: f64 = 0.75;

/// A line of one level that is walked from one end to the other.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) level: usize,
    pub(super) line: Vec<Point>,
    pub(super) length: f64,
}

/// Something beside a course.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub(super) what: What,
    /// Metres along the course to where one is beside it.
    pub(super) along: f64,
    /// Metres to the right, negative to the left.
    pub(super) right: f64,
    /// True if anybody would notice it there.
    pub(super) is_certain: bool,
}

impl Item {
    /// True if it is on the left (or right) for certain.
    pub(super) fn is_clearly(&self, right: bool) -> bool {
        if right { self.right > IN_THE_WAY } else { self.right < -IN_THE_WAY }
    }

    /// True if it may pass for being on the left (or right).
    pub(super) fn may_be(&self, right: bool) -> bool {
        if right { self.right > 0.0 } else { self.right < 0.0 }
    }
}

/// Something seen from a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) what: What,
    pub(super) toward: Point,
    pub(super) metres: f64,
    pub(super) is_certain: bool,
}

impl Course {
    pub(super) fn new(level: usize, line: &[Point]) -> Course {
        let length = line.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
        Course { level, line: line.to_vec(), length }
    }

    pub(super) fn start(&self) -> Point {
        self.line[0]
    }

    pub(super) fn end(&self) -> Point {
        self.line[self.line.len() - 1]
    }

    /// The direction at its beginning.
    pub(super) fn sets_off(&self) -> Point {
        let pairs = self.line.windows(2);
        pairs.filter_map(|pair| direction(pair[0], pair[1])).next().unwrap_or([0.0, -1.0])
    }

    /// The direction at its end.
    pub(super) fn arrives(&self) -> Point {
        let pairs = self.line.windows(2).rev();
        pairs.filter_map(|pair| direction(pair[0], pair[1])).next().unwrap_or([0.0, -1.0])
    }

    /// The point so many metres along it, or before and beyond it.
    pub(super) fn at(&self, metres: f64) -> Point {
        if metres <= 0.0 {
            return moved(self.start(), self.sets_off(), metres);
        }
        let mut left = metres;
        for pair in self.line.windows(2) {
            let far = distance(pair[0], pair[1]);
            if left <= far {
                return direction(pair[0], pair[1]).map_or(pair[0], |by| moved(pair[0], by, left));
            }
            left -= far;
        }
        moved(self.end(), self.arrives(), left)
    }

    /// Doors and openings it passes, each with the metres to it; the ends are
    /// carried on a little, for who starts or stops on a threshold.
    pub(super) fn crossed(&self, floor: &Floor) -> Vec<(f64, usize)> {
        let mut line = self.line.clone();
        let last = line.len() - 1;
        line[0] = self.at(-0.25);
        line[last] = self.at(self.length + 0.25);
        let mut all: Vec<(f64, usize)> = Vec::new();
        let mut done = -0.25;
        for pair in line.windows(2) {
            let far = distance(pair[0], pair[1]);
            let met = floor.crossed(pair[0], pair[1]).into_iter();
            all.extend(met.map(|(share, door)| (done + share * far, door)));
            done += far;
        }
        all.dedup_by_key(|(_, door)| *door);
        all
    }

    /// The pieces of the line, each with the metres before it; the last is
    /// carried on as far as one can walk.
    fn pieces(&self, floor: &Floor) -> Vec<(f64, [Point; 2])> {
        let mut done = 0.0;
        let mut pieces: Vec<(f64, [Point; 2])> = Vec::new();
        for pair in self.line.windows(2) {
            pieces.push((done, [pair[0], pair[1]]));
            done += distance(pair[0], pair[1]);
        }
        let beyond = floor.reach(self.end(), self.arrives(), BEYOND, Who::Looks(None));
        if let Some((_, piece)) = pieces.last_mut() {
            piece[1] = moved(self.end(), self.arrives(), beyond);
        }
        pieces
    }

    /// Everything one comes by, in order.
    pub(super) fn items(&self, world: &World, floor: &Floor) -> Vec<Item> {
        let things = things_on(world, self.level);
        let mut items: Vec<Item> = Vec::new();
        for (number, (done, [a, b])) in self.pieces(floor).into_iter().enumerate() {
            let Some(along) = direction(a, b) else { continue };
            let right = right_of(along);
            let far = distance(a, b);
            for (what, at) in &things {
                let from = [at[0] - a[0], at[1] - a[1]];
                let (metres, aside) = (dot(from, along), dot(from, right));
                let first = if number == 0 { -1.0 } else { 0.0 };
                if aside.abs() > ASIDE || metres < first || metres > far + 0.5 {
                    continue;
                }
                let eye = |back: f64| moved(a, along, (metres - back).clamp(0.0, far));
                let seen =
                    |back: f64, slack: f64| sees(world, floor, eye(back), (*what, *at), slack);
                if ![0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0].iter().any(|back| seen(*back, 0.6)) {
                    continue;
                }
                let sees_well = [0.0, 2.0].iter().any(|back| seen(*back, 0.05));
                let wall = match what {
                    // A door far behind the wall one walks along is another space's.
                    What::Door(_) => {
                        let side = if aside > 0.0 { right } else { [-right[0], -right[1]] };
                        let to_wall =
                            |back: f64| floor.reach(eye(back), side, ASIDE, Who::Looks(None));
                        to_wall(1.5).min(to_wall(-1.5)) + 1.0
                    }
                    _ => ASIDE,
                };
                // One that stands across the way is in the wall of another space, or not.
                let is_across = match what {
                    What::Door(number) => {
                        let line = world.building().doors[*number].line;
                        direction(line[0], line[1])
                            .is_some_and(|by| dot(by, along).abs() < ACROSS && aside.abs() > 1.2)
                    }
                    _ => false,
                };
                let is_certain = sees_well && aside.abs() <= CLOSE.min(wall) && !is_across;
                items.push(Item { what: *what, along: done + metres, right: aside, is_certain });
            }
            if floor.has_walls() {
                for sign in [-1.0, 1.0] {
                    let side = [right[0] * sign, right[1] * sign];
                    ways_off(floor, (done, [a, b]), side, sign, &mut items);
                }
            }
        }
        items.sort_by(|a, b| a.along.total_cmp(&b.along));
        items
    }

    /// Metres between the walls on either hand, as a rule, between two metres.
    pub(super) fn width(&self, floor: &Floor, from: f64, to: f64) -> f64 {
        let mut widths: Vec<f64> = (1..20)
            .map(|step| {
                let metres = from + (to - from) * f64::from(step) / 20.0;
                let at = self.at(metres);
                let along = direction(self.at(metres - 0.1), self.at(metres + 0.1));
                let right = right_of(along.unwrap_or(self.sets_off()));
                let reach = |by| floor.reach(at, by, 15.0, Who::Looks(None));
                reach(right) + reach([-right[0], -right[1]])
            })
            .collect();
        widths.sort_by(f64::total_cmp);
        widths[widths.len() / 4]
    }
}

/// Gaps in the wall on one hand that are no doors of the map.
fn ways_off(
    floor: &Floor,
    (done, [a, b]): (f64, [Point; 2]),
    side: Point,
    sign: f64,
    items: &mut Vec<Item>,
) {
    let Some(along) = direction(a, b) else { return };
    let count = (distance(a, b) / LOOKS).floor().min(1000.0) as usize;
    let eye = |number: usize| moved(a, along, number as f64 * LOOKS);
    let depths: Vec<f64> =
        (0..=count).map(|n| floor.reach(eye(n), side, 12.0, Who::Looks(None))).collect();
    // The wall beside a spot: what is usual within some metres of it.
    let usual = |number: usize| {
        let reach = (14.0 / LOOKS) as usize;
        let mut near = depths[number.saturating_sub(reach)..=(number + reach).min(count)].to_vec();
        near.sort_by(f64::total_cmp);
        near[near.len() / 5]
    };
    // A niche between two gaps joins them for some and parts them for others.
    let falls = [1.5, 3.0];
    let mut gaps: Vec<(usize, usize)> = Vec::new();
    for fall in falls {
        let mut number = 0;
        while number <= count {
            let wall = usual(number);
            let first = number;
            while number <= count && depths[number] >= wall + fall {
                number += 1;
            }
            let is_new = |gap: &(usize, usize)| gap.0.abs_diff(first) + gap.1.abs_diff(number) > 3;
            if number > first && gaps.iter().all(is_new) {
                gaps.push((first, number));
            }
            number += 1;
        }
    }
    for (first, number) in gaps {
        let wall = usual(first);
        let width = (number - first) as f64 * LOOKS;
        if !(0.6..=15.0).contains(&width) || wall > 7.0 {
            continue;
        }
        let middle = (first + number - 1) / 2;
        // One ray through a gap behind it makes no corridor.
        let mut rays = [1, 2, 3].map(|quarter| {
            let number = first + (number - 1 - first) * quarter / 4;
            floor.reach(eye(number), side, 40.0, Who::Looks(None))
        });
        rays.sort_by(f64::total_cmp);
        let depth = rays[1];
        let metres = (first + number - 1) as f64 / 2.0 * LOOKS;
        let is_known = items.iter().any(|item| {
            matches!(item.what, What::Door(_))
                && item.right * sign > 0.0
                && item.right.abs() < wall + 1.6
                && (item.along - done - metres).abs() < width / 2.0 + 0.4
        });
        let ends = first > 0 && number <= count;
        let is_certain = !is_known
            && ends
            && depths[middle] >= wall + 3.0
            && (1.2..=9.0).contains(&width)
            && wall < 4.5;
        let what = What::Way { width, depth };
        items.push(Item { what, along: done + metres, right: sign * wall.max(1.0), is_certain });
    }
}

/// True if one sees a thing from a point, but for the last so many metres:
/// things hang on walls and have an extent.
pub(super) fn sees(
    world: &World,
    floor: &Floor,
    eye: Point,
    (what, at): (What, Point),
    slack: f64,
) -> bool {
    let Some(toward) = direction(eye, at) else { return true };
    let metres = distance(eye, at);
    let short = |by: f64| moved(eye, toward, (metres - by).max(0.0));
    match what {
        What::Door(number) => {
            let own = Who::Looks(Some(number));
            let ends = world.building().doors[number].line;
            let spots = [at, nearer(ends[0], at), nearer(ends[1], at)];
            spots.into_iter().any(|spot| {
                let Some(toward) = direction(eye, spot) else { return true };
                let far = distance(eye, spot) - slack.max(0.3);
                floor.stopped(eye, moved(eye, toward, far.max(0.0)), own).is_none()
            })
        }
        // A lift stands behind its own door, stairs behind their first steps.
        What::Stop(..) => {
            floor.stopped(eye, short(2.5 + slack), Who::Looks(None)).is_none()
                && floor.stopped(eye, short(slack), Who::Walks).is_none()
        }
        What::Fixture(number) => {
            let half = world.building().fixtures[number].size.unwrap_or(0.0) / 2.0;
            let clear = |by: f64| floor.stopped(eye, short(by), Who::Looks(None)).is_none();
            clear(slack) || (slack > 0.3 && clear(half.min(1.5)))
        }
        What::Way { .. } => floor.stopped(eye, short(slack), Who::Looks(None)).is_none(),
    }
}

/// A point of a door near its end.
fn nearer(end: Point, middle: Point) -> Point {
    [middle[0] + (end[0] - middle[0]) * 0.7, middle[1] + (end[1] - middle[1]) * 0.7]
}

/// Everything seen from a point within so many metres.
pub(super) fn around(
    world: &World,
    floor: &Floor,
    level: usize,
    at: Point,
    within: f64,
) -> Vec<Seen> {
    let near = things_on(world, level).into_iter().filter_map(|(what, spot)| {
        let metres = distance(at, spot);
        if metres > within || !sees(world, floor, at, (what, spot), 0.6) {
            return None;
        }
        let is_certain =
            metres < within - 1.5 && metres > 1.0 && sees(world, floor, at, (what, spot), 0.05);
        let toward = direction(at, spot).unwrap_or([0.0, -1.0]);
        Some(Seen { what, toward, metres, is_certain })
    });
    near.collect()
}
