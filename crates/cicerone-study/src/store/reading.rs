//! What was gathered, read back.

use std::collections::BTreeMap;

use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;
use sqlx::query_as;

use super::{Balance, Store, Tx};
use crate::records::{AuditRecord, EventRecord, Records, RunRecord, Status};
use crate::refused::Outcome;
use crate::walk::{Event, Walk, What};

/// How the study stands.
#[derive(Debug, Clone, Serialize)]
pub struct StudyStatus {
    /// Its title.
    pub title: String,
    /// People who came in, tries left out.
    pub participants: u32,
    /// Visits by step.
    pub visits: BTreeMap<String, u32>,
    /// Runs by how they stand; reservations that ran out are `expired`.
    pub runs: BTreeMap<String, u32>,
    /// Runs that count for nothing.
    pub test_runs: u32,
    /// Completed and live by scenario and condition.
    pub balance: Balance,
    /// The largest difference between conditions of one scenario.
    pub imbalance: u32,
    /// Runs that complete the study.
    pub wanted: u32,
}

/// What a completion code stands for.
#[derive(Debug, Clone, Serialize)]
pub struct CodeHolder {
    /// The platform the participant came from.
    pub platform: String,
    /// What it calls them.
    pub external: String,
    /// The occasion.
    pub occasion: String,
    /// When it was given out.
    pub ended_at: Option<i64>,
}

impl Store {
    /// How the study stands.
    pub async fn status(&self) -> Outcome<StudyStatus> {
        let study = self.study.clone();
        self.write(move |tx| {
            Box::pin(async move {
                let balance = tx.balance().await?;
                let runs = tx.runs_by_status().await?;
                let visits: Vec<(String, i64)> = query_as(
                    "SELECT v.step, COUNT(*) FROM visit v JOIN participant p ON p.id = v.participant \
                     WHERE p.test = 0 GROUP BY v.step",
                )
                .fetch_all(&mut tx.connection)
                .await?;
                let (participants,): (i64,) =
                    query_as("SELECT COUNT(*) FROM participant WHERE test = 0")
                        .fetch_one(&mut tx.connection)
                        .await?;
                let (test_runs,): (i64,) = query_as(
                    "SELECT COUNT(*) FROM run WHERE test = 1 AND scenario IS NOT NULL",
                )
                .fetch_one(&mut tx.connection)
                .await?;
                let design = &study.design;
                let cells = study.scenarios.len() * design.conditions.len();
                Ok(StudyStatus {
                    title: design.title.clone(),
                    participants: participants as u32,
                    visits: visits.into_iter().map(|(step, count)| (step, count as u32)).collect(),
                    runs,
                    test_runs: test_runs as u32,
                    imbalance: balance.imbalance(),
                    balance,
                    wanted: cells as u32 * design.limits.runs_per_cell,
                })
            })
        })
        .await
    }

    /// Whose completion code that is.
    pub async fn holder(&self, code: &str) -> Outcome<Option<CodeHolder>> {
        let mut connection = self.reader().await?;
        let row: Option<(String, String, String, Option<i64>)> = query_as(
            "SELECT i.platform, i.external, v.external, v.ended_at FROM visit v \
             JOIN identity i ON i.participant = v.participant WHERE v.code = $1",
        )
        .bind(code.trim().to_uppercase())
        .fetch_optional(&mut connection)
        .await?;
        Ok(row.map(|(platform, external, occasion, ended_at)| CodeHolder {
            platform,
            external,
            occasion,
            ended_at,
        }))
    }

    /// Writes down who did what.
    pub async fn note(
        &self,
        actor: &'static str,
        action: &'static str,
        detail: String,
    ) -> Outcome<()> {
        self.write(move |tx| Box::pin(async move { tx.note(actor, action, &detail).await })).await
    }

