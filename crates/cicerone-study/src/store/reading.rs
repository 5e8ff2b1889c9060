//! What was gathered, read back.

use std::collections::BTreeMap;
use std::sync::Arc;

use cicerone::world::PassageId;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Executor, Row, query_as};

use super::visit::broken;
use super::{Balance, Flavour, Store, Tx};
use crate::design::{Study, StudyWorld};
use crate::records::{AuditRecord, EventRecord, Records, RunRecord, Status, VisitRecord};
use crate::refused::Outcome;
use crate::walk::{Event, METRES, Walk, What};

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

    /// Whose completion code that is. That somebody asked is written down.
    pub async fn holder(&self, code: &str) -> Outcome<Option<CodeHolder>> {
        let code = code.trim().to_uppercase();
        let mut connection = self.reader().await?;
        let row: Option<(String, String, String, Option<i64>)> = query_as(
            "SELECT i.platform, i.external, k.external, v.ended_at FROM visit v \
             JOIN ticket k ON k.visit = v.id JOIN identity i ON i.participant = v.participant \
             WHERE v.code = $1",
        )
        .bind(&code)
        .fetch_optional(&mut connection)
        .await?;
        self.note("command line", "name the holder of", code).await?;
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
        let mut snapshot = self.snapshot().await?;
        Ok(Records { events: snapshot.events().await?, ..snapshot.outline().await? })
    }

    /// The same but for the events, which are by far the most.
    pub async fn outline(&self) -> Outcome<Records> {
        self.snapshot().await?.outline().await
    }

    /// All events, some at a time: there may be more than fit in memory.
    pub async fn events(&self) -> Outcome<EventReader> {
        let mut snapshot = self.snapshot().await?;
        let place = Place::first(&mut snapshot.connection).await?;
        Ok(EventReader { snapshot, place })
    }

    /// The events of one run.
    pub async fn events_of(&self, run: &str) -> Outcome<Vec<EventRecord>> {
        let mut snapshot = self.snapshot().await?;
        let find = "SELECT id, scenario FROM run WHERE id = $1";
        let runs: Vec<(String, Option<String>)> =
            query_as(find).bind(run).fetch_all(&mut snapshot.connection).await?;
        let mut place = Place::of(runs);
        let mut events = Vec::new();
        while let Some(some) = place.next(&mut snapshot.connection).await? {
            events.extend(some);
        }
        Ok(events)
    }

    /// The data as it is now, whatever is written while it is read.
    async fn snapshot(&self) -> Outcome<Snapshot> {
        let mut connection = self.reader().await?;
        let begin = match self.flavour {
            Flavour::Sqlite => "BEGIN",
            Flavour::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        connection.execute(begin).await?;
        Ok(Snapshot { connection, study: self.study.clone() })
    }
}

struct Snapshot {
    connection: AnyConnection,
    study: Arc<Study>,
}

impl Snapshot {
    async fn outline(&mut self) -> Outcome<Records> {
        Ok(Records {
            runs: self.runs().await?,
            visits: self.visits().await?,
            events: Vec::new(),
            audit: self.audit().await?,
        })
    }

    async fn runs(&mut self) -> Outcome<Vec<RunRecord>> {
        let answers: Vec<(String, String, String)> =
            query_as("SELECT run, question, value FROM answer")
                .fetch_all(&mut self.connection)
                .await?;
        let mut by_run: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (run, question, value) in answers {
            by_run.entry(run).or_default().insert(question, value);
        }
        let rows = sqlx::query(
            "SELECT id, participant, visit, test, number, scenario, condition, status, walk, \
             start_heading, pieces, reserved_at, begun_at, finished_at, completed_at, distance, \
             passages, comments FROM run WHERE scenario IS NOT NULL ORDER BY reserved_at, id",
        )
        .fetch_all(&mut self.connection)
        .await?;
        let run = |row: &AnyRow| {
            let answers = by_run.remove(row.try_get::<&str, _>("id")?).unwrap_or_default();
            run_record(&self.study, row, answers)
        };
        rows.iter().map(run).collect()
    }

