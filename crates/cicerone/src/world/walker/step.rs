//! What somebody on the way does next, as people write it.

use std::str::FromStr;

use crate::{Error, Result};

/// What somebody on the way does next.
#[derive(Debug, Clone, PartialEq)]
pub enum WalkStep {
    /// Turn left, by so many degrees if that is said.
    Left(Option<f64>),
    /// Turn right, by so many degrees if that is said.
    Right(Option<f64>),
    /// Turn about.
    Around,
    /// Walk on: so many metres, or places in a world of corridors; to where
    /// something changes if nothing is said.
    Forward(Option<f64>),
    /// Turn to the thing of that number.
    Face(usize),
    /// Turn to the thing of that number and walk up to it, or so many metres.
    Toward(usize, Option<f64>),
    /// Go through the door of that number.
    Through(usize),
    /// Take the stairs, escalator or ramp.
    Climb {
        /// True for up.
        up: bool,
        /// To which level, where they lead to several; to the next if it is not said.
        to: Option<String>,
    },
    /// Take the lift to a level.
    Lift(String),
    /// That is it.
    Stop,
}

impl FromStr for WalkStep {
    type Err = Error;

    fn from_str(text: &str) -> Result<WalkStep> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let wrong = || {
            let text: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
            Error::input(format!(
                "'{text}' is no step; write left [DEGREES], right [DEGREES], around, \
                 forward [METRES], face K, toward K [METRES], through door K, \
                 up [to LEVEL], down [to LEVEL], \
                 lift to LEVEL, or stop"
            ))
        };
        let amount = |text: &str| -> Result<f64> {
            let number = text.trim_end_matches(|c: char| c.is_alphabetic());
            let metres: f64 = number.parse().map_err(|_| wrong())?;
            match metres.is_finite() && metres > 0.0 {
                true => Ok(metres),
                false => Err(wrong()),
            }
        };
        let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        Ok(match words[..] {
            ["left"] | ["turn", "left"] => WalkStep::Left(None),
            ["right"] | ["turn", "right"] => WalkStep::Right(None),
            ["left", by] | ["turn", "left", by] => WalkStep::Left(Some(amount(by)?)),
            ["right", by] | ["turn", "right", by] => WalkStep::Right(Some(amount(by)?)),
            ["around" | "back"] | ["turn", "around"] => WalkStep::Around,
            ["forward" | "on" | "walk"] => WalkStep::Forward(None),
            ["forward" | "on" | "walk", metres] | ["forward" | "on" | "walk", metres, _] => {
                WalkStep::Forward(Some(amount(metres)?))
            }
            ["face", k] => WalkStep::Face(number(k)?),
            ["toward" | "towards", k] => WalkStep::Toward(number(k)?, None),
            ["toward" | "towards", k, metres] => {
                WalkStep::Toward(number(k)?, Some(amount(metres)?))
            }
            ["through", k] | ["through", "door", k] => WalkStep::Through(number(k)?),
            [way @ ("up" | "down")] => WalkStep::Climb { up: way == "up", to: None },
            [way @ ("up" | "down"), "to", _, ..] => {
                let after = text.trim()[way.len()..].trim_start();
                let to = after.get(2..).unwrap_or("").trim().to_owned();
                WalkStep::Climb { up: way == "up", to: Some(to) }
            }
            ["lift", "to", .., last] | ["lift", last] => {
                let _ = last;
                let after = text.trim().get(4..).unwrap_or("").trim();
                let level = after.strip_prefix("to ").unwrap_or(after);
                WalkStep::Lift(level.trim().to_owned())
            }
            ["stop"] => WalkStep::Stop,
            _ => return Err(wrong()),
        })
    }
}
