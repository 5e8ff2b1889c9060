//! What happens on a walk, in numbered pieces, and how it ends.

use sqlx::query_as;

use super::state::{FIRST_TASK, State, Step};
use super::visit::{Run, Visit, check_id, check_load};
use super::{Store, Tx};
use crate::design::StudyWorld;
use crate::refused::{Outcome, Refused};
use crate::walk::{Event, Walk};

/// Events of one piece.
const MOST_EVENTS: usize = 500;
/// Pieces of one run: pages send one a second at first, and then fewer.
const MOST_PIECES: u32 = 1000;
/// Bytes of all events of one run.
const MOST_BYTES: u64 = 4 << 20;
/// So many pieces of one run that were refused are written down.
const MOST_NOTED: u32 = 10;
/// A page's clock may be ahead by this share, and by so many milliseconds.
const FAST: f64 = 1.02;
const AHEAD: f64 = 10_000.0;

/// A few events, in order.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The run they belong to.
    pub run: String,
    /// From 0, without gaps.
    pub number: u32,
    /// The page load they happened in.
    pub load: String,
    /// What happened.
    pub events: Vec<Event>,
}

/// 'Finish' or 'Cancel'.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The run that ends; before a task is seen, none need be named.
    #[serde(default)]
    pub run: Option<String>,
    /// The page load it was said in.
    pub load: String,
    /// How many pieces the run has: all must be stored before.
    #[serde(default)]
    pub pieces: Option<u32>,
    /// When it was said, by the clock of the page load.
    #[serde(default)]
    pub t: Option<f64>,
    /// Why, if one cares to say.
    #[serde(default)]
    pub reason: Option<String>,
}

impl Store {
    /// Stores a piece; the number of the next one comes back.
    pub async fn piece(&self, token: String, piece: Piece) -> Outcome<u32> {
        check_load(&piece.load)?;
        check_id(&piece.run)?;
        if piece.events.is_empty() || piece.events.len() > MOST_EVENTS {
            return Err(Refused::Invalid(format!("a piece has 1 to {MOST_EVENTS} events")));
        }
        let result =
            self.write(move |tx| Box::pin(async move { tx.piece(&token, piece).await })).await?;
        match result {
            Ok(next) => Ok(next),
            Err(impossible) => Err(Refused::Invalid(impossible)),
        }
    }

    /// Ends a task; the survey comes next.
    pub async fn finish(&self, token: String, ending: Ending) -> Outcome<State> {
        check_ending(&ending)?;
        self.write(move |tx| Box::pin(async move { tx.finish(&token, &ending).await })).await
    }

    /// Gives a task up. What was recorded is kept, the place is given back.
    pub async fn cancel(&self, token: String, ending: Ending) -> Outcome<State> {
        check_ending(&ending)?;
        self.write(move |tx| Box::pin(async move { tx.cancel(&token, &ending).await })).await
    }
}

impl Tx {
    /// A piece that the map does not allow is noted, and not stored.
    async fn piece(&mut self, token: &str, piece: Piece) -> Outcome<Result<u32, String>> {
        let visit = self.visit(token).await?;
        let run = self.run(&visit, &piece.run).await?;
        let events = serde_json::to_string(&piece.events).unwrap_or_default();
        if piece.number < run.pieces {
            return self.replayed(&run, &piece, &events).await.map(Ok);
        }
        if run.status != "open" {
            return Err(Refused::conflict("over", "this run is over"));
        }
        require_attending(&visit, &piece.load)?;
        if piece.number > run.pieces {
            return Err(out_of_order(run.pieces));
        }
        let world = self.world_of(&run)?;
        let walk = run.walk.after(&world.world, world.unit, &piece.load, &piece.events);
        let walk = match walk {
            Ok(walk) => self.believed(&visit, &run, walk).await?,
            Err(impossible) => Err(impossible),
        };
        let bytes = run.walk.bytes + events.len() as u64;
        let walk = walk.and_then(|walk| match (run.pieces < MOST_PIECES, bytes <= MOST_BYTES) {
            (true, true) => Ok(Walk { bytes, ..walk }),
            (false, _) => Err(format!("a run has at most {MOST_PIECES} pieces")),
            (_, false) => Err(format!("a run has at most {MOST_BYTES} bytes of events")),
        });
        let walk = match walk {
            Ok(walk) => walk,
            Err(impossible) => {
                self.note_refused(run, piece.number, &impossible).await?;
                return Ok(Err(impossible));
            }
        };
        sqlx::query("INSERT INTO piece (run, number, load, received_at, events) VALUES ($1, $2, $3, $4, $5)")
            .bind(&run.id)
            .bind(i64::from(piece.number))
            .bind(&piece.load)
            .bind(self.now)
            .bind(events)
            .execute(&mut self.connection)
            .await?;
        let pieces = run.pieces + 1;
        sqlx::query(
            "UPDATE run SET pieces = $1, walk = $2, begun_at = COALESCE(begun_at, $3) WHERE id = $4",
        )
        .bind(i64::from(pieces))
        .bind(serde_json::to_string(&walk).unwrap_or_default())
        .bind(self.now)
        .bind(&run.id)
        .execute(&mut self.connection)
        .await?;
        Ok(Ok(pieces))
    }

