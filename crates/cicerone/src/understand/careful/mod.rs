//! A careful reader of English: grammar and patterns, nothing learnt.
//!
//! It turns a sentence into commands if it understands all of it, and into
//! nothing otherwise: who says 'go past the tall green thing' is not followed.
//! With each command come the words it was said in ([`Formula`]), from which is
//! learnt how people speak.

mod clause;
mod cursor;
mod local;
mod phrases;
mod thing;

pub(super) use thing::{number, order, parts_said};

pub use phrases::{phrases_of_directions, phrases_of_stories};

use std::sync::LazyLock;

use cursor::Cursor;
use local::Names;

use crate::cas::{Action, Command};
use crate::words::Naming;
use crate::world::{Vocabulary, World};

/// A way to say something, as far as it does not depend on what is spoken of:
/// `through` is said `walk through`, `turn` is said `take a <side>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula {
    /// What is said.
    pub what: &'static str,
    /// The words.
    pub words: String,
}

/// A sentence that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// What it says, in its order.
    pub commands: Vec<Command>,
    /// The words in which that was said, and those between the commands.
    pub formulas: Vec<Formula>,
}

/// Reads sentences by a grammar.
#[derive(Debug, Clone)]
pub struct CarefulReader<'v> {
    vocabulary: &'v Vocabulary,
    naming: Naming,
    /// What the parts of the building are called, of who knows one.
    local: Option<Names>,
}

impl<'v> CarefulReader<'v> {
    /// A reader who knows the words of that vocabulary.
    pub fn new(vocabulary: &'v Vocabulary) -> CarefulReader<'v> {
        CarefulReader { vocabulary, naming: Naming::of(vocabulary), local: None }
    }

    /// A reader who knows that building, with the names of its rooms and levels, and
    /// understands directions that are full of them.
    pub fn of_world(world: &'v World) -> CarefulReader<'v> {
        let local = Some(Names::of(world));
        CarefulReader { local, ..CarefulReader::new(world.vocabulary()) }
    }

    /// A reader who knows of that building only what these commands name.
    pub(crate) fn of_way<'c>(
        world: &'v World,
        commands: impl IntoIterator<Item = &'c Command>,
    ) -> CarefulReader<'v> {
        let local = Some(Names::of_way(world, commands));
        CarefulReader { local, ..CarefulReader::new(world.vocabulary()) }
    }

    /// A reader of texts that belong to no map: it knows the everyday words for
    /// things that stand about in buildings.
    pub fn everyday() -> &'static CarefulReader<'static> {
        static READER: LazyLock<CarefulReader<'static>> =
            LazyLock::new(|| CarefulReader::new(crate::words::everyday_vocabulary()));
        &READER
    }

    /// The kinds that the commands speak of.
    pub fn vocabulary(&self) -> &'v Vocabulary {
        self.vocabulary
    }

    /// What their words are.
    pub(super) fn naming(&self) -> &Naming {
        &self.naming
    }

    /// What a sentence says, if all of it is understood.
    pub fn read(&self, text: &str) -> Option<Understood> {
        let mut cursor = Cursor::new(text);
        let mut actions: Vec<Action> = Vec::new();
        let mut formulas: Vec<Formula> = Vec::new();
        self.opening(&mut cursor);
        while !cursor.is_at_end() {
            if !actions.is_empty() {
                let between = joint(&mut cursor)?;
                if cursor.is_at_end() {
                    break;
                }
                formulas.push(Formula { what: "joint", words: between });
            }
            let said = clause::clause(self, &mut cursor)?;
            actions.extend(said.actions);
            formulas.extend(said.formulas);
        }
        let commands: Option<Vec<Command>> =
            actions.into_iter().map(|action| Command::new(action).ok()).collect();
        let commands = commands.filter(|commands| !commands.is_empty())?;
        Some(Understood { commands, formulas })
    }

    /// Words before the first clause that say nothing.
    fn opening(&self, cursor: &mut Cursor) {
        loop {
            let said = [
                "first",
                "then",
                "next",
                "and",
                "now",
                "so",
                "okay",
                "ok",
                "from here",
                "after that",
                "from there",
                "once through",
                "on the other side",
            ]
            .iter()
            .any(|word| cursor.take(word));
            if !said && !cursor.take(",") {
                return;
            }
        }
    }
}

/// Words that stand between clauses and say nothing of either.
const JOINTS: [&str; 16] = [
    ",",
    ".",
    ";",
    "!",
    "&",
    "and",
    "then",
    "after that",
    "from there",
    "next",
    "finally",
    "now",
    "once through",
    "on the other side",
    "take a step or two towards it",
    "take a step or two towards them",
];

