//! What makes a search over levels as quick as one on a level: what is known of
//! a building beforehand, and an estimate of what the rest of a way takes.
//!
//! A straight line is a poor guess where one has to find stairs first, and where
//! every lift on the way opens all levels to a search. So the way is looked for
//! backward first, from the goal towards the start: exactly on their two levels,
//! by all rides, and on other levels in straight lines between where one alights
//! and where one boards. What that takes is the estimate.
//!
//! Both searches leave dead ends aside and know how quickly one gets on in which
//! direction, so that neither looks far off the way.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::document::{Access, Point};
use super::search::{Cost, Search};
use super::{LevelId, Link, PassageId, PlaceId, World};

/// What is known of a world before anybody asks the way.
#[derive(Debug)]
pub(super) struct Survey {
    /// Where one boards or alights, by level.
    stops: Vec<Vec<PlaceId>>,
    /// The rides to a place; each link has the place where one boards.
    rides_to: HashMap<PlaceId, Vec<Link>>,
    /// The passages to a place that may not be walked back.
    one_way_to: HashMap<PlaceId, Vec<(PassageId, PlaceId)>>,
    /// Where a dead end leads to: nobody passes through such a place. A place in
    /// none leads to itself.
    out: Vec<PlaceId>,
    /// How much time a step of one unit takes at least along each of some axes.
    slowness: Vec<Point>,
}

/// Axes along which it is known how quickly one gets on: one every three degrees.
const AXES: usize = 60;

impl Survey {
    pub(super) fn of(world: &World) -> Survey {
        let mut survey = Survey {
            stops: vec![Vec::new(); world.building().levels.len()],
            rides_to: HashMap::new(),
            one_way_to: HashMap::new(),
            out: dead_ends(world),
            slowness: Vec::new(),
        };
        survey.slowness = survey.measure(world);
        let mut met = HashSet::new();
        for (number, passage) in world.passages().iter().enumerate() {
            let [first, second] = passage.ends;
            if passage.connection.is_none() {
                if passage.one_way && passage.access != Access::Closed {
                    let way = (PassageId(number as u32), first);
                    survey.one_way_to.entry(second).or_default().push(way);
                }
                continue;
            }
            for from in [first, second] {
                if met.insert(from) {
                    survey.stops[world.level(from).index()].push(from);
                    for link in world.links(from) {
                        let back = Link { to: from, ..*link };
                        survey.rides_to.entry(link.to).or_default().push(back);
                    }
                }
            }
        }
        survey
    }

    fn is_dead_end(&self, place: PlaceId) -> bool {
        self.out[place.index()] != place
    }

    /// Where one comes out of the dead end that a place is in.
    fn way_out(&self, mut place: PlaceId) -> PlaceId {
        while self.is_dead_end(place) {
            place = self.out[place.index()];
        }
        place
    }

    /// How quickly any passage or ride takes one along each axis, dead ends left
    /// out. Where corridors run in two directions, nobody gets on diagonally as
    /// quickly as along them, and a straight line would promise too much.
    fn measure(&self, world: &World) -> Vec<Point> {
        let axes: Vec<Point> = (0..AXES)
            .map(|axis| {
                let angle = std::f64::consts::PI * axis as f64 / AXES as f64;
                [angle.cos(), angle.sin()]
            })
            .collect();
        let mut quickest = [0.0f64; AXES];
        for (number, passage) in world.passages().iter().enumerate() {
            let [a, b] = passage.ends;
            if self.is_dead_end(a) || self.is_dead_end(b) {
                continue;
            }
            let id = PassageId(number as u32);
            let time = world.time(id, a).min(world.time(id, b)).max(1e-9);
            let [from, to] = [a, b].map(|end| world.place(end).position);
            let [x, y] = [(to.0 - from.0) / time, (to.1 - from.1) / time];
            for (quickest, axis) in quickest.iter_mut().zip(&axes) {
                *quickest = quickest.max((x * axis[0] + y * axis[1]).abs());
            }
        }
        // A little less than exact, so that rounding never makes it too much.
        let slow = |(quickest, axis): (f64, Point)| match quickest > 1e-9 {
            true => axis.map(|along| along / quickest * (1.0 - 1e-9)),
            false => [0.0, 0.0],
        };
        quickest.into_iter().zip(axes).map(slow).collect()
    }

    /// What it takes at least from one place to another, whatever the way.
    fn least(&self, world: &World, from: PlaceId, to: PlaceId) -> Cost {
        let [a, b] = [from, to].map(|place| world.place(self.way_out(place)).position);
        let [x, y] = [a.0 - b.0, a.1 - b.1];
        let along = self.slowness.iter().map(|axis| (x * axis[0] + y * axis[1]).abs());
        Cost::floor(along.fold(0.0, f64::max))
    }
}

/// Rooms with one door, and the like: whatever is left over when places with one
/// neighbour are taken away until there is none.
fn dead_ends(world: &World) -> Vec<PlaceId> {
    let mut out: Vec<PlaceId> = world.place_ids().collect();
    // How many ways a place has, and all its neighbours in one number: the last
    // that is left is then that number.
    let mut left = vec![(0u32, 0u32); out.len()];
    for passage in world.passages().iter().filter(|passage| passage.access != Access::Closed) {
        let [a, b] = passage.ends;
        for (here, there) in [(a, b), (b, a)] {
            let (ways, neighbours) = &mut left[here.index()];
            *ways += 1;
            *neighbours ^= there.0;
        }
    }
    for mut place in world.place_ids() {
        while let (1, neighbour) = left[place.index()] {
            let next = PlaceId(neighbour);
            out[place.index()] = next;
            left[place.index()].0 = 0;
            left[next.index()].0 -= 1;
            left[next.index()].1 ^= place.0;
            place = next;
        }
    }
    out
}

