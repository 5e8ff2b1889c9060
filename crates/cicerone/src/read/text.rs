//! A whole text on a world: what is said, what it means, where it should lead.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::belief::{Belief, Stand, stand};
use super::habits::Habits;
use super::moves::Moves;
use super::slips::{lure, mirrored};
use crate::cas::{Action, Command};
use crate::plan::meaning::{Judgement, fit};
use crate::world::{PlaceId, Pose, Sight, World};

/// One sentence: its words, the commands they say, and the path that is meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The words.
    pub words: Vec<String>,
    /// The commands.
    pub commands: Vec<Command>,
    /// The path, at least one pose.
    pub path: Vec<Pose>,
}

/// A text on a world. What a reader could do is worked out once, whatever the
/// reader's habits.
pub struct Text<'w> {
    /// What is said.
    pub sentences: Vec<Told>,
    /// Where it should lead.
    pub goal: PlaceId,
    pub(super) sight: Sight<'w>,
    moves: RefCell<Known>,
}

/// What could be done, by sentence, command, whether it is the last, and where
/// one stands.
type Known = HashMap<(usize, usize, bool, Stand), Rc<Moves>>;

/// What a reader makes of a text.
#[derive(Debug, Clone)]
pub struct ReaderOutcome {
    /// Where the reader may be in the end.
    pub(crate) belief: Belief,
    /// The probability to be at the goal.
    pub arrives: f64,
    /// How well each command fitted where it was heard, from 0 to 1.
    pub fits: Vec<f64>,
    /// For each sentence, the probability to end right for whoever starts
    /// right and goes by its commands.
    pub steps: Vec<f64>,
    /// How uncertain the reader is of the place after each command, in nats.
    pub doubts: Vec<f64>,
    /// The probability to be right after each sentence.
    pub rights: Vec<f64>,
}

impl<'w> Text<'w> {
    /// A text on a world that should lead to a place. Sentences without a path
    /// are left out.
    pub fn new(world: &'w World, mut sentences: Vec<Told>, goal: PlaceId) -> Text<'w> {
        sentences.retain(|one| !one.path.is_empty());
        Text { sentences, goal, sight: Sight::new(world), moves: RefCell::default() }
    }

    /// Its world.
    pub fn world(&self) -> &'w World {
        self.sight.world
    }

    /// What a reader with such habits makes of it, who starts where the text
    /// does and does not know which way to look unless the path does.
    pub fn read(&self, habits: &Habits) -> ReaderOutcome {
        let Some(first) = self.sentences.first() else {
            let belief = Belief::at(Pose { place: self.goal, heading: None });
            return ReaderOutcome {
                belief,
                arrives: 1.0,
                fits: Vec::new(),
                steps: Vec::new(),
                doubts: Vec::new(),
                rights: Vec::new(),
            };
        };
        let mut belief = Belief::at(first.path[0]);
        let (mut fits, mut steps) = (Vec::new(), Vec::new());
        let (mut doubts, mut rights) = (Vec::new(), Vec::new());
        for (number, told) in self.sentences.iter().enumerate() {
            let (start, end) = (told.path[0], told.path[told.path.len() - 1]);
            let mut next = belief.clone();
            for place in 0..told.commands.len() {
                let heard = next.after(habits, |pose| self.moves(number, place, false, pose));
                fits.push(heard.1);
                next = heard.0;
                doubts.push(next.entropy());
            }
            steps.push(self.step(number, false, habits));
            // People's words say more than their commands, or something else.
            let gist = match (told.path.len(), told.commands.len()) {
                (1, _) => 0.0,
                (_, 0) => habits.untold,
                _ => habits.gist,
            };
            belief = next.moved(belief.at_pose(start) * gist, end);
            rights.push(belief.at_pose(end));
        }
        let arrives = belief.at_place(self.goal);
        ReaderOutcome { belief, arrives, fits, steps, doubts, rights }
    }

    /// The probability to end right for whoever starts a sentence right, or
    /// takes every left in it for right.
    pub(super) fn step(&self, number: usize, mirrored: bool, habits: &Habits) -> f64 {
        let told = &self.sentences[number];
        let mut belief = Belief::at(told.path[0]);
        for place in 0..told.commands.len() {
            belief = belief.after(habits, |pose| self.moves(number, place, mirrored, pose)).0;
        }
        belief.at_pose(told.path[told.path.len() - 1])
    }

    /// What each command is on the path of its sentence, where it has it for
    /// itself.
    pub(super) fn judged(&self) -> Vec<Judgement> {
        let alone = self.sentences.iter().filter(|told| told.commands.len() == 1);
        alone.map(|told| fit(&self.sight, &told.commands[0], &told.path)).collect()
    }

    /// True if the last words point something out that is not here, so that
    /// they may be taken for the way there.
    pub(super) fn ends_with_a_lure(&self) -> bool {
        let Some(last) = self.sentences.last() else { return false };
        let Some(search) = last.commands.last().and_then(|command| lure(command)) else {
            return false;
        };
        let here = [last.path[last.path.len() - 1]];
        !fit::<Judgement>(&self.sight, &search, &here).delta()
    }

    fn moves(&self, number: usize, place: usize, is_mirrored: bool, pose: Pose) -> Rc<Moves> {
        let key = (number, place, is_mirrored, stand(pose));
        if let Some(known) = self.moves.borrow().get(&key) {
            return known.clone();
        }
        let commands = &self.sentences[number].commands;
        let is_last = number + 1 == self.sentences.len() && place + 1 == commands.len();
        let action: &Action = &commands[place];
        let found = Rc::new(match is_mirrored {
            true => Moves::find(&self.sight, &mirrored(action), pose, is_last),
            false => Moves::find(&self.sight, action, pose, is_last),
        });
        self.moves.borrow_mut().insert(key, found.clone());
        found
    }
}
