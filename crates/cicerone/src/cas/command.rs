//! Commands and structures: trees known to be full of values, or empty of them.

use std::fmt;
use std::ops::Deref;

use super::Action;
use super::parse::Parser;
use super::tree;
use crate::world::Vocabulary;
use crate::{Error, Result};

/// A tree in which every attribute has its value: something one can say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Command(Action);

/// A tree in which every leaf is open: a class of commands.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Structure(Action);

impl Command {
    /// The tree as a command, if no leaf is open.
    pub fn new(action: Action) -> Result<Command> {
        match tree::leaves(&action).open {
            0 => Ok(Command(action)),
            open => Err(Error::input(format!(
                "{open} attribute(s) are None; a command has a value for each"
            ))),
        }
    }

    /// Reads a command such as `Turn(direction=Left)`.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Command> {
        Command::new(Parser::whole(text, vocabulary)?)
    }

    /// The structure it is an instance of.
    pub fn structure(&self) -> Structure {
        let mut action = self.0.clone();
        tree::open(&mut action);
        Structure(action)
    }

    /// The tokens the encoder reads: the head, then in pre-order for every
    /// leaf `attribute.Value` and for every nested tree `attribute.Head`.
    pub fn tokens(&self, vocabulary: &Vocabulary) -> Vec<String> {
        tokens(&self.0, vocabulary)
    }

    /// The command as text.
    pub fn display<'c>(&'c self, vocabulary: &'c Vocabulary) -> impl fmt::Display + 'c {
        Display { action: &self.0, vocabulary }
    }

    /// The command with other values: `change` is asked for every leaf, by its
    /// attribute and value as they are written, and tells the value to put
    /// there instead, if any. Lists of values stay in alphabetical order.
    pub fn with_values(
        &self,
        vocabulary: &Vocabulary,
        mut change: impl FnMut(&str, &str) -> Option<String>,
    ) -> Result<Command> {
        let mut action = self.0.clone();
        tree::change(&mut action, &mut change, vocabulary)?;
        Ok(Command(action))
    }

    /// The attribute and the value of every leaf, in pre-order.
    pub fn values(&self, vocabulary: &Vocabulary) -> Vec<(String, String)> {
        let mut values = Vec::new();
        // Nothing is changed, so nothing can be refused.
        let _ = self.with_values(vocabulary, |attribute, value| {
            values.push((attribute.to_owned(), value.to_owned()));
            None
        });
        values
    }

    /// The tree, to be changed.
    pub fn into_action(self) -> Action {
        self.0
    }
}

impl Structure {
    /// The tree as a structure, if no leaf has a value.
    pub fn new(action: Action) -> Result<Structure> {
        match tree::leaves(&action).set {
            0 => Ok(Structure(action)),
            set => Err(Error::input(format!(
                "{set} attribute(s) have a value; in a structure each is None"
            ))),
        }
    }

    /// Reads a structure such as `Turn(direction=None)`.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Structure> {
        Structure::new(Parser::whole(text, vocabulary)?)
    }

    /// The structure as tokens, `Turn direction.None`.
    pub fn tokens(&self, vocabulary: &Vocabulary) -> Vec<String> {
        tokens(&self.0, vocabulary)
    }

    /// The structure as text.
    pub fn display<'c>(&'c self, vocabulary: &'c Vocabulary) -> impl fmt::Display + 'c {
        Display { action: &self.0, vocabulary }
    }

    /// How many attributes wait for a value.
    pub(crate) fn open_leaves(&self) -> usize {
        tree::leaves(&self.0).open
    }

    /// The tree, to be filled.
    pub fn into_action(self) -> Action {
        self.0
    }
}

impl Action {
    /// Its head: `Travel`.
    pub fn head(&self) -> &'static str {
        tree::Node::head(self)
    }

    /// How many heads the longest way down the tree passes.
    pub fn depth(&self) -> usize {
        tree::depth(self)
    }

    /// A tree of commands, structures, or anything between, from text.
    pub fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Action> {
        Parser::whole(text, vocabulary)
    }

    /// The tree as text.
    pub fn display<'c>(&'c self, vocabulary: &'c Vocabulary) -> impl fmt::Display + 'c {
        Display { action: self, vocabulary }
    }
}

impl Deref for Command {
    type Target = Action;

    fn deref(&self) -> &Action {
        &self.0
    }
}

impl Deref for Structure {
    type Target = Action;

    fn deref(&self) -> &Action {
        &self.0
    }
}

fn tokens(action: &Action, vocabulary: &Vocabulary) -> Vec<String> {
    let mut out = vec![action.head().to_owned()];
    tree::tokens(action, &mut out, vocabulary);
    out
}

