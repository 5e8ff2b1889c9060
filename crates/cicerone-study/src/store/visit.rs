//! A visit, step by step: from the door to the completion code.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use sqlx::query_as;

use super::{Flavour, Store, Tx};
use crate::design::{Question, Study};
use crate::refused::{Outcome, Refused};
use crate::walk::{Spot, Walk};

/// The parameters that a platform puts into the address.
pub type Parameters = BTreeMap<String, String>;

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
    fn name(self) -> &'static str {
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

    fn read(name: &str) -> Outcome<Step> {
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
    pub practice: Option<Place>,
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
pub struct Place {
    /// Its run.
    pub run: String,
    /// Where one is.
    pub at: Spot,
    /// The number of the next piece.
    pub next: u32,
    /// How much longer it takes at least.
    pub seconds_left: f64,
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

/// A world as it is sent.
#[derive(Debug, Clone)]
pub struct WorldJson(pub Arc<RawValue>);

impl Serialize for WorldJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

/// How somebody comes in.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrance {
    /// The address's parameters.
    #[serde(default)]
    pub parameters: Parameters,
    /// True for a try that never counts.
    #[serde(default)]
    pub test: bool,
}

/// A visit that has begun, or goes on.
#[derive(Debug, Serialize)]
pub struct Entered {
    /// The secret that says who one is from now on.
    pub token: String,
    /// How things stand.
    pub state: State,
}

/// A visit as it is stored.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: String,
    pub(super) participant: String,
    pub(super) test: bool,
    pub(super) step: Step,
    pub(super) attending: Option<String>,
    code: Option<String>,
    practice_at: Option<i64>,
    consented: bool,
    practised: bool,
    parameters: Parameters,
}

/// A run as it is stored.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) id: String,
    pub(super) number: u32,
    pub(super) scenario: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) status: String,
    pub(super) walk: Walk,
    pub(super) pieces: u32,
}

impl Store {
    /// Lets somebody in. The same parameters again lead to the same visit.
    pub async fn enter(&self, entrance: Entrance) -> Outcome<Entered> {
        check_parameters(&entrance.parameters)?;
        self.write(move |tx| Box::pin(async move { tx.enter(&entrance).await })).await
    }

    /// Makes one page load the only one that may write, and tells how things
    /// stand.
    pub async fn attend(&self, token: String, load: String) -> Outcome<State> {
        check_load(&load)?;
        self.write(move |tx| Box::pin(async move { tx.attend(&token, &load).await })).await
    }

    /// Agrees or declines.
    pub async fn consent(&self, token: String, agreed: bool) -> Outcome<State> {
        self.write(move |tx| Box::pin(async move { tx.consent(&token, agreed).await })).await
    }

    /// Stores what the page found out about its browser.
    pub async fn check(&self, token: String, facts: serde_json::Value) -> Outcome<State> {
        let facts = facts.to_string();
        if facts.len() > 8192 {
            return Err(Refused::Invalid("'facts' has more than 8192 bytes".into()));
        }
        self.write(move |tx| Box::pin(async move { tx.check(&token, &facts).await })).await
    }

    /// Ends the practice, if it was long enough.
    pub async fn practised(&self, token: String) -> Outcome<State> {
        self.write(move |tx| Box::pin(async move { tx.practised(&token).await })).await
    }

    /// Stores the answers; after the last task that is the end.
    pub async fn survey(
        &self,
        token: String,
        run: String,
        answers: BTreeMap<String, String>,
        comments: String,
    ) -> Outcome<State> {
        check_answers(&self.study, &answers, &comments)?;
        self.write(move |tx| {
            Box::pin(async move { tx.survey(&token, &run, &answers, &comments).await })
        })
        .await
    }
}

impl Tx {
    async fn enter(&mut self, entrance: &Entrance) -> Outcome<Entered> {
        let (platform, external, occasion) = identify(&entrance.parameters);
        // Tries of the study's own people are other people than themselves.
        let platform = if entrance.test { format!("test {platform}") } else { platform.to_owned() };
        let participant = self.participant(&platform, &external, entrance.test).await?;
        let known: Option<(String,)> =
            query_as("SELECT id FROM visit WHERE participant = $1 AND external = $2")
                .bind(&participant)
                .bind(&occasion)
                .fetch_optional(&mut self.connection)
                .await?;
        let visit = match known {
            Some((id,)) => id,
            None => self.begin_visit(&participant, &occasion, entrance).await?,
        };
        let token = secret(32)?;
        sqlx::query("INSERT INTO token (hash, visit, created_at) VALUES ($1, $2, $3)")
            .bind(hash(&token))
            .bind(&visit)
            .bind(self.now)
            .execute(&mut self.connection)
            .await?;
        let state = self.state_of_token(&token).await?;
        Ok(Entered { token, state })
    }

