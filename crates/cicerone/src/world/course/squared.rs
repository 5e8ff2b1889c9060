//! Lines told in right angles. A line pulled tight crosses open space aslant
//! and cuts round corners; nobody there sees that line, but everybody sees the
//! walls. So what is aslant, or leads round something that who walks along the
//! walls would run into, is told along the walls.

use super::{Corner, HALF_BREADTH, ONE_TURN, far, heading};
use crate::world::document::{DoorKind, Point};
use crate::world::walls::{By, unit};
use crate::world::{DoorId, LevelId, Pose, World};

/// What crosses open space by so many metres aslant, and by so much of its
/// length, is told in right angles.
const ASLANT: [(f64, f64); 2] = [(2.5, 0.3), (5.0, 0.16)];
/// What leads so many metres aside is, even if one turns twice then.
const FAR_ASIDE: f64 = 8.0;
/// And so is what leads so many metres aside where straight on one would be
/// stopped so many metres too early.
const STEPS_ASIDE: f64 = 1.4;
const STOPPED: f64 = 0.5;
/// A stretch so long has a direction, in metres; one that is so many degrees off the
/// walls is cut into, and one turns into it so many steps later, at most.
const DOWN_A_STRETCH: f64 = 5.0;
const CUT_INTO: std::ops::Range<f64> = 6.0..40.0;
const LATER: u32 = 12;
/// What is a turn, in degrees.
const TURNS: std::ops::Range<f64> = 35.0..125.0;
/// Where to turn is tried so often, in metres.
const STEP_BACK: f64 = 0.5;
/// Who goes round a corner goes so many times as far aside as it reaches.
const ROUND: [f64; 7] = [1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 2.5];

/// The line in right angles where it crosses open space aslant, or where who
/// walks along the walls would run into one: people say 'along the windows, then
/// right', and can see whether that is so.
pub(super) fn squared(
    world: &World,
    level: LevelId,
    corners: Vec<Corner>,
    poses: &[Pose],
) -> Vec<Corner> {
    let mut all: Vec<Corner> = vec![corners[0]];
    let mut from = 0;
    while from + 1 < corners.len() {
        // From one door to the next, or to the end.
        let to = (from + 1..corners.len() - 1).find(|number| corners[*number].fixed);
        let to = to.unwrap_or(corners.len() - 1);
        let nearest = |at: Point, number: usize| {
            let off = |pose: &usize| {
                let (x, y) = world.place(poses[*pose].place).position;
                far([x, y], at)
            };
            let passed = corners[number].pose..corners[to].pose;
            passed.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(corners[number].pose)
        };
        let corner = |at: Point, number: usize| {
            let pose = nearest(at, number);
            Corner { at, pose, fixed: false }
        };
        let ways = |from: usize, to: usize| Ways::new(world, level, &corners, from, to);
        let is_aslant = |number: usize| ways(number, number + 1).is_some_and(|one| one.is_aslant());
        let whole = ways(from, to);
        let is_stopped = whole.as_ref().is_some_and(Ways::is_stopped);
        if (from..to).any(is_aslant) || is_stopped {
            let squared = whole.as_ref().filter(|one| one.is_aslant() || is_stopped);
            let squared = squared.and_then(|ways| {
                let once = ways.turning_once().filter(|_| ways.aside() >= STEPS_ASIDE);
                let once = once.map(|at| vec![at]);
                let more = || ways.turning_twice().or_else(|| ways.going_round());
                once.or_else(|| more().filter(|_| is_stopped || ways.aside() >= FAR_ASIDE))
            });
            match squared {
                Some(points) => all.extend(points.into_iter().map(|at| corner(at, from))),
                None => {
                    for number in from..to {
                        let ways = ways(number, number + 1).filter(Ways::is_aslant);
                        let points = ways.and_then(|ways| {
                            let once = ways.turning_once().map(|at| vec![at]);
                            let is_far = ways.aside() >= FAR_ASIDE;
                            once.or_else(|| ways.turning_twice().filter(|_| is_far))
                        });
                        let points = points.into_iter().flatten();
                        all.extend(points.map(|at| corner(at, number)));
                        all.extend((number + 1 < to).then_some(corners[number + 1]));
                    }
                }
            }
        } else {
            all.extend(&corners[from + 1..to]);
        }
        all.push(corners[to]);
        from = to;
    }
    all
}

