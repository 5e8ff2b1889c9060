//! What all CAS trees have in common.
//!
//! A [`Node`] has a head and [`Field`]s; a field is a leaf ([`Slot`]), a nested
//! node or a list of nodes. Parsing, printing, tokens and structures are
//! written once over these three, and the heads in `language` only declare
//! their attributes.

use std::borrow::Cow;
use std::fmt::Debug;

use super::linear::linear;
use super::parse::Parser;
use crate::world::Vocabulary;
use crate::{Error, Result};

/// A leaf of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Slot<T> {
    /// The attribute is not there.
    #[default]
    Unset,
    /// The attribute is there and its value is not yet chosen: `None`.
    Open,
    /// The attribute has this value.
    Set(T),
}

impl<T> Slot<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Slot::Set(value) => Some(value),
            _ => None,
        }
    }

    /// True if the attribute is there, with or without a value.
    pub fn is_present(&self) -> bool {
        !matches!(self, Slot::Unset)
    }
}

/// A value that is written as one word.
pub(crate) trait Word: Clone + Debug + Sized {
    /// How it is written.
    fn name<'v>(&'v self, vocabulary: &'v Vocabulary) -> Cow<'v, str>;

    /// The value written like that.
    fn from_name(text: &str, vocabulary: &Vocabulary) -> Option<Self>;

    /// What could have been written, for an error message.
    fn expected(vocabulary: &Vocabulary) -> String;
}

/// From an attribute and a word of its leaf to the word to put there instead,
/// if any.
pub(crate) type Change<'c> = dyn FnMut(&str, &str) -> Option<String> + 'c;

/// A value that a leaf can have: a word or a list of words.
pub(crate) trait Leaf: Sized {
    const SHAPE: FieldShape;
    fn accepts(word: &str, vocabulary: &Vocabulary) -> bool;
    fn print(&self, out: &mut String, vocabulary: &Vocabulary);
    fn parse(parser: &mut Parser<'_>) -> Result<Self>;
    fn change(
        &mut self,
        name: &str,
        change: &mut Change<'_>,
        vocabulary: &Vocabulary,
    ) -> Result<()>;
    fn words<'v>(&'v self, vocabulary: &'v Vocabulary) -> Vec<Cow<'v, str>>;
}

impl<W: Word> Leaf for W {
    const SHAPE: FieldShape = FieldShape::Word;

    fn accepts(word: &str, vocabulary: &Vocabulary) -> bool {
        W::from_name(word, vocabulary).is_some()
    }

    fn print(&self, out: &mut String, vocabulary: &Vocabulary) {
        out.push_str(&self.name(vocabulary));
    }

    fn parse(parser: &mut Parser<'_>) -> Result<W> {
        parser.word_value()
    }

    fn change(
        &mut self,
        name: &str,
        change: &mut Change<'_>,
        vocabulary: &Vocabulary,
    ) -> Result<()> {
        let Some(word) = change(name, &self.name(vocabulary)) else { return Ok(()) };
        *self = W::from_name(&word, vocabulary).ok_or_else(|| {
            let expected = W::expected(vocabulary);
            Error::input(format!("'{word}' is no value of '{name}'; expected {expected}"))
        })?;
        Ok(())
    }

    fn words<'v>(&'v self, vocabulary: &'v Vocabulary) -> Vec<Cow<'v, str>> {
        vec![self.name(vocabulary)]
    }
}

impl<W: Word> Leaf for Vec<W> {
    const SHAPE: FieldShape = FieldShape::Words;

    fn accepts(word: &str, vocabulary: &Vocabulary) -> bool {
        W::accepts(word, vocabulary)
    }

    fn print(&self, out: &mut String, vocabulary: &Vocabulary) {
        out.push('[');
        out.push_str(&self.words(vocabulary).join(", "));
        out.push(']');
    }

    fn parse(parser: &mut Parser<'_>) -> Result<Vec<W>> {
        parser.list(Parser::word_value)
    }

    fn change(
        &mut self,
        name: &str,
        change: &mut Change<'_>,
        vocabulary: &Vocabulary,
    ) -> Result<()> {
        for word in self.iter_mut() {
            word.change(name, change, vocabulary)?;
        }
        // The corpus writes the words of a list in alphabetical order.
        self.sort_by(|a, b| a.name(vocabulary).cmp(&b.name(vocabulary)));
        Ok(())
    }

    fn words<'v>(&'v self, vocabulary: &'v Vocabulary) -> Vec<Cow<'v, str>> {
        self.iter().map(|word| word.name(vocabulary)).collect()
    }
}

/// A tree or subtree: a head with attributes.
pub(crate) trait Node: Clone + Debug + Sized + 'static {
    /// The heads it can have: one, or several where there is a choice.
    const HEADS: &[&str];

