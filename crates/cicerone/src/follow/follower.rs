//! The neural follower: it reads a sentence, looks around, and acts.
//!
//! One or more [`EncoderDecoder`]s with views: the source are the words, the
//! target the acts, and before every act the decoder is fed what is seen
//! there. It never knows where it is meant to go.
//!
//! Several act sequences can end at the same place (about to the left, about
//! to the right), and what counts is where one ends. So a follower does not
//! take the likeliest acts one by one: it goes along with all likely ones and
//! adds up the probability of every end ([`Arrival`]).

use super::act::{Act, Stand};
use super::look::{self, look};
use crate::neural::{BEGIN, Decoding, END, EncoderDecoder, Model, Translator, UNKNOWN};
use crate::settings::setters;
use crate::words::slots::{Ear, Spoken};
use crate::words::tokenize;
use crate::world::{Pose, Vocabulary, World};
use crate::{Error, Result, budget};

/// Acts after which a walk is broken off: the longest recorded one has half
/// as many.
const LIMIT: usize = 40;

/// Somebody who tries to do what it is told.
///
/// ```
/// use cicerone::follow::{Care, Errand, Stand};
/// use cicerone::guide::Bundle;
/// use cicerone::world::{Position, embedded};
///
/// let practice = embedded::world("practice")?;
/// let start = Stand::of("0,0,90".parse::<Position>()?.on(&practice)?)?;
/// let Some(follower) = Bundle::embedded()?.follower else { return Ok(()) };
/// let told = follower.hear(practice.vocabulary(), "Turn right.");
/// let errand = Errand { world: &practice, start, told };
/// let arrivals = follower.follow(&[errand], Care::default().width(3))?;
/// println!("{:?} with {:.2}", arrivals[0].acts, arrivals[0].probability);
/// assert_eq!(arrivals[0].end.place, start.place);
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower {
    translator: Translator,
}

/// A sentence to follow from a stand.
#[derive(Clone, Debug)]
pub struct Errand<'w> {
    /// The world.
    pub world: &'w World,
    /// Where the follower stands.
    pub start: Stand,
    /// What it is told.
    pub told: HeardSentence,
}

/// A sentence as a follower hears it: its words numbered, and what they name in
/// slots, by which it then knows what it sees.
#[derive(Clone, Debug)]
pub struct HeardSentence {
    words: Vec<u32>,
    spoken: Spoken,
}

/// How much a follower thinks about.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Care {
    /// Act sequences it goes along with at a time. Default 6; 1 is greedy.
    pub width: usize,
    /// Those less likely than this are given up. Default 0.01.
    pub least: f64,
}

impl Default for Care {
    fn default() -> Self {
        Care { width: 6, least: 0.01 }
    }
}

setters!(Care { width: usize, least: f64 });

/// Where a follower may end.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The stand.
    pub end: Stand,
    /// The probability of all act sequences gone along with that end there.
    pub probability: f64,
    /// The likeliest of them.
    pub acts: Vec<Act>,
    likeliest: f64,
}

/// An act sequence in the making.
#[derive(Clone, Debug)]
struct Way {
    errand: usize,
    here: Stand,
    acts: Vec<Act>,
    probability: f64,
}

impl Follower {
    /// A follower of one or more models.
    pub fn new(models: Vec<EncoderDecoder>) -> Result<Follower> {
        let acts = Act::lexicon()?;
        for (index, model) in models.iter().enumerate() {
            if model.target_lexicon() != &acts || model.config().view != look::SIZE {
                let message = "the model is no follower of this version; train it anew with \
                               `cicerone train follower`";
                return Err(Error::input(message).at(format!("model {}", index + 1)));
            }
        }
        Ok(Follower { translator: Translator::new(models)? })
    }

    /// Its models.
    pub fn models(&self) -> impl Iterator<Item = &EncoderDecoder> {
        self.translator.models()
    }

    /// Hears a sentence about a world of that vocabulary.
    pub fn hear(&self, vocabulary: &Vocabulary, sentence: &str) -> HeardSentence {
        self.hear_words(vocabulary, &tokenize(sentence))
    }

    /// The same for words that are already apart. A sentence without words is
    /// one unknown word: there is nothing to do.
    pub(crate) fn hear_words(&self, vocabulary: &Vocabulary, words: &[String]) -> HeardSentence {
        let (words, spoken) = Ear::of(vocabulary).hear(words);
        let mut words = self.translator.model().source_lexicon().numbers(&words);
        if words.is_empty() {
            words.push(UNKNOWN);
        }
        HeardSentence { words, spoken }
    }