    /// Who that is; two who come at once with the same name are one.
    async fn participant(&mut self, platform: &str, external: &str, test: bool) -> Outcome<String> {
        let find = "SELECT participant FROM identity WHERE platform = $1 AND external = $2";
        let found: Option<(String,)> = query_as(find)
            .bind(platform)
            .bind(external)
            .fetch_optional(&mut self.connection)
            .await?;
        if let Some((id,)) = found {
            return Ok(id);
        }
        // Taken back by whoever comes second: the visit's own unique names
        // then make this request fail and be tried again.
        self.lock().await?;
        let found: Option<(String,)> = query_as(find)
            .bind(platform)
            .bind(external)
            .fetch_optional(&mut self.connection)
            .await?;
        if let Some((id,)) = found {
            return Ok(id);
        }
        let id = uuid::Uuid::new_v4().to_string();
        sqlx::query("INSERT INTO participant (id, test, created_at) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(i64::from(test))
            .bind(self.now)
            .execute(&mut self.connection)
            .await?;
        sqlx::query("INSERT INTO identity (participant, platform, external) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(platform)
            .bind(external)
            .execute(&mut self.connection)
            .await?;
        Ok(id)
    }

    async fn begin_visit(
        &mut self,
        participant: &str,
        occasion: &str,
        entrance: &Entrance,
    ) -> Outcome<String> {
        self.lock().await?;
        let known: Option<(String,)> =
            query_as("SELECT id FROM visit WHERE participant = $1 AND external = $2")
                .bind(participant)
                .bind(occasion)
                .fetch_optional(&mut self.connection)
                .await?;
        if let Some((id,)) = known {
            return Ok(id);
        }
        let (visits,): (i64,) = query_as("SELECT COUNT(*) FROM visit WHERE participant = $1")
            .bind(participant)
            .fetch_one(&mut self.connection)
            .await?;
        let limit = self.study.design.limits.visits_per_participant;
        if limit.is_some_and(|limit| visits >= i64::from(limit)) {
            return Err(Refused::conflict(
                "done_before",
                "You have taken part in this study already. Thank you! Everyone can do so only once.",
            ));
        }
        let id = uuid::Uuid::new_v4().to_string();
        let (consented,): (Option<i64>,) =
            query_as("SELECT consented_at FROM participant WHERE id = $1")
                .bind(participant)
                .fetch_one(&mut self.connection)
                .await?;
        let step = if consented.is_some() { Step::Check } else { Step::Consent };
        let parameters = serde_json::to_string(&entrance.parameters).unwrap_or_default();
        sqlx::query(
            "INSERT INTO visit (id, participant, external, parameters, step, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&id)
        .bind(participant)
        .bind(occasion)
        .bind(parameters)
        .bind(step.name())
        .bind(self.now)
        .execute(&mut self.connection)
        .await?;
        match step {
            Step::Check => self.assign(&id, participant, entrance.test, 1).await?,
            // Nobody should read and agree for nothing.
            _ => drop(self.choose(participant).await?),
        }
        Ok(id)
    }

    async fn attend(&mut self, token: &str, load: &str) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        sqlx::query("UPDATE visit SET attending = $1 WHERE id = $2")
            .bind(load)
            .bind(&visit.id)
            .execute(&mut self.connection)
            .await?;
        visit.attending = Some(load.to_owned());
        self.state(visit).await
    }

    async fn consent(&mut self, token: &str, agreed: bool) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        if visit.step != Step::Consent {
            return self.state(visit).await;
        }
        if !agreed {
            self.go_to(&mut visit, Step::Declined).await?;
            return self.state(visit).await;
        }
        self.lock().await?;
        self.assign(&visit.id, &visit.participant, visit.test, 1).await?;
        sqlx::query("UPDATE participant SET consented_at = $1 WHERE id = $2")
            .bind(self.now)
            .bind(&visit.participant)
            .execute(&mut self.connection)
            .await?;
        self.go_to(&mut visit, Step::Check).await?;
        self.state(visit).await
    }

    async fn check(&mut self, token: &str, facts: &str) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        if visit.step != Step::Check {
            return self.state(visit).await;
        }
        sqlx::query("UPDATE visit SET facts = $1, practice_at = $2 WHERE id = $3")
            .bind(facts)
            .bind(self.now)
            .bind(&visit.id)
            .execute(&mut self.connection)
            .await?;
        visit.practice_at = Some(self.now);
        if visit.practised {
            self.go_to(&mut visit, Step::Task).await?;
            return self.state(visit).await;
        }
        let study = self.study.clone();
        let start = study.design.practice.start;
        let at = Spot { x: start.x, y: start.y, heading: start.heading.unwrap_or(0.0) };
        self.insert_run(&visit.id, &visit.participant, visit.test, 0, None, "practice", at).await?;
        self.go_to(&mut visit, Step::Practice).await?;
        self.state(visit).await
    }

