//! Judging walks: how far, out of what, through what, into what, past what.

use cicerone::cas::{Thing, ThingSide, Travel, Value};
use cicerone::world::document::AreaKind;

use super::along::{Item, sees};
use super::floor::Who;
use super::plane::{direction, distance, middle, moved, right_of, turn};
use super::scene::{Came, Goes, Scene};
use super::things::{Fit, What, connection_value, fits, is_area, is_own_look};

/// A door taken with a turn is no farther behind it, in metres.
const WITH_TURN: f64 = 4.5;
/// So far apart are where the line turns and where people do, at most.
const CUT_CORNER: f64 = 3.0;
/// What is beside something is no farther from it.
pub(super) const BESIDE: f64 = 3.0;
/// Nobody calls a wider way a corridor.
const CORRIDOR: f64 = 7.0;

/// How far from the middle of a way one may be and still be well within it.
fn half_of(item: &Item) -> f64 {
    match item.what {
        What::Way { width, .. } => (width / 2.0 - 0.8).max(0.0),
        _ => 0.0,
    }
}

impl Scene<'_> {
    pub(super) fn travel(&mut self, travel: &Travel) {
        let from = self.cursor;
        let mut to = self.course.length;
        let through = travel.through.as_ref().and_then(|through| through.desc.first());
        let aside = through.and_then(|door| match door.side.get() {
            Some(ThingSide::Left) => Some(false),
            Some(ThingSide::Right) => Some(true),
            _ => None,
        });
        let aside = aside.filter(|right| !through.is_some_and(|door| self.is_met(door, *right)));
        match (through, aside) {
            (Some(door), Some(right)) => {
                let doubts = self.found.doubts.len();
                self.turn_off_at(door, right);
                // Doors to rooms have signs: what is behind it says which one it is.
                if travel.into.is_some() {
                    self.found.doubts.truncate(doubts);
                }
            }
            (Some(door), None) if self.has_turned => self.behind_the_turn(door),
            (Some(door), None) => to = self.go_through(door, travel.out.is_some()),
            (None, _) if travel.out.is_some() => to = from,
            (None, _) => {}
        }
        if let Some(out) = travel.out.as_ref().and_then(|out| out.desc.first()) {
            let doubts = self.found.doubts.len();
            self.leave(out, through, to);
            // The sign at a door tells it from the others, if they lead elsewhere.
            let into = travel.into.as_ref().and_then(|into| into.desc.first());
            if let (Some(into), Some(door)) = (into, through)
                && self.doors_into(door, into) == 1
            {
                self.found.doubts.truncate(doubts);
            }
        }
        if let Some(into) = travel.into.as_ref().and_then(|into| into.desc.first()) {
            self.enter(into, to, aside.is_some());
        }
        // Up to what is boarded, behind the turn.
        if let (Goes::Rides(connection, Some(steps)), true, Some(until)) =
            (&self.goes, self.has_turned, &travel.until)
        {
            let said = travel.distance.as_ref().and_then(|one| one.metres.get());
            let (connection, length) = (*connection, steps.length);
            if said.is_none_or(|said| (f64::from(*said) - length).abs() > 1.1) {
                self.fault(format!("from the turn it is {length:.1} m"));
            }
            let fits_it =
                |thing: &Thing| fits(self.world, thing, What::Stop(connection, 0)) == Fit::Yes;
            if !until.desc.first().is_some_and(fits_it) {
                self.fault("what is boarded is called otherwise");
            }
            return;
        }
        if let Some(metres) = travel.distance.as_ref().and_then(|one| one.metres.get()) {
            // Of several doors the first is so far away.
            let first = self.first_door.take().filter(|_| through.is_some() && aside.is_none());
            self.measure(f64::from(*metres), from, first.unwrap_or(to));
        }
        for thing in travel.past.iter().flat_map(|past| &past.desc) {
            self.pass(thing, from, to);
        }
        if travel.follow.is_some() {
            self.follow(from, to);
        }
        if let Some(until) = travel.until.as_ref().and_then(|until| until.desc.first()) {
            self.board(until);
        }
        self.cursor = to.max(from);
        if to > from {
            self.bases = vec![to];
        }
    }

    fn measure(&mut self, said: f64, from: f64, to: f64) {
        let rounding = match said {
            said if said >= 60.0 => 5.0,
            said if said >= 25.0 => 2.5,
            _ => 0.5,
        };
        // Nobody is far off over a few steps.
        let slack = (0.15 * said).clamp(0.3, 0.6);
        let mut bases = if from == self.cursor { self.bases.clone() } else { vec![from] };
        // The line cuts the corner that people walk around: they come from the middle
        // of another corridor.
        if self.came == Came::Turned && bases.contains(&0.0) {
            let back = self.course.sets_off().map(|by| -by);
            let behind = self.floor.reach(self.course.start(), back, 6.0, Who::Looks(None));
            bases.extend((behind < 4.0).then_some(-(behind - 1.0).clamp(0.0, 1.5)));
        }
        // The line cuts corners; people walk up to the door or way they take.
        let taken = self.next().map(|next| next.crossed(self.floor)).unwrap_or_default();
        let right = self.next().map(|next| turn(self.course.arrives(), next.sets_off()) > 0.0);
        let ends = self.items.iter().filter(|item| {
            let is_taken = match item.what {
                What::Door(number) => taken.iter().any(|(_, door)| *door == number),
                What::Stop(number, _) => matches!(self.goes, Goes::Rides(id, _) if id == number),
                What::Way { .. } => right.is_some_and(|right| item.is_clearly(right)),
                What::Fixture(_) => false,
            };
            // Into a wide way one turns anywhere in it.
            let half = half_of(item);
            is_taken && to >= self.course.length && (item.along - to).abs() < CUT_CORNER + half
        });
        let ends =
            ends.map(|item| to.clamp(item.along - half_of(item), item.along + half_of(item)));
        let mut ends: Vec<f64> = ends.chain([to]).collect();
        // And who walks to the end of a way stops a step before its wall.
        if to >= self.course.length && right.is_some() {
            let (at, ahead) = (self.course.end(), self.course.arrives());
            let left = self.floor.reach(at, ahead, 6.0, Who::Looks(None));
            ends.extend((left < CUT_CORNER + 1.0).then_some(to + (left - 1.0).max(0.0)));
        }
        let is_right =
            |base: &f64| ends.iter().any(|end| (end - base - said).abs() <= rounding + slack);
        if !bases.iter().any(is_right) {
            self.fault(format!("said to be {said} m, it is {:.1} m", to - from));
        }
    }

    /// True if the next door on the line is met at an angle, on that hand.
    fn is_met(&self, door: &Thing, right: bool) -> bool {
        let ahead = self.crossed.iter().find(|(metres, number)| {
            *metres >= self.cursor - 0.3
                && !self.told.contains(number)
                && fits(self.world, door, What::Door(*number)) == Fit::Yes
        });
        let Some((metres, number)) = ahead else { return false };
        let line = self.world.building().doors[*number].line;
        let own = direction(self.course.at(metres - 0.2), self.course.at(metres + 0.2));
        let (Some(along), Some(own)) = (direction(line[0], line[1]), own) else { return false };
        let across = right_of(along);
        let by = [across, [-across[0], -across[1]]].map(|across| turn(own, across));
        let by = if by[0].abs() < by[1].abs() { by[0] } else { by[1] };
        by.abs() > 35.0 && (by > 0.0) == right
    }

    /// A door right behind the turn at the end of the line, or one that is
    /// ahead there.
    fn behind_the_turn(&mut self, door: &Thing) {
        let next = self.next().map(|next| next.crossed(self.floor)).unwrap_or_default();
        let soon = next.into_iter().filter(|(metres, _)| *metres < WITH_TURN);
        let taken = soon.map(|(_, number)| number).find(|number| {
            fits(self.world, door, What::Door(*number)) == Fit::Yes
                && is_own_look(self.world, door, *number)
        });
        match taken {
            Some(number) => self.told.push(number),
            None => self.fault("no such door is behind the turn"),
        }
    }

    /// Through the next doors on the line; returns the metres to the last.
    fn go_through(&mut self, door: &Thing, leaves: bool) -> f64 {
        let count = match door.count.get() {
            Some(count) if !leaves => *count as usize,
            _ => 1,
        };
        let mut to = self.cursor;
        self.first_door = None;
        for _ in 0..count {
            let ahead = self.crossed.iter().copied().filter(|(metres, number)| {
                *metres >= self.cursor - 0.3 && !self.told.contains(number)
            });
            let fitting = ahead.clone().find(|(_, number)| {
                fits(self.world, door, What::Door(*number)) == Fit::Yes
                    && is_own_look(self.world, door, *number)
            });
            // One that is straight ahead where the line ends is taken in turning.
            let at_end = self.next().map(|next| next.crossed(self.floor)).unwrap_or_default();
            let at_end = at_end.into_iter().find(|(metres, number)| {
                *metres < WITH_TURN
                    && fits(self.world, door, What::Door(*number)) == Fit::Yes
                    && self.door_item(*number).is_some_and(|item| {
                        let [a, b] = self.world.building().doors[*number].line;
                        item.right.abs() < (distance(a, b) / 2.0).max(1.2)
                    })
            });
            let at_end = at_end.map(|(_, number)| (self.course.length, number));
            let Some((metres, number)) = fitting.or(at_end) else {
                let next = ahead.clone().next();
                let what = next.map_or("none is left".to_owned(), |(_, number)| {
                    format!("next is a {:?}", self.world.building().doors[number].kind)
                });
                self.fault(format!("no such door is passed: {what}"));
                return to;
            };
            let skipped: Vec<usize> = ahead
                .filter(|(before, other)| {
                    *before < metres
                        && fits(self.world, &door_word(), What::Door(*other)) == Fit::Yes
                })
                .map(|(_, other)| other)
                .collect();
            if !skipped.is_empty() {
                self.fault("another door is passed before it");
            }
            self.told.push(number);
            self.first_door.get_or_insert(metres);
            to = metres;
        }
        to
    }

    /// The door on one hand at the end of the line, which the next one takes.
    fn turn_off_at(&mut self, door: &Thing, right: bool) {
        let Some(next) = self.next() else {
            self.fault("nothing is turned off to here");
            return;
        };
        let soon = next.crossed(self.floor).into_iter().filter(|(metres, _)| *metres < WITH_TURN);
        let taken = soon.clone().find(|(_, number)| {
            fits(self.world, door, What::Door(*number)) == Fit::Yes
                && is_own_look(self.world, door, *number)
        });
        let by = turn(self.course.arrives(), next.sets_off());
        let Some((_, number)) = taken else {
            let first = soon.clone().next();
            self.fault(match first {
                Some((_, other)) => format!(
                    "the door that is taken is a {:?}",
                    self.world.building().doors[other].kind
                ),
                None => "no door is taken here".to_owned(),
            });
            return;
        };
        if (by > 0.0) != right && by.abs() < 170.0 {
            self.fault(format!("the line turns {by:.0} degrees there"));
        }
        let Some(item) = self.door_item(number) else {
            self.fault("the door is not in view from the way to it");
            return;
        };
        if !item.may_be(right) {
            let where_it_is = self.place_of(&item);
            self.fault(format!("the door is on the other hand: {where_it_is}"));
        }
        self.single_out(door, &[item]);
        self.told.push(number);
    }

    /// Out of a room by a door, or off what one rode on.
    fn leave(&mut self, out: &Thing, through: Option<&Thing>, at: f64) {
        if let Came::Rode(number) = self.came {
            let kind = self.world.building().connections[number].kind;
            if through.is_none() {
                if out.value.get() != Some(&connection_value(kind)) {
                    self.fault(format!("one comes off a {}", kind.name()));
                }
                return;
            }
        }
        let before = [0.3, 0.6, 1.0, 0.1].into_iter().find_map(|back| {
            let here = self.course.at((at - back).max(0.0));
            self.floor.area_at(self.world, here)
        });
        let Some(room) = before.or_else(|| self.floor.area_at(self.world, self.course.start()))
        else {
            self.fault("one is in no area that is known");
            return;
        };
        if !is_area(self.world, out, room) {
            let area = &self.world.building().areas[room];
            self.fault(format!("one leaves a {:?} called {:?}", area.kind, area.name));
        }
        let Some(way) = through else { return };
        let doors = self.doors_of(room);
        if way.count.get() == Some(&1) && doors.len() != 1 {
            self.fault(format!("it has {} doors", doors.len()));
        }
        let fitting: Vec<usize> = doors
            .iter()
            .copied()
            .filter(|number| fits(self.world, way, What::Door(*number)) == Fit::Yes)
            .collect();
        let taken = self.told.last().copied();
        let from = self.course.start();
        let far = |number: usize| distance(from, middle(self.world.building().doors[number].line));
        if way.dist.get().is_some() {
            let nearest = doors.iter().copied().min_by(|a, b| far(*a).total_cmp(&far(*b)));
            if nearest != taken {
                self.fault("another door is nearer");
            }
        } else if let Some(detail) = way.detail.first() {
            let is_there = taken.is_some_and(|number| self.is_beside(detail, number));
            if !is_there {
                self.fault("that is not beside the door");
            }
            let others = fitting
                .iter()
                .filter(|one| Some(**one) != taken && self.is_beside(detail, **one))
                .count();
            if others > 0 {
                self.doubt(format!("{others} other doors have that beside them"));
            }
        } else if fitting.len() > 1 && way.count.get().is_none() {
            self.doubt(format!("{} doors of the room fit", fitting.len()));
        }
    }

    /// How many doors that fit words, of the room one starts in, lead into such an
    /// area.
    fn doors_into(&self, door: &Thing, into: &Thing) -> usize {
        let Some(room) = self.floor.area_at(self.world, self.course.start()) else { return 0 };
        let leads = |number: &usize| {
            let line = self.world.building().doors[*number].line;
            let Some(along) = direction(line[0], line[1]) else { return false };
            let beyond = [0.6, -0.6].map(|by| moved(middle(line), right_of(along), by));
            let areas = beyond.map(|at| self.floor.area_at(self.world, at));
            areas.into_iter().flatten().any(|area| is_area(self.world, into, area))
        };
        let doors = self.doors_of(room).into_iter();
        doors
            .filter(|one| fits(self.world, door, What::Door(*one)) == Fit::Yes)
            .filter(leads)
            .count()
    }

    /// True if something fits words near a door, and in view of who is there.
    fn is_beside(&self, thing: &Thing, door: usize) -> bool {
        let line = self.world.building().doors[door].line;
        let at = middle(line);
        let Some(along) = direction(line[0], line[1]) else { return false };
        let sides = [0.4, -0.4].map(|by| moved(at, right_of(along), by));
        super::things::things_on(self.world, self.course.level).into_iter().any(|(what, spot)| {
            distance(spot, at) <= BESIDE
                && fits(self.world, thing, what) == Fit::Yes
                && sides.iter().any(|eye| sees(self.world, self.floor, *eye, (what, spot), 0.6))
        })
    }

    /// The doors of an area: it is on one side of them and not on both.
    fn doors_of(&self, area: usize) -> Vec<usize> {
        let building = self.world.building();
        let is_of = |number: &usize| {
            let door = &building.doors[*number];
            if door.level.index() != self.course.level {
                return false;
            }
            let at = middle(door.line);
            let Some(along) = direction(door.line[0], door.line[1]) else { return false };
            let side = |sign: f64| {
                [0.3, 0.6, 0.9].into_iter().find_map(|by| {
                    self.floor.area_at(self.world, moved(at, right_of(along), sign * by))
                })
            };
            (side(1.0) == Some(area)) != (side(-1.0) == Some(area))
        };
        (0..building.doors.len()).filter(is_of).collect()
    }

    fn enter(&mut self, into: &Thing, at: f64, is_after_turn: bool) {
        let (course, at) = match (self.next(), is_after_turn) {
            (Some(next), true) => {
                let soon = next.crossed(self.floor).into_iter().find(|one| one.0 < WITH_TURN);
                (next.clone(), soon.map_or(0.0, |(metres, _)| metres))
            }
            _ => (self.course.clone(), at),
        };
        let areas: Vec<usize> = [0.3, 0.6, 1.0, 1.6]
            .into_iter()
            .filter_map(|by| self.floor.area_at(self.world, course.at(at + by)))
            .collect();
        if !areas.iter().any(|area| is_area(self.world, into, *area)) {
            let found = areas.first().map(|number| {
                let area = &self.world.building().areas[*number];
                format!("{:?} {:?}", area.kind, area.name.as_deref().unwrap_or(""))
            });
            self.fault(format!("one enters {}", found.unwrap_or("nothing known".into())));
        }
    }

    fn pass(&mut self, thing: &Thing, from: f64, to: f64) {
        let first = self.bases.iter().copied().fold(from, f64::min);
        let sure = [from + 1.6, to - 1.6];
        let [certain, at_most] = self.count(thing, sure, [first - 0.5, to + 0.5]);
        match thing.count.get().map(|count| *count as usize) {
            _ if at_most == 0 => {
                let near = self.such(thing);
                self.fault(format!("nothing such is passed from {from:.1} to {to:.1} m: {near}"));
            }
            Some(count) if count < certain || count > at_most => {
                self.fault(format!("said to be {count}, they are {certain} to {at_most}"));
            }
            None if certain > 1 => {
                let all = self.such(thing);
                self.doubt(format!("{certain} such are passed: {all}"));
            }
            _ => {}
        }
    }

    fn follow(&mut self, from: f64, to: f64) {
        if !self.floor.has_walls() {
            return;
        }
        let width = self.course.width(self.floor, from, to);
        let middle = self.course.at((from + to) / 2.0);
        let area = self.floor.area_at(self.world, middle);
        let is_corridor =
            area.is_some_and(|area| self.world.building().areas[area].kind == AreaKind::Corridor);
        if width > CORRIDOR && !is_corridor {
            self.fault(format!("no corridor is followed: it is {width:.1} m wide"));
        }
    }

    /// Up to a lift or stairs at the end of the line.
    fn board(&mut self, thing: &Thing) {
        let is_ride = matches!(
            thing.value.get(),
            Some(Value::Lift | Value::Stairs | Value::Escalator | Value::Ramp)
        );
        let Goes::Rides(connection, _) = self.goes else {
            self.fault("nothing is boarded here");
            return;
        };
        let stops = &self.world.building().connections[connection].stops;
        let end = self.course.end();
        let here = stops
            .iter()
            .enumerate()
            .filter(|(_, stop)| stop.level.index() == self.course.level)
            .min_by(|a, b| distance(a.1.at, end).total_cmp(&distance(b.1.at, end)));
        let Some((stop, at)) = here.map(|(number, stop)| (number, stop.at)) else {
            self.fault("it does not stop on this level");
            return;
        };
        if !is_ride || fits(self.world, thing, What::Stop(connection, stop)) != Fit::Yes {
            self.fault("what is boarded is called otherwise");
        }
        if distance(at, end) > 4.0 {
            self.fault(format!("it is {:.1} m from the end of the way", distance(at, end)));
        }
        let item = self.items.iter().find(|item| item.what == What::Stop(connection, stop));
        match (item.copied(), thing.side.get()) {
            (Some(item), Some(ThingSide::Left | ThingSide::Right)) => {
                let right = thing.side.get() == Some(&ThingSide::Right);
                if !item.may_be(right) {
                    self.fault("it is on the other hand");
                }
                self.single_out(thing, &[item]);
            }
            (Some(item), _) => self.single_out(thing, &[item]),
            (None, Some(ThingSide::Left | ThingSide::Right)) => {
                self.fault("it is not in view from the way to it");
            }
            (None, _) => {}
        }
    }
}

/// Any door.
fn door_word() -> Thing {
    Thing { value: cicerone::cas::Slot::Set(Value::Door), ..Thing::default() }
}
