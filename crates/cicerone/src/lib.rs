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
//! [`guide`] puts the stages together, and lets one take them apart; what all
//! of them know about English is in [`words`], and under all that learns words
//! lies the recurrent engine, [`neural`].
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
//! The guide alone is what the library is without features; models then come
//! from a directory ([`guide::Bundle::load`]). With `embedded`, the default,
//! they are compiled in. With `training`, the corpus can be read and everything
//! that learns be taught; what that takes lies beside what it teaches.
//!
//! Files are read and written where a function is given their path, and
//! nowhere else; the environment is not looked at. What a user can hand in
//! wrong comes back as an [`Error`] that names the file, the place in it and
//! what would be right. What takes too long can be ended: a [`Budget`] says when.

// The documents speak of everything, also of what a smaller build leaves out.
#![cfg_attr(not(feature = "training"), allow(rustdoc::broken_intra_doc_links))]

pub mod budget;
pub mod cas;
#[cfg(feature = "training")]
pub mod corpus;
mod error;
mod files;
pub mod follow;
pub mod guide;
mod legible;
// Each part of the engine owns its way back, which only training goes.
#[cfg_attr(not(feature = "training"), allow(dead_code, unreachable_pub))]
pub mod neural;
pub mod plan;
pub mod rank;
pub mod read;
pub mod realize;
pub mod select;
mod settings;
pub mod understand;
pub mod words;
pub mod world;

pub use budget::Budget;
pub use error::{Error, Result};
pub use files::{move_whole, write_whole};
pub use legible::legible;
