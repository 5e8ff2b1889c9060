//! Where one can walk freely in a building: what stops the foot, and what leads
//! from one level to another.
//!
//! This is the one description of it. The text walk goes by it, the pages get
//! it as data, and a study holds what its participants' pages tell against it.

use schemars::JsonSchema;
use serde::Serialize;

use super::course::far;
use super::document::{Access, ConnectionKind, Point, may_travel};
use super::walls::By;
use super::{ConnectionId, Heading, LevelId, World};

/// One takes a lift or stairs within so many metres.
pub const AT_HAND: f64 = 4.0;

/// What stops the foot on each level, and what leads to others.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ground {
    /// The levels, in the order of the world's file.
    pub levels: Vec<GroundLevel>,
    /// Every way from one level to another.
    pub rides: Vec<Ride>,
}

/// What stops the foot on one level.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GroundLevel {
    /// The id of the level.
    pub level: String,
    /// Walls, without their doors: from x, y to x, y.
    pub walls: Vec<[f64; 4]>,
    /// What one cannot pass and sees through: glass, the edge of a void.
    pub glass: Vec<[f64; 4]>,
}

/// A way from one level to another by stairs, escalator, ramp or lift.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ride {
    /// The id of the connection.
    pub connection: String,
    /// What sort it is.
    pub kind: ConnectionKind,
    /// What people call it.
    pub name: Option<String>,
    /// The id of the level one leaves.
    pub level: String,
    /// Where one gets on, from at most 4 metres away.
    pub at: Point,
    /// The id of the level one comes to.
    pub to_level: String,
    /// Where one stands there.
    pub to: Point,
    /// Which way one looks there, in degrees; none if one looks on as before.
    pub heading: Option<f64>,
    /// What one says to take it: `up`, `down`, `lift to Level 2`.
    pub step: String,
}

impl World {
    /// True if one walks freely between walls on every level; where only a net
    /// of places is known, one walks along that.
    pub fn is_walked_freely(&self) -> bool {
        self.layout().is_free()
    }

    /// The ground of a building that one walks freely in.
    pub fn ground(&self) -> Option<Ground> {
        if !self.is_walked_freely() {
            return None;
        }
        let levels = self.building().levels.iter().enumerate().map(|(number, level)| {
            let id = LevelId(number as u16);
            let walls = self.layout().walls();
            let mut ground = GroundLevel {
                level: level.id.to_string(),
                walls: walls.lines(id, false).map(numbers).collect(),
                glass: walls.lines(id, true).map(numbers).collect(),
            };
            let doors = self.building().doors.iter();
            let shut = doors.filter(|door| door.level == id && door.access == Access::Closed);
            ground.walls.extend(shut.map(|door| numbers(door.line)));
            ground
        });
        Some(Ground { levels: levels.collect(), rides: self.rides() })
    }

    /// True if nothing stops who walks straight from one point to another.
    pub fn can_walk(&self, level: LevelId, from: Point, to: Point) -> bool {
        let walls = self.layout().walls();
        let is_open = |(_, door)| self.door(door).access != Access::Closed;
        walls.is_clear(level, from, to, By::Foot)
            && walls.doors_between(level, from, to).into_iter().all(is_open)
    }

    /// Every way from one level to another.
    pub fn rides(&self) -> Vec<Ride> {
        let mut all = Vec::new();
        for number in 0..self.building().connections.len() {
            let id = self.connection_id(number);
            let connection = self.connection(id);
            for stop in &connection.stops {
                for (other, step) in self.stops_from(id, stop.level) {
                    let (level, to, heading) = self.alighted(id, other);
                    all.push(Ride {
                        connection: connection.id.to_string(),
                        kind: connection.kind,
                        name: connection.name.as_deref().map(str::to_owned),
                        level: self.storey(stop.level).id.to_string(),
                        at: stop.at,
                        to_level: self.storey(level).id.to_string(),
                        to,
                        heading: heading.map(Heading::degrees),
                        step,
                    });
                }
            }
        }
        all
    }

