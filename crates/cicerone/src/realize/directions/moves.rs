//! Words for what one does: walking, turning, looking, riding.

use super::super::plain::number;
use super::English;
use super::names::{is_left, level_name, ordinal};
use super::patterns::{is_at_end, is_at_end_of_corridor, is_boarding, is_connection, is_walk};
use super::things::{is_between_sides, side_words};
use crate::cas::{
    Action, Command, Direction, Face, Proximity, Ride, Rise, Slot, Thing, ThingSide, Travel, Turn,
    Value, Verify,
};
use crate::words::agreement;

impl English<'_> {
    /// Walking, up to an `end` where one turns.
    pub(super) fn travel(
        &self,
        travel: &Travel,
        before: Option<&Action>,
        follows_it: bool,
        end: Option<String>,
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
        if let (Some(until), true) = (&travel.until, is_boarding(travel)) {
            let verb = match before {
                Some(Action::Travel(before)) if is_walk(before) => "to",
                _ => self.turns.one_that("to", &["go to"], is_plainly_to),
            };
            return format!("{verb} {}", self.listed(Some(until)));
        }
        let mut text = String::new();
        let walks = travel.distance.is_some() || travel.past.is_some() || travel.through.is_none();
        if walks {
            text += &self.walk(travel, before, follows_it, end);
        }
        if let Some(through) = &travel.through {
            let joint = if walks { " and " } else { "" };
            text += joint;
            let is_next = !walks
                && matches!(before, Some(Action::Travel(before)) if before.through.is_some() && before.out.is_none());
            // 'Go through the door ahead, then through the door ahead' seems a slip.
            text += &match self.through(through) {
                through if is_next => through.replacen(" the ", " the next ", 1),
                through => through,
            };
        }
        if let Some(into) = &travel.into {
            text += &format!(" into {}", self.listed(Some(into)));
            self.note_entered(into);
        }
        if let Some(until) = &travel.until {
            text += &format!(" to {}", self.listed(Some(until)));
        }
        self.walked.set(true);
        text
    }

    /// The walk itself: how far, along what, past what, up to which end.
    fn walk(
        &self,
        travel: &Travel,
        before: Option<&Action>,
        follows_it: bool,
        end: Option<String>,
    ) -> String {
        let is_fit = |words: &str| self.walked.get() || !is_going_on(words);
        let goes_on = matches!(before, Some(Action::Travel(before)) if before.out.is_some() || before.through.is_some());
        let follows = travel.follow.as_ref().and_then(|follow| follow.until.as_deref());
        let metres = travel.distance.as_ref().and_then(|distance| distance.metres.get());
        let metres = metres.map(|metres| self.metres(*metres));
        let past = travel.past.as_ref().map(|past| self.passed(past, follows.is_some()));
        // What is passed or reached is said with the verb where nothing else is.
        let is_plain = follows.is_none() && metres.is_none();
        if let (true, Some(past)) = (is_plain && !goes_on, &past) {
            let verb = self.turns.one_that("past", &["walk past"], is_fit);
            return with_end(format!("{verb} {past}"), end);
        }
        if let (true, Some(end)) = (is_plain && past.is_none(), &end) {
            let verb = match self.turns.is_turn_of("until", 3) {
                true => self.turns.one_that("until", &["walk until you reach"], is_fit),
                false => {
                    self.turns.one_that("to", &["walk to"], |to| is_fit(to) && is_plainly_to(to))
                }
            };
            return format!("{verb} {end}");
        }
        let mut text = match (follows, &metres) {
            (Some(_), _) if follows_it => "follow it".to_owned(),
            (Some(way), _) => {
                let verb = self.turns.one_that("follow", &["follow"], is_fit);
                format!("{verb} {}", self.listed(Some(way)))
            }
            // Who has just come through a door goes on; who has left a room begins.
            (None, _) if goes_on => match before {
                Some(Action::Travel(before)) if before.out.is_some() => {
                    self.turns.one_of("straight", &["walk straight on", "go straight on"])
                }
                _ => self.turns.one_of("on", &["walk straight on", "go straight on", "carry on"]),
            }
            .to_owned(),
            (None, Some(metres)) => {
                // 'Go about' is what one does with one's business.
                let is_fit = |words: &str| {
                    is_fit(words) && !words.contains("straight") && !words.starts_with("go <")
                };
                let way = self.turns.one_that("metres", &["walk <metres>"], is_fit);
                way.replace(METRES, metres)
            }
            (None, None) => {
                self.turns.one_that("straight", &["walk straight on"], is_fit).to_owned()
            }
        };
        if let (Some(metres), true) = (&metres, goes_on || follows.is_some()) {
            text += &format!(" for {metres}");
        }
        // 'Walk about 18 metres to the end, passing the plant, and turn left.'
        if let (Some(past), Some(_), Some(end)) = (&past, &metres, &end) {
            return format!("{text} to {end}, passing {past},");
        }
        if let Some(past) = past {
            // 'Past' would sound as if the metres began there.
            text += &match metres {
                Some(_) => format!(", passing {past},"),
                None => format!(" past {past}"),
            };
        }
        with_end(text, end)
    }

    /// What one passes; along a corridor, others are those at its side.
    fn passed(&self, past: &Verify, is_corridor: bool) -> String {
        let said = self.all_met(&past.desc);
        match is_corridor {
            true => said.replace("a corridor on", "a side corridor on"),
            false => said,
        }
    }

    /// 'Go to the double door, about 4 metres away, and through it into the hall', or
    /// through it at once.
    pub(super) fn door_in_view(&self, travel: &Travel) -> String {
        let door = travel.through.as_ref().and_then(|through| through.desc.first());
        let bare = door.map(|door| self.thing(&Thing { side: Slot::Unset, ..door.clone() }));
        let metres = travel.distance.as_ref().and_then(|one| one.metres.get());
        let bare = bare.unwrap_or("the door".to_owned());
        let mut text = match metres {
            Some(metres) => format!("go to {bare}, {} away, and through it", self.metres(*metres)),
            None => format!("{} {bare}", self.turns.one_of("through", &["go through"])),
        };
        if let Some(into) = &travel.into {
            text += &format!(" into {}", self.listed(Some(into)));
            self.note_entered(into);
        }
        text
    }

    /// 'leave the kitchen', 'go out of the room through the sliding door'.
    pub(super) fn leave(&self, out: &Verify, by: Option<&Verify>) -> String {
        // What only the map calls so is a room to those in it.
        let is_word = |thing: &Thing| thing.name.get().is_none_or(|name| is_left(name.as_str()));
        let bare = |thing: &Thing| Thing { name: Slot::Unset, ..thing.clone() };
        let room = out.desc.iter().map(|one| if is_word(one) { one.clone() } else { bare(one) });
        let room = self.all(&room.collect::<Vec<Thing>>());
        let value = out.desc.first().and_then(|thing| thing.value.get());
        if by.is_none() && matches!(value, Some(Value::Stairs | Value::Ramp | Value::Escalator)) {
            return match self.rode.get() {
                Some(Rise::Up) => "at the top".to_owned(),
                Some(Rise::Down) => "at the bottom".to_owned(),
                _ => format!("from {room}"),
            };
        }
        let is_lift = value == Some(&Value::Lift);
        let is_fit = |words: &str| !is_lift || !words.starts_with("go");
        let verb = self.turns.one_that("leave", &["leave"], is_fit);
        let leave = format!("{verb} {room}");
        let Some(door) = by.and_then(|by| by.desc.first()) else { return leave };
        let noun = self.noun(door);
        // Where there is one way out, nobody asks which; how it looks is still of use.
        if door.count.get() == Some(&1) {
            return match door.door.get() {
                Some(_) if noun != "door" && noun != "opening" => {
                    format!("{leave} through the {noun}")
                }
                _ => leave,
            };
        }
        let beside = match door.detail.is_empty() {
            true => String::new(),
            false => format!(" {} {}", self.beside(), self.all(&door.detail)),
        };
        let near = match door.dist.get() {
            Some(Proximity::Near) => "nearest ",
            _ => "",
        };
        format!(
            "{leave} {} the {near}{noun}{beside}",
            if verb == "leave" { "by" } else { "through" }
        )
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
                let through = self.turns.one_of("through", &["go through"]);
                format!("{through} {}{ahead}", self.thing(&bare))
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
        let verb = match is_door {
            true => self.turns.one_of("through", &["go through", "take"]),
            false => "take",
        };
        format!("{after}{verb} {}", self.thing(&bare))
    }

    /// 'three sliding doors on your left'.
    pub(super) fn counted(&self, thing: &Thing, count: u32) -> String {
        let noun = match self.noun(thing) {
            stairs if stairs == "stairs" => "staircase".to_owned(),
            noun => noun,
        };
        let side = thing.side.get().and_then(|side| self.side(*side));
        let side = side.map_or(String::new(), |side| format!(" {side}"));
        format!("{} {}{side}", number(count), agreement::plural(&noun))
    }

    pub(super) fn turn(&self, turn: &Turn, before: Option<&Action>, follows_it: bool) -> String {
        let mut text = String::new();
        if let Some(location) = &turn.location {
            let place = self.listed(location.until.as_deref());
            let walks = matches!(before, Some(Action::Travel(travel)) if is_walk(travel));
            text += &match is_at_end(turn) {
                // Whoever walks there has been told so.
                true if walks => "and ".to_owned(),
                true => {
                    let verb = self.turns.one_that("to", &["walk to"], is_plainly_to);
                    format!("{verb} {place} and ")
                }
                false => format!("{} {place}, ", self.turns.one_of("at", &["at"])),
            };
        }
        let is_again = matches!(before, Some(Action::Turn(before))
            if before.direction == turn.direction && turn.location.is_none());
        let is_taken = turn.into.as_ref().and_then(|into| into.desc.first());
        let is_taken =
            is_taken.is_some_and(|thing| thing.order.is_present() || !thing.past.is_empty());
        let is_to = turn.into.as_ref().is_some_and(|into| into.desc.iter().any(is_connection));
        let is_slight = turn.bend.is_present();
        // Nobody makes a left to the stairs, or turns to the left to them.
        let is_fit = |_: &str| !is_to;
        let way = match turn.direction.get() {
            // 'Take the second corridor on your left' says it.
            _ if is_taken => "",
            Some(Direction::Left) if is_slight => {
                self.turns.one_that("turn slightly", &["turn slightly left"], is_fit)
            }
            Some(Direction::Right) if is_slight => {
                self.turns.one_that("turn slightly", &["turn slightly right"], is_fit)
            }
            Some(Direction::Left) if is_again => "left again",
            Some(Direction::Right) if is_again => "right again",
            Some(Direction::Left) => self.turns.one_that("turn", &["turn left"], is_fit),
            Some(Direction::Right) => self.turns.one_that("turn", &["turn right"], is_fit),
            Some(Direction::Back) => self.turns.one_of("turn around", &["turn around"]),
            Some(Direction::Front) | None => "go straight on",
        };
        match turn.into.as_ref().and_then(|into| into.desc.first()) {
            Some(thing) if is_taken => text += &self.take(thing),
            Some(thing) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                let to = if is_connection(thing) { "to" } else { "into" };
                let mut thing = self.thing(&bare);
                // Whoever follows a corridor turns into another one.
                let is_another = follows_it || is_at_end_of_corridor(turn);
                if is_another && thing == "the corridor" {
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

    /// Which way to look; along a corridor, what is far is its longer end.
    pub(super) fn face(&self, face: &Face, next: Option<&Action>) -> String {
        let text = self.faced(face);
        match next {
            Some(Action::Travel(travel)) if travel.follow.is_some() => {
                text.replacen("the far end", "the longer end of the corridor", 1)
            }
            _ => text,
        }
    }

    fn faced(&self, face: &Face) -> String {
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
            return self.turned_so(&bare, one, &format!("{ahead} {hand}"));
        }
        let said: Vec<String> = things
            .map(|thing| {
                let bare = self.thing(&Thing { side: Slot::Unset, ..thing.clone() });
                match thing.side.get() {
                    Some(ThingSide::Back) => self.turned_so(&bare, thing, "behind you"),
                    Some(ThingSide::Left) => self.turned_so(&bare, thing, "on your left"),
                    Some(ThingSide::Right) => self.turned_so(&bare, thing, "on your right"),
                    _ => {
                        let is_fit = |words: &str| !words.contains("around");
                        format!("{} {bare}", self.turns.one_that("face", &["face"], is_fit))
                    }
                }
            })
            .collect();
        said.join(" and ")
    }

    /// 'Turn so that the sofa is behind you': 'with the sofa behind you' may also be
    /// where one stands, or what stays there while one walks.
    fn turned_so(&self, bare: &str, thing: &Thing, side: &str) -> String {
        let is_many = thing.count.get().is_some_and(|count| *count > 1)
            // A row of chairs is one.
            || bare.split(" of ").next()
                .is_some_and(|head| head.rsplit(' ').next().is_some_and(agreement::is_many));
        let is = if is_many { "are" } else { "is" };
        format!("{} {bare} {is} {side}", self.turns.one_of("turn so", &["turn so that"]))
    }

    /// 'Take it up to level 2', where the step before led to what is taken.
    pub(super) fn ride_on(&self, ride: &Ride, step: Option<&[Command]>) -> Option<String> {
        let led_to = match &**step?.last()? {
            Action::Travel(travel) => travel.until.as_ref(),
            Action::Turn(turn) => turn.into.as_ref(),
            _ => None,
        };
        let [led_to, by] = [led_to?.desc.first()?, ride.by.as_ref()?.desc.first()?];
        let is_same = led_to.value == by.value && led_to.name == by.name;
        // One staircase of several is it, the stairs are them.
        let is_many = by.value.get()? == &Value::Stairs && !led_to.order.is_present();
        let it = if is_many { "them" } else { "it" };
        let level = level_name(ride.level.get()?.as_str());
        let rise = *ride.rise.get()?;
        (is_same && rise != Rise::Level)
            .then(|| format!("{} to {level}", self.rise(by.value.get(), it, rise)))
    }

    pub(super) fn ride(&self, ride: &Ride) -> String {
        let thing = ride.by.as_ref().and_then(|by| by.desc.first());
        let by = thing.map_or_else(|| "the stairs".to_owned(), |thing| self.thing(thing));
        let value = thing.and_then(|thing| thing.value.get());
        match (ride.rise.get(), ride.level.get()) {
            (Some(Rise::Level) | None, _) => match value {
                Some(Value::Ramp) => format!("go along {by}"),
                _ => format!("take {by}"),
            },
            (Some(rise), Some(level)) => {
                format!("{} to {}", self.rise(value, &by, *rise), level_name(level.as_str()))
            }
            (Some(rise), None) => self.rise(value, &by, *rise),
        }
    }

    /// 'go up the stairs', 'take the lift down'.
    fn rise(&self, value: Option<&Value>, by: &str, rise: Rise) -> String {
        let up = if rise == Rise::Down { "down" } else { "up" };
        let is_boarded = matches!(value, Some(Value::Lift | Value::Escalator))
            || self.turns.is_turn_of("board", 3);
        if is_boarded {
            return format!("{} {by} {up}", self.turns.one_of("board", &["take"]));
        }
        let is_stairs = value == Some(&Value::Stairs);
        let is_it = ["it", "them"].contains(&by);
        let is_fit = |words: &str| words.ends_with(up) || is_stairs && !is_it;
        let verb = match rise {
            Rise::Down => self.turns.one_that("rise down", &["go down"], is_fit),
            _ => self.turns.one_that("rise up", &["go up"], is_fit),
        };
        // 'Go up to level 2', where one stands before them.
        if is_it { verb.to_owned() } else { format!("{verb} {by}") }
    }
}

/// Stands for how far in a way to walk.
const METRES: &str = "<metres>";

/// What is done to the end that a walk has.
fn with_end(text: String, end: Option<String>) -> String {
    match end {
        Some(end) => format!("{text} to {end}"),
        None => text,
    }
}

/// True for words that only who is on the way can be told.
fn is_going_on(words: &str) -> bool {
    ["continue", "keep", "carry"].iter().any(|start| words.starts_with(start))
}

/// True unless it is said how one comes to something: 'over to', 'up to'.
fn is_plainly_to(words: &str) -> bool {
    !words.contains("over to") && !words.contains("up to")
}
