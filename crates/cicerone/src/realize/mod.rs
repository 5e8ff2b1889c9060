//! From commands to the words people use (the paper's 'Surface Realization').
//!
//! 1. The commands of a sentence become the tokens that the encoder reads,
//!    after a token for the style of an author, if one is asked for
//!    ([`Request`]).
//! 2. A [`Realizer`], one encoder-aligner-decoder or several together, says
//!    them: greedily, by beam and by samples of which the most agreed-on is
//!    found ([`CandidateConfig`]). Every [`Candidate`] keeps its probability and its
//!    alignment.
//! 3. Kinds that no demonstration has are said by networks that speak in slots;
//!    the vocabulary of the map knows what those are called.
//! 4. [`Wording`] knows which words say which value, and so whether a
//!    candidate says what its commands say.
//!
//! [`directions`] are the sentences for buildings; the [`Phrasebook`] has the ways in
//! which people put them.
//!
//! [`SpeakingLessons`] are what a realizer learns from: demonstrations and what
//! [`augment`](crate::corpus::augment) makes of them.

mod consensus;
mod directions;
mod heat_map;
#[cfg(feature = "training")]
mod lessons;
mod phrasebook;
mod plain;
mod realizer;
mod remembered;
mod slots;
mod wording;

pub(crate) use consensus::consensus;
pub use directions::{
    Length, Manner, PhrasedClause, PhrasedStep, TakenWay, Units, directions, phrased,
};
pub use heat_map::heat_map;
#[cfg(feature = "training")]
pub use lessons::{RealizerConfig, SpeakingLessons};
pub use phrasebook::{Phrasebook, Way};
pub use plain::plain_words;
pub use realizer::{Candidate, CandidateConfig, FoundBy, Realizer, Request};
pub use wording::{Fault, Wording};