    /// Its head.
    fn head(&self) -> &'static str;

    /// A node of that head without attributes, if it can have that head.
    fn with_head(head: &str) -> Option<Self>;

    /// Its attributes with their names, in print order.
    fn attributes(&self) -> Vec<(&'static str, &dyn Field)>;

    /// The same, to be changed.
    fn attributes_mut(&mut self) -> Vec<(&'static str, &mut dyn Field)>;
}

/// One attribute of a node: a leaf, a nested node or a list of nodes.
pub(crate) trait Field {
    /// True if the attribute is there.
    fn is_present(&self) -> bool;

    /// Writes the value.
    fn print(&self, out: &mut String, vocabulary: &Vocabulary);

    /// Reads the value.
    fn parse(&mut self, parser: &mut Parser<'_>) -> Result<()>;

    /// Adds the encoder's tokens for the attribute called `name`.
    fn tokens(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary);

    /// Adds the tokens that can be read back (see `linear`).
    fn linear(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        self.tokens(name, out, vocabulary);
    }

    /// Opens every leaf below that has a value.
    fn open(&mut self);

    /// Gives every leaf below, of this attribute called `name` or deeper, the
    /// value that `change` has for it.
    fn change(
        &mut self,
        name: &str,
        change: &mut Change<'_>,
        vocabulary: &Vocabulary,
    ) -> Result<()>;

    /// Counts the leaves below.
    fn leaves(&self) -> Leaves;

    /// How many nodes the longest way down passes.
    fn depth(&self) -> usize;

    /// What can stand there.
    fn shape(&self) -> FieldShape;

    /// True if that word can stand there, for a leaf.
    fn accepts(&self, word: &str, vocabulary: &Vocabulary) -> bool;
}

/// What can stand at an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldShape {
    /// A word.
    Word,
    /// A list of words.
    Words,
    /// A node with one of these heads.
    Node(&'static [&'static str]),
    /// A list of such nodes.
    Nodes(&'static [&'static str]),
}

/// How many leaves of a tree have a value and how many are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Leaves {
    pub(crate) set: usize,
    pub(crate) open: usize,
}

impl std::iter::Sum for Leaves {
    fn sum<I: Iterator<Item = Leaves>>(all: I) -> Leaves {
        all.fold(Leaves::default(), |a, b| Leaves { set: a.set + b.set, open: a.open + b.open })
    }
}

/// Opens every leaf of a node that has a value.
pub(super) fn open<N: Node>(node: &mut N) {
    node.attributes_mut().into_iter().for_each(|(_, field)| field.open());
}

/// Gives every leaf of a node the value that `change` has for it.
pub(super) fn change<N: Node>(
    node: &mut N,
    change: &mut Change<'_>,
    vocabulary: &Vocabulary,
) -> Result<()> {
    let mut attributes = node.attributes_mut().into_iter();
    attributes.try_for_each(|(name, field)| field.change(name, change, vocabulary))
}

/// Counts the leaves of a node.
pub(super) fn leaves<N: Node>(node: &N) -> Leaves {
    node.attributes().into_iter().map(|(_, field)| field.leaves()).sum()
}

/// How many nodes the longest way down passes, the node itself included.
pub(super) fn depth<N: Node>(node: &N) -> usize {
    1 + node.attributes().into_iter().map(|(_, field)| field.depth()).max().unwrap_or(0)
}

/// The tokens of a node's attributes, after its head: for every leaf
/// `attribute.Value`, for every nested node `attribute.Head` and its own.
pub(super) fn tokens<N: Node>(node: &N, out: &mut Vec<String>, vocabulary: &Vocabulary) {
    for (name, field) in node.attributes() {
        field.tokens(name, out, vocabulary);
    }
}

impl<T: Leaf> Field for Slot<T> {
    fn is_present(&self) -> bool {
        Slot::is_present(self)
    }

    fn print(&self, out: &mut String, vocabulary: &Vocabulary) {
        match self {
            Slot::Unset | Slot::Open => out.push_str("None"),
            Slot::Set(value) => value.print(out, vocabulary),
        }
    }

    fn parse(&mut self, parser: &mut Parser<'_>) -> Result<()> {
        *self = if parser.none() { Slot::Open } else { Slot::Set(T::parse(parser)?) };
        Ok(())
    }

    fn tokens(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        match self {
            Slot::Unset => {}
            Slot::Open => out.push(format!("{name}.None")),
            Slot::Set(value) => {
                out.extend(value.words(vocabulary).iter().map(|word| format!("{name}.{word}")));
            }
        }
    }