/// What stands between two clauses: commas, 'and', 'then', the end of a
/// sentence.
fn joint(cursor: &mut Cursor) -> Option<String> {
    let mut said: Vec<&str> = Vec::new();
    loop {
        let word = JOINTS.into_iter().find(|word| cursor.take(word));
        match word {
            Some(word) => said.push(word),
            None => break,
        }
    }
    (!said.is_empty()).then(|| said.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let reader = CarefulReader::everyday();
        let Some(understood) = reader.read(text) else { return "-".into() };
        let said = understood.commands.iter();
        let said: Vec<String> =
            said.map(|command| command.display(reader.vocabulary()).to_string()).collect();
        said.join(" ")
    }

    #[test]
    fn what_people_say_becomes_commands() {
        for (text, commands) in [
            ("Turn left.", "Turn(direction=Left)"),
            ("take a right", "Turn(direction=Right)"),
            ("Veer to the left.", "Turn(direction=Left, Bend=Slight)"),
            (
                "Turn slightly right at the sofa",
                "Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(type=TypeObj, \
                 value=Sofa, side=At)])), Bend=Slight)",
            ),
            (
                "Turn so that the sofa is behind you, then walk straight",
                "Face(faced=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=Back)])) Travel()",
            ),
            ("Turn around and go straight", "Turn(direction=Back) Travel()"),
            (
                "Walk through the doorway on your left.",
                "Travel(through=Verify(desc=[Thing(value=Opening, side=Left)]))",
            ),
            (
                "turn right at the vending machine",
                "Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(type=TypeObj, \
                 value=VendingMachine, side=At)])))",
            ),
            (
                "Go up the stairs, then enter the second door on the left.",
                "Ride(by=Verify(desc=[Thing(value=Stairs)]), rise=Up) \
                 Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=2)]))",
            ),
            (
                "take the elevator to the third floor",
                "Ride(by=Verify(desc=[Thing(value=Lift)]), level=\"third floor\")",
            ),
            (
                "It is the second door on the left.",
                "Verify(goal=DeclareGoal(place=Verify(desc=[Thing(value=Door, side=Left, \
                 Order_adj=2)])))",
            ),
            (
                "Walk down the hallway past the kitchen",
                "Travel(past=Verify(desc=[Thing(value=Room, Name=kitchen)]), \
                 follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
            ),
            (
                "exit the bedroom and turn left into the hallway",
                "Travel(out=Verify(desc=[Thing(value=Room, Name=bedroom)])) \
                 Turn(direction=Left, into=Verify(desc=[Thing(value=Corridor)]))",
            ),
            (
                "You will see two chairs on your right.",
                "Verify(desc=[Thing(type=TypeObj, value=Chair, side=Right, Count=2)])",
            ),
            ("Go straight for 12 metres", "Travel(distance=Distance(metres=12))"),
            (
                "Go up to level 2, then walk about 8 metres, passing the sofa on the left, and \
                 go through the door ahead into the lobby.",
                "Ride(rise=Up, level=\"level 2\") Travel(distance=Distance(metres=8), \
                 past=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=Left)])) \
                 Travel(through=Verify(desc=[Thing(value=Door, side=Front)]), \
                 into=Verify(desc=[Thing(value=Room, Name=lobby)]))",
            ),
            (
                "Turn right to the stairs and take them down to level 1.",
                "Turn(direction=Right, into=Verify(desc=[Thing(value=Stairs)])) \
                 Ride(rise=Down, level=\"level 1\")",
            ),
            (
                "Take the second door on the right, about 9 metres along.",
                "Travel(distance=Distance(metres=9), through=Verify(desc=[Thing(value=Door, \
                 side=Right, Order_adj=2)]))",
            ),
            (
                "Pass the sofa and the desk on your left",
                "Travel(past=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=Left), \
                 Thing(type=TypeObj, value=Desk, side=Left)]))",
            ),
            (
                "turn around to face the desk",
                "Turn(face=Face(faced=Verify(desc=[Thing(type=TypeObj, value=Desk, \
                 side=Front)])), direction=Back)",
            ),
            (
                "Walk to the end of the hallway",
                "Travel(until=Verify(desc=[Thing(value=End, side=At, Part=[Thing(value=Corridor)])]))",
            ),
        ] {
            assert_eq!(read(text), commands, "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_left() {
        for text in [
            "",
            "go past the tall green thing",
            "turn left or right",
            "do not turn left",
            "turn right ten degrees",
            "is there a doorway to your left",
            "walk to the table by the window",
            "pick up the apple",
            "make a second left",
            "walk to the desk behind you",
            "Turn left and",
            "go",
        ] {
            let commands = read(text);
            assert!(commands == "-" || text == "Turn left and", "{text}: {commands}");
        }
    }

    #[test]
    fn the_words_of_a_command_are_its_formulas() {
        let understood =
            CarefulReader::everyday().read("Make a left and then head through the door").unwrap();
        let formulas: Vec<(&str, &str)> =
            understood.formulas.iter().map(|one| (one.what, &*one.words)).collect();
        assert_eq!(
            formulas,
            [("turn", "make a <side>"), ("joint", "and then"), ("through", "head through")]
        );
    }
}
