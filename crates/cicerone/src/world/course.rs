//! The course of a route through a building: how somebody walks it, whatever
//! net of places it was found on.
//!
//! A net leads to the middle of a corridor and then along it; people cut the
//! corner. So the route's line is pulled tight where the walls allow it, jogs
//! are dropped and turns that follow each other closely are one. What remains
//! is cut into legs at the places where a person would say 'turn'.

mod joined;
mod squared;

use squared::{squared, turned_late};

use super::document::{DoorKind, Point, Unit};
use super::walls::unit;
use super::{
    AreaId, ConnectionId, DoorId, Heading, LevelId, PassageId, Pose, Route, Segment, World,
};

/// A few steps, in metres.
const A_FEW_STEPS: f64 = 4.0;
/// Half the breadth of somebody who walks, in metres.
const HALF_BREADTH: f64 = 0.22;
/// A bend of fewer degrees is no turn.
pub(crate) const TURN: f64 = 33.0;
/// A bend of fewer degrees is none at all.
const STRAIGHT: f64 = 12.0;
/// A bend of more degrees leads back where one came from.
const THERE_AND_BACK: f64 = 150.0;
/// Two turns closer than this, in metres, are one.
const ONE_TURN: f64 = 1.6;
/// A turn in several bits, no longer than this each, is one if it is about square,
/// and if no corner of it is farther than this from where one would turn.
const ONE_BIT: f64 = 6.0;
const SQUARE_TURN: std::ops::Range<f64> = 60.0..120.0;
const BLUNT: f64 = 8.0;
/// A first or last bit shorter than this is no stretch of its own.
const STUB: f64 = 0.9;
/// First steps aside, no longer than this, are lost in a stretch that is so many
/// times as long: nobody is told to take a step and turn who can set off at once.
const FIRST_STEPS: f64 = 3.0;
const LOST_IN: f64 = 3.0;
/// One stands so far before and behind a door that one goes through.
const OFF_DOOR: f64 = 0.7;
/// Who goes through a door at a greater angle, in degrees, turns there.
const THROUGH_DOOR: f64 = 42.0;
/// The line of a door that is passed aslant bends so far behind it.
const BEHIND_DOOR: f64 = 0.15;
/// An opening wider than this is passed anywhere.
const WIDE: f64 = 2.5;
/// So many places are pulled tight at a time.
const WINDOW: usize = 80;
/// The line of a graph without walls is smoothed by so many metres.
const SLACK: f64 = 0.6;

/// A stretch of a route through a building that is walked without a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// The level it is on.
    pub level: LevelId,
    /// Its line; straight but for gentle bends.
    pub line: Vec<Point>,
    /// By how many degrees one turns before it, to the right if positive;
    /// `None` if one does not know which way one looked.
    pub turn: Option<f64>,
    /// The doors and openings it passes, each with the metres to it.
    pub doors: Vec<(f64, DoorId)>,
    /// The areas it leads through, each with the metres to where it begins.
    pub areas: Vec<(f64, Option<AreaId>)>,
    /// What came before it.
    pub(crate) before: Before,
    /// What comes after it, seen from its end.
    pub next: Next,
}

/// What came before a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// Nothing: the route starts.
    Start,
    /// Another leg, and a turn.
    Turn,
    /// A change of level by that connection.
    Ride(ConnectionId),
}

/// What comes after a leg.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Nothing: the route ends, here or a few steps aside.
    Arrive,
    /// A turn by so many degrees, to the right if positive, and another leg
    /// with the doors it passes soon.
    Turn {
        /// Degrees to the right.
        by: f64,
        /// Where the next leg leads to.
        toward: Point,
        /// The first door or opening it passes, and the metres to it.
        door: Option<(f64, DoorId)>,
        /// The area behind that door.
        into: Option<AreaId>,
        /// How long the next leg is.
        length: f64,
        /// True if the route ends with it.
        is_last: bool,
        /// What one takes to another level after a few steps, if one does.
        boards: Option<ConnectionId>,
    },
    /// A change of level by that connection.
    Ride(ConnectionId),
}