    async fn practised(&mut self, token: &str) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        if visit.step != Step::Practice {
            return self.state(visit).await;
        }
        let left = self.practice_left(&visit);
        if left > 0.0 {
            return Err(Refused::conflict(
                "too_early",
                format!("Please practise {} seconds more.", left.ceil()),
            ));
        }
        sqlx::query("UPDATE participant SET practised_at = $1 WHERE id = $2")
            .bind(self.now)
            .bind(&visit.participant)
            .execute(&mut self.connection)
            .await?;
        sqlx::query(
            "UPDATE run SET status = 'complete', completed_at = $1 WHERE visit = $2 AND number = 0",
        )
        .bind(self.now)
        .bind(&visit.id)
        .execute(&mut self.connection)
        .await?;
        self.go_to(&mut visit, Step::Task).await?;
        self.state(visit).await
    }

    async fn survey(
        &mut self,
        token: &str,
        run: &str,
        answers: &BTreeMap<String, String>,
        comments: &str,
    ) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        let run = self.run(&visit, run).await?;
        if run.status == "complete" || visit.step != Step::Survey {
            return self.state(visit).await;
        }
        for (question, value) in answers {
            sqlx::query("INSERT INTO answer (run, question, value) VALUES ($1, $2, $3)")
                .bind(&run.id)
                .bind(question)
                .bind(value)
                .execute(&mut self.connection)
                .await?;
        }
        sqlx::query(
            "UPDATE run SET status = 'complete', completed_at = $1, comments = $2 WHERE id = $3",
        )
        .bind(self.now)
        .bind(comments)
        .bind(&run.id)
        .execute(&mut self.connection)
        .await?;
        if run.number < self.study.design.tasks {
            self.lock().await?;
            let (id, participant) = (visit.id.clone(), visit.participant.clone());
            match self.assign(&id, &participant, visit.test, run.number + 1).await {
                Ok(()) => {
                    self.go_to(&mut visit, Step::Task).await?;
                    return self.state(visit).await;
                }
                // No scenario is left: then this was the last task.
                Err(Refused::Conflict { .. }) => {}
                Err(refused) => return Err(refused),
            }
        }
        let code = completion_code()?;
        sqlx::query("UPDATE visit SET code = $1 WHERE id = $2")
            .bind(&code)
            .bind(&visit.id)
            .execute(&mut self.connection)
            .await?;
        visit.code = Some(code);
        self.go_to(&mut visit, Step::Done).await?;
        self.state(visit).await
    }

    /// The visit of a token, held until the transaction ends, and a sign of
    /// life for its reservation.
    pub(super) async fn visit(&mut self, token: &str) -> Outcome<Visit> {
        type Row = (
            String,
            String,
            String,
            Option<String>,
            Option<String>,
            Option<i64>,
            String,
            i64,
            Option<i64>,
            Option<i64>,
        );
        let find = match self.flavour {
            Flavour::Sqlite => {
                "SELECT v.id, v.participant, v.step, v.attending, v.code, v.practice_at, \
                 v.parameters, p.test, p.consented_at, p.practised_at FROM token t \
                 JOIN visit v ON v.id = t.visit JOIN participant p ON p.id = v.participant \
                 WHERE t.hash = $1"
            }
            Flavour::Postgres => {
                "SELECT v.id, v.participant, v.step, v.attending, v.code, v.practice_at, \
                 v.parameters, p.test, p.consented_at, p.practised_at FROM token t \
                 JOIN visit v ON v.id = t.visit JOIN participant p ON p.id = v.participant \
                 WHERE t.hash = $1 FOR NO KEY UPDATE OF v"
            }
        };
        let row: Option<Row> =
            query_as(find).bind(hash(token)).fetch_optional(&mut self.connection).await?;
        let (
            id,
            participant,
            step,
            attending,
            code,
            practice_at,
            parameters,
            test,
            consented,
            practised,
        ) = row.ok_or(Refused::Unauthorized)?;
        let visit = Visit {
            id,
            participant,
            test: test != 0,
            step: Step::read(&step)?,
            attending,
            code,
            practice_at,
            consented: consented.is_some(),
            practised: practised.is_some(),
            parameters: serde_json::from_str(&parameters).unwrap_or_default(),
        };
        self.renew(&visit).await?;
        Ok(visit)
    }

    /// A reservation lasts on while its holder is there.
    async fn renew(&mut self, visit: &Visit) -> Outcome<()> {
        if !visit.consented {
            return Ok(());
        }
        let minutes = i64::from(self.study.design.limits.reservation_minutes);
        sqlx::query(
            "UPDATE run SET expires_at = $1 WHERE visit = $2 AND status IN ('open', 'answering')",
        )
        .bind(self.now + minutes * 60_000)
        .bind(&visit.id)
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }

    /// A run of the visit, by its id.
    pub(super) async fn run(&mut self, visit: &Visit, id: &str) -> Outcome<Run> {
        let find = "SELECT id, number, scenario, condition, status, walk, pieces FROM run \
                    WHERE visit = $1 AND id = $2";
        let row = query_as(find).bind(&visit.id).bind(id).fetch_optional(&mut self.connection);
        match row.await? {
            Some(row) => read_run(row),
            None => Err(Refused::Invalid("this visit has no such run".into())),
        }
    }

    /// The latest run of the visit, if it is of that status.
    async fn latest_run(&mut self, visit: &Visit, number: &str, status: &str) -> Outcome<Run> {
        let find = match number {
            "practice" => {
                "SELECT id, number, scenario, condition, status, walk, pieces FROM run \
                 WHERE visit = $1 AND status = $2 AND number = 0"
            }
            _ => {
                "SELECT id, number, scenario, condition, status, walk, pieces FROM run \
                 WHERE visit = $1 AND status = $2 AND number > 0 ORDER BY number DESC LIMIT 1"
            }
        };
        let row = query_as(find).bind(&visit.id).bind(status).fetch_optional(&mut self.connection);
        match row.await? {
            Some(row) => read_run(row),
            None => Err(broken("no run for this step")),
        }
    }

    pub(super) async fn go_to(&mut self, visit: &mut Visit, step: Step) -> Outcome<()> {
        let is_end = matches!(step, Step::Done | Step::Cancelled | Step::Declined);
        sqlx::query("UPDATE visit SET step = $1, ended_at = $2 WHERE id = $3")
            .bind(step.name())
            .bind(is_end.then_some(self.now))
            .bind(&visit.id)
            .execute(&mut self.connection)
            .await?;
        visit.step = step;
        visit.practised |= step == Step::Task;
        visit.consented |= step == Step::Check;
        Ok(())
    }

    async fn state_of_token(&mut self, token: &str) -> Outcome<State> {
        let visit = self.visit(token).await?;
        self.state(visit).await
    }

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
                let run = self.latest_run(&visit, "practice", "open").await?;
                let seconds_left = self.practice_left(&visit);
                let at = run.walk.at;
                state.practice = Some(Place { run: run.id, at, next: run.pieces, seconds_left });
            }
            Step::Task => {
                let run = self.latest_run(&visit, "task", "open").await?;
                state.task = Some(self.task(run)?);
            }
            Step::Survey => {
                let run = self.latest_run(&visit, "task", "answering").await?;
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
            at: run.walk.at,
            next: run.pieces,
        })
    }

    fn practice_left(&self, visit: &Visit) -> f64 {
        let seconds = i64::from(self.study.design.practice.seconds);
        let until = visit.practice_at.unwrap_or(self.now) + seconds * 1000;
        ((until - self.now) as f64 / 1000.0).max(0.0)
    }
}

