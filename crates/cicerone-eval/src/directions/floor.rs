//! One level of a building as its plain data has it: walls, doors in them,
//! areas. A wall that is met within a door's jambs is no wall there.

use cicerone::world::World;
use cicerone::world::document::{AreaKind, DoorKind, PARTITION, PILLAR, Point};

use super::plane::{crossing, direction, distance, dot, extent, is_inside, moved};

/// A door stands in every wall this near to it that runs along it: outlines of
/// rooms leave the thickness of a wall between them.
const THICKNESS: f64 = 0.5;
/// A door's gap is so much wider than its line on either side.
const JAMB: f64 = 0.1;

#[derive(Debug)]
pub(super) struct Floor {
    walls: Vec<Wall>,
    doors: Vec<Gap>,
    areas: Vec<usize>,
}

#[derive(Debug)]
struct Wall {
    ends: [Point; 2],
    is_opaque: bool,
}

#[derive(Debug)]
struct Gap {
    number: usize,
    ends: [Point; 2],
    is_closed: bool,
}

/// Who wants to get from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// Somebody who walks: doors open.
    Walks,
    /// Somebody who looks: glass hides nothing, doors do, but for one.
    Looks(Option<usize>),
}

/// The pillars of a level: where they stand and how long their longest side is.
fn pillars_on(world: &World, level: usize) -> Vec<(Point, f64)> {
    let fixtures = world.building().fixtures.iter();
    let here = fixtures.filter(|one| one.level.index() == level);
    let name = |kind| &*world.vocabulary().kind(kind).name;
    let pillars = here.filter(|one| [PILLAR, PARTITION].contains(&name(one.kind)));
    pillars.filter_map(|one| Some((one.at, one.size?))).collect()
}

impl Floor {
    pub(super) fn new(world: &World, level: usize) -> Floor {
        let building = world.building();
        let pillars = pillars_on(world, level);
        // One sees past a pillar and steps round it.
        let is_of_pillar = |ends: [Point; 2]| {
            let is_near = |at: Point, side: f64| {
                ends.iter().all(|end| distance(*end, at) < 0.72 * side + 0.16)
            };
            pillars.iter().any(|(at, side)| is_near(*at, *side))
        };
        let mut walls = Vec::new();
        for partition in building.partitions.iter().filter(|one| one.level.index() == level) {
            let pairs = partition.line.windows(2).map(|pair| [pair[0], pair[1]]);
            let pairs = pairs.filter(|ends| !is_of_pillar(*ends));
            walls.extend(pairs.map(|ends| Wall { ends, is_opaque: !partition.see_through }));
        }
        let on_level = |number: &usize| building.areas[*number].level.index() == level;
        let areas: Vec<usize> = (0..building.areas.len()).filter(on_level).collect();
        for area in areas.iter().map(|number| &building.areas[*number]) {
            let is_open =
                matches!(area.kind, AreaKind::Outdoors | AreaKind::Platform | AreaKind::Ramp);
            if is_open {
                continue;
            }
            let is_opaque = area.kind != AreaKind::Void;
            for ring in std::iter::once(&area.outline).chain(&area.holes) {
                for number in 0..ring.len() {
                    let ends = [ring[number], ring[(number + 1) % ring.len()]];
                    walls.extend((!is_of_pillar(ends)).then_some(Wall { ends, is_opaque }));
                }
            }
        }
        walls.retain(|wall| distance(wall.ends[0], wall.ends[1]) > 0.01);
        let doors = building.doors.iter().enumerate();
        let doors = doors.filter(|(_, door)| door.level.index() == level);
        let gap = |(number, door): (usize, &cicerone::world::Door)| Gap {
            number,
            ends: door.line,
            is_closed: !matches!(door.kind, DoorKind::Opening | DoorKind::Gate),
        };
        Floor { walls, doors: doors.map(gap).collect(), areas }
    }

    /// True if walls of this level are known.
    pub(super) fn has_walls(&self) -> bool {
        !self.walls.is_empty()
    }

    /// The share of the way at which somebody is first stopped.
    pub(super) fn stopped(&self, from: Point, to: Point, who: Who) -> Option<f64> {
        let line = [from, to];
        let low = [from[0].min(to[0]), from[1].min(to[1])];
        let high = [from[0].max(to[0]), from[1].max(to[1])];
        let is_apart = |ends: &[Point; 2]| {
            (0..2).any(|axis| {
                ends[0][axis].max(ends[1][axis]) < low[axis] - 1e-6
                    || ends[0][axis].min(ends[1][axis]) > high[axis] + 1e-6
            })
        };
        let mut first: Option<f64> = None;
        let mut found = |share: f64| first = Some(first.map_or(share, |one| one.min(share)));
        for wall in &self.walls {
            if is_apart(&wall.ends) || (matches!(who, Who::Looks(_)) && !wall.is_opaque) {
                continue;
            }
            let Some(share) = crossing(line, wall.ends) else { continue };
            let at = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
            if !self.doors.iter().any(|door| door.opens(at, wall.ends)) {
                found(share);
            }
        }
        if let Who::Looks(except) = who {
            let closed = self.doors.iter().filter(|door| door.is_closed && !is_apart(&door.ends));
            for door in closed.filter(|door| Some(door.number) != except) {
                crossing(line, door.leaf()).into_iter().for_each(&mut found);
            }
        }
        first
    }

    /// How far one gets from a point in a direction, at most so many metres.
    pub(super) fn reach(&self, from: Point, along: Point, most: f64, who: Who) -> f64 {
        self.stopped(from, moved(from, along, most), who).map_or(most, |share| share * most)
    }

    /// The doors and openings on a straight walk, by their numbers, each with
    /// its share of the way.
    pub(super) fn crossed(&self, from: Point, to: Point) -> Vec<(f64, usize)> {
        let met = |door: &Gap| crossing([from, to], door.ends).map(|share| (share, door.number));
        let mut all: Vec<(f64, usize)> = self.doors.iter().filter_map(met).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
    }

    /// The smallest area around a point.
    pub(super) fn area_at(&self, world: &World, at: Point) -> Option<usize> {
        let areas = &world.building().areas;
        let around = self.areas.iter().copied().filter(|number| {
            let area = &areas[*number];
            area.kind != AreaKind::Void
                && area.outline.len() > 2
                && is_inside(&area.outline, at)
                && !area.holes.iter().any(|hole| is_inside(hole, at))
        });
        around.min_by(|a, b| extent(&areas[*a].outline).total_cmp(&extent(&areas[*b].outline)))
    }
}

impl Gap {
    /// The door itself, which fills its gap.
    fn leaf(&self) -> [Point; 2] {
        let Some(along) = direction(self.ends[0], self.ends[1]) else { return self.ends };
        [moved(self.ends[0], along, -JAMB - 0.05), moved(self.ends[1], along, JAMB + 0.05)]
    }

    /// True if this door opens a wall at a point of it.
    fn opens(&self, at: Point, wall: [Point; 2]) -> bool {
        let (Some(along), Some(run)) =
            (direction(self.ends[0], self.ends[1]), direction(wall[0], wall[1]))
        else {
            return false;
        };
        let from = [at[0] - self.ends[0][0], at[1] - self.ends[0][1]];
        let metres = dot(from, along);
        let off = (from[0] * along[1] - from[1] * along[0]).abs();
        let width = distance(self.ends[0], self.ends[1]);
        off <= THICKNESS && (-JAMB..=width + JAMB).contains(&metres) && dot(along, run).abs() > 0.8
    }
}
