//! One step of an instruction on its line: where the follower is while its
//! commands are read one after the other, and what is found of each.

use cicerone::cas::{Action, Command, Thing, ThingSide};
use cicerone::guide::Step;
use cicerone::world::document::DoorKind;
use cicerone::world::{PlaceId, World};

use super::along::{Course, Item};
use super::floor::Floor;
use super::plane::{of_degrees, turn};
use super::things::{Fit, What, fits};

/// What is level with something is about so near to it along the way, in metres.
const LEVEL_WITH: f64 = 1.6;

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
    /// By a connection, by its number, after a few steps along a line.
    Rides(usize, Option<Course>),
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
    /// Metres to the first door of the walk that is being judged.
    pub(super) first_door: Option<f64>,
    /// True once the turn at the end of the line was told.
    pub(super) has_turned: bool,
    /// Doors that commands told of.
    pub(super) told: Vec<usize>,
    pub(super) found: Found,
}

/// True for 'go through the door' and nothing else.
fn is_door_ahead(action: &Action) -> bool {
    let Action::Travel(travel) = action else { return false };
    let through = travel.through.iter().flat_map(|through| &through.desc);
    let is_ahead = through.clone().all(|door| door.side.get() == Some(&ThingSide::Front));
    through.count() == 1 && is_ahead && travel.distance.is_none() && travel.past.is_none()
}

