//! Leaving no trace of somebody who asks for it.

use std::time::Duration;

use sqlx::query_as;

use super::{Flavour, Store, Tx};
use crate::refused::Outcome;

/// What was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    /// People.
    pub participants: usize,
    /// Runs, practice included.
    pub runs: u64,
    /// Pieces of recordings.
    pub pieces: u64,
    /// True if SQLite's log still holds them, because somebody was reading; it
    /// is emptied when the last one stops.
    pub is_in_log: bool,
}

impl Store {
    /// Deletes everything about a participant, named as the platform names
    /// them, or by the hash that exports show.
    pub async fn forget(&self, name: String) -> Outcome<Forgotten> {
        let mut forgotten =
            self.write(move |tx| Box::pin(async move { tx.forget(&name).await })).await?;
        if self.flavour == Flavour::Sqlite && forgotten.participants > 0 {
            // Old pages of the log still hold what the file does not; whoever
            // reads just now is waited for.
            let mut connection = self.reader().await?;
            for _ in 0..100 {
                let (busy, _, _): (i64, i64, i64) =
                    query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
                forgotten.is_in_log = busy != 0;
                if busy == 0 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        Ok(forgotten)
    }
}

impl Tx {
    async fn forget(&mut self, name: &str) -> Outcome<Forgotten> {
        let known: Vec<(String, String)> = query_as("SELECT participant, external FROM identity")
            .fetch_all(&mut self.connection)
            .await?;
        let secret = self.study.design.secret.clone();
        let is_meant = |(id, external): &(String, String)| {
            external == name || id == name || super::reading::pseudonym(&secret, id) == name
        };
        let mut forgotten = Forgotten::default();
        for (id, _) in known.into_iter().filter(is_meant) {
            forgotten.participants += 1;
            // The log keeps what was done, and no more to whom.
            let runs: Vec<(String,)> = query_as("SELECT id FROM run WHERE participant = $1")
                .bind(&id)
                .fetch_all(&mut self.connection)
                .await?;
            for (run,) in runs {
                sqlx::query(
                    "UPDATE audit SET detail = REPLACE(detail, $1, 'that was deleted') \
                     WHERE detail LIKE '%' || $1 || '%'",
                )
                .bind(&run)
                .execute(&mut self.connection)
                .await?;
            }
            let statements = [
                "DELETE FROM answer WHERE run IN (SELECT id FROM run WHERE participant = $1)",
                "DELETE FROM piece WHERE run IN (SELECT id FROM run WHERE participant = $1)",
                "DELETE FROM run WHERE participant = $1",
                "DELETE FROM token WHERE visit IN (SELECT id FROM visit WHERE participant = $1)",
                "DELETE FROM ticket WHERE participant = $1",
                "DELETE FROM visit WHERE participant = $1",
                "DELETE FROM identity WHERE participant = $1",
                "DELETE FROM participant WHERE id = $1",
            ];
            for (index, statement) in statements.into_iter().enumerate() {
                let done = sqlx::query(statement).bind(&id).execute(&mut self.connection).await?;
                match index {
                    1 => forgotten.pieces += done.rows_affected(),
                    2 => forgotten.runs += done.rows_affected(),
                    _ => {}
                }
            }
            let hash = super::reading::pseudonym(&secret, &id);
            self.note("command line", "delete", &format!("participant {hash}")).await?;
        }
        Ok(forgotten)
    }
}
