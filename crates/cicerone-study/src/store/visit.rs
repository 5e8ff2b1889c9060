//! A visit, step by step: from consent to the completion code.

use std::collections::BTreeMap;

use sqlx::query_as;

use super::door::Parameters;
use super::secret::{completion_code, hash};
use super::state::{State, Step};
use super::{Flavour, Store, Tx};
use crate::design::{Question, Study};
use crate::refused::{Outcome, Refused};
use crate::walk::Walk;

/// A visit as it is stored.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: String,
    pub(super) participant: String,
    pub(super) test: bool,
    pub(super) step: Step,
    pub(super) attending: Option<String>,
    pub(super) code: Option<String>,
    pub(super) practice_at: Option<i64>,
    consented: bool,
    practised: bool,
    pub(super) parameters: Parameters,
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
        check_id(&run)?;
        check_answers(&self.study, &answers, &comments)?;
        self.write(move |tx| {
            Box::pin(async move { tx.survey(&token, &run, &answers, &comments).await })
        })
        .await
    }
}

impl Tx {
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
        // Before the visit, as everywhere, so that no two wait for each other.
        self.lock().await?;
        let mut visit = self.visit(token).await?;
        if visit.step != Step::Consent {
            return self.state(visit).await;
        }
        if !agreed {
            self.go_to(&mut visit, Step::Declined).await?;
            return self.state(visit).await;
        }
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
        let at = study.practice_spot().map_err(|error| broken(error.to_string()))?;
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
        if self.study.design.tasks > 1 {
            self.lock().await?;
        }
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
                 k.parameters, p.test, p.consented_at, p.practised_at FROM token t \
                 JOIN visit v ON v.id = t.visit JOIN ticket k ON k.visit = v.id JOIN participant p ON p.id = v.participant \
                 WHERE t.hash = $1"
            }
            Flavour::Postgres => {
                "SELECT v.id, v.participant, v.step, v.attending, v.code, v.practice_at, \
                 k.parameters, p.test, p.consented_at, p.practised_at FROM token t \
                 JOIN visit v ON v.id = t.visit JOIN ticket k ON k.visit = v.id JOIN participant p ON p.id = v.participant \
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

    pub(super) async fn go_to(&mut self, visit: &mut Visit, step: Step) -> Outcome<()> {
        let is_end = matches!(step, Step::Done | Step::Cancelled | Step::Declined);
        // Where somebody came from matters only while they are there.
        sqlx::query(
            "UPDATE visit SET step = $1, ended_at = $2, \
             address = CASE WHEN $2 IS NULL THEN address ELSE NULL END WHERE id = $3",
        )
        .bind(step.name())
        .bind(is_end.then_some(self.now))
        .bind(&visit.id)
        .execute(&mut self.connection)
        .await?;
        visit.step = step;
        Ok(())
    }
}

pub(super) type RunRow = (String, i64, Option<String>, Option<String>, String, String, i64);

pub(super) fn read_run(row: RunRow) -> Outcome<Run> {
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

pub(super) fn check_load(load: &str) -> Outcome<()> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match (8..=64).contains(&load.len()) && load.bytes().all(is_fit) {
        true => Ok(()),
        false => Err(Refused::Invalid("'load' must be 8 to 64 letters and digits".into())),
    }
}

/// Runs are named by us, in plain letters.
pub(super) fn check_id(run: &str) -> Outcome<()> {
    match run.len() <= 64 && run.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        true => Ok(()),
        false => Err(Refused::Invalid("'run' is no id of a run".into())),
    }
}

fn check_answers(study: &Study, answers: &BTreeMap<String, String>, comments: &str) -> Outcome<()> {
    let survey = &study.design.survey;
    let invalid = |message: String| Err(Refused::Invalid(message));
    // Who leaves out what may be left empty has said nothing.
    let fits = |question: &Question| {
        answers.get(&question.id).map_or(question.optional, |value| question.has(value))
    };
    if let Some(question) = survey.iter().find(|question| !fits(question)) {
        return invalid(format!("the question '{}' needs {}", question.id, question.wanted()));
    }
    if let Some(unknown) = answers.keys().find(|id| !survey.iter().any(|known| known.id == **id)) {
        return invalid(format!("there is no question '{unknown}'"));
    }
    if comments.chars().count() > 5000 || comments.contains('\0') {
        return invalid("'comments' has more than 5000 characters, or a NUL".into());
    }
    Ok(())
}

/// What should never be, unless somebody changed the study.
pub(super) fn broken(message: impl Into<String>) -> Refused {
    Refused::Broken(message.into())
}
