//! Plain words for any command: the last resort, never wrong and never
//! beautiful.
//!
//! A template for each head says every attribute that a follower needs, in a
//! fixed order. Nothing is learnt here.

use crate::cas::{
    Action, Appearance, Command, Direction, Distance, Face, Precondition, Shape, Thing, ThingSide,
    Travel, Turn, Value, Verify,
};
use crate::words::{agreement, tokenize};
use crate::world::{Group, KindId, Vocabulary};

/// The commands of a sentence in plain words.
pub fn plain_words(commands: &[Command], vocabulary: &Vocabulary) -> Vec<String> {
    let plain = Plain { vocabulary };
    let texts: Vec<String> = commands.iter().map(|command| plain.action(command)).collect();
    tokenize(&texts.join(" and then "))
}

struct Plain<'v> {
    vocabulary: &'v Vocabulary,
}

impl Plain<'_> {
    fn action(&self, action: &Action) -> String {
        match action {
            Action::Turn(turn) => self.turn(turn),
            Action::Travel(travel) => self.travel(travel),
            Action::Face(face) => self.face(face, None, "turn"),
            Action::Verify(verify) => self.check(verify),
            Action::Find(find) => {
                let what = find.until.as_ref().map(|until| self.things(&until.desc));
                format!("find {}", what.unwrap_or_else(|| "it".into()))
            }
            // Whoever speaks of levels speaks of a building.
            Action::Ride(_) => String::new(),
        }
    }

    fn turn(&self, turn: &Turn) -> String {
        let mut text = String::new();
        if let Some(location) = &turn.location {
            text += &format!("{} and ", self.travel(location));
        }
        match turn.precond.as_deref() {
            Some(Precondition::Face(face)) => {
                text += &format!("{} and ", self.face(face, None, "stand"))
            }
            Some(Precondition::Travel(travel)) => text += &format!("{} and ", self.travel(travel)),
            None => {}
        }
        let verb = if turn.view.is_present() { "look" } else { "turn" };
        text += &match &turn.face {
            Some(face) => self.face(face, turn.direction.get().copied(), verb),
            None => directed(verb, turn.direction.get().copied()),
        };
        if let Some(after) = &turn.postcond {
            text += &format!(" so that you can {}", self.travel(after));
        }
        text
    }

    /// 'turn left to face the easel', 'turn so that the wall is on your left'.
    fn face(&self, face: &Face, direction: Option<Direction>, verb: &str) -> String {
        let mut text = directed(verb, direction.or(face.direction.get().copied()));
        let things = face.faced.as_ref().map_or(&[][..], |faced| &faced.desc);
        let (ahead, beside): (Vec<&Thing>, Vec<&Thing>) = things.iter().partition(|thing| {
            matches!(thing.side.get(), None | Some(ThingSide::Front | ThingSide::At))
        });
        if !ahead.is_empty() {
            text += &format!(" to face {}", self.listed(&ahead, false));
        }
        if !beside.is_empty() {
            let with = if ahead.is_empty() { "so that you have" } else { "with" };
            text += &format!(" {with} {}", self.listed(&beside, true));
        }
        text
    }

    fn travel(&self, travel: &Travel) -> String {
        let mut text = String::new();
        if let Some(location) = &travel.location {
            text += &format!("{} and ", self.travel(location));
        }
        if let Some(face) = &travel.face {
            text += &format!("{} and ", self.face(face, None, "turn"));
        }
        text += "walk forward";
        if let Some(distance) = &travel.distance {
            text += &format!(" {}", self.distance(distance));
        }
        if let Some(follow) = travel.follow.as_ref().and_then(|follow| follow.until.as_ref()) {
            text += &format!(" along {}", self.things(&follow.desc));
        }
        if let Some(past) = &travel.past {
            text += &format!(" past {}", self.things(&past.desc));
        }
        if let Some(until) = &travel.until {
            let (here, around): (Vec<&Thing>, Vec<&Thing>) = until
                .desc
                .iter()
                .partition(|thing| matches!(thing.side.get(), None | Some(ThingSide::At)));
            if !here.is_empty() {
                text += &format!(" to {}", self.listed(&here, false));
            }
            if !around.is_empty() {
                let until = if here.is_empty() { "until you have" } else { "with" };
                text += &format!(" {until} {}", self.listed(&around, true));
            }
        }
        text
    }

    fn distance(&self, distance: &Distance) -> String {
        let count = distance.count.get().copied().unwrap_or(1);
        let unit = distance.unit.as_ref().and_then(|unit| unit.desc.first());
        match (count, unit) {
            (1, None) => "once".into(),
            (2, None) => "twice".into(),
            (count, None) => format!("{} times", number(count)),
            (count, Some(unit)) => {
                let noun = self.noun(unit);
                let noun = if count == 1 { noun } else { agreement::plural(&noun) };
                format!("{} {noun}", number(count))
            }
        }
    }

    fn check(&self, verify: &Verify) -> String {
        let mut parts = Vec::new();
        if !verify.desc.is_empty() {
            let things: Vec<&Thing> = verify.desc.iter().collect();
            parts.push(format!("you should see {}", self.listed(&things, true)));
        }
        if let Some(goal) = &verify.goal {
            let label = goal.goal.get().map(|label| format!("position {}", label.as_str()));
            let label = label.unwrap_or_else(|| "the goal".into());
            parts.push(match &goal.cond {
                Some(cond) => format!("{} to {label}", self.travel(cond)),
                None => format!("this is {label}"),
            });
        }
        parts.join(" and ")
    }

    fn things(&self, things: &[Thing]) -> String {
        self.listed(&things.iter().collect::<Vec<_>>(), false)
    }

    fn listed(&self, things: &[&Thing], with_sides: bool) -> String {
        let texts = things.iter().map(|thing| {
            let side = thing.side.get().filter(|_| with_sides).map_or("", |side| match side {
                ThingSide::Left => " on your left",
                ThingSide::Right => " on your right",
                ThingSide::Front => " in front of you",
                ThingSide::Back => " behind you",
                ThingSide::At => " here",
                ThingSide::Sides => " on one side",
            });
            format!("{}{side}", self.thing(thing))
        });
        texts.collect::<Vec<_>>().join(" and ")
    }

    fn thing(&self, thing: &Thing) -> String {
        let mut words: Vec<String> = vec!["the".into()];
        match thing.count.get() {
            Some(1) => words.push("only".into()),
            Some(count) => words.push(number(*count)),
            None => {}
        }
        words.extend(thing.order.get().map(|order| ordinal(*order)));
        words.extend(thing.structural.get().map(|shape| match shape {
            Shape::TIntersection => "t".to_owned(),
            Shape::Long => "long".to_owned(),
            Shape::Short => "short".to_owned(),
        }));
        let looks = thing.appear.get().into_iter().flatten().filter_map(|look| match look {
            Appearance::Kind(kind) => Some(self.kind(*kind)),
            Appearance::Group(group) => colour(*group).map(str::to_owned),
        });
        words.extend(looks);
        let noun = self.noun(thing);
        words.push(match thing.count.get() {
            Some(count) if *count > 1 => agreement::plural(&noun),
            _ => noun,
        });
        for (before, parts) in [
            ("with", &thing.part),
            ("with", &thing.detail),
            ("on", &thing.on),
            ("past", &thing.past),
        ] {
            if !parts.is_empty() {
                words.push(format!("{before} {}", self.things(parts)));
            }
        }
        words.join(" ")
    }

    fn noun(&self, thing: &Thing) -> String {
        match thing.value.get() {
            None => "thing".into(),
            Some(Value::Path) => "hallway".into(),
            Some(Value::End) => "end of the hallway".into(),
            Some(Value::Wall) => "wall".into(),
            Some(Value::Intersection) => "intersection".into(),
            Some(Value::Corner) => "corner".into(),
            Some(Value::DeadEnd) => "dead end".into(),
            Some(Value::Block) => "block".into(),
            Some(Value::Door) => "door".into(),
            Some(Value::Opening) => "opening".into(),
            Some(Value::Corridor) => "corridor".into(),
            Some(Value::Room) => "room".into(),
            Some(Value::Hall) => "hall".into(),
            Some(Value::Outside) => "open".into(),
            Some(Value::Stairs) => "stairs".into(),
            Some(Value::Lift) => "lift".into(),
            Some(Value::Escalator) => "escalator".into(),
            Some(Value::Ramp) => "ramp".into(),
            Some(Value::Group(group)) => match group {
                Group::Pic => "picture".into(),
                Group::GenChair => "chair".into(),
                Group::Furniture => "furniture".into(),
                Group::Empty => "empty spot".into(),
                floor => format!("{} floor", colour(*floor).unwrap_or("")).trim().to_owned(),
            },
            Some(Value::Kind(kind)) => {
                let word = self.kind(*kind);
                match kind.class().entry().noun {
                    Some(noun) => format!("{word} {noun}"),
                    None => word,
                }
            }
        }
    }

    fn kind(&self, kind: KindId) -> String {
        let kind = self.vocabulary.kind(kind);
        kind.words.first().unwrap_or(&kind.name).clone()
    }
}

