//! Words: what every stage that speaks or listens knows about English.
//!
//! - [`tokenize`]: a text as words; [`sentence`]: words as a text.
//! - [`Family`] and [`Meaning`]: what a leaf of a command means, and which
//!   leaves the same words say.
//! - Forms of phrases, in the singular and the plural, and where a text has
//!   them.
//! - Agreement: articles, plurals, numbers that stand alone.
//!
//! Nothing here is learnt, and nothing but the world's vocabulary and the
//! language of commands is used: the corpus is read with these words, and not
//! the other way round.

pub(crate) mod agreement;
pub(crate) mod forms;
mod meaning;
mod sentence;
mod tokenize;

pub use meaning::{Family, Meaning};
pub use sentence::sentence;
pub use tokenize::tokenize;
