//! How a guide works, whatever it is asked for.

use crate::settings::setters;
use crate::{Error, Result};

/// How a guide puts its stages to work. The figures were chosen on the
/// validation routes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GuideConfig {
    /// Options of each segment that are put into words before anybody asks
    /// whether they are needed; the rest waits until all of these have failed.
    /// Nearly always the first have words, and asking for the others too would
    /// cost most of the time. Default 2.
    pub at_first: usize,
    /// The same where somebody tries them, who has more to choose from.
    /// Default 4.
    pub at_first_on_trial: usize,
    /// The same where somebody tries them and the heading is not known: who
    /// does not know which way to look needs the most telling. Default 16.
    pub at_departure: usize,
    /// Words of the longest plain sentence that competes with learnt ones
    /// where somebody tries them. Long ones are safe and no English, but who
    /// starts with an unknown heading is glad of any length. Default 9.
    pub longest_plain: usize,
    /// How much less likely to arrive than the safest a telling may be that is
    /// better English, or more like what people would say there. Default 0.04.
    pub tolerance: f64,
    /// Words of the longest sentence that a turn and the walk after it are
    /// joined in where somebody tries them; 0 joins nothing. Default 20.
    pub longest_joined: usize,
    /// The same where the walk names a floor: 'to the intersection with the brick
    /// hall' is much to keep in mind behind a turn. Default 15.
    pub longest_to_floor: usize,
    /// What counts how much where somebody tries what could be said.
    pub choice: ChoiceConfig,
    /// The same for a way through a building.
    pub whole: WholeConfig,
    /// When another way than the shortest is taken.
    pub detour: DetourConfig,
}

/// What counts how much in choosing between what could be said, where somebody
/// tries it. All in nats: what adds up to one more is e times less likely to be
/// said. Chosen on the validation routes, so that the share of sentences that
/// name nothing one can see comes out as people's.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ChoiceConfig {
    /// The logarithm of the probability to arrive. Default 4.
    pub arrive: f64,
    /// Every word. Default 0.19.
    pub word: f64,
    /// The logarithm of the perplexity. Default 1.3.
    pub perplexity: f64,
    /// That a walk names something one can see. Default 0.9.
    pub landmark: f64,
    /// The same of a turn. Default 0.9.
    pub landmark_at_turn: f64,
    /// That a walk says how far as well as what one can see: readers find a
    /// distance and something visible together the easiest. Default 0.5.
    pub both: f64,
    /// The logarithm of how often people say it so. Default 0.2.
    pub custom: f64,
    /// Every time the same words were said before on this route, and for a word
    /// too many. Default 3.
    pub again: f64,
    /// How much chance has its part in what is said, so that not every route is
    /// told alike: people do not always say what they mostly say. The same route
    /// is always told the same. Default 0.2.
    pub chance: f64,
    /// The same in which words it is said in. Default 0.35.
    pub chance_of_words: f64,
    /// The logarithm of the probability to arrive where the heading is not known:
    /// who sets off the wrong way is lost, whatever else is said. Default 7.
    pub arrive_at_start: f64,
    /// Every word there. Default 0.05.
    pub word_at_start: f64,
    /// The logarithm of the perplexity there. Default 1.
    pub perplexity_at_start: f64,
}

impl Default for ChoiceConfig {
    fn default() -> ChoiceConfig {
        ChoiceConfig {
            arrive: 4.0,
            word: 0.19,
            perplexity: 1.3,
            landmark: 0.9,
            landmark_at_turn: 0.9,
            both: 0.5,
            custom: 0.2,
            again: 3.0,
            chance: 0.2,
            chance_of_words: 0.35,
            arrive_at_start: 7.0,
            word_at_start: 0.05,
            perplexity_at_start: 1.0,
        }
    }
}

setters!(ChoiceConfig {
    arrive: f64,
    word: f64,
    perplexity: f64,
    landmark: f64,
    landmark_at_turn: f64,
    both: f64,
    custom: f64,
    again: f64,
    chance: f64,
    chance_of_words: f64,
    arrive_at_start: f64,
    word_at_start: f64,
    perplexity_at_start: f64,
});

/// What counts how much in choosing what is said of a whole way through a
/// building, beside the logarithm of the probability to get through: in nats.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct WholeConfig {
    /// Every word. Default 0.001: ten words are worth one reader in a hundred.
    pub word: f64,
    /// That two legs in a row are told alike. Default 0.01.
    pub again: f64,
}

impl Default for WholeConfig {
    fn default() -> WholeConfig {
        WholeConfig { word: 0.001, again: 0.01 }
    }
}

setters!(WholeConfig { word: f64, again: f64 });

/// When [`Guide::safest`](super::Guide::safest) takes another way than the
/// shortest.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct DetourConfig {
    /// How many times as long as the shortest a route may be. Default 1.3.
    pub longest: f64,
    /// How much surer followers must be to arrive before the shortest route is
    /// given up. Default 0.05.
    pub clearly: f64,
    /// Other routes that are told, at most. Default 6.
    pub routes: usize,
}

impl Default for GuideConfig {
    fn default() -> GuideConfig {
        GuideConfig {
            at_first: 2,
            at_first_on_trial: 4,
            at_departure: 16,
            longest_plain: 9,
            tolerance: 0.04,
            longest_joined: 20,
            longest_to_floor: 15,
            choice: ChoiceConfig::default(),
            whole: WholeConfig::default(),
            detour: DetourConfig::default(),
        }
    }
}

impl Default for DetourConfig {
    fn default() -> DetourConfig {
        DetourConfig { longest: 1.3, clearly: 0.05, routes: 6 }
    }
}

setters!(GuideConfig {
    at_first: usize,
    at_first_on_trial: usize,
    at_departure: usize,
    longest_plain: usize,
    tolerance: f64,
    longest_joined: usize,
    longest_to_floor: usize,
    choice: ChoiceConfig,
    whole: WholeConfig,
    detour: DetourConfig,
});

setters!(DetourConfig { longest: f64, clearly: f64, routes: usize });

impl GuideConfig {
    pub(super) fn check(&self) -> Result<()> {
        for (name, value) in [
            ("at_first", self.at_first),
            ("at_first_on_trial", self.at_first_on_trial),
            ("at_departure", self.at_departure),
        ] {
            if value == 0 {
                return Err(Error::input(format!("{name} is 0; it must be at least 1")));
            }
        }
        for (name, value) in [
            ("tolerance", self.tolerance),
            ("clearly", self.detour.clearly),
            ("word", self.whole.word),
            ("again", self.whole.again),
        ] {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::input(format!("{name} is {value}; it must be from 0 to 1")));
            }
        }
        let longest = self.detour.longest;
        match longest.is_finite() && longest >= 1.0 {
            true => Ok(()),
            false => Err(Error::input(format!("longest is {longest}; it must be 1 or more"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused_by_name() {
        let config = GuideConfig::default;
        config().check().unwrap();
        for (wrong, name) in [
            (config().at_first(0), "at_first is 0"),
            (config().tolerance(f64::NAN), "tolerance is NaN"),
            (config().whole(WholeConfig::default().word(-1.0)), "word is -1"),
            (config().detour(DetourConfig::default().longest(0.5)), "longest is 0.5"),
            (config().detour(DetourConfig::default().clearly(2.0)), "clearly is 2"),
        ] {
            let said = wrong.check().unwrap_err().to_string();
            assert!(said.starts_with(name), "{said}");
        }
    }
}
