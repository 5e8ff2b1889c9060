//! Walks as participants' pages tell them, held against the map.
//!
//! A page sends what happened; nothing of it is believed that the world does
//! not allow. In a world of corridors one turns where one stands, leaves through
//! the passage one looks along, and arrives where one left for. In a building
//! with walls one walks freely between them. Stairs and lifts lead from one
//! level to another wherever they are at hand; and nobody is faster than
//! anybody could be.

use cicerone::world::{AT_HAND, Heading, LevelId, PlaceId, Pose, Route, World};
use serde::{Deserialize, Serialize};

/// Nobody walks more usual passages a second, whatever their machine,
const FASTEST: f64 = 3.0;
/// nor more metres a second in a building.
const FASTEST_METRES: f64 = 4.0;
/// A page's clock is no better than this, in milliseconds.
const INEXACT: f64 = 100.0;
/// A change of level takes so many milliseconds.
const RIDE: f64 = 900.0;
/// Headings are told as decimals: so far apart they are still the same.
const TOLERANCE: f64 = 0.01;
/// Positions are told to the millimetre.
const MILLIMETRE: f64 = 0.002;
/// In a building so many metres count as one passage of a world of corridors:
/// whoever stops so near to the goal has reached it.
pub const METRES: f64 = 3.0;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Milliseconds by the clock of the page load, which never goes back.
    pub t: f64,
    /// What it was.
    #[serde(flatten)]
    pub what: What,
}

/// What can happen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// The first picture of a page load is there.
    Enter(Spot),
    /// A key or a button for moving went down or up.
    Key {
        /// Which.
        key: String,
        /// Down or up.
        down: bool,
    },
    /// One looks another way.
    Turn {
        /// Degrees.
        heading: f64,
    },
    /// One sets out for a neighbouring place; the heading is the one looked
    /// along before.
    Leave(Spot),
    /// One is there.
    Arrive(Spot),
    /// One has walked straight to there, freely, in a building.
    Walk(Spot),
    /// One has changed levels.
    Ride {
        /// The id of the stairs or the lift.
        by: String,
        /// Where one is now.
        #[serde(flatten)]
        to: Spot,
    },
    /// The page was hidden or shown.
    Visible {
        /// Shown.
        visible: bool,
    },
    /// A panel or a question of the page was opened or closed.
    Look {
        /// Which.
        what: String,
        /// Opened or closed.
        open: bool,
    },
}

impl What {
    /// What it is called in the data.
    pub fn kind(&self) -> &'static str {
        match self {
            What::Enter(_) => "enter",
            What::Key { .. } => "key",
            What::Turn { .. } => "turn",
            What::Leave(_) => "leave",
            What::Arrive(_) => "arrive",
            What::Walk(_) => "walk",
            What::Ride { .. } => "ride",
            What::Visible { .. } => "visible",
            What::Look { .. } => "look",
        }
    }
}

/// A position and a heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Degrees.
    pub heading: f64,
    /// The id of the level; left out in a world of one level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl Spot {
    /// Somebody at a place of a world.
    pub fn on(world: &World, place: PlaceId, heading: f64) -> Spot {
        let (x, y) = world.place(place).position;
        let several = world.building().levels.len() > 1;
        let level = several.then(|| world.storey(world.level(place)).id.to_string());
        Spot { x, y, heading, level }
    }

    fn level(&self, world: &World) -> Result<LevelId, String> {
        let first = || world.place_ids().next().map(|place| world.level(place));
        match &self.level {
            Some(level) => world.find_level(level).map_err(|error| error.to_string()),
            None if world.building().levels.len() == 1 => first().ok_or("an empty world".into()),
            None => Err("'level' is missing".into()),
        }
    }

    fn is_usual(&self) -> bool {
        [self.x, self.y, self.heading].into_iter().all(f64::is_finite)
            && self.level.as_ref().is_none_or(|level| level.len() <= 200)
    }
}

