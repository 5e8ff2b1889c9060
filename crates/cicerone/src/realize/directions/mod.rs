//! English for what is said of a building: doors, rooms, levels, metres, names.
//!
//! The commands of a leg become one sentence: each is a clause, and clauses are
//! joined as people join them ('walk about 12 metres past the kiosk, then take
//! the second door on your left'). How a sentence is built is written here; in
//! which words each part of it is said, people told (`phrasebook`), and there is a
//! plain way for all that they did not.

mod arrival;
mod joints;
mod manner;
mod moves;
mod names;
mod patterns;
#[cfg(test)]
mod tests;
mod things;

pub use manner::{Length, Manner, TakenWay, Units};

use std::cell::{Cell, RefCell};

use manner::Turns;
use patterns::{
    door_faced, ends_at_a_door, ends_in_sight, ends_with_warning, faced_by_turn, is_at_end,
    is_bare, is_boarding, is_counted, is_door_at_hand, is_door_in_view, is_first, is_goal_faced,
    is_into_corridor, is_same_as_faced, is_soon_there, is_walk, turned_towards, turns_in_corridor,
};

use crate::cas::{Action, Command, Label, Rise, Slot, Thing, Travel, Turn, Verify};
use crate::world::Vocabulary;

/// One in so many sentences begins with a 'then'.
const LINKED: u32 = 3;
/// What is so near and seen at once needs no metres.
const SOON: u32 = 5;

/// The sentences for the legs and rides of a way through a building, one for
/// the commands of each, in order. What was said before is not said again in the
/// same words where there are others.
pub fn directions(
    steps: &[&[Command]],
    vocabulary: &Vocabulary,
    manner: &Manner,
) -> Vec<Vec<String>> {
    phrased(steps, vocabulary, manner).into_iter().map(|one| one.words).collect()
}

/// A sentence and what it is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhrasedStep {
    /// The words.
    pub words: Vec<String>,
    /// What says its commands, in order; a command may be said by another's words.
    pub clauses: Vec<PhrasedClause>,
}

/// What says one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhrasedClause {
    /// The number of the command in its step, from 0.
    pub command: usize,
    /// The words.
    pub words: String,
    /// What was chosen for it where there are several ways to say something.
    pub ways: Vec<TakenWay>,
}

/// The same as [`directions`], with what the sentences are made of.
pub fn phrased(steps: &[&[Command]], vocabulary: &Vocabulary, manner: &Manner) -> Vec<PhrasedStep> {
    let turns = Turns::new(manner.seed.unwrap_or_else(|| own_seed(steps)));
    let english = English {
        vocabulary,
        manner,
        turns,
        entered: RefCell::default(),
        clauses: RefCell::default(),
        unlinked: Cell::new(0),
        rode: Cell::new(None),
        met: RefCell::default(),
        walked: Cell::new(false),
        is_yours: Cell::new(None),
        said_then: Cell::new(false),
    };
    let mut all = Vec::with_capacity(steps.len());
    for (number, commands) in steps.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| steps[before]);
        let sentence = english.sentence(commands, before);
        let is_last = number + 1 == steps.len();
        let words = tokens(&match manner.length {
            Length::Chatty => english.chatted(sentence, before.is_some(), is_last),
            Length::Normal => {
                let goes_on = before.is_some_and(|before| !is_last && is_linked(before, commands));
                english.linked(sentence, goes_on)
            }
            Length::Terse => sentence,
        });
        all.push(PhrasedStep { words, clauses: english.clauses.take() });
    }
    all
}

/// What a way chooses its words by where nobody does: where it leads and how far.
/// Other ways are told in other words, the same always in the same.
fn own_seed(steps: &[&[Command]]) -> u64 {
    let mut seed = 0xCBF2_9CE4_8422_2325;
    let mut add = |byte: u8| seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3_u64);
    for command in steps.iter().flat_map(|step| step.iter()) {
        match &**command {
            Action::Verify(Verify { goal: Some(goal), .. }) => {
                goal.goal.get().map_or("", |label| label.as_str()).bytes().for_each(&mut add);
            }
            Action::Travel(travel) => {
                let metres = travel.distance.as_ref().and_then(|one| one.metres.get());
                metres.copied().unwrap_or(0).to_le_bytes().into_iter().for_each(&mut add);
            }
            _ => add(1),
        }
    }
    seed
}

