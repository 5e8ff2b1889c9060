//! Where the study's data is: SQLite in the study's directory, or PostgreSQL.
//!
//! Everything that is written passes a queue. Whoever drains it opens one
//! transaction, carries out what has gathered, each request in a savepoint of
//! its own, commits, and only then tells anybody. So nothing is acknowledged
//! that is not on disk, and many requests share one wait for the disk. SQLite
//! has one such writer; PostgreSQL, which lets several write at once, has some,
//! each with one request a transaction.

mod assign;
mod door;
mod forget;
mod reading;
mod recording;
mod secret;
mod state;
mod visit;

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Connection, Executor, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

use crate::design::Study;
use crate::refused::{Outcome, Refused};

pub use assign::Balance;
pub use door::{Entered, Entrance, Parameters};
pub use forget::Forgotten;
pub use reading::{CodeHolder, EventReader, StudyStatus};
pub use recording::{Ending, Piece};
pub(crate) use secret::{hash as token_hash, secret};
pub use state::{PracticeState, Return, State, Step, SurveyState, TaskState, WorldJson};

/// How many requests may wait to be written.
const WAITING: usize = 4096;
/// How many share one commit at most.
const GROUP: usize = 256;
/// How many write at once where several can.
const WRITERS: usize = 8;

/// Milliseconds since 1970, or what a test says instead.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Which database it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavour {
    /// One file.
    Sqlite,
    /// A server for several hosts.
    Postgres,
}

/// The study's data.
pub struct Store {
    study: Arc<Study>,
    url: String,
    flavour: Flavour,
    writers: Vec<mpsc::Sender<Job>>,
    next: AtomicUsize,
}

/// A transaction under way, and what it needs to know.
pub(crate) struct Tx {
    pub(crate) connection: AnyConnection,
    pub(crate) study: Arc<Study>,
    pub(crate) flavour: Flavour,
    pub(crate) now: i64,
}

/// What one request does, and whom to tell once it is on disk.
type Job = Box<dyn for<'a> FnOnce(&'a mut Tx) -> Working<'a, Done> + Send>;
type Working<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One request's part in a transaction, over.
struct Done {
    end: End,
    tell: Box<dyn FnOnce(Result<(), Refused>) + Send>,
}

enum End {
    /// What it wrote is to be kept.
    Keep,
    /// It was refused: what it wrote is taken back.
    TakeBack,
    /// The database failed, for all who share the transaction.
    Broken(Refused),
}

impl Store {
    /// Opens the study's data and brings its tables up to date. Without a
    /// URL it is in the study's directory.
    pub async fn open(study: Arc<Study>, url: Option<&str>) -> cicerone::Result<Store> {
        Store::open_at(study, url, Arc::new(milliseconds)).await
    }

    /// The same with another clock.
    pub async fn open_at(
        study: Arc<Study>,
        url: Option<&str>,
        clock: Clock,
    ) -> cicerone::Result<Store> {
        let (url, flavour) = database(&study, url)?;
        make_tables(&url, flavour).await.map_err(|error| {
            cicerone::Error::input(format!("{}: {error}", without_password(&url)))
        })?;
        let (count, group) = match flavour {
            Flavour::Sqlite => (1, GROUP),
            Flavour::Postgres => (WRITERS, 1),
        };
        let writers = (0..count)
            .map(|_| {
                let (sender, queue) = mpsc::channel(WAITING / count);
                let writer = Writer {
                    study: study.clone(),
                    url: url.clone(),
                    flavour,
                    group,
                    clock: clock.clone(),
                };
                tokio::spawn(writer.run(queue));
                sender
            })
            .collect();
        Ok(Store { study, url, flavour, writers, next: AtomicUsize::new(0) })
    }

    /// The study whose data it is.
    pub fn study(&self) -> &Arc<Study> {
        &self.study
    }

    /// Which database it is in.
    pub fn flavour(&self) -> Flavour {
        self.flavour
    }

