//! A stand-in for content selection: what people said most often about a turn
//! or a walk.

use std::collections::BTreeMap;

use cicerone::Result;
use cicerone::cas::{Action, Structure};
use cicerone::corpus::{Corpus, Part};
use cicerone::world::{Segment, SegmentKind};

/// The most frequent structures of the training split by kind of segment.
#[derive(Debug, Clone)]
pub struct Frequent {
    turn: Vec<Vec<Structure>>,
    orient: Vec<Vec<Structure>>,
    walk: Vec<Vec<Structure>>,
}

impl Frequent {
    /// The `most` most frequent sequences of structures for turns from a known
    /// heading, turns from an unknown one, and walks.
    pub fn learn(corpus: &Corpus, most: usize) -> Result<Frequent> {
        let mut counts: [BTreeMap<Vec<Structure>, usize>; 3] = Default::default();
        for demonstration in corpus.part(Part::Train) {
            let world = corpus.world(demonstration)?;
            for found in demonstration.segments(world) {
                let (sentence, segment) = found?;
                let Some(sort) = sort(&segment) else { continue };
                let said: Vec<Structure> =
                    sentence.commands.iter().map(|command| command.structure()).collect();
                if !said.is_empty() {
                    *counts[sort].entry(said).or_default() += 1;
                }
            }
        }
        let [turn, orient, walk] = counts.map(|counts| {
            let mut all: Vec<(Vec<Structure>, usize)> = counts.into_iter().collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            all.into_iter().take(most).map(|(said, _)| said).collect()
        });
        Ok(Frequent { turn, orient, walk })
    }

    /// The candidates for a segment of a guide's route.
    pub fn candidates(&self, segment: &Segment) -> &[Vec<Structure>] {
        match sort(segment) {
            Some(0) => &self.turn,
            Some(1) => &self.orient,
            Some(_) => &self.walk,
            None => &[],
        }
    }

    /// The same with only those walks that name where they end.
    pub fn by_landmark(&self) -> Frequent {
        let names_end = |said: &Vec<Structure>| {
            said.iter()
                .any(|one| matches!(&**one, Action::Travel(travel) if travel.until.is_some()))
                && !said.iter().any(
                    |one| matches!(&**one, Action::Travel(travel) if travel.distance.is_some()),
                )
        };
        let walk = self.walk.iter().filter(|said| names_end(said)).cloned().collect();
        Frequent { walk, ..self.clone() }
    }
}

fn sort(segment: &Segment) -> Option<usize> {
    match segment.kind() {
        SegmentKind::Turn if segment.start().heading.is_some() => Some(0),
        SegmentKind::Turn => Some(1),
        SegmentKind::Walk => Some(2),
        _ => None,
    }
}
