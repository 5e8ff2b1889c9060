//! Plain English for what is said of a building: doors, rooms, levels, metres,
//! names. Correct for every command and pleasant for most; nothing is learnt.
//!
//! The commands of a leg become one sentence: each is a clause, and clauses are
//! joined as people join them ('walk about 12 metres past the kiosk, then take
//! the second door on your left').

mod manner;
mod names;
#[cfg(test)]
mod tests;

pub use manner::{Length, Manner, Units};

use manner::Turns;

use names::{is_noun, is_plural, level_name, named, named_bare, needs_no_article, ordinal};

use super::plain::number;
use std::cell::RefCell;

use crate::cas::{
    Action, Command, DeclareGoal, Direction, DoorLook, Face, Label, Proximity, Ride, Rise, Shape,
    Slot, Thing, ThingSide, Travel, Turn, Value, Verify,
};
use crate::words::agreement;
use crate::world::Vocabulary;

const JUST_INSIDE: &str = "just inside";

/// At most so many clauses follow each other with 'then'.
const LONGEST: usize = 3;
/// A sentence of so many words is not gone on with.
const LONG: usize = 20;

/// The sentences for the legs and rides of a way through a building, one for
/// the commands of each, in order. What was said before is not said again in the
/// same words where there are others.
pub fn directions(
    steps: &[&[Command]],
    vocabulary: &Vocabulary,
    manner: &Manner,
) -> Vec<Vec<String>> {
    let turns = Turns::new(manner.seed);
    let english = English { vocabulary, manner, turns, entered: RefCell::default() };
    let mut all = Vec::with_capacity(steps.len());
    for (number, commands) in steps.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| steps[before]);
        let sentence = english.sentence(commands, before);
        let is_last = number + 1 == steps.len();
        all.push(tokens(&match manner.length {
            Length::Chatty => english.chatted(sentence, before.is_some(), is_last),
            Length::Terse | Length::Normal => sentence,
        }));
    }
    all
}

/// What stands between two clauses.
fn joint(before: Option<&Action>, now: &Action, goes_on: bool) -> String {
    match (before, now) {
        (None, _) => "",
        // Who is told which way to look and then to turn takes a step between.
        (Some(Action::Face(face)), Action::Turn(turn)) if turn.location.is_none() => {
            match is_behind(face) {
                true => ", step forward and ",
                // Nobody is to go through the door that is faced.
                false => ", take a step or two towards it and ",
            }
        }
        (Some(Action::Face(face)), _) if is_behind(face) => ", ",
        (Some(Action::Travel(travel)), _) if is_off_stairs(travel) => ", ",
        (Some(Action::Travel(travel)), Action::Turn(turn)) if travel.out.is_some() => {
            match turn.location {
                None if goes_on => ", ",
                None => " and ",
                Some(_) => ". ",
            }
        }
        (Some(_), Action::Verify(verify)) if !verify.beyond.is_empty() => ". ",
        (Some(Action::Verify(_)), _) => ". ",
        (Some(_), Action::Verify(verify)) if verify.goal.is_some() => match before {
            Some(Action::Travel(travel)) if is_walk(travel) && !is_told_apart(verify) => " to ",
            _ => ". ",
        },
        (Some(Action::Travel(travel)), Action::Travel(_)) if travel.out.is_some() => ", then ",
        // 'Walk to the end and turn left.'
        (Some(Action::Travel(travel)), Action::Turn(turn))
            if is_walk(travel) && is_at_end(turn) =>
        {
            " "
        }
        (Some(Action::Travel(_)), Action::Turn(turn)) if turn.location.is_some() => ", and ",
        (Some(Action::Travel(travel)), Action::Travel(next))
            if is_walk(travel) && is_boarding(next) =>
        {
            " "
        }
        // 'Walk straight on and take the door on your left.'
        (Some(Action::Travel(travel)), Action::Travel(_) | Action::Turn(_)) if is_bare(travel) => {
            " and "
        }
        (Some(Action::Turn(_) | Action::Face(_)), Action::Travel(_)) => " and ",
        _ => ", then ",
    }
    .to_owned()
}

