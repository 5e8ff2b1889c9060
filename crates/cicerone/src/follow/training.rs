//! Training followers.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::VIEW;
use super::act::Act;
use super::follower::{Care, Follower};
use super::lessons::{WalkingLesson, WalkingLessons, lexicon};
use super::practice::practice;
use super::start::StartRule;
use super::trial::share_right;
use crate::corpus::augment::{self, Augmentation, Phrases};
use crate::corpus::{Corpus, Demonstration, Part};
use crate::neural::{
    AdamConfig, Check, Checked, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model, Observer,
    Pair, TrainConfig, Trained, Training,
};
use crate::world::{Vocabulary, World};
use crate::{Error, Result};

/// What a follower is and what it is taught.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowerConfig {
    /// The shape of its network. Default: one layer of 128 units.
    pub shape: EncoderDecoderConfig,
    /// Words that occur less often are not told apart. Default 2.
    pub least: usize,
    /// Lessons made up for practice. Default 40,000.
    pub practice: usize,
    /// How many of them every epoch teaches. Default 2,400, about as many as
    /// people gave.
    pub practised: usize,
    /// Share of lessons taught in a mirror. Default 0.5.
    pub mirrored: f64,
    /// Share of words that are not heard. Default 0.1.
    pub unheard: f64,
    /// Where walks whose first heading is unknown start. Default: everywhere.
    pub rule: StartRule,
    /// Seed of what is made up for practice. Default 1.
    pub seed: u64,
}

impl Default for FollowerConfig {
    fn default() -> Self {
        FollowerConfig {
            shape: EncoderDecoderConfig { layers: 1, view: VIEW, ..Default::default() },
            least: 2,
            practice: 40_000,
            practised: 2_400,
            mirrored: 0.5,
            unheard: 0.1,
            rule: StartRule::FourHeadings,
            seed: 1,
        }
    }
}

impl FollowerConfig {
    /// How followers are trained if nothing else is said.
    pub fn training() -> TrainConfig {
        // Validation moves by more than a point from epoch to epoch unless
        // the last steps are small.
        let adam = AdamConfig { rate: 0.002, decay: 0.5, ..Default::default() };
        TrainConfig { batch: 32, epochs: 40, patience: 0, dropout: 0.3, adam, ..Default::default() }
    }
}

/// Everything followers are taught with, ready to teach any number of them.
pub struct School<'c> {
    lessons: WalkingLessons<'c>,
    validation: Vec<WalkingLesson<'c>>,
    shape: Checked<EncoderDecoderConfig>,
}

/// Whose demonstrations teach, and whose tell when to stop.
#[derive(Clone, Debug)]
pub struct Classes<'c> {
    /// To learn from.
    pub train: Vec<&'c Demonstration>,
    /// To choose with.
    pub validation: Vec<&'c Demonstration>,
}

impl<'c> Classes<'c> {
    /// The training and validation parts of the split.
    pub fn of_split(corpus: &'c Corpus) -> Classes<'c> {
        let part = |part| corpus.part(part).collect();
        Classes { train: part(Part::Train), validation: part(Part::Validation) }
    }

    /// The published protocol: two maps to learn from, the third to test on.
    /// What the split calls validation, on the two maps, still is.
    pub fn without_map(corpus: &'c Corpus, map: &str) -> Result<Classes<'c>> {
        if !corpus.worlds.contains_key(map) {
            let known: Vec<&str> = corpus.worlds.keys().map(String::as_str).collect();
            return Err(Error::input(format!("'{map}' is no map; there are {}", known.join(", "))));
        }
        let others = corpus.demonstrations.iter().filter(|one| one.map != map);
        let (validation, train) =
            others.partition(|one| Part::of(one.id) == Some(Part::Validation));
        Ok(Classes { train, validation })
    }
}

impl<'c> School<'c> {
    /// Prepares lessons, practice included; the practice takes a minute.
    pub fn new(
        corpus: &'c Corpus,
        classes: &Classes<'c>,
        config: &FollowerConfig,
    ) -> Result<School<'c>> {
        let shape = EncoderDecoderConfig { view: VIEW, ..config.shape.clone() }.check()?;
        let lessons = WalkingLesson::of(corpus, classes.train.iter().copied())?;
        let validation = WalkingLesson::of(corpus, classes.validation.iter().copied())?;
        let mut worlds: Vec<&World> = Vec::new();
        for one in &classes.train {
            let world = corpus.world(one)?;
            if !worlds.iter().any(|known| std::ptr::eq(*known, world)) {
                worlds.push(world);
            }
        }
        let pairs = augment::Pair::of_demonstrations(classes.train.iter().copied());
        let phrases = Phrases::learn(&pairs, Vocabulary::sail(), Default::default());
        let augmentation = Augmentation::new(&pairs, &phrases);
        let practice = practice(&worlds, &augmentation, config.practice, config.seed);
        let lessons = WalkingLessons {
            lexicon: lexicon(&lessons, config.least)?,
            lessons,
            practice,
            practised: config.practised,
            seed: config.seed,
            mirrored: config.mirrored.clamp(0.0, 1.0),
            unheard: config.unheard.clamp(0.0, 1.0),
            rule: config.rule,
        };
        Ok(School { lessons, validation, shape })
    }

    /// Teaches one follower; its seed is the training's. What is kept is the
    /// model that followed most of the validation sentences exactly.
    pub fn teach(
        &mut self,
        training: &Checked<TrainConfig>,
        directory: &Path,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Trained<EncoderDecoder>> {
        let words = self.lessons.lexicon.clone();
        self.lessons.seed = training.seed;
        let rule = self.lessons.rule;
        let of_lesson = |lesson: &WalkingLesson<'_>| lesson.pairs(&words, rule);
        let validation: Vec<Pair> = self.validation.iter().flat_map(of_lesson).collect();
        let model =
            EncoderDecoder::build(&self.shape, vec![words, Act::lexicon()?], training.seed)?;
        let mut score = |model: &EncoderDecoder| {
            let follower = Follower::new(vec![model.clone()])?;
            share_right(&follower, &self.validation, rule, Care::default())
        };
        let run = Training {
            config: training,
            directory,
            supply: &self.lessons,
            validation: &validation,
            score: Some(&mut score),
            observer,
            stop,
        };
        run.run(model)
    }

    /// How many lessons people gave, and how many are made up.
    pub fn lessons(&self) -> (usize, usize) {
        (self.lessons.lessons.len(), self.lessons.practice.len())
    }

    /// The words that are told apart.
    pub fn words(&self) -> &Lexicon {
        &self.lessons.lexicon
    }
}
