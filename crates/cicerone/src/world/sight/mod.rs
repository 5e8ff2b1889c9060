//! Perception: the one way to look at a world.
//!
//! What there is to see is read here and nowhere else, whoever asks: contexts,
//! the meaning of commands, descriptions, followers, drawings, and
//! `cicerone view`. A class of thing that is taught here is seen by all of them.
//!
//! - `looks`: what a passage looks like and what is at a place, wherever one is;
//! - `corridor`: what one sees down the corridor ahead, place by place
//!   ([`Glimpse`], [`View`]);
//! - `around`: everything on the four lines of sight from a pose, each thing
//!   as a [`Seen`] with what it is, where, and how far ([`Sight`]);
//! - `outlook`: what one sees along a stretch of a building, in metres
//!   ([`Outlook`]);
//! - `record`: a view in the world's own names, as other programs read it.

mod around;
mod corridor;
mod looks;
mod outlook;
mod record;

pub(crate) use around::HORIZON;
pub use around::{Anchor, Seen, Sight, Surroundings, What};
pub use corridor::{Glimpse, View};
pub(crate) use outlook::{Around, Item, Outlook, Sighted, WIDE, is_corridor, is_hardly_a_corridor};
pub use record::ViewRecord;