    async fn visits(&mut self) -> Outcome<Vec<VisitRecord>> {
        type Row = (String, String, i64, String, i64, Option<i64>, Option<i64>, Option<String>);
        let rows: Vec<Row> = query_as(
            "SELECT v.id, v.participant, p.test, v.step, v.created_at, p.consented_at, v.ended_at, \
             v.facts FROM visit v JOIN participant p ON p.id = v.participant \
             ORDER BY v.created_at, v.id",
        )
        .fetch_all(&mut self.connection)
        .await?;
        let secret = &self.study.design.secret;
        Ok(rows
            .into_iter()
            .map(|(visit, participant, test, step, created_at, consented_at, ended_at, facts)| {
                VisitRecord {
                    visit,
                    participant: pseudonym(secret, &participant),
                    test: test != 0,
                    step,
                    created_at,
                    consented_at,
                    ended_at,
                    facts,
                }
            })
            .collect())
    }

    async fn events(&mut self) -> Outcome<Vec<EventRecord>> {
        let mut events = Vec::new();
        let mut reading = Place::first(&mut self.connection).await?;
        while let Some(some) = reading.next(&mut self.connection).await? {
            events.extend(some);
        }
        Ok(events)
    }

    async fn audit(&mut self) -> Outcome<Vec<AuditRecord>> {
        let lines: Vec<(i64, String, String, String)> =
            query_as("SELECT at, actor, action, detail FROM audit ORDER BY at, id")
                .fetch_all(&mut self.connection)
                .await?;
        let line = |(at, actor, action, detail)| AuditRecord { at, actor, action, detail };
        Ok(lines.into_iter().map(line).collect())
    }
}

/// Events as they are read, some at a time.
pub struct EventReader {
    snapshot: Snapshot,
    place: Place,
}

impl EventReader {
    /// Some more, or `None` after the last.
    pub async fn next(&mut self) -> Outcome<Option<Vec<EventRecord>>> {
        self.place.next(&mut self.snapshot.connection).await
    }
}

/// How far events have been read: run by run in the order they were given out,
/// and in the order of a run's pieces. The database hands out a few pieces at a
/// time, for sorting all of them would need room for all of them.
struct Place {
    runs: std::vec::IntoIter<(String, Option<String>)>,
    run: Option<(String, Option<String>)>,
    /// The piece that comes next, and the number of its first event.
    piece: i64,
    number: u32,
}

impl Place {
    async fn first(connection: &mut AnyConnection) -> Outcome<Place> {
        let runs: Vec<(String, Option<String>)> =
            query_as("SELECT id, scenario FROM run ORDER BY reserved_at, id")
                .fetch_all(connection)
                .await?;
        Ok(Place::of(runs))
    }

    fn of(runs: Vec<(String, Option<String>)>) -> Place {
        let mut runs = runs.into_iter();
        let run = runs.next();
        Place { runs, run, piece: 0, number: 0 }
    }

