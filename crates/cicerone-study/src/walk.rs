//! Walks as participants' pages tell them, held against the map.
//!
//! A page sends what happened; nothing of it is believed that the world does
//! not allow: one turns where one stands, leaves through the passage one looks
//! along, and arrives where one left for, not faster than anybody could.

use cicerone::world::{Heading, PlaceId, World};
use serde::{Deserialize, Serialize};

/// Nobody walks more usual passages a second, whatever their machine.
const FASTEST: f64 = 3.0;
/// Headings are told as decimals: so far apart they are still the same.
const TOLERANCE: f64 = 0.01;

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
            What::Visible { .. } => "visible",
            What::Look { .. } => "look",
        }
    }
}

/// A place and a heading, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Across.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// Degrees.
    pub heading: f64,
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
    /// Passages walked.
    pub walked: u32,
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
        let (from, to) = (self.place(world)?, place(world, x, y)?);
        let passages = world.distance(from, to) / unit;
        if (self.clock - since) / 1000.0 < passages / FASTEST {
            return Err("nobody walks that fast".into());
        }
        let ahead = Heading::from_to((self.at.x, self.at.y), (x, y)).ok_or("it leads nowhere")?;
        if !at.heading.is_finite() || ahead.turn_to(Heading::new(at.heading)).abs() > TOLERANCE {
            return Err(format!("one then looks along {ahead}"));
        }
        self.at = Spot { x, y, heading: ahead.degrees() };
        self.leaving = None;
        self.walked += 1;
        Ok(())
    }

    /// Where one is.
    pub fn place(&self, world: &World) -> Result<PlaceId, String> {
        place(world, self.at.x, self.at.y)
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
        let exits = now.iter().flat_map(|&place| world.exits(place)).map(|exit| exit.to);
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

fn place(world: &World, x: f64, y: f64) -> Result<PlaceId, String> {
    world.place_at((x, y)).ok_or_else(|| format!("there is no place at {x},{y}"))
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6
}

fn is_close(a: &Spot, b: &Spot) -> bool {
    let off = Heading::new(a.heading).turn_to(Heading::new(b.heading)).abs();
    is_same(a.x, b.x) && is_same(a.y, b.y) && off <= TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::world::embedded;

    fn spot(x: f64, y: f64, heading: f64) -> Spot {
        Spot { x, y, heading }
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