/// What it takes at least from anywhere to the goal of a search.
pub(super) struct Estimate<'s, 'w> {
    search: &'s Search<'w>,
    start: PlaceId,
    /// What it takes from a place to the goal, and one more; 0 is not known, and
    /// there is nothing where nobody rides: the straight line will do.
    least: Vec<u64>,
    settled: Vec<bool>,
    /// What is to be settled next: what it takes with the straight line from the
    /// start, what it takes, and whether one would ride from there. Two walks in
    /// a row are none that a straight one is not.
    open: BinaryHeap<Reverse<(u64, u64, bool, PlaceId)>>,
    /// By level: the stops from which one rides, with the first two of those
    /// numbers, in their order.
    rides: Vec<Vec<(u64, u64, PlaceId)>>,
    /// The dead ends that start and goal are in.
    own: HashSet<PlaceId>,
}

/// So many walks between stops are tried. A building has a few thousand; a
/// million lifts on one spot end here, with an estimate that is less sharp.
const WALKS: usize = 4_000_000;

impl<'s, 'w> Estimate<'s, 'w> {
    /// Looks for the way back; `None` if there is none.
    pub(super) fn new(search: &'s Search<'w>, start: PlaceId) -> Option<Estimate<'s, 'w>> {
        let world = search.world;
        let mut estimate = Estimate {
            search,
            start,
            least: Vec::new(),
            settled: Vec::new(),
            open: BinaryHeap::new(),
            rides: vec![Vec::new(); world.building().levels.len()],
            own: HashSet::new(),
        };
        if world.building().connections.is_empty() {
            return Some(estimate);
        }
        let survey = world.survey();
        estimate.least = vec![0; world.places().len()];
        estimate.settled = vec![false; world.places().len()];
        for mut place in [start, search.goal] {
            while survey.is_dead_end(place) && estimate.own.insert(place) {
                place = survey.out[place.index()];
            }
        }
        estimate.reach(search.goal, 0, true);
        let mut walks = 0;
        while !estimate.settled[start.index()] && walks < WALKS {
            walks += estimate.settle()?;
        }
        Some(estimate)
    }

    /// True if a way may lead there: not into a dead end that is somebody else's.
    pub(super) fn is_open(&self, place: PlaceId) -> bool {
        self.least.is_empty()
            || !self.search.world.survey().is_dead_end(place)
            || self.own.contains(&place)
    }

    /// From a place to the goal.
    pub(super) fn from(&self, place: PlaceId) -> Cost {
        let straight = self.straight(place, self.search.goal);
        if self.least.is_empty() {
            return Cost::whole(straight);
        }
        // What is not settled takes at least what is next. Rounding down twice
        // may lose one of what a triangle allows.
        let before = self.straight(self.start, place) + 1;
        let next = self.open.peek().map_or(u64::MAX, |Reverse((next, ..))| *next);
        let mut best = next.saturating_sub(before);
        let level = self.search.world.level(place);
        if self.is_exact(level) {
            if self.settled[place.index()] {
                best = self.least[place.index()] - 1;
            }
        } else {
            for (key, takes, stop) in &self.rides[level.index()] {
                if key.saturating_sub(before) >= best {
                    break;
                }
                best = best.min(self.straight(place, *stop) + takes);
            }
        }
        Cost::whole(best.max(straight))
    }

    /// On the levels of start and goal every passage is tried.
    fn is_exact(&self, level: LevelId) -> bool {
        [self.start, self.search.goal].iter().any(|end| self.search.world.level(*end) == level)
    }

    fn straight(&self, from: PlaceId, to: PlaceId) -> u64 {
        let Search { world, .. } = *self.search;
        match self.least.is_empty() {
            true => self.search.straight(from, to).millionths(),
            false => world.survey().least(world, from, to).millionths(),
        }
    }

    fn reach(&mut self, place: PlaceId, takes: u64, rides: bool) {
        let least = self.least[place.index()];
        if least == 0 || takes + 1 < least {
            self.least[place.index()] = takes + 1;
            let key = takes + self.straight(self.start, place);
            self.open.push(Reverse((key, takes, rides, place)));
        }
    }

    /// Settles what is next and tells how many walks were tried for that; `None`
    /// if there is nothing left.
    fn settle(&mut self) -> Option<usize> {
        let Reverse((key, takes, rides, place)) = self.open.pop()?;
        if std::mem::replace(&mut self.settled[place.index()], true) {
            return Some(0);
        }
        let Search { world, .. } = *self.search;
        let survey = world.survey();
        for ride in survey.rides_to.get(&place).into_iter().flatten() {
            if self.search.may_ride(ride.connection) && self.is_open(ride.to) {
                let time = Cost::ceil(world.time(ride.passage, ride.to));
                self.reach(ride.to, takes + time.millionths(), true);
            }
        }
        let level = world.level(place);
        if self.is_exact(level) {
            let back = world.exits(place).iter().map(|exit| (exit.passage, exit.to));
            let back = back.filter(|(passage, _)| !world.passage(*passage).one_way);
            let more = survey.one_way_to.get(&place).into_iter().flatten().copied();
            for (passage, from) in back.chain(more) {
                if self.is_open(from) && self.search.may_walk(passage) {
                    let time = self.search.walk(passage, from).millionths();
                    self.reach(from, takes + time, false);
                }
            }
            return Some(0);
        }
        if !rides {
            return Some(0);
        }
        self.rides[level.index()].push((key, takes, place));
        let near = &survey.stops[level.index()];
        for from in near {
            let walk = self.straight(*from, place);
            self.reach(*from, takes + walk, false);
        }
        Some(near.len())
    }
}
