//! Content selection as the planner sees it.

use cicerone::cas::{Action, Structure};
use cicerone::select::Selector;
use cicerone::world::{Segment, World};

/// The structures a selector would try for a segment, in order of preference.
pub fn selected(selector: &Selector, world: &World, segment: &Segment) -> Vec<Vec<Structure>> {
    let selection = selector.select(world, segment);
    let entries = selector.bank().entries();
    let structures = selection.candidates.iter().map(|one| &entries[one.entry].structures);
    structures.map(|structures| structures.parts().to_vec()).collect()
}

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