/// True for 'take the second door on your left'.
fn is_counted(action: &Action) -> bool {
    let taken = match action {
        Action::Travel(travel) if travel.distance.is_none() && travel.past.is_none() => {
            &travel.through
        }
        Action::Turn(turn) => &turn.into,
        _ => return false,
    };
    let things = taken.iter().flat_map(|taken| &taken.desc);
    things.into_iter().any(|thing| thing.order.is_present())
}

/// True for 'from the stairs'.
fn is_off_stairs(travel: &Travel) -> bool {
    let things = travel.out.iter().flat_map(|out| &out.desc);
    travel.through.is_none()
        && things.into_iter().any(|thing| {
            matches!(thing.value.get(), Some(Value::Stairs | Value::Ramp | Value::Escalator))
        })
}

/// True for a destination that has a sentence of its own: one that is a door, or
/// beside where one stops.
fn is_told_apart(verify: &Verify) -> bool {
    let place = verify.goal.as_ref().and_then(|goal| goal.place.as_ref());
    let thing = place.and_then(|place| place.desc.first());
    thing.is_some_and(|thing| {
        let is_door = matches!(thing.value.get(), Some(Value::Door | Value::Opening));
        let is_aside = matches!(thing.side.get(), Some(ThingSide::Left | ThingSide::Right));
        is_aside || is_door && thing.side.get() != Some(&ThingSide::Back)
    })
}

/// True for a destination right behind the door that one has come through.
fn is_just_inside(goal: &DeclareGoal) -> bool {
    let thing = goal.place.as_ref().and_then(|place| place.desc.first());
    thing.is_some_and(|thing| thing.side.get() == Some(&ThingSide::Back))
}

/// True for a destination in the area that one is in, and that is called so.
fn is_in_it(goal: &DeclareGoal) -> bool {
    let thing = goal.place.as_ref().and_then(|place| place.desc.first());
    let value = thing.and_then(|thing| thing.value.get());
    matches!(value, Some(Value::Room | Value::Hall | Value::Corridor | Value::Outside))
}

/// True for a turn at the end of the way.
fn is_at_end(turn: &Turn) -> bool {
    let until = turn.location.as_ref().and_then(|location| location.until.as_ref());
    let thing = until.and_then(|until| until.desc.first());
    thing.is_some_and(|thing| thing.value.get() == Some(&Value::End))
}

/// True for 'walk straight on' and nothing else.
fn is_bare(travel: &Travel) -> bool {
    is_walk(travel) && travel.distance.is_none() && travel.past.is_none() && travel.follow.is_none()
}

/// The same of any command.
fn is_walk_on(action: &Action) -> bool {
    matches!(action, Action::Travel(travel) if is_bare(travel))
}

/// True for a walk that ends nowhere by itself.
fn is_walk(travel: &Travel) -> bool {
    travel.through.is_none() && travel.out.is_none() && travel.until.is_none()
}

/// True for 'to the lift'.
fn is_boarding(travel: &Travel) -> bool {
    travel.until.is_some() && travel.distance.is_none() && travel.past.is_none()
}

fn is_behind(face: &Face) -> bool {
    let things = face.faced.iter().flat_map(|faced| &faced.desc);
    things.into_iter().any(|thing| {
        matches!(thing.side.get(), Some(ThingSide::Back | ThingSide::Left | ThingSide::Right))
    })
}

struct English<'v> {
    vocabulary: &'v Vocabulary,
    manner: &'v Manner,
    turns: Turns,
    /// What was said to be entered on the way.
    entered: RefCell<Vec<Label>>,
}