impl Leg {
    /// Metres from its beginning to its end.
    pub fn length(&self) -> f64 {
        self.line.windows(2).map(|pair| far(pair[0], pair[1])).sum()
    }

    /// Where it begins.
    pub fn start(&self) -> Point {
        self.line[0]
    }

    /// Where it ends.
    pub fn end(&self) -> Point {
        self.line[self.line.len() - 1]
    }

    /// The direction it sets off in.
    pub fn heading(&self) -> Heading {
        heading(self.line[0], self.line[1])
    }

    /// The direction it goes in after a few steps.
    pub fn sets_off(&self) -> Heading {
        heading(self.start(), self.at(self.length().min(A_FEW_STEPS)))
    }

    /// The direction it ends in.
    pub(crate) fn last_heading(&self) -> Heading {
        heading(self.line[self.line.len() - 2], self.end())
    }

    /// The area one is in where it ends.
    pub(crate) fn last_area(&self) -> Option<AreaId> {
        self.areas.last().and_then(|(_, area)| *area)
    }

    /// The area one is in soon after so many metres.
    fn area_after(&self, metres: f64) -> Option<AreaId> {
        let begun = self.areas.iter().take_while(|(at, _)| *at <= metres + 1.0);
        begun.last().and_then(|(_, area)| *area)
    }

    /// The point so many metres along it.
    pub fn at(&self, metres: f64) -> Point {
        let mut left = metres;
        for pair in self.line.windows(2) {
            let length = far(pair[0], pair[1]);
            if left <= length || pair[1] == self.end() {
                return along(pair[0], pair[1], left);
            }
            left -= length;
        }
        self.end()
    }
}

/// A corner of the course, and the pose of the route it is at.
#[derive(Debug, Clone, Copy)]
struct Corner {
    at: Point,
    pose: usize,
    /// True before and behind a door: one walks straight through it.
    fixed: bool,
}

impl Route {
    /// The pieces of the route that become one sentence each: in a building
    /// its legs and rides, in a world of corridors single turns and walks.
    pub fn pieces(&self, world: &World) -> Vec<Segment> {
        match world.unit() {
            Unit::Passage => self.segments(),
            Unit::Metre => self.legs(world),
        }
    }

    fn legs(&self, world: &World) -> Vec<Segment> {
        let poses = self.poses();
        let mut segments: Vec<Segment> = Vec::new();
        let mut first = 0;
        for index in 1..=poses.len() {
            let ride = if index < poses.len() { self.ride(index) } else { None };
            if index < poses.len() && ride.is_none() {
                continue;
            }
            self.walk(world, first, index - 1, &mut segments);
            if let Some(passage) = ride {
                let by = world.passage(passage).connection;
                if let Some(leg) = segments.last_mut().and_then(|last| last.leg.as_mut())
                    && let Some(by) = by
                {
                    leg.next = Next::Ride(by);
                }
                segments.push(piece(poses, index - 1, index, ride, None));
            }
            first = index;
        }
        joined::join(world, &mut segments);
        if segments.is_empty() {
            segments.push(Segment::whole(self));
        }
        let count = segments.len();
        (segments[0].first, segments[0].starts_route) = (0, true);
        (segments[count - 1].last, segments[count - 1].ends_route) = (poses.len() - 1, true);
        segments
    }

    /// What led to a pose from which one sets off.
    fn boarded(&self, world: &World, pose: usize) -> Before {
        let ride = self.ride(pose).and_then(|passage| world.passage(passage).connection);
        ride.map_or(Before::Start, Before::Ride)
    }

