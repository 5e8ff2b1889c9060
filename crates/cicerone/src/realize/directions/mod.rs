//! Plain English for what is said of a building: doors, rooms, levels, metres,
//! names. Correct for every command and pleasant for most; nothing is learnt.
//!
//! The commands of a leg become one sentence: each is a clause, and clauses are
//! joined as people join them ('walk about 12 metres past the kiosk, then take
//! the second door on your left').

mod arrival;
mod manner;
mod moves;
mod names;
mod patterns;
#[cfg(test)]
mod tests;
mod things;

pub use manner::{Length, Manner, TakenWay, Units};

use std::cell::RefCell;

use manner::Turns;
use patterns::{
    ends_at_a_door, ends_with_warning, is_at_end, is_bare, is_behind, is_boarding, is_counted,
    is_door_in_view, is_goal_faced, is_into_corridor, is_many, is_off_stairs, is_same_as_faced,
    is_told_apart, is_walk, is_walk_on,
};

use crate::cas::{Action, Command, Label, Turn};
use crate::world::Vocabulary;

/// At most so many clauses follow each other with 'then'.
const LONGEST: usize = 3;
/// A sentence of so many words is not gone on with.
const LONG: usize = 20;

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
    let turns = Turns::new(manner.seed);
    let english = English {
        vocabulary,
        manner,
        turns,
        entered: RefCell::default(),
        clauses: RefCell::default(),
    };
    let mut all = Vec::with_capacity(steps.len());
    for (number, commands) in steps.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| steps[before]);
        let sentence = english.sentence(commands, before);
        let is_last = number + 1 == steps.len();
        let words = tokens(&match manner.length {
            Length::Chatty => english.chatted(sentence, before.is_some(), is_last),
            Length::Terse | Length::Normal => sentence,
        });
        all.push(PhrasedStep { words, clauses: english.clauses.take() });
    }
    all
}

/// What stands between two clauses.
fn joint(before: Option<&Action>, now: &Action, goes_on: bool) -> String {
    match (before, now) {
        (None, _) => "",
        // Who is told which way to look and then to turn takes a step between.
        (Some(Action::Face(face)), Action::Turn(turn)) if turn.location.is_none() => {
            match is_behind(face) {
                true => ", step forward and ",
                // Nobody is to go through the door that is faced.
                false if is_many(face) => ", take a step or two towards them and ",
                false => ", take a step or two towards it and ",
            }
        }
        (Some(Action::Face(face)), _) if is_behind(face) => ", ",
        (Some(Action::Travel(travel)), _) if is_off_stairs(travel) => ", ",
        (Some(Action::Travel(travel)), Action::Turn(turn)) if travel.out.is_some() => {
            match turn.location {
                None if goes_on => ", ",
                None => " and ",
                Some(_) => ". ",
            }
        }
        (Some(_), Action::Verify(verify)) if !verify.beyond.is_empty() => ". ",
        (Some(Action::Verify(_)), _) => ". ",
        (Some(_), Action::Verify(verify)) if verify.goal.is_some() => match before {
            Some(Action::Travel(travel)) if is_walk(travel) && !is_told_apart(verify) => " to ",
            _ => ". ",
        },
        (Some(Action::Travel(travel)), Action::Travel(_)) if travel.out.is_some() => ", then ",
        // 'Walk to the end and turn left.'
        (Some(Action::Travel(travel)), Action::Turn(turn))
            if is_walk(travel) && is_at_end(turn) =>
        {
            " "
        }
        (Some(Action::Travel(_)), Action::Turn(turn)) if turn.location.is_some() => ", and ",
        (Some(Action::Travel(travel)), Action::Travel(next))
            if is_walk(travel) && is_boarding(next) =>
        {
            " "
        }
        // 'Walk straight on and take the door on your left.'
        (Some(Action::Travel(travel)), Action::Travel(_) | Action::Turn(_)) if is_bare(travel) => {
            " and "
        }
        (Some(Action::Turn(_) | Action::Face(_)), Action::Travel(_)) => " and ",
        _ => ", then ",
    }
    .to_owned()
}

struct English<'v> {
    vocabulary: &'v Vocabulary,
    manner: &'v Manner,
    turns: Turns,
    /// What was said to be entered on the way.
    entered: RefCell<Vec<Label>>,
    /// The clauses of the sentence so far.
    clauses: RefCell<Vec<PhrasedClause>>,
}

