//! Sentence planning: how well the semantics fits what people said and did,
//! and what the planner reaches.

mod demonstrations;
mod frequent;
mod routes;

pub use demonstrations::{Attribute, Fit, FitReport, fit};
pub use frequent::Frequent;
pub use routes::{Candidates, Group, RouteReport, Shortfall, routes};