    /// The legs between two poses that are on one level.
    fn walk(&self, world: &World, first: usize, last: usize, segments: &mut Vec<Segment>) {
        let poses = self.poses();
        let level = world.level(poses[first].place);
        let mut corners: Vec<Corner> = Vec::new();
        for (number, pose) in poses.iter().enumerate().take(last + 1).skip(first) {
            let (x, y) = world.place(pose.place).position;
            match corners.last_mut() {
                Some(before) if far(before.at, [x, y]) < 1e-6 => before.pose = number,
                _ => corners.push(Corner { at: [x, y], pose: number, fixed: false }),
            }
        }
        if corners.len() < 2 {
            return;
        }
        let corners = through_doors(world, level, corners, poses);
        let corners = tidied(world, level, pulled(world, level, corners, poses));
        let corners = in_one_turn(world, level, squared(world, level, corners, poses));
        let mut corners = tidied(world, level, turned_late(world, level, corners));
        if first == 0 {
            set_off_at_once(world, level, &mut corners);
        }
        let mut before = poses[first].heading;
        let mut from = 0;
        for number in 1..corners.len() {
            let is_last = number + 1 == corners.len();
            if !is_last && bend(&corners, number).abs() < TURN {
                continue;
            }
            let line: Vec<Point> = corners[from..=number].iter().map(|corner| corner.at).collect();
            let mut leg = Leg {
                level,
                turn: before.map(|heading| heading.turn_to(self::heading(line[0], line[1]))),
                doors: Vec::new(),
                areas: Vec::new(),
                line,
                before: match from {
                    0 => self.boarded(world, first),
                    _ => Before::Turn,
                },
                next: Next::Arrive,
            };
            leg.find_crossings(world);
            if let Some(previous) = segments.last_mut().and_then(|last| last.leg.as_mut())
                && from > 0
            {
                previous.next = Next::Turn {
                    by: leg.turn.unwrap_or(0.0),
                    toward: leg.end(),
                    door: leg.doors.first().copied(),
                    into: leg.doors.first().and_then(|(metres, _)| leg.area_after(*metres)),
                    length: leg.length(),
                    is_last: is_last && last + 1 == poses.len(),
                    boards: None,
                };
            }
            before = Some(leg.last_heading());
            let begin = if from == 0 { first } else { corners[from].pose };
            let end = if is_last { last } else { corners[number].pose };
            segments.push(piece(poses, begin, end.max(begin), None, Some(leg)));
            from = number;
        }
    }
}

impl Leg {
    fn find_crossings(&mut self, world: &World) {
        let layout = world.layout();
        self.doors.clear();
        let mut done = 0.0;
        for pair in self.line.windows(2) {
            let crossed = layout.walls().doors_between(self.level, pair[0], pair[1]);
            self.doors.extend(crossed.into_iter().map(|(metres, door)| (done + metres, door)));
            done += far(pair[0], pair[1]);
        }
        self.doors.dedup_by_key(|(_, door)| *door);
        let area = |at: Point| layout.area_at(world, self.level, at);
        let mut areas = vec![(0.0, area(self.at(0.0)))];
        // Half a metre at a time, and the doors' far sides.
        let steps = (done / 0.5).ceil().min(10_000.0) as usize;
        for step in 1..=steps {
            let metres = done * step as f64 / steps as f64;
            let here = area(self.at(metres));
            if here.is_some() && areas.last().is_some_and(|(_, last)| *last != here) {
                areas.push((metres, here));
            }
        }
        self.areas = areas;
    }
}

fn piece(
    poses: &[Pose],
    first: usize,
    last: usize,
    ride: Option<PassageId>,
    leg: Option<Leg>,
) -> Segment {
    Segment {
        poses: poses[first..=last].to_vec(),
        first,
        last,
        starts_route: false,
        ends_route: false,
        ride,
        leg: leg.map(Box::new),
    }
}