impl English<'_> {
    /// The sentence that says the commands of a step, after another one.
    fn sentence(&self, commands: &[Command], step: Option<&[Command]>) -> String {
        let mut text = String::new();
        let mut before: Option<&Action> = None;
        // Metres stand behind what is counted, or the counting seems to begin there.
        let mut metres: Option<u32> = None;
        let is_in_corridor =
            step.and_then(|step| step.last()).is_some_and(|last| is_into_corridor(last));
        for (number, command) in commands.iter().enumerate() {
            let next = commands.get(number + 1).map(|next| &**next);
            let mut said = (**command).clone();
            if let Action::Travel(travel) = &mut said {
                if is_walk(travel) && next.is_some_and(is_counted) {
                    let distance = travel.distance.take();
                    metres = distance.and_then(|one| one.metres.get().copied());
                }
                if self.manner.length == Length::Terse && next.is_some() {
                    travel.past = None;
                }
            }
            // 'Face the door and go through the door' says it twice.
            if let (Action::Face(face), Some(next)) = (&said, next)
                && (is_same_as_faced(face, next) || is_goal_faced(face, commands))
            {
                continue;
            }
            if let Action::Ride(ride) = &said
                && let Some(text) = self.ride_on(ride, step)
            {
                self.note(number, &text);
                return text;
            }
            let follows_it = is_in_corridor && (number == 0 || matches!(said, Action::Turn(_)));
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
            if is_counted(command)
                && let Some(metres) = metres.take()
            {
                clause += &format!(", {} along", self.metres(metres));
            }
            if clause.is_empty() {
                continue;
            }
            self.note(number, &clause);
            // 'Turn left.' alone, behind a door.
            let is_behind_door = number == 0 && ends_at_a_door(step);
            if let (Action::Turn(Turn { location: None, .. }), true) = (&said, is_behind_door) {
                clause = format!("once through, {clause}");
            }
            let goes_on = matches!(next, Some(Action::Travel(_)));
            let mut joint = joint(before, command, goes_on);
            if clause.starts_with([';', ' ']) {
                joint.clear();
            }
            // 'Walk straight on, pass three doors and take the fourth.'
            if clause.starts_with("pass ") && [", then ", " and "].contains(&joint.as_str()) {
                joint = ", ".to_owned();
            }
            if clause.starts_with(';') && text.ends_with(',') {
                text.pop();
            }
            // 'And' is said once.
            let clauses = text.rsplit(", ").next().unwrap_or("");
            if clause.starts_with("to the end") && clauses.contains(" and ") {
                clause = clause.replacen(" and ", ", then ", 1);
            }
            let is_heavy = clauses.contains(" and ") || clause.starts_with("after ");
            if joint == " and " && before.is_some_and(is_walk_on) && is_heavy {
                joint = ", then ".to_owned();
            }
            if joint == " and "
                && matches!(before, Some(Action::Face(_)))
                && clause.contains(" and ")
            {
                joint = ", then ".to_owned();
            }
            if joint == " and " && clauses.contains(" and ") {
                joint = ", then ".to_owned();
            }
            // Nobody remembers a sentence of many parts.
            let sentence = text.rsplit(". ").next().unwrap_or("");
            let parts = sentence.matches(", then ").count();
            let is_long = sentence.split_whitespace().count() >= LONG;
            if joint == ", then " && (parts >= LONGEST - 1 || is_long) {
                let begins = ["after ", "if "].iter().any(|start| clause.starts_with(start));
                joint = if begins { ". " } else { ". then " }.to_owned();
            }
            // A clause may close with a comma of its own.
            let doubled = text.ends_with(',') && joint.starts_with(',');
            if joint.starts_with('.') && text.ends_with(',') {
                text.pop();
            }
            text.push_str(if doubled { &joint[1..] } else { &joint });
            text.push_str(&clause);
            before = Some(command);
        }
        text
    }

    /// Keeps what says a command.
    fn note(&self, command: usize, words: &str) {
        let clause = PhrasedClause { command, words: words.to_owned(), ways: self.turns.taken() };
        self.clauses.borrow_mut().push(clause);
    }

    /// The same as somebody says it who likes to talk.
    fn chatted(&self, sentence: String, goes_on: bool, is_last: bool) -> String {
        let is_linked = ["then ", "once ", "from ", "that ", "those ", "at ", "after ", "\u{2018}"];
        let is_linked = is_linked.iter().any(|start| sentence.starts_with(start));
        let is_bare = sentence.starts_with(char::is_lowercase) && !is_linked;
        let link = match goes_on && is_bare && !sentence.contains(" is ") {
            true => self.turns.one_of("link", &["from there, ", "after that, ", "now "]),
            false => "",
        };
        let end = if is_last { ". you have arrived" } else { "" };
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
                let goes_to_end = matches!(next, Some(Action::Turn(turn)) if is_at_end(turn));
                self.travel(travel, before, follows_it, goes_to_end)
            }
            Action::Turn(turn) => self.turn(turn, before, follows_it),
            Action::Face(face) => self.face(face),
            Action::Ride(ride) => self.ride(ride),
            Action::Verify(verify) => self.verify(verify, before, false),
            Action::Find(find) => format!("find {}", self.listed(find.until.as_deref())),
        }
    }
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
