//! Commands as a line of tokens that can be read back, and what may follow
//! what in it.
//!
//! The encoder's tokens ([`Command::tokens`]) leave out where a subtree ends.
//! Whoever has to write commands token by token needs that: here every subtree
//! ends with a [`CLOSE`]:
//!
//! ```text
//! Travel until.Verify desc.Thing value.Chair side.At ) ) )
//! ```
//!
//! The [`Grammar`] of a list of tokens says after any beginning which of them
//! can come next, so that whatever is written is a command.

use std::collections::HashMap;

use super::tree::{Field, FieldShape, Node};
use super::{
    Action, Command, DeclareGoal, Distance, Face, Find, Follow, Ride, Thing, Travel, Turn, Verify,
};
use crate::world::Vocabulary;
use crate::{Error, Result};

/// Ends a subtree.
pub const CLOSE: &str = ")";

impl Command {
    /// The command as tokens that can be read back by [`commands_of`].
    pub fn linear(&self, vocabulary: &Vocabulary) -> Vec<String> {
        let mut out = vec![self.head().to_owned()];
        linear(&**self, &mut out, vocabulary);
        out
    }
}

/// The tokens of a node after its head.
pub(super) fn linear<N: Node>(node: &N, out: &mut Vec<String>, vocabulary: &Vocabulary) {
    for (name, field) in node.attributes() {
        field.linear(name, out, vocabulary);
    }
    out.push(CLOSE.to_owned());
}

/// Reads commands from their tokens, one after the other.
pub fn commands_of<T: AsRef<str>>(tokens: &[T], vocabulary: &Vocabulary) -> Result<Vec<Command>> {
    let mut rest = tokens.iter().map(T::as_ref);
    let mut commands = Vec::new();
    while let Some(head) = rest.next() {
        let mut text = String::new();
        write_node(head, &mut rest, 0, &mut text)?;
        commands.push(Command::parse(&text, vocabulary)?);
    }
    Ok(commands)
}

/// Writes a node as CAS text, up to the token that closes it.
fn write_node<'t>(
    head: &str,
    rest: &mut impl Iterator<Item = &'t str>,
    depth: usize,
    text: &mut String,
) -> Result<()> {
    if depth > 64 {
        return Err(Error::input("nested deeper than 64 heads"));
    }
    let shapes = attributes(head)
        .ok_or_else(|| Error::input(format!("'{head}' is no head of the language")))?;
    text.push_str(head);
    text.push('(');
    let mut open: Option<&str> = None;
    let mut is_list = false;
    loop {
        let token = rest.next().ok_or_else(|| Error::input("a subtree is not closed"))?;
        if token == CLOSE {
            break;
        }
        let (name, value) = token
            .split_once('.')
            .ok_or_else(|| Error::input(format!("'{token}' is not attribute.Value")))?;
        let shape = shapes.iter().find(|(known, _)| *known == name);
        let Some((_, shape)) = shape else {
            return Err(Error::input(format!("{head} has no attribute '{name}'")));
        };
        if open == Some(name) && is_list {
            text.push_str(", ");
        } else {
            if is_list {
                text.push(']');
            }
            if open.is_some() {
                text.push_str(", ");
            }
            text.push_str(name);
            text.push('=');
            is_list = matches!(shape, FieldShape::Words | FieldShape::Nodes(_));
            if is_list {
                text.push('[');
            }
            open = Some(name);
        }
        match shape {
            FieldShape::Word | FieldShape::Words => text.push_str(value),
            FieldShape::Node(_) | FieldShape::Nodes(_) => {
                write_node(value, rest, depth + 1, text)?;
            }
        }
    }
    if is_list {
        text.push(']');
    }
    text.push(')');
    Ok(())
}

/// The attributes of a head in print order.
fn attributes(head: &str) -> Option<Vec<(&'static str, FieldShape)>> {
    fields(head, |name, field| (name, field.shape()))
}

