//! Sentence planning: commands that are true, visible and unambiguous.
//!
//! Content selection hands over [`Proposal`](crate::cas::Proposal)s, structures of the sort of thing a
//! person would say here. Planning gives them values, so that every attribute holds on the
//! path and the command singles the path out (paper, section 'Sentence
//! Planning'):
//!
//! 1. [`meaning`] says what a command claims and whether a path bears it out:
//!    eta, phi and delta.
//! 2. [`alternatives`] lists every other move from the same pose, and
//!    [`MoveChoices`] divides: P(c | p, m) = delta(c | p, m) / sum of
//!    delta(c | move, m).
//! 3. [`Planner`] fills each candidate structure greedily with what the
//!    follower can see from where it is needed, and keeps the commands with
//!    P of at least 0.99. Where there is none it falls back on plain ones and
//!    says so: a guide never falls silent.

mod alternatives;
mod describe;
mod fill;
mod leg;
mod likelihood;
mod manners;
pub mod meaning;
mod plain;
mod planner;
mod ride;
mod sites;
mod stances;
mod visible;

pub use alternatives::alternatives;
pub use fill::Failure;
pub use leg::marks::Mark;
pub(crate) use leg::marks::{Marks, is_such, marks};
pub use likelihood::MoveChoices;
pub use planner::{Attempt, AttemptOutcome, Plan, Planned, Planner, PlannerConfig, Source};
pub use stances::stances;
