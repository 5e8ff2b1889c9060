//! What a passage looks like and what is at a place.

use crate::world::{Attachment, Class, KindId, Landmark, PassageId, PlaceId, World};

impl World {
    /// What is at a place, the most prominent first.
    pub fn landmarks(&self, place: PlaceId) -> &[Landmark] {
        &self.place(place).landmarks
    }

    /// True if there is no thing of that class at a place.
    pub(crate) fn is_without(&self, place: PlaceId, class: Class) -> bool {
        self.landmarks(place).iter().all(|landmark| landmark.kind.class() != class)
    }

    /// The kind of that class that a passage has: its floor, its pictures.
    pub fn look(&self, passage: PassageId, class: Class) -> Option<KindId> {
        self.passage(passage).looks.get(class)
    }

    /// The floor of a passage, if it is known.
    pub fn floor(&self, passage: PassageId) -> Option<KindId> {
        self.look(passage, Class::FLOOR)
    }

    /// What hangs along a passage.
    pub fn hangings(&self, passage: PassageId) -> impl Iterator<Item = KindId> + '_ {
        let looks = &self.passage(passage).looks;
        Class::attached(Attachment::Walls).filter_map(|class| looks.get(class))
    }

    /// The kinds that these places and passages show, each once, by class and
    /// in the vocabulary's order: what a legend lists.
    pub(crate) fn kinds_shown(&self, places: &[PlaceId], passages: &[PassageId]) -> Vec<KindId> {
        let here = places.iter().flat_map(|id| self.landmarks(*id)).map(|landmark| landmark.kind);
        let along = passages.iter().flat_map(|id| self.passage(*id).looks.iter());
        let shown: std::collections::BTreeSet<KindId> = here.chain(along).collect();
        shown.into_iter().collect()
    }
}
