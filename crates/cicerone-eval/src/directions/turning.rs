//! Judging turns and first headings: by which side, into what, at what,
//! towards what.

use cicerone::cas::{Direction, Face, Proximity, Shape, Slot, Thing, ThingSide, Turn, Value};

use super::along::{Item, Seen, around};
use super::floor::Who;
use super::plane::{direction, of_degrees, right_of, turn as degrees};
use super::scene::{Came, Goes, Scene};
use super::things::{Fit, What, fits, is_own_look};

/// One looks about so far, in metres.
const LOOK_ABOUT: f64 = 16.0;
/// What is in the distance is no farther away.
const LOOK_FAR: f64 = 26.0;
/// The wall that one turns by is no farther away.
const AT_WALL: f64 = 3.0;
/// What marks a turn is no farther from it along the way.
const AT_TURN: f64 = 3.0;
/// The end of a way is no farther ahead than this.
const AT_END: f64 = 3.2;
/// Who is no farther from a door than this has just come through it.
const AT_DOOR: f64 = 0.6;

impl Scene<'_> {
    pub(super) fn turn(&mut self, turn: &Turn, is_last: bool) {
        let holds = |by: f64| match turn.direction.get() {
            Some(Direction::Left) if turn.bend.is_present() => (-75.0..=-10.0).contains(&by),
            Some(Direction::Right) if turn.bend.is_present() => (10.0..=75.0).contains(&by),
            Some(Direction::Left) => (-160.0..=-25.0).contains(&by),
            Some(Direction::Right) => (25.0..=160.0).contains(&by),
            Some(Direction::Back) => by.abs() >= 130.0,
            Some(Direction::Front) | None => by.abs() <= 45.0,
        };
        let first = self.first_turn.filter(|_| self.came != Came::Turned && self.cursor < 0.5);
        let last = self.next().map(|next| degrees(self.course.arrives(), next.sets_off()));
        // A single turn of a step is the one at its start or the one at its end.
        let is_bare = turn.into.is_none() && turn.location.is_none() && turn.face.is_none();
        let starts = is_last && is_bare && first.is_some_and(holds) && !last.is_some_and(holds);
        // Behind a door that was told before, against the way straight through it.
        let behind = self.behind_door().filter(|_| is_bare && !is_last);
        let sets_off = self.came != Came::Turned && !(is_last && last.is_some());
        let is_departure = sets_off && behind.is_none() || starts;
        let by = if is_departure { self.first_turn } else { behind.or(last) };
        let Some(by) = by else {
            self.fault("nobody knows by how much one turns here");
            return;
        };
        if !holds(by) {
            self.fault(format!("the line turns {by:.0} degrees (right is positive)"));
        }
        self.has_turned |= !is_departure && behind.is_none();
        let location = turn.location.as_ref().and_then(|location| location.until.as_ref());
        if let Some(into) = turn.into.as_ref().and_then(|into| into.desc.first()) {
            let doubts = self.found.doubts.len();
            self.turn_into(into, by > 0.0);
            // Where it is says which one it is.
            if location.is_some() {
                self.found.doubts.truncate(doubts);
            }
        }
        if let Some(mark) = location.and_then(|until| until.desc.first()) {
            self.turn_at(mark);
        }
        let faced = turn.face.as_ref().and_then(|face| face.faced.as_ref());
        if let (Some(thing), Some(next)) = (faced.and_then(|faced| faced.desc.first()), self.next())
        {
            let (at, ahead) = (self.course.end(), next.sets_off());
            let seen = around(self.world, self.floor, self.course.level, at, LOOK_ABOUT);
            self.look_at(thing, &seen, ahead, 20.0);
        }
    }

    /// By how many degrees the line turns behind a door that it begins with, or that the
    /// follower has just come through.
    fn behind_door(&self) -> Option<f64> {
        let first = self.crossed.first().filter(|_| self.came == Came::Turned);
        let first = first.filter(|(metres, _)| self.cursor < *metres + AT_DOOR);
        let taken = self.crossed.iter().rfind(|(metres, door)| {
            self.cursor > 0.0 && (self.cursor - metres).abs() < AT_DOOR && self.told.contains(door)
        });
        let (metres, door) = taken.or(first)?;
        let line = self.world.building().doors[*door].line;
        let across = right_of(direction(line[0], line[1])?);
        let own = direction(self.course.at(*metres), self.course.at(metres + 4.0))?;
        let by = [across, [-across[0], -across[1]]].map(|across| degrees(across, own));
        let is_soon = (*metres < 5.0 || taken.is_some()) && self.told.contains(door);
        is_soon.then(|| if by[0].abs() < by[1].abs() { by[0] } else { by[1] })
    }

    /// A way off at the end of the line, on the hand one turns to.
    fn turn_into(&mut self, thing: &Thing, right: bool) {
        if let Goes::Rides(connection, _) = self.goes {
            if fits(self.world, thing, What::Stop(connection, 0)) != Fit::Yes {
                self.fault("what is boarded is called otherwise");
            }
            let stops = self.items.iter().filter(|item| {
                matches!(item.what, What::Stop(number, _) if number == connection)
                    && item.may_be(right)
            });
            let stops: Vec<Item> = stops.copied().collect();
            match &stops[..] {
                [] if thing.order.is_present() => self.fault("it is not on that hand"),
                _ => self.single_out(thing, &stops),
            }
            return;
        }
        let end = self.course.length;
        let off = |item: &Item| (item.along - end).abs();
        let is_here = |item: &Item| match item.what {
            What::Way { width, .. } => off(item) < width / 2.0 + 1.5,
            What::Door(_) => off(item) < 2.5,
            _ => false,
        };
        let here: Vec<Item> = self
            .items
            .iter()
            .filter(|item| {
                item.may_be(right) && is_here(item) && self.fit(thing, item) >= Fit::Maybe
            })
            .copied()
            .collect();
        match &here[..] {
            [_, ..] => self.single_out(thing, &here),
            [] if thing.value.get() == Some(&Value::Corridor) && self.goes_on_in_corridor() => {}
            [] => {
                let near = self.such(&Thing { side: Slot::Unset, ..thing.clone() });
                self.fault(format!("no such way opens there, at {end:.1} m: {near}"));
            }
        }
    }

    /// True if the next line soon runs between two walls: who comes to it from the
    /// open turns into a corridor, though none opens beside him.
    fn goes_on_in_corridor(&self) -> bool {
        let Some(next) = self.next() else { return false };
        let straight = |metres: f64| {
            let ahead = next.sets_off();
            [0, 1].map(|axis| next.start()[axis] + ahead[axis] * metres)
        };
        let runs = |at: &dyn Fn(f64) -> [f64; 2]| {
            let Some(ahead) = direction(at(3.0), at(7.0)) else { return false };
            // A slit beside a door's post is no opening.
            let free = |metres: f64, hand: [f64; 2]| {
                let looks = [-0.4, 0.0, 0.4]
                    .map(|off| self.floor.reach(at(metres + off), hand, 12.0, Who::Looks(None)));
                looks.into_iter().fold(f64::INFINITY, f64::min)
            };
            [4.0, 6.0].into_iter().all(|metres| {
                let hands = [-90.0, 90.0].map(|by| free(metres, turned(ahead, by)));
                (0.8..7.5).contains(&(hands[0] + hands[1]))
            })
        };
        runs(&|metres| next.at(metres)) || runs(&straight)
    }

    fn turn_at(&mut self, mark: &Thing) {
        let end = self.course.length;
        match mark.value.get() {
            Some(Value::End) => {
                let ahead = self.floor.reach(
                    self.course.end(),
                    self.course.arrives(),
                    20.0,
                    Who::Looks(None),
                );
                if ahead > AT_END {
                    self.fault(format!("the way goes on for {ahead:.1} m"));
                }
            }
            Some(Value::Door | Value::Opening)
                if !matches!(mark.side.get(), Some(ThingSide::Left | ThingSide::Right)) =>
            {
                let beyond = self.course.at(end + AT_END + 0.5);
                let ahead = self.floor.crossed(self.course.end(), beyond);
                let is_such = |door: usize| {
                    fits(self.world, mark, What::Door(door)) == Fit::Yes
                        && is_own_look(self.world, mark, door)
                };
                if !ahead.iter().any(|(_, door)| is_such(*door)) {
                    self.fault("no such door is ahead");
                }
            }
            _ => {
                let here = self.items.iter().filter(|item| {
                    (item.along - end).abs() < AT_TURN && self.fit(mark, item) >= Fit::Maybe
                });
                let here: Vec<Item> = here.copied().collect();
                match &here[..] {
                    [_, ..] => self.single_out(mark, &here),
                    [] => {
                        let near = self.such(&Thing { side: Slot::Unset, ..mark.clone() });
                        self.fault(format!("nothing such is there, at {end:.1} m: {near}"));
                    }
                }
            }
        }
    }

    /// A first heading, by what is where once one looks along the line.
    pub(super) fn face(&mut self, face: &Face) {
        let ahead = self.course.sets_off();
        let at = self.course.start();
        let things: Vec<&Thing> = face.faced.iter().flat_map(|faced| &faced.desc).collect();
        let is_far = things.iter().any(|thing| thing.dist.get() == Some(&Proximity::Far));
        let within = if is_far { LOOK_FAR } else { LOOK_ABOUT };
        let seen = around(self.world, self.floor, self.course.level, at, within);
        let between = match things[..] {
            [one, other] if one.value == other.value && one.name == other.name => {
                Some((one, between(one, other)))
            }
            _ => None,
        };
        match between {
            Some((_, None)) => self.fault("these are no two sides that lie beside each other"),
            Some((thing, Some(by))) if !self.face_the_walls(thing, by) => {
                // Something in view between two sides.
                let thing = Thing { side: Slot::Set(ThingSide::Front), ..thing.clone() };
                self.look_at(&thing, &seen, turned(ahead, by), 28.0);
            }
            _ => {}
        }
        if between.is_some() {
            return;
        }
        for thing in things {
            if self.face_the_walls(thing, hand(thing)) {
                continue;
            }
            // Beside and behind one are quarters; what one faces one walks up to.
            let within = match (thing.count.get(), thing.side.get()) {
                // One turns one's back on a group, however wide it is.
                (Some(count), Some(ThingSide::Back)) if *count > 3 => 105.0,
                (Some(_), _) => 60.0,
                (None, Some(ThingSide::Left | ThingSide::Right | ThingSide::Back)) => 42.0,
                (None, _) => 30.0,
            };
            self.look_at(thing, &seen, ahead, within);
        }
    }

    /// A heading by the walls themselves, so many degrees to the right of it; false
    /// if this is none.
    fn face_the_walls(&mut self, thing: &Thing, by: f64) -> bool {
        if thing.structural.get() == Some(&Shape::Long) {
            self.face_the_long_way(by);
        } else if thing.value.get() == Some(&Value::Wall) {
            self.face_by_the_wall(by);
        } else {
            return false;
        }
        true
    }

    /// Something in view on that side of a direction, and nowhere else.
    pub(super) fn look_at(&mut self, thing: &Thing, seen: &[Seen], ahead: [f64; 2], within: f64) {
        let centre = hand(thing);
        let off = |one: &Seen| {
            let by = degrees(ahead, one.toward) - centre;
            (by + 180.0).rem_euclid(360.0) - 180.0
        };
        let fit = |one: &Seen| fits(self.world, thing, one.what);
        let fitting: Vec<&Seen> = seen.iter().filter(|one| fit(one) >= Fit::Maybe).collect();
        let there = fitting.iter().filter(|one| off(one).abs() <= within).count();
        let certain = fitting.iter().filter(|one| one.is_certain && fit(one) == Fit::Yes);
        let certain: Vec<&&Seen> = certain.collect();
        let sure = certain.len();
        let elsewhere = certain.iter().filter(|one| off(one).abs() > within + 25.0).count();
        let all = fitting.len();
        if there == 0 {
            let nearest = fitting.iter().min_by(|a, b| a.metres.total_cmp(&b.metres));
            self.fault(match nearest {
                Some(one) => format!("it is {:.0} degrees from there", off(one)),
                None => "nothing such is in view".to_owned(),
            });
            return;
        }
        match thing.count.get().map(|count| *count as usize) {
            Some(count) if count < sure || count > all => {
                self.fault(format!("said to be {count}, they are {sure} to {all}"));
            }
            _ => {}
        }
        if thing.dist.get() == Some(&Proximity::Near) {
            // 'The nearest': no other is as near.
            let nearest = fitting.iter().min_by(|a, b| a.metres.total_cmp(&b.metres));
            let is_there = nearest.is_some_and(|one| off(one).abs() <= within);
            let own = nearest.map_or(0.0, |one| one.metres);
            let others = fitting.iter().filter(|one| one.metres < 1.4 * own).count();
            if !is_there || others > 1 {
                self.fault("another one is as near");
            }
        } else if elsewhere > 0 {
            self.doubt(format!("{elsewhere} more of them are in view elsewhere"));
        } else if thing.count.get().is_none() && sure > 1 {
            self.doubt(format!("{sure} of them are in view"));
        }
    }

    /// The nearest wall, so many degrees to the right, and no other as near.
    fn face_by_the_wall(&mut self, by: f64) {
        let (at, ahead) = (self.course.start(), self.course.sets_off());
        let reach = |by: f64| {
            let looks = [-20.0, -10.0, 0.0, 10.0, 20.0].map(|off| turned(ahead, by + off));
            let far = looks.map(|by| self.floor.reach(at, by, 20.0, Who::Looks(None)));
            far.into_iter().fold(f64::INFINITY, f64::min)
        };
        let own = reach(by);
        let other = [90.0, 180.0, 270.0].map(|quarter| reach(by + quarter));
        let other = other.into_iter().fold(f64::INFINITY, f64::min);
        if own > AT_WALL || other < 1.5 * own {
            self.fault(format!("that wall is {own:.1} m away, another {other:.1} m"));
        }
    }

    /// One sees farther there, so many degrees to the right, than any other way.
    fn face_the_long_way(&mut self, by: f64) {
        let at = self.course.start();
        // A slit beside a door's post is no view.
        let reach = |by: [f64; 2]| {
            let looks = [-1.5, 0.0, 1.5].map(|off| turned(by, off));
            let far = looks.map(|by| self.floor.reach(at, by, 60.0, Who::Looks(None)));
            far.into_iter().fold(f64::INFINITY, f64::min)
        };
        let toward = turned(self.course.sets_off(), by);
        // Anywhere in that quarter, and farther than in all the others.
        let own = (-8..=8).map(|step| reach(turned(toward, f64::from(step) * 5.0)));
        let own = own.fold(0.0, f64::max);
        let others = (5..=31).map(|step| reach(turned(toward, f64::from(step) * 10.0)));
        let longest = others.fold(0.0, f64::max);
        if own < longest {
            self.fault(format!("one sees {own:.0} m that way and {longest:.0} m another"));
        }
    }
}

/// How many degrees to the right a thing is that is on such a side.
fn hand(thing: &Thing) -> f64 {
    match thing.side.get() {
        Some(ThingSide::Left) => -90.0,
        Some(ThingSide::Right) => 90.0,
        Some(ThingSide::Back) => 180.0,
        _ => 0.0,
    }
}

/// How many degrees to the right what is said to be on two sides is, if it can be.
fn between(one: &Thing, other: &Thing) -> Option<f64> {
    match (one.side.get()?, other.side.get()?) {
        (ThingSide::Front, ThingSide::Left) => Some(-45.0),
        (ThingSide::Front, ThingSide::Right) => Some(45.0),
        (ThingSide::Back, ThingSide::Left) => Some(-135.0),
        (ThingSide::Back, ThingSide::Right) => Some(135.0),
        _ => None,
    }
}

/// A direction turned by so many degrees to the right.
fn turned(along: [f64; 2], by: f64) -> [f64; 2] {
    let own = degrees(of_degrees(0.0), along);
    of_degrees(own + by)
}
