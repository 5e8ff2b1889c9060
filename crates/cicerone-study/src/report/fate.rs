//! Which runs count, and what became of the others.
//!
//! As in the paper, a run counts if it is complete and its participant did not
//! give an answer that leaves it out (there: not a native speaker; or a wrong
//! one to an attention check). How well somebody did never decides.

use serde::Serialize;

use crate::design::Design;
use crate::records::{Records, RunRecord, Status};

/// What became of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Fate {
    /// It counts.
    Analysed,
    /// The study's own people tried it.
    Test,
    /// A place was kept, and nobody came.
    NeverBegun,
    /// Begun, and 'Finish' was never said.
    Unfinished,
    /// Given up.
    Cancelled,
    /// Finished, and the survey was never sent.
    Unanswered,
    /// Complete, but left out for the reason given.
    LeftOut(String),
}

impl Fate {
    /// What became of a run under a design.
    pub fn of(run: &RunRecord, design: &Design) -> Fate {
        if run.test {
            return Fate::Test;
        }
        match run.status {
            Status::Open if run.begun_at.is_none() => Fate::NeverBegun,
            Status::Open => Fate::Unfinished,
            Status::Cancelled => Fate::Cancelled,
            Status::Answering => Fate::Unanswered,
            Status::Complete => left_out(run, design).map_or(Fate::Analysed, Fate::LeftOut),
        }
    }

    /// In a few words, for tables.
    pub fn words(&self) -> &str {
        match self {
            Fate::Analysed => "analysed",
            Fate::Test => "test run",
            Fate::NeverBegun => "never begun",
            Fate::Unfinished => "not finished",
            Fate::Cancelled => "cancelled",
            Fate::Unanswered => "survey not answered",
            Fate::LeftOut(reason) => reason,
        }
    }
}

fn left_out(run: &RunRecord, design: &Design) -> Option<String> {
    if !design.conditions.contains(&run.condition) {
        return Some(format!("condition '{}' is not in the design", run.condition));
    }
    if run.distance.is_none() {
        return Some("no distance was recorded".into());
    }
    let given = |question: &String| run.answers.get(question);
    let failed = design.survey.iter().find(|question| {
        let is_checked = question.expects.is_some();
        is_checked && run.answers.get(&question.id) != question.expects.as_ref()
    });
    if let Some(question) = failed {
        return Some(format!("failed the attention check {}", question.id));
    }
    design.exclude.iter().find_map(|(question, answers)| {
        let answer = given(question).filter(|answer| answers.contains(answer))?;
        Some(format!("answered {question}: {answer}"))
    })
}

/// How many runs of a condition got how far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Flow {
    /// The condition.
    pub condition: String,
    /// Places given to participants; every count below is among them.
    pub reserved: usize,
    /// Begun: the participant's page sent something.
    pub begun: usize,
    /// Given up.
    pub cancelled: usize,
    /// Begun, neither finished nor given up.
    pub unfinished: usize,
    /// Finished, but the survey is missing.
    pub unanswered: usize,
    /// Finished and answered.
    pub complete: usize,
    /// Complete but left out, by reason.
    pub left_out: Vec<(String, usize)>,
    /// What the report is about.
    pub analysed: usize,
}

impl Flow {
    /// The flow of every condition in the design's order, then of conditions
    /// that the design no longer names. Test runs are in none.
    pub fn of(records: &Records, design: &Design) -> Vec<Flow> {
        let empty = |name: &String| Flow { condition: name.clone(), ..Flow::default() };
        let mut flows: Vec<Flow> = design.conditions.iter().map(empty).collect();
        for run in records.runs.iter().filter(|run| !run.test) {
            let place = flows.iter().position(|flow| flow.condition == run.condition);
            let place = place.unwrap_or_else(|| {
                flows.push(empty(&run.condition));
                flows.len() - 1
            });
            flows[place].add(run, design);
        }
        flows
    }

    fn add(&mut self, run: &RunRecord, design: &Design) {
        self.reserved += 1;
        // A run can be given up before its first piece is stored.
        let is_begun =
            run.begun_at.is_some() || matches!(run.status, Status::Answering | Status::Complete);
        self.begun += usize::from(is_begun);
        self.complete += usize::from(run.status == Status::Complete);
        match Fate::of(run, design) {
            Fate::Analysed => self.analysed += 1,
            Fate::Cancelled => self.cancelled += 1,
            Fate::Unfinished => self.unfinished += 1,
            Fate::Unanswered => self.unanswered += 1,
            Fate::Test | Fate::NeverBegun => {}
            Fate::LeftOut(reason) => {
                match self.left_out.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, count)) => *count += 1,
                    None => {
                        self.left_out.push((reason, 1));
                        self.left_out.sort();
                    }
                }
            }
        }
    }
}
