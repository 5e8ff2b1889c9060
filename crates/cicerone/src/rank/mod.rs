//! Which of several ways to say a command is the best English.
//!
//! The paper's last step: a language model reads every candidate sentence, and
//! the least perplexing one is said.
//!
//! 1. [`English`] is text that has nothing to do with SAIL, navigation
//!    instructions and general English, beside which the sentences of SAIL
//!    ([`sentences`]) are few.
//! 2. The [`dictionary()`] decides which words there are. A word that only one
//!    corpus spells that way is none.
//! 3. [`ReadingLessons`] mixes the texts, epoch by epoch, for a
//!    [`LanguageModel`](crate::neural::LanguageModel) to be trained on: first
//!    much English, at the end mostly the language of instructions.
//! 4. A [`Ranker`] scores candidates with the model, finds words that are none,
//!    and throws away what is above the paper's threshold L_t ([`spared`]).

mod appraisal;
#[cfg(feature = "training")]
mod dictionary;
#[cfg(feature = "training")]
mod english;
#[cfg(feature = "training")]
mod lessons;
mod ranker;

pub use appraisal::{Appraisal, in_order, spared};
#[cfg(feature = "training")]
pub use dictionary::{DictionaryConfig, dictionary};
#[cfg(feature = "training")]
pub use english::{
    English, Line, TextSplit, directions_of_people, is_english, sentences, texts_of_people,
};
#[cfg(feature = "training")]
pub use lessons::{Mix, ReadingLessons};
pub use ranker::{Ranked, Ranker};