    /// Follows sentences; for each, where it may end, the likeliest first. The
    /// probabilities add up to at most one: what was given up is missing.
    pub fn arrivals(
        &self,
        errands: &[Errand<'_>],
        care: Care,
        decoding: &mut Decoding,
    ) -> Result<Vec<Vec<Arrival>>> {
        let mut arrivals: Vec<Vec<Arrival>> = vec![Vec::new(); errands.len()];
        if errands.is_empty() {
            return Ok(arrivals);
        }
        let sources: Vec<Vec<u32>> =
            errands.iter().map(|errand| errand.told.words.clone()).collect();
        self.translator.begin(&sources, 1, decoding)?;
        let start = |(index, errand): (usize, &Errand<'_>)| Way {
            errand: index,
            here: errand.start,
            acts: Vec::new(),
            probability: 1.0,
        };
        let mut ways: Vec<Way> = errands.iter().enumerate().map(start).collect();
        let (mut words, mut views, mut parents) = (vec![BEGIN; ways.len()], Vec::new(), Vec::new());
        for _ in 0..LIMIT {
            if ways.is_empty() {
                break;
            }
            budget::check()?;
            views.resize(ways.len() * look::SIZE, 0.0);
            for (way, view) in ways.iter().zip(views.chunks_exact_mut(look::SIZE)) {
                let errand = &errands[way.errand];
                look(errand.world, way.here, &errand.told.spoken, false, view);
            }
            self.translator.step(&words, &views, decoding);
            let mut next: Vec<(u32, Way)> = Vec::with_capacity(ways.len());
            for (row, way) in ways.iter().enumerate() {
                let first = next.len();
                let scores = decoding.log_probabilities(row);
                let stop = way.go_on(errands[way.errand].world, scores, &mut |act, here, p| {
                    if p >= care.least {
                        let mut acts = way.acts.clone();
                        acts.push(act);
                        next.push((
                            row as u32,
                            Way { errand: way.errand, here, acts, probability: p },
                        ));
                    }
                });
                // However torn a follower is, it does something.
                if next.len() == first && arrivals[way.errand].is_empty() || stop >= care.least {
                    way.arrive(stop, &mut arrivals[way.errand]);
                }
            }
            keep_likeliest(&mut next, care.width);
            parents.clear();
            parents.extend(next.iter().map(|(row, _)| *row));
            decoding.select(&parents);
            ways.clear();
            ways.extend(next.into_iter().map(|(_, way)| way));
            words.clear();
            words.extend(ways.iter().map(|way| way.acts.last().map_or(BEGIN, |act| act.number())));
        }
        for way in &ways {
            // Broken off: it ends where it is.
            way.arrive(way.probability, &mut arrivals[way.errand]);
        }
        for found in &mut arrivals {
            found.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        }
        Ok(arrivals)
    }

    /// How likely each errand ends at its goal, exactly; the goal's heading
    /// does not matter if it is unknown.
    pub fn probabilities(
        &self,
        errands: &[Errand<'_>],
        goals: &[Pose],
        care: Care,
        decoding: &mut Decoding,
    ) -> Result<Vec<f64>> {
        let found = self.arrivals(errands, care, decoding)?;
        let right = |arrivals: &Vec<Arrival>, goal: &Pose| {
            let at_goal = |arrival: &&Arrival| {
                arrival.end.place == goal.place
                    && goal.heading.is_none_or(|heading| heading.is_same(arrival.end.heading))
            };
            arrivals.iter().filter(at_goal).map(|arrival| arrival.probability).sum()
        };
        Ok(found.iter().zip(goals).map(|(arrivals, goal)| right(arrivals, goal)).collect())
    }

    /// Follows sentences to where each most likely ends.
    pub fn follow(&self, errands: &[Errand<'_>], care: Care) -> Result<Vec<Arrival>> {
        let found = self.arrivals(errands, care, &mut Decoding::default())?;
        let nowhere = |errand: &Errand<'_>| Arrival {
            end: errand.start,
            probability: 0.0,
            acts: Vec::new(),
            likeliest: 0.0,
        };
        Ok(found
            .into_iter()
            .zip(errands)
            .map(|(found, errand)| found.into_iter().next().unwrap_or_else(|| nowhere(errand)))
            .collect())
    }
}

impl Way {
    /// Tells of every act that can be done next where it leads and how likely
    /// the way then is, and returns how likely it ends here.
    fn go_on(
        &self,
        world: &World,
        log_probabilities: &[f32],
        each: &mut dyn FnMut(Act, Stand, f64),
    ) -> f64 {
        let mut options = Vec::with_capacity(3);
        for act in Act::ALL {
            if let Some(here) = self.here.after(world, act).filter(|_| self.may(act)) {
                let p = f64::from(log_probabilities[act.number() as usize]).exp();
                options.push((act, here, p));
            }
        }
        let stop = f64::from(log_probabilities[END as usize]).exp();
        let sum = stop + options.iter().map(|(_, _, p)| p).sum::<f64>();
        let share = if sum > 0.0 { self.probability / sum } else { 0.0 };
        for (act, here, p) in options {
            each(act, here, p * share);
        }
        stop * share
    }

    /// Nobody turns to one hand and back at once, or three times to one hand.
    fn may(&self, act: Act) -> bool {
        if act == Act::Forward {
            return true;
        }
        let turns = self.acts.iter().rev().take_while(|done| **done != Act::Forward);
        turns.clone().all(|done| *done == act) && turns.count() < 2
    }

    fn arrive(&self, probability: f64, arrivals: &mut Vec<Arrival>) {
        let same = arrivals.iter_mut().find(|arrival| arrival.end.is_same(self.here));
        match same {
            Some(arrival) => {
                arrival.probability += probability;
                if probability > arrival.likeliest {
                    (arrival.likeliest, arrival.acts) = (probability, self.acts.clone());
                }
            }
            None => arrivals.push(Arrival {
                end: self.here,
                probability,
                acts: self.acts.clone(),
                likeliest: probability,
            }),
        }
    }
}

/// Keeps the likeliest `width` ways of each errand; rows of an errand stay
/// together.
fn keep_likeliest(ways: &mut Vec<(u32, Way)>, width: usize) {
    ways.sort_by(|(_, a), (_, b)| {
        a.errand.cmp(&b.errand).then(b.probability.total_cmp(&a.probability))
    });
    let (mut errand, mut count) = (usize::MAX, 0);
    ways.retain(|(_, way)| {
        if way.errand != errand {
            (errand, count) = (way.errand, 0);
        }
        count += 1;
        count <= width.max(1)
    });
}

impl Arrival {
    /// The poses of its walk from a start, the start first.
    pub fn poses(&self, world: &World, start: Stand) -> Vec<Pose> {
        let mut here = start;
        let mut poses = vec![start.pose()];
        for act in &self.acts {
            let Some(next) = here.after(world, *act) else { break };
            here = next;
            poses.push(here.pose());
        }
        poses
    }
}
