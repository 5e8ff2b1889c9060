//! How people err: a few named numbers.

use serde::{Deserialize, Serialize};

use super::misfit::{CLAIMS, Misfit};
use crate::settings::setters;
use crate::{Error, Result};

/// How a reader errs.
///
/// A reader weighs every move it could make. A move loses weight by every claim
/// of the command that it does not bear out, each by a factor of exp(-n), where
/// n is one of the first twelve numbers: the larger, the more firmly people go by
/// such a claim. The others say how often something is misread, and what the
/// reader does about it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Habits {
    /// Whether to walk, to turn or to stand.
    pub shape: f64,
    /// Which way to turn.
    pub direction: f64,
    /// How many places to walk, apart from counting wrongly.
    pub count: f64,
    /// What a thing is.
    pub thing: f64,
    /// What a floor looks like.
    pub floor: f64,
    /// On which side something is.
    pub side: f64,
    /// How near something is.
    pub near: f64,
    /// The second, the only one, the long one.
    pub number: f64,
    /// What one passes.
    pub passed: f64,
    /// How many metres to walk. Not learnt: no text of SAIL has metres. People's
    /// estimates of a distance spread by 20 to 30% (Loomis and Knapp 2003), so
    /// that a place a quarter too near or too far is taken about every third
    /// time.
    pub metres: f64,
    /// Which door, room or opening. Not learnt; taken for as firm as a thing.
    pub door: f64,
    /// Which level. Not learnt: who is on the wrong level mostly reads the sign.
    pub level: f64,
    /// What walking one place further than needed costs.
    pub step: f64,
    /// What a turn that nobody asked for costs.
    pub turn: f64,
    /// The chance to lose count at each place but the first that is counted.
    pub miscount: f64,
    /// The chance to take left for right.
    pub mirror: f64,
    /// The chance to walk to what the last words only point out.
    pub lure: f64,
    /// The chance to do something else altogether.
    pub lapse: f64,
    /// The chance to notice that the next words do not fit where one is, and to
    /// go back.
    pub notice: f64,
    /// The chance that a sentence is understood although its commands say
    /// something else; people's sentences only.
    pub gist: f64,
    /// The chance that a sentence without commands is understood.
    pub untold: f64,
}

impl Default for Habits {
    /// As people on the SAIL maps; see [`Critic::people`](super::Critic::people)
    /// for how they were learnt.
    fn default() -> Habits {
        super::Critic::people().habits
    }
}

setters!(Habits { miscount: f64, mirror: f64, lapse: f64, notice: f64 });

/// How many numbers there are.
const NUMBERS: usize = 21;

/// The names of the numbers, in order.
const NAMES: [&str; NUMBERS] = [
    "shape",
    "direction",
    "count",
    "thing",
    "floor",
    "side",
    "near",
    "number",
    "passed",
    "metres",
    "door",
    "level",
    "step",
    "turn",
    "miscount",
    "mirror",
    "lure",
    "lapse",
    "notice",
    "gist",
    "untold",
];

/// The first of the numbers that is a chance rather than a weight.
#[cfg_attr(not(feature = "training"), allow(dead_code))]
pub(super) const FIRST_CHANCE: usize = 14;

/// The numbers that no walk teaches.
#[cfg(feature = "training")]
pub(super) const NOT_LEARNT: [usize; 3] = [9, 10, 11];

impl Habits {
    /// Where learning begins.
    #[cfg(feature = "training")]
    pub(super) const FIRST_GUESS: [f64; NUMBERS] = [
        2.0, 8.0, 3.3, 2.0, 2.7, 1.0, 1.5, 2.0, 0.3, 1.0, 3.0, 6.0, 0.2, 1.5, 0.005, 0.01, 0.3,
        0.03, 0.9, 0.6, 0.8,
    ];

    /// The numbers, in the order of their names.
    pub(super) fn numbers(&self) -> [f64; NUMBERS] {
        let one = self;
        [
            one.shape,
            one.direction,
            one.count,
            one.thing,
            one.floor,
            one.side,
            one.near,
            one.number,
            one.passed,
            one.metres,
            one.door,
            one.level,
            one.step,
            one.turn,
            one.miscount,
            one.mirror,
            one.lure,
            one.lapse,
            one.notice,
            one.gist,
            one.untold,
        ]
    }

    #[cfg(feature = "training")]
    pub(super) fn from_numbers(numbers: [f64; NUMBERS]) -> Habits {
        let [
            shape,
            direction,
            count,
            thing,
            floor,
            side,
            near,
            number,
            passed,
            metres,
            door,
            level,
            step,
            turn,
            miscount,
            mirror,
            lure,
            lapse,
            notice,
            gist,
            untold,
        ] = numbers;
        Habits {
            shape,
            direction,
            count,
            thing,
            floor,
            side,
            near,
            number,
            passed,
            metres,
            door,
            level,
            step,
            turn,
            miscount,
            mirror,
            lure,
            lapse,
            notice,
            gist,
            untold,
        }
    }

    /// The same for commands that say every move. People's sentences leave moves
    /// out, and whoever reads them learns to move unasked; whether to walk or to
    /// turn is no less firm than which way where it is always said.
    #[must_use]
    pub fn told_every_move(&self) -> Habits {
        Habits { shape: self.shape.max(self.direction), ..*self }
    }

    /// The same of somebody who takes pains: errs less than half as often, goes
    /// by what is said alone, and notices nearly everything that does not fit.
    #[must_use]
    pub(super) fn taking_pains(&self) -> Habits {
        Habits { gist: 0.0, notice: 0.95, ..self.told_every_move().erring(0.4) }
    }

    /// A reader who errs so many times as often: chances grow by the factor,
    /// and what a claim weighs shrinks. 0 is a reader who never errs.
    #[must_use]
    pub fn erring(&self, times: f64) -> Habits {
        let weight = |one: f64| if times > 0.0 { one / times } else { 50.0 * one };
        let chance = |one: f64| (one * times).clamp(0.0, 0.9);
        Habits {
            shape: weight(self.shape),
            direction: weight(self.direction),
            count: weight(self.count),
            thing: weight(self.thing),
            floor: weight(self.floor),
            side: weight(self.side),
            near: weight(self.near),
            number: weight(self.number),
            passed: weight(self.passed),
            metres: weight(self.metres),
            door: weight(self.door),
            level: weight(self.level),
            miscount: chance(self.miscount),
            mirror: chance(self.mirror),
            lure: chance(self.lure),
            lapse: chance(self.lapse),
            ..*self
        }
    }

    /// The logarithm of what a move weighs beside one that fits.
    pub(super) fn weight(&self, misfit: &Misfit, steps: u32, turns: u32) -> f64 {
        let numbers = self.numbers();
        let claims = (0..CLAIMS).map(|claim| numbers[claim] * f64::from(misfit.fails[claim]));
        -claims.sum::<f64>() - self.step * f64::from(steps) - self.turn * f64::from(turns)
    }

    /// Refuses what is no habit.
    pub fn check(&self) -> Result<()> {
        for (place, (name, value)) in NAMES.iter().zip(self.numbers()).enumerate() {
            let most = if place < FIRST_CHANCE { 1e3 } else { 1.0 };
            if !(0.0..=most).contains(&value) {
                return Err(Error::input(format!(
                    "{name} is {value}; it must be from 0 to {most}"
                )));
            }
        }
        Ok(())
    }
}