struct Display<'c> {
    action: &'c Action,
    vocabulary: &'c Vocabulary,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        tree::print_node(self.action, &mut text, self.vocabulary);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sail() -> &'static Vocabulary {
        Vocabulary::sail()
    }

    const UNTIL: &str = "Travel(until=Verify(desc=[Thing(type=TypeStruct, value=Intersection, \
                         dist=Immediate, side=At, Part=[Thing(type=TypePath, value=Path, \
                         Appear=[BlueTile, Flooring])])]), distance=Distance(count=2))";

    #[test]
    fn commands_print_as_they_were_read() {
        for text in [
            "Turn(direction=Left)",
            "Travel()",
            "Turn(face=Face(faced=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=Front)])), \
             direction=Right, view=True)",
            "Verify(goal=DeclareGoal(cond=Travel(distance=Distance(count=1)), goal=7))",
            "Turn(direction=Left, precond=Travel(distance=Distance(count=1)))",
            UNTIL,
        ] {
            let command = Command::parse(text, sail()).unwrap();
            assert_eq!(command.display(sail()).to_string(), text);
        }
    }

    #[test]
    fn a_structure_opens_every_leaf_and_reads_back() {
        let structure = Command::parse(UNTIL, sail()).unwrap().structure();
        let text = structure.display(sail()).to_string();
        assert_eq!(
            text,
            "Travel(until=Verify(desc=[Thing(type=None, value=None, dist=None, side=None, \
             Part=[Thing(type=None, value=None, Appear=None)])]), distance=Distance(count=None))"
        );
        assert_eq!(Structure::parse(&text, sail()).unwrap(), structure);
        assert_eq!((structure.open_leaves(), structure.depth()), (8, 4));
        assert!(Command::parse(&text, sail()).unwrap_err().to_string().contains("None"));
        assert!(Structure::parse(UNTIL, sail()).unwrap_err().to_string().contains("have a value"));
    }

    #[test]
    fn tokens_go_down_the_tree() {
        let tokens = |text| Command::parse(text, sail()).unwrap().tokens(sail()).join(" ");
        assert_eq!(tokens("Turn(direction=Right)"), "Turn direction.Right");
        assert_eq!(
            tokens(UNTIL),
            "Travel until.Verify desc.Thing type.TypeStruct value.Intersection dist.Immediate \
             side.At Part.Thing type.TypePath value.Path Appear.BlueTile Appear.Flooring \
             distance.Distance count.2"
        );
    }

    #[test]
    fn values_change_wherever_they_stand() {
        let command = Command::parse(UNTIL, sail()).unwrap();
        let values = command.values(sail());
        assert_eq!(values.len(), 9);
        assert_eq!(values[8], ("count".to_owned(), "2".to_owned()));
        let changed = command.with_values(sail(), |attribute, value| match (attribute, value) {
            ("Appear", "BlueTile") => Some("Wood".to_owned()),
            ("count", _) => Some("3".to_owned()),
            _ => None,
        });
        let text = UNTIL.replace("[BlueTile, Flooring]", "[Flooring, Wood]").replace("=2", "=3");
        assert_eq!(changed.unwrap().display(sail()).to_string(), text);
        let wrong = command.with_values(sail(), |_, value| (value == "2").then(|| "two".into()));
        assert!(wrong.unwrap_err().to_string().contains("'two' is no value of 'count'"));
    }

    #[test]
    fn attributes_may_come_in_any_order_and_with_blanks() {
        let command = Command::parse(" Turn ( direction = Left ,face=Face( ) ) ", sail()).unwrap();
        assert_eq!(command.display(sail()).to_string(), "Turn(face=Face(), direction=Left)");
    }

    #[test]
    fn broken_text_says_where_and_what_would_be_right() {
        let fault = |text: &str| Command::parse(text, sail()).unwrap_err().to_string();
        assert_eq!(
            fault("Turn(direction=Up)"),
            "CAS column 16: 'Up' cannot stand here; expected Left, Right, Front, Back"
        );
        assert_eq!(
            fault("Turn(speed=3)"),
            "CAS column 6: Turn has no attribute 'speed'; \
             it has face, direction, location, view, postcond, precond, into, Bend"
        );
        assert_eq!(fault("Turn(direction=Left"), "CAS column 20: expected ',', found the end");
        assert_eq!(
            fault("Jump()"),
            "CAS column 1: 'Jump' cannot stand here; \
             expected one of Turn, Travel, Face, Verify, Find, Ride"
        );
        assert!(fault("").contains("expected one of Turn"));
        assert!(fault("Turn() x").contains("expected the end of the command"));
        assert!(fault("Verify(desc=[])").contains("expected one of Thing"));
        assert!(fault("Turn(direction=Left, direction=Left)").contains("stands twice"));
        assert!(fault("Travel(distance=Distance(count=02))").contains("a whole number"));
        assert!(fault("Thing(type=TypeObj)").contains("'Thing' cannot stand here"));
        let deep = "Verify(desc=[".to_owned() + &"Thing(Part=[".repeat(100_000);
        assert!(fault(&deep).contains("nested deeper than 64"));
        assert!(fault("Turn(directión=Left)").starts_with("CAS column 6"));
    }
}
