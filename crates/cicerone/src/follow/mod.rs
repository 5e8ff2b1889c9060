//! Readers: what somebody does who is told the guide's words.
//!
//! With them one can measure what a comparison of texts cannot: does the
//! reader arrive?
//!
//! - [`Follower`]: the neural reader. It reads a sentence, sees what is around
//!   it and acts ([`Act`]): forward, left, right, until it stops. It never
//!   knows the goal. Several networks are one follower; what counts is how
//!   likely it ends where ([`Arrival`]).
//! - [`Executor`]: the literal reader. It takes a command of the CAS language
//!   at its word, does what it is true of, and says why it cannot.
//! - [`School`]: how followers learn, from people's sentences with the walks
//!   that were walked, and from practice that the executor makes up.
//! - [`follow_lessons`], [`follow_paragraphs`]: following what people wrote.

mod act;
mod executor;
mod follower;
#[cfg(feature = "training")]
mod lessons;
mod look;
#[cfg(feature = "training")]
mod practice;
mod start;
#[cfg(feature = "training")]
mod training;
#[cfg(feature = "training")]
mod trial;

pub use act::{Act, Stand};
pub use executor::{Execution, Executor, Unmet};
pub use follower::{Arrival, Care, Errand, Follower, HeardSentence};
#[cfg(feature = "training")]
pub use lessons::{WalkingLesson, WalkingLessons, lexicon};
pub use start::StartRule;
#[cfg(feature = "training")]
pub use training::{Classes, FollowerConfig, School};
#[cfg(feature = "training")]
pub use trial::{Paragraph, follow_lessons, follow_paragraphs, share_right};

/// The size of the vector a follower is fed of what it sees.
pub const VIEW: usize = look::SIZE;
