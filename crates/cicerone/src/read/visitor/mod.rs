//! A visitor: the reader who errs, in a building.
//!
//! In corridors a [`Reader`](super::Reader) weighs a handful of moves. In a
//! building one walks freely, so a [`Visitor`] sends many people through it, one
//! after another, who do what each command says as well as they can, and counts
//! where they end. They start facing anywhere, lose count the more there is to
//! count, judge metres within a spread, overlook what is small or far, take left
//! for right now and then, leave out a part of a sentence, and who notices that
//! something does not fit goes back and tries again ([`VisitorHabits`]).
//!
//! - `prospect`: what lies before somebody who walks straight on.
//! - `describe`: which things a description fits.
//! - `walk`: one person on the way, command by command; `onward`: along the walls
//!   and to where one turns off; `doors`: through which door; `seek`: which thing is
//!   taken for the one that is meant.
//!
//! It shares nothing with what the planner thinks of its own words: it sees the
//! building through [`world`](crate::world) alone. The same seed sends the same
//! people.

mod describe;
mod doors;
mod habits;
mod onward;
mod prospect;
mod seek;
mod walk;

pub use habits::VisitorHabits;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::cas::Command;
use crate::world::document::AreaKind;
use crate::world::{
    Around, Before, Heading, Leg, LevelId, Outlook, PlaceId, Segment, Walker, World, far,
};
use crate::{Result, budget};

use prospect::Prospect;
use walk::Walk;

/// Who ends no farther from the destination than this, in metres, is there.
pub(super) const THERE: f64 = 3.0;
/// Who is no farther from the line of the next stretch, where it begins, is on
/// it.
const ON_THE_LINE: f64 = 3.0;
/// It begins so many metres long.
const BEGINS: f64 = 6.0;
/// And looks along it, but for so many degrees.
const ALONG_IT: f64 = 75.0;
/// One is at a lift or at stairs within so many metres.
const AT_STOP: f64 = 6.0;
/// One looks about so far, in metres.
const VIEW: f64 = 40.0;

/// One sentence and what it is about.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'t> {
    /// The part of the route.
    pub segment: &'t Segment,
    /// What is said of it.
    pub commands: &'t [Command],
}

/// What came of many walks.
#[derive(Debug, Clone, PartialEq)]
pub struct Visits {
    /// The share of people who end at the destination.
    pub arrives: f64,
    /// For each sentence, the share of those who heard it where it was meant to
    /// be heard and ended right.
    pub steps: Vec<f64>,
}

/// Somebody who sends people through a building.
pub struct Visitor<'w> {
    world: &'w World,
    habits: VisitorHabits,
    // People stand at the same spots again and again.
    ahead: RefCell<HashMap<Spot, Rc<Prospect>>>,
    around: RefCell<HashMap<Spot, Rc<Vec<Around>>>>,
}

/// Where somebody stands and looks, near enough: by the third of a metre and by
/// eight degrees.
type Spot = (LevelId, i32, i32, i32);

