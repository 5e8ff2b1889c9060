//! How visitors of a building err: a few named numbers.

use serde::Serialize;

use crate::read::Habits;
use crate::settings::setters;
use crate::{Error, Result};

/// How a visitor errs.
///
/// Where SAIL's walks teach something it is taken from there ([`Habits`]); what
/// corridors without doors, metres and levels cannot teach is set by hand, with
/// its reason beside it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct VisitorHabits {
    /// The chance to miss or to add one, at each thing but the first that is
    /// counted. From SAIL: how firmly people go by a count.
    pub miscount: f64,
    /// The chance to take left for right. From SAIL.
    pub mirror: f64,
    /// The chance to take another thing of the sort for the one that is meant:
    /// any door for the sliding door. From SAIL: how firmly people go by what a
    /// thing is.
    pub confuse: f64,
    /// The chance that one part of a sentence is not heeded. From SAIL.
    pub lapse: f64,
    /// The chance to notice that something does not fit, and to go back. From
    /// SAIL.
    pub notice: f64,
    /// The spread of judged metres, as a share. Seen distances are reported with
    /// a spread of 20 to 30% (Loomis and Knapp 2003); walked ones are better
    /// (Loomis and others 1992), numbers on paper hardly. Default 0.25.
    pub spread: f64,
    /// The visual angle, in radians, at which a thing that is looked for is
    /// overlooked every third time; how often falls exponentially with its angle,
    /// as what is conspicuous grows with size and nearness (Engel 1977). Set by
    /// hand: 0.06, a metre seen from sixteen.
    pub angle: f64,
    /// The chance not to read the name at a door, or that there is none: who is
    /// in the wrong room does not notice it then. Set by hand: 0.3.
    pub unread: f64,
    /// The chance to leave stairs or a lift on the wrong level. Set by hand:
    /// 0.01, for the number is on the wall.
    pub level: f64,
    /// The chance to go by the destination in view without knowing it. Set by
    /// hand: 0.1.
    pub unseen_goal: f64,
}

impl Default for VisitorHabits {
    fn default() -> VisitorHabits {
        let people = Habits::default();
        VisitorHabits {
            miscount: (-people.count).exp(),
            mirror: people.mirror,
            confuse: (-people.thing).exp(),
            lapse: people.lapse,
            notice: people.notice,
            spread: 0.25,
            angle: 0.06,
            unread: 0.3,
            level: 0.01,
            unseen_goal: 0.1,
        }
    }
}

setters!(VisitorHabits {
    miscount: f64,
    mirror: f64,
    confuse: f64,
    lapse: f64,
    notice: f64,
    spread: f64,
    angle: f64,
    unread: f64,
    level: f64,
    unseen_goal: f64,
});

impl VisitorHabits {
    /// A visitor who errs so many times as often; 0 is one who never errs. What
    /// is noticed stays as it is.
    #[must_use]
    pub fn erring(&self, times: f64) -> VisitorHabits {
        let chance = |one: f64| (one * times).clamp(0.0, 0.9);
        VisitorHabits {
            miscount: chance(self.miscount),
            mirror: chance(self.mirror).min(0.5),
            confuse: chance(self.confuse),
            lapse: chance(self.lapse),
            notice: self.notice,
            spread: self.spread * times,
            angle: self.angle * times,
            unread: chance(self.unread),
            level: chance(self.level),
            unseen_goal: chance(self.unseen_goal),
        }
    }

    /// Refuses what is no habit.
    pub fn check(&self) -> Result<()> {
        for (name, value) in [
            ("miscount", self.miscount),
            ("mirror", self.mirror),
            ("confuse", self.confuse),
            ("lapse", self.lapse),
            ("notice", self.notice),
            ("spread", self.spread),
            ("angle", self.angle),
            ("unread", self.unread),
            ("level", self.level),
            ("unseen_goal", self.unseen_goal),
        ] {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::input(format!("{name} is {value}; it must be from 0 to 1")));
            }
        }
        Ok(())
    }

    /// The chance to overlook something of so many metres, so many metres away.
    pub(super) fn overlooks(&self, size: f64, metres: f64) -> f64 {
        match self.angle > 0.0 {
            true => (-size / metres.max(0.5) / self.angle).exp(),
            false => 0.0,
        }
    }
}
