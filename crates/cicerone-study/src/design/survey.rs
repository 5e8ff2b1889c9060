//! The questions after a task.

use std::collections::BTreeSet;

use cicerone::{Error, Result};
use serde::{Deserialize, Serialize};

/// Characters of an answer in words.
const LONGEST: usize = 5000;
/// Steps of a rating.
const MOST_STEPS: f64 = 101.0;

/// A question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What it is called in the data.
    pub id: String,
    /// What participants read.
    pub text: String,
    /// How it is answered.
    #[serde(default, skip_serializing_if = "QuestionKind::is_choice")]
    pub kind: QuestionKind,
    /// The answers to choose from, in order. Of a rating, what its steps are
    /// called, where they have a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The least and the most that may be answered: whole numbers for a rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[f64; 2]>,
    /// True if it may be left empty, where it is answered in words or numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// What whoever reads with care answers; a run with another answer is left
    /// out of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expects: Option<String>,
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

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// By one of its options.
    #[default]
    Choice,
    /// By a step of a scale from one number to another.
    Rating,
    /// By a number.
    Number,
    /// In words.
    Text,
}

impl QuestionKind {
    fn is_choice(&self) -> bool {
        *self == QuestionKind::Choice
    }
}

impl Question {
    /// Whether that is one of its answers.
    pub fn has(&self, value: &str) -> bool {
        let is_within =
            |number: f64| self.range.is_none_or(|[least, most]| (least..=most).contains(&number));
        match self.kind {
            QuestionKind::Choice | QuestionKind::Rating => {
                self.steps().iter().any(|step| step.value == value)
            }
            _ if value.trim().is_empty() => self.optional,
            QuestionKind::Number => self.number(value).is_some_and(is_within),
            QuestionKind::Text => value.chars().count() <= LONGEST && !value.contains('\0'),
        }
    }

    /// What can be chosen, in order; nothing where one answers in words or
    /// numbers.
    pub fn steps(&self) -> Vec<Choice> {
        let (QuestionKind::Rating, Some([least, most])) = (self.kind, self.range) else {
            let is_choice = self.kind == QuestionKind::Choice;
            return if is_choice { self.options.clone() } else { Vec::new() };
        };
        let step = |number: i64| {
            let value = number.to_string();
            let named = self.options.iter().find(|option| option.value == value);
            let label = named.map_or_else(|| value.clone(), |option| option.label.clone());
            Choice { value, label }
        };
        (least as i64..=most as i64).map(step).collect()
    }

    /// True if one chooses among steps or kinds.
    pub fn has_steps(&self) -> bool {
        matches!(self.kind, QuestionKind::Choice | QuestionKind::Rating)
    }

    /// The number somebody answered with.
    pub fn number(&self, value: &str) -> Option<f64> {
        value.trim().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// What would be right, for who answered otherwise.
    pub fn wanted(&self) -> String {
        let steps: Vec<String> = self.steps().into_iter().map(|step| step.value).collect();
        match (self.kind, self.range) {
            (QuestionKind::Number, Some([least, most])) => {
                format!("a number from {least} to {most}")
            }
            (QuestionKind::Number, None) => "a number".into(),
            (QuestionKind::Text, _) => format!("1 to {LONGEST} characters"),
            _ => format!("one of the answers {}", steps.join(", ")),
        }
    }

    /// True if its answers are steps of one scale.
    pub fn is_scale(&self) -> bool {
        self.scale || self.kind == QuestionKind::Rating
    }

    /// True if conditions are compared by it: it asks about the task, and checks
    /// nobody's attention.
    pub fn is_compared(&self) -> bool {
        !self.about_person && self.expects.is_none() && self.kind != QuestionKind::Text
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
        ..Question::default()
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
        let is_whole = |number: f64| number.is_finite() && number == number.trunc();
        match (question.kind, question.range) {
            (QuestionKind::Choice, Some(_)) => return wrong("has a 'range', but is no rating"),
            (QuestionKind::Choice, None) if question.options.len() < 2 => {
                return wrong("needs two answers or more");
            }
            (QuestionKind::Rating, Some([least, most]))
                if is_whole(least)
                    && is_whole(most)
                    && least < most
                    && most - least < MOST_STEPS => {}
            (QuestionKind::Rating, _) => {
                return wrong("needs a 'range' of whole numbers, as [1, 7]");
            }
            (_, Some([least, most])) if least >= most => return wrong("has an empty 'range'"),
            (QuestionKind::Number | QuestionKind::Text, _) if !question.options.is_empty() => {
                return wrong("has 'options', but is answered in numbers or words");
            }
            _ => {}
        }
        let steps = question.steps();
        let is_step = |option: &Choice| steps.iter().any(|step| step.value == option.value);
        if !question.options.iter().all(is_step) {
            return wrong("names a step outside its 'range'");
        }
        if question.optional && !steps.is_empty() {
            return wrong("is 'optional'; only numbers and words may be left empty");
        }
        if question.expects.as_ref().is_some_and(|answer| !question.has(answer)) {
            return wrong("expects what is none of its answers");
        }
        let values: BTreeSet<&str> =
            question.options.iter().map(|option| option.value.as_str()).collect();
        if values.len() < question.options.len() || values.contains("") {
            return wrong("has an answer twice, or an empty one");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_that_nobody_could_answer_are_refused() {
        let wrong = |question: serde_json::Value, word: &str| {
            let question: Question = serde_json::from_value(question).unwrap();
            let error = check(&[question]).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        };
        let asked = |more: serde_json::Value| {
            let mut question = serde_json::json!({"id": "q", "text": "?"});
            for (key, value) in more.as_object().unwrap() {
                question[key] = value.clone();
            }
            question
        };
        use serde_json::json;
        wrong(asked(json!({})), "two answers");
        wrong(asked(json!({"kind": "rating"})), "'range'");
        wrong(asked(json!({"kind": "rating", "range": [1.5, 3]})), "whole");
        wrong(asked(json!({"kind": "rating", "range": [1, 1e9]})), "'range'");
        wrong(asked(json!({"kind": "number", "range": [3, 3]})), "empty");
        let option = json!([{"value": "9", "label": "nine"}]);
        wrong(asked(json!({"kind": "rating", "range": [1, 7], "options": option})), "outside");
        wrong(asked(json!({"kind": "text", "options": option})), "in numbers or words");
        wrong(asked(json!({"kind": "number", "expects": "blue"})), "expects");
        wrong(asked(json!({"kind": "rating", "range": [1, 7], "optional": true})), "optional");
        check(&paper_survey()).unwrap();
    }

    #[test]
    fn a_rating_has_a_step_for_every_number_with_the_names_it_was_given() {
        let question: Question = serde_json::from_str(
            r#"{"id": "q", "text": "?", "kind": "rating", "range": [-1, 1],
                "options": [{"value": "-1", "label": "bad"}]}"#,
        )
        .unwrap();
        let labels: Vec<String> = question.steps().into_iter().map(|step| step.label).collect();
        assert_eq!(labels, ["bad", "0", "1"]);
        assert!(question.has("0") && !question.has("2") && !question.has("0.5"));
    }
}
