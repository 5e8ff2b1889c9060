//! The manner of directions: how much is said, in which unit, and in which of
//! several good words.

use std::cell::RefCell;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::phrasebook::{self, Known};
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
    /// Another seed, other words of the same quality; none, those that the way asks for.
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

impl Manner {
    /// The same in other words, and others again.
    pub(crate) fn again(&self, times: u64) -> Manner {
        let seed = match times {
            0 => self.seed,
            _ => Some(self.seed.unwrap_or(0).wrapping_mul(0x0100_0000_01B3).wrapping_add(times)),
        };
        Manner { seed, ..self.clone() }
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

/// What is said of without a verb.
const VERBLESS: [&str; 6] = ["at", "beside", "link", "once", "side", "with"];

/// Words that take turns, so that an instruction does not repeat itself.
#[derive(Debug)]
pub(super) struct Turns {
    seed: u64,
    /// How often each way was taken, by what is said and its place among the ways.
    used: RefCell<BTreeMap<(&'static str, usize), u32>>,
    /// The verb that was said last.
    verb: RefCell<&'static str>,
    taken: RefCell<Vec<TakenWay>>,
}

impl Turns {
    /// Another seed, other words.
    pub(super) fn new(seed: u64) -> Turns {
        let (used, taken) = (RefCell::default(), RefCell::default());
        Turns { seed, used, verb: RefCell::new(""), taken }
    }

    /// One of several ways to say something, plain or people's.
    pub(super) fn one_of(&self, what: &'static str, plain: &[&'static str]) -> &'static str {
        self.one_that(what, plain, |_| true)
    }

    /// The same of those that are fit to be said here; the first plain one is. The
    /// more usual a way is and the less it was said, the better.
    pub(super) fn one_that(
        &self,
        what: &'static str,
        plain: &[&'static str],
        is_fit: impl Fn(&str) -> bool,
    ) -> &'static str {
        let ways = phrasebook::ways(what, plain);
        let mut used = self.used.borrow_mut();
        let mut last = self.verb.borrow_mut();
        let worth = |place: usize, way: &Known| {
            let said = used.get(&(what, place)).copied().unwrap_or(0);
            let again = if verb(way.words) == *last { 4.0 } else { 1.0 };
            way.weight * self.liking(what, place) / f64::from(1 + 2 * said) / again
        };
        let fit = ways.iter().enumerate().filter(|(place, way)| *place == 0 || is_fit(way.words));
        let best = fit.max_by(|(a, one), (b, other)| worth(*a, one).total_cmp(&worth(*b, other)));
        let (place, way) = best.unwrap_or((0, &ways[0]));
        *used.entry((what, place)).or_insert(0) += 1;
        if !VERBLESS.contains(&what) {
            *last = verb(way.words);
        }
        let Known { words, is_peoples, is_plain, .. } = *way;
        let way = TakenWay { what, words, plain: plain[0], is_learnt: !is_plain, is_peoples };
        self.taken.borrow_mut().push(way);
        words
    }

    /// True once in so many times that this is asked.
    pub(super) fn is_turn_of(&self, what: &'static str, of: u32) -> bool {
        let mut used = self.used.borrow_mut();
        let count = used.entry((what, usize::MAX)).or_insert(0);
        *count += 1;
        let first = (self.liking(what, 0) * 1e6) as u32;
        (*count + first).is_multiple_of(of)
    }

    /// How much the seed likes a way, between a third and one.
    fn liking(&self, what: &str, place: usize) -> f64 {
        let mut sum = self.seed ^ (place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for byte in what.bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        sum ^= sum >> 29;
        let share = (sum.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as f64 / (1u64 << 24) as f64;
        1.0 / 3.0 + share * 2.0 / 3.0
    }

    /// The ways that were taken since this was last asked.
    pub(super) fn taken(&self) -> Vec<TakenWay> {
        self.taken.take()
    }
}

fn verb(words: &'static str) -> &'static str {
    words.split(' ').next().unwrap_or("")
}
