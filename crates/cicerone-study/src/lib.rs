//! The human study: people follow an instruction in a first-person world and
//! answer a survey, as in the evaluation of Daniele, Bansal and Walter.
//!
//! 1. A [`design`] says what is shown: scenarios, conditions, texts, questions.
//! 2. A visit goes from consent to completion code. The [`store`] keeps every
//!    step of it, assigns scenarios, and holds each [`walk`] against the map.
//! 3. The [`server`] lets people in, and owners see how the study stands.
//! 4. What was gathered are [`records`]; they are `export`ed, and a `report`
//!    says what they show.

pub mod design;
pub mod records;
mod refused;
pub mod server;
pub mod simulate;
pub mod store;
pub mod walk;

pub use refused::{Outcome, Refused};