    /// The walk, if it can have taken as long as it says: no longer than its task
    /// has been there, by the server's own clock.
    async fn believed(
        &mut self,
        visit: &Visit,
        run: &Run,
        walk: Walk,
    ) -> Outcome<Result<Walk, String>> {
        if self.study.design.limits.trusting || visit.test {
            return Ok(Ok(walk));
        }
        let (reserved, practised): (i64, Option<i64>) = query_as(
            "SELECT r.reserved_at, p.practised_at FROM run r \
             JOIN participant p ON p.id = r.participant WHERE r.id = $1",
        )
        .bind(&run.id)
        .fetch_one(&mut self.connection)
        .await?;
        // The first task is given out before the practice and shown after it.
        let shown = if run.number == 0 { reserved } else { reserved.max(practised.unwrap_or(0)) };
        let there = (self.now - shown).max(0) as f64;
        Ok(match walk.active <= there * FAST + AHEAD {
            true => Ok(walk),
            false => Err(format!(
                "it tells of {:.0} seconds, and the task was given out {:.0} seconds ago",
                walk.active / 1000.0,
                there / 1000.0
            )),
        })
    }

    /// Writes down that a piece was refused, as long as that is news.
    async fn note_refused(&mut self, run: Run, number: u32, why: &str) -> Outcome<()> {
        let refused = run.walk.refused + 1;
        if refused > MOST_NOTED {
            return Ok(());
        }
        let more =
            if refused == MOST_NOTED { "; more of this run are not written down" } else { "" };
        let detail = format!("run {}, piece {number}: {why}{more}", run.id);
        self.note("server", "refuse", &detail).await?;
        let walk = Walk { refused, ..run.walk };
        sqlx::query("UPDATE run SET walk = $1 WHERE id = $2")
            .bind(serde_json::to_string(&walk).unwrap_or_default())
            .bind(&run.id)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// A piece that is stored already: the same once more is fine.
    async fn replayed(&mut self, run: &Run, piece: &Piece, events: &str) -> Outcome<u32> {
        let stored: Option<(String, String)> =
            query_as("SELECT load, events FROM piece WHERE run = $1 AND number = $2")
                .bind(&run.id)
                .bind(i64::from(piece.number))
                .fetch_optional(&mut self.connection)
                .await?;
        match stored.is_some_and(|(load, stored)| load == piece.load && stored == events) {
            true => Ok(piece.number + 1),
            false => Err(out_of_order(run.pieces)),
        }
    }

    async fn finish(&mut self, token: &str, ending: &Ending) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        let id =
            ending.run.as_deref().ok_or_else(|| Refused::Invalid("'run' is missing".into()))?;
        let run = self.run(&visit, id).await?;
        if visit.step != Step::Task || run.status != "open" || run.number == 0 {
            return self.state(visit).await;
        }
        require_attending(&visit, &ending.load)?;
        if ending.pieces != Some(run.pieces) {
            return Err(out_of_order(run.pieces));
        }
        let world = self.world_of(&run)?;
        let study = self.study.clone();
        let scenario = run.scenario.as_deref().and_then(|id| study.scenario(id));
        let route = scenario.and_then(|(scenario, _)| scenario.route(&world.world).ok());
        let goal =
            route.ok_or_else(|| super::visit::broken("a scenario without route"))?.goal().place;
        let (distance, passages) =
            run.walk.off(&world.world, world.unit, goal).map_err(super::visit::broken)?;
        let walk = ended(run.walk.clone(), ending)?;
        let walk = self.believed(&visit, &run, walk).await?.map_err(Refused::Invalid)?;
        sqlx::query(
            "UPDATE run SET status = 'answering', finished_at = $1, walk = $2, distance = $3, \
             passages = $4 WHERE id = $5",
        )
        .bind(self.now)
        .bind(serde_json::to_string(&walk).unwrap_or_default())
        .bind(i64::from(distance))
        .bind(passages.map(i64::from))
        .bind(&run.id)
        .execute(&mut self.connection)
        .await?;
        self.go_to(&mut visit, Step::Survey).await?;
        self.state(visit).await
    }

