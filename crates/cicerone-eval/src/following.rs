//! Following: do readers arrive?

use cicerone::Result;
use cicerone::follow::{
    Care, Follower, Paragraph, StartRule, WalkingLesson, follow_lessons, follow_paragraphs,
};
use cicerone::world::{PlaceId, World};
use serde::Serialize;

/// How well a follower follows what people wrote.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FollowingReport {
    /// How readers were started whose first heading nobody recorded.
    pub start: &'static str,
    /// Sentences followed.
    pub sentences: usize,
    /// Share of them that end exactly right, in place and heading.
    pub sentences_right: f64,
    /// Share that end at the right place, whatever the heading.
    pub sentences_at_place: f64,
    /// The mean probability the follower gave to its own ends: where it is
    /// above the share that is right, the follower is too sure of itself.
    pub confidence: f64,
    /// Whole paragraphs followed.
    pub paragraphs: usize,
    /// Share of them that end at the goal.
    pub paragraphs_at_goal: f64,
    /// Share that end within 0, 1, 2 and more passages' length of the goal,
    /// counted along x and y.
    pub distances: [f64; 4],
}

/// Follows lessons and paragraphs. Whatever has several starts counts by the
/// share of them that end right.
pub fn evaluate(
    follower: &Follower,
    lessons: &[WalkingLesson<'_>],
    paragraphs: &[Paragraph<'_>],
    rule: StartRule,
    care: Care,
) -> Result<FollowingReport> {
    let (mut right, mut at_place, mut confidence) = (0.0, 0.0, 0.0);
    for (lesson, ends) in lessons.iter().zip(follow_lessons(follower, lessons, rule, care)?) {
        let share = 1.0 / ends.len().max(1) as f64;
        let goal = lesson.path[lesson.path.len() - 1].place;
        for (start, arrival) in &ends {
            right += share * f64::from(u8::from(lesson.is_right(*start, arrival.end)));
            at_place += share * f64::from(u8::from(arrival.end.place == goal));
            confidence += share * arrival.probability;
        }
    }
    let mut distances = [0.0; 4];
    for (paragraph, ends) in
        paragraphs.iter().zip(follow_paragraphs(follower, paragraphs, rule, care)?)
    {
        let share = 1.0 / ends.len().max(1) as f64;
        for end in &ends {
            distances[apart(paragraph.world, end.place, paragraph.goal())] += share;
        }
    }
    let of_lessons = |sum: f64| sum / lessons.len().max(1) as f64;
    let distances = distances.map(|sum| sum / paragraphs.len().max(1) as f64);
    Ok(FollowingReport {
        start: match rule {
            StartRule::FourHeadings => "mean over four start headings",
            StartRule::Recorded => "first heading of the recorded walk (leaky)",
        },
        sentences: lessons.len(),
        sentences_right: of_lessons(right),
        sentences_at_place: of_lessons(at_place),
        confidence: of_lessons(confidence),
        paragraphs: paragraphs.len(),
        paragraphs_at_goal: distances[0],
        distances,
    })
}

/// How far two places are apart, in usual passages along x and y: 0, 1, 2, or
/// 3 for more.
pub(crate) fn apart(world: &World, a: PlaceId, b: PlaceId) -> usize {
    if a == b {
        return 0;
    }
    let mut lengths: Vec<f64> = world
        .passages()
        .iter()
        .map(|passage| world.distance(passage.ends[0], passage.ends[1]))
        .collect();
    lengths.sort_by(f64::total_cmp);
    let unit = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
    let ((ax, ay), (bx, by)) = (world.place(a).position, world.place(b).position);
    let steps = (((ax - bx).abs() + (ay - by).abs()) / unit).round();
    (steps.max(1.0) as usize).min(3)
}

impl FollowingReport {
    /// The mean of reports by the number of what they counted, as of maps that
    /// were each followed by followers who had not seen them.
    pub fn mean(reports: &[FollowingReport]) -> Option<FollowingReport> {
        let start = reports.first()?.start;
        let (sentences, paragraphs) = (
            reports.iter().map(|one| one.sentences).sum::<usize>(),
            reports.iter().map(|one| one.paragraphs).sum::<usize>(),
        );
        let by_sentence = |of: fn(&FollowingReport) -> f64| {
            let sum: f64 = reports.iter().map(|one| of(one) * one.sentences as f64).sum();
            sum / sentences.max(1) as f64
        };
        let by_paragraph = |of: &dyn Fn(&FollowingReport) -> f64| {
            let sum: f64 = reports.iter().map(|one| of(one) * one.paragraphs as f64).sum();
            sum / paragraphs.max(1) as f64
        };
        Some(FollowingReport {
            start,
            sentences,
            sentences_right: by_sentence(|one| one.sentences_right),
            sentences_at_place: by_sentence(|one| one.sentences_at_place),
            confidence: by_sentence(|one| one.confidence),
            paragraphs,
            paragraphs_at_goal: by_paragraph(&|one| one.paragraphs_at_goal),
            distances: [0, 1, 2, 3].map(|place| by_paragraph(&|one| one.distances[place])),
        })
    }

    /// The report for people.
    pub fn describe(&self) -> String {
        let [zero, one, two, more] = self.distances.map(|share| share * 100.0);
        format!(
            "started with: {}\n\
             {} sentences: {:.1}% exactly right (place and heading), {:.1}% at the place; \
             mean confidence {:.1}%\n\
             {} paragraphs: {:.1}% at the goal; distance 0 {zero:.1}%, 1 {one:.1}%, 2 {two:.1}%, \
             more {more:.1}%\n",
            self.start,
            self.sentences,
            self.sentences_right * 100.0,
            self.sentences_at_place * 100.0,
            self.confidence * 100.0,
            self.paragraphs,
            self.paragraphs_at_goal * 100.0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::world::embedded;

    #[test]
    fn distances_are_counted_in_passages() {
        let world = embedded::world("practice").unwrap();
        let at = |x: f64, y: f64| world.place_at((x, y)).unwrap();
        let from = at(0.0, 0.0);
        let counted = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 2.0)]
            .map(|(x, y)| apart(&world, from, at(x, y)));
        assert_eq!(counted, [0, 1, 2, 3]);
    }

    #[test]
    fn maps_weigh_by_what_was_followed_on_them() {
        let report = |sentences: usize, right: f64, paragraphs: usize, goal: f64| FollowingReport {
            start: "",
            sentences,
            sentences_right: right,
            sentences_at_place: right,
            confidence: right,
            paragraphs,
            paragraphs_at_goal: goal,
            distances: [goal, 0.0, 0.0, 1.0 - goal],
        };
        let mean =
            FollowingReport::mean(&[report(1, 1.0, 3, 0.0), report(3, 0.0, 1, 1.0)]).unwrap();
        assert_eq!((mean.sentences_right, mean.paragraphs_at_goal), (0.25, 0.25));
        assert_eq!(mean.distances, [0.25, 0.0, 0.0, 0.75]);
        assert_eq!(FollowingReport::mean(&[]), None);
    }
}
