//! What directions say, read back from their words and held against their commands.
//!
//! Every text is read twice, and neither reading knows how it was made. One looks
//! for the words that matter wherever they stand: sides, ordinals, metres, counts and
//! the names of things. The other is the careful reader, who either understands the
//! whole of a text by its grammar or nothing. A text contradicts its commands if a
//! reading finds a value of which they say nothing, or another order of turns.

use std::collections::BTreeSet;

use super::CarefulReader;
use super::careful::{number, order, parts_said};
use crate::cas::{Action, Command, Direction, Rise, Thing, ThingSide, Verify};
use crate::words::{Named, tokenize};
use crate::world::{Vocabulary, World};

/// A value that a reader must not mistake: `("way", "Left")`.
type Value = (&'static str, String);

/// Reads back what is said of one building.
#[derive(Debug, Clone)]
pub struct ReadBack<'v> {
    careful: CarefulReader<'v>,
}

/// What was found in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heard {
    /// True if the careful reader understood all of it.
    pub understood: bool,
    /// What it says and its commands do not.
    pub contradicts: Vec<String>,
}

impl Heard {
    /// True for a text that was understood and says what its commands say.
    pub fn is_right(&self) -> bool {
        self.understood && self.contradicts.is_empty()
    }
}

impl<'v> ReadBack<'v> {
    /// Reads what is said of any way through that building.
    pub fn of_world(world: &'v World) -> ReadBack<'v> {
        ReadBack { careful: CarefulReader::of_world(world) }
    }

    /// Reads what is said of a way with these commands and knows no other names.
    pub fn of_way<'c>(
        world: &'v World,
        commands: impl IntoIterator<Item = &'c Command>,
    ) -> ReadBack<'v> {
        ReadBack { careful: CarefulReader::of_way(world, commands) }
    }

    /// Reads what may be said of anything that has these kinds.
    pub(super) fn of_vocabulary(vocabulary: &'v Vocabulary) -> ReadBack<'v> {
        ReadBack { careful: CarefulReader::new(vocabulary) }
    }

    /// True if the words of a text and commands have the same sides and kinds, as often,
    /// and the same numbers and parts of a building.
    pub(super) fn says_the_same(&self, text: &str, commands: &[Command]) -> bool {
        let mut heard = self.heard(text, commands);
        heard.extend(parts_said(&tokenize(text)).into_iter().map(|part| vec![("part", part)]));
        heard.iter_mut().flatten().for_each(as_said);
        let mut meant: Vec<Value> = self.essence(commands).into_iter().flatten().collect();
        meant.iter_mut().for_each(as_said);
        // What is named or turned to twice is so in the commands as well.
        let often = |values: &[Vec<Value>]| {
            let is_told = |(sort, _): &&Value| ["way", "kind"].contains(sort);
            let mut told: Vec<Value> =
                values.iter().filter_map(|one| one.iter().find(is_told)).cloned().collect();
            told.sort();
            told
        };
        let each: Vec<Vec<Value>> = meant.iter().map(|value| vec![value.clone()]).collect();
        heard.iter().all(|said| said.iter().any(|one| meant.contains(one)))
            && meant.iter().all(|value| heard.iter().flatten().any(|one| one == value))
            && often(&heard) == often(&each)
    }

    /// Reads a text that says all of these commands: a step of an instruction.
    pub fn read_step(&self, text: &str, commands: &[Command]) -> Heard {
        self.held_against(text, commands, |read, meant| read == meant)
    }

    /// Reads a sentence that says some of these commands.
    pub fn read(&self, sentence: &str, commands: &[Command]) -> Heard {
        self.held_against(sentence, commands, |read, meant| {
            meant.windows(read.len().max(1)).any(|some| some == read) || read.is_empty()
        })
    }

    fn held_against(
        &self,
        text: &str,
        commands: &[Command],
        is_order: impl Fn(&[Way], &[Way]) -> bool,
    ) -> Heard {
        let meant = self.meant(commands);
        let mut heard = self.heard(text, commands);
        let understood = self.careful.read(text);
        if let Some(understood) = &understood {
            // What a part is called is a matter of taste: an opening, a doorway. 'The
            // next corridor' is no other than 'the corridor'. Feet are no whole metres.
            let is_matter_of_taste = |(sort, value): &Value| {
                ["part", "metres"].contains(sort) || *sort == "order" && value == "1"
            };
            let read = self.essence(&understood.commands).into_iter();
            heard.extend(read.filter(|one| !one.iter().any(is_matter_of_taste)));
        }
        let mut contradicts: BTreeSet<String> = heard
            .iter()
            .filter(|alternatives| !alternatives.iter().any(|one| meant.contains(one)))
            .filter_map(|alternatives| alternatives.first())
            .map(|(sort, value)| format!("{sort} {value}"))
            .collect();
        if let Some(read) = understood.as_ref().map(|understood| ways(&understood.commands)) {
            let meant = ways(commands);
            if !is_order(&read, &meant) {
                contradicts.insert(format!("ways {read:?} instead of {meant:?}"));
            }
        }
        Heard { understood: understood.is_some(), contradicts: contradicts.into_iter().collect() }
    }

    /// What commands say, and what may be said instead of it.
    fn meant(&self, commands: &[Command]) -> BTreeSet<Value> {
        let mut meant: BTreeSet<Value> = self.essence(commands).into_iter().flatten().collect();
        for (_, order) in meant.clone().iter().filter(|(sort, _)| *sort == "order") {
            // 'Pass two doors and take the third.'
            if let Ok(order) = order.parse::<u32>() {
                meant.insert(("count", order.saturating_sub(1).to_string()));
            }
        }
        meant
    }

    /// The values of commands that matter, each as its only alternative.
    fn essence(&self, commands: &[Command]) -> Vec<Vec<Value>> {
        let leaves = commands.iter().flat_map(|command| command.values(self.careful.vocabulary()));
        let value = |(name, value): (String, String)| {
            let sort = match &*name {
                "direction" | "side" if ["Left", "Right"].contains(&&*value) => "way",
                "Order_adj" => "order",
                "count" | "Count" if value != "1" => "count",
                "metres" => "metres",
                "value" if self.careful.vocabulary().by_cas_name(&value).is_some() => "kind",
                "value" => return Some(vec![("part", value.to_lowercase())]),
                _ => return None,
            };
            Some(vec![(sort, value)])
        };
        leaves.filter_map(value).collect()
    }

    /// The values that the words of a text say, wherever they stand, each with
    /// what else its words may mean. What things are called says nothing by its words.
    fn heard(&self, text: &str, commands: &[Command]) -> Vec<Vec<Value>> {
        let mut words = tokenize(text);
        let leaves = commands.iter().flat_map(|command| command.values(self.careful.vocabulary()));
        let labels = leaves.filter(|(name, _)| ["Name", "goal", "level"].contains(&&**name));
        for (_, label) in labels {
            hide(&mut words, &tokenize(label.trim_matches('"')));
        }
        let mut heard = Vec::new();
        for (place, word) in words.iter().enumerate() {
            // 'A step or two' counts nothing.
            if place > 0 && words[place - 1] == "or" {
                continue;
            }
            let next = words.get(place + 1).map_or("", String::as_str);
            let value = match (&**word, number(word), order(word)) {
                ("left", ..) => ("way", "Left".to_owned()),
                ("right", ..) => ("way", "Right".to_owned()),
                (.., Some(order)) => ("order", order.to_string()),
                ("one", ..) => continue,
                (_, Some(count), _) if ["metres", "metre", "m"].contains(&next) => {
                    ("metres", count.to_string())
                }
                (_, Some(feet), _) if ["feet", "foot", "ft"].contains(&next) => {
                    heard.push(in_metres(feet));
                    continue;
                }
                (_, Some(count), _) => ("count", count.to_string()),
                _ => continue,
            };
            heard.push(vec![value]);
        }
        for mention in self.careful.naming().mentions(&words) {
            let kind = |named: &Named| match named {
                Named::Kind(kind) => {
                    Some(("kind", self.careful.vocabulary().kind(*kind).cas.clone()))
                }
                Named::Any(_) | Named::Room => None,
            };
            let mut kinds: Vec<Value> = mention.named.iter().filter_map(kind).collect();
            if !kinds.is_empty() {
                // An escalator may stand about, and be what one takes.
                kinds.push(("part", words[mention.place].join(" ")));
                heard.push(kinds);
            }
        }
        heard
    }
}