/// How far somebody has come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// The last place and heading.
    pub at: Spot,
    /// Where one is on the way to, and since when.
    pub leaving: Option<(f64, f64, f64)>,
    /// The page load that told the last event.
    pub load: String,
    /// Its clock then.
    pub clock: f64,
    /// Milliseconds of all page loads together.
    pub active: f64,
    /// Passages walked in a world of corridors.
    pub walked: u32,
    /// Metres walked in a building.
    #[serde(default)]
    pub metres: f64,
    /// The clock by which one could have walked so far, at the latest.
    #[serde(default)]
    pub moved: f64,
    /// Bytes of events that are stored.
    #[serde(default)]
    pub bytes: u64,
    /// Pieces that were refused, as far as they were written down.
    #[serde(default)]
    pub refused: u32,
}

impl Walk {
    /// Before the first step.
    pub fn begin(at: Spot) -> Walk {
        Walk {
            at,
            leaving: None,
            load: String::new(),
            clock: 0.0,
            active: 0.0,
            walked: 0,
            metres: 0.0,
            moved: 0.0,
            bytes: 0,
            refused: 0,
        }
    }

    /// The walk after these events of one page load. An error says which of
    /// them cannot be.
    pub fn after(
        &self,
        world: &World,
        unit: f64,
        load: &str,
        events: &[Event],
    ) -> Result<Walk, String> {
        let mut walk = self.clone();
        for (index, event) in events.iter().enumerate() {
            walk.happen(world, unit, load, event)
                .map_err(|error| format!("event {index} cannot be: {error}"))?;
        }
        Ok(walk)
    }

    fn happen(
        &mut self,
        world: &World,
        unit: f64,
        load: &str,
        event: &Event,
    ) -> Result<(), String> {
        if !event.t.is_finite() || !(0.0..1e12).contains(&event.t) {
            return Err("'t' is no time".into());
        }
        if self.load != load {
            // The page was loaded anew; a walk that was under way is not.
            let What::Enter(spot) = &event.what else {
                return Err("a page load begins with 'enter'".into());
            };
            if !is_close(spot, &self.at) {
                return Err(format!("one enters at {},{}", self.at.x, self.at.y));
            }
            self.load = load.to_owned();
            self.leaving = None;
            self.clock = event.t;
            self.moved = event.t;
            return Ok(());
        }
        if event.t < self.clock {
            return Err(format!("its time {} is before {}", event.t, self.clock));
        }
        self.active += event.t - self.clock;
        self.clock = event.t;
        match &event.what {
            What::Enter(_) => Err("one enters once in a page load".into()),
            What::Turn { heading } => self.turn(*heading),
            What::Leave(spot) => self.leave(world, spot),
            What::Arrive(spot) => self.arrive(world, unit, spot),
            What::Walk(spot) => self.walk(world, spot),
            What::Ride { by, to } => self.ride(world, by, to),
            What::Key { key: text, .. } | What::Look { what: text, .. } => match text.len() {
                1..=40 => Ok(()),
                _ => Err("a name of 1 to 40 letters, please".into()),
            },
            What::Visible { .. } => Ok(()),
        }
    }

    fn turn(&mut self, heading: f64) -> Result<(), String> {
        if self.leaving.is_some() {
            return Err("one does not turn on the way".into());
        }
        if !(0.0..=360.0).contains(&heading) {
            return Err("a heading is 0 to 360".into());
        }
        self.at.heading = heading;
        Ok(())
    }

    fn leave(&mut self, world: &World, to: &Spot) -> Result<(), String> {
        if self.leaving.is_some() {
            return Err("one is on the way already".into());
        }
        let off = Heading::new(self.at.heading).turn_to(Heading::new(to.heading)).abs();
        if !to.heading.is_finite() || off > TOLERANCE {
            return Err(format!("one looks along {}", self.at.heading));
        }
        if world.is_walked_freely() {
            return Err("one walks freely here".into());
        }
        let place = self.place(world)?;
        let exit = world.ahead(place, Heading::new(self.at.heading));
        let exit = exit.ok_or("there is a wall ahead")?;
        let (x, y) = world.place(exit.to).position;
        if !is_same(to.x, x) || !is_same(to.y, y) {
            return Err(format!("the way ahead leads to {x},{y}"));
        }
        self.leaving = Some((x, y, self.clock));
        Ok(())
    }