    fn open(&mut self) {
        if Slot::is_present(self) {
            *self = Slot::Open;
        }
    }

    fn change(
        &mut self,
        name: &str,
        words: &mut Change<'_>,
        vocabulary: &Vocabulary,
    ) -> Result<()> {
        match self {
            Slot::Unset | Slot::Open => Ok(()),
            Slot::Set(value) => value.change(name, words, vocabulary),
        }
    }

    fn leaves(&self) -> Leaves {
        match self {
            Slot::Unset => Leaves::default(),
            Slot::Open => Leaves { set: 0, open: 1 },
            Slot::Set(_) => Leaves { set: 1, open: 0 },
        }
    }

    fn depth(&self) -> usize {
        0
    }

    fn shape(&self) -> FieldShape {
        T::SHAPE
    }

    fn accepts(&self, word: &str, vocabulary: &Vocabulary) -> bool {
        T::accepts(word, vocabulary)
    }
}

impl<N: Node> Field for Option<Box<N>> {
    fn is_present(&self) -> bool {
        self.is_some()
    }

    fn print(&self, out: &mut String, vocabulary: &Vocabulary) {
        if let Some(node) = self {
            print_node(&**node, out, vocabulary);
        }
    }

    fn parse(&mut self, parser: &mut Parser<'_>) -> Result<()> {
        *self = Some(Box::new(parser.node()?));
        Ok(())
    }

    fn tokens(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        if let Some(node) = self {
            out.push(format!("{name}.{}", node.head()));
            tokens(&**node, out, vocabulary);
        }
    }

    fn linear(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        if let Some(node) = self {
            out.push(format!("{name}.{}", node.head()));
            linear(&**node, out, vocabulary);
        }
    }

    fn open(&mut self) {
        self.iter_mut().for_each(|node| open(&mut **node));
    }

    fn change(&mut self, _: &str, words: &mut Change<'_>, vocabulary: &Vocabulary) -> Result<()> {
        self.iter_mut().try_for_each(|node| change(&mut **node, words, vocabulary))
    }

    fn leaves(&self) -> Leaves {
        self.iter().map(|node| leaves(&**node)).sum()
    }

    fn depth(&self) -> usize {
        self.as_ref().map_or(0, |node| depth(&**node))
    }

    fn shape(&self) -> FieldShape {
        FieldShape::Node(N::HEADS)
    }

    fn accepts(&self, _: &str, _: &Vocabulary) -> bool {
        false
    }
}

impl<N: Node> Field for Vec<N> {
    fn is_present(&self) -> bool {
        !self.is_empty()
    }

    fn print(&self, out: &mut String, vocabulary: &Vocabulary) {
        out.push('[');
        for (number, node) in self.iter().enumerate() {
            if number > 0 {
                out.push_str(", ");
            }
            print_node(node, out, vocabulary);
        }
        out.push(']');
    }

    fn parse(&mut self, parser: &mut Parser<'_>) -> Result<()> {
        *self = parser.list(Parser::node)?;
        Ok(())
    }

    fn tokens(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        for node in self {
            out.push(format!("{name}.{}", node.head()));
            tokens(node, out, vocabulary);
        }
    }

    fn linear(&self, name: &str, out: &mut Vec<String>, vocabulary: &Vocabulary) {
        for node in self {
            out.push(format!("{name}.{}", node.head()));
            linear(node, out, vocabulary);
        }
    }

    fn open(&mut self) {
        self.iter_mut().for_each(open);
    }

    fn change(&mut self, _: &str, words: &mut Change<'_>, vocabulary: &Vocabulary) -> Result<()> {
        self.iter_mut().try_for_each(|node| change(node, words, vocabulary))
    }

    fn leaves(&self) -> Leaves {
        self.iter().map(leaves).sum()
    }

    fn depth(&self) -> usize {
        self.iter().map(depth).max().unwrap_or(0)
    }

    fn shape(&self) -> FieldShape {
        FieldShape::Nodes(N::HEADS)
    }

    fn accepts(&self, _: &str, _: &Vocabulary) -> bool {
        false
    }
}

/// `Head(attribute=value, ...)`; an attribute that is not there is not printed.
pub(super) fn print_node<N: Node>(node: &N, out: &mut String, vocabulary: &Vocabulary) {
    out.push_str(node.head());
    out.push('(');
    let present = node.attributes().into_iter().filter(|(_, field)| field.is_present());
    for (number, (name, field)) in present.enumerate() {
        if number > 0 {
            out.push_str(", ");
        }
        out.push_str(name);
        out.push('=');
        field.print(out, vocabulary);
    }
    out.push(')');
}