    /// Carries out one request; done means on disk.
    pub(crate) async fn write<T, F>(&self, work: F) -> Outcome<T>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Tx) -> Working<'a, Outcome<T>> + Send + 'static,
    {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |tx| {
            Box::pin(async move {
                let outcome = work(tx).await;
                let end = match &outcome {
                    Ok(_) => End::Keep,
                    Err(refused) if refused.is_storage() => End::Broken(refused.again()),
                    Err(_) => End::TakeBack,
                };
                let tell = move |committed: Result<(), Refused>| {
                    let outcome = match committed {
                        Ok(()) => outcome,
                        Err(failed) => outcome.and(Err(failed)),
                    };
                    let _ = tell.send(outcome);
                };
                Done { end, tell: Box::new(tell) }
            })
        });
        let writer = self.next.fetch_add(1, Ordering::Relaxed) % self.writers.len();
        self.writers[writer].try_send(job).map_err(|_| Refused::Busy)?;
        told.await.unwrap_or(Err(Refused::Busy))
    }

    /// A connection to read with.
    pub(crate) async fn reader(&self) -> Outcome<AnyConnection> {
        connect(&self.url, self.flavour).await
    }
}

/// Drains a queue into transactions.
struct Writer {
    study: Arc<Study>,
    url: String,
    flavour: Flavour,
    group: usize,
    clock: Clock,
}

impl Writer {
    async fn run(self, mut queue: mpsc::Receiver<Job>) {
        let mut open: Option<Tx> = None;
        let mut jobs = Vec::new();
        while queue.recv_many(&mut jobs, self.group).await > 0 {
            let tx = match open.take() {
                Some(tx) => Ok(tx),
                None => self.connect().await,
            };
            let mut tx = match tx {
                Ok(tx) => tx,
                Err(refused) => {
                    tracing::error!(error = %refused, "the study's database cannot be reached");
                    // Nobody hears back from a job that was never begun but
                    // by its closed channel, which says: try again.
                    jobs.clear();
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            tx.now = (self.clock)();
            let mut done = Vec::with_capacity(jobs.len());
            let committed = transaction(&mut tx, jobs.drain(..), &mut done).await;
            match committed {
                Ok(()) => {
                    open = Some(tx);
                    done.into_iter().for_each(|done| (done.tell)(Ok(())));
                }
                Err(refused) => {
                    tracing::error!(error = %refused, "nothing of this was stored");
                    // Back to a known state by a new connection.
                    drop(tx);
                    done.into_iter().for_each(|done| (done.tell)(Err(refused.again())));
                }
            }
        }
    }

    async fn connect(&self) -> Outcome<Tx> {
        let connection = connect(&self.url, self.flavour).await?;
        Ok(Tx { connection, study: self.study.clone(), flavour: self.flavour, now: 0 })
    }
}

/// All jobs in one transaction: those that are refused leave no trace, and a
/// failing database lets none of them through.
async fn transaction(
    tx: &mut Tx,
    jobs: impl Iterator<Item = Job>,
    done: &mut Vec<Done>,
) -> Result<(), Refused> {
    let begin = match tx.flavour {
        Flavour::Sqlite => "BEGIN IMMEDIATE",
        Flavour::Postgres => "BEGIN",
    };
    tx.connection.execute(begin).await?;
    let mut failed = None;
    for job in jobs {
        if failed.is_none() {
            failed = tx.connection.execute("SAVEPOINT request").await.err().map(Refused::from);
        }
        if failed.is_some() {
            // The channel closes: try again.
            drop(job);
            continue;
        }
        let done_or_panicked = AssertUnwindSafe(job(tx)).catch_unwind().await;
        let Ok(Done { end, tell }) = done_or_panicked else {
            // Whoever waits for it hears from its closed channel.
            failed = Some(Refused::Broken("a request ended in a panic".into()));
            continue;
        };
        let ended = match &end {
            End::Keep => tx.connection.execute("RELEASE SAVEPOINT request").await,
            End::TakeBack => tx.connection.execute("ROLLBACK TO SAVEPOINT request").await,
            End::Broken(_) => Ok(Default::default()),
        };
        failed = ended.err().map(Refused::from);
        if let End::Broken(refused) = &end {
            failed = Some(refused.again());
        }
        done.push(Done { end, tell });
    }
    match failed {
        None => Ok(tx.connection.execute("COMMIT").await.map(drop)?),
        Some(refused) => {
            let _ = tx.connection.execute("ROLLBACK").await;
            Err(refused)
        }
    }
}

/// The database's URL, and what it is.
fn database(study: &Study, url: Option<&str>) -> cicerone::Result<(String, Flavour)> {
    match url {
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Ok((url.to_owned(), Flavour::Postgres))
        }
        Some(url) if url.starts_with("sqlite:") => Ok((url.to_owned(), Flavour::Sqlite)),
        Some(url) => Err(cicerone::Error::input(format!(
            "'{url}' is no database; write postgres://USER@HOST/NAME or sqlite:FILE"
        ))),
        None => {
            let file = study.directory.join("study.sqlite");
            let file = file.to_str().ok_or_else(|| {
                cicerone::Error::input("the directory's name is no plain text").in_file(&file)
            })?;
            Ok((sqlite_url(file), Flavour::Sqlite))
        }
    }
}

/// The URL of a file.
pub fn sqlite_url(file: &str) -> String {
    format!("sqlite:{}", file.replace('%', "%25").replace('?', "%3F").replace('#', "%23"))
}

/// A URL that may be shown.
fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(begin), Some(end)) if begin + 3 < end => {
            let user = url[begin + 3..end].split(':').next().unwrap_or_default();
            format!("{}://{user}{}", &url[..begin], &url[end..])
        }
        _ => url.to_owned(),
    }
}

