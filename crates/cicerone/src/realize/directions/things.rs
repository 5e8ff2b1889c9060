//! Words for things: which one, how many, on which side.

use super::super::plain::number;
use super::English;
use super::names::{named_bare, needs_no_article, ordinal};
use crate::cas::{DoorLook, Proximity, Shape, Slot, Thing, ThingSide, Value, Verify};
use crate::words::agreement;

impl English<'_> {
    pub(super) fn listed(&self, verify: Option<&Verify>) -> String {
        self.all(verify.map_or(&[][..], |verify| &verify.desc))
    }

    /// 'the plant on your left and the two chairs on your right'.
    pub(super) fn all(&self, things: &[Thing]) -> String {
        self.list(things, |thing| self.thing(thing))
    }

    /// The same of what one meets on the way: 'a door on your left and two pillars'.
    pub(super) fn all_met(&self, things: &[Thing]) -> String {
        self.list(things, |thing| self.met(thing))
    }

    fn list(&self, things: &[Thing], say: impl Fn(&Thing) -> String) -> String {
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
                    say(&Thing { side: Slot::Unset, ..thing.clone() })
                }
                _ => say(thing),
            })
            .collect();
        match &said[..] {
            [] => "it".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    }

    /// A thing that one comes by. Nobody knows of a door before, of the reception desk
    /// everybody.
    pub(super) fn met(&self, thing: &Thing) -> String {
        let is_faced = self.met.borrow().iter().any(|met| met.value == thing.value);
        let is_known = is_faced || thing.name.is_present() || thing.order.is_present();
        let is_part =
            matches!(thing.value.get(), Some(Value::Door | Value::Opening | Value::Corridor));
        let said = self.thing(thing);
        let Some(rest) = said.strip_prefix("the ").filter(|_| !is_known) else { return said };
        match thing.count.get() {
            Some(count) if (2..=4).contains(count) => rest.to_owned(),
            None if is_part && !thing.dist.is_present() => {
                format!("{} {rest}", agreement::article(rest))
            }
            _ => said,
        }
    }

    /// A thing with its article, which one it is, and where.
    pub(super) fn thing(&self, thing: &Thing) -> String {
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
        if thing.dist.get() == Some(&Proximity::Far) {
            text += " in the distance";
        }
        if let Some(side) = thing.side.get().and_then(|side| self.side(*side)) {
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
                false => format!(" {} {level}", self.beside()),
            };
        }
        text
    }

    /// 'on your left', 'on the left'; the same all through a sentence.
    pub(super) fn side(&self, side: ThingSide) -> Option<&'static str> {
        let plain = match side {
            ThingSide::Left => "on your left",
            ThingSide::Right => "on your right",
            side => return side_words(side),
        };
        let is_yours = self.is_yours.get().unwrap_or_else(|| {
            let is_fit = |words: &str| words.starts_with("on ");
            self.turns.one_that("side", &[plain], is_fit) == plain
        });
        self.is_yours.set(Some(is_yours));
        match (is_yours, side) {
            (false, ThingSide::Left) => Some("on the left"),
            (false, _) => Some("on the right"),
            _ => Some(plain),
        }
    }

    /// 'beside', 'next to'.
    pub(super) fn beside(&self) -> &'static str {
        self.turns.one_of("beside", &["beside"])
    }

    pub(super) fn noun(&self, thing: &Thing) -> String {
        let value = match thing.value.get() {
            None => "place".to_owned(),
            Some(Value::End) if !thing.part.is_empty() => {
                let whose = self.all(&thing.part);
                return match whose == "the way" {
                    true => "end".to_owned(),
                    false => format!("end of {whose}"),
                };
            }
            Some(Value::Path) if thing.structural == Slot::Set(Shape::Long) => "far end".to_owned(),
            Some(Value::Kind(kind)) => {
                let kind = self.vocabulary.kind(*kind);
                let word = kind.words.first().unwrap_or(&kind.name).clone();
                return match thing.name.get() {
                    Some(name) if is_entitled(&word, name.as_str()) => {
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

/// True for what is told by what it is as well as by its name: a name of a painting
/// alone might be that of a ward.
fn is_entitled(word: &str, name: &str) -> bool {
    const ENTITLED: [&str; 8] =
        ["sign", "board", "painting", "picture", "poster", "statue", "sculpture", "exhibit"];
    let is_said = name.to_lowercase().contains(word);
    ENTITLED.iter().any(|one| word.ends_with(one)) && !is_said
}

/// True for one thing that is said to be on two sides, and so between them.
pub(super) fn is_between_sides(one: &Thing, other: &Thing) -> bool {
    one.side != other.side && Thing { side: one.side.clone(), ..other.clone() } == *one
}

/// True for two of a sort, one on each hand.
pub(super) fn is_on_either_side(one: &Thing, other: &Thing) -> bool {
    let sides = [one.side.get(), other.side.get()];
    let is_each =
        sides.contains(&Some(&ThingSide::Left)) && sides.contains(&Some(&ThingSide::Right));
    let is_bare = [one, other].iter().all(|thing| {
        !thing.order.is_present() && !thing.count.is_present() && !thing.name.is_present()
    });
    is_each && is_bare && Thing { side: one.side.clone(), ..other.clone() } == *one
}

pub(super) fn part(value: Value) -> &'static str {
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

pub(super) fn side_words(side: ThingSide) -> Option<&'static str> {
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
pub(super) fn is_proper(thing: &Thing, noun: &str) -> bool {
    let is_sign = noun.contains('\u{2018}') && !noun.starts_with('\u{2018}');
    let stands_alone = |name: &str| noun.starts_with('\u{2018}') || needs_no_article(name);
    thing.name.get().is_some_and(|name| !is_sign && stands_alone(name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::is_entitled;

    #[test]
    fn titles_are_told_with_what_has_them() {
        assert!(is_entitled("painting", "The Harbour"));
        assert!(is_entitled("notice board", "Visitors"));
        assert!(!is_entitled("exhibit", "Sauropod Exhibit"));
        assert!(!is_entitled("lift", "Lift 1"));
    }
}
