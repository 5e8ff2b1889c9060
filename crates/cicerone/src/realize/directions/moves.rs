//! Words for what one does: walking, turning, looking, riding.

use super::super::plain::number;
use super::English;
use super::names::{is_noun, level_name, ordinal};
use super::patterns::{is_at_end, is_boarding, is_connection, is_walk};
use super::things::{is_between_sides, side_words};
use crate::cas::{
    Action, Command, Direction, Face, Proximity, Ride, Rise, Slot, Thing, ThingSide, Travel, Turn,
    Value, Verify,
};
use crate::words::agreement;

impl English<'_> {
    pub(super) fn travel(
        &self,
        travel: &Travel,
        before: Option<&Action>,
        follows_it: bool,
        goes_to_end: bool,
    ) -> String {
        if let Some(out) = &travel.out {
            let mut leave = self.leave(out, travel.through.as_deref());
            if let Some(into) = &travel.into {
                self.note_entered(into);
                leave += &format!(" to {}", self.listed(Some(into)));
            }
            if let Some(metres) = travel.distance.as_ref().and_then(|one| one.metres.get()) {
                leave += &format!(", {} away,", self.metres(*metres));
            }
            return leave;
        }
        let mut text = String::new();
        let walks = travel.distance.is_some() || travel.past.is_some() || travel.through.is_none();
        if let (Some(until), true) = (&travel.until, is_boarding(travel)) {
            let verb = match before {
                Some(Action::Travel(before)) if is_walk(before) => "to",
                _ => "go to",
            };
            return format!("{verb} {}", self.listed(Some(until)));
        }
        if walks {
            let goes_on = matches!(before, Some(Action::Travel(before)) if before.out.is_some() || before.through.is_some());
            let follows = travel.follow.as_ref().and_then(|follow| follow.until.as_deref());
            let is_long = goes_on || follows.is_some();
            let metres = travel.distance.as_ref().and_then(|distance| distance.metres.get());
            let is_first = before.is_none();
            let is_past = travel.past.is_some();
            text += &match (follows, metres) {
                (Some(_), _) if follows_it => "follow it".to_owned(),
                (Some(way), _) => {
                    let verb = self.turns.one_of("follow", &["follow", "go along", "walk down"]);
                    format!("{verb} {}", self.listed(Some(way)))
                }
                (None, None) if goes_on && goes_to_end => "walk".to_owned(),
                (None, _) if goes_on => self
                    .turns
                    .one_of("on", &["walk straight on", "go straight on", "carry on"])
                    .into(),
                (None, Some(metres)) => {
                    let said = self.metres(*metres);
                    match self.turns.one_of("walk", &["walk", "walk", "go on for"]) {
                        "go on for" if !is_first => format!("walk {said}"),
                        verb => format!("{verb} {said}"),
                    }
                }
                (None, None) if is_past => self.turns.one_of("walk", &["walk", "go"]).into(),
                (None, None) if goes_to_end => "walk".to_owned(),
                (None, None) => {
                    self.turns.one_of("straight", &["walk straight on", "go straight on"]).into()
                }
            };
            if let Some(metres) = metres.filter(|_| is_long) {
                text += &format!(" for {}", self.metres(*metres));
            }
            if let Some(past) = &travel.past {
                // 'Past' would sound as if the metres began there.
                let past = self.listed(Some(past));
                text += &match travel.distance {
                    Some(_) => format!(", passing {past},"),
                    None => format!(" past {past}"),
                };
            }
        }
        if let Some(through) = &travel.through {
            let joint = if walks { " and " } else { "" };
            text += joint;
            text += &self.through(through);
        }
        if let Some(into) = &travel.into {
            text += &format!(" into {}", self.listed(Some(into)));
            self.note_entered(into);
        }
        if let Some(until) = &travel.until {
            text += &format!(" to {}", self.listed(Some(until)));
        }
        text
    }

    /// 'Go to the double door, about 4 metres away, and through it into the hall'.
    pub(super) fn door_in_view(&self, travel: &Travel) -> String {
        let door = travel.through.as_ref().and_then(|through| through.desc.first());
        let bare = door.map(|door| self.thing(&Thing { side: Slot::Unset, ..door.clone() }));
        let metres = travel.distance.as_ref().and_then(|one| one.metres.get());
        let metres = metres.map(|metres| format!(", {} away,", self.metres(*metres)));
        let mut text = format!(
            "go to {}{} and through it",
            bare.unwrap_or("the door".to_owned()),
            metres.unwrap_or_default()
        );
        if let Some(into) = &travel.into {
            text += &format!(" into {}", self.listed(Some(into)));
            self.note_entered(into);
        }
        text
    }

    /// 'leave the kitchen by its only door, a sliding door'.
    pub(super) fn leave(&self, out: &Verify, by: Option<&Verify>) -> String {
        // What only the map calls so is a room to those in it.
        let is_word = |thing: &Thing| thing.name.get().is_none_or(|name| is_noun(name.as_str()));
        let bare = |thing: &Thing| Thing { name: Slot::Unset, ..thing.clone() };
        let room = out.desc.iter().map(|one| if is_word(one) { one.clone() } else { bare(one) });
        let room = self.all(&room.collect::<Vec<Thing>>());
        let Some(door) = by.and_then(|by| by.desc.first()) else {
            return match out.desc.first().and_then(|thing| thing.value.get()) {
                Some(Value::Stairs | Value::Ramp | Value::Escalator) => {
                    format!("from {room}")
                }
                _ => format!("leave {room}"),
            };
        };
        let noun = self.noun(door);
        if door.count.get() == Some(&1) {
            let only = if door.value.get() == Some(&Value::Opening) { "opening" } else { "door" };
            return match door.door.get() {
                Some(_) if noun != only => {
                    format!(
                        "leave {room} by its only {only}, {} {noun},",
                        agreement::article(&noun)
                    )
                }
                _ => format!("leave {room} by its only {only}"),
            };
        }
        let beside = match door.detail.is_empty() {
            true => String::new(),
            false => format!(" beside {}", self.all(&door.detail)),
        };
        let near = match door.dist.get() {
            Some(Proximity::Near) => "nearest ",
            _ => "",
        };
        format!("leave {room} by the {near}{noun}{beside}")
    }

    /// 'go through the double door', 'take the second door on your left'.
    pub(super) fn through(&self, through: &Verify) -> String {
        let Some(door) = through.desc.first() else { return "go through".into() };
        match door.side.get() {
            Some(ThingSide::Left | ThingSide::Right) => self.take(door),
            _ => {
                let bare = Thing { side: Slot::Unset, ..door.clone() };
                let is_single = !door.count.is_present() && !door.order.is_present();
                let is_ahead = door.side.get() == Some(&ThingSide::Front);
                let ahead = if is_single && is_ahead { " ahead" } else { "" };
                format!("go through {}{ahead}", self.thing(&bare))
            }
        }
    }

    /// 'take the second door on your left', 'after the kiosk, take the first
    /// door on your left'.
    pub(super) fn take(&self, thing: &Thing) -> String {
        let bare = Thing { past: Vec::new(), ..thing.clone() };
        let after = match thing.past.is_empty() {
            true => String::new(),
            false => format!("after {}, ", self.all(&thing.past)),
        };
        // 'Pass three sliding doors on your left and take the fourth.'
        if let Some(order) = thing.order.get().copied().filter(|order| *order > 2) {
            let passed = self.counted(&bare, order - 1);
            return format!("{after}pass {passed} and take the {}", ordinal(order));
        }
        let is_door = matches!(thing.value.get(), Some(Value::Door | Value::Opening));
        let verbs: &[&str] = if is_door { &["take", "go through"] } else { &["take"] };
        let take = format!("{} {}", self.turns.one_of("take", verbs), self.thing(&bare));
        format!("{after}{take}")
    }

    /// 'three sliding doors on your left'.
    pub(super) fn counted(&self, thing: &Thing, count: u32) -> String {
        let noun = match self.noun(thing) {
            stairs if stairs == "stairs" => "staircase".to_owned(),
            noun => noun,
        };
        let side = thing.side.get().and_then(|side| side_words(*side));
        let side = side.map_or(String::new(), |side| format!(" {side}"));
        format!("{} {}{side}", number(count), agreement::plural(&noun))
    }

    pub(super) fn turn(&self, turn: &Turn, before: Option<&Action>, follows_it: bool) -> String {
        let mut text = String::new();
        if let Some(location) = &turn.location {
            let place = self.listed(location.until.as_deref());
            let walks = matches!(before, Some(Action::Travel(travel)) if is_walk(travel));
            text += &match is_at_end(turn) {
                true if walks => format!("to {place} and "),
                true => format!("walk to {place} and "),
                false => format!("at {place}, "),
            };
        }
        let is_again = matches!(before, Some(Action::Turn(before))
            if before.direction == turn.direction && turn.location.is_none());
        let way = match turn.direction.get() {
            Some(Direction::Left) if is_again => "left again",
            Some(Direction::Right) if is_again => "right again",
            Some(Direction::Left) => {
                self.turns.one_of("turn", &["turn left", "turn left", "turn left", "go left"])
            }
            Some(Direction::Right) => {
                self.turns.one_of("turn", &["turn right", "turn right", "turn right", "go right"])
            }
            Some(Direction::Back) => "turn around",
            Some(Direction::Front) | None => "go straight on",
        };
        match turn.into.as_ref().and_then(|into| into.desc.first()) {
            // 'take the second corridor on your left' says the turn as well.
            Some(thing) if thing.order.is_present() || !thing.past.is_empty() => {
                text += &self.take(thing);
            }
            Some(thing) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                let to = if is_connection(thing) { "to" } else { "into" };
                let mut thing = self.thing(&bare);
                // Whoever follows a corridor turns into another one.
                if follows_it && thing == "the corridor" {
                    thing = "the next corridor".to_owned();
                }
                text += &format!("{way} {to} {thing}");
            }
            None => text += way,
        }
        let faced = turn.face.as_ref().and_then(|face| face.faced.as_deref());
        if let Some(thing) = faced.and_then(|faced| faced.desc.first()) {
            let bare = Thing { side: Slot::Unset, ..thing.clone() };
            text += &format!(" towards {}", self.thing(&bare));
        }
        text
    }

    pub(super) fn face(&self, face: &Face) -> String {
        let things = face.faced.iter().flat_map(|faced| &faced.desc);
        if let [one, other] = &things.clone().collect::<Vec<&Thing>>()[..]
            && is_between_sides(one, other)
        {
            let bare = self.thing(&Thing { side: Slot::Unset, ..(*one).clone() });
            let ahead = match one.side.get() {
                Some(ThingSide::Back) => "behind you",
                _ => "ahead",
            };
            let hand = other.side.get().and_then(|side| side_words(*side)).unwrap_or("");
            return format!("with {bare} {ahead} {hand}");
        }
        let said: Vec<String> = things
            .map(|thing| {
                let bare = self.thing(&Thing { side: Slot::Unset, ..thing.clone() });
                match thing.side.get() {
                    Some(ThingSide::Back) => format!("with {bare} behind you"),
                    Some(ThingSide::Left) => format!("with {bare} on your left"),
                    Some(ThingSide::Right) => format!("with {bare} on your right"),
                    _ => format!("face {bare}"),
                }
            })
            .collect();
        said.join(" and ")
    }

    /// 'Take it up to level 2', where the step before led to what is taken.
    pub(super) fn ride_on(&self, ride: &Ride, step: Option<&[Command]>) -> Option<String> {
        let led_to = match &**step?.last()? {
            Action::Travel(travel) => travel.until.as_ref(),
            Action::Turn(turn) => turn.into.as_ref(),
            _ => None,
        };
        let [led_to, by] = [led_to?.desc.first()?, ride.by.as_ref()?.desc.first()?];
        let level = level_name(ride.level.get()?.as_str());
        let way = match ride.rise.get()? {
            Rise::Up => "up",
            Rise::Down => "down",
            Rise::Level => return None,
        };
        let is_same = led_to.value == by.value && led_to.name == by.name;
        let verb = match by.value.get()? {
            Value::Lift | Value::Escalator => "take it",
            Value::Stairs | Value::Ramp => "go",
            _ => return None,
        };
        is_same.then(|| format!("{verb} {way} to {level}"))
    }

    pub(super) fn ride(&self, ride: &Ride) -> String {
        let thing = ride.by.as_ref().and_then(|by| by.desc.first());
        let by = thing.map_or_else(|| "stairs".to_owned(), |thing| self.thing(thing));
        let way = match ride.rise.get() {
            Some(Rise::Up) => "up",
            Some(Rise::Down) => "down",
            Some(Rise::Level) | None => "",
        };
        let text = match thing.and_then(|thing| thing.value.get()) {
            Some(Value::Lift | Value::Escalator) => format!("take {by} {way}"),
            _ if way.is_empty() => format!("go along {by}"),
            _ => format!("go {way} {by}"),
        };
        let text = text.trim_end().to_owned();
        match ride.level.get() {
            Some(level) if ride.rise.get() != Some(&Rise::Level) => {
                format!("{text} to {}", level_name(level.as_str()))
            }
            _ => text,
        }
    }
}
