//! Somebody who walks through a world step by step, in the first person: what
//! one sees, what one can do, and where that leads.
//!
//! In a building with walls one walks freely between them, along corridors in
//! their middle, and closed doors stop one until one goes through. Where only
//! a net of places is known one walks along it.

mod scene;
mod step;

pub use scene::{FartherOn, Scene, ScenePlace, SceneThing};
pub use step::WalkStep;

use super::course::{far, heading};
use super::document::{DoorKind, Point, Unit};
use super::ground::AT_HAND;
use super::sight::{Around, Outlook, Sighted};
use super::walls::By;
use super::{ConnectionId, DoorId, Heading, LevelId, PlaceId, World};
use crate::{Error, Result};

/// One goes to a door within so many metres.
const DOOR_AT_HAND: f64 = 8.0;
/// One stops so far before a wall.
const BEFORE_WALL: f64 = 0.5;
/// Turns settle on the freest direction within so many degrees.
const SETTLES: f64 = 24.0;
/// Who looks along a wall within so many degrees lines up with it.
const LINES_UP: f64 = 32.0;
/// A corridor is no wider; in one, one walks in the middle.
const CORRIDOR: f64 = 4.0;
/// Whoever walks up to something stops so many metres before it.
const AT_IT: f64 = 1.0;
/// Who steps aside to get round something does so by no more than this, is so much
/// wider on either hand, and gets so many metres past it, so many times on a way.
const MOST_ASIDE: f64 = 2.4;
const SHOULDER: f64 = 0.25;
const PAST_IT: f64 = 3.0;
const MOST_ROUNDED: usize = 3;
/// One moves aside by no more than this without noticing.
const ASIDE: f64 = 0.7;

/// Somebody on the way.
#[derive(Debug, Clone)]
pub struct Walker<'w> {
    world: &'w World,
    level: LevelId,
    at: Point,
    heading: Heading,
    /// The place one is at, where one walks from place to place.
    place: Option<PlaceId>,
}

