//! Finding the way: the quickest route that whoever asks can take.
//!
//! In a world of corridors, whose lengths mean nothing, the quickest is the
//! shortest. In metres it is the one of least expected time: walking, opening
//! doors, climbing stairs, waiting for a lift. Among equals the one with the
//! fewest turns is taken. A way that is locked, one-way or not fit for the
//! profile is never taken; where that leaves none, the error says what would
//! be possible.

use std::ops::Add;

use pathfinding::num_traits::Zero;
use pathfinding::prelude::astar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::{Access, AreaKind, ConnectionKind, DoorKind, Unit};
use super::estimate::Estimate;
use super::{
    AreaId, ConnectionId, DoorId, Heading, PassageId, PlaceId, Pose, Position, Route, World,
};
use crate::{Error, Result, budget};

/// Who wants to get there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Profile {
    /// Somebody on foot.
    #[default]
    Walk,
    /// Somebody who takes no stairs, no escalator, no revolving door, nor
    /// anything that is known not to be step-free.
    StepFree,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 2] = [Profile::Walk, Profile::StepFree];

    /// What files and command lines call it.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Walk => "walk",
            Profile::StepFree => "step-free",
        }
    }
}

/// How long things take, in seconds and metres. Walking is that of adults
/// indoors; stairs and lifts as evacuation and lift traffic handbooks have them,
/// rounded.
mod pace {
    /// Metres a second, walking.
    pub(super) const WALK: f64 = 1.3;
    /// Seconds to open and pass a door, beside the walk through it.
    pub(super) const DOOR: f64 = 2.0;
    /// The same for one that opens by itself.
    pub(super) const AUTOMATIC: f64 = 0.5;
    /// Seconds a step, up and down.
    pub(super) const STEP: [f64; 2] = [0.65, 0.55];
    /// Metres a step is high.
    pub(super) const RISER: f64 = 0.17;
    /// Seconds one waits for a lift and for its doors.
    pub(super) const LIFT: f64 = 25.0;
    /// Metres a second a lift rises, its stops included.
    pub(super) const LIFT_SPEED: f64 = 1.0;
    /// Metres a second one is carried along an escalator.
    pub(super) const ESCALATOR: f64 = 0.5;
    /// Seconds that whoever is led the way gives for a door that need not be found
    /// and opened.
    pub(super) const DOOR_TO_FIND: f64 = 6.0;
    /// How much longer somebody else's room feels than a corridor.
    pub(super) const THROUGH_A_ROOM: f64 = 12.0;
}

impl World {
    /// How long a passage takes from `from` to its other end: seconds in
    /// metres, the length itself in a world of corridors.
    pub fn time(&self, id: PassageId, from: PlaceId) -> f64 {
        let passage = self.passage(id);
        let length = self.length(id);
        if self.unit() == Unit::Passage {
            return length;
        }
        let to = if passage.ends[0] == from { passage.ends[1] } else { passage.ends[0] };
        match passage.connection {
            None => {
                length / pace::WALK + self.place(to).door.map_or(0.0, |door| self.opening(door))
            }
            Some(connection) => self.ride_time(connection, from, to, length),
        }
    }

    fn opening(&self, door: DoorId) -> f64 {
        let door = self.door(door);
        match door.kind {
            DoorKind::Opening => 0.0,
            _ if door.automatic => pace::AUTOMATIC,
            _ => pace::DOOR,
        }
    }

    fn ride_time(&self, id: ConnectionId, from: PlaceId, to: PlaceId, length: f64) -> f64 {
        let connection = self.connection(id);
        let rise = self.rise(from, to);
        let taken = match connection.kind {
            ConnectionKind::Stairs => {
                let told = connection.steps.filter(|_| connection.stops.len() == 2);
                let steps = told.map_or(rise.abs() / pace::RISER, f64::from);
                steps * pace::STEP[usize::from(rise < 0.0)]
            }
            ConnectionKind::Lift => pace::LIFT + rise.abs() / pace::LIFT_SPEED,
            ConnectionKind::Escalator => (length / pace::ESCALATOR).max(rise.abs()),
            ConnectionKind::Ramp => length / pace::WALK,
        };
        // Never quicker than the walk that the search's estimate supposes.
        taken.max(self.distance(from, to) / pace::WALK)
    }
}