fn directed(verb: &str, direction: Option<Direction>) -> String {
    match direction {
        None => verb.to_owned(),
        Some(Direction::Left) => format!("{verb} left"),
        Some(Direction::Right) => format!("{verb} right"),
        Some(Direction::Back) => format!("{verb} around"),
        Some(Direction::Front) => format!("{verb} straight ahead"),
    }
}

fn colour(group: Group) -> Option<&'static str> {
    match group {
        Group::Gray => Some("gray"),
        Group::Greenish => Some("greenish"),
        Group::Brown => Some("brown"),
        Group::Dark => Some("dark"),
        _ => None,
    }
}

/// Numbers as people write them: words as far as words are short.
pub(super) fn number(count: u32) -> String {
    const NAMES: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    NAMES.get(count as usize).map_or_else(|| count.to_string(), |name| (*name).to_owned())
}

pub(super) fn ordinal(count: u32) -> String {
    const NAMES: [&str; 9] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let name = (count as usize).checked_sub(1).and_then(|place| NAMES.get(place));
    name.map_or_else(|| format!("{count}th"), |name| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_commands_in_plain_words() {
        let said = |text: &str| {
            let command = Command::parse(text, Vocabulary::sail()).unwrap();
            plain_words(&[command], Vocabulary::sail()).join(" ")
        };
        for (command, words) in [
            ("Turn(direction=Left)", "turn left"),
            ("Turn(direction=Back)", "turn around"),
            ("Travel(distance=Distance(count=2))", "walk forward twice"),
            ("Travel(distance=Distance(count=14))", "walk forward 14 times"),
            (
                "Turn(face=Face(faced=Verify(desc=[Thing(type=TypePath, value=Path, side=Front, Appear=[BlueTile])])))",
                "turn to face the blue hallway",
            ),
            (
                "Turn(face=Face(faced=Verify(desc=[Thing(type=TypeObj, value=Wall, side=Left), Thing(type=TypeObj, value=Easel, side=Front)]), direction=Right))",
                "turn right to face the easel with the wall on your left",
            ),
            (
                "Travel(until=Verify(desc=[Thing(type=TypeStruct, value=Intersection, side=At, Order_adj=2, Detail=[Thing(type=TypeObj, value=Sofa)])]))",
                "walk forward to the second intersection with the sofa",
            ),
            (
                "Verify(desc=[Thing(type=TypeObj, value=Lamp, dist=Immediate, side=At)])",
                "you should see the lamp here",
            ),
        ] {
            assert_eq!(said(command), words);
        }
    }
}
