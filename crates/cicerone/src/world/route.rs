//! Routes: legal walks through a world, and the shortest one between two poses.
//!
//! A route belongs to the world it was made in and is refused by any other.

use super::search::At;
use super::{
    ConnectionId, Exit, Heading, PassageId, PlaceId, Pose, Position, Side, World, WorldId,
};
use crate::{Error, Result, budget};

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
    /// To another level, through the connection of a passage.
    Ride(PassageId),
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
    /// Which poses are reached from another level, and by which passage.
    rides: Vec<(usize, PassageId)>,
    length: f64,
}

impl Route {
    /// A route of these poses, if every step is legal in `world`.
    pub fn new(world: &World, mut poses: Vec<Pose>) -> Result<Route> {
        if poses.is_empty() {
            return Err(Error::input("the path is empty; it needs at least one pose"));
        }
        let mut rides = Vec::new();
        world.check_poses(&poses)?;
        for i in 1..poses.len() {
            if i % 1024 == 0 {
                budget::check()?;
            }
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
            if let Movement::Ride(passage) = step {
                rides.push((i, passage));
            }
        }
        Ok(Route::made(world, poses, rides))
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

    /// The route through the stops of a search.
    pub(super) fn through(world: &World, start: Pose, goal: Pose, stops: &[At]) -> Route {
        let mut poses = vec![start];
        let mut rides = Vec::new();
        for pair in stops.windows(2) {
            let Some(by) = pair[1].by else { continue };
            match world.passage(by).connection {
                Some(connection) => {
                    ride(world, &mut poses, pair[1].place, connection);
                    rides.push((poses.len() - 1, by));
                }
                None => {
                    let mut exits = world.exits(pair[0].place).iter();
                    if let Some(exit) = exits.find(|exit| exit.passage == by) {
                        walk_through(world, &mut poses, exit);
                    }
                }
            }
        }
        if let Some(heading) = goal.heading {
            turn(&mut poses, heading);
        }
        Route::made(world, poses, rides)
    }

    /// The passage to another level that leads to the pose of that index, if
    /// one does.
    pub fn ride(&self, index: usize) -> Option<PassageId> {
        self.rides.iter().find(|(at, _)| *at == index).map(|(_, passage)| *passage)
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

    fn made(world: &World, poses: Vec<Pose>, rides: Vec<(usize, PassageId)>) -> Route {
        let mut route = Route { world: world.id(), poses, rides, length: 0.0 };
        route.length = route.passages(world).map(|passage| world.length(passage)).sum();
        route
    }

    /// The passages it goes through, in order.
    pub fn passages<'r>(&'r self, world: &'r World) -> impl Iterator<Item = PassageId> + 'r {
        let moves = self.poses.windows(2).enumerate();
        moves.filter(|(_, pair)| pair[0].place != pair[1].place).filter_map(|(i, pair)| {
            self.ride(i + 1).or_else(|| {
                let mut exits = world.exits(pair[0].place).iter();
                exits.find(|exit| exit.to == pair[1].place).map(|exit| exit.passage)
            })
        })
    }
}

impl World {
    /// Refuses poses at places that this world does not have.
    pub(crate) fn check_poses(&self, poses: &[Pose]) -> Result<()> {
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
        let link = self.links(from.place).iter().find(|link| link.to == to.place);
        if let Some(link) = link {
            return Ok(Movement::Ride(link.passage));
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

/// Adds the ride to another level. Which way one looks afterwards is the
/// connection's doing; where it is not known one looks as before.
fn ride(world: &World, poses: &mut Vec<Pose>, to: PlaceId, connection: ConnectionId) {
    let before = poses[poses.len() - 1].heading;
    let heading = world.alighting(connection, to).or(before).unwrap_or(Heading::new(0.0));
    poses.push(Pose::new(to, heading));
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