/// The same with every door passed straight: whoever goes through one stands
/// before it, then behind it, however the net leads.
fn through_doors(
    world: &World,
    level: LevelId,
    corners: Vec<Corner>,
    poses: &[Pose],
) -> Vec<Corner> {
    let walls = world.layout().walls();
    let mut all: Vec<Corner> = Vec::with_capacity(corners.len());
    for (number, corner) in corners.iter().enumerate() {
        let door = world.place(poses[corner.pose].place).door.map(|door| world.door(door));
        let is_inner = number > 0 && number + 1 < corners.len();
        let Some(door) = door.filter(|_| is_inner) else {
            all.push(*corner);
            continue;
        };
        let is_wide = door.kind == DoorKind::Opening && far(door.line[0], door.line[1]) > WIDE;
        let Some(along) = unit(door.line[0], door.line[1]).filter(|_| !is_wide) else {
            all.push(*corner);
            continue;
        };
        let [before, after] = [corners[number - 1].at, corners[number + 1].at];
        let across = [-along[1], along[0]];
        let middle = super::layout::middle(door.line);
        let side = |at: Point| (at[0] - middle[0]) * across[0] + (at[1] - middle[1]) * across[1];
        let [came, goes] = [side(before), side(after)];
        // The net may lead by way of a door that one does not go through.
        if came * goes > 0.0 && came.abs().min(goes.abs()) > 0.05 {
            all.push(*corner);
            continue;
        }
        let sign = if goes >= came { 1.0 } else { -1.0 };
        let beside = |metres: f64| {
            [middle[0] + across[0] * sign * metres, middle[1] + across[1] * sign * metres]
        };
        let free = |metres: &f64| walls.is_walkable(level, beside(-metres), beside(*metres), 0.02);
        match [OFF_DOOR, OFF_DOOR / 2.0].into_iter().find(free) {
            Some(metres) => all.extend([-metres, metres].map(|metres| Corner {
                at: beside(metres),
                pose: corner.pose,
                fixed: true,
            })),
            None => all.push(*corner),
        }
    }
    all
}

/// The line pulled tight: from each corner straight to the farthest one that
/// can be walked to without passing other doors than the route does.
fn pulled(world: &World, level: LevelId, corners: Vec<Corner>, poses: &[Pose]) -> Vec<Corner> {
    let walls = world.layout().walls();
    if walls.is_empty(level) {
        return smoothed(corners);
    }
    let passes = |from: usize, to: usize| -> Vec<DoorId> {
        let places = poses[corners[from].pose..=corners[to].pose].iter();
        places.filter_map(|pose| world.place(pose.place).door).collect()
    };
    let mut kept = vec![corners[0]];
    let mut here = 0;
    while here + 1 < corners.len() {
        let farthest = (here + WINDOW).min(corners.len() - 1);
        let door = (here + 1..farthest).find(|number| corners[*number].fixed);
        let farthest = door.unwrap_or(farthest);
        let next = (here + 2..=farthest).rev().find(|there| {
            let [from, to] = [corners[here].at, corners[*there].at];
            if !walls.is_walkable(level, from, to, HALF_BREADTH) {
                return false;
            }
            let allowed = passes(here, *there);
            let crossed = walls.doors_between(level, from, to);
            crossed.iter().all(|(_, door)| {
                allowed.contains(door) || world.door(*door).kind == DoorKind::Opening
            })
        });
        here = next.unwrap_or(here + 1);
        kept.push(corners[here]);
    }
    kept
}

/// A line without its small wiggles (Ramer, Douglas and Peucker), for levels
/// of which no wall is known.
fn smoothed(corners: Vec<Corner>) -> Vec<Corner> {
    let mut keep = vec![false; corners.len()];
    let last = corners.len() - 1;
    (keep[0], keep[last]) = (true, true);
    let mut open = vec![(0, last)];
    while let Some((a, b)) = open.pop() {
        let off = |number: usize| off_line(corners[a].at, corners[b].at, corners[number].at);
        let farthest = (a + 1..b).max_by(|x, y| off(*x).total_cmp(&off(*y)));
        if let Some(middle) = farthest.filter(|middle| off(*middle) > SLACK) {
            keep[middle] = true;
            open.extend([(a, middle), (middle, b)]);
        }
    }
    corners.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(corner, _)| corner).collect()
}

