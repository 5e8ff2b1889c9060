//! What people will make of a text: whether they arrive, and how they like it.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::familiar::Familiar;
use super::habits::Habits;
use super::portrait::{PORTRAIT, portrait};
use super::regression::Regression;
use super::text::Text;
use crate::{Error, Result};

const FORMAT: &str = "cicerone-reader";
const VERSION: u32 = 2;

/// Who foresees what people make of a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Critic {
    format: String,
    version: u32,
    /// How people err.
    pub habits: Habits,
    /// Which words they know from other texts.
    pub(crate) familiar: Familiar,
    /// The share of people who arrive.
    pub(crate) success: Regression,
    /// How they rate the directions, from 1 to 6.
    pub(crate) rating: Regression,
}

/// What people will make of a text.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The share who arrive.
    pub success: f64,
    /// The mean rating, from 1 to 6.
    pub rating: f64,
}

impl Critic {
    /// Learnt from 2,466 walks of people with 478 texts of SAIL's training
    /// split.
    pub fn people() -> &'static Critic {
        static PEOPLE: LazyLock<Critic> = LazyLock::new(|| {
            // The text is part of the program and a test reads it.
            #[allow(clippy::expect_used)]
            Critic::from_json(include_str!("people.json")).expect("people.json is a reader")
        });
        &PEOPLE
    }

    /// Puts one together.
    #[cfg(feature = "training")]
    pub(crate) fn new(
        habits: Habits,
        familiar: Familiar,
        success: Regression,
        rating: Regression,
    ) -> Critic {
        Critic { format: FORMAT.into(), version: VERSION, habits, familiar, success, rating }
    }

    /// Reads a file's text.
    pub fn from_json(text: &str) -> Result<Critic> {
        let critic: Critic = serde_json::from_str(text)
            .map_err(|error| Error::input(format!("is no reader: {error}")))?;
        if critic.format != FORMAT || critic.version != VERSION {
            return Err(Error::input(format!(
                "holds {} version {}, but {FORMAT} version {VERSION} is needed",
                critic.format, critic.version
            )));
        }
        for regression in [&critic.success, &critic.rating] {
            let names: Vec<&str> = regression.lines.iter().map(|line| &*line.name).collect();
            if names != PORTRAIT {
                return Err(Error::input(
                    "is about another portrait of a text than this program's",
                ));
            }
        }
        critic.habits.check()?;
        Ok(critic)
    }

    /// The text of its file.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| Error::input("cannot be written as JSON").because(error))
    }

    /// What people will make of a text.
    pub fn estimate(&self, text: &Text<'_>) -> Estimate {
        self.estimate_portrait(&portrait(text, &self.habits, &self.familiar))
    }

    /// The same of its portrait.
    pub(crate) fn estimate_portrait(&self, portrait: &[f64]) -> Estimate {
        Estimate {
            success: self.success.expects(portrait).clamp(0.02, 0.98),
            rating: self.rating.expects(portrait).clamp(1.0, 6.0),
        }
    }
}

#[cfg(feature = "training")]
mod learn {
    use super::super::learn::{Lesson, learn_habits};
    use super::{Critic, Familiar, Habits, PORTRAIT, Regression, portrait};

    /// How much regressions are shrunk: chosen by cross-validation on the
    /// training split.
    const SHRINKAGE: f64 = 2000.0;

    impl Critic {
        /// Learns from lessons; each comes with its walks.
        pub fn learn(lessons: &[&Lesson<'_>], progress: impl FnMut(f64, &Habits)) -> Critic {
            let habits = learn_habits(lessons, progress);
            let familiar = Familiar::learn(lessons.iter().map(|lesson| &lesson.text));
            // A text's own words are familiar to whoever wrote it alone.
            let portraits: Vec<Vec<f64>> = lessons
                .iter()
                .map(|one| portrait(&one.text, &habits, &familiar.without(&one.text)))
                .collect();
            let learn = |values: &dyn Fn(&Lesson<'_>) -> Vec<f64>| {
                let mut examples = Vec::new();
                for (lesson, portrait) in lessons.iter().zip(&portraits) {
                    let values = values(lesson);
                    if !values.is_empty() {
                        let count = values.len() as f64;
                        let mean = values.iter().sum::<f64>() / count;
                        examples.push((portrait.clone(), mean, count));
                    }
                }
                Regression::learn(&PORTRAIT, &examples, SHRINKAGE)
            };
            let success = learn(&|lesson| lesson.found.clone());
            let rating = learn(&|lesson| lesson.ratings.clone());
            Critic::new(habits, familiar.trimmed(), success, rating)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_that_ships_is_read_and_comes_back() {
        let people = Critic::people();
        assert_eq!(&Critic::from_json(&people.to_json().unwrap()).unwrap(), people);
        let wrong = people.to_json().unwrap().replace("\"version\": 2", "\"version\": 9");
        assert!(Critic::from_json(&wrong).unwrap_err().to_string().contains("version 9"));
    }
}
