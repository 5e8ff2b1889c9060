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
//! 3. [`Lessons`] mixes the texts, epoch by epoch, for a
//!    [`LanguageModel`](crate::neural::LanguageModel) to be trained on: first
//!    much English, at the end mostly the language of instructions.
//! 4. A [`Ranker`] scores candidates with the model, finds words that are none,
//!    and throws away what is above the paper's threshold L_t ([`spared`]).

mod appraisal;
mod dictionary;
mod english;
mod lessons;
mod ranker;

pub use appraisal::{Appraisal, spared};
pub use dictionary::{DictionaryConfig, dictionary};
pub use english::{English, Text, locate_english, sentences};
pub use lessons::{Lessons, Mix};
pub use ranker::{PERPLEXITY_LIMIT, Ranked, Ranker};
