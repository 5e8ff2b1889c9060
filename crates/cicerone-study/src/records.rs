//! What a study has gathered, read back for exports and reports.
//!
//! Nobody can be named from it: participants go by a keyed hash.

use std::collections::BTreeMap;

use serde::Serialize;

/// Everything that was recorded, in the order it happened.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Records {
    /// Every run of a task, finished or not. Practice is not among them.
    pub runs: Vec<RunRecord>,
    /// Every visit, those who declined included.
    pub visits: Vec<VisitRecord>,
    /// Every event of every run, practice included.
    pub events: Vec<EventRecord>,
    /// Who did what to the study, assignments and why included.
    pub audit: Vec<AuditRecord>,
}

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Reserved or under way.
    Open,
    /// Finished; the survey is not answered yet.
    Answering,
    /// Finished and answered.
    Complete,
    /// Given up by the participant.
    Cancelled,
}

/// One participant, one scenario, one condition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunRecord {
    /// Its id.
    pub run: String,
    /// A keyed hash of who it was.
    pub participant: String,
    /// The visit it was part of.
    pub visit: String,
    /// True if the study's own people tried it; such runs never count.
    pub test: bool,
    /// Which task of the visit, from 1.
    pub number: u32,
    /// The scenario.
    pub scenario: String,
    /// The condition: whose instruction it was.
    pub condition: String,
    /// The world.
    pub world: String,
    /// How it stands.
    pub status: Status,
    /// Milliseconds since 1970, by the server's clock.
    pub reserved_at: i64,
    /// When the first piece came.
    pub begun_at: Option<i64>,
    /// When 'Finish' or 'Cancel' was said.
    pub finished_at: Option<i64>,
    /// When the survey was stored.
    pub completed_at: Option<i64>,
    /// Seconds from the first picture to 'Finish', by the participant's own
    /// clock, pauses between page loads left out.
    pub seconds: f64,
    /// Which way one looked first.
    pub start_heading: f64,
    /// Where one is, or ended.
    pub end_x: f64,
    /// Where one is, or ended.
    pub end_y: f64,
    /// Which way one looks, or looked at the end.
    pub end_heading: f64,
    /// The level one is on, or ended on; none in a world of one level.
    pub end_level: Option<String>,
    /// Manhattan distance from the goal at 'Finish', in usual passages; in a
    /// building what is left to walk, in whole three metres.
    pub distance: Option<u32>,
    /// Passages one would still have to walk at 'Finish'.
    pub passages_to_goal: Option<u32>,
    /// Passages walked.
    pub walked: u32,
    /// Passages of the route.
    pub route_passages: u32,
    /// Pieces stored.
    pub pieces: u32,
    /// Answers by question.
    pub answers: BTreeMap<String, String>,
    /// What else was said.
    pub comments: String,
}

/// One occasion on which somebody took part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VisitRecord {
    /// Its id.
    pub visit: String,
    /// A keyed hash of who it was.
    pub participant: String,
    /// True if the study's own people tried it.
    pub test: bool,
    /// How far it came.
    pub step: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// When the participant agreed, on this visit or an earlier one.
    pub consented_at: Option<i64>,
    /// When it was over: done, cancelled or declined.
    pub ended_at: Option<i64>,
    /// What the page found out about its browser, as a JSON object.
    pub facts: Option<String>,
}

/// One event, as the participant's page sent it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventRecord {
    /// The run it belongs to.
    pub run: String,
    /// True in the practice before the first task.
    pub practice: bool,
    /// The piece it came in.
    pub piece: u32,
    /// Its number in the run, from 0.
    pub number: u32,
    /// The page load it happened in.
    pub load: String,
    /// When the server had it, milliseconds since 1970.
    pub received_at: i64,
    /// Milliseconds by the clock of that page load.
    pub t: f64,
    /// What happened.
    pub kind: String,
    /// Where, if it is about a place.
    pub x: Option<f64>,
    /// Where, if it is about a place.
    pub y: Option<f64>,
    /// On which level, if it is about a place in a building of several.
    pub level: Option<String>,
    /// Which way, if it is about a heading.
    pub heading: Option<f64>,
    /// What else there is: the key, the panel, visible or not.
    pub detail: String,
}

/// One line of the log of who did what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AuditRecord {
    /// Milliseconds since 1970.
    pub at: i64,
    /// `server`, `admin` or `command line`.
    pub actor: String,
    /// What was done.
    pub action: String,
    /// To what, and why.
    pub detail: String,
}
