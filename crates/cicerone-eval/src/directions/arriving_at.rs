//! Judging what is said of the destination.

use cicerone::cas::{Slot, Thing, ThingSide, Value, Verify};
use cicerone::world::{PlaceId, World};

use super::along::{Item, around, sees};
use super::floor::Who;
use super::plane::{distance, turn as degrees};
use super::scene::Scene;
use super::things::{Fit, What, fits, is_own_look, things_on};
use super::travel::BESIDE;

/// Who is just inside is no farther behind the door, in metres.
const JUST_INSIDE: f64 = 8.5;
/// What is near is no farther away.
const NEAR: f64 = 6.5;
/// Who is beside the destination is no farther from it.
const ASIDE: f64 = 3.5;
/// What is on one hand is no more degrees from square to the way, which may be aslant
/// to the walls.
const ON_A_HAND: f64 = 75.0;
/// The end of a way is no farther ahead than this.
const AT_END: f64 = 3.2;
/// Who is there already walks no farther.
const THERE: f64 = 3.0;

impl Scene<'_> {
    pub(super) fn verify(&mut self, verify: &Verify) {
        for thing in &verify.beyond {
            self.gone_too_far(thing);
        }
        if !verify.beyond.is_empty() {
            return;
        }
        let Some(goal) = &verify.goal else {
            self.seen_from_there(&verify.desc);
            return;
        };
        if let Some(label) = goal.goal.get() {
            let names = names_of(self.world, self.goal);
            if !names.iter().any(|name| name == label.as_str()) {
                self.fault(format!("it is called {}", names.join(", ")));
            }
        }
        let place = goal.place.as_ref().and_then(|place| place.desc.first());
        if let Some(thing) = place {
            self.goal_place(thing);
        }
    }

    /// What one sees on that side from the destination, and nowhere else.
    fn seen_from_there(&mut self, things: &[Thing]) {
        let (at, ahead) = (self.course.end(), self.course.arrives());
        let seen = around(self.world, self.floor, self.course.level, at, 12.0);
        for thing in things {
            let within = if thing.count.is_present() { 60.0 } else { 42.0 };
            self.look_at(thing, &seen, ahead, within);
        }
    }

    /// What one comes to who missed the turn: it is beyond the line's end, and
    /// nothing like it is before.
    fn gone_too_far(&mut self, thing: &Thing) {
        let end = self.course.length;
        let begin = self.stretch_begin();
        let there = self.count(thing, [0.0, 0.0], [end + 0.8, f64::INFINITY])[1];
        if there == 0 {
            let near = self.such(thing);
            self.fault(format!("nothing such is beyond {end:.1} m: {near}"));
        }
        let before = self.count(thing, [begin + 1.0, end - 0.8], [0.0, 0.0])[0];
        if before > 0 {
            self.fault(format!("{before} such come before"));
        }
    }

    fn goal_place(&mut self, thing: &Thing) {
        let end = self.course.end();
        match thing.side.get() {
            _ if thing.value.get() == Some(&Value::End) => self.at_the_end(),
            Some(ThingSide::Back) => self.just_inside(thing),
            Some(ThingSide::Front) if thing.value.is_present() => {
                let own = self.world.place(self.goal).door.map(|door| door.index());
                let is_own = |door: usize| {
                    fits(self.world, thing, What::Door(door)) == Fit::Yes
                        && is_own_look(self.world, thing, door)
                };
                if !own.is_some_and(is_own) {
                    self.fault("no such door is the destination");
                }
            }
            Some(ThingSide::At)
                if thing.value == Slot::Unset
                    && thing.detail.is_empty()
                    && self.course.length > THERE =>
            {
                self.fault(format!("it is {:.1} m away", self.course.length));
            }
            Some(ThingSide::Left | ThingSide::Right)
                if matches!(thing.value.get(), Some(Value::Door | Value::Opening)) =>
            {
                self.goal_door(thing);
            }
            Some(ThingSide::Left) => self.goal_aside(-90.0),
            Some(ThingSide::Right) => self.goal_aside(90.0),
            Some(ThingSide::Sides) => self.fault("the destination is on two sides"),
            _ => {}
        }
        for past in &thing.past {
            let end = self.course.length;
            let here = self.count(past, [0.0, 0.0], [end - 4.5, end + 0.5])[1];
            if here == 0 {
                let near = self.such(past);
                self.fault(format!("it is not just after that, at {end:.1} m: {near}"));
            }
            // 'Just after the second pillar.'
            if past.order.is_present() {
                let is_here = |item: &&Item| {
                    (end - 4.5..end + 0.5).contains(&item.along)
                        && self.fit(past, item) >= Fit::Maybe
                };
                let here: Vec<Item> = self.items.iter().filter(is_here).copied().collect();
                self.single_out(past, &here);
                continue;
            }
            let before = self.count(past, [1.0, end - 5.0], [0.0, 0.0])[0];
            if before > 0 {
                self.doubt(format!("{before} such come before"));
            }
        }
        // What is beside a destination aside is beside that, not beside one's way.
        let is_aside = matches!(thing.side.get(), Some(ThingSide::Left | ThingSide::Right));
        let (x, y) = self.world.place(self.goal).position;
        let end = if is_aside { [x, y] } else { end };
        for beside in &thing.detail {
            let most = if beside.dist.get().is_some() { NEAR } else { BESIDE };
            let hand = match beside.side.get() {
                Some(ThingSide::Left) => Some(-90.0),
                Some(ThingSide::Right) => Some(90.0),
                _ => None,
            };
            let ahead = self.course.arrives();
            let is_there = |at: [f64; 2]| {
                let toward = [(at[0] - end[0]), (at[1] - end[1])];
                hand.is_none_or(|hand| (degrees(ahead, toward) - hand).abs() < ON_A_HAND)
            };
            let beside = &Thing { dist: Slot::Unset, side: Slot::Unset, ..beside.clone() };
            let near = things_on(self.world, self.course.level).into_iter().filter(|(what, at)| {
                distance(*at, end) <= most
                    && is_there(*at)
                    && fits(self.world, beside, *what) == Fit::Yes
                    && sees(self.world, self.floor, end, (*what, *at), 0.6)
            });
            if near.count() == 0 {
                self.fault("that is not beside it");
            }
            if beside.order.is_present() {
                let length = self.course.length;
                let here = self.items.iter().filter(|item| {
                    (item.along - length).abs() < most + 1.0 && self.fit(beside, item) >= Fit::Maybe
                });
                let here: Vec<Item> = here.copied().collect();
                match &here[..] {
                    [] => self.fault("nothing such is on the way to it"),
                    _ => self.single_out(beside, &here),
                }
                continue;
            }
            let seen = around(self.world, self.floor, self.course.level, end, 12.0);
            let alike = seen
                .iter()
                .filter(|one| one.is_certain && fits(self.world, beside, one.what) == Fit::Yes);
            let all = alike.clone().count();
            let alike = alike.filter(|one| one.metres > most + 1.0).count();
            // Of many, most stand here: they are a group.
            let is_group = beside.count.get().is_some_and(|count| *count > 2) && 2 * alike < all;
            // On one hand, so many metres along: it is told where they are.
            if alike > 0 && !is_aside && !is_group {
                self.doubt(format!("{alike} more of them are in view from it"));
            }
        }
    }

    /// The way goes on no farther than to where one is.
    fn at_the_end(&mut self) {
        let (at, ahead) = (self.course.end(), self.course.arrives());
        let free = self.floor.reach(at, ahead, 20.0, Who::Looks(None));
        if free > AT_END {
            self.fault(format!("the way goes on for {free:.1} m"));
        }
    }

    /// The destination's own door, on that hand, the n-th.
    fn goal_door(&mut self, thing: &Thing) {
        let own = self.world.place(self.goal).door.map(|door| door.index());
        let item = own.and_then(|door| self.door_item(door));
        match item.filter(|item| (item.along - self.course.length).abs() < BESIDE) {
            Some(item) if self.fit(thing, &item) >= Fit::Maybe => self.single_out(thing, &[item]),
            Some(_) => self.fault("the destination's door looks otherwise, or is elsewhere"),
            None => self.fault("the destination is no door beside the end of the way"),
        }
    }

    /// The destination a few steps aside, in view, on that hand.
    fn goal_aside(&mut self, hand: f64) {
        let (x, y) = self.world.place(self.goal).position;
        let (end, goal) = (self.course.end(), [x, y]);
        let away = distance(end, goal);
        if !(0.5..=ASIDE).contains(&away) {
            self.fault(format!("a side is told, but the destination is {away:.1} m off"));
            return;
        }
        let toward = [(goal[0] - end[0]) / away, (goal[1] - end[1]) / away];
        let by = degrees(self.course.arrives(), toward);
        if (by - hand).abs() > 60.0 {
            self.fault(format!("it is {by:.0} degrees to the right"));
        }
        if self.floor.reach(end, toward, away, Who::Looks(None)) < away - 0.1 {
            self.fault("a wall is between");
        }
    }

    fn just_inside(&mut self, thing: &Thing) {
        let last = self.crossed.iter().rfind(|(metres, _)| *metres <= self.course.length + 0.1);
        let Some((metres, door)) = last.copied() else {
            self.fault("no door was passed on the last stretch");
            return;
        };
        let inside = self.course.length - metres;
        if inside > JUST_INSIDE {
            self.fault(format!("the door is {inside:.1} m behind"));
        }
        if fits(self.world, thing, What::Door(door)) != Fit::Yes
            || !is_own_look(self.world, thing, door)
        {
            self.fault("the last door that was passed looks otherwise");
        }
    }
}

/// Everything a place may rightly be called: its own name, and those of its
/// door, its lift or stairs, its area, and what is told by going there.
pub(super) fn names_of(world: &World, id: PlaceId) -> Vec<String> {
    let building = world.building();
    let place = world.place(id);
    let mut names: Vec<String> = place.name.iter().map(|name| name.to_string()).collect();
    names.extend(
        place.door.and_then(|door| building.doors[door.index()].name.as_deref().map(str::to_owned)),
    );
    for connection in &building.connections {
        if connection.stops.iter().any(|stop| stop.place == Some(id)) {
            names.extend(connection.name.as_deref().map(str::to_owned));
        }
    }
    if let Some(area) = place.area.map(|area| &building.areas[area.index()]) {
        names.extend(area.name.as_deref().map(str::to_owned));
        names.extend(area.name.as_deref().map(|name| format!("room {name}")));
        if let Some(number) = area.number.as_deref() {
            names.extend([number.to_owned(), format!("room {number}")]);
        }
    }
    names
}
