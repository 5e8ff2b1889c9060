//! More pairs from the same demonstrations (the paper's 'Data Augmentation').
//!
//! A pair such as `Turn(direction=Left)`, "turn left", becomes
//! `Turn(direction=Right)`, "turn right": a value and the words that say it
//! are swapped in step.
//!
//! 1. An [`Alignment`] finds which words of the training split come from which
//!    value.
//! 2. [`Phrases`] keeps the words and short phrases that say one [`Meaning`](crate::words::Meaning)
//!    and no other, with the company they keep: who says them, and which words
//!    stand before and after them.
//! 3. A pair becomes a frame: its text with places for the phrases, and
//!    for every value that can be swapped the values and phrases that fit
//!    there, with articles and plurals that agree. What cannot be changed
//!    safely stays as it is: no pair may say something its command does not.
//! 4. An [`Augmentation`] draws pairs from the frames, or goes through all of
//!    them, one at a time, so that no file of a million pairs is needed.
//!
//! ```
//! use cicerone::cas::Command;
//! use cicerone::corpus::augment::{Augmentation, Pair, PhraseConfig, Phrases};
//! use cicerone::world::Vocabulary;
//!
//! let sail = Vocabulary::sail();
//! let pair = |command: &str, text: &str| -> cicerone::Result<Pair> {
//!     Ok(Pair::new(vec![Command::parse(command, sail)?], text, Some("EDA")))
//! };
//! let mut pairs = Vec::new();
//! for _ in 0..5 {
//!     pairs.push(pair("Turn(direction=Left)", "turn left")?);
//!     pairs.push(pair("Turn(direction=Right)", "turn right")?);
//! }
//! let phrases = Phrases::learn(&pairs, sail, PhraseConfig::default());
//! let augmentation = Augmentation::new(&pairs[..1], &phrases);
//! let texts: Vec<String> = augmentation.pass(0).map(|pair| pair.tokens.join(" ")).collect();
//! assert_eq!(texts.len(), 2);
//! assert!(texts.contains(&"turn right".to_owned()));
//! # Ok::<(), cicerone::Error>(())
//! ```

mod alignment;
mod company;
mod frame;
mod phrases;
mod runs;
mod singular;
mod slots;
mod stream;

use std::sync::Arc;

pub use alignment::Alignment;
pub use phrases::{Phrase, PhraseConfig, Phrases};
pub use stream::{Augmentation, Count};

use super::{Corpus, Demonstration, Part};
use crate::cas::Command;
use crate::words::tokenize;

/// What is meant and the words that say it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The commands of one sentence, in order.
    pub commands: Vec<Command>,
    /// The words, as [`tokenize`] cuts them.
    pub tokens: Vec<String>,
    /// Who wrote it, if known.
    pub author: Option<Arc<str>>,
}

impl Pair {
    /// A pair from text as typed.
    pub fn new(commands: Vec<Command>, text: &str, author: Option<&str>) -> Pair {
        Pair { commands, tokens: tokenize(text), author: author.map(Arc::from) }
    }

    /// The pairs of one part of the corpus, without the few sentences that
    /// carry no command or no word.
    pub fn of_part(corpus: &Corpus, part: Part) -> Vec<Pair> {
        Pair::of_demonstrations(corpus.part(part))
    }

    /// The same of any demonstrations.
    pub fn of_demonstrations<'d>(
        demonstrations: impl IntoIterator<Item = &'d Demonstration>,
    ) -> Vec<Pair> {
        let sentences = demonstrations
            .into_iter()
            .flat_map(|one| one.sentences.iter().map(|sentence| (&*one.origin.author, sentence)));
        sentences
            .filter(|(_, sentence)| !sentence.commands.is_empty())
            .map(|(author, sentence)| {
                Pair::new(sentence.commands.clone(), &sentence.english, Some(author))
            })
            .filter(|pair| !pair.tokens.is_empty())
            .collect()
    }
}