    fn arrive(&mut self, world: &World, unit: f64, at: &Spot) -> Result<(), String> {
        let (x, y, since) = self.leaving.ok_or("one has not left")?;
        if !is_same(at.x, x) || !is_same(at.y, y) {
            return Err(format!("one left for {x},{y}"));
        }
        let there = Spot { x, y, ..self.at.clone() };
        let (from, to) = (self.place(world)?, place(world, &there)?);
        let passages = world.distance(from, to) / unit;
        if (self.clock - since) / 1000.0 < passages / FASTEST {
            return Err("nobody walks that fast".into());
        }
        let ahead = Heading::from_to((self.at.x, self.at.y), (x, y)).ok_or("it leads nowhere")?;
        if !at.heading.is_finite() || ahead.turn_to(Heading::new(at.heading)).abs() > TOLERANCE {
            return Err(format!("one then looks along {ahead}"));
        }
        self.at = Spot { heading: ahead.degrees(), ..there };
        self.leaving = None;
        self.walked += 1;
        Ok(())
    }

    /// Straight to there, between the walls.
    fn walk(&mut self, world: &World, to: &Spot) -> Result<(), String> {
        if !world.is_walked_freely() {
            return Err("one walks from place to place here".into());
        }
        if !to.is_usual() || !(0.0..=360.0).contains(&to.heading) {
            return Err("a position is two usual numbers, a heading 0 to 360".into());
        }
        let level = self.at.level(world)?;
        if to.level(world)? != level {
            return Err("nobody walks to another level".into());
        }
        let metres = (to.x - self.at.x).hypot(to.y - self.at.y);
        // A slow page tells late what was walked: what counts is the time since one
        // entered.
        let moved = self.moved + metres / FASTEST_METRES * 1000.0;
        if moved > self.clock + INEXACT {
            return Err("nobody walks that fast".into());
        }
        if !world.can_walk(level, [self.at.x, self.at.y], [to.x, to.y]) {
            return Err("there is a wall between".into());
        }
        self.metres += metres;
        self.moved = moved;
        self.at = to.clone();
        Ok(())
    }

    /// To another level, by what is at hand.
    fn ride(&mut self, world: &World, by: &str, to: &Spot) -> Result<(), String> {
        if self.leaving.is_some() {
            return Err("one is on the way already".into());
        }
        if self.clock - self.moved < RIDE {
            return Err("nobody changes levels that fast".into());
        }
        let [from, level] = [self.at.level(world)?, to.level(world)?]
            .map(|level| world.storey(level).id.to_string());
        let rides = world.rides();
        let mut fit = rides.iter().filter(|ride| {
            let off = (ride.at[0] - self.at.x).hypot(ride.at[1] - self.at.y);
            let is_there = ride.level == from && ride.to_level == level;
            ride.connection == by && is_there && off <= AT_HAND + MILLIMETRE
        });
        let Some(ride) = fit.next() else {
            return Err(format!("'{by}' does not lead from here to level '{level}'"));
        };
        let off = (ride.to[0] - to.x).hypot(ride.to[1] - to.y);
        if !to.is_usual() || off > MILLIMETRE {
            return Err(format!("one gets off at {},{}", ride.to[0], ride.to[1]));
        }
        let heading = ride.heading.unwrap_or(self.at.heading);
        let level = to.level.clone();
        self.at = Spot { x: ride.to[0], y: ride.to[1], heading, level };
        self.moved = self.clock;
        Ok(())
    }