/// Where a command turns or takes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Left,
    Right,
    Around,
    Up,
    Down,
}

/// Where commands turn, one after the other. Who takes a door on the left has turned.
fn ways(commands: &[Command]) -> Vec<Way> {
    let mut passed: Option<Way> = None;
    let mut ways = Vec::new();
    for command in commands {
        ways.extend(match &**command {
            Action::Turn(turn) => match turn.direction.get() {
                Some(Direction::Left) => Some(Way::Left),
                Some(Direction::Right) => Some(Way::Right),
                Some(Direction::Back) => Some(Way::Around),
                _ => turn.into.as_deref().and_then(side),
            },
            Action::Travel(travel) => {
                let door = travel.through.as_deref();
                // 'Pass two doors on your left and take the third.'
                let is_counted = door.is_some_and(|door| door.desc.iter().any(is_counted));
                let before = passed.take().filter(|_| is_counted);
                passed = travel.past.as_deref().and_then(side);
                door.and_then(side).or(before)
            }
            Action::Ride(ride) => match ride.rise.get() {
                Some(Rise::Up) => Some(Way::Up),
                Some(Rise::Down) => Some(Way::Down),
                // 'Take the first staircase on the right.'
                Some(Rise::Level) | None => ride.by.as_deref().and_then(side),
            },
            _ => None,
        });
    }
    ways
}

