//! The questions after a task.

use std::collections::BTreeSet;

use cicerone::{Error, Result};
use serde::{Deserialize, Serialize};

/// A question with answers to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What it is called in the data.
    pub id: String,
    /// What participants read.
    pub text: String,
    /// The answers, in order.
    pub options: Vec<Choice>,
    /// True if the answers are steps of one scale, so that their ranks can be
    /// compared; false if they are kinds of things.
    #[serde(default)]
    pub scale: bool,
    /// True if it asks about the person and not about the task.
    #[serde(default)]
    pub about_person: bool,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What it is called in the data.
    pub value: String,
    /// What participants read.
    pub label: String,
}

impl Question {
    /// Whether that is one of its answers.
    pub fn has(&self, value: &str) -> bool {
        self.options.iter().any(|option| option.value == value)
    }
}

/// The eight questions of Daniele, Bansal and Walter's study.
pub fn paper_survey() -> Vec<Question> {
    let question = |id: &str, text: &str, scale, about_person, options: &[(&str, &str)]| Question {
        id: id.into(),
        text: text.into(),
        options: options
            .iter()
            .map(|&(value, label)| Choice { value: value.into(), label: label.into() })
            .collect(),
        scale,
        about_person,
    };
    let undisclosed = ("do_not_disclose", "Do not disclose");
    vec![
        question(
            "native_speaker",
            "Are you a native English speaker?",
            false,
            true,
            &[("yes", "Yes"), undisclosed, ("no", "No")],
        ),
        question(
            "gender",
            "What is your gender?",
            false,
            true,
            &[("male", "Male"), undisclosed, ("female", "Female")],
        ),
        question(
            "age",
            "How old are you?",
            false,
            true,
            &[
                undisclosed,
                ("18-24", "18–24"),
                ("25-29", "25–29"),
                ("30-39", "30–39"),
                ("40-49", "40–49"),
                ("50-59", "50–59"),
                ("60-69", "60–69"),
                ("70-79", "70–79"),
                ("80+", "80 or older"),
            ],
        ),
        question(
            "difficulty",
            "How would you evaluate the task in terms of difficulty?",
            true,
            false,
            &[
                ("very_hard", "Very hard"),
                ("hard", "Hard"),
                ("neutral", "Neither hard nor easy"),
                ("easy", "Easy"),
                ("very_easy", "Very easy"),
            ],
        ),
        question(
            "backtracking",
            "How many times did you have to backtrack?",
            true,
            false,
            &[
                ("very_often", "Very often"),
                ("often", "Often"),
                ("sometimes", "Sometimes"),
                ("rarely", "Rarely"),
                ("never", "Never"),
            ],
        ),
        question(
            "author",
            "Who do you think generated the instructions?",
            false,
            false,
            &[("computer", "A computer"), ("unknown", "I don’t know"), ("human", "A human")],
        ),
        question(
            "information",
            "How do you define the amount of information provided?",
            true,
            false,
            &[("too_little", "Too little"), ("enough", "Enough"), ("too_much", "Too much")],
        ),
        question(
            "confidence",
            "How confident are you that you followed the desired path?",
            true,
            false,
            &[
                ("not_at_all", "Not at all confident"),
                ("slightly", "Slightly confident"),
                ("moderately", "Moderately confident"),
                ("very", "Very confident"),
                ("completely", "Completely confident"),
            ],
        ),
    ]
}

pub(super) fn check(questions: &[Question]) -> Result<()> {
    let mut ids = BTreeSet::new();
    for question in questions {
        let wrong =
            |message: &str| Err(Error::input(format!("question '{}' {message}", question.id)));
        if question.id.is_empty() || question.text.trim().is_empty() {
            return wrong("needs an 'id' and a 'text'");
        }
        if !ids.insert(&question.id) {
            return wrong("is asked twice");
        }
        if question.options.len() < 2 {
            return wrong("needs two answers or more");
        }
        let values: BTreeSet<&str> =
            question.options.iter().map(|option| option.value.as_str()).collect();
        if values.len() < question.options.len() || values.contains("") {
            return wrong("has an answer twice, or an empty one");
        }
    }
    Ok(())
}
