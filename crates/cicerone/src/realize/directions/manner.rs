//! The manner of directions: how much is said, in which unit, and in which of
//! several good words.

use std::cell::RefCell;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::phrasebook;
use crate::{Error, Result};

/// A foot, in metres.
const FOOT: f64 = 0.3048;

/// How directions through a building are worded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Manner {
    /// How much is said.
    pub length: Length,
    /// In which unit distances are said.
    pub units: Units,
    /// Another seed, other words of the same quality; none, the usual ones.
    pub seed: Option<u64>,
}

/// How much is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Length {
    /// What one needs, and no more.
    Terse,
    /// As people say it.
    #[default]
    Normal,
    /// With words between the steps, and a check of what one passes.
    Chatty,
}

/// The unit that distances are said in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// In metres.
    #[default]
    Metres,
    /// In feet.
    Feet,
}

impl Units {
    /// So many metres in feet, to a tenth, where feet are asked for.
    pub(crate) fn feet(self, metres: f64) -> Option<f64> {
        (self == Units::Feet).then(|| (metres / FOOT * 10.0).round() / 10.0)
    }

    /// About so many metres, as people say it in feet.
    pub(super) fn feet_said(metres: u32) -> u32 {
        let feet = f64::from(metres) / FOOT;
        let to = match feet {
            few if few < 8.0 => 1.0,
            some if some < 40.0 => 5.0,
            many if many < 150.0 => 10.0,
            far if far < 400.0 => 25.0,
            _ => 50.0,
        };
        ((feet / to).round() * to) as u32
    }
}

impl Manner {
    /// The styles of directions through buildings; the styles of authors are for
    /// worlds of corridors.
    pub const STYLES: [&'static str; 3] = ["terse", "normal", "chatty"];

    /// The manner of that style, unit and seed.
    pub fn new(style: Option<&str>, units: Units, seed: Option<u64>) -> Result<Manner> {
        let length = match style.map(str::to_lowercase).as_deref() {
            None | Some("normal") => Length::Normal,
            Some("terse") => Length::Terse,
            Some("chatty") => Length::Chatty,
            Some(_) => {
                return Err(Error::input(format!(
                    "style: '{}' is no style of directions through buildings; these are {}",
                    style.unwrap_or_default(),
                    Manner::STYLES.join(", ")
                )));
            }
        };
        Ok(Manner { length, units, seed })
    }
}

/// Which of several ways to say something was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenWay {
    /// What is said: `turn`, `take`.
    pub what: &'static str,
    /// The words.
    pub words: &'static str,
    /// The first of the plain ways to say it.
    pub plain: &'static str,
    /// True for words that only people's texts have, none of the plain ways.
    pub is_learnt: bool,
    /// True for words that people's texts have, plain or not.
    pub is_peoples: bool,
}

/// Words that take turns, so that an instruction does not repeat itself.
#[derive(Debug)]
pub(super) struct Turns {
    seed: u64,
    used: RefCell<BTreeMap<&'static str, usize>>,
    taken: RefCell<Vec<TakenWay>>,
}

impl Turns {
    pub(super) fn new(seed: Option<u64>) -> Turns {
        Turns { seed: seed.unwrap_or(0), used: RefCell::default(), taken: RefCell::default() }
    }

    /// The next of several ways to say something: the plain ones first,
    /// then people's.
    pub(super) fn one_of(&self, what: &'static str, plain: &[&'static str]) -> &'static str {
        let ways = phrasebook::ways(what, plain);
        let mut used = self.used.borrow_mut();
        let count = used.entry(what).or_insert(0);
        *count += 1;
        // Every way to say something begins elsewhere.
        let shift = what.bytes().fold(self.seed, |sum, byte| {
            if self.seed == 0 { 0 } else { sum.wrapping_mul(31).wrapping_add(u64::from(byte)) }
        });
        let place = ((*count - 1) as u64).wrapping_add(shift) as usize % ways.len();
        let is_learnt = place >= plain.len();
        let words = ways[place];
        let is_peoples = phrasebook::is_peoples(words);
        let way = TakenWay { what, words, plain: plain[0], is_learnt, is_peoples };
        self.taken.borrow_mut().push(way);
        words
    }

    /// The ways that were taken since this was last asked.
    pub(super) fn taken(&self) -> Vec<TakenWay> {
        self.taken.take()
    }
}
