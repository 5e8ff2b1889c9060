//! One step of an instruction on its line: where the follower is while its
//! commands are read one after the other, and what is found of each.

use cicerone::cas::{Action, Command, Thing, ThingSide};
use cicerone::guide::Step;
use cicerone::world::{PlaceId, World};

use super::along::{Course, Item};
use super::floor::Floor;
use super::plane::{of_degrees, turn};
use super::things::{Fit, What, fits};

/// What was found of one command.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// What is false in it.
    pub(super) faults: Vec<String>,
    /// What else fits its words.
    pub(super) doubts: Vec<String>,
}

/// What a follower did before the line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Came {
    /// The route starts.
    Starts,
    /// Another line, with a turn.
    Turned,
    /// By a connection, by its number.
    Rode(usize),
}

/// What a follower does after the line.
#[derive(Debug, Clone)]
pub(super) enum Goes {
    /// The route ends.
    Arrives,
    /// On along another line.
    Turns(Course),
    /// By a connection, by its number.
    Rides(usize),
}

/// One walk, while its commands are judged.
#[derive(Debug)]
pub(super) struct Scene<'o> {
    pub(super) world: &'o World,
    pub(super) floor: &'o Floor,
    pub(super) course: Course,
    pub(super) came: Came,
    pub(super) goes: Goes,
    /// Degrees one turns before the line, to the right if positive, if known.
    pub(super) first_turn: Option<f64>,
    /// The place one is to arrive at.
    pub(super) goal: PlaceId,
    /// Doors and openings on the line.
    pub(super) crossed: Vec<(f64, usize)>,
    pub(super) items: Vec<Item>,
    /// Metres to where the follower is.
    pub(super) cursor: f64,
    /// Metres from where the follower may reckon, before any command.
    pub(super) bases: Vec<f64>,
    /// Doors that commands told of.
    pub(super) told: Vec<usize>,
    pub(super) found: Found,
}

impl<'o> Scene<'o> {
    pub(super) fn new(
        world: &'o World,
        floor: &'o Floor,
        course: Course,
        came: Came,
        goes: Goes,
        goal: PlaceId,
    ) -> Scene<'o> {
        let crossed = course.crossed(floor);
        let items = course.items(world, floor);
        Scene {
            world,
            floor,
            course,
            came,
            goes,
            first_turn: None,
            goal,
            crossed,
            items,
            cursor: 0.0,
            bases: vec![0.0],
            told: Vec::new(),
            found: Found::default(),
        }
    }

    /// The heading the route has at the first pose of a step, against the line.
    pub(super) fn with_heading(mut self, step: &Step) -> Scene<'o> {
        let heading = step.segment.start().heading.filter(|_| self.came != Came::Turned);
        let sets_off = self.course.sets_off();
        self.first_turn = heading.map(|heading| turn(of_degrees(heading.degrees()), sets_off));
        self
    }

    /// The step before told the door or way that this line begins with.
    pub(super) fn after(mut self, before: Option<&Step>) -> Scene<'o> {
        let last = before.and_then(|step| step.commands.last()).map(|command| &**command);
        let tells = match last {
            Some(Action::Travel(travel)) => travel.through.is_some(),
            Some(Action::Turn(turn)) => turn.into.is_some(),
            _ => false,
        };
        if self.came == Came::Turned && tells {
            let soon = self.crossed.iter().filter(|(metres, _)| *metres < 5.0);
            if let Some((metres, door)) = soon.copied().next() {
                self.bases = vec![metres, 0.0];
                self.cursor = metres;
                self.told.push(door);
            }
        }
        self
    }

    pub(super) fn fault(&mut self, text: impl Into<String>) {
        self.found.faults.push(text.into());
    }

    pub(super) fn doubt(&mut self, text: impl Into<String>) {
        self.found.doubts.push(text.into());
    }

    /// Judges one command; `is_last` if no other follows it.
    pub(super) fn judge(&mut self, command: &Command, is_last: bool) -> Found {
        match &**command {
            Action::Travel(travel) => self.travel(travel),
            Action::Turn(turn) => self.turn(turn, is_last),
            Action::Face(face) => self.face(face),
            Action::Verify(verify) => self.verify(verify),
            Action::Ride(_) => self.fault("a change of level is told on a walk"),
            Action::Find(_) => self.fault("a search is told, which nobody can judge"),
        }
        std::mem::take(&mut self.found)
    }

    /// How well words fit an item: what it is, and on which side it is.
    pub(super) fn fit(&self, thing: &Thing, item: &Item) -> Fit {
        let fit = fits(self.world, thing, item.what);
        let right = match thing.side.get() {
            Some(ThingSide::Left) => false,
            Some(ThingSide::Right) => true,
            _ => return fit,
        };
        match () {
            () if item.is_clearly(right) => fit,
            () if item.may_be(right) => fit.min(Fit::Maybe),
            () => Fit::No,
        }
    }

    /// How many items fit words between two metres: for certain, and at most.
    pub(super) fn count(&self, thing: &Thing, sure: [f64; 2], at_most: [f64; 2]) -> [usize; 2] {
        let mut counts = [0, 0];
        for item in &self.items {
            let fit = self.fit(thing, item);
            let is_in = |range: [f64; 2]| item.along > range[0] && item.along < range[1];
            counts[0] += usize::from(item.is_certain && fit == Fit::Yes && is_in(sure));
            counts[1] += usize::from(fit >= Fit::Maybe && is_in(at_most));
        }
        counts
    }

    /// Judges which one of those on the way an item is, and whether the words
    /// single it out; from the follower on, or from what it lies behind.
    pub(super) fn single_out(&mut self, thing: &Thing, own: Item) {
        let mut from = self.cursor;
        if let Some(past) = thing.past.first() {
            let first = self
                .items
                .iter()
                .find(|item| item.along > self.cursor - 0.5 && self.fit(past, item) >= Fit::Maybe);
            match first.copied() {
                Some(first) if first.along < own.along => from = first.along,
                _ => self.fault("what it lies behind does not come before it"),
            }
            let many = self.count(past, [self.cursor + 1.0, own.along], [0.0, 0.0])[0];
            if many > 1 {
                self.doubt(format!("{many} things fit what it lies behind"));
            }
        }
        let upto = own.along - 0.25;
        let [sure, at_most] = self.count(thing, [from + 1.0, upto], [from - 0.6, upto]);
        match thing.order.get().map(|order| *order as usize) {
            Some(order) if order < 1 + sure || order > 1 + at_most => {
                let number = if sure == at_most {
                    format!("{}", sure + 1)
                } else {
                    format!("{} to {}", sure + 1, at_most + 1)
                };
                self.fault(format!("said to be number {order}, it is number {number}"));
            }
            Some(_) => {}
            None if sure > 0 => self.doubt(format!("{sure} before it on the way fit the words")),
            None => {}
        }
    }

    /// The item for a door of the map.
    pub(super) fn door_item(&self, door: usize) -> Option<Item> {
        self.items.iter().find(|item| item.what == What::Door(door)).copied()
    }
}