impl Route {
    /// The shortest route by distance, in metres by time; of equally short
    /// ones, one with the fewest turns. An unknown first heading costs no turn,
    /// and a goal without a heading may be reached from any side.
    pub fn shortest(world: &World, start: Pose, goal: Pose) -> Result<Route> {
        Route::find(world, start, goal, Profile::Walk)
    }

    /// The quickest route that somebody of that profile can take.
    pub fn find(world: &World, start: Pose, goal: Pose, profile: Profile) -> Result<Route> {
        world.check_poses(&[start, goal])?;
        let search = Search::new(world, start.place, goal.place, profile);
        let found = search.run(start);
        budget::check()?;
        match found {
            Some(stops) => Ok(Route::through(world, start, goal, &stops)),
            None => {
                let why = search.explain(start, goal);
                budget::check()?;
                Err(why)
            }
        }
    }
}

/// What a search may use.
pub(super) struct Search<'w> {
    pub(super) world: &'w World,
    pub(super) goal: PlaceId,
    profile: Profile,
    /// Where one starts and ends may be somebody's room.
    own: [Option<AreaId>; 2],
    /// True if what is restricted is open to whoever asks: one who starts or
    /// ends there has the key.
    has_key: bool,
    /// Seconds a unit takes at least.
    fastest: f64,
}

/// Seconds a metre of straight line takes at least; in a world of corridors its
/// length.
fn fastest(world: &World) -> f64 {
    let pace = if world.unit() == Unit::Metre { 1.0 / pace::WALK } else { 1.0 };
    pace * world.shortest_share()
}

