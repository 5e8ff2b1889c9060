//! Routes: legal walks through a world, and the shortest one between two poses.
//!
//! A route belongs to the world it was made in and is refused by any other.

use std::ops::Add;

use pathfinding::num_traits::Zero;
use pathfinding::prelude::astar;

use super::{Exit, Heading, PassageId, PlaceId, Pose, Position, Side, World, WorldId};
use crate::{Error, Result};

/// What happens between two consecutive poses of a route.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Movement {
    /// Nothing: the pose is recorded twice.
    Stay,
    /// The first heading was unknown and is now this one.
    Orient(Heading),
    /// A turn on the spot, in degrees to the right (negative: to the left).
    Turn(f64),
    /// Along a passage.
    Walk(PassageId),
}

/// A legal walk: a sequence of poses, each one step from the one before.
///
/// The form is SAIL's: turning on the spot repeats the place with another
/// heading, walking keeps the heading (or follows a gentle bend), and the
/// first heading may be unknown.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    world: WorldId,
    poses: Vec<Pose>,
    length: f64,
}

impl Route {
    /// A route of these poses, if every step is legal in `world`.
    pub fn new(world: &World, mut poses: Vec<Pose>) -> Result<Route> {
        if poses.is_empty() {
            return Err(Error::input("the path is empty; it needs at least one pose"));
        }
        world.check_poses(&poses)?;
        for i in 1..poses.len() {
            let step = world.step(poses[i - 1], poses[i]).map_err(|error| {
                error.at(format!(
                    "step {i}, {} to {}",
                    Position::of(world, poses[i - 1]),
                    Position::of(world, poses[i])
                ))
            })?;
            if let Movement::Walk(passage) = step {
                // 27 degrees may stand for 26.565: keep the exact direction.
                let exits = world.exits(poses[i - 1].place);
                let exit = exits.iter().find(|exit| exit.passage == passage);
                poses[i].heading = exit.map(|exit| exit.heading);
            }
        }
        Ok(Route::made(world, poses))
    }

    /// A route of positions as files write them.
    pub fn from_positions(world: &World, positions: &[Position]) -> Result<Route> {
        let poses = positions
            .iter()
            .enumerate()
            .map(|(i, position)| position.on(world).map_err(|e| e.at(format!("pose {}", i + 1))))
            .collect::<Result<Vec<Pose>>>()?;
        Route::new(world, poses)
    }

    /// The shortest route by distance; of equally short ones, one with the
    /// fewest turns. An unknown first heading costs no turn, and a goal without
    /// a heading may be reached from any side.
    pub fn shortest(world: &World, start: Pose, goal: Pose) -> Result<Route> {
        world.check_poses(&[start, goal])?;
        let first = At { place: start.place, arrived: start.heading.map(Degrees::from) };
        let found = astar(
            &first,
            |at| at.successors(world),
            |at| Cost::floor(world.distance(at.place, goal.place)),
            |at| at.place == goal.place,
        );
        let Some((stops, _)) = found else {
            return Err(Error::input(format!(
                "there is no way from {} to {} in the world '{}'; \
                 its places are not all connected",
                Position::of(world, start),
                Position::of(world, goal),
                world.name()
            )));
        };
        let mut poses = vec![start];
        for pair in stops.windows(2) {
            let (from, to) = (pair[0].place, pair[1].place);
            if let Some(exit) = world.exits(from).iter().find(|exit| exit.to == to) {
                walk_through(world, &mut poses, exit);
            }
        }
        if let Some(heading) = goal.heading {
            turn(&mut poses, heading);
        }
        Ok(Route::made(world, poses))
    }

    fn made(world: &World, poses: Vec<Pose>) -> Route {
        let length =
            poses.windows(2).map(|pair| world.distance(pair[0].place, pair[1].place)).sum();
        Route { world: world.id(), poses, length }
    }

    /// Refuses a world that is not the route's own.
    pub fn check_world(&self, world: &World) -> Result<()> {
        match self.world == world.id() {
            true => Ok(()),
            false => Err(Error::input(format!(
                "the route is of another world than '{}'; make it of the very world it is used \
                 with (its clones will do)",
                world.name()
            ))),
        }
    }

    /// The poses, at least one.
    pub fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// Where it starts.
    pub fn start(&self) -> Pose {
        self.poses[0]
    }

    /// Where it ends.
    pub fn goal(&self) -> Pose {
        self.poses[self.poses.len() - 1]
    }

    /// The sum of its passages' lengths.
    pub fn length(&self) -> f64 {
        self.length
    }
}

impl World {
    /// Refuses poses at places that this world does not have.
    pub fn check_poses(&self, poses: &[Pose]) -> Result<()> {
        match poses.iter().position(|pose| !self.has_place(pose.place)) {
            None => Ok(()),
            Some(number) => Err(Error::input(format!(
                "is at a place that the world '{}' does not have; places of another world mean \
                 nothing here",
                self.name()
            ))
            .at(format!("pose {}", number + 1))),
        }
    }

