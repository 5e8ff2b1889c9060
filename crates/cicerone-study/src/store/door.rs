//! The door: who comes in, and whether they have been here before.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use sqlx::query_as;

use super::secret::{hash, secret};
use super::state::{State, Step};
use super::{Store, Tx};
use crate::design::Limits;
use crate::refused::{Outcome, Refused};

/// How many windows of one visit may have come in by themselves.
const MOST_TOKENS: i64 = 20;

/// The parameters that a platform puts into the address.
pub type Parameters = BTreeMap<String, String>;

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
    /// Where they come from, as the server sees it.
    #[serde(skip)]
    pub address: Option<IpAddr>,
}

/// A visit that has begun, or goes on.
#[derive(Debug, Serialize)]
pub struct Entered {
    /// The secret that says who one is from now on.
    pub token: String,
    /// How things stand.
    pub state: State,
}

impl Store {
    /// Lets somebody in. The same parameters again lead to the same visit.
    pub async fn enter(&self, entrance: Entrance) -> Outcome<Entered> {
        check_parameters(&entrance.parameters)?;
        check_invited(&self.study().design.limits, &entrance.parameters)?;
        self.write(move |tx| Box::pin(async move { tx.enter(&entrance).await })).await
    }
}

impl Tx {
    async fn enter(&mut self, entrance: &Entrance) -> Outcome<Entered> {
        // Two who come at once under one name are one.
        self.lock().await?;
        let (platform, external, occasion) = identify(&entrance.parameters);
        // Tries of the study's own people are other people than themselves.
        let platform = if entrance.test { format!("test {platform}") } else { platform.to_owned() };
        let participant = self.participant(&platform, &external, entrance.test).await?;
        let known: Option<(String,)> =
            query_as("SELECT visit FROM ticket WHERE participant = $1 AND external = $2")
                .bind(&participant)
                .bind(&occasion)
                .fetch_optional(&mut self.connection)
                .await?;
        let visit = match known {
            Some((id,)) => {
                self.note_address(&id, entrance).await?;
                id
            }
            None => self.begin_visit(&participant, &occasion, entrance).await?,
        };
        // Whoever comes and comes again keeps only the last few.
        sqlx::query(
            "DELETE FROM token WHERE visit = $1 AND hash NOT IN \
             (SELECT hash FROM token WHERE visit = $1 ORDER BY created_at DESC LIMIT $2)",
        )
        .bind(&visit)
        .bind(MOST_TOKENS - 1)
        .execute(&mut self.connection)
        .await?;
        let token = secret(32)?;
        sqlx::query("INSERT INTO token (hash, visit, created_at) VALUES ($1, $2, $3)")
            .bind(hash(&token))
            .bind(&visit)
            .bind(self.now)
            .execute(&mut self.connection)
            .await?;
        let visit = self.visit(&token).await?;
        let state = self.state(visit).await?;
        Ok(Entered { token, state })
    }

    /// Remembers where a visit comes from for as long as it goes on, so that the
    /// open tasks of one address can be counted; by a hash that only this study
    /// can make.
    async fn note_address(&mut self, visit: &str, entrance: &Entrance) -> Outcome<()> {
        let Some(address) = entrance.address else { return Ok(()) };
        let hash = super::reading::pseudonym(&self.study.design.secret, &address.to_string());
        sqlx::query("UPDATE visit SET address = $1 WHERE id = $2 AND ended_at IS NULL")
            .bind(hash)
            .bind(visit)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Who that is, perhaps for the first time.
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
        let (visits,): (i64,) = query_as(
            "SELECT COUNT(DISTINCT visit) FROM run WHERE participant = $1 AND scenario IS NOT NULL",
        )
        .bind(participant)
        .fetch_one(&mut self.connection)
        .await?;
        let limit = self.study.design.limits.visits_per_participant;
        if limit.is_some_and(|limit| visits >= i64::from(limit)) {
            return Err(Refused::conflict(
                "done_before",
                "You have taken part in this study already, as often as one can. Thank you!",
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
            "INSERT INTO visit (id, participant, step, created_at) VALUES ($1, $2, $3, $4)",
        )
        .bind(&id)
        .bind(participant)
        .bind(step.name())
        .bind(self.now)
        .execute(&mut self.connection)
        .await?;
        sqlx::query(
            "INSERT INTO ticket (visit, participant, external, parameters) VALUES ($1, $2, $3, $4)",
        )
        .bind(&id)
        .bind(participant)
        .bind(occasion)
        .bind(parameters)
        .execute(&mut self.connection)
        .await?;
        self.note_address(&id, entrance).await?;
        match step {
            Step::Check => self.assign(&id, participant, entrance.test, 1).await?,
            // Nobody should read and agree for nothing.
            _ => drop(self.choose(participant).await?),
        }
        Ok(id)
    }
}

/// The platform of those who come without a name.
const ANONYMOUS: &str = "anonymous";

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
    (ANONYMOUS, uuid::Uuid::new_v4().to_string(), String::new())
}

/// Refuses whom the study does not let in.
fn check_invited(limits: &Limits, parameters: &Parameters) -> Outcome<()> {
    let (platform, external, _) = identify(parameters);
    let is_named = platform != ANONYMOUS;
    let is_listed = |names: &Vec<String>| is_named && names.contains(&external);
    let is_invited =
        (is_named || !limits.named_only) && limits.participants.as_ref().is_none_or(is_listed);
    match is_invited {
        true => Ok(()),
        false => Err(Refused::conflict(
            "closed",
            "This study is by invitation: please use the link that you were given.",
        )),
    }
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
