//! Reading CAS text: `Head(attribute=value, attribute=[a, b])`.

use super::tree::{Node, Word};
use crate::world::Vocabulary;
use crate::{Error, Result};

/// Trees in the data are at most eight nodes deep; the limit keeps hostile
/// text from exhausting the stack.
const MAX_DEPTH: usize = 64;

/// A cursor over CAS text. Blanks between signs are passed over.
pub(crate) struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    vocabulary: &'t Vocabulary,
}

impl<'t> Parser<'t> {
    /// Reads all of `text` as one node.
    pub(super) fn whole<N: Node>(text: &'t str, vocabulary: &'t Vocabulary) -> Result<N> {
        let mut parser = Parser { text, at: 0, depth: 0, vocabulary };
        let node = parser.node()?;
        parser.blanks();
        if parser.at < text.len() {
            return Err(parser.wrong("the end of the command"));
        }
        Ok(node)
    }

    /// One node with its attributes, in any order.
    pub(super) fn node<N: Node>(&mut self) -> Result<N> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(format!("nested deeper than {MAX_DEPTH} heads")));
        }
        let heads = || N::HEADS.join(", ");
        self.blanks();
        let start = self.at;
        let head = self.word().ok_or_else(|| self.wrong(&format!("one of {}", heads())))?;
        let mut node = N::with_head(head).ok_or_else(|| {
            self.at = start;
            self.fault(format!("'{head}' cannot stand here; expected one of {}", heads()))
        })?;
        self.sign('(')?;
        let mut seen: Vec<&str> = Vec::new();
        while !self.accept(')') {
            if !seen.is_empty() {
                self.sign(',')?;
            }
            self.blanks();
            let start = self.at;
            let name = self.word().ok_or_else(|| self.wrong("an attribute"))?;
            let mut attributes = node.attributes_mut();
            let Some(at) = attributes.iter().position(|(known, _)| *known == name) else {
                let known: Vec<&str> = attributes.iter().map(|(name, _)| *name).collect();
                self.at = start;
                return Err(self.fault(format!(
                    "{head} has no attribute '{name}'; it has {}",
                    known.join(", ")
                )));
            };
            if seen.contains(&name) {
                self.at = start;
                return Err(self.fault(format!("the attribute '{name}' stands twice in {head}")));
            }
            seen.push(name);
            self.sign('=')?;
            attributes[at].1.parse(self)?;
        }
        self.depth -= 1;
        Ok(node)
    }

    /// A list of at least one item.
    pub(super) fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.sign('[')?;
        let mut items = vec![item(self)?];
        while !self.accept(']') {
            self.sign(',')?;
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// One value that is written as a word.
    pub(super) fn word_value<W: Word>(&mut self) -> Result<W> {
        self.blanks();
        let start = self.at;
        let expected = || W::expected(self.vocabulary);
        let Some(word) = self.quoted().or_else(|| self.word()) else {
            let expected = expected();
            return Err(self.wrong(&expected));
        };
        W::from_name(word, self.vocabulary).ok_or_else(|| {
            let expected = W::expected(self.vocabulary);
            self.at = start;
            self.fault(format!("'{word}' cannot stand here; expected {expected}"))
        })
    }

    /// Passes over `None`, the open leaf of a structure.
    pub(super) fn none(&mut self) -> bool {
        self.blanks();
        let start = self.at;
        let is_none = self.word() == Some("None");
        if !is_none {
            self.at = start;
        }
        is_none
    }

    /// A name in quotation marks, with them.
    fn quoted(&mut self) -> Option<&'t str> {
        let rest = &self.text[self.at..];
        let end = rest.strip_prefix('"')?.find('"')? + 2;
        self.at += end;
        Some(&rest[..end])
    }

    fn word(&mut self) -> Option<&'t str> {
        self.blanks();
        let rest = &self.text[self.at..];
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    fn accept(&mut self, sign: char) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn sign(&mut self, sign: char) -> Result<()> {
        if self.accept(sign) { Ok(()) } else { Err(self.wrong(&format!("'{sign}'"))) }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// An error about what stands at the cursor.
    fn wrong(&self, expected: &str) -> Error {
        let found = match self.text[self.at..].chars().next() {
            Some(sign) => format!("'{sign}'"),
            None => "the end".to_owned(),
        };
        self.fault(format!("expected {expected}, found {found}"))
    }

    fn fault(&self, message: String) -> Error {
        Error::input(message).at(format!("CAS column {}", self.text[..self.at].chars().count() + 1))
    }
}