/// What `of` says of every attribute of a head, in print order.
fn fields<T>(head: &str, of: impl Fn(&'static str, &dyn Field) -> T) -> Option<Vec<T>> {
    fn each<N: Node + Default, T>(of: impl Fn(&'static str, &dyn Field) -> T) -> Vec<T> {
        N::default().attributes().into_iter().map(|(name, field)| of(name, field)).collect()
    }
    Some(match head {
        "Turn" => each::<Turn, T>(of),
        "Travel" => each::<Travel, T>(of),
        "Face" => each::<Face, T>(of),
        "Verify" => each::<Verify, T>(of),
        "Find" => each::<Find, T>(of),
        "Ride" => each::<Ride, T>(of),
        "Follow" => each::<Follow, T>(of),
        "DeclareGoal" => each::<DeclareGoal, T>(of),
        "Distance" => each::<Distance, T>(of),
        "Thing" => each::<Thing, T>(of),
        _ => return None,
    })
}

/// Which of a list of tokens may follow which beginning.
#[derive(Debug, Clone)]
pub(crate) struct Grammar {
    /// For each head and attribute of it, the tokens that can stand there.
    attributes: Vec<Vec<Attribute>>,
    /// For each token: the head of the subtree it opens, if it opens one.
    opens: Vec<Option<usize>>,
    /// For each token, its attribute's name.
    names: Vec<Option<String>>,
    /// The tokens a command begins with.
    first: Vec<usize>,
    close: usize,
}

#[derive(Debug, Clone)]
struct Attribute {
    name: &'static str,
    is_list: bool,
    tokens: Vec<usize>,
}

/// How far a beginning has come: the open subtrees, outermost first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    open: Vec<Open>,
    /// Commands that are whole.
    pub commands: usize,
}

/// A subtree whose attributes before `next` have been passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Open {
    head: usize,
    next: usize,
}

impl Grammar {
    /// The grammar over these tokens; those that are none of the language
    /// never follow anything.
    pub(crate) fn new(tokens: &[String], vocabulary: &Vocabulary) -> Result<Grammar> {
        const HEADS: [&str; 10] = [
            "Turn",
            "Travel",
            "Face",
            "Verify",
            "Find",
            "Ride",
            "Follow",
            "DeclareGoal",
            "Distance",
            "Thing",
        ];
        let heads: HashMap<&str, usize> =
            HEADS.iter().enumerate().map(|(number, head)| (*head, number)).collect();
        let place = |token: &str| tokens.iter().position(|one| one == token);
        let close = place(CLOSE).ok_or_else(|| Error::input("no token closes a subtree"))?;
        let parts =
            |token: &String| token.split_once('.').map(|(a, b)| (a.to_owned(), b.to_owned()));
        let split: Vec<Option<(String, String)>> = tokens.iter().map(parts).collect();
        let mut opens = vec![None; tokens.len()];
        let mut attributes = Vec::new();
        for head in HEADS {
            let of_head = fields(head, |name, field| {
                let fits = |value: &str| match field.shape() {
                    // A goal may be called anything, but not as a head is.
                    FieldShape::Word | FieldShape::Words => {
                        !heads.contains_key(value) && field.accepts(value, vocabulary)
                    }
                    FieldShape::Node(heads) | FieldShape::Nodes(heads) => heads.contains(&value),
                };
                let tokens = split.iter().enumerate().filter_map(|(number, parts)| {
                    let (attribute, value) = parts.as_ref()?;
                    (attribute == name && fits(value)).then_some(number)
                });
                let is_list = matches!(field.shape(), FieldShape::Words | FieldShape::Nodes(_));
                let is_node = matches!(field.shape(), FieldShape::Node(_) | FieldShape::Nodes(_));
                (Attribute { name, is_list, tokens: tokens.collect() }, is_node)
            });
            let of_head = of_head.unwrap_or_default();
            for token in of_head.iter().filter(|one| one.1).flat_map(|one| &one.0.tokens) {
                let head = split[*token].as_ref().and_then(|(_, value)| heads.get(&**value));
                opens[*token] = head.copied();
            }
            attributes.push(of_head.into_iter().map(|one| one.0).collect());
        }
        let mut first = Vec::new();
        for head in Action::HEADS {
            if let Some(token) = place(head) {
                first.push(token);
                opens[token] = heads.get(head).copied();
            }
        }
        let names = split.into_iter().map(|parts| parts.map(|(name, _)| name)).collect();
        Ok(Grammar { attributes, opens, names, first, close })
    }

    /// Goes on by a token; `None` if it cannot follow.
    pub(crate) fn advance(&self, progress: &mut Progress, token: usize) -> Option<()> {
        let mut may = false;
        self.following(progress, |next| may |= next == token);
        if !may {
            return None;
        }
        if token == self.close {
            progress.open.pop();
            progress.commands += usize::from(progress.open.is_empty());
            return Some(());
        }
        if let Some(open) = progress.open.last_mut() {
            let name = self.names[token].as_deref()?;
            let attributes = &self.attributes[open.head];
            let place = attributes.iter().position(|attribute| attribute.name == name)?;
            open.next = if attributes[place].is_list { place } else { place + 1 };
        }
        if let Some(head) = self.opens[token] {
            progress.open.push(Open { head, next: 0 });
        }
        Some(())
    }