impl<'w> Search<'w> {
    fn new(world: &'w World, start: PlaceId, goal: PlaceId, profile: Profile) -> Search<'w> {
        let own = [start, goal].map(|place| world.place(place).area);
        let is_restricted = |area: AreaId| world.area(area).access != Access::Public;
        let has_key = own.iter().flatten().any(|area| is_restricted(*area));
        Search { world, goal, profile, own, has_key, fastest: fastest(world) }
    }

    fn run(&self, start: Pose) -> Option<Vec<At>> {
        let estimate = Estimate::new(self, start.place)?;
        let (stops, _) =
            self.run_with(start, |place| estimate.from(place), |place| estimate.is_open(place))?;
        Some(stops)
    }

    fn run_with(
        &self,
        start: Pose,
        estimate: impl Fn(PlaceId) -> Cost,
        is_open: impl Fn(PlaceId) -> bool,
    ) -> Option<(Vec<At>, Cost)> {
        let first = At { place: start.place, arrived: start.heading.map(Degrees::from), by: None };
        let mut expanded = 0u32;
        astar(
            &first,
            |at| {
                expanded += 1;
                // Whose time is up finds nothing more, and nobody is told so.
                let go_on = !expanded.is_multiple_of(256) || !budget::is_spent();
                let open = self.successors(*at).filter(|(next, _)| is_open(next.place));
                open.take_while(move |_| go_on)
            },
            |at| estimate(at.place),
            |at| at.place == self.goal,
        )
    }

    fn successors(&self, at: At) -> impl Iterator<Item = (At, Cost)> + use<'_, 'w> {
        let world = self.world;
        let ahead = at.arrived.map(|Degrees(thousandths)| {
            let heading = Heading::new(f64::from(thousandths) / 1000.0);
            world.ahead(at.place, heading).map(|exit| exit.passage)
        });
        let walks = world.exits(at.place).iter().filter(|exit| self.may_walk(exit.passage)).map(
            move |exit| {
                let turns = match ahead {
                    Some(ahead) if ahead != Some(exit.passage) => 1,
                    _ => 0,
                };
                let arrived = Some(exit.heading.into());
                let next = At { place: exit.to, arrived, by: Some(exit.passage) };
                (next, Cost { turns, ..self.walk(exit.passage, at.place) })
            },
        );
        let rides = world.links(at.place).iter().filter(|link| self.may_ride(link.connection)).map(
            move |link| {
                let arrived = world.alighting(link.connection, link.to).map(Degrees::from);
                let next = At { place: link.to, arrived, by: Some(link.passage) };
                (next, Cost::ceil(world.time(link.passage, at.place)))
            },
        );
        walks.chain(rides)
    }

    /// What it takes to walk a passage from one of its ends.
    pub(super) fn walk(&self, passage: PassageId, from: PlaceId) -> Cost {
        let ends = self.world.passage(passage).ends;
        let to = if ends[0] == from { ends[1] } else { ends[0] };
        let door = self.world.place(to).door.map(|door| self.world.door(door).kind);
        let is_found =
            self.world.unit() == Unit::Metre && door.is_some_and(|kind| kind != DoorKind::Opening);
        let found = if is_found { pace::DOOR_TO_FIND } else { 0.0 };
        Cost::ceil(self.world.time(passage, from) * self.reluctance(passage) + found)
    }

    /// What the straight line between two places would take; nothing is quicker.
    pub(super) fn straight(&self, from: PlaceId, to: PlaceId) -> Cost {
        Cost::floor(self.world.distance(from, to) * self.fastest)
    }

    fn may_use(&self, access: Access) -> bool {
        match access {
            Access::Public => true,
            Access::Restricted => self.has_key,
            Access::Closed => false,
        }
    }

    pub(super) fn may_walk(&self, passage: PassageId) -> bool {
        let passage = self.world.passage(passage);
        let may_enter = |place: PlaceId| {
            let place = self.world.place(place);
            let area = place.area.map(|area| self.world.area(area));
            let door = place.door.map(|door| self.world.door(door));
            area.is_none_or(|area| self.may_use(area.access) && area.kind != AreaKind::Void)
                && door.is_none_or(|door| {
                    let fits = self.profile == Profile::Walk
                        || door.step_free != Some(false) && door.kind != DoorKind::Revolving;
                    self.may_use(door.access) && fits && door.kind != DoorKind::EmergencyExit
                })
        };
        let fits = self.profile == Profile::Walk || passage.step_free != Some(false);
        self.may_use(passage.access) && fits && passage.ends.into_iter().all(may_enter)
    }

    pub(super) fn may_ride(&self, connection: ConnectionId) -> bool {
        let connection = self.world.connection(connection);
        let fits = self.profile == Profile::Walk
            || matches!(connection.kind, ConnectionKind::Lift | ConnectionKind::Ramp)
                && connection.step_free != Some(false);
        fits && self.may_use(connection.access)
    }

    /// How much longer a passage feels than it is: nobody likes to be led
    /// through a stranger's room.
    fn reluctance(&self, passage: PassageId) -> f64 {
        // On a threshold one is in both areas of its door.
        let areas = self.world.passage(passage).ends.map(|end| {
            let place = self.world.place(end);
            let door = place.door.map_or(&[][..], |door| &self.world.door(door).between);
            place.area.as_ref().map_or(door, std::slice::from_ref)
        });
        let is_strange = |id: &&AreaId| {
            matches!(self.world.area(**id).kind, AreaKind::Room | AreaKind::Restroom)
                && !self.own.contains(&Some(**id))
        };
        let mut common = areas[0].iter().filter(|area| areas[1].contains(area)).peekable();
        let through = common.peek().is_some() && common.all(|area| is_strange(&area));
        if through { pace::THROUGH_A_ROOM } else { 1.0 }
    }

    /// Why there is no way, and what there would be.
    fn explain(&self, start: Pose, goal: Pose) -> Error {
        let world = self.world;
        let [from, to] = [start, goal].map(|pose| world.describe(pose.place));
        let mut message = format!("there is no way from {from} to {to}");
        if self.profile == Profile::StepFree {
            message.push_str(" without steps");
            let on_foot = Search::new(world, start.place, self.goal, Profile::Walk);
            if let Some(stops) = on_foot.run(start) {
                let kinds: Vec<&str> = stops
                    .iter()
                    .filter_map(|at| world.passage(at.by?).connection)
                    .map(|connection| match world.connection(connection).kind {
                        ConnectionKind::Stairs => "stairs",
                        ConnectionKind::Escalator => "an escalator",
                        ConnectionKind::Lift => "a lift that is not step-free",
                        ConnectionKind::Ramp => "a ramp that is not step-free",
                    })
                    .collect();
                let mut taken = stops.iter().filter_map(|at| at.by.map(|by| world.passage(by)));
                let what = match kinds.first() {
                    Some(kind) => kind,
                    None if taken.any(|way| way.step_free == Some(false)) => {
                        "a way that is not fit for wheelchairs"
                    }
                    None => "a door that is too narrow",
                };
                message.push_str(&format!("; on foot there is one, by {what}"));
                return Error::input(message);
            }
        }
        let with_key =
            Search { has_key: true, ..Search::new(world, start.place, self.goal, Profile::Walk) };
        if !self.has_key && with_key.run(start).is_some() {
            message.push_str("; there is one for those who may enter restricted areas");
        } else {
            let name = world.name();
            message.push_str(&format!(" in the world '{name}'; its places are not all connected"));
        }
        Error::input(message)
    }
}

impl World {
    /// How a message calls a place: by name, or by where it is.
    pub fn describe(&self, id: PlaceId) -> String {
        let place = self.place(id);
        let name = place.name.as_deref();
        let area = place.area.map(|area| self.area(area));
        let name = name.or_else(|| area.and_then(|area| area.name.as_deref()));
        let levels = &self.building().levels;
        let level = (levels.len() > 1).then(|| self.storey(place.level).called());
        match (name, level) {
            (Some(name), Some(level)) => format!("'{name}' on {level}"),
            (Some(name), None) => format!("'{name}'"),
            (None, _) => Position::of(self, Pose { place: id, heading: None }).to_string(),
        }
    }
}

/// A state of the search: a place, and the heading one arrived with (`None`
/// at a start with unknown heading), in thousandths of a degree; and, not part
/// of the state, what one came by.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) place: PlaceId,
    arrived: Option<Degrees>,
    pub(super) by: Option<PassageId>,
}