impl<'w> Walker<'w> {
    /// Somebody at a place, looking that way, lined up with the walls; along a
    /// way that leaves it if nobody says which.
    pub fn new(world: &'w World, place: PlaceId, heading: Option<Heading>) -> Walker<'w> {
        let (x, y) = world.place(place).position;
        let level = world.level(place);
        let first = world.exits(place).first().map(|exit| exit.heading);
        let heading = heading.or(first).unwrap_or(Heading::new(0.0));
        let is_free = world.unit() == Unit::Metre && !world.layout().walls().is_empty(level);
        let lined_up = Outlook::lined_up(world, level, [x, y], heading).filter(|_| is_free);
        let heading = lined_up.unwrap_or(heading);
        let place = if is_free { None } else { Some(place) };
        Walker { world, level, at: [x, y], heading, place }
    }

    /// Somebody at any point of a level with walls, looking exactly that way.
    pub fn at(world: &'w World, level: LevelId, at: Point, heading: Heading) -> Walker<'w> {
        Walker { world, level, at, heading, place: None }
    }

    /// Metres to a place on one's own level; infinity to one elsewhere.
    pub fn distance_to(&self, place: PlaceId) -> f64 {
        let (x, y) = self.world.place(place).position;
        match self.world.level(place) == self.level {
            true => far(self.at, [x, y]),
            false => f64::INFINITY,
        }
    }

    /// The level one is on.
    pub(crate) fn level(&self) -> LevelId {
        self.level
    }

    /// Where one is on that level.
    pub(crate) fn stands_at(&self) -> Point {
        self.at
    }

    /// The way one looks.
    pub(crate) fn heading(&self) -> Heading {
        self.heading
    }

    /// The place one is at, where one walks from place to place.
    pub(crate) fn place(&self) -> Option<PlaceId> {
        self.place
    }

    /// Looks another way, lined up with the walls.
    pub(crate) fn look(&mut self, wanted: Heading) {
        self.heading = self.settled(wanted);
    }

    /// Goes to a point, or to the place there, and looks that way.
    pub(crate) fn go_to(&mut self, at: Point, place: Option<PlaceId>, heading: Heading) {
        (self.at, self.heading) = (at, heading);
        self.place = self.place.and(place.or(self.place));
    }

    /// Does a step; the answer says what came of it.
    pub fn go(&mut self, step: &WalkStep) -> Result<String> {
        match step {
            WalkStep::Left(by) => Ok(self.turn_by(-1.0, *by)),
            WalkStep::Right(by) => Ok(self.turn_by(1.0, *by)),
            WalkStep::Around => Ok(self.turn(180.0)),
            WalkStep::Forward(metres) => self.forward(*metres),
            WalkStep::Face(number) => {
                let one = self.numbered(*number)?;
                self.heading = one.heading;
                Ok(format!("You face it, {} metres away.", tenths(one.metres)))
            }
            WalkStep::Toward(number, metres) => {
                let one = self.numbered(*number)?;
                self.heading = one.heading;
                // From place to place one only walks along the passages.
                let up_to = one.metres - if self.place.is_some() { f64::INFINITY } else { AT_IT };
                let metres = metres.unwrap_or(up_to);
                match metres > 0.1 {
                    true => self.forward(Some(metres)),
                    false => Ok(format!("You face it, {} metres away.", tenths(one.metres))),
                }
            }
            WalkStep::Through(number) => {
                let one = self.numbered(*number)?;
                match one.what {
                    Sighted::Door(door) => self.through(door, one.metres),
                    _ => Err(Error::input(format!("number {number} is no door"))),
                }
            }
            WalkStep::Climb { up, to } => self.climb(*up, to.as_deref()),
            WalkStep::Lift(level) => self.lift(level),
            WalkStep::Stop => Ok("You stop.".to_owned()),
        }
    }

    /// A turn without a number lines up with the walls; one with a number is exact.
    fn turn_by(&mut self, hand: f64, degrees: Option<f64>) -> String {
        match degrees {
            Some(degrees) if self.place.is_none() => {
                self.heading = self.heading.turned(hand * degrees);
                "You turn.".to_owned()
            }
            degrees => self.turn(hand * degrees.unwrap_or(90.0)),
        }
    }

    fn turn(&mut self, degrees: f64) -> String {
        let wanted = self.heading.turned(degrees);
        self.heading = self.settled(wanted);
        "You turn.".to_owned()
    }

    /// The direction near a wanted one that walls have, as people line up with
    /// them, or the freest one; the nearest exit where one walks from place to
    /// place.
    fn settled(&self, wanted: Heading) -> Heading {
        if let Some(place) = self.place {
            let exits = self.world.exits(place).iter();
            let near = exits.filter(|exit| wanted.turn_to(exit.heading).abs() < 45.0);
            let nearest = near.min_by(|a, b| {
                let off = |heading: Heading| wanted.turn_to(heading).abs();
                off(a.heading).total_cmp(&off(b.heading))
            });
            return nearest.map_or(wanted, |exit| exit.heading);
        }
        if let Some(along) = Outlook::lined_up(self.world, self.level, self.at, wanted) {
            // Who looks across the walls goes on doing so.
            return if wanted.turn_to(along).abs() <= LINES_UP { along } else { wanted };
        }
        let steps = (-8..=8).map(|step| f64::from(step) * SETTLES / 8.0);
        let score = |off: f64| {
            let free = self.reach(wanted.turned(off)).min(15.0);
            free - off.abs() * 0.04
        };
        let best =
            steps.max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.abs().total_cmp(&a.abs())));
        wanted.turned(best.unwrap_or(0.0))
    }

