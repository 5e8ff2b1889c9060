//! How a visit stands, as its page needs it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use sqlx::query_as;

use super::Tx;
use super::door::Parameters;
use super::visit::{Run, Visit, broken, read_run};
use crate::design::Study;
use crate::refused::Outcome;
use crate::walk::Spot;

/// The number of the run that comes before all tasks,
pub(super) const PRACTICE: u32 = 0;
/// and of the first one.
pub(super) const FIRST_TASK: u32 = 1;

/// How far a visit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// To be read and agreed to.
    Consent,
    /// Whether the browser can show the world.
    Check,
    /// A walk to learn the keys.
    Practice,
    /// A walk that counts.
    Task,
    /// Questions about it.
    Survey,
    /// Everything is stored; the code is there.
    Done,
    /// Given up in a task.
    Cancelled,
    /// Not agreed to.
    Declined,
}

impl Step {
    pub(super) fn name(self) -> &'static str {
        match self {
            Step::Consent => "consent",
            Step::Check => "check",
            Step::Practice => "practice",
            Step::Task => "task",
            Step::Survey => "survey",
            Step::Done => "done",
            Step::Cancelled => "cancelled",
            Step::Declined => "declined",
        }
    }

    pub(super) fn read(name: &str) -> Outcome<Step> {
        let value = serde_json::Value::from(name);
        serde_json::from_value(value).map_err(|_| broken(format!("a step '{name}'")))
    }
}

/// How a visit stands, as its page needs it.
#[derive(Debug, Serialize)]
pub struct State {
    /// What comes now.
    pub step: Step,
    /// True if this counts for nothing.
    pub test: bool,
    /// In the practice: where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub practice: Option<PracticeState>,
    /// In a task: all about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskState>,
    /// In the survey: which run it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survey: Option<SurveyState>,
    /// At the end: proof that everything is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// At the end: the way back to where one came from.
    #[serde(rename = "return", skip_serializing_if = "Option::is_none")]
    pub back: Option<Return>,
}

/// Where a practice walk stands.
#[derive(Debug, Serialize)]
pub struct PracticeState {
    /// Its run.
    pub run: String,
    /// Where one is.
    pub at: Spot,
    /// The number of the next piece.
    pub next: u32,
    /// How much longer it takes at least.
    pub seconds_left: f64,
    /// Where one can walk, in a building with walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<WorldJson>,
}

/// Where a task stands.
#[derive(Debug, Serialize)]
pub struct TaskState {
    /// Its run.
    pub run: String,
    /// Which task of the visit it is.
    pub number: u32,
    /// Of how many.
    pub of: u32,
    /// What to follow.
    pub instruction: String,
    /// The world it is in.
    pub world: WorldJson,
    /// Where one can walk there, in a building with walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<WorldJson>,
    /// Where one is.
    pub at: Spot,
    /// The number of the next piece.
    pub next: u32,
}

/// Which run is asked about.
#[derive(Debug, Serialize)]
pub struct SurveyState {
    /// Its id.
    pub run: String,
}

/// How to go back to the platform.
#[derive(Debug, Serialize)]
pub struct Return {
    /// Where.
    pub url: String,
    /// GET or POST.
    pub method: &'static str,
    /// What to send along.
    pub fields: BTreeMap<String, String>,
}

/// A world or its ground as it is sent.
#[derive(Debug, Clone)]
pub struct WorldJson(pub Arc<RawValue>);

impl Serialize for WorldJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

impl Tx {
    /// How things stand, for the page.
    pub(super) async fn state(&mut self, visit: Visit) -> Outcome<State> {
        let mut state = State {
            step: visit.step,
            test: visit.test,
            practice: None,
            task: None,
            survey: None,
            code: None,
            back: None,
        };
        match visit.step {
            Step::Practice => {
                let run = self.run_from(&visit, PRACTICE, "open").await?;
                let seconds_left = self.practice_left(&visit);
                let at = run.walk.at;
                let ground = self.study.practice_world().and_then(|world| world.ground.clone());
                state.practice =
                    Some(PracticeState { run: run.id, at, next: run.pieces, seconds_left, ground });
            }
            Step::Task => {
                let run = self.run_from(&visit, FIRST_TASK, "open").await?;
                state.task = Some(self.task(run)?);
            }
            Step::Survey => {
                let run = self.run_from(&visit, FIRST_TASK, "answering").await?;
                state.survey = Some(SurveyState { run: run.id });
            }
            Step::Done => {
                state.back = back(&self.study, &visit.parameters, visit.code.as_deref());
                state.code = visit.code;
            }
            Step::Consent | Step::Check | Step::Cancelled | Step::Declined => {}
        }
        Ok(state)
    }

    /// The run of the visit that has that status: its practice, or from
    /// [`FIRST_TASK`] on a task.
    pub(super) async fn run_from(
        &mut self,
        visit: &Visit,
        number: u32,
        status: &str,
    ) -> Outcome<Run> {
        let find = "SELECT id, number, scenario, condition, status, walk, pieces FROM run \
                    WHERE visit = $1 AND status = $2 AND number >= $3 ORDER BY number LIMIT 1";
        let row = query_as(find).bind(&visit.id).bind(status).bind(i64::from(number));
        let row = row.fetch_optional(&mut self.connection);
        match row.await? {
            Some(row) => read_run(row),
            None => Err(broken("no run for this step")),
        }
    }

    fn task(&self, run: Run) -> Outcome<TaskState> {
        let study = &self.study;
        let found = run.scenario.as_deref().and_then(|id| study.scenario(id));
        let (scenario, world) =
            found.ok_or_else(|| broken("a scenario that is not there any more"))?;
        let instruction = run.condition.as_deref().and_then(|name| scenario.instructions.get(name));
        Ok(TaskState {
            run: run.id,
            number: run.number,
            of: study.design.tasks,
            instruction: instruction
                .ok_or_else(|| broken("a condition without instruction"))?
                .clone(),
            world: WorldJson(world.json.clone()),
            ground: world.ground.clone(),
            at: run.walk.at,
            next: run.pieces,
        })
    }

    pub(super) fn practice_left(&self, visit: &Visit) -> f64 {
        let seconds = i64::from(self.study.design.practice.seconds);
        let until = visit.practice_at.unwrap_or(self.now) + seconds * 1000;
        ((until - self.now) as f64 / 1000.0).max(0.0)
    }
}

/// The way back to the platform; only to where the study may be shown.
fn back(study: &Study, parameters: &Parameters, code: Option<&str>) -> Option<Return> {
    let code = code?;
    if parameters.contains_key("PROLIFIC_PID") {
        let url = study.design.prolific_return.clone()?;
        return Some(Return { url, method: "GET", fields: BTreeMap::new() });
    }
    let site = parameters.get("turkSubmitTo")?.trim_end_matches('/');
    let assignment = parameters.get("assignmentId")?;
    study.design.framed_by.iter().find(|allowed| allowed.trim_end_matches('/') == site)?;
    let fields = [("assignmentId", assignment.as_str()), ("code", code)];
    Some(Return {
        url: format!("{site}/mturk/externalSubmit"),
        method: "POST",
        fields: fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
    })
}