type RunRow = (String, i64, Option<String>, Option<String>, String, String, i64);

fn read_run(row: RunRow) -> Outcome<Run> {
    let (id, number, scenario, condition, status, walk, pieces) = row;
    Ok(Run {
        id,
        number: number as u32,
        scenario,
        condition,
        status,
        walk: serde_json::from_str(&walk).map_err(|error| broken(error.to_string()))?,
        pieces: pieces as u32,
    })
}

/// Who comes, and on which occasion, by the platform's own parameters.
fn identify(parameters: &Parameters) -> (&'static str, String, String) {
    let value = |name: &str| parameters.get(name).filter(|value| !value.is_empty()).cloned();
    let occasion = |name: &str| value(name).unwrap_or_default();
    if let Some(worker) = value("workerId") {
        return ("mturk", worker, occasion("assignmentId"));
    }
    if let Some(person) = value("PROLIFIC_PID") {
        return ("prolific", person, occasion("SESSION_ID"));
    }
    if let Some(person) = value("participant") {
        return ("link", person, occasion("session"));
    }
    ("anonymous", uuid::Uuid::new_v4().to_string(), String::new())
}

/// The way back to the platform; only to where the study may be shown.
fn back(study: &Study, parameters: &Parameters, code: Option<&str>) -> Option<Return> {
    let code = code?;
    if parameters.contains_key("PROLIFIC_PID") {
        let url = study.design.prolific_return.as_ref()?.replace("{code}", code);
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

fn check_parameters(parameters: &Parameters) -> Outcome<()> {
    if parameters.get("assignmentId").is_some_and(|id| id == "ASSIGNMENT_ID_NOT_AVAILABLE") {
        return Err(Refused::Invalid("this is a preview: accept the task to take part".into()));
    }
    let is_long = |text: &String| text.len() > 500;
    if parameters.len() > 20
        || parameters.iter().any(|(name, value)| is_long(name) || is_long(value))
    {
        return Err(Refused::Invalid("at most 20 parameters of at most 500 bytes".into()));
    }
    // PostgreSQL stores any text but one with a NUL in it.
    match parameters.iter().any(|(name, value)| name.contains('\0') || value.contains('\0')) {
        true => Err(Refused::Invalid("a parameter has a NUL in it".into())),
        false => Ok(()),
    }
}

pub(super) fn check_load(load: &str) -> Outcome<()> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match (8..=64).contains(&load.len()) && load.bytes().all(is_fit) {
        true => Ok(()),
        false => Err(Refused::Invalid("'load' must be 8 to 64 letters and digits".into())),
    }
}

fn check_answers(study: &Study, answers: &BTreeMap<String, String>, comments: &str) -> Outcome<()> {
    let survey = &study.design.survey;
    let invalid = |message: String| Err(Refused::Invalid(message));
    let fits =
        |question: &Question| answers.get(&question.id).is_some_and(|value| question.has(value));
    if let Some(question) = survey.iter().find(|question| !fits(question)) {
        let values: Vec<&str> =
            question.options.iter().map(|option| option.value.as_str()).collect();
        return invalid(format!(
            "the question '{}' needs one of the answers {}",
            question.id,
            values.join(", ")
        ));
    }
    if let Some(unknown) = answers.keys().find(|id| !survey.iter().any(|known| known.id == **id)) {
        return invalid(format!("there is no question '{unknown}'"));
    }
    if comments.chars().count() > 5000 || comments.contains('\0') {
        return invalid("'comments' has more than 5000 characters, or a NUL".into());
    }
    Ok(())
}

/// Tokens are stored only so: who reads the database cannot use them.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// So many random bytes, as hexadecimal digits.
pub(crate) fn secret(bytes: usize) -> Outcome<String> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(|error| broken(format!("no random numbers: {error}")))?;
    Ok(hex(&random))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Twelve letters that nobody mixes up, far too many to guess.
fn completion_code() -> Outcome<String> {
    const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    let mut random = [0u8; 12];
    getrandom::fill(&mut random).map_err(|error| broken(format!("no random numbers: {error}")))?;
    Ok(random.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// What should never be.
pub(super) fn broken(message: impl Into<String>) -> Refused {
    Refused::Storage(sqlx::Error::Protocol(message.into()))
}