struct English<'v> {
    vocabulary: &'v Vocabulary,
    manner: &'v Manner,
    turns: Turns,
    /// What was said to be entered on the way.
    entered: RefCell<Vec<Label>>,
    /// The clauses of the sentence so far.
    clauses: RefCell<Vec<PhrasedClause>>,
    /// How many sentences came since one began with 'then'.
    unlinked: Cell<u32>,
    /// Which way one has just taken stairs.
    rode: Cell<Option<Rise>>,
    /// What one was told to look at, in this sentence or at the end of the one before.
    met: RefCell<Vec<Thing>>,
    /// True once a walk was told.
    walked: Cell<bool>,
    /// True if sides are said to be those of who walks, once that is settled.
    is_yours: Cell<Option<bool>>,
    /// True where the sentence before has a 'then'.
    said_then: Cell<bool>,
}

impl English<'_> {
    /// The sentence that says the commands of a step, after another one.
    fn sentence(&self, commands: &[Command], step: Option<&[Command]>) -> String {
        let mut text = String::new();
        let mut last: Option<Action> = None;
        // Metres stand behind what is counted, or the counting seems to begin there.
        let mut metres: Option<u32> = None;
        let mut faced_door: Option<&Thing> = None;
        let is_in_corridor = step.is_some_and(|step| {
            step.last().is_some_and(|last| is_into_corridor(last)) && !turns_in_corridor(step)
        });
        self.met.replace(step.and_then(faced_by_turn).cloned().into_iter().collect());
        for (number, command) in commands.iter().enumerate() {
            let before = last.as_ref();
            let next = commands.get(number + 1).map(|next| &**next);
            let mut said = (**command).clone();
            if let Action::Travel(travel) = &mut said {
                if let (Some(door), Some(through)) = (faced_door.take(), &mut travel.through) {
                    through.desc = vec![Thing { side: Slot::Unset, ..door.clone() }];
                    travel.distance = None;
                }
                if is_walk(travel) && next.is_some_and(is_counted) {
                    let distance = travel.distance.take();
                    metres = distance.and_then(|one| one.metres.get().copied());
                }
                if self.manner.length == Length::Terse && next.is_some() {
                    travel.past = None;
                }
                // Who counts may count from elsewhere: then the metres tell.
                if metres.is_some_and(|metres| metres <= SOON) && next.is_some_and(is_first) {
                    metres = None;
                }
                if ends_in_sight(travel, next) {
                    travel.distance = None;
                    // 'Go to the stairs' says the walk as well.
                    let is_said = match next {
                        Some(Action::Travel(next)) => is_boarding(next) || is_door_at_hand(next),
                        _ => false,
                    };
                    if is_said && is_bare(travel) {
                        continue;
                    }
                }
            }
            // 'Go through the wide opening into the main corridor, then turn right.'
            if let (Action::Turn(turn), true) = (&mut said, turns_in_corridor(&commands[..=number]))
            {
                turn.into = None;
            }
            // 'Take the double door on your right. You are in Emergency.'
            if let Action::Travel(travel) = &said
                && number == 0
                && ends_at_a_door(step)
                && is_soon_there(travel, next)
            {
                continue;
            }
            // 'Go through the nearest door': that is the one ahead once it is faced.
            if let (Action::Face(face), Some(next)) = (&**command, next)
                && let Some(door) = door_faced(face, next)
            {
                faced_door = Some(door);
                continue;
            }
            // 'Face the door and go through the door' says it twice.
            if let (Action::Face(face), Some(next)) = (&said, next)
                && (is_same_as_faced(face, next, commands.get(number + 2).map(|one| &**one))
                    || is_goal_faced(face, commands))
            {
                continue;
            }
            if let Action::Ride(ride) = &said {
                self.rode.set(ride.rise.get().copied());
            }
            if let Action::Face(face) = &said {
                let faced = face.faced.iter().flat_map(|faced| &faced.desc);
                self.met.borrow_mut().extend(faced.cloned());
            }
            if let Action::Ride(ride) = &said
                && let Some(text) = self.ride_on(ride, step)
            {
                self.note(number, &text);
                return text;
            }
            // 'Face the longer end of the corridor and follow it.'
            let is_its_end = text.ends_with("the longer end of the corridor");
            let follows_it =
                is_its_end || is_in_corridor && (number == 0 || matches!(said, Action::Turn(_)));
            let is_after_warning = number == 0 && step.is_some_and(ends_with_warning);
            let mut clause = match &said {
                // 'That is' would be what one must not come to.
                Action::Verify(verify) if is_after_warning => self.verify(verify, before, true),
                // Who does not know which way to look knows no door ahead.
                Action::Travel(travel)
                    if step.is_none() && text.is_empty() && is_door_in_view(travel) =>
                {
                    self.door_in_view(travel)
                }
                said => self.clause(said, before, next, follows_it),
            };
            // 'Turn right towards the sofa. Walk about 8 metres, passing it.'
            if matches!(said, Action::Travel(_))
                && let Some(faced) = step.and_then(faced_by_turn)
            {
                let bare = self.thing(&Thing { side: Slot::Unset, ..faced.clone() });
                let passed = clause.split_once(&format!(", passing {bare}"));
                let rest = passed.map(|(_, rest)| rest);
                let is_all =
                    |rest: &str| [",", " on ", " and "].iter().any(|next| rest.starts_with(next));
                if rest.is_some_and(|rest| rest.is_empty() || is_all(rest)) {
                    clause = clause.replacen(&format!("passing {bare}"), "passing it", 1);
                }
            }
            // 'Turn right towards lift 1. Walk about 12 metres to it.'
            // Behind a door 'it' would be the door.
            let is_straight = before
                .is_none_or(|before| matches!(before, Action::Travel(travel) if is_walk(travel)));
            if let Action::Travel(travel) = &said
                && let Some(faced) = step.and_then(|step| turned_towards(step, travel))
                && is_straight
            {
                let bare = self.thing(&Thing { side: Slot::Unset, ..faced.clone() });
                clause = clause.replacen(&format!("{bare} ahead"), "it", 1);
                clause = clause.replacen(&bare, "it", 1);
            }
            if is_counted(command)
                && let Some(metres) = metres.take()
            {
                let along = format!(", {} along", self.metres(metres));
                // What follows 'into' is another room, and no metres are of it.
                let into = match &said {
                    Action::Travel(Travel { into: Some(into), .. }) => {
                        format!(" into {}", self.listed(Some(into)))
                    }
                    _ => String::new(),
                };
                clause = match clause.strip_suffix(&*into).filter(|_| !into.is_empty()) {
                    Some(door) => format!("{door}{along},{into}"),
                    None => clause + &along,
                };
            }
            if clause.is_empty() {
                continue;
            }
            self.note(number, &clause);
            // 'Turn left.' alone, behind a door.
            let is_behind_door = number == 0 && ends_at_a_door(step);
            if let (Action::Turn(Turn { location: None, .. }), true) = (&said, is_behind_door) {
                let once = self.turns.one_of("once", &["once through,", "on the other side,"]);
                clause = format!("{once} {clause}");
            }
            let goes_on = matches!(next, Some(Action::Travel(_)));
            let joint = joints::between(&mut text, &mut clause, before, &said, goes_on);
            if joint.starts_with(". then") {
                self.unlinked.set(0);
            }
            text.push_str(&joint);
            text.push_str(&clause);
            last = Some(said);
        }
        text
    }

    /// Keeps what says a command.
    fn note(&self, command: usize, words: &str) {
        let clause = PhrasedClause { command, words: words.to_owned(), ways: self.turns.taken() };
        self.clauses.borrow_mut().push(clause);
    }

    /// A link before every third sentence that begins with what is to be done.
    fn linked(&self, sentence: String, goes_on: bool) -> String {
        self.unlinked.set(self.unlinked.get() + 1);
        let is_due = self.unlinked.get() >= LINKED && !sentence.contains("then ");
        if !goes_on || !is_due || !is_unlinked(&sentence) {
            self.said_then.set(sentence.contains("then "));
            return sentence;
        }
        self.unlinked.set(0);
        self.link(&sentence) + &sentence
    }

    /// 'then ', 'after that, '.
    fn link(&self, sentence: &str) -> String {
        let was_said = self.said_then.replace(sentence.contains("then "));
        let is_fit = |words: &str| match words {
            "then" => !was_said && !sentence.contains("then "),
            "after that" => !sentence.contains("after "),
            _ => true,
        };
        let link = self.turns.one_that("link", &["from there", "after that", "then"], is_fit);
        // It is no part of what says a command.
        self.turns.taken();
        match link {
            "then" | "now" => format!("{link} "),
            link => format!("{link}, "),
        }
    }

    /// The same as somebody says it who likes to talk.
    fn chatted(&self, sentence: String, goes_on: bool, is_last: bool) -> String {
        let link = match goes_on && is_unlinked(&sentence) {
            true => self.link(&sentence),
            false => String::new(),
        };
        let end = match is_last && !sentence.ends_with("you are there") {
            true => ". you have arrived",
            false => "",
        };
        format!("{link}{sentence}{end}")
    }

    /// 'about 12 metres', 'about 40 feet'.
    fn metres(&self, metres: u32) -> String {
        let feet = Units::feet_said(metres);
        match (self.manner.units, self.manner.length) {
            (Units::Metres, Length::Terse) => format!("{metres} m"),
            (Units::Metres, _) if metres == 1 => "a metre".to_owned(),
            (Units::Metres, _) => format!("about {metres} metres"),
            (Units::Feet, Length::Terse) => format!("{feet} ft"),
            (Units::Feet, _) => format!("about {feet} feet"),
        }
    }

    fn clause(
        &self,
        action: &Action,
        before: Option<&Action>,
        next: Option<&Action>,
        follows_it: bool,
    ) -> String {
        match action {
            Action::Travel(travel) => {
                let end = match next {
                    Some(Action::Turn(turn)) if is_at_end(turn) && is_walk(travel) => {
                        turn.location.as_ref().map(|end| self.listed(end.until.as_deref()))
                    }
                    _ => None,
                };
                self.travel(travel, before, follows_it, end)
            }
            Action::Turn(turn) => self.turn(turn, before, follows_it),
            Action::Face(face) => self.face(face, next),
            Action::Ride(ride) => self.ride(ride),
            Action::Verify(verify) => self.verify(verify, before, false),
            Action::Find(find) => format!("find {}", self.listed(find.until.as_deref())),
        }
    }
}

/// True where a step may be linked to the one before: what one turns to is taken at
/// once, and who has only turned has got nowhere yet.
fn is_linked(before: &[Command], commands: &[Command]) -> bool {
    let rides = matches!(commands.first().map(|first| &**first), Some(Action::Ride(_)));
    let turned = matches!(before.last().map(|last| &**last), Some(Action::Turn(_)));
    !rides && !turned
}

/// True for a sentence that begins with what is to be done.
fn is_unlinked(sentence: &str) -> bool {
    let linked = [
        "then ", "once ", "on ", "from ", "that ", "those ", "at ", "after ", "when ", "if ",
        "you ", "the ", "with ",
    ];
    let is_linked = linked.iter().any(|start| sentence.starts_with(start));
    sentence.starts_with(char::is_lowercase) && !is_linked && !sentence.contains(" is ")
}

/// The words of a text, its marks apart, its capitals kept: names have them.
fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        match word.strip_suffix([',', '.']) {
            Some(bare) if !bare.is_empty() => {
                all.push(bare.to_owned());
                all.push(word[bare.len()..].to_owned());
            }
            _ => all.push(word.to_owned()),
        }
    }
    all
}