/// Corners without stubs, jogs and turns in two halves.
fn tidied(world: &World, level: LevelId, mut corners: Vec<Corner>) -> Vec<Corner> {
    let walls = world.layout().walls();
    loop {
        let count = corners.len();
        if count < 3 {
            return corners;
        }
        // What is as good as straight.
        let is_free = |number: usize| {
            let [before, after] = [corners[number - 1].at, corners[number + 1].at];
            walls.is_walkable(level, before, after, 0.05)
        };
        // Straight on, or there and back.
        let straight = |number: &usize| {
            let bend = bend(&corners, *number).abs();
            !(STRAIGHT..=THERE_AND_BACK).contains(&bend) && is_free(*number)
        };
        if let Some(number) = (1..count - 1).find(straight) {
            corners.remove(number);
            continue;
        }
        let length = |number: usize| far(corners[number].at, corners[number + 1].at);
        // A stub at either end is walked without being noticed.
        if length(0) < STUB && !corners[1].fixed && is_free(1) {
            corners.remove(1);
            continue;
        }
        if length(count - 2) < STUB && !corners[count - 2].fixed && is_free(count - 2) {
            corners.remove(count - 2);
            continue;
        }
        let both = |number: &usize| corners[*number].fixed && corners[*number + 1].fixed;
        // A door that is passed aslant is no turn there and back.
        let aslant = (1..count - 2).filter(both).find_map(|number| {
            let [a, b] = [corners[number].at, corners[number + 1].at];
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let [before, after] = [corners[number - 1].at, corners[number + 2].at];
            let by = heading(before, middle).turn_to(heading(middle, after));
            let turns = [bend(&corners, number), bend(&corners, number + 1)];
            let is_jog = turns.iter().any(|turn| turn.abs() >= TURN)
                && turns.iter().all(|turn| turn.abs() < THROUGH_DOOR)
                && by.abs() < TURN;
            // A little behind the door, so that it is passed before.
            let bends = along(middle, b, BEHIND_DOOR);
            let is_free = walls.is_walkable(level, before, bends, 0.1)
                && walls.is_walkable(level, bends, after, 0.1);
            (is_jog && is_free).then_some((number, bends))
        });
        if let Some((number, bends)) = aslant {
            corners[number].at = bends;
            corners.remove(number + 1);
            continue;
        }
        let mut loose: Vec<usize> =
            (1..count - 2).filter(|number| !both(number) && length(*number) < ONE_TURN).collect();
        loose.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
        let free = |path: &[Point]| {
            path.windows(2).all(|pair| walls.is_walkable(level, pair[0], pair[1], 0.05))
        };
        let merged = loose.into_iter().find_map(|number| {
            let [before, a, b, after] = [0, 1, 2, 3].map(|by| corners[number - 1 + by].at);
            // Beside a door one turns.
            let at = match (corners[number].fixed, corners[number + 1].fixed) {
                (true, _) => Some(a),
                (_, true) => Some(b),
                _ => {
                    let together = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
                    // Where the lines before and after would meet is where one turns.
                    let meeting =
                        meet([before, a], [after, b]).filter(|at| far(*at, together) < ONE_TURN);
                    meeting.filter(|at| free(&[before, *at, after])).or(Some(together))
                }
            };
            let is_fixed = corners[number].fixed || corners[number + 1].fixed;
            at.filter(|at| free(&[before, *at, after])).map(|at| (number, at, is_fixed))
        });
        let Some((number, at, fixed)) = merged else { return corners };
        corners[number] = Corner { at, fixed, ..corners[number] };
        corners.remove(number + 1);
    }
}

