//! Walks that are told by a landmark: whether a structure asks for one, and a
//! selection that proposes nothing else.

use std::sync::Arc;

use cicerone::Result;
use cicerone::cas::{Action, Structure};
use cicerone::guide::{ContentSelection, Selected};
use cicerone::world::{Segment, SegmentKind, World};

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

/// Another selection, of whose proposals for walks only those are left that
/// ask for a landmark.
#[derive(Debug, Clone)]
pub struct ByLandmark(pub Arc<dyn ContentSelection>);

impl ContentSelection for ByLandmark {
    fn select(&self, world: &World, segment: &Segment) -> Result<Selected> {
        let mut selected = self.0.select(world, segment)?;
        if segment.kind() == SegmentKind::Walk {
            selected.proposals.retain(|one| asks_for_landmark(&one.structures));
        }
        Ok(selected)
    }
}
