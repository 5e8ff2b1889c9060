//! Somebody who walks through a world step by step, in the first person: what
//! one sees, what one can do, and where that leads.
//!
//! In a building with walls one walks freely between them, along corridors in
//! their middle, and closed doors stop one until one goes through. Where only
//! a net of places is known one walks along it.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::course::{Before, Leg, Next, far, heading};
use super::document::{DoorKind, Point, Unit};
use super::ground::AT_HAND;
use super::names::kind_name;
use super::sight::{Around, Item, Outlook, Sighted, WIDE, is_corridor};
use super::walls::By;
use super::{ConnectionId, DoorId, Heading, LevelId, PassageId, PlaceId, Side, World};
use crate::{Error, Result};

/// One sees so far about, in metres.
const VIEW: f64 = 25.0;
/// One stops so far before a wall.
const BEFORE_WALL: f64 = 0.5;
/// One goes to a door within so many metres.
const DOOR_AT_HAND: f64 = 8.0;
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
/// The turns one can always make.
const TURNS: [&str; 3] = ["left [DEGREES]", "right [DEGREES]", "around"];
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

/// What somebody on the way does next.
#[derive(Debug, Clone, PartialEq)]
pub enum WalkStep {
    /// Turn left, by so many degrees if that is said.
    Left(Option<f64>),
    /// Turn right, by so many degrees if that is said.
    Right(Option<f64>),
    /// Turn about.
    Around,
    /// Walk on: so many metres, or places in a world of corridors; to where
    /// something changes if nothing is said.
    Forward(Option<f64>),
    /// Turn to the thing of that number.
    Face(usize),
    /// Turn to the thing of that number and walk up to it, or so many metres.
    Toward(usize, Option<f64>),
    /// Go through the door of that number.
    Through(usize),
    /// Take the stairs, escalator or ramp.
    Climb {
        /// True for up.
        up: bool,
    },
    /// Take the lift to a level.
    Lift(String),
    /// That is it.
    Stop,
}

impl FromStr for WalkStep {
    type Err = Error;

    fn from_str(text: &str) -> Result<WalkStep> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let wrong = || {
            let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            Error::input(format!(
                "'{text}' is no step; write left [DEGREES], right [DEGREES], around, \
                 forward [METRES], face K, toward K [METRES], through door K, up, down, \
                 lift to LEVEL, or stop"
            ))
        };
        let amount = |text: &str| -> Result<f64> {
            let number = text.trim_end_matches(|c: char| c.is_alphabetic());
            let metres: f64 = number.parse().map_err(|_| wrong())?;
            match metres.is_finite() && metres > 0.0 {
                true => Ok(metres),
                false => Err(wrong()),
            }
        };
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        Ok(match words[..] {
            ["left"] | ["turn", "left"] => WalkStep::Left(None),
            ["right"] | ["turn", "right"] => WalkStep::Right(None),
            ["left", by] | ["turn", "left", by] => WalkStep::Left(Some(amount(by)?)),
            ["right", by] | ["turn", "right", by] => WalkStep::Right(Some(amount(by)?)),
            ["around" | "back"] | ["turn", "around"] => WalkStep::Around,
            ["forward" | "on" | "walk"] => WalkStep::Forward(None),
            ["forward" | "on" | "walk", metres] | ["forward" | "on" | "walk", metres, _] => {
                WalkStep::Forward(Some(amount(metres)?))
            }
            ["face", k] => WalkStep::Face(number(k)?),
            ["toward" | "towards", k] => WalkStep::Toward(number(k)?, None),
            ["toward" | "towards", k, metres] => {
                WalkStep::Toward(number(k)?, Some(amount(metres)?))
            }
            ["through", k] | ["through", "door", k] => WalkStep::Through(number(k)?),
            ["up"] => WalkStep::Climb { up: true },
            ["down"] => WalkStep::Climb { up: false },
            ["lift", "to", .., last] | ["lift", last] => {
                let _ = last;
                let after = text.trim().get(4..).unwrap_or("").trim();
                let level = after.strip_prefix("to ").unwrap_or(after);
                WalkStep::Lift(level.trim().to_owned())
            }
            ["stop"] => WalkStep::Stop,
            _ => return Err(wrong()),
        })
    }
}

/// What one sees and can do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// What one stands in.
    pub area: String,
    /// What people call the level; null if the building has one.
    pub level: Option<String>,
    /// What there is to see, the nearest first.
    pub sees: Vec<SceneThing>,
    /// How far one can walk each way, in metres: ahead, right, behind, left.
    pub free: [Option<f64>; 4],
    /// The steps that lead anywhere.
    pub can: Vec<String>,
    /// Where one is; null if that is kept back.
    pub at: Option<ScenePlace>,
}