    /// What leads from one pose to the next, or why nothing does.
    pub fn step(&self, from: Pose, to: Pose) -> Result<Movement> {
        self.check_poses(&[from, to])?;
        let Some(after) = to.heading else {
            return if from == to {
                Ok(Movement::Stay)
            } else {
                Err(Error::input("only the first heading of a path may be unknown"))
            };
        };
        if from.place == to.place {
            return Ok(match from.heading {
                None => Movement::Orient(after),
                Some(before) if before.is_same(after) => Movement::Stay,
                Some(before) => Movement::Turn(before.turn_to(after)),
            });
        }
        let Some(before) = from.heading else {
            return Err(Error::input(
                "walks off while the heading is unknown; turn to a heading on the spot first",
            ));
        };
        let Some(exit) = self.ahead(from.place, before) else {
            return Err(Error::input(format!("a wall is in the way at heading {before}")));
        };
        if exit.to != to.place {
            let (x, y) = self.place(exit.to).position;
            return Err(Error::input(format!(
                "the way ahead leads to {x},{y}; a step goes from one place to the next"
            )));
        }
        if !exit.heading.is_same(after) {
            return Err(Error::input(format!(
                "walking ahead arrives with heading {}; turn on the spot in a step of its own",
                exit.heading
            )));
        }
        Ok(Movement::Walk(exit.passage))
    }
}

/// Adds the turn, if one is needed, and the walk through `exit`.
fn walk_through(world: &World, poses: &mut Vec<Pose>, exit: &Exit) {
    let here = poses[poses.len() - 1];
    let is_ahead = here.heading.is_some_and(|heading| {
        world.ahead(here.place, heading).is_some_and(|ahead| ahead.passage == exit.passage)
    });
    if !is_ahead {
        turn(poses, exit.heading);
    }
    poses.push(Pose::new(exit.to, exit.heading));
}

/// Adds a turn on the spot. SAIL's people turn about by two quarters, so a
/// turn to the back goes through the left.
fn turn(poses: &mut Vec<Pose>, heading: Heading) {
    let here = poses[poses.len() - 1];
    if let Some(before) = here.heading {
        if before.is_same(heading) {
            return;
        }
        if before.side_of(heading) == Side::Back {
            poses.push(Pose::new(here.place, before.toward(Side::Left)));
        }
    }
    poses.push(Pose::new(here.place, heading));
}

/// A state of the search: a place, and the heading one arrived with (`None`
/// at a start with unknown heading), in thousandths of a degree.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct At {
    place: PlaceId,
    arrived: Option<Degrees>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Degrees(u32);

impl From<Heading> for Degrees {
    fn from(heading: Heading) -> Degrees {
        Degrees((heading.degrees() * 1000.0).round() as u32)
    }
}

impl At {
    fn successors(self, world: &World) -> impl Iterator<Item = (At, Cost)> + use<'_> {
        let ahead = self.arrived.map(|Degrees(thousandths)| {
            let heading = Heading::new(f64::from(thousandths) / 1000.0);
            world.ahead(self.place, heading).map(|exit| exit.passage)
        });
        world.exits(self.place).iter().map(move |exit| {
            let turns = match ahead {
                Some(ahead) if ahead != Some(exit.passage) => 1,
                _ => 0,
            };
            let length = Cost::ceil(world.distance(self.place, exit.to));
            let at = At { place: exit.to, arrived: Some(exit.heading.into()) };
            (at, Cost { turns, ..length })
        })
    }
}

/// Distance in millionths of a unit, then turns.
///
/// Whole numbers, so that equally long ways are equal and turns decide.
/// Lengths round up and the estimate rounds down, which keeps it consistent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    millionths: u64,
    turns: u32,
}

impl Cost {
    fn floor(distance: f64) -> Cost {
        Cost { millionths: (distance * 1e6).floor() as u64, turns: 0 }
    }

    fn ceil(distance: f64) -> Cost {
        Cost { millionths: (distance * 1e6).ceil() as u64, turns: 0 }
    }
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            millionths: self.millionths.saturating_add(other.millionths),
            turns: self.turns.saturating_add(other.turns),
        }
    }
}

impl Zero for Cost {
    fn zero() -> Cost {
        Cost { millionths: 0, turns: 0 }
    }

    fn is_zero(&self) -> bool {
        *self == Cost::zero()
    }
}

#[cfg(test)]
mod tests {
    use super::super::embedded;
    use super::*;

    #[test]
    fn a_route_is_refused_by_any_world_but_its_own() {
        let [office, practice] = ["office", "practice"].map(|name| embedded::world(name).unwrap());
        let open = |place| Pose { place, heading: None };
        let ids: Vec<PlaceId> = office.place_ids().collect();
        let route = Route::shortest(&office, open(ids[0]), open(ids[ids.len() - 1])).unwrap();
        route.check_world(&office).unwrap();
        route.check_world(&office.clone()).unwrap();
        assert!(route.record(&office).is_ok());
        for other in [practice, embedded::world("office").unwrap()] {
            let said = route.check_world(&other).unwrap_err();
            assert!(said.is_input() && said.to_string().contains(other.name()), "{said}");
            assert!(route.record(&other).is_err());
        }
    }

    #[test]
    fn places_that_are_not_there_are_refused() {
        let [office, practice] = ["office", "practice"].map(|name| embedded::world(name).unwrap());
        let Some(last) = office.place_ids().last() else { panic!("no place") };
        let here = Pose { place: practice.place_ids().next().unwrap(), heading: None };
        let there = Pose { place: last, heading: None };
        let said = Route::shortest(&practice, here, there).unwrap_err().to_string();
        assert!(said.starts_with("pose 2: is at a place that the world"), "{said}");
        assert!(Route::new(&practice, vec![there]).is_err());
        assert!(practice.step(there, here).is_err());
    }
}
