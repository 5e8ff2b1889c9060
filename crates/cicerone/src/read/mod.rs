//! A reader who errs: a person with commands in hand, on a world.
//!
//! Followers of sentences ([`follow`](crate::follow)) read words and know the
//! words of SAIL only. This reader goes by commands, so it serves any world and
//! any vocabulary, and it errs as people do.
//!
//! - On hearing a command a reader weighs every move it could make (`moves`:
//!   the planner's alternatives) by how badly it fits (`misfit`). Now and then
//!   the command itself is misread (`slips`): a count by one, left for right,
//!   something that is only pointed out for the goal.
//! - Where it may be is a belief. Whoever stands where the next words do
//!   not fit may notice and go back to where they do.
//! - How firmly people go by what, and how often they slip, are the
//!   [`Habits`]: eighteen numbers learnt from where people ended who walked
//!   SAIL's maps with a text in hand, and three that no walk teaches.
//! - A [`Text`] is a whole instruction on its world. Its portrait says in
//!   numbers what can be known of it before anybody walks, and a [`Critic`]
//!   what people will make of it: whether they arrive, and how they rate it.
//! - In a building one walks freely and is told of doors, metres and levels: a
//!   [`Visitor`] sends people through it one by one.

mod belief;
mod critic;
mod familiar;
mod habits;
#[cfg(feature = "training")]
mod learn;
mod misfit;
mod moves;
mod portrait;
mod reader;
mod regression;
mod slips;
mod text;
mod visitor;
#[cfg(feature = "training")]
mod walks;

pub use critic::{Critic, Estimate};
pub use habits::Habits;
#[cfg(feature = "training")]
pub use learn::Lesson;
pub(crate) use reader::Reader;
pub use text::{ReaderOutcome, Text, Told};
pub use visitor::{Heard, Visitor, VisitorHabits, Visits};
#[cfg(feature = "training")]
pub use walks::{Walk, read_walks};