    /// Tells every token that can come next. Nothing can come next, and
    /// nothing need, after a whole command, except the head of another.
    pub(crate) fn following(&self, progress: &Progress, mut tell: impl FnMut(usize)) {
        let Some(open) = progress.open.last() else {
            return self.first.iter().copied().for_each(tell);
        };
        tell(self.close);
        let attributes = &self.attributes[open.head][open.next..];
        attributes.iter().flat_map(|attribute| &attribute.tokens).copied().for_each(tell);
    }

    /// The token that closes a subtree.
    pub(crate) fn close(&self) -> usize {
        self.close
    }
}

impl Progress {
    /// How many subtrees are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 5] = [
        "Turn(direction=Left)",
        "Travel()",
        "Travel(until=Verify(desc=[Thing(type=TypeStruct, value=Intersection, side=At, \
         Part=[Thing(value=Path, Appear=[BlueTile, Flooring]), Thing(value=Path)]), \
         Thing(value=Easel)]), distance=Distance(count=2))",
        "Verify(goal=DeclareGoal(cond=Travel(distance=Distance(count=1)), goal=7))",
        "Turn(direction=Left, precond=Face(faced=Verify(desc=[Thing(value=Wall, side=Back)])))",
    ];

    fn commands() -> Vec<Command> {
        TEXTS.iter().map(|text| Command::parse(text, Vocabulary::sail()).unwrap()).collect()
    }

    /// All tokens of the texts, and the grammar over them.
    fn grammar() -> (Vec<String>, Grammar) {
        let mut tokens: Vec<String> =
            commands().iter().flat_map(|one| one.linear(Vocabulary::sail())).collect();
        tokens.sort();
        tokens.dedup();
        let grammar = Grammar::new(&tokens, Vocabulary::sail()).unwrap();
        (tokens, grammar)
    }

    #[test]
    fn commands_are_read_back_and_grammatical() {
        let sail = Vocabulary::sail();
        let line: Vec<String> = commands().iter().flat_map(|one| one.linear(sail)).collect();
        assert_eq!(line[..4], ["Turn", "direction.Left", ")", "Travel"]);
        assert_eq!(commands_of(&line, sail).unwrap(), commands());
        let (tokens, grammar) = grammar();
        let mut progress = Progress::default();
        for token in &line {
            let number = tokens.iter().position(|one| one == token).unwrap();
            assert!(grammar.advance(&mut progress, number).is_some(), "{token}");
        }
        assert_eq!((progress.commands, progress.depth()), (5, 0));
    }

    #[test]
    fn what_the_grammar_allows_is_a_command() {
        let (tokens, grammar) = grammar();
        let mut choice = 1_u64;
        for _ in 0..300 {
            let (mut line, mut progress) = (Vec::new(), Progress::default());
            while line.is_empty() || progress.depth() > 0 {
                let mut next = Vec::new();
                grammar.following(&progress, |token| next.push(token));
                choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                let deep = progress.depth() > 6 || line.len() > 60;
                let pick = if deep { 0 } else { (choice >> 33) as usize % next.len() };
                grammar.advance(&mut progress, next[pick]).unwrap();
                line.push(tokens[next[pick]].clone());
            }
            let read = commands_of(&line, Vocabulary::sail());
            assert!(read.is_ok(), "{line:?}: {}", read.unwrap_err());
        }
    }

    #[test]
    fn what_is_no_command_is_refused() {
        let read = |line: &str| {
            let tokens: Vec<&str> = line.split(' ').collect();
            commands_of(&tokens, Vocabulary::sail()).unwrap_err().to_string()
        };
        assert!(read("Turn direction.Left").contains("not closed"));
        assert!(read("Turn direction ) )").contains("not attribute.Value"));
        assert!(read("Jump )").contains("no head"));
        assert!(read("Turn count.3 )").contains("no attribute 'count'"));
        assert!(read("Turn direction.Up )").contains("'Up' cannot stand here"));
        let (tokens, grammar) = grammar();
        let number = |token: &str| tokens.iter().position(|one| one == token).unwrap();
        let mut progress = Progress::default();
        assert_eq!(grammar.advance(&mut progress, number(")")), None);
        grammar.advance(&mut progress, number("Turn")).unwrap();
        assert_eq!(grammar.advance(&mut progress, number("count.2")), None);
        grammar.advance(&mut progress, number("direction.Left")).unwrap();
        assert_eq!(grammar.advance(&mut progress, number("direction.Left")), None);
    }
}
