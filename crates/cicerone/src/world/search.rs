//! Finding the way: the quickest route that whoever asks can take.
//!
//! In a world of corridors, whose lengths mean nothing, the quickest is the
//! shortest. In metres it is the one of least expected time: walking, opening
//! doors, climbing stairs, waiting for a lift. Among equals the one with the
//! fewest turns is taken. A way that is locked, one-way or not fit for the
//! profile is never taken; where that leaves none, the error says what would
//! be possible.

use std::collections::BTreeMap;
use std::ops::Add;
use std::rc::Rc;

use pathfinding::num_traits::Zero;
use pathfinding::prelude::astar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::{Access, AreaKind, ConnectionKind, DoorKind, Unit};
use super::{
    AreaId, ConnectionId, DoorId, Heading, LevelId, PassageId, PlaceId, Pose, Position, Route,
    World,
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
struct Search<'w> {
    world: &'w World,
    goal: PlaceId,
    profile: Profile,
    /// Where one starts and ends may be somebody's room.
    own: [Option<AreaId>; 2],
    /// True if what is restricted is open to whoever asks: one who starts or
    /// ends there has the key.
    has_key: bool,
    /// What it takes at least to get from each level to the goal's, beyond the
    /// walk there.
    climbs: Rc<[f64]>,
}

/// The least that a ride from one level to another takes beyond the walk that it
/// saves: on foot, and without steps. The estimate of a search knows so that
/// another level is far although it is near.
#[derive(Debug, Default)]
pub(super) struct Climbs(BTreeMap<(LevelId, LevelId), [f64; 2]>);

impl Climbs {
    pub(super) fn of(world: &World) -> Climbs {
        let mut least: BTreeMap<(LevelId, LevelId), [f64; 2]> = BTreeMap::new();
        let rides = (0..world.passages().len() as u32).map(PassageId);
        for id in rides {
            let passage = world.passage(id);
            let Some(connection) = passage.connection else { continue };
            let is_step_free = matches!(
                world.connection(connection).kind,
                ConnectionKind::Lift | ConnectionKind::Ramp
            );
            let [a, b] = passage.ends;
            for (from, to) in [(a, b), (b, a)] {
                let walk = world.distance(from, to) * fastest(world);
                let beyond = (world.time(id, from) - walk).max(0.0);
                let levels = (world.level(from), world.level(to));
                let [on_foot, without_steps] = least.entry(levels).or_insert([f64::INFINITY; 2]);
                *on_foot = on_foot.min(beyond);
                if is_step_free {
                    *without_steps = without_steps.min(beyond);
                }
            }
        }
        Climbs(least)
    }

    /// From each level to one, by as many rides as it takes; nothing is supposed
    /// of levels that no ride leads from.
    fn toward(&self, goal: LevelId, levels: usize, profile: Profile) -> Rc<[f64]> {
        let which = usize::from(profile == Profile::StepFree);
        let mut least = vec![f64::INFINITY; levels];
        least[goal.index()] = 0.0;
        // Each round settles one ride more; there are no more than levels.
        for _ in 0..levels {
            let mut is_settled = true;
            for ((from, to), beyond) in &self.0 {
                let by = least[to.index()] + beyond[which];
                if by < least[from.index()] {
                    least[from.index()] = by;
                    is_settled = false;
                }
            }
            if is_settled {
                break;
            }
        }
        least.into_iter().map(|time| if time.is_finite() { time } else { 0.0 }).collect()
    }
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
        let levels = world.building().levels.len();
        let climbs = match levels {
            1 => Rc::from([0.0]),
            _ => world.climbs().toward(world.level(goal), levels, profile),
        };
        Search { world, goal, profile, own, has_key, climbs }
    }

    fn run(&self, start: Pose) -> Option<Vec<At>> {
        let first = At { place: start.place, arrived: start.heading.map(Degrees::from), by: None };
        let fastest = fastest(self.world);
        let mut expanded = 0u32;
        let found = astar(
            &first,
            |at| {
                expanded += 1;
                // Whose time is up finds nothing more, and nobody is told so.
                let go_on = !expanded.is_multiple_of(256) || !budget::is_spent();
                self.successors(*at).take_while(move |_| go_on)
            },
            |at| {
                let walk = self.world.distance(at.place, self.goal) * fastest;
                Cost::floor(walk + self.climbs[self.world.level(at.place).index()])
            },
            |at| at.place == self.goal,
        );
        found.map(|(stops, _)| stops)
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
                let time = world.time(exit.passage, at.place) * self.reluctance(exit.passage);
                let arrived = Some(exit.heading.into());
                let next = At { place: exit.to, arrived, by: Some(exit.passage) };
                (next, Cost { turns, ..Cost::ceil(time) })
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

    fn may_use(&self, access: Access) -> bool {
        match access {
            Access::Public => true,
            Access::Restricted => self.has_key,
            Access::Closed => false,
        }
    }

    fn may_walk(&self, passage: PassageId) -> bool {
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

    fn may_ride(&self, connection: ConnectionId) -> bool {
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
    use super::*;
    use crate::world::{GenerateConfig, embedded, generate};

    /// What is estimated of levels makes a search quicker, and changes nothing.
    #[test]
    fn ways_are_as_quick_as_without_an_estimate_of_levels() {
        let config = GenerateConfig { places: 900, levels: 5, seed: 3, ..Default::default() };
        for world in [generate(config).unwrap(), embedded::world("hospital").unwrap()] {
            let ids: Vec<PlaceId> = world.place_ids().collect();
            let levels = world.building().levels.len();
            for number in 0..40 {
                let [start, goal] = [number * 37, number * 101 + 11].map(|at| ids[at % ids.len()]);
                for profile in Profile::ALL {
                    let informed = Search::new(&world, start, goal, profile);
                    let blind = Search {
                        climbs: vec![0.0; levels].into(),
                        ..Search::new(&world, start, goal, profile)
                    };
                    let pose = Pose { place: start, heading: None };
                    let taken = |search: &Search<'_>| {
                        let stops = search.run(pose)?;
                        let steps = stops.windows(2).filter_map(|pair| {
                            let by = pair[1].by?;
                            let felt = match world.passage(by).connection {
                                Some(_) => 1.0,
                                None => search.reluctance(by),
                            };
                            Some(Cost::ceil(world.time(by, pair[0].place) * felt))
                        });
                        Some(steps.fold(Cost::zero(), |sum, step| sum + step))
                    };
                    assert!(taken(&informed) == taken(&blind), "{start:?} to {goal:?}");
                }
            }
        }
    }
}