/// Corners where a turn in several bits is one: a line pulled tight goes round a
/// blunt corner by and by, and who follows it in the words turns where the stretches
/// before and after would meet.
fn in_one_turn(world: &World, level: LevelId, mut corners: Vec<Corner>) -> Vec<Corner> {
    let walls = world.layout().walls();
    let mut first = 1;
    while first + 2 < corners.len() {
        let bends = |number: usize| bend(&corners, number);
        let goes_on = |number: &usize| {
            bends(*number) * bends(first) > 0.0
                && !corners[*number].fixed
                && far(corners[*number - 1].at, corners[*number].at) < ONE_BIT
        };
        let more = (first + 1..corners.len() - 1).take_while(goes_on).count();
        let last = first + more;
        let whole: f64 = (first..=last).map(bends).sum();
        if more == 0 || corners[first].fixed || !SQUARE_TURN.contains(&whole.abs()) {
            first += 1;
            continue;
        }
        let [before, a] = [corners[first - 1].at, corners[first].at];
        let [b, after] = [corners[last].at, corners[last + 1].at];
        // Along the walls, as far as one can, else on the lines themselves.
        let along = |at: Point, to: Point| {
            let grain = walls.grain(level, at)?;
            let across = [-grain[1], grain[0]];
            let by = unit(at, to)?;
            let off = |axis: &Point| (by[0] * axis[0] + by[1] * axis[1]).abs();
            let axis = if off(&grain) >= off(&across) { grain } else { across };
            Some([at, [at[0] + axis[0], at[1] + axis[1]]])
        };
        let lines = [along(before, a), Some([before, a])];
        let others = [along(after, b), Some([after, b])];
        let mut meetings = lines
            .iter()
            .flatten()
            .flat_map(|one| others.iter().flatten().filter_map(|other| meet(*one, *other)));
        let is_free = |from: Point, to: Point| {
            walls.is_walkable(level, from, to, HALF_BREADTH)
                && walls.doors_between(level, from, to).is_empty()
        };
        let is_corner = |at: &Point| {
            far(*at, a).max(far(*at, b)) < BLUNT && is_free(before, *at) && is_free(*at, after)
        };
        if let Some(at) = meetings.find(is_corner) {
            corners[first].at = at;
            corners.drain(first + 1..=last);
        }
        first += 1;
    }
    corners
}

/// Leaves out the first steps aside of somebody who can walk straight to where the
/// next stretch ends.
fn set_off_at_once(world: &World, level: LevelId, corners: &mut Vec<Corner>) {
    let [start, aside, end, ..] = corners[..] else { return };
    let (steps, stretch) = (far(start.at, aside.at), far(aside.at, end.at));
    let is_lost = steps < FIRST_STEPS && stretch > LOST_IN * steps && !aside.fixed;
    let walls = world.layout().walls();
    if is_lost && walls.is_walkable(level, start.at, end.at, HALF_BREADTH) {
        corners.remove(1);
    }
}

/// Degrees by which the line turns at a corner, to the right if positive.
fn bend(corners: &[Corner], number: usize) -> f64 {
    let before = heading(corners[number - 1].at, corners[number].at);
    before.turn_to(heading(corners[number].at, corners[number + 1].at))
}

/// The direction from one point to another; north if they coincide.
pub(crate) fn heading(from: Point, to: Point) -> Heading {
    Heading::from_to((from[0], from[1]), (to[0], to[1])).unwrap_or(Heading::new(0.0))
}

pub(crate) fn far(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// A point so many metres off in a direction.
pub(crate) fn moved([x, y]: Point, by: Heading, metres: f64) -> Point {
    let (sin, cos) = by.degrees().to_radians().sin_cos();
    [x + sin * metres, y - cos * metres]
}

fn along(from: Point, to: Point, metres: f64) -> Point {
    let Some(by) = unit(from, to) else { return from };
    [from[0] + by[0] * metres, from[1] + by[1] * metres]
}

/// How far a point is from the line between two others.
fn off_line(a: Point, b: Point, point: Point) -> f64 {
    let Some(by) = unit(a, b) else { return far(a, point) };
    let from = [point[0] - a[0], point[1] - a[1]];
    let metres = (from[0] * by[0] + from[1] * by[1]).clamp(0.0, far(a, b));
    far(point, along(a, b, metres))
}

/// Where two lines meet, carried on beyond their ends.
fn meet(one: [Point; 2], other: [Point; 2]) -> Option<Point> {
    let d = [one[1][0] - one[0][0], one[1][1] - one[0][1]];
    let e = [other[1][0] - other[0][0], other[1][1] - other[0][1]];
    let cross = d[0] * e[1] - d[1] * e[0];
    let lengths = d[0].hypot(d[1]) * e[0].hypot(e[1]);
    if cross.abs() < 0.2 * lengths {
        return None;
    }
    let f = [other[0][0] - one[0][0], other[0][1] - one[0][1]];
    let share = (f[0] * e[1] - f[1] * e[0]) / cross;
    Some([one[0][0] + d[0] * share, one[0][1] + d[1] * share])
}
