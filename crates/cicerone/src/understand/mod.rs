//! English back to commands: what the guide's own stages do, run the other way.
//!
//! - [`Parser`]: reads a sentence and says which commands it means, as the
//!   encoder-aligner-decoder reads words and writes the tokens of trees. The
//!   grammar of the language allows nothing else than commands.
//! - [`CarefulReader`]: reads by a grammar what it is sure of, about any
//!   building, and leaves the rest.
//! - [`ReadBack`]: whether a text about a building says what its commands say.
//! - [`Sentences`]: what a parser learns from, people's sentences and those
//!   that swapping values makes of them.
//! - [`annotate`]: commands for a corpus that has none: of the readings the
//!   parser thinks likely, the one that is true on the path that was walked.

mod agreed;
mod annotate;
mod careful;
mod parser;
mod read_back;
#[cfg(feature = "training")]
mod sentences;

pub use annotate::{Annotation, Record, annotate};
pub use careful::{CarefulReader, Formula, Understood, phrases_of_directions, phrases_of_stories};
pub use parser::{Parser, Reading};
pub use read_back::{Heard, ReadBack};
#[cfg(feature = "training")]
pub use sentences::{Directions, ParserConfig, Sentences, lexicons, share_exact, train_parser};