/// Corners moved on to where one looks straight down the stretch behind them: a line
/// pulled tight cuts into a corridor aslant, and who turns there looks at its wall.
pub(super) fn turned_late(world: &World, level: LevelId, mut corners: Vec<Corner>) -> Vec<Corner> {
    let walls = world.layout().walls();
    let is_free = |from: Point, to: Point| {
        walls.is_walkable(level, from, to, HALF_BREADTH)
            && walls.doors_between(level, from, to).is_empty()
    };
    for number in 1..corners.len().saturating_sub(1) {
        let [before, at, after] = [number - 1, number, number + 1].map(|one| corners[one].at);
        let middle = [(at[0] + after[0]) / 2.0, (at[1] + after[1]) / 2.0];
        let by = heading(before, at).turn_to(heading(at, after)).abs();
        if corners[number].fixed || !TURNS.contains(&by) || far(at, after) < DOWN_A_STRETCH {
            continue;
        }
        let (Some(grain), Some(on)) = (walls.grain(level, middle), unit(before, at)) else {
            continue;
        };
        let axis = heading([0.0, 0.0], grain);
        // Degrees from the nearest of the four directions that walls have.
        let off = |from: Point| {
            let by = heading(from, after).turn_to(axis).rem_euclid(90.0);
            by.min(90.0 - by)
        };
        if !CUT_INTO.contains(&off(at)) || !is_free(at, after) {
            continue;
        }
        let later = (1..=LATER).map(|step| f64::from(step) * STEP_BACK);
        let mut later = later.map(|metres| [at[0] + on[0] * metres, at[1] + on[1] * metres]);
        let square = later.find(|late| off(*late) < CUT_INTO.start);
        if let Some(late) = square.filter(|late| is_free(before, *late) && is_free(*late, after)) {
            corners[number].at = late;
        }
    }
    corners
}

/// The ways along the walls from one corner to another.
struct Ways<'w> {
    world: &'w World,
    level: LevelId,
    corners: &'w [Corner],
    from: usize,
    to: usize,
    /// How far one goes the one way and the other, the longer first.
    legs: [Point; 2],
}

