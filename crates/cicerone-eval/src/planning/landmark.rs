//! Whether a structure says where to walk by a landmark.

use cicerone::cas::{Action, Structure};

/// True if structures ask for a landmark where a walk ends, and not for a
/// count beside it.
pub fn asks_for_landmark(structures: &[Structure]) -> bool {
    let walks = || {
        structures.iter().filter_map(|one| match &**one {
            Action::Travel(travel) => Some(travel),
            _ => None,
        })
    };
    walks().any(|travel| travel.until.is_some()) && walks().all(|travel| travel.distance.is_none())
}