    /// Where one is, in a world of corridors.
    pub fn place(&self, world: &World) -> Result<PlaceId, String> {
        place(world, &self.at)
    }

    /// How far one has walked: passages, or as many times three metres.
    pub fn passages(&self) -> u32 {
        self.walked + (self.metres / METRES).round() as u32
    }

    /// How far one is from a goal: the Manhattan distance in usual passages,
    /// and the passages one would still have to walk. In a building both are
    /// what is left to walk in whole three metres.
    pub fn off(
        &self,
        world: &World,
        unit: f64,
        goal: PlaceId,
    ) -> Result<(u32, Option<u32>), String> {
        if !world.is_walked_freely() {
            let place = self.place(world)?;
            return Ok((manhattan(world, unit, place, goal), passages_between(world, place, goal)));
        }
        let metres = self.metres_to(world, goal)?;
        let steps = metres.map(|metres| (metres / METRES).floor().min(1e6) as u32);
        Ok((steps.unwrap_or(u32::MAX >> 1), steps))
    }

    /// What is left to walk to a goal, straight where nothing is between, else
    /// from the nearest place that one can walk straight to.
    fn metres_to(&self, world: &World, goal: PlaceId) -> Result<Option<f64>, String> {
        let level = self.at.level(world)?;
        let at = [self.at.x, self.at.y];
        let straight = |place: PlaceId| {
            let (x, y) = world.place(place).position;
            let is_clear = world.level(place) == level && world.can_walk(level, at, [x, y]);
            is_clear.then(|| (x - at[0]).hypot(y - at[1]))
        };
        if let Some(metres) = straight(goal) {
            return Ok(Some(metres));
        }
        let places = world.place_ids().filter(|place| world.level(*place) == level);
        let mut near: Vec<(f64, PlaceId)> =
            places.filter_map(|place| Some((straight(place)?, place))).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let pose = |place| Pose { place, heading: None };
        Ok(near.into_iter().take(8).find_map(|(metres, place)| {
            let route = Route::shortest(world, pose(place), pose(goal)).ok()?;
            Some(metres + route.length())
        }))
    }
}

/// How many passages one has to walk from one place to another, if one can.
pub fn passages_between(world: &World, from: PlaceId, to: PlaceId) -> Option<u32> {
    let mut seen = std::collections::HashSet::from([from]);
    let mut now = vec![from];
    for passages in 0.. {
        if now.contains(&to) {
            return Some(passages);
        }
        let exits = now.iter().flat_map(|&place| {
            let links = world.links(place).iter().map(|link| link.to);
            world.exits(place).iter().map(|exit| exit.to).chain(links)
        });
        now = exits.filter(|&place| seen.insert(place)).collect();
        if now.is_empty() {
            break;
        }
    }
    None
}

/// Manhattan distance in usual passages, as the paper counts it.
pub fn manhattan(world: &World, unit: f64, from: PlaceId, to: PlaceId) -> u32 {
    let (a, b) = (world.place(from).position, world.place(to).position);
    let distance = ((a.0 - b.0).abs() + (a.1 - b.1).abs()) / unit;
    // Two places are never 0 apart, however short the passage between them.
    if from == to { 0 } else { (distance.round() as u32).max(1) }
}

fn place(world: &World, spot: &Spot) -> Result<PlaceId, String> {
    let Spot { x, y, .. } = spot;
    let place = world.place_on(spot.level(world)?, (*x, *y));
    place.ok_or_else(|| format!("there is no place at {x},{y}"))
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6
}