    fn forward(&mut self, metres: Option<f64>) -> Result<String> {
        if self.place.is_some() {
            return self.along_the_net(metres);
        }
        let free = self.reach(self.heading);
        let most = (free - BEFORE_WALL).max(0.0);
        if most < 0.1 && metres.and_then(|metres| self.way_round(metres)).is_none() {
            return Err(Error::input("something is right in front of you; turn first"));
        }
        // Until something changes: the next way off, door or thing beside one.
        let next = || {
            let ahead = self.things().into_iter().filter_map(|(_, ahead)| Some(ahead?.along));
            ahead.filter(|along| *along > 1.0).fold(most, f64::min)
        };
        let wanted = metres.unwrap_or_else(next);
        let mut walked = self.straight_on(wanted.min(most));
        let mut rounded = Vec::new();
        while walked + 1.0 < wanted && rounded.len() < MOST_ROUNDED {
            let Some(aside) = self.way_round(wanted - walked) else { break };
            let hand = if aside > 0.0 { "right" } else { "left" };
            rounded.push(format!("{} to the {hand}", tenths(aside.abs())));
            self.step_aside(aside);
            let most = self.reach(self.heading) - BEFORE_WALL;
            walked += self.straight_on((wanted - walked).min(most));
        }
        self.keep_to_the_middle();
        let round = match rounded.is_empty() {
            true => String::new(),
            false => format!(", stepping {} round what is in the way", rounded.join(" and ")),
        };
        let stopped = if walked + 0.05 < wanted { "; there something stops you" } else { "" };
        Ok(format!("You walk {} metres{round}{stopped}.", tenths(walked)))
    }

    fn straight_on(&mut self, metres: f64) -> f64 {
        let (sin, cos) = self.heading.degrees().to_radians().sin_cos();
        self.at = [self.at[0] + sin * metres, self.at[1] - cos * metres];
        metres
    }

    fn step_aside(&mut self, metres: f64) {
        let (sin, cos) = self.heading.turned(90.0).degrees().to_radians().sin_cos();
        self.at = [self.at[0] + sin * metres, self.at[1] - cos * metres];
    }

    /// How far to the right, or the left below zero, one steps to get round a pillar
    /// or a corner that is in the way of somebody who wants to go on so far. Nobody
    /// walks round a closed door.
    fn way_round(&self, wanted: f64) -> Option<f64> {
        let (sin, cos) = self.heading.degrees().to_radians().sin_cos();
        let before = [self.at[0] + 2.0 * BEFORE_WALL * sin, self.at[1] - 2.0 * BEFORE_WALL * cos];
        let walls = self.world.layout().walls();
        if !walls.doors_between(self.level, self.at, before).is_empty() {
            return None;
        }
        let steps = (1..=6).map(|step| f64::from(step) * MOST_ASIDE / 6.0);
        steps.flat_map(|aside| [aside, -aside]).find(|aside| {
            let hand = self.heading.turned(90.0 * aside.signum());
            let mut other = self.clone();
            other.step_aside(*aside);
            self.reach(hand) > aside.abs() + SHOULDER
                && other.reach(self.heading) > wanted.min(PAST_IT) + BEFORE_WALL
        })
    }

    /// In a corridor one walks in the middle and along it.
    fn keep_to_the_middle(&mut self) {
        let [right, left] = [90.0, -90.0].map(|turn| self.reach(self.heading.turned(turn)));
        if right + left < CORRIDOR {
            let (sin, cos) = self.heading.turned(90.0).degrees().to_radians().sin_cos();
            let aside = ((right - left) / 2.0).clamp(-ASIDE, ASIDE);
            self.at = [self.at[0] + sin * aside, self.at[1] - cos * aside];
            self.heading = self.settled(self.heading);
        }
    }

    fn along_the_net(&mut self, amount: Option<f64>) -> Result<String> {
        let in_metres = self.world.unit() == Unit::Metre;
        let mut walked = 0.0;
        let mut places = 0;
        while let Some(place) = self.place {
            let Some(exit) = self.world.ahead(place, self.heading) else { break };
            let length = self.world.length(exit.passage);
            let is_enough = match amount {
                None => places > 0 && (!in_metres || self.world.exits(place).len() > 2),
                Some(amount) if in_metres => walked + length / 2.0 > amount,
                Some(amount) => places as f64 >= amount,
            };
            if is_enough {
                break;
            }
            (walked, places) = (walked + length, places + 1);
            self.place = Some(exit.to);
            self.heading = exit.heading;
            let (x, y) = self.world.place(exit.to).position;
            self.at = [x, y];
        }
        match (places, in_metres) {
            (0, _) => Err(Error::input("no way leads straight on here; turn first")),
            (_, true) => Ok(format!("You walk {} metres.", tenths(walked))),
            (1, false) => Ok("You walk to the next place.".to_owned()),
            (_, false) => Ok(format!("You walk on by {places} places.")),
        }
    }

