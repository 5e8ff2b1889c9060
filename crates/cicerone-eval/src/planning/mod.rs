//! Sentence planning: how well the semantics fits what people said and did,
//! and what the planner reaches.

mod demonstrations;

pub use demonstrations::{Attribute, Fit, FitReport, fit};