/// The hand on which the first of these things is.
fn side(things: &Verify) -> Option<Way> {
    match things.desc.first()?.side.get()? {
        ThingSide::Left => Some(Way::Left),
        ThingSide::Right => Some(Way::Right),
        _ => None,
    }
}

/// True for 'the third', which has no hand of its own.
fn is_counted(door: &Thing) -> bool {
    door.order.is_present() && !door.side.is_present()
}

/// What is called the same though commands keep it apart: a hallway is a corridor or a
/// path.
fn as_said((sort, value): &mut Value) {
    let same = match (*sort, &**value) {
        ("part", "path" | "hall") => "corridor",
        ("part", "deadend") => "end",
        _ => return,
    };
    *value = same.to_owned();
}

/// The metres that may be said as so many feet.
fn in_metres(feet: u32) -> Vec<Value> {
    const FOOT: f64 = 0.3048;
    let about = f64::from(feet) * FOOT;
    let spread = (0.15 * about).max(0.5);
    let metres = (about - spread).ceil().max(0.0) as u32..=(about + spread).floor() as u32;
    metres.map(|metres| ("metres", metres.to_string())).collect()
}

/// Puts a mark in the places of a label's words.
fn hide(words: &mut [String], label: &[String]) {
    if label.is_empty() || label.len() > words.len() {
        return;
    }
    for start in 0..=words.len() - label.len() {
        if words[start..start + label.len()] == *label {
            words[start..start + label.len()].fill("'".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::everyday_vocabulary;

    fn contradicts(text: &str, commands: &[&str]) -> Vec<String> {
        let careful = CarefulReader::new(everyday_vocabulary());
        let command = |text: &&str| Command::parse(text, careful.vocabulary()).unwrap();
        let commands: Vec<Command> = commands.iter().map(command).collect();
        ReadBack { careful }.read_step(text, &commands).contradicts
    }

    #[test]
    fn what_the_commands_do_not_say_is_found() {
        let door = &["Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]))"];
        assert!(contradicts("Take the third door on your left.", door).is_empty());
        assert!(contradicts("Pass two doors on your left and take the third.", door).is_empty());
        assert_eq!(contradicts("Take the second door on your left.", door), ["order 2"]);
        let other = contradicts("Take the third door on your right.", door);
        assert_eq!(other, ["way Right", "ways [Right] instead of [Left]"]);
        let walk = &["Travel(distance=Distance(metres=12))"];
        assert_eq!(contradicts("Walk about 10 metres.", walk), ["metres 10"]);
        assert!(contradicts("Walk about 40 feet.", walk).is_empty());
        assert_eq!(contradicts("Walk about 60 feet.", walk).len(), 1);
    }

    #[test]
    fn turns_are_said_in_their_order_and_none_is_left_out() {
        let turns = &["Turn(direction=Left)", "Travel()", "Turn(direction=Right)"];
        assert!(contradicts("Turn left. Walk forward, then turn right.", turns).is_empty());
        let other = contradicts("Turn right. Walk forward, then turn left.", turns);
        assert_eq!(other, ["ways [Right, Left] instead of [Left, Right]"]);
        let fewer = contradicts("Turn left and walk forward.", turns);
        assert_eq!(fewer, ["ways [Left] instead of [Left, Right]"]);
    }

    #[test]
    fn names_say_nothing_by_their_words() {
        let goal = &["Verify(goal=DeclareGoal(goal=\"Room 12 left\"))"];
        assert!(contradicts("That is Room 12 left.", goal).is_empty());
    }
}
