//! Following what people wrote, sentence by sentence and as whole paragraphs,
//! and whether that ends where it should.

use super::act::Stand;
use super::follower::{Arrival, Care, Errand, Follower};
use super::lessons::WalkingLesson;
use super::start::StartRule;
use crate::Result;
use crate::corpus::{Corpus, Demonstration};
use crate::words::tokenize;
use crate::world::{PlaceId, Pose, World};

/// A whole instruction and where it leads.
#[derive(Clone, Debug)]
pub struct Paragraph<'w> {
    /// The world.
    pub world: &'w World,
    /// The number of its demonstration.
    pub id: u32,
    /// The words of its sentences.
    pub sentences: Vec<Vec<String>>,
    /// The walk that was recorded.
    pub path: Vec<Pose>,
}

impl<'w> Paragraph<'w> {
    /// The paragraphs of demonstrations. Where a recorded path is not a legal
    /// walk, its poses are kept as they are: start and goal are what counts.
    pub fn of<'d>(
        corpus: &'w Corpus,
        demonstrations: impl IntoIterator<Item = &'d Demonstration>,
    ) -> Result<Vec<Paragraph<'w>>> {
        let mut paragraphs = Vec::new();
        for one in demonstrations {
            let world = corpus.world(one)?;
            let poses = one.sentences.iter().flat_map(|sentence| &sentence.path);
            let path = poses.map(|position| position.on(world)).collect::<Result<Vec<_>>>()?;
            let sentences = one.sentences.iter().map(|one| tokenize(&one.english)).collect();
            if !path.is_empty() {
                paragraphs.push(Paragraph { world, id: one.id, sentences, path });
            }
        }
        Ok(paragraphs)
    }

    /// Where it leads.
    pub fn goal(&self) -> PlaceId {
        self.path[self.path.len() - 1].place
    }
}

/// Follows lessons from all the stands they may be started from: for each
/// lesson, the starts and where each ended.
pub fn follow_lessons(
    follower: &Follower,
    lessons: &[WalkingLesson<'_>],
    rule: StartRule,
    care: Care,
) -> Result<Vec<Vec<(Stand, Arrival)>>> {
    let (mut errands, mut owners) = (Vec::new(), Vec::new());
    for (index, lesson) in lessons.iter().enumerate() {
        for start in rule.stands(&lesson.path) {
            let told = follower.hear_words(lesson.world.vocabulary(), &lesson.words);
            errands.push(Errand { world: lesson.world, start, told });
            owners.push(index);
        }
    }
    let mut found = vec![Vec::new(); lessons.len()];
    let arrivals = follower.follow(&errands, care)?;
    for ((arrival, errand), owner) in arrivals.into_iter().zip(&errands).zip(owners) {
        found[owner].push((errand.start, arrival));
    }
    Ok(found)
}

/// Follows paragraphs, one sentence after the other from where the one before
/// ended: for each paragraph, where each of its starts ended.
pub fn follow_paragraphs(
    follower: &Follower,
    paragraphs: &[Paragraph<'_>],
    rule: StartRule,
    care: Care,
) -> Result<Vec<Vec<Stand>>> {
    let mut walkers: Vec<(usize, Stand)> = Vec::new();
    for (index, paragraph) in paragraphs.iter().enumerate() {
        walkers.extend(rule.stands(&paragraph.path).into_iter().map(|start| (index, start)));
    }
    let longest = paragraphs.iter().map(|one| one.sentences.len()).max().unwrap_or(0);
    for number in 0..longest {
        let (mut errands, mut who) = (Vec::new(), Vec::new());
        for (walker, (index, here)) in walkers.iter().enumerate() {
            let paragraph = &paragraphs[*index];
            let Some(words) = paragraph.sentences.get(number) else { continue };
            let told = follower.hear_words(paragraph.world.vocabulary(), words);
            errands.push(Errand { world: paragraph.world, start: *here, told });
            who.push(walker);
        }
        for (arrival, walker) in follower.follow(&errands, care)?.iter().zip(who) {
            walkers[walker].1 = arrival.end;
        }
    }
    let mut ends = vec![Vec::new(); paragraphs.len()];
    for (index, end) in walkers {
        ends[index].push(end);
    }
    Ok(ends)
}

/// The share of lessons that end exactly right, in place and heading. A lesson
/// with several starts counts by the share of them that do.
pub fn share_right(
    follower: &Follower,
    lessons: &[WalkingLesson<'_>],
    rule: StartRule,
    care: Care,
) -> Result<f64> {
    let found = follow_lessons(follower, lessons, rule, care)?;
    let shares = lessons.iter().zip(&found).map(|(lesson, ends)| {
        let right = ends.iter().filter(|(start, arrival)| lesson.is_right(*start, arrival.end));
        right.count() as f64 / ends.len().max(1) as f64
    });
    Ok(shares.sum::<f64>() / lessons.len().max(1) as f64)
}

impl WalkingLesson<'_> {
    /// True if who starts at `start` should end at `end`. A path that never
    /// tells a heading leaves the one it was started with.
    pub fn is_right(&self, start: Stand, end: Stand) -> bool {
        let last = self.path[self.path.len() - 1];
        let heading = last.heading.unwrap_or(start.heading);
        end.is_same(Stand { place: last.place, heading })
    }
}