    /// The connections at hand, each with the stop it leads to and what one
    /// says to take it there.
    pub(crate) fn rides_at(
        &self,
        level: LevelId,
        at: Point,
    ) -> Vec<(String, (ConnectionId, usize))> {
        let ids = (0..self.building().connections.len()).map(|number| self.connection_id(number));
        let at_hand = ids.filter(|id| {
            let mut stops = self.connection(*id).stops.iter();
            stops.any(|stop| stop.level == level && far(stop.at, at) <= AT_HAND)
        });
        at_hand
            .flat_map(|id| {
                let stops = self.stops_from(id, level).into_iter();
                stops.map(move |(stop, step)| (step, (id, stop)))
            })
            .collect()
    }

    /// Where a connection leads from a level: the stop, and what one says.
    fn stops_from(&self, id: ConnectionId, level: LevelId) -> Vec<(usize, String)> {
        let connection = self.connection(id);
        let mut all = Vec::new();
        for (number, stop) in connection.stops.iter().enumerate() {
            let [from, to] = [level, stop.level].map(|level| self.storey(level));
            let may = may_travel(connection.travels, from, to);
            if stop.level == level || !may || connection.access == Access::Closed {
                continue;
            }
            let step = match connection.kind {
                ConnectionKind::Lift => format!("lift to {}", to.called()),
                _ if to.ordinal > from.ordinal => "up".to_owned(),
                _ => "down".to_owned(),
            };
            all.push((number, step));
        }
        all
    }

    /// Where one stands and which way one looks after getting off at a stop.
    pub(crate) fn alighted(
        &self,
        id: ConnectionId,
        stop: usize,
    ) -> (LevelId, Point, Option<Heading>) {
        let stop = self.connection(id).stops[stop];
        let at = stop.place.map_or(stop.at, |place| {
            let (x, y) = self.place(place).position;
            [x, y]
        });
        let out = stop.place.and_then(|place| self.alighting(id, place));
        (stop.level, at, out.or(stop.heading))
    }
}

/// A line as four numbers, to the millimetre.
fn numbers([from, to]: [Point; 2]) -> [f64; 4] {
    [from[0], from[1], to[0], to[1]].map(|number| (number * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Pose, Route, embedded};

    #[test]
    fn every_way_of_the_hospital_can_be_walked_and_its_walls_cannot() {
        let world = embedded::world("hospital").unwrap();
        let ground = world.ground().unwrap();
        assert_eq!(ground.levels.len(), 2);
        for passage in world.passages() {
            let [a, b] = passage.ends;
            let [from, to] = [a, b].map(|place| world.place(place).position).map(|(x, y)| [x, y]);
            if passage.connection.is_none() {
                assert!(world.can_walk(world.level(a), from, to), "{from:?} {to:?}");
            }
        }
        for (number, level) in ground.levels.iter().enumerate() {
            for &[x, y, to_x, to_y] in &level.walls {
                let middle = [(x + to_x) / 2.0, (y + to_y) / 2.0];
                let aside = [(to_y - y) * 0.1, (x - to_x) * 0.1];
                let [from, to] =
                    [1.0, -1.0].map(|by| [middle[0] + aside[0] * by, middle[1] + aside[1] * by]);
                assert!(!world.can_walk(LevelId(number as u16), from, to), "{from:?} {to:?}");
            }
        }
    }

    #[test]
    fn rides_lead_where_routes_ride() {
        let world = embedded::world("hospital").unwrap();
        let rides = world.rides();
        let places: Vec<_> = world.place_ids().collect();
        let [first, last] =
            [places[0], *places.last().unwrap()].map(|place| Pose { place, heading: None });
        let route = Route::shortest(&world, first, last).unwrap();
        let poses = route.poses();
        let ridden = (1..poses.len()).filter(|index| route.ride(*index).is_some());
        for index in ridden {
            let [from, to] = [poses[index - 1], poses[index]];
            let id = |place| world.storey(world.level(place)).id.to_string();
            let (x, y) = world.place(to.place).position;
            let fits = |ride: &&Ride| {
                ride.level == id(from.place) && ride.to_level == id(to.place) && ride.to == [x, y]
            };
            assert!(rides.iter().find(fits).is_some(), "{from:?} {to:?}");
        }
    }
}
