//! Sentence planning: how well the semantics fits what people said and did,
//! and what the planner reaches.

mod demonstrations;
mod landmark;
mod routes;

pub use demonstrations::{Attribute, Fit, FitReport, fit};
pub use landmark::{ByLandmark, asks_for_landmark};
pub use routes::{Group, RouteReport, Shortfall, routes};