    async fn cancel(&mut self, token: &str, ending: &Ending) -> Outcome<State> {
        let mut visit = self.visit(token).await?;
        let run = match (&ending.run, visit.step) {
            (Some(id), _) => self.run(&visit, id).await?,
            // The task that is reserved, and not yet seen.
            (None, Step::Check | Step::Practice) => {
                self.run_from(&visit, FIRST_TASK, "open").await?
            }
            (None, _) => return self.state(visit).await,
        };
        let is_under_way = matches!(run.status.as_str(), "open" | "answering") && run.number > 0;
        let is_over = matches!(visit.step, Step::Done | Step::Cancelled | Step::Declined);
        if !is_under_way || is_over {
            return self.state(visit).await;
        }
        require_attending(&visit, &ending.load)?;
        // Whoever gives up may, whatever time their page tells.
        let walk = ended(run.walk.clone(), ending)?;
        let walk = self.believed(&visit, &run, walk).await?.unwrap_or_else(|_| run.walk.clone());
        sqlx::query(
            "UPDATE run SET status = 'cancelled', finished_at = COALESCE(finished_at, $1), \
             walk = $2, comments = $3 WHERE id = $4",
        )
        .bind(self.now)
        .bind(serde_json::to_string(&walk).unwrap_or_default())
        .bind(ending.reason.clone())
        .bind(&run.id)
        .execute(&mut self.connection)
        .await?;
        self.go_to(&mut visit, Step::Cancelled).await?;
        self.state(visit).await
    }

    fn world_of(&self, run: &Run) -> Outcome<StudyWorld> {
        let world = match &run.scenario {
            None => self.study.practice_world(),
            Some(id) => self.study.scenario(id).map(|(_, world)| world),
        };
        world.cloned().ok_or_else(|| super::visit::broken("a scenario that is not there any more"))
    }
}

fn check_ending(ending: &Ending) -> Outcome<()> {
    check_load(&ending.load)?;
    ending.run.as_deref().map_or(Ok(()), check_id)?;
    match ending.reason.as_ref().is_some_and(|text| text.len() > 2000 || text.contains('\0')) {
        true => Err(Refused::Invalid("'reason' has more than 2000 bytes, or a NUL".into())),
        false => Ok(()),
    }
}

/// The walk with the time up to 'Finish' counted in.
fn ended(mut walk: Walk, ending: &Ending) -> Outcome<Walk> {
    let Some(t) = ending.t else { return Ok(walk) };
    if !t.is_finite() || !(0.0..1e12).contains(&t) {
        return Err(Refused::Invalid("'t' is no time".into()));
    }
    if walk.load == ending.load && t > walk.clock {
        walk.active += t - walk.clock;
        walk.clock = t;
    }
    Ok(walk)
}

fn require_attending(visit: &Visit, load: &str) -> Outcome<()> {
    match visit.attending.as_deref() == Some(load) {
        true => Ok(()),
        false => Err(Refused::conflict("elsewhere", "this goes on in another window")),
    }
}

fn out_of_order(next: u32) -> Refused {
    Refused::Conflict {
        code: "order",
        detail: format!("the next piece is number {next}"),
        next: Some(next),
    }
}