    async fn next(&mut self, connection: &mut AnyConnection) -> Outcome<Option<Vec<EventRecord>>> {
        let mut events = Vec::new();
        while events.len() < EVENTS_AT_A_TIME
            && let Some((run, scenario)) = &self.run
        {
            let pieces: Vec<PieceRow> = query_as(
                "SELECT number, load, received_at, events FROM piece \
                 WHERE run = $1 AND number >= $2 ORDER BY number LIMIT 100",
            )
            .bind(run)
            .bind(self.piece)
            .fetch_all(&mut *connection)
            .await?;
            let Some(last) = pieces.last() else {
                (self.run, self.piece, self.number) = (self.runs.next(), 0, 0);
                continue;
            };
            self.piece = last.0 + 1;
            for piece in pieces {
                let told: Vec<Event> =
                    serde_json::from_str(&piece.3).map_err(|error| broken(error.to_string()))?;
                for event in told {
                    let practice = scenario.is_none();
                    events.push(event_record(run, practice, &piece, self.number, event));
                    self.number += 1;
                }
            }
        }
        Ok((!events.is_empty()).then_some(events))
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

fn run_record(
    study: &Study,
    row: &AnyRow,
    answers: BTreeMap<String, String>,
) -> Outcome<RunRecord> {
    let count = |name: &str| row.try_get::<i64, _>(name).map(|count| count as u32);
    let count_if_any = |name: &str| {
        row.try_get::<Option<i64>, _>(name).map(|count| count.map(|count| count as u32))
    };
    let text = |name: &str| row.try_get::<String, _>(name);
    let walk: Walk =
        serde_json::from_str(&text("walk")?).map_err(|error| broken(error.to_string()))?;
    let scenario = text("scenario")?;
    let found = study.scenario(&scenario);
    let route = found.and_then(|(scenario, world)| scenario.route(&world.world).ok());
    let free = found.map(|(_, world)| world).filter(|world| world.ground.is_some());
    let steps = route.map_or(0, |route| match free {
        Some(StudyWorld { world, .. }) => {
            // Nobody walks in a lift.
            let is_walked = |passage: &PassageId| world.passage(*passage).connection.is_none();
            let walked = route.passages(world).filter(is_walked);
            (walked.map(|passage| world.length(passage)).sum::<f64>() / METRES).round() as usize
        }
        None => route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count(),
    });
    Ok(RunRecord {
        run: text("id")?,
        participant: pseudonym(&study.design.secret, &text("participant")?),
        visit: text("visit")?,
        test: row.try_get::<i64, _>("test")? != 0,
        number: count("number")?,
        world: found.map_or_else(String::new, |(scenario, _)| scenario.world.clone()),
        scenario,
        condition: text("condition")?,
        status: match text("status")?.as_str() {
            "complete" => Status::Complete,
            "answering" => Status::Answering,
            "cancelled" => Status::Cancelled,
            _ => Status::Open,
        },
        reserved_at: row.try_get("reserved_at")?,
        begun_at: row.try_get("begun_at")?,
        finished_at: row.try_get("finished_at")?,
        completed_at: row.try_get("completed_at")?,
        // Whole milliseconds: clocks of browsers are no better.
        seconds: walk.active.round() / 1000.0,
        start_heading: row.try_get("start_heading")?,
        end_x: walk.at.x,
        end_y: walk.at.y,
        end_heading: walk.at.heading,
        end_level: walk.at.level.clone(),
        distance: count_if_any("distance")?,
        passages_to_goal: count_if_any("passages")?,
        walked: walk.passages(),
        route_passages: steps as u32,
        pieces: count("pieces")?,
        answers,
        comments: row.try_get::<Option<String>, _>("comments")?.unwrap_or_default(),
    })
}

/// About how many events are in memory at once.
const EVENTS_AT_A_TIME: usize = 20_000;

/// Number, page load, when it was received, events.
type PieceRow = (i64, String, i64, String);

fn event_record(
    run: &str,
    practice: bool,
    piece: &PieceRow,
    number: u32,
    event: Event,
) -> EventRecord {
    let (piece, load, received_at, _) = piece;
    let kind = event.what.kind();
    let (spot, heading, detail) = match event.what {
        What::Enter(spot) | What::Leave(spot) | What::Arrive(spot) | What::Walk(spot) => {
            let heading = spot.heading;
            (Some(spot), Some(heading), String::new())
        }
        What::Ride { by, to } => {
            let heading = to.heading;
            (Some(to), Some(heading), by)
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
        piece: *piece as u32,
        number,
        load: load.clone(),
        received_at: *received_at,
        t: event.t,
        kind: kind.to_owned(),
        x: spot.as_ref().map(|spot| spot.x),
        y: spot.as_ref().map(|spot| spot.y),
        level: spot.and_then(|spot| spot.level),
        heading,
        detail,
    }
}