impl English<'_> {
    /// The sentence that says the commands of a step, after another one.
    fn sentence(&self, commands: &[Command], step: Option<&[Command]>) -> String {
        let mut text = String::new();
        let mut before: Option<&Action> = None;
        // Metres stand behind what is counted, or the counting seems to begin there.
        let mut metres: Option<u32> = None;
        let is_in_corridor =
            step.and_then(|step| step.last()).is_some_and(|last| is_into_corridor(last));
        for (number, command) in commands.iter().enumerate() {
            let next = commands.get(number + 1).map(|next| &**next);
            let mut said = (**command).clone();
            if let Action::Travel(travel) = &mut said {
                if is_walk(travel) && next.is_some_and(is_counted) {
                    let distance = travel.distance.take();
                    metres = distance.and_then(|one| one.metres.get().copied());
                }
                if self.manner.length == Length::Terse && next.is_some() {
                    travel.past = None;
                }
            }
            // 'Face the door and go through the door' says it twice.
            if let (Action::Face(face), Some(next)) = (&said, next)
                && (is_same_as_faced(face, next) || is_goal_faced(face, commands))
            {
                continue;
            }
            if let Action::Ride(ride) = &said
                && let Some(text) = self.ride_on(ride, step)
            {
                return text;
            }
            let follows_it = is_in_corridor && (number == 0 || matches!(said, Action::Turn(_)));
            let is_after_warning = number == 0 && step.is_some_and(ends_with_warning);
            let mut clause = match &said {
                // 'That is' would be what one must not come to.
                Action::Verify(verify) if is_after_warning => self.verify(verify, before, true),
                // Who does not know which way to look knows no door ahead.
                Action::Travel(travel) if step.is_none() && is_door_in_view(travel, number) => {
                    self.door_in_view(travel)
                }
                said => self.clause(said, before, next, follows_it),
            };
            if is_counted(command)
                && let Some(metres) = metres.take()
            {
                clause += &format!(", {} along", self.metres(metres));
            }
            if clause.is_empty() {
                continue;
            }
            // 'Turn left.' alone, behind a door.
            let is_behind_door = number == 0 && ends_at_a_door(step);
            if let (Action::Turn(Turn { location: None, .. }), true) = (&said, is_behind_door) {
                clause = format!("once through, {clause}");
            }
            let goes_on = matches!(next, Some(Action::Travel(_)));
            let mut joint = joint(before, command, goes_on);
            if clause.starts_with([';', ' ']) {
                joint.clear();
            }
            // 'Walk straight on, pass three doors and take the fourth.'
            if clause.starts_with("pass ") && [", then ", " and "].contains(&joint.as_str()) {
                joint = ", ".to_owned();
            }
            if clause.starts_with(';') && text.ends_with(',') {
                text.pop();
            }
            // 'And' is said once.
            let clauses = text.rsplit(", ").next().unwrap_or("");
            if clause.starts_with("to the end") && clauses.contains(" and ") {
                clause = clause.replacen(" and ", ", then ", 1);
            }
            let is_heavy = clauses.contains(" and ") || clause.starts_with("after ");
            if joint == " and " && before.is_some_and(is_walk_on) && is_heavy {
                joint = ", then ".to_owned();
            }
            if joint == " and "
                && matches!(before, Some(Action::Face(_)))
                && clause.contains(" and ")
            {
                joint = ", then ".to_owned();
            }
            if joint == " and " && clauses.contains(" and ") {
                joint = ", then ".to_owned();
            }
            // Nobody remembers a sentence of many parts.
            let sentence = text.rsplit(". ").next().unwrap_or("");
            let parts = sentence.matches(", then ").count();
            let is_long = sentence.split_whitespace().count() >= LONG;
            if joint == ", then " && (parts >= LONGEST - 1 || is_long) {
                let begins = ["after ", "if "].iter().any(|start| clause.starts_with(start));
                joint = if begins { ". " } else { ". then " }.to_owned();
            }
            // A clause may close with a comma of its own.
            let doubled = text.ends_with(',') && joint.starts_with(',');
            if joint.starts_with('.') && text.ends_with(',') {
                text.pop();
            }
            text.push_str(if doubled { &joint[1..] } else { &joint });
            text.push_str(&clause);
            before = Some(command);
        }
        text
    }

    /// The same as somebody says it who likes to talk.
    fn chatted(&self, sentence: String, goes_on: bool, is_last: bool) -> String {
        let is_linked = ["then ", "once ", "from ", "that ", "those ", "at ", "after ", "\u{2018}"];
        let is_linked = is_linked.iter().any(|start| sentence.starts_with(start));
        let is_bare = sentence.starts_with(char::is_lowercase) && !is_linked;
        let link = match goes_on && is_bare && !sentence.contains(" is ") {
            true => self.turns.one_of("link", &["from there, ", "after that, ", "now "]),
            false => "",
        };
        let end = if is_last { ". you have arrived" } else { "" };
        format!("{link}{sentence}{end}")
    }

    /// 'about 12 metres', 'about 40 feet'.
    fn metres(&self, metres: u32) -> String {
        let feet = Units::feet_said(metres);
        match (self.manner.units, self.manner.length) {
            (Units::Metres, Length::Terse) => format!("{metres} m"),
            (Units::Metres, _) if metres == 1 => "a metre".to_owned(),
            (Units::Metres, _) => format!("about {metres} metres"),
            (Units::Feet, Length::Terse) => format!("{feet} ft"),
            (Units::Feet, _) => format!("about {feet} feet"),
        }
    }

    fn clause(
        &self,
        action: &Action,
        before: Option<&Action>,
        next: Option<&Action>,
        follows_it: bool,
    ) -> String {
        match action {
            Action::Travel(travel) => {
                let goes_to_end = matches!(next, Some(Action::Turn(turn)) if is_at_end(turn));
                self.travel(travel, before, follows_it, goes_to_end)
            }
            Action::Turn(turn) => self.turn(turn, before, follows_it),
            Action::Face(face) => self.face(face),
            Action::Ride(ride) => self.ride(ride),
            Action::Verify(verify) => self.verify(verify, before, false),
            Action::Find(find) => format!("find {}", self.listed(find.until.as_deref())),
        }
    }

    fn travel(
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
    fn door_in_view(&self, travel: &Travel) -> String {
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
    fn leave(&self, out: &Verify, by: Option<&Verify>) -> String {
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
    fn through(&self, through: &Verify) -> String {
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
    fn take(&self, thing: &Thing) -> String {
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
    fn counted(&self, thing: &Thing, count: u32) -> String {
        let noun = match self.noun(thing) {
            stairs if stairs == "stairs" => "staircase".to_owned(),
            noun => noun,
        };
        let side = thing.side.get().and_then(|side| side_words(*side));
        let side = side.map_or(String::new(), |side| format!(" {side}"));
        format!("{} {}{side}", number(count), agreement::plural(&noun))
    }

    fn turn(&self, turn: &Turn, before: Option<&Action>, follows_it: bool) -> String {
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

    fn face(&self, face: &Face) -> String {
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
    fn ride_on(&self, ride: &Ride, step: Option<&[Command]>) -> Option<String> {
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

    fn ride(&self, ride: &Ride) -> String {
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

    fn verify(&self, verify: &Verify, before: Option<&Action>, is_after_warning: bool) -> String {
        if !verify.beyond.is_empty() {
            return format!("if you come to {}, you have gone too far", self.all(&verify.beyond));
        }
        let Some(goal) = &verify.goal else {
            return format!("you will see {}", self.listed(Some(verify)));
        };
        let name =
            goal.goal.get().map_or("your destination".to_owned(), |label| named(label.as_str()));
        let place = self.goal_place(goal);
        // 'Walk about 4 metres; stop beside the sofa', in the room one came for.
        if let Some(Action::Travel(travel)) = before
            && is_walk(travel)
            && self.is_there(goal)
        {
            let there = format!(" and you are there, in {name}");
            return place.map_or(there, |place| format!("; stop {place}"));
        }
        let name = match is_in_it(goal) {
            true if self.has_named(goal) => "your destination".to_owned(),
            true => format!("your destination in {name}"),
            false => name,
        };
        match before {
            // 'walk about 6 metres to reception, beside the plant'.
            // Who walks on in the room is not just inside any more.
            Some(Action::Travel(travel)) if is_walk(travel) && !is_told_apart(verify) => {
                let place = place.filter(|place| place != JUST_INSIDE);
                let place = place.map(|place| place.replace("just inside, ", ""));
                place.map_or(name.clone(), |place| format!("{name}, {place}"))
            }
            // Behind its door one is there; what is farther in is said beside it.
            _ if is_just_inside(goal) && !is_in_it(goal) && !is_after_warning => {
                let beside = place.filter(|place| place != JUST_INSIDE);
                let beside = beside.map(|place| place.replace("just inside, ", ""));
                let label = goal.goal.get().map_or("", |label| label.as_str());
                let that = if is_plural(label) { "those are" } else { "that is" };
                match beside {
                    Some(beside) if self.has_named(goal) => format!("stop {beside}"),
                    None if self.has_named(goal) => "you are there".to_owned(),
                    Some(beside) => format!("{that} {name}; stop {beside}"),
                    None => format!("{that} {name}"),
                }
            }
            _ => {
                let label = goal.goal.get().map_or("", |label| label.as_str());
                let is = if is_plural(label) && !is_in_it(goal) { "are" } else { "is" };
                format!("{name} {is} {}", place.as_deref().unwrap_or("right here"))
            }
        }
    }

    fn note_entered(&self, into: &Verify) {
        let names = into.desc.iter().filter_map(|thing| thing.name.get().cloned());
        self.entered.borrow_mut().extend(names);
    }

    /// True for a spot in an area that one was told to go into.
    fn is_there(&self, goal: &DeclareGoal) -> bool {
        is_in_it(goal) && self.has_named(goal)
    }

    /// True if one was told to go into what is called as the destination.
    fn has_named(&self, goal: &DeclareGoal) -> bool {
        let entered = self.entered.borrow();
        let is_it = |label: &Label| {
            let own = label.as_str();
            // A room's number is a name as well.
            entered
                .iter()
                .any(|one| one == label || own.strip_prefix("room ") == Some(one.as_str()))
        };
        goal.goal.get().is_some_and(is_it)
    }

    fn goal_place(&self, goal: &DeclareGoal) -> Option<String> {
        let thing = goal.place.as_ref()?.desc.first()?;
        let inside = match thing.side.get() {
            Some(ThingSide::Back) => Some(JUST_INSIDE),
            _ => None,
        };
        if !thing.past.is_empty() {
            return Some(format!("just after {}", self.all(&thing.past)));
        }
        let hand = match thing.side.get() {
            Some(side @ (ThingSide::Left | ThingSide::Right)) => side_words(*side),
            _ => None,
        };
        if !thing.detail.is_empty() {
            let is_near = thing.detail.iter().any(|one| one.dist.get() == Some(&Proximity::Near));
            let is_ahead = thing.detail.iter().any(|one| one.side.get() == Some(&ThingSide::Front));
            let is_group = thing.detail.iter().any(|one| one.count.get().is_some_and(|n| *n > 2));
            let bare = thing.detail.iter().map(|one| Thing {
                dist: Slot::Unset,
                side: Slot::Unset,
                ..one.clone()
            });
            let beside = self.all(&bare.collect::<Vec<Thing>>());
            let beside = match is_near {
                _ if is_ahead => format!("in front of {beside}"),
                true if is_group => format!("by {beside}"),
                true => format!("near {beside}"),
                false if is_group => format!("among {beside}"),
                false => format!("beside {beside}"),
            };
            let first = inside.or(hand);
            return Some(first.map_or(beside.clone(), |first| format!("{first}, {beside}")));
        }
        if let Some(inside) = inside {
            return Some(inside.to_owned());
        }
        match (thing.value.get(), thing.side.get()) {
            (Some(Value::End), _) => Some(format!("at {}", self.thing(thing))),
            (Some(_), Some(ThingSide::Front)) => {
                let bare = Thing { side: Slot::Unset, ..thing.clone() };
                Some(format!("{} in front of you", self.thing(&bare)))
            }
            (Some(Value::Door | Value::Opening), _) => Some(self.thing(thing)),
            (_, Some(side)) => side_words(*side).map(str::to_owned),
            (_, None) => None,
        }
    }

    fn listed(&self, verify: Option<&Verify>) -> String {
        self.all(verify.map_or(&[][..], |verify| &verify.desc))
    }

    /// 'the plant on your left and the two chairs on your right'.
    fn all(&self, things: &[Thing]) -> String {
        if let [one, other] = things
            && is_on_either_side(one, other)
        {
            let noun = self.noun(one);
            return format!("{} {noun} on either side", agreement::article(&noun));
        }
        // What is on the same side as the next is said with it.
        let said: Vec<String> = things
            .iter()
            .enumerate()
            .map(|(number, thing)| match things.get(number + 1) {
                Some(next) if next.side == thing.side => {
                    self.thing(&Thing { side: Slot::Unset, ..thing.clone() })
                }
                _ => self.thing(thing),
            })
            .collect();
        match &said[..] {
            [] => "it".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// A thing with its article, which one it is, and where.
    fn thing(&self, thing: &Thing) -> String {
        let mut noun = self.noun(thing);
        // One counts flights and staircases, not stairs.
        let is_counted = thing.order.is_present() || thing.count.get().is_some_and(|n| *n > 1);
        if is_counted && noun == "stairs" {
            noun = "staircase".to_owned();
        }
        let mut text = match (thing.order.get(), thing.count.get()) {
            (Some(order), _) => format!("the {} {noun}", ordinal(*order)),
            (None, Some(1)) => format!("the only {noun}"),
            (None, Some(count)) if *count > 4 => format!("the {}", agreement::plural(&noun)),
            (None, Some(count)) => format!("the {} {}", number(*count), agreement::plural(&noun)),
            (None, None) if is_proper(thing, &noun) => noun,
            (None, None) if thing.dist.get() == Some(&Proximity::Near) => {
                format!("the nearest {noun}")
            }
            (None, None) => format!("the {noun}"),
        };
        if let Some(side) = thing.side.get().and_then(|side| side_words(*side)) {
            text += &format!(" {side}");
        }
        if !thing.past.is_empty() {
            text += &format!(" after {}", self.all(&thing.past));
        }
        if let [detail, ..] = &thing.detail[..] {
            let sides = [thing.side.get(), detail.side.get()];
            let is_across = sides.iter().all(Option::is_some) && sides[0] != sides[1];
            let bare = thing.detail.iter().map(|one| Thing { side: Slot::Unset, ..one.clone() });
            let level = self.all(&bare.collect::<Vec<Thing>>());
            text += &match is_across {
                true => format!(" opposite {level}"),
                false => format!(" beside {level}"),
            };
        }
        text
    }

    fn noun(&self, thing: &Thing) -> String {
        let value = match thing.value.get() {
            None => "place".to_owned(),
            Some(Value::End) if !thing.part.is_empty() => {
                let whose = self.all(&thing.part);
                return match whose == "the way" {
                    true => "end".to_owned(),
                    false => format!("end of {whose}"),
                };
            }
            Some(Value::Path) if thing.structural == Slot::Set(Shape::Long) => {
                "way you can see farthest".to_owned()
            }
            Some(Value::Kind(kind)) => {
                let kind = self.vocabulary.kind(*kind);
                let word = kind.words.first().unwrap_or(&kind.name).clone();
                return match thing.name.get() {
                    Some(name) if word.ends_with("sign") || word.ends_with("board") => {
                        format!("{word} \u{2018}{}\u{2019}", name.as_str())
                    }
                    Some(name) => named_bare(name.as_str()),
                    None => word,
                };
            }
            Some(value) => part(*value).to_owned(),
        };
        if let Some(name) = thing.name.get().map(|name| name.as_str()) {
            let is_number = name.starts_with(|c: char| c.is_ascii_digit());
            return match thing.value.get() {
                Some(Value::Room) if is_number => format!("room {name}"),
                _ => named_bare(name),
            };
        }
        match thing.door.get() {
            None => value,
            Some(DoorLook::Hinged) => value,
            Some(DoorLook::Double) => format!("double {value}"),
            Some(DoorLook::Sliding) => format!("sliding {value}"),
            Some(DoorLook::DoubleSliding) => format!("double sliding {value}"),
            Some(DoorLook::Revolving) => format!("revolving {value}"),
            Some(DoorLook::Gate) => "gate".to_owned(),
            Some(DoorLook::Emergency) => "emergency exit".to_owned(),
            Some(DoorLook::Wide) => format!("wide {value}"),
        }
    }
}

/// True for one thing that is said to be on two sides, and so between them.
fn is_between_sides(one: &Thing, other: &Thing) -> bool {
    one.side != other.side && Thing { side: one.side.clone(), ..other.clone() } == *one
}

/// True for two of a sort, one on each hand.
fn is_on_either_side(one: &Thing, other: &Thing) -> bool {
    let sides = [one.side.get(), other.side.get()];
    let is_each =
        sides.contains(&Some(&ThingSide::Left)) && sides.contains(&Some(&ThingSide::Right));
    let is_bare = [one, other].iter().all(|thing| {
        !thing.order.is_present() && !thing.count.is_present() && !thing.name.is_present()
    });
    is_each && is_bare && Thing { side: one.side.clone(), ..other.clone() } == *one
}

/// True if what one is to face is the destination, by its name.
fn is_goal_faced(face: &Face, commands: &[Command]) -> bool {
    let faced = face.faced.as_ref().and_then(|faced| faced.desc.first());
    let is_ahead = faced.is_some_and(|thing| thing.side.get() == Some(&ThingSide::Front));
    let name = faced.and_then(|thing| thing.name.get());
    is_ahead
        && name.is_some()
        && commands.iter().any(|command| match &**command {
            Action::Verify(verify) => verify.goal.as_ref().and_then(|goal| goal.goal.get()) == name,
            _ => false,
        })
}

/// True if what one is to face is what one then walks up to or through.
fn is_same_as_faced(face: &Face, next: &Action) -> bool {
    let Action::Travel(travel) = next else { return false };
    let is_bare = travel.distance.is_none() && travel.past.is_none() && travel.follow.is_none();
    let reached = travel.through.as_ref().or(travel.until.as_ref());
    let reached = reached.and_then(|one| one.desc.first()).filter(|_| is_bare);
    let faced = face.faced.as_ref().and_then(|faced| faced.desc.first());
    let [Some(faced), Some(reached)] = [faced, reached] else { return false };
    let bare = |thing: &Thing| Thing { side: Slot::Unset, ..thing.clone() };
    bare(faced) == bare(reached)
}

/// True for 'turn left into the corridor'.
fn is_into_corridor(action: &Action) -> bool {
    let Action::Turn(turn) = action else { return false };
    let into = turn.into.as_ref().and_then(|into| into.desc.first());
    into.is_some_and(|thing| thing.value.get() == Some(&Value::Corridor))
}

/// True for a step that ends with how one notices to have gone too far.
fn ends_with_warning(step: &[Command]) -> bool {
    let last = step.last().map(|last| &**last);
    matches!(last, Some(Action::Verify(verify)) if !verify.beyond.is_empty())
}

/// True for a step that ends with going through a door.
fn ends_at_a_door(step: Option<&[Command]>) -> bool {
    let last = step.and_then(|step| step.last()).map(|last| &**last);
    matches!(last, Some(Action::Travel(travel)) if travel.through.is_some())
}

/// True for a door that one goes to at once, as the only one of its sort in view.
fn is_door_in_view(travel: &Travel, number: usize) -> bool {
    let doors = travel.through.iter().flat_map(|through| &through.desc);
    let is_single = |door: &Thing| {
        door.value.get() == Some(&Value::Door)
            && door.side.get() == Some(&ThingSide::Front)
            && !door.count.is_present()
    };
    number == 0
        && travel.out.is_none()
        && travel.past.is_none()
        && doors.clone().count() == 1
        && doors.into_iter().all(is_single)
}

/// True for what one takes to another level.
fn is_connection(thing: &Thing) -> bool {
    matches!(thing.value.get(), Some(Value::Lift | Value::Stairs | Value::Escalator | Value::Ramp))
}

fn part(value: Value) -> &'static str {
    match value {
        Value::Door => "door",
        Value::Opening => "opening",
        Value::Corridor => "corridor",
        Value::Room => "room",
        Value::Hall => "hall",
        Value::Outside => "open",
        Value::Stairs => "stairs",
        Value::Lift => "lift",
        Value::Escalator => "escalator",
        Value::Ramp => "ramp",
        Value::Path => "way",
        Value::End => "end of the way",
        Value::Wall => "wall",
        Value::Intersection => "junction",
        Value::Corner => "corner",
        Value::DeadEnd => "dead end",
        Value::Block => "block",
        Value::Group(_) | Value::Kind(_) => "thing",
    }
}

fn side_words(side: ThingSide) -> Option<&'static str> {
    match side {
        ThingSide::Left => Some("on your left"),
        ThingSide::Right => Some("on your right"),
        ThingSide::Front => Some("ahead"),
        ThingSide::Back => Some("behind you"),
        ThingSide::Sides => Some("beside you"),
        ThingSide::At => None,
    }
}

/// True if a thing's name stands without an article: 'lift 2', 'Reception'.
fn is_proper(thing: &Thing, noun: &str) -> bool {
    let is_sign = noun.contains('\u{2018}') && !noun.starts_with('\u{2018}');
    let stands_alone = |name: &str| noun.starts_with('\u{2018}') || needs_no_article(name);
    thing.name.get().is_some_and(|name| !is_sign && stands_alone(name.as_str()))
}

/// The words of a text, its marks apart, its capitals kept: names have them.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_suffix([',', '.']) {
            Some(bare) if !bare.is_empty() => {
                all.push(bare.to_owned());
                all.push(word[bare.len()..].to_owned());
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}
