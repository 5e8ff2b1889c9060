//! The structures of one sentence: the action of the decision.

use std::fmt;

use crate::cas::{Command, Structure};
use crate::world::Vocabulary;
use crate::{Error, Result};

/// The structures of a sentence's commands, in order, at least one.
///
/// The paper's action is 'a CAS structure'. People put up to four commands
/// into the sentence for one segment ('turn left and go to the chair'), and
/// what they choose is the whole sentence, so the action is the sequence. The
/// few sentences that carry no command say nothing about the way; they are
/// neither learnt from nor predicted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Structures(Box<[Structure]>);

impl Structures {
    /// The structures of these commands; `None` if there is no command.
    pub fn of(commands: &[Command]) -> Option<Structures> {
        let parts: Box<[Structure]> = commands.iter().map(Command::structure).collect();
        (!parts.is_empty()).then_some(Structures(parts))
    }

    /// Reads the structures as files hold them, one text each.
    pub fn parse<S: AsRef<str>>(texts: &[S], vocabulary: &Vocabulary) -> Result<Structures> {
        if texts.is_empty() {
            return Err(Error::input("no structure; a sentence has at least one"));
        }
        let parts = texts.iter().map(|text| Structure::parse(text.as_ref(), vocabulary));
        Ok(Structures(parts.collect::<Result<_>>()?))
    }

    /// One structure per command, in order.
    pub fn parts(&self) -> &[Structure] {
        &self.0
    }

    /// The structures as files hold them, one text each.
    pub fn texts(&self, vocabulary: &Vocabulary) -> Vec<String> {
        self.0.iter().map(|part| part.display(vocabulary).to_string()).collect()
    }

    /// The tokens of all parts, in order.
    pub fn tokens(&self, vocabulary: &Vocabulary) -> Vec<String> {
        self.0.iter().flat_map(|part| part.tokens(vocabulary)).collect()
    }

    /// The structures as one line, `; ` between them.
    pub fn display<'s>(&'s self, vocabulary: &'s Vocabulary) -> impl fmt::Display + 's {
        self.texts(vocabulary).join("; ")
    }
}
