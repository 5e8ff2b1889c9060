//! Words: what every stage that speaks or listens knows about English.
//!
//! - [`tokenize`]: a text as words; [`sentence`]: words as a text.
//! - [`Family`] and [`Meaning`]: what a leaf of a command means, and which
//!   leaves the same words say.
//! - [`Naming`]: what the words of a text name, for everybody who reads one.
//! - Slots: what networks know things by, those who speak and those who listen.
//! - Forms of phrases, in the singular and the plural, and where a text has
//!   them.
//! - [`doubts`]: words of a vocabulary that nobody can tell the sort of.
//! - Agreement: articles, plurals, numbers that stand alone.
//!
//! Nothing here is learnt, and nothing but the world's vocabulary and the
//! language of commands is used: the corpus is read with these words, and not
//! the other way round.

pub(crate) mod agreement;
mod doubts;
pub(crate) mod forms;
mod meaning;
mod naming;
mod nouns;
mod sentence;
pub(crate) mod slots;
mod tokenize;

pub use doubts::doubts;
pub use meaning::{Family, Meaning};
pub use naming::{Mention, Named, Naming};
#[cfg(feature = "training")]
pub(crate) use naming::{NAME, retold};
pub(crate) use naming::{agree, class_tokens, is_slot, lacks_noun};
pub use nouns::everyday_vocabulary;
pub(crate) use nouns::{ROOM_NOUNS, is_room};
pub use sentence::sentence;
pub use tokenize::tokenize;
