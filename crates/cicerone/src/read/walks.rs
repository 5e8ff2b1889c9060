//! What people did with the texts of demonstrations: one walk a line, as JSON.

use std::path::Path;

use serde::Deserialize;

use crate::{Error, Result};

/// One person's walk with one text in hand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Walk {
    /// The demonstration whose text it was.
    pub demonstration: u32,
    /// Who walked.
    pub follower: String,
    /// What they thought of the directions, 1 to 6; 0 or nothing if unknown.
    #[serde(default)]
    pub rating: Option<f64>,
    /// Whether they ended at the target.
    pub found: bool,
    /// Every step: x, y, heading, what was done, and when.
    pub steps: Vec<(f64, f64, f64, String, f64)>,
}

impl Walk {
    /// The rating, if it is known.
    pub fn rated(&self) -> Option<f64> {
        self.rating.filter(|rating| *rating > 0.0)
    }

    /// Where it ended.
    pub fn end(&self) -> Option<(f64, f64)> {
        self.steps.last().map(|step| (step.0, step.1))
    }
}

/// Reads walks from a file.
pub fn read_walks(file: &Path) -> Result<Vec<Walk>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::io("cannot read", error).in_file(file))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| {
                Error::input(format!("is no walk: {error}"))
                    .at(format!("line {}", number + 1))
                    .in_file(file)
            })
        })
        .collect()
}
