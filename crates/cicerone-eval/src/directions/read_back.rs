//! What directions say, read back from their words and held against their commands.
//!
//! Every sentence is read twice, and neither reading knows how it was made. One looks
//! for the words that matter wherever they stand: sides, ordinals, metres, counts and
//! the names of things. The other is the careful reader, who either understands the
//! whole of a sentence by its grammar or nothing. A sentence contradicts its commands
//! if a reading finds a value of which they say nothing.

use std::collections::BTreeSet;

use cicerone::cas::Command;
use cicerone::understand::CarefulReader;
use cicerone::words::{Named, Naming, tokenize};
use cicerone::world::{Vocabulary, World};

/// A value that a reader must not mistake: `("way", "Left")`.
type Value = (&'static str, String);

/// Reads sentences about one building.
pub(super) struct ReadBack<'v> {
    vocabulary: &'v Vocabulary,
    naming: Naming,
    careful: CarefulReader<'v>,
}

/// What was found of a sentence.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// True if the careful reader understood all of it.
    pub(super) understood: bool,
    /// Values that it says and its commands do not.
    pub(super) contradicts: Vec<String>,
}

impl<'v> ReadBack<'v> {
    /// Reads what is said of that building.
    pub(super) fn new(world: &'v World) -> ReadBack<'v> {
        ReadBack::of(CarefulReader::of_world(world))
    }

    fn of(careful: CarefulReader<'v>) -> ReadBack<'v> {
        let vocabulary = careful.vocabulary();
        ReadBack { vocabulary, naming: Naming::of(vocabulary), careful }
    }

    /// Reads a sentence that says some of these commands.
    pub(super) fn read(&self, sentence: &str, commands: &[Command]) -> Reading {
        let meant = self.meant(commands);
        let mut heard = self.heard(sentence, commands);
        let understood = self.careful.read(sentence);
        if let Some(understood) = &understood {
            // What a part is called is a matter of taste: an opening, a doorway. 'The
            // next corridor' is no other than 'the corridor'.
            let read = self.essence(&understood.commands).into_iter();
            heard.extend(read.filter(|one| {
                one.iter()
                    .all(|(sort, value)| *sort != "part" && (*sort != "order" || value != "1"))
            }));
        }
        let contradicts: BTreeSet<String> = heard
            .iter()
            .filter(|alternatives| !alternatives.iter().any(|one| meant.contains(one)))
            .filter_map(|alternatives| alternatives.first())
            .map(|(sort, value)| format!("{sort} {value}"))
            .collect();
        Reading { understood: understood.is_some(), contradicts: contradicts.into_iter().collect() }
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
        let leaves = commands.iter().flat_map(|command| command.values(self.vocabulary));
        let value = |(name, value): (String, String)| {
            let sort = match &*name {
                "direction" | "side" if ["Left", "Right"].contains(&&*value) => "way",
                "Order_adj" => "order",
                "count" | "Count" if value != "1" => "count",
                "metres" => "metres",
                "value" if self.vocabulary.by_cas_name(&value).is_some() => "kind",
                "value" => return Some(vec![("part", value.to_lowercase())]),
                _ => return None,
            };
            Some(vec![(sort, value)])
        };
        leaves.filter_map(value).collect()
    }

    /// The values that the words of a sentence say, wherever they stand, each with
    /// what else its words may mean. What things are called says nothing by its words.
    fn heard(&self, sentence: &str, commands: &[Command]) -> Vec<Vec<Value>> {
        let mut words = tokenize(sentence);
        let leaves = commands.iter().flat_map(|command| command.values(self.vocabulary));
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
            let value = match (&**word, number(word), ordinal(word)) {
                ("left", ..) => ("way", "Left".to_owned()),
                ("right", ..) => ("way", "Right".to_owned()),
                (.., Some(order)) => ("order", order.to_string()),
                ("one", ..) => continue,
                (_, Some(count), _) if ["metres", "metre", "m"].contains(&next) => {
                    ("metres", count.to_string())
                }
                (_, Some(count), _) => ("count", count.to_string()),
                _ => continue,
            };
            heard.push(vec![value]);
        }
        for mention in self.naming.mentions(&words) {
            let kind = |named: &Named| match named {
                Named::Kind(kind) => Some(("kind", self.vocabulary.kind(*kind).cas.clone())),
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

fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let in_words = WORDS.iter().position(|one| *one == word).map(|number| number as u32);
    in_words.or_else(|| word.parse().ok())
}

fn ordinal(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    WORDS.iter().position(|one| *one == word).map(|place| place as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::words::everyday_vocabulary;

    fn contradicts(sentence: &str, command: &str) -> Vec<String> {
        let careful = CarefulReader::new(everyday_vocabulary());
        let command = Command::parse(command, careful.vocabulary()).unwrap();
        ReadBack::of(careful).read(sentence, &[command]).contradicts
    }

    #[test]
    fn what_the_commands_do_not_say_is_found() {
        let door = "Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]))";
        assert!(contradicts("Take the third door on your left.", door).is_empty());
        assert!(contradicts("Pass two doors on your left and take the third.", door).is_empty());
        assert_eq!(contradicts("Take the second door on your left.", door), ["order 2"]);
        assert_eq!(contradicts("Take the third door on your right.", door), ["way Right"]);
        let walk = "Travel(distance=Distance(metres=12))";
        assert_eq!(contradicts("Walk about 10 metres.", walk), ["metres 10"]);
    }

    #[test]
    fn names_say_nothing_by_their_words() {
        let goal = "Verify(goal=DeclareGoal(goal=\"Room 12 left\"))";
        assert!(contradicts("That is Room 12 left.", goal).is_empty());
    }
}
