//! The Compound Action Specification language: what is said, before words.
//!
//! A *command* is a tree: a head with named attributes, written
//! `Turn(direction=Left)`. A *structure* is the same tree with every leaf
//! value replaced by `None`, `Turn(direction=None)`: a class of commands that
//! say the same sort of thing. The language is MacMahon's (2006) in the
//! revision that the paper's release of the SAIL corpus uses, with what
//! buildings need beside it: doors, rooms, changes of level, metres, names.
//!
//! - [`language`](Action): the ten heads and their attributes, as types.
//! - [`Slot`]: a leaf that is unset, open (`None`) or set to a value, so that
//!   one tree type serves structures, commands and what a planner has
//!   half-filled in between.
//! - [`Command`] and [`Structure`]: trees known to be full or empty of values;
//!   both parse ([`Command::parse`]), print ([`Command::display`]) and turn
//!   into tokens for the encoder ([`Command::tokens`]).
//! - [`Visit`] and [`VisitMut`]: the one walk over a tree, for whoever looks for
//!   something in it.
//!
//! Kinds of floors, pictures and objects are references into a
//! [`Vocabulary`](crate::world::Vocabulary), so a building with a reception
//! desk can say so.

mod command;
mod language;
mod linear;
mod parse;
mod proposal;
mod tree;
mod values;
mod visit;

pub use command::{Command, Structure};
pub use language::{
    Action, DeclareGoal, Distance, Face, Find, Follow, Precondition, Ride, Thing, Travel, Turn,
    Verify,
};
pub use linear::{CLOSE, commands_of};
pub(crate) use linear::{Grammar, Progress};
pub use proposal::Proposal;
pub use tree::Slot;
pub(crate) use tree::Word;
pub use values::{
    Appearance, Bend, Direction, DoorLook, Label, Proximity, Rise, Shape, ThingSide, ThingType,
    Value, View,
};
pub use visit::{Visit, VisitMut, walk, walk_mut};