async fn connect(url: &str, flavour: Flavour) -> Outcome<AnyConnection> {
    sqlx::any::install_default_drivers();
    match flavour {
        Flavour::Sqlite => {
            let separator = if url.contains('?') { '&' } else { '?' };
            let mut connection =
                AnyConnection::connect(&format!("{url}{separator}mode=rwc")).await?;
            // A commit is on disk before it is told; what is deleted is gone.
            // Whoever finds it locked waits, from the first statement on.
            let settings = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; \
                            PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                            PRAGMA secure_delete = ON";
            connection.execute(settings).await?;
            Ok(connection)
        }
        Flavour::Postgres => {
            let mut connection = AnyConnection::connect(url).await?;
            // Nobody waits for ever, and a commit is on disk before it is told.
            let settings = "SET lock_timeout = '10s'; SET statement_timeout = '60s'; \
                            SET idle_in_transaction_session_timeout = '60s'; \
                            SET synchronous_commit = on";
            connection.execute(settings).await?;
            Ok(connection)
        }
    }
}

/// Makes the tables, or finds them made. Servers may start at once on a new
/// database: all but one then find it locked, or a table that was not there when
/// they looked. They look again, for a while.
async fn make_tables(url: &str, flavour: Flavour) -> cicerone::Result<()> {
    const TRIES: u32 = 40;
    let mut tries = 0;
    loop {
        let made = async {
            let mut connection =
                connect(url, flavour).await.map_err(|error| (error.is_storage(), error.into()))?;
            let made = migrate(&mut connection).await.map_err(|error| (true, error));
            let _ = connection.close().await;
            made
        };
        let (is_worth_another, error): (bool, cicerone::Error) = match made.await {
            Ok(()) => return Ok(()),
            Err(failed) => failed,
        };
        // What is not there, or wants another password, stays so.
        let is_local = flavour == Flavour::Sqlite || error.to_string().contains("tables");
        tries += 1;
        if tries == TRIES || !is_worth_another || !is_local {
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(50 + 10 * u64::from(tries))).await;
    }
}

/// The tables, step by step as they came to be.
async fn migrate(connection: &mut AnyConnection) -> cicerone::Result<()> {
    let step = |number: i64, what: &'static str, sql: &'static str| {
        let sql = sql.into_sql_str();
        Migration::new(number, what.into(), MigrationType::Simple, sql, false)
    };
    let migrator = Migrator::with_migrations(vec![
        step(1, "the first tables", include_str!("schema.sql")),
        step(2, "where visits come from", include_str!("addresses.sql")),
    ]);
    let migrated = migrator.run_direct(None, connection, false).await;
    migrated.map_err(|error| cicerone::Error::input(format!("the tables cannot be made: {error}")))
}

fn milliseconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