fn is_close(a: &Spot, b: &Spot) -> bool {
    let off = Heading::new(a.heading).turn_to(Heading::new(b.heading)).abs();
    let is_there = is_same(a.x, b.x) && is_same(a.y, b.y) && a.level == b.level;
    is_there && off <= TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::world::embedded;

    fn spot(x: f64, y: f64, heading: f64) -> Spot {
        Spot { x, y, heading, level: None }
    }

    fn at(t: f64, what: What) -> Event {
        Event { t, what }
    }

    /// In the office passages are 2 long; one leads from 0,0 to the east.
    fn walked(events: &[Event]) -> Result<Walk, String> {
        let office = embedded::world("office").unwrap();
        Walk::begin(spot(0.0, 0.0, 0.0)).after(&office, 2.0, "a", events)
    }

    fn enter() -> Event {
        at(100.0, What::Enter(spot(0.0, 0.0, 0.0)))
    }

    #[test]
    fn a_walk_is_believed() {
        let walk = walked(&[
            enter(),
            at(120.0, What::Key { key: "ArrowRight".into(), down: true }),
            at(900.0, What::Turn { heading: 80.0 }),
            at(1000.0, What::Leave(spot(2.0, 0.0, 80.0))),
            at(2000.0, What::Arrive(spot(2.0, 0.0, 90.0))),
        ])
        .unwrap();
        assert_eq!((walk.at, walk.walked, walk.active), (spot(2.0, 0.0, 90.0), 1, 1900.0));
    }

    #[test]
    fn nobody_walks_through_walls_or_flies() {
        let east = [enter(), at(900.0, What::Turn { heading: 90.0 })];
        let wrong = |events: &[Event], word: &str| {
            let events = [&east[..], events].concat();
            let error = walked(&events).unwrap_err();
            assert!(error.contains(word), "{error}");
        };
        wrong(&[at(950.0, What::Leave(spot(4.0, 0.0, 90.0)))], "leads to 2,0");
        wrong(&[at(950.0, What::Leave(spot(2.0, 0.0, 0.0)))], "looks along 90");
        wrong(&[at(950.0, What::Arrive(spot(2.0, 0.0, 90.0)))], "not left");
        wrong(&[at(800.0, What::Visible { visible: true })], "is before");
        wrong(&[at(f64::NAN, What::Visible { visible: true })], "no time");
        wrong(&[at(950.0, What::Turn { heading: -1.0 })], "0 to 360");
        wrong(
            &[
                at(950.0, What::Turn { heading: 270.0 }),
                at(951.0, What::Leave(spot(0.0, 0.0, 270.0))),
            ],
            "wall",
        );
        let leave = at(950.0, What::Leave(spot(2.0, 0.0, 90.0)));
        wrong(&[leave.clone(), at(960.0, What::Arrive(spot(2.0, 0.0, 90.0)))], "that fast");
        wrong(&[leave.clone(), at(960.0, What::Turn { heading: 0.0 })], "on the way");
        wrong(&[leave, at(2960.0, What::Arrive(spot(4.0, 0.0, 90.0)))], "left for 2,0");
        assert!(walked(&[at(0.0, What::Visible { visible: true })]).unwrap_err().contains("enter"));
        assert!(walked(&[enter(), enter()]).unwrap_err().contains("once"));
    }

    #[test]
    fn a_new_page_load_goes_on_from_the_last_place() {
        let office = embedded::world("office").unwrap();
        let walk = walked(&[
            enter(),
            at(900.0, What::Turn { heading: 90.0 }),
            at(950.0, What::Leave(spot(2.0, 0.0, 90.0))),
        ]);
        let again =
            [at(5.0, What::Enter(spot(0.0, 0.0, 90.0))), at(10.0, What::Turn { heading: 95.0 })];
        let walk = walk.unwrap().after(&office, 2.0, "b", &again).unwrap();
        assert_eq!((walk.at.heading, walk.leaving, walk.active), (95.0, None, 855.0));
    }

    #[test]
    fn distances_are_counted_in_passages() {
        let office = embedded::world("office").unwrap();
        let [a, b] = [(0.0, 0.0), (2.0, 0.0)].map(|at| office.place_at(at).unwrap());
        assert_eq!(passages_between(&office, a, b), Some(1));
        assert_eq!((manhattan(&office, 2.0, a, b), manhattan(&office, 2.0, a, a)), (1, 0));
    }
}
