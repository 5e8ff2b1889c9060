//! What stands between the clauses of a sentence: 'and', 'then', a full stop.

use super::patterns::{
    is_at_end, is_bare, is_behind, is_boarding, is_counted, is_following, is_many, is_off_stairs,
    is_told_apart, is_walk,
};
use crate::cas::Action;

/// At most so many clauses follow each other with 'then'.
const LONGEST: usize = 2;
/// A sentence of so many words is not gone on with.
const LONG: usize = 20;

/// What stands between a text and the next clause of it, both of which may lose a
/// mark or a word to it.
pub(super) fn between(
    text: &mut String,
    clause: &mut String,
    before: Option<&Action>,
    now: &Action,
    goes_on: bool,
) -> String {
    let mut joint = usual(before, now, goes_on);
    if clause.starts_with([';', ' ']) {
        joint = "";
    }
    // 'Follow the corridor, passing the plant, until you reach reception.'
    if joint == " to " && text.ends_with(',') {
        joint = " until you reach ";
    }
    // 'Take the second door, about 9 metres along, into the pantry.'
    if clause.starts_with(" into ") && text.ends_with(" along") {
        joint = ",";
    }
    // 'Walk straight on, pass three doors and take the fourth.'
    if clause.starts_with("pass ") && [", then ", " and "].contains(&joint) {
        joint = ", ";
    }
    if clause.starts_with(';') && text.ends_with(',') {
        text.pop();
    }
    // 'And' is said once.
    let said = text.rsplit([',', '.']).next().unwrap_or("");
    if clause.starts_with("and ") && said.contains(" and ") {
        *clause = clause.replacen("and ", "then ", 1);
        joint = ", ";
    }
    // 'Walk straight on, and after the kiosk take the second door.'
    if [" and ", ", then "].contains(&joint) && clause.starts_with("after ") {
        joint = ", and ";
    }
    if joint == " and " && clause.contains(" and ") {
        joint = match before {
            // 'Turn left, then walk about 4 metres, passing the plant, and go through.'
            Some(Action::Turn(_)) if clause.contains(", passing ") => ", then ",
            // 'Turn left, walk about 4 metres and go through the door.'
            Some(Action::Turn(_)) => ", ",
            Some(Action::Travel(travel)) if travel.out.is_some() => ", ",
            Some(Action::Face(_)) => ", then ",
            _ => joint,
        };
    }
    if joint == " and " && said.contains(" and ") {
        joint = ", then ";
    }
    // Nobody remembers a sentence of many parts.
    let sentence = text.rsplit(". ").next().unwrap_or("");
    let parts = sentence.matches(", then ").count();
    let is_long = sentence.split_whitespace().count() >= LONG;
    if joint == ", then " && (parts >= LONGEST - 1 || is_long) {
        let begins = ["after ", "if "].iter().any(|start| clause.starts_with(start));
        // One 'then' after another is tiring.
        joint = if begins || parts > 0 { ". " } else { ". then " };
    }
    // A clause may close with a comma of its own.
    let doubled = text.ends_with(',') && joint.starts_with(',');
    if joint.starts_with('.') && text.ends_with(',') {
        text.pop();
    }
    if doubled { joint[1..].to_owned() } else { joint.to_owned() }
}

/// What stands between two clauses, whatever their words.
fn usual(before: Option<&Action>, now: &Action, goes_on: bool) -> &'static str {
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
        (Some(Action::Face(face)), _) if is_behind(face) => ", then ",
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
        (Some(Action::Travel(travel)), Action::Travel(_)) if travel.out.is_some() => " and ",
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
        // 'Follow it and take the second door on your left.'
        (Some(Action::Travel(travel)), next) if is_following(travel) && is_counted(next) => " and ",
        // 'Walk straight on and take the door on your left.'
        (Some(Action::Travel(travel)), Action::Travel(_) | Action::Turn(_)) if is_bare(travel) => {
            " and "
        }
        (Some(Action::Turn(_) | Action::Face(_)), Action::Travel(_)) => " and ",
        _ => ", then ",
    }
}