    /// Everything that was recorded, without names.
    pub async fn records(&self) -> Outcome<Records> {
        let mut connection = self.reader().await?;
        let answers: Vec<(String, String, String)> =
            query_as("SELECT run, question, value FROM answer ORDER BY run, question")
                .fetch_all(&mut connection)
                .await?;
        let mut by_run: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (run, question, value) in answers {
            by_run.entry(run).or_default().insert(question, value);
        }
        type Head = (String, String, String, i64, i64, String, String, String, String, f64, i64);
        let heads: Vec<Head> = query_as(
            "SELECT id, participant, visit, test, number, scenario, condition, status, walk, \
             start_heading, pieces FROM run WHERE scenario IS NOT NULL ORDER BY reserved_at, id",
        )
        .fetch_all(&mut connection)
        .await?;
        type Tail =
            (i64, Option<i64>, Option<i64>, Option<i64>, Option<i64>, Option<i64>, Option<String>);
        let tails: Vec<Tail> = query_as(
            "SELECT reserved_at, begun_at, finished_at, completed_at, distance, passages, comments \
             FROM run WHERE scenario IS NOT NULL ORDER BY reserved_at, id",
        )
        .fetch_all(&mut connection)
        .await?;
        let runs = heads.into_iter().zip(tails).filter_map(|(head, tail)| {
            let (
                run,
                participant,
                visit,
                test,
                number,
                scenario,
                condition,
                status,
                walk,
                start_heading,
                pieces,
            ) = head;
            let (reserved_at, begun_at, finished_at, completed_at, distance, passages, comments) =
                tail;
            let walk: Walk = serde_json::from_str(&walk).ok()?;
            let found = self.study.scenario(&scenario);
            let route = found.and_then(|(scenario, world)| scenario.route(&world.world).ok());
            let steps = route.map_or(0, |route| {
                route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count()
            });
            Some(RunRecord {
                participant: pseudonym(&self.study.design.secret, &participant),
                visit,
                test: test != 0,
                number: number as u32,
                world: found.map_or_else(String::new, |(scenario, _)| scenario.world.clone()),
                scenario,
                condition,
                status: match status.as_str() {
                    "complete" => Status::Complete,
                    "answering" => Status::Answering,
                    "cancelled" => Status::Cancelled,
                    _ => Status::Open,
                },
                reserved_at,
                begun_at,
                finished_at,
                completed_at,
                seconds: walk.active / 1000.0,
                start_heading,
                end_x: walk.at.x,
                end_y: walk.at.y,
                end_heading: walk.at.heading,
                distance: distance.map(|distance| distance as u32),
                passages_to_goal: passages.map(|passages| passages as u32),
                walked: walk.walked,
                route_passages: steps as u32,
                pieces: pieces as u32,
                answers: by_run.remove(&run).unwrap_or_default(),
                comments: comments.unwrap_or_default(),
                run,
            })
        });
        let runs = runs.collect();
        type PieceRow = (String, i64, String, i64, String, Option<String>);
        let pieces: Vec<PieceRow> = query_as(
            "SELECT p.run, p.number, p.load, p.received_at, p.events, r.scenario FROM piece p \
             JOIN run r ON r.id = p.run ORDER BY r.reserved_at, r.id, p.number",
        )
        .fetch_all(&mut connection)
        .await?;
        let mut events = Vec::new();
        let mut number = 0;
        for (run, piece, load, received_at, text, scenario) in pieces {
            if piece == 0 {
                number = 0;
            }
            let told: Vec<Event> = serde_json::from_str(&text).unwrap_or_default();
            for event in told {
                events.push(event_record(
                    &run,
                    piece as u32,
                    number,
                    &load,
                    received_at,
                    scenario.is_none(),
                    event,
                ));
                number += 1;
            }
        }
        let audit: Vec<(i64, String, String, String)> =
            query_as("SELECT at, actor, action, detail FROM audit ORDER BY at, id")
                .fetch_all(&mut connection)
                .await?;
        let audit = audit.into_iter().map(|(at, actor, action, detail)| AuditRecord {
            at,
            actor,
            action,
            detail,
        });
        Ok(Records { runs, events, audit: audit.collect() })
    }
}

impl Tx {
    async fn runs_by_status(&mut self) -> Outcome<BTreeMap<String, u32>> {
        let counts: Vec<(String, i64, i64)> = query_as(
            "SELECT status, CASE WHEN expires_at > $1 THEN 1 ELSE 0 END, COUNT(*) FROM run \
             WHERE scenario IS NOT NULL AND test = 0 GROUP BY 1, 2",
        )
        .bind(self.now)
        .fetch_all(&mut self.connection)
        .await?;
        let mut runs = BTreeMap::new();
        for (status, is_live, count) in counts {
            let is_over = matches!(status.as_str(), "complete" | "cancelled");
            let name = if is_over || is_live == 1 { status } else { "expired".to_owned() };
            *runs.entry(name).or_default() += count as u32;
        }
        Ok(runs)
    }
}

/// What somebody is called in exports: nobody can tell who it is without the
/// study's secret.
pub(super) fn pseudonym(secret: &str, participant: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(participant.as_bytes());
    mac.finalize().into_bytes()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn event_record(
    run: &str,
    piece: u32,
    number: u32,
    load: &str,
    received_at: i64,
    practice: bool,
    event: Event,
) -> EventRecord {
    let kind = event.what.kind();
    let (spot, heading, detail) = match event.what {
        What::Enter(spot) | What::Leave(spot) | What::Arrive(spot) => {
            (Some(spot), Some(spot.heading), String::new())
        }
        What::Turn { heading } => (None, Some(heading), String::new()),
        What::Key { key, down } => {
            (None, None, format!("{key} {}", if down { "down" } else { "up" }))
        }
        What::Visible { visible } => {
            (None, None, if visible { "shown" } else { "hidden" }.to_owned())
        }
        What::Look { what, open } => {
            (None, None, format!("{what} {}", if open { "open" } else { "closed" }))
        }
    };
    EventRecord {
        run: run.to_owned(),
        practice,
        piece,
        number,
        load: load.to_owned(),
        received_at,
        t: event.t,
        kind: kind.to_owned(),
        x: spot.map(|spot| spot.x),
        y: spot.map(|spot| spot.y),
        heading,
        detail,
    }
}
