//! Learning how people err, from their walks.

use std::collections::BTreeMap;

use super::habits::{FIRST_CHANCE, Habits, NOT_LEARNT};
use super::text::{Text, Told};
use super::walks::Walk;
use crate::corpus::{Corpus, Demonstration};
use crate::words::tokenize;
use crate::world::{PlaceId, Pose, Segment};
use crate::{Error, Result};

/// The text of a demonstration on its world, and where people ended who read
/// it.
pub struct Lesson<'c> {
    /// The demonstration.
    pub demonstration: &'c Demonstration,
    /// Its text.
    pub text: Text<'c>,
    /// Where people ended, and how many there.
    pub ends: BTreeMap<PlaceId, usize>,
    /// For each walk, 1 if the target was found and 0 if not.
    pub found: Vec<f64>,
    /// The ratings that are known.
    pub ratings: Vec<f64>,
}

impl<'c> Lesson<'c> {
    /// The lessons of all demonstrations that have a walk, by their ids.
    pub fn all(corpus: &'c Corpus, walks: &[Walk]) -> Result<Vec<Lesson<'c>>> {
        let mut by_text: BTreeMap<u32, Vec<&Walk>> = BTreeMap::new();
        for walk in walks {
            by_text.entry(walk.demonstration).or_default().push(walk);
        }
        let lesson = |(id, walks): (u32, Vec<&Walk>)| {
            let known = corpus.demonstrations.iter().find(|one| one.id == id);
            let one = known.ok_or_else(|| {
                Error::input(format!("the corpus has no demonstration {id}, which was walked"))
            })?;
            Lesson::new(corpus, one, &walks)
        };
        by_text.into_iter().map(lesson).collect()
    }

    /// The lesson of a demonstration and the walks with its text.
    pub fn new(
        corpus: &'c Corpus,
        demonstration: &'c Demonstration,
        walks: &[&Walk],
    ) -> Result<Lesson<'c>> {
        let world = corpus.world(demonstration)?;
        let at = |error: Error| error.at(format!("demonstration {}", demonstration.id));
        let mut sentences = Vec::new();
        for (number, sentence) in demonstration.sentences.iter().enumerate() {
            // A recorded path is not always a walk that the map allows.
            let mut path = match sentence.route(world) {
                Ok(route) => Segment::whole(&route).poses,
                Err(_) => {
                    let poses = sentence.path.iter().map(|position| position.on(world));
                    poses.collect::<Result<Vec<Pose>>>().map_err(at)?
                }
            };
            if number == 0
                && let Some(first) = path.first_mut()
            {
                // Whoever reads it is dropped facing any way.
                first.heading = None;
            }
            sentences.push(Told {
                words: tokenize(&sentence.english),
                commands: sentence.commands.clone(),
                path,
            });
        }
        let last = sentences.iter().rev().find_map(|told| told.path.last());
        let is_goal = |place: &PlaceId| {
            world.place(*place).name.as_deref() == Some(&*demonstration.origin.goal)
        };
        let goal = world.place_ids().find(is_goal).or(last.map(|pose| pose.place));
        let goal = goal.ok_or_else(|| at(Error::input("leads nowhere")))?;
        let mut ends = BTreeMap::new();
        for end in walks.iter().filter_map(|walk| walk.end()) {
            if let Ok(place) = world.require_place(end) {
                *ends.entry(place).or_default() += 1;
            }
        }
        let found = walks.iter().map(|walk| f64::from(walk.found)).collect();
        let ratings = walks.iter().filter_map(|walk| walk.rated()).collect();
        let text = Text::new(world, sentences, goal);
        Ok(Lesson { demonstration, text, ends, found, ratings })
    }

    /// How well a reader with such habits foresees where people ended: the
    /// logarithm of the probability, summed over them.
    fn foresight(&self, habits: &Habits) -> f64 {
        // A few ends nobody foresees; they shall not decide.
        const UNFORESEEN: f64 = 0.05;
        let belief = self.text.read(habits).belief;
        let anywhere = UNFORESEEN / self.text.world().place_ids().count() as f64;
        let likely = |place| (1.0 - UNFORESEEN) * belief.at_place(place) + anywhere;
        self.ends.iter().map(|(place, times)| *times as f64 * likely(*place).ln()).sum()
    }
}

/// The habits that foresee best where people ended: one number after the other
/// is tried larger and smaller, by less and less. `progress` hears the mean
/// logarithm of the probability after each round.
pub(super) fn learn_habits(
    lessons: &[&Lesson<'_>],
    mut progress: impl FnMut(f64, &Habits),
) -> Habits {
    let walks: usize = lessons.iter().flat_map(|lesson| lesson.ends.values()).sum();
    let score = |habits: &Habits| {
        let sum: f64 = lessons.iter().map(|lesson| lesson.foresight(habits)).sum();
        sum / walks.max(1) as f64
    };
    let mut best = Habits::from_numbers(Habits::FIRST_GUESS);
    let mut highest = score(&best);
    for factor in [1.6, 1.25] {
        for _ in 0..2 {
            let before = highest;
            for place in (0..best.numbers().len()).filter(|place| !NOT_LEARNT.contains(place)) {
                for by in [factor, 1.0 / factor] {
                    let mut numbers = best.numbers();
                    let most = if place < FIRST_CHANCE { 12.0 } else { 0.95 };
                    numbers[place] = (numbers[place] * by).clamp(0.001, most);
                    let habits = Habits::from_numbers(numbers);
                    let found = score(&habits);
                    if found > highest {
                        (best, highest) = (habits, found);
                        break;
                    }
                }
            }
            progress(highest, &best);
            if highest - before < 2e-3 {
                break;
            }
        }
    }
    best
}
