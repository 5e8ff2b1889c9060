//! The human study: people follow an instruction in a first-person world and
//! answer a survey, as in the evaluation of Daniele, Bansal and Walter.
//!
//! 1. A [`design`] says what is shown: scenarios, conditions, texts, questions.
//! 4. What was gathered are [`records`].
//! 5. They can be taken elsewhere as tables ([`export`]),
//! 6. or read as a [`report`] with figures and tests.

pub mod design;
pub mod export;
pub mod records;
pub mod report;