impl<'w> Ways<'w> {
    fn new(
        world: &'w World,
        level: LevelId,
        corners: &'w [Corner],
        from: usize,
        to: usize,
    ) -> Option<Ways<'w>> {
        let [a, b] = [corners[from].at, corners[to].at];
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let grain = world.layout().walls().grain(level, middle)?;
        let across = [-grain[1], grain[0]];
        let by = [b[0] - a[0], b[1] - a[1]];
        let mut legs = [grain, across].map(|axis| {
            let metres = by[0] * axis[0] + by[1] * axis[1];
            [axis[0] * metres, axis[1] * metres]
        });
        if legs[0][0].hypot(legs[0][1]) < legs[1][0].hypot(legs[1][1]) {
            legs.swap(0, 1);
        }
        Some(Ways { world, level, corners, from, to, legs })
    }

    fn ends(&self) -> [Point; 2] {
        [self.corners[self.from].at, self.corners[self.to].at]
    }

    fn aside(&self) -> f64 {
        self.legs[1][0].hypot(self.legs[1][1])
    }

    /// True if the straight way is aslant to the walls.
    fn is_aslant(&self) -> bool {
        let [a, b] = self.ends();
        ASLANT
            .iter()
            .any(|(least, share)| self.aside() >= *least && self.aside() >= share * far(a, b))
    }

    /// True if who sets off along the walls runs into one well before he is
    /// there.
    fn is_stopped(&self) -> bool {
        let [a, _] = self.ends();
        let [x, y] = self.legs[0];
        let metres = x.hypot(y);
        let walls = self.world.layout().walls();
        let free = walls.reach(self.level, a, [x / metres, y / metres], metres, By::Round);
        // A door that the route does not pass is as good as a wall.
        let doors = walls.doors_between(self.level, a, [a[0] + x, a[1] + y]);
        let other = doors.into_iter().find(|(_, door)| !self.may_pass(*door));
        let free = other.map_or(free, |(metres, _)| metres.min(free));
        let is_aside = self.aside() >= STEPS_ASIDE || self.sideways().abs() >= STEPS_ASIDE / 1.5;
        is_aside && free < metres - STOPPED
    }

    /// How far to one side of the straight way the line leads at most, along
    /// the shorter leg's axis.
    fn sideways(&self) -> f64 {
        let [a, _] = self.ends();
        let [x, y] = self.legs[0];
        let metres = x.hypot(y);
        let across = [-y / metres, x / metres];
        let off = |at: Point| (at[0] - a[0]) * across[0] + (at[1] - a[1]) * across[1];
        let between = self.corners[self.from + 1..self.to].iter().map(|corner| off(corner.at));
        between.fold(0.0, |most: f64, off| if off.abs() > most.abs() { off } else { most })
    }

    /// True for a door that the line passes, and for any opening.
    fn may_pass(&self, door: DoorId) -> bool {
        let walls = self.world.layout().walls();
        let mut line = self.corners[self.from..=self.to].windows(2);
        self.world.door(door).kind == DoorKind::Opening
            || line.any(|pair| {
                let passed = walls.doors_between(self.level, pair[0].at, pair[1].at);
                passed.iter().any(|(_, other)| *other == door)
            })
    }

    /// True if one can walk along these points, through no other doors.
    fn is_free(&self, points: &[Point]) -> bool {
        let walls = self.world.layout().walls();
        points.windows(2).all(|pair| {
            let doors = walls.doors_between(self.level, pair[0], pair[1]);
            walls.is_walkable(self.level, pair[0], pair[1], HALF_BREADTH)
                && doors.iter().all(|(_, door)| self.may_pass(*door))
        })
    }

    /// Where one turns who turns once.
    fn turning_once(&self) -> Option<Point> {
        let [a, b] = self.ends();
        // The fewer and smaller turns, with what comes before and after.
        let turns = |at: &Point| {
            let before = self.from.checked_sub(1).map(|one| heading(self.corners[one].at, a));
            let after = self.corners.get(self.to + 1).map(|after| heading(b, after.at));
            let first = before.map_or(0.0, |before| before.turn_to(heading(a, *at)).abs());
            first + after.map_or(0.0, |after| heading(*at, b).turn_to(after).abs())
        };
        let corners = self.legs.map(|leg| [a[0] + leg[0], a[1] + leg[1]]);
        let free = corners.into_iter().filter(|at| self.is_free(&[a, *at, b]));
        free.min_by(|a, b| turns(a).total_cmp(&turns(b)))
    }

    /// Where one turns who goes aside, then on, then back.
    fn going_round(&self) -> Option<Vec<Point>> {
        let [a, b] = self.ends();
        let [x, y] = self.legs[0];
        let metres = x.hypot(y);
        let aside = self.sideways();
        let aside = [-y / metres * aside, x / metres * aside];
        ROUND.into_iter().find_map(|share| {
            let first = [a[0] + aside[0] * share, a[1] + aside[1] * share];
            let second = [first[0] + x, first[1] + y];
            let is_back = far(second, b) >= ONE_TURN && far(a, first) >= ONE_TURN / 2.0;
            (is_back && self.is_free(&[a, first, second, b])).then(|| vec![first, second])
        })
    }

    /// Where one turns who goes on as far as he can, then aside, then on.
    fn turning_twice(&self) -> Option<Vec<Point>> {
        if self.aside() < STEPS_ASIDE {
            return None;
        }
        let [a, b] = self.ends();
        let [[x, y], [right, down]] = self.legs;
        let metres = x.hypot(y);
        let steps = (metres / STEP_BACK).min(400.0) as usize;
        (1..steps).rev().find_map(|step| {
            let share = step as f64 / steps as f64;
            let first = [a[0] + x * share, a[1] + y * share];
            let second = [first[0] + right, first[1] + down];
            self.is_free(&[a, first, second, b]).then(|| vec![first, second])
        })
    }
}