/// One thing one sees.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SceneThing {
    /// Its number, for `face`, `toward` and `through`.
    pub number: usize,
    /// What it is.
    pub what: String,
    /// What it is called, or what is written on it.
    pub name: Option<String>,
    /// Where it is: `ahead`, `ahead left`, `left`, `behind`, and so on.
    pub side: &'static str,
    /// Metres to it; places in a world of corridors.
    pub metres: f64,
    /// Metres one walks straight on until one is beside it, for what one will
    /// come by.
    pub along: Option<f64>,
    /// The hand it is then on: `left` or `right`; null for what is straight
    /// ahead.
    pub hand: Option<&'static str>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScenePlace {
    /// The position.
    pub x: f64,
    /// The position.
    pub y: f64,
    /// The id of the level.
    pub level: String,
    /// Degrees.
    pub heading: f64,
    /// The nearest place, by its id or name.
    pub place: String,
    /// Metres to that place.
    pub metres: f64,
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

    /// What one sees and can do; where one is only if it is asked for.
    pub fn scene(&self, with_place: bool) -> Scene {
        let things = self.things();
        let mut can: Vec<String> = TURNS.map(str::to_owned).to_vec();
        let free = [0.0, 90.0, 180.0, 270.0].map(|turn| self.free(self.heading.turned(turn)));
        if free[0].is_none_or(|free| free > BEFORE_WALL) {
            let unit = if self.world.unit() == Unit::Metre { "METRES" } else { "PLACES" };
            can.push(format!("forward [{unit}]"));
        }
        let mut sees = self.corridors();
        for (number, (one, ahead)) in things.iter().enumerate() {
            let number = number + 1;
            let (what, name) = self.called(one.what, with_place);
            if matches!(one.what, Sighted::Door(_)) && one.metres <= DOOR_AT_HAND {
                can.push(format!("through door {number}"));
            }
            let side = side_name(self.heading.turn_to(one.heading));
            let metres = tenths(one.metres);
            let along = ahead.map(|ahead| tenths(ahead.along));
            let hand = ahead.and_then(|ahead| match ahead.side {
                Side::Left => Some("left"),
                Side::Right => Some("right"),
                Side::Front | Side::Back => None,
            });
            sees.push(SceneThing { number, what, name, side, metres, along, hand });
        }
        if !things.is_empty() {
            can.extend(["face K", "toward K"].map(str::to_owned));
        }
        can.extend(self.rides().into_iter().map(|(step, _)| step));
        can.push("stop".to_owned());
        let several = self.world.building().levels.len() > 1;
        let level = several.then(|| self.world.storey(self.level).called().to_owned());
        Scene {
            area: self.area(with_place),
            level,
            sees,
            free,
            can,
            at: with_place.then(|| self.here()),
        }
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
            WalkStep::Climb { up } => self.climb(*up),
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

    fn climb(&mut self, up: bool) -> Result<String> {
        let wanted = if up { "up" } else { "down" };
        let ride = self.nearest_ride(|step| step == wanted);
        let (id, stop) = ride.ok_or_else(|| {
            Error::input(format!(
                "nothing within {AT_HAND} metres leads {wanted}; go to the stairs"
            ))
        })?;
        Ok(self.alight(id, stop))
    }

    fn lift(&mut self, level: &str) -> Result<String> {
        let wanted = self.world.find_level(level)?;
        let called = format!("lift to {}", self.world.storey(wanted).called());
        let ride = self.nearest_ride(|step| step == called);
        let (id, stop) = ride.ok_or_else(|| {
            Error::input(format!(
                "no lift within {AT_HAND} metres goes to {}; go to one first",
                self.world.storey(wanted).called()
            ))
        })?;
        Ok(self.alight(id, stop))
    }

    fn nearest_ride(&self, is_wanted: impl Fn(&str) -> bool) -> Option<(ConnectionId, usize)> {
        let rides = self.rides().into_iter().filter(|(step, _)| is_wanted(step));
        let off = |id: ConnectionId| {
            let stops = self.world.connection(id).stops.iter();
            let here =
                stops.filter(|stop| stop.level == self.level).map(|stop| far(stop.at, self.at));
            here.fold(f64::INFINITY, f64::min)
        };
        rides.map(|(_, ride)| ride).min_by(|a, b| off(a.0).total_cmp(&off(b.0)))
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

    /// Everything in view, numbered by its order, and as what one will come by
    /// who walks straight on.
    fn things(&self) -> Vec<(Around, Option<Item>)> {
        if self.world.unit() == Unit::Passage {
            return Vec::new();
        }
        let (sin, cos) = self.heading.degrees().to_radians().sin_cos();
        let next = [self.at[0] + sin * 0.05, self.at[1] - cos * 0.05];
        let leg = Leg {
            level: self.level,
            line: vec![self.at, next],
            turn: None,
            doors: Vec::new(),
            areas: vec![(0.0, self.world.layout().area_at(self.world, self.level, self.at))],
            before: Before::Start,
            next: Next::Arrive,
        };
        let ahead: Vec<Item> = Outlook::along(self.world, &leg)
            .items
            .into_iter()
            .filter(|item| item.along > 0.2)
            .collect();
        // A door in the wall of a side corridor is not passed.
        let is_passed = |item: &Item| !(item.elsewhere && matches!(item.what, Sighted::Door(_)));
        let passed =
            |what: Sighted| ahead.iter().find(|item| item.what == what && is_passed(item)).copied();
        let mut all: Vec<(Around, Option<Item>)> =
            Outlook::around(self.world, self.level, self.at, VIEW)
                .into_iter()
                .map(|one| (one, passed(one.what)))
                .collect();
        // What is at hand is there whether one sees its inside or not.
        for (number, connection) in self.world.building().connections.iter().enumerate() {
            let what = Sighted::Connection(self.world.connection_id(number));
            for stop in connection.stops.iter().filter(|stop| stop.level == self.level) {
                let metres = far(stop.at, self.at);
                let is_new = !all.iter().any(|(one, _)| one.what == what);
                if metres <= AT_HAND && metres > 0.05 && is_new {
                    all.push((Around { what, heading: heading(self.at, stop.at), metres }, None));
                }
            }
        }
        // Who looks down a corridor sees that there are doors and openings in its
        // walls, though the wall hides what is in them.
        for item in ahead {
            let is_gap = match item.what {
                Sighted::Way { .. } => true,
                Sighted::Door(_) => !item.elsewhere,
                Sighted::Connection(_) | Sighted::Fixture(_) => false,
            };
            let turn = match item.side {
                Side::Left => -90.0,
                Side::Right => 90.0,
                Side::Front | Side::Back => continue,
            };
            let (aside_sin, aside_cos) = self.heading.turned(turn).degrees().to_radians().sin_cos();
            let spot = [
                self.at[0] + sin * item.along + aside_sin * item.aside,
                self.at[1] - cos * item.along - aside_cos * item.aside,
            ];
            let metres = far(self.at, spot);
            let is_new = !all.iter().any(|(one, _)| one.what == item.what);
            if is_gap && is_new && metres <= VIEW {
                let one = Around { what: item.what, heading: heading(self.at, spot), metres };
                all.push((one, Some(item)));
            }
        }
        all.sort_by(|a, b| a.0.metres.total_cmp(&b.0.metres));
        all
    }

    /// What one sees in a world of corridors: hallways by side, and what lies
    /// ahead, place by place.
    fn corridors(&self) -> Vec<SceneThing> {
        let (Some(place), Unit::Passage) = (self.place, self.world.unit()) else {
            return Vec::new();
        };
        let view = self.world.view(place, self.heading);
        let hallway = |passage: PassageId| match self.world.floor(passage) {
            Some(floor) => format!("{} hallway", self.world.vocabulary().name(floor)),
            None => "hallway".to_owned(),
        };
        let mut all: Vec<SceneThing> = Vec::new();
        let mut add = |what: String, name: Option<&str>, side: &'static str, far: usize| {
            all.push(SceneThing {
                number: all.len() + 1,
                what,
                name: name.map(str::to_owned),
                side,
                metres: far as f64,
                along: None,
                hand: None,
            });
        };
        for (side, exit) in ["ahead", "right", "behind", "left"].into_iter().zip(view.here) {
            let what = exit.map_or("wall".to_owned(), |exit| hallway(exit.passage));
            add(what, None, side, 0);
        }
        for (far, glimpse) in view.ahead.iter().enumerate() {
            let side = if far == 0 { "here" } else { "ahead" };
            for landmark in self.world.landmarks(glimpse.place) {
                let word = self.world.vocabulary().name(landmark.kind).to_owned();
                add(word, landmark.name.as_deref(), side, far);
            }
            for (side, passage) in [("ahead left", glimpse.left), ("ahead right", glimpse.right)] {
                if let Some(passage) = passage.filter(|_| far > 0) {
                    add(hallway(passage), None, side, far);
                }
            }
            match glimpse.onward {
                Some(passage) => {
                    for kind in self.world.hangings(passage) {
                        let word = self.world.vocabulary().name(kind);
                        add(format!("{word} pictures"), None, "ahead", far);
                    }
                }
                None if far > 0 => add("wall".to_owned(), None, "ahead", far),
                None => {}
            }
        }
        all
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

    fn free(&self, heading: Heading) -> Option<f64> {
        match self.place {
            None => Some(tenths(self.reach(heading))),
            Some(place) => {
                self.world.ahead(place, heading).map(|exit| self.world.length(exit.passage))
            }
        }
    }

    fn area(&self, with_name: bool) -> String {
        let area = match self.place {
            Some(place) => self.world.place(place).area,
            None => self.world.layout().area_at(self.world, self.level, self.at),
        };
        let Some(area) = area else { return "somewhere".to_owned() };
        let area = self.world.area(area);
        let kind = kind_name(area.kind);
        match area.name.as_deref().or(area.number.as_deref()).filter(|_| with_name) {
            Some(name) => format!("{name} ({kind})"),
            None => kind.to_owned(),
        }
    }

    /// What a thing is, and what it is called. A room's name stands at its door.
    fn called(&self, what: Sighted, with_rooms: bool) -> (String, Option<String>) {
        match what {
            Sighted::Door(id) => {
                let kind = match self.world.door(id).kind {
                    DoorKind::Opening if is_wide(self.world.door(id).line) => "wide opening",
                    DoorKind::Opening => "opening",
                    DoorKind::Door | DoorKind::Hinged => "door",
                    DoorKind::DoubleHinged => "double door",
                    DoorKind::Sliding => "sliding door",
                    DoorKind::DoubleSliding => "double sliding door",
                    DoorKind::Revolving => "revolving door",
                    DoorKind::Gate => "gate",
                    DoorKind::EmergencyExit => "emergency exit",
                };
                let behind = self.world.behind(id, self.at).filter(|_| with_rooms);
                let room = behind.and_then(|area| {
                    let area = self.world.area(area);
                    area.name.as_deref().or(area.number.as_deref()).map(str::to_owned)
                });
                (kind.to_owned(), room)
            }
            Sighted::Way { width, depth } => {
                let kind = if is_corridor(width, depth) {
                    "corridor"
                } else if width > WIDE {
                    "wide opening"
                } else {
                    "opening"
                };
                (kind.to_owned(), None)
            }
            Sighted::Connection(id) => {
                let connection = self.world.connection(id);
                (connection.kind.name().to_owned(), connection.name.as_deref().map(str::to_owned))
            }
            Sighted::Fixture(id) => {
                let fixture = self.world.fixture(id);
                let name = fixture.name.as_deref().or(fixture.text.as_deref());
                let kind = self.world.vocabulary().kind(fixture.kind);
                let word = kind.words.first().unwrap_or(&kind.name).clone();
                (word, name.map(str::to_owned))
            }
        }
    }

    fn here(&self) -> ScenePlace {
        let on_level = |id: &PlaceId| self.world.level(*id) == self.level;
        let nearest = self
            .world
            .place_ids()
            .filter(on_level)
            .min_by(|a, b| self.distance_to(*a).total_cmp(&self.distance_to(*b)));
        ScenePlace {
            x: tenths(self.at[0]),
            y: tenths(self.at[1]),
            level: self.world.storey(self.level).id.to_string(),
            heading: tenths(self.heading.degrees()),
            place: nearest.map_or(String::new(), |id| self.world.place_name(id)),
            metres: nearest.map_or(0.0, |id| tenths(self.distance_to(id))),
        }
    }
}

/// True if it is wider than a door.
fn is_wide(line: [Point; 2]) -> bool {
    far(line[0], line[1]) > WIDE
}

fn tenths(metres: f64) -> f64 {
    (metres * 10.0).round() / 10.0
}

fn side_name(turn: f64) -> &'static str {
    match turn {
        turn if turn.abs() <= 22.5 => "ahead",
        turn if turn.abs() >= 157.5 => "behind",
        turn if turn > 112.5 => "behind right",
        turn if turn > 67.5 => "right",
        turn if turn > 0.0 => "ahead right",
        turn if turn < -112.5 => "behind left",
        turn if turn < -67.5 => "left",
        _ => "ahead left",
    }
}
