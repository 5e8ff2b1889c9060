//! Cicerone gives directions the way people do.
//!
//! Given a map of a building and a route, it writes an instruction that a
//! stranger can follow: *"turn to face the grass hallway. walk forward twice.
//! face the easel."* It is the system of Daniele, Bansal and Walter,
//! "Navigational Instruction Generation as Inverse Reinforcement Learning with
//! Neural Machine Translation" (HRI 2017).
//!
//! The library tells one story, and its modules are the chapters:
//!
//! 1. A guide reads a [`world`]: places, passages, floors, pictures, objects.
//!    It finds a [route](world::Route) and cuts it into
//!    [segments](world::Segment), one for each sentence.
//! 2. What can be said is a tree of the [`cas`] language, a formal language of
//!    navigation commands.
//! 3. What people do say is in the [`corpus`]: demonstrations with their words,
//!    their commands and their paths, to learn from.
//! 4. The guide [`select`]s what to say about a segment: the structures a
//!    person would use there.
//! 5. It [`plan`]s commands: structures with values that are true on the path,
//!    visible to the follower, and that single the path out.
//! 6. It [`realize`]s the commands: finds candidates for the words, each held
//!    against its command.
//! 7. It [`rank`]s the candidates: a language model knows good English.
//! 8. The way back: a parser [`understand`]s English as commands, and readers
//!    [`follow`] it through the world, so that one can tell whether an
//!    instruction brings anybody anywhere.
//!
//! [`guide`] puts the stages together, and lets one take them apart; under all that learns words lies the
//! recurrent engine, [`neural`].
//!
//! ```
//! use cicerone::guide::{Guide, GuideOptions};
//! use cicerone::world::{Journey, embedded};
//!
//! let office = embedded::world("office")?;
//! let route = Journey::between("0,0", "14,8").route(&office)?;
//! assert_eq!(route.length(), 22.0);
//! let instruction = Guide::embedded()?.instruct(&office, &route, &GuideOptions::default())?;
//! for step in &instruction.steps {
//!     println!("poses {} to {}: {}", step.segment.first, step.segment.last, step.text());
//! }
//! # Ok::<(), cicerone::Error>(())
//! ```
//!
//! Readers aside, nothing here does input or output; what a user can hand in
//! wrong comes back as an [`Error`] that names the file, the place in it and
//! what would be right.

pub mod cas;
pub mod corpus;
mod error;
mod files;
pub mod follow;
pub mod guide;
pub mod neural;
pub mod plan;
pub mod rank;
pub mod realize;
pub mod select;
mod settings;
pub mod understand;
pub mod world;

pub use error::{Error, Result};
pub use files::write_whole;