    fn through(&mut self, id: DoorId, metres: f64) -> Result<String> {
        if metres > DOOR_AT_HAND {
            return Err(Error::input(format!(
                "that door is {} metres away; walk nearer first",
                tenths(metres)
            )));
        }
        let toward = heading(self.at, self.world.door_middle(id));
        self.pass(id, toward);
        Ok("You go through.".to_owned())
    }

    /// Goes through a door, to the side that lies more or less that way.
    pub(crate) fn pass(&mut self, id: DoorId, toward: Heading) {
        let door = self.world.door(id);
        let middle = self.world.door_middle(id);
        let along = heading(door.line[0], door.line[1]);
        let across = [along.turned(90.0), along.turned(-90.0)];
        let off = |one: &Heading| toward.turn_to(*one).abs();
        let way = if off(&across[0]) <= off(&across[1]) { across[0] } else { across[1] };
        let free = {
            let (sin, cos) = way.degrees().to_radians().sin_cos();
            let beyond = [middle[0] + sin * 0.1, middle[1] - cos * 0.1];
            let walls = self.world.layout().walls();
            walls.reach(self.level, beyond, [sin, -cos], 1.4, By::Eye)
        };
        let step = (free - 0.3).clamp(0.3, 1.0);
        let (sin, cos) = way.degrees().to_radians().sin_cos();
        self.at = [middle[0] + sin * step, middle[1] - cos * step];
        self.heading = way;
    }

    /// What one can ride from here: the step, and where one gets off.
    fn rides(&self) -> Vec<(String, (ConnectionId, usize))> {
        self.world.rides_at(self.level, self.at)
    }

    /// Up or down the stairs: to the next level, or to one that is named.
    fn climb(&mut self, up: bool, to: Option<&str>) -> Result<String> {
        let wanted = if up { "up" } else { "down" };
        let level = to.map(|to| self.world.find_level(to)).transpose()?;
        let storey = |(id, stop): &(ConnectionId, usize)| {
            self.world.storey(self.world.connection(*id).stops[*stop].level)
        };
        let here = self.world.storey(self.level).ordinal;
        let steps = |ride: &(ConnectionId, usize)| (storey(ride).ordinal - here).abs();
        let mut rides: Vec<(ConnectionId, usize)> =
            self.rides().into_iter().filter(|(step, _)| step == wanted).map(|one| one.1).collect();
        match level {
            Some(level) => {
                rides.retain(|(id, stop)| self.world.connection(*id).stops[*stop].level == level)
            }
            None => {
                let next = rides.iter().map(steps).fold(f64::INFINITY, f64::min);
                rides.retain(|ride| steps(ride) <= next);
            }
        }
        let (id, stop) = self.nearest(rides).ok_or_else(|| {
            let to = level.map(|level| format!(" to {}", self.world.storey(level).called()));
            Error::input(format!(
                "nothing within {AT_HAND} metres leads {wanted}{}; go to the stairs",
                to.unwrap_or_default()
            ))
        })?;
        Ok(self.alight(id, stop))
    }

