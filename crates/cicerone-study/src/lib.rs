//! The human study: people follow an instruction in a first-person world and
//! answer a survey, as in the evaluation of Daniele, Bansal and Walter.
//!
//! 1. A [`design`] says what is shown: scenarios, conditions, texts, questions.
//! 2. A visit goes from consent to completion code. The [`store`] keeps every
//!    step of it, assigns scenarios, and holds each [`walk`] against the map.
//! 3. The [`server`] lets people in, and owners see how the study stands. For
//!    a rehearsal one can [`simulate`] people.
//! 4. What was gathered are [`records`].
//! 5. They can be taken elsewhere as tables ([`export`]),
//! 6. or read as a [`report`] with figures and tests. [`pages`] show what
//!    participants are shown and what one of them did.

pub mod design;
pub mod export;
pub mod pages;
pub mod records;
mod refused;
pub mod report;
pub mod server;
pub mod simulate;
pub mod store;
pub mod walk;

pub use refused::{Outcome, Refused};
