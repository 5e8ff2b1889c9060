//! Sentence planning: how well the semantics fits what people said and did,
//! and what the planner reaches.

mod demonstrations;
mod routes;
mod selected;

pub use demonstrations::{Attribute, Fit, FitReport, fit};
pub use routes::{Candidates, Group, RouteReport, Shortfall, routes};
pub use selected::{asks_for_landmark, selected};