    /// The rides at hand as one asks for them: stairs with the level where they lead to
    /// several that way.
    fn ways_to_ride(&self) -> Vec<String> {
        let rides = self.rides();
        let level =
            |(id, stop): &(ConnectionId, usize)| self.world.connection(*id).stops[*stop].level;
        let mut ways: Vec<String> = Vec::new();
        for (step, ride) in &rides {
            let is_climb = matches!(&**step, "up" | "down");
            let is_one_of_several =
                rides.iter().any(|(other, to)| other == step && level(to) != level(ride));
            let way = match is_climb && is_one_of_several {
                true => format!("{step} to {}", self.world.storey(level(ride)).called()),
                false => step.clone(),
            };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    fn lift(&mut self, level: &str) -> Result<String> {
        let wanted = self.world.find_level(level)?;
        let called = format!("lift to {}", self.world.storey(wanted).called());
        let rides = self.rides().into_iter().filter(|(step, _)| *step == called);
        let ride = self.nearest(rides.map(|(_, ride)| ride).collect());
        let (id, stop) = ride.ok_or_else(|| {
            Error::input(format!(
                "no lift within {AT_HAND} metres goes to {}; go to one first",
                self.world.storey(wanted).called()
            ))
        })?;
        Ok(self.alight(id, stop))
    }

    fn nearest(&self, rides: Vec<(ConnectionId, usize)>) -> Option<(ConnectionId, usize)> {
        let off = |id: ConnectionId| {
            let stops = self.world.connection(id).stops.iter();
            let here =
                stops.filter(|stop| stop.level == self.level).map(|stop| far(stop.at, self.at));
            here.fold(f64::INFINITY, f64::min)
        };
        rides.into_iter().min_by(|a, b| off(a.0).total_cmp(&off(b.0)))
    }

    /// Gets off at a stop of a connection.
    pub(crate) fn alight(&mut self, id: ConnectionId, stop: usize) -> String {
        let place = self.world.connection(id).stops[stop].place;
        let (level, at, heading) = self.world.alighted(id, stop);
        (self.level, self.at) = (level, at);
        self.heading = heading.unwrap_or(self.heading);
        let is_free = !self.world.layout().walls().is_empty(self.level);
        self.place = if is_free { None } else { place };
        format!("You are on {}.", self.world.storey(self.level).called())
    }

    fn numbered(&self, number: usize) -> Result<Around> {
        let things = self.things();
        let count = things.len();
        let one = number.checked_sub(1).and_then(|place| things.into_iter().nth(place));
        one.map(|(one, _)| one)
            .ok_or_else(|| Error::input(format!("there is no number {number} here; 1 to {count}")))
    }

    /// Metres to the wall or closed door that way, up to sixty.
    pub(crate) fn reach(&self, heading: Heading) -> f64 {
        let (sin, cos) = heading.degrees().to_radians().sin_cos();
        let walls = self.world.layout().walls();
        let [eye, foot] =
            [By::Eye, By::Foot].map(|by| walls.reach(self.level, self.at, [sin, -cos], 60.0, by));
        eye.min(foot)
    }

    /// True if who walks on so many metres walks through a door, or into one.
    pub(crate) fn is_before_door(&self, metres: f64) -> bool {
        let (sin, cos) = self.heading.degrees().to_radians().sin_cos();
        let to = [self.at[0] + sin * metres, self.at[1] - cos * metres];
        let mut doors =
            self.world.layout().walls().doors_between(self.level, self.at, to).into_iter();
        doors.any(|(_, door)| self.world.door(door).kind != DoorKind::Opening)
    }

    /// Metres one gets that way, up to sixty, stepping round what one sees past.
    pub(crate) fn gets(&self, heading: Heading) -> f64 {
        let (sin, cos) = heading.degrees().to_radians().sin_cos();
        let walls = self.world.layout().walls();
        let [eye, round] =
            [By::Eye, By::Round].map(|by| walls.reach(self.level, self.at, [sin, -cos], 60.0, by));
        eye.min(round)
    }

    fn free(&self, heading: Heading) -> Option<f64> {
        match self.place {
            None => Some(tenths(self.reach(heading))),
            Some(place) => {
                self.world.ahead(place, heading).map(|exit| self.world.length(exit.passage))
            }
        }
    }
}

fn tenths(metres: f64) -> f64 {
    (metres * 10.0).round() / 10.0
}