/// True for 'if you come to the kiosk, you have gone too far'.
fn is_warning(action: &Action) -> bool {
    matches!(action, Action::Verify(verify) if !verify.beyond.is_empty())
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
            first_door: None,
            has_turned: false,
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

    /// The step before told the door or way that this line begins with, by these
    /// doors or by a way off.
    pub(super) fn after(mut self, before: Option<&Step>, doors: &[usize]) -> Scene<'o> {
        let told = before.map_or(&[][..], |step| &step.commands);
        let last = told.iter().map(|command| &**command).rfind(|action| !is_warning(action));
        let tells = match last {
            Some(Action::Travel(travel)) => travel.through.is_some(),
            Some(Action::Turn(turn)) => turn.into.is_some(),
            _ => false,
        };
        // Who sets off in an opening is through it.
        if self.came == Came::Starts {
            let doors = &self.world.building().doors;
            let is_opening = |door: usize| doors[door].kind == DoorKind::Opening;
            let first =
                self.crossed.iter().filter(|(metres, door)| *metres < 0.5 && is_opening(*door));
            self.told.extend(first.map(|one| one.1));
        }
        // Where one turns in a doorway its door is behind.
        let corner = self.crossed.iter().filter(|(metres, _)| *metres < 0.3).map(|one| one.1);
        if self.came == Came::Turned {
            self.told.extend(corner);
        }
        if self.came == Came::Turned {
            let soon = self.crossed.iter().filter(|(metres, _)| *metres < 5.0);
            let first = soon.copied().next();
            // A turn into a corridor or an opening tells of no closed door.
            let is_turn = matches!(last, Some(Action::Turn(_)));
            let kind = |door: usize| self.world.building().doors[door].kind;
            let tells = |door: usize| tells && (!is_turn || kind(door) == DoorKind::Opening);
            if let Some((metres, door)) =
                first.filter(|(_, door)| tells(*door) || doors.contains(door))
            {
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

    /// Judges one command; those that follow tell whether a turn is the first
    /// or the last of the step.
    pub(super) fn judge(&mut self, command: &Command, rest: &[Command]) -> Found {
        match &**command {
            Action::Travel(travel) => self.travel(travel),
            Action::Turn(turn) => {
                let is_after = |next: &Command| {
                    is_door_ahead(next) || is_warning(next) || self.is_boarding(next)
                };
                let is_last = rest.iter().all(is_after);
                self.turn(turn, is_last);
            }
            Action::Face(face) => self.face(face),
            Action::Verify(verify) => self.verify(verify),
            Action::Ride(_) => self.fault("a change of level is told on a walk"),
            Action::Find(_) => self.fault("a search is told, which nobody can judge"),
        }
        std::mem::take(&mut self.found)
    }

    /// True for the walk from the turn to what is boarded.
    fn is_boarding(&self, action: &Action) -> bool {
        let is_walked_to = matches!(self.goes, Goes::Rides(_, Some(_)));
        is_walked_to && matches!(action, Action::Travel(travel) if travel.until.is_some())
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
        self.count_but(thing, sure, at_most, None)
    }

    fn count_but(
        &self,
        thing: &Thing,
        sure: [f64; 2],
        at_most: [f64; 2],
        except: Option<What>,
    ) -> [usize; 2] {
        let mut counts = [0, 0];
        for item in self.items.iter().filter(|item| Some(item.what) != except) {
            let fit = self.fit(thing, item);
            let is_in = |range: [f64; 2]| item.along > range[0] && item.along < range[1];
            counts[0] += usize::from(item.is_certain && fit == Fit::Yes && is_in(sure));
            counts[1] += usize::from(fit >= Fit::Maybe && is_in(at_most));
        }
        counts
    }

    /// Where the last stretch began: behind the last door that was told.
    pub(super) fn stretch_begin(&self) -> f64 {
        let told = self.crossed.iter().filter(|(metres, door)| {
            self.told.contains(door) && *metres < self.course.length - 0.3
        });
        told.map(|(metres, _)| *metres).fold(0.0, f64::max)
    }

    /// Judges which one of those on the way words mean, if they mean any of
    /// these items: counted from the last door that was told, or from what it
    /// lies behind.
    pub(super) fn single_out(&mut self, thing: &Thing, these: &[Item]) {
        let judged: Vec<Found> = these.iter().map(|own| self.singled_out(thing, *own)).collect();
        let best = judged.into_iter().min_by_key(|one| (one.faults.len(), one.doubts.len()));
        if let Some(Found { faults, doubts }) = best {
            self.found.faults.extend(faults);
            self.found.doubts.extend(doubts);
        }
    }

    fn singled_out(&self, thing: &Thing, own: Item) -> Found {
        let mut found = Found::default();
        let mut from = self.stretch_begin();
        if let Some(past) = thing.past.first() {
            let first = self
                .items
                .iter()
                .find(|item| item.along > from - 0.5 && self.fit(past, item) >= Fit::Maybe);
            let many = self.count(past, [from + 1.0, own.along], [0.0, 0.0])[0];
            if many > 1 {
                found.doubts.push(format!("{many} things fit what it lies behind"));
            }
            match first.copied() {
                Some(first) if first.along < own.along => from = first.along,
                _ => found.faults.push("what it lies behind does not come before it".to_owned()),
            }
        }
        // What is told by what it is level with need not be counted.
        if let Some(detail) = thing.detail.first() {
            let is_level = |one: &Item, by: f64, least: Fit| {
                let mut items = self.items.iter();
                items.any(|item| {
                    (item.along - one.along).abs() < by && self.fit(detail, item) >= least
                })
            };
            if !is_level(&own, LEVEL_WITH + 0.6, Fit::Maybe) {
                found.faults.push(format!("that is not level with it: {}", self.such(detail)));
            }
            let others = self.items.iter().filter(|one| {
                one.what != own.what
                    && one.is_certain
                    && self.fit(thing, one) == Fit::Yes
                    && is_level(one, LEVEL_WITH - 0.6, Fit::Yes)
            });
            let others = others.count();
            if others > 0 {
                found.doubts.push(format!("{others} others are level with such a thing"));
            }
            return found;
        }
        // What is beside it, across the way, may count before it or after it.
        let (sure, at_most) = ([from + 1.0, own.along - 0.3], [from - 0.6, own.along + 0.3]);
        let [sure, at_most] = self.count_but(thing, sure, at_most, Some(own.what));
        match thing.order.get().map(|order| *order as usize) {
            Some(order) if order < 1 + sure || order > 1 + at_most => {
                let number = match sure == at_most {
                    true => format!("{}", sure + 1),
                    false => format!("{} to {}", sure + 1, at_most + 1),
                };
                found.faults.push(format!(
                    "said to be number {order}, it is number {number} from {from:.1} m on, at \
                     {:.1} m: {}",
                    own.along,
                    self.such(thing)
                ));
            }
            Some(_) => {}
            None if sure > 0 => {
                found.doubts.push(format!("{sure} before it on the way fit the words"));
            }
            None => {}
        }
        found
    }

    /// Where an item is, in words.
    pub(super) fn place_of(&self, item: &Item) -> String {
        let hand = if item.right > 0.0 { "right" } else { "left" };
        let sure = if item.is_certain { "" } else { " (unsure)" };
        let what = match item.what {
            What::Way { width, depth } => format!(" {width:.1} wide {depth:.1} deep"),
            _ => String::new(),
        };
        format!("at {:.1} m {:.1} {hand}{what}{sure}", item.along, item.right.abs())
    }

    /// Everything on the way that words fit, in words.
    pub(super) fn such(&self, thing: &Thing) -> String {
        let fitting = self.items.iter().filter(|item| self.fit(thing, item) >= Fit::Maybe);
        let all: Vec<String> = fitting.map(|item| self.place_of(item)).collect();
        if all.is_empty() { "none is there".to_owned() } else { all.join(", ") }
    }

    /// The line after this one.
    pub(super) fn next(&self) -> Option<&Course> {
        match &self.goes {
            Goes::Turns(next) | Goes::Rides(_, Some(next)) => Some(next),
            Goes::Arrives | Goes::Rides(_, None) => None,
        }
    }

    /// The item for a door of the map.
    pub(super) fn door_item(&self, door: usize) -> Option<Item> {
        self.items.iter().find(|item| item.what == What::Door(door)).copied()
    }
}