impl PartialEq for At {
    fn eq(&self, other: &At) -> bool {
        (self.place, self.arrived) == (other.place, other.arrived)
    }
}

impl Eq for At {}

impl std::hash::Hash for At {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.place, self.arrived).hash(state);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Degrees(u32);

impl From<Heading> for Degrees {
    fn from(heading: Heading) -> Degrees {
        Degrees((heading.degrees() * 1000.0).round() as u32)
    }
}

/// Distance in millionths of a unit, or time in millionths of a second; then
/// turns.
///
/// Whole numbers, so that equally long ways are equal and turns decide.
/// Lengths round up and the estimate rounds down, which keeps it consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    millionths: u64,
    turns: u32,
}

impl Cost {
    pub(super) fn floor(distance: f64) -> Cost {
        Cost::whole((distance * 1e6).floor() as u64)
    }

    pub(super) fn ceil(distance: f64) -> Cost {
        Cost::whole((distance * 1e6).ceil() as u64)
    }

    pub(super) fn whole(millionths: u64) -> Cost {
        Cost { millionths, turns: 0 }
    }

    pub(super) fn millionths(self) -> u64 {
        self.millionths
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
    use super::*;
    use crate::world::{GenerateConfig, embedded, generate};

    /// What is estimated of levels makes a search quicker, and changes nothing.
    #[test]
    fn ways_are_as_quick_as_without_an_estimate() {
        let config =
            |places, levels, seed| GenerateConfig { places, levels, seed, ..Default::default() };
        let made = [config(900, 5, 3), config(4000, 3, 8), config(300, 9, 5)];
        let made = made.map(|config| generate(config).unwrap());
        for world in made.into_iter().chain([embedded::world("hospital").unwrap()]) {
            let ids: Vec<PlaceId> = world.place_ids().collect();
            for number in 0..40 {
                let [start, goal] = [number * 37, number * 101 + 11].map(|at| ids[at % ids.len()]);
                for profile in Profile::ALL {
                    let search = Search::new(&world, start, goal, profile);
                    let estimate = Estimate::new(&search, start);
                    let pose = Pose { place: start, heading: None };
                    let informed = estimate.as_ref().and_then(|estimate| {
                        let is_open = |place| estimate.is_open(place);
                        search.run_with(pose, |place| estimate.from(place), is_open)
                    });
                    let blind = search.run_with(pose, |_| Cost::zero(), |_| true);
                    let [informed, blind] = [informed, blind].map(|way| way.map(|(_, cost)| cost));
                    assert_eq!(informed, blind, "{start:?} to {goal:?}, {profile:?}");
                    // Nor is more supposed of any place on the way than it takes.
                    let supposed = estimate.map(|estimate| estimate.from(start));
                    assert!(blind.is_none_or(|cost| supposed.is_some_and(|least| least <= cost)));
                }
            }
        }
    }
}