impl<'w> Visitor<'w> {
    /// People with such habits.
    pub fn new(world: &'w World, habits: VisitorHabits) -> Visitor<'w> {
        Visitor { world, habits, ahead: RefCell::default(), around: RefCell::default() }
    }

    /// Sends so many people along what is said of a route, or of a part of it.
    /// Who does not know which way one looked before looks anywhere.
    pub fn visits(&self, told: &[Heard<'_>], walks: usize, seed: u64) -> Result<Visits> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut arrived = 0;
        let mut steps = vec![(0_usize, 0_usize); told.len()];
        for _ in 0..walks {
            budget::check()?;
            let right = self.visit(told, &mut random);
            arrived += usize::from(right.last().copied().unwrap_or(true));
            let mut before = true;
            for (is_right, (heard, ended)) in right.into_iter().zip(&mut steps) {
                *heard += usize::from(before);
                *ended += usize::from(before && is_right);
                before = is_right;
            }
        }
        let share = |part: usize, all: usize| match all {
            0 => 0.0,
            all => part as f64 / all as f64,
        };
        Ok(Visits {
            arrives: share(arrived, walks),
            steps: steps.into_iter().map(|(heard, ended)| share(ended, heard)).collect(),
        })
    }

    /// One person: for each sentence, whether it was done rightly.
    fn visit(&self, told: &[Heard<'_>], random: &mut ChaCha8Rng) -> Vec<bool> {
        let Some(first) = told.first() else { return Vec::new() };
        let start = first.segment.start();
        let walker = match (&first.segment.leg, start.heading) {
            (Some(leg), _) if leg.turn.is_some() => {
                // The turn onto the first stretch was told before.
                let mut walker = Walker::new(self.world, start.place, Some(leg.heading()));
                walker.go_to(leg.start(), Some(start.place), leg.heading());
                walker
            }
            (_, Some(heading)) => Walker::new(self.world, start.place, Some(heading)),
            (_, None) => {
                let anywhere = Heading::new(random.random_range(0.0..360.0));
                Walker::new(self.world, start.place, Some(anywhere))
            }
        };
        let goal = told[told.len() - 1].segment.end().place;
        let mut walk = Walk::new(self, walker, goal, random);
        let mut right = Vec::with_capacity(told.len());
        for (number, heard) in told.iter().enumerate() {
            walk.hear(heard.commands);
            let is_last = heard.segment.ends_route;
            right.push(match (is_last, told.get(number + 1)) {
                (false, Some(next)) => self.is_on(&walk.walker, next.segment),
                (false, None) => self.is_at_end(&walk.walker, heard.segment),
                (true, _) => self.is_there(&walk.walker, goal),
            });
        }
        right
    }

    /// True for somebody who is at a place, or in the room that it is in.
    fn is_there(&self, walker: &Walker<'_>, goal: PlaceId) -> bool {
        let place = self.world.place(goal);
        let at = [place.position.0, place.position.1];
        let level = walker.level() == place.level;
        let is_room = |kind| matches!(kind, AreaKind::Room | AreaKind::Restroom);
        let here = self.world.layout().area_at(self.world, walker.level(), walker.stands_at());
        let in_room = here.is_some()
            && here == place.area
            && here.is_some_and(|area| is_room(self.world.area(area).kind));
        level && (in_room || far(walker.stands_at(), at) <= THERE)
    }

    /// True for somebody who is where a part of the route begins and looks along
    /// it.
    fn is_on(&self, walker: &Walker<'_>, next: &Segment) -> bool {
        match (&next.leg, next.ride) {
            (Some(leg), _) => on_leg(walker, leg),
            (None, Some(_)) => {
                let place = self.world.place(next.start().place);
                let at = [place.position.0, place.position.1];
                place.level == walker.level() && far(walker.stands_at(), at) <= AT_STOP
            }
            (None, None) => true,
        }
    }

    /// True for somebody who is where a part of the route ends.
    fn is_at_end(&self, walker: &Walker<'_>, segment: &Segment) -> bool {
        let place = self.world.place(segment.end().place);
        let at = match &segment.leg {
            Some(leg) => leg.end(),
            None => [place.position.0, place.position.1],
        };
        place.level == walker.level() && far(walker.stands_at(), at) <= AT_STOP
    }

    fn ahead(&self, walker: &Walker<'_>) -> Rc<Prospect> {
        let spot = spot(walker.level(), walker.stands_at(), Some(walker.heading()));
        let known = self.ahead.borrow().get(&spot).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(Prospect::of(self.world, walker));
            self.ahead.borrow_mut().insert(spot, found.clone());
            found
        })
    }

    fn around(&self, walker: &Walker<'_>) -> Rc<Vec<Around>> {
        let spot = spot(walker.level(), walker.stands_at(), None);
        let known = self.around.borrow().get(&spot).cloned();
        known.unwrap_or_else(|| {
            let found = Outlook::around(self.world, walker.level(), walker.stands_at(), VIEW);
            let found = Rc::new(found);
            self.around.borrow_mut().insert(spot, found.clone());
            found
        })
    }
}

fn spot(level: LevelId, at: [f64; 2], heading: Option<Heading>) -> Spot {
    let third = |metres: f64| (metres * 3.0).round() as i32;
    let heading = heading.map_or(-1, |heading| (heading.degrees() / 8.0).round() as i32 % 45);
    (level, third(at[0]), third(at[1]), heading)
}

fn on_leg(walker: &Walker<'_>, leg: &Leg) -> bool {
    let length = leg.length();
    let steps = (0..=12).map(|step| (f64::from(step) * BEGINS / 12.0).min(length));
    let near =
        steps.map(|metres| far(leg.at(metres), walker.stands_at())).fold(f64::INFINITY, f64::min);
    let off = walker.heading().turn_to(leg.sets_off()).abs();
    let off = off.min(walker.heading().turn_to(leg.heading()).abs());
    // Who comes off a lift is told only then which way to turn.
    let is_along = off <= ALONG_IT || matches!(leg.before, Before::Ride(_));
    walker.level() == leg.level && near <= ON_THE_LINE && is_along
}
