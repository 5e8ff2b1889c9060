//! Who gets which scenario, under which condition.
//!
//! A cell is a scenario under a condition; what counts for it are completed
//! runs and live reservations, so that those who leave half-way unbalance
//! nothing. Tries of the study's own people count for nothing. Only cells of
//! the lowest count in their scenario are given out, so that within a scenario
//! assignment never makes conditions differ by more than one; scenarios that
//! differ by more (because reservations ran out, or their holders came back
//! late) come first, then those with fewest runs, then
//! the condition that this participant and then everybody has seen least. What
//! is still equal is decided by the study's seed.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::query_as;

use super::{Flavour, Tx};
use crate::design::Study;
use crate::refused::{Outcome, Refused};
use crate::walk::{Spot, Walk};

/// How the cells stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Balance {
    /// Completed runs and live reservations by scenario and condition.
    pub cells: BTreeMap<String, BTreeMap<String, u32>>,
}

impl Balance {
    pub(super) fn new(study: &Study, counts: Vec<(String, String, i64)>) -> Balance {
        let conditions = &study.design.conditions;
        let empty: BTreeMap<String, u32> =
            conditions.iter().map(|name| (name.clone(), 0)).collect();
        let ids = study.scenarios.iter().map(|scenario| scenario.id.clone());
        let mut cells: BTreeMap<_, _> = ids.map(|id| (id, empty.clone())).collect();
        for (scenario, condition, count) in counts {
            let cell = cells.get_mut(&scenario).and_then(|cells| cells.get_mut(&condition));
            if let Some(cell) = cell {
                *cell = count as u32;
            }
        }
        Balance { cells }
    }

    /// The largest difference between conditions of one scenario.
    pub fn imbalance(&self) -> u32 {
        self.cells.values().map(spread).max().unwrap_or(0)
    }
}

fn spread(cells: &BTreeMap<String, u32>) -> u32 {
    let (least, most) = (cells.values().min(), cells.values().max());
    most.zip(least).map_or(0, |(most, least)| most - least)
}

/// What was chosen, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chosen {
    pub(super) scenario: String,
    pub(super) condition: String,
    reason: String,
}

impl Tx {
    /// Whoever assigns does so alone. SQLite has one writer as it is.
    pub(super) async fn lock(&mut self) -> Outcome<()> {
        if self.flavour == Flavour::Postgres {
            sqlx::query("SELECT pg_advisory_xact_lock(7305801)")
                .execute(&mut self.connection)
                .await?;
        }
        Ok(())
    }

    /// Reserves the next task of a visit.
    pub(super) async fn assign(
        &mut self,
        visit: &str,
        participant: &str,
        test: bool,
        number: u32,
    ) -> Outcome<()> {
        let chosen = self.choose(participant).await?;
        if !test {
            self.check_address(visit).await?;
        }
        let study = self.study.clone();
        let Some((scenario, world)) = study.scenario(&chosen.scenario) else {
            return Err(super::visit::broken("a scenario that is not there"));
        };
        let route =
            scenario.route(&world.world).map_err(|error| Refused::Invalid(error.to_string()))?;
        // Facing any way, as people were in the corpus.
        let exits = world.world.exits(route.start().place);
        let index = draw(study.design.seed, &[participant, &scenario.id, "heading"]);
        let heading = match route.start().heading {
            Some(heading) => heading.degrees(),
            None => exits[(index % exits.len().max(1) as u64) as usize].heading.degrees(),
        };
        let at = Spot::on(&world.world, route.start().place, heading);
        let (id, reason) = (Some((&*chosen.scenario, &*chosen.condition)), &*chosen.reason);
        let run = self.insert_run(visit, participant, test, number, id, reason, at).await?;
        let detail = format!(
            "run {run}{}: {} under {}. {reason}",
            if test { " (test)" } else { "" },
            chosen.scenario,
            chosen.condition
        );
        self.note("server", "assign", &detail).await
    }

    /// Refuses a task to whose address has as many open ones as it may: the
    /// others of the study are for others.
    async fn check_address(&mut self, visit: &str) -> Outcome<()> {
        let study = self.study.clone();
        let limits = &study.design.limits;
        if limits.trusting {
            return Ok(());
        }
        let (open,): (i64,) = query_as(
            "SELECT COUNT(*) FROM run r JOIN visit v ON v.id = r.visit \
             WHERE v.address = (SELECT address FROM visit WHERE id = $1) AND r.test = 0 \
             AND r.scenario IS NOT NULL AND r.status IN ('open', 'answering') \
             AND r.expires_at > $2",
        )
        .bind(visit)
        .bind(self.now)
        .fetch_one(&mut self.connection)
        .await?;
        let cells = study.scenarios.len() * study.design.conditions.len();
        let most = limits.open_per_address(cells * limits.runs_per_cell as usize);
        match (open as usize) < most {
            true => Ok(()),
            false => Err(Refused::conflict(
                "closed",
                "As many people of your network take part just now as may at once. Please try \
                 again later.",
            )),
        }
    }

    /// The cell that comes next for a participant.
    pub(super) async fn choose(&mut self, participant: &str) -> Outcome<Chosen> {
        let balance = self.balance().await?;
        let seen: Vec<(String, String)> = query_as(
            "SELECT scenario, condition FROM run WHERE participant = $1 AND scenario IS NOT NULL",
        )
        .bind(participant)
        .fetch_all(&mut self.connection)
        .await?;
        choose(&self.study, &balance, &seen, participant)
    }

    /// How the cells stand now.
    pub(super) async fn balance(&mut self) -> Outcome<Balance> {
        let counts = query_as(
            "SELECT scenario, condition, COUNT(*) FROM run \
             WHERE scenario IS NOT NULL AND test = 0 AND (status = 'complete' \
             OR (status IN ('open', 'answering') AND expires_at > $1)) \
             GROUP BY scenario, condition",
        )
        .bind(self.now)
        .fetch_all(&mut self.connection)
        .await?;
        Ok(Balance::new(&self.study, counts))
    }

    #[expect(clippy::too_many_arguments, reason = "one for each thing a new run is known by")]
    pub(super) async fn insert_run(
        &mut self,
        visit: &str,
        participant: &str,
        test: bool,
        number: u32,
        cell: Option<(&str, &str)>,
        reason: &str,
        at: Spot,
    ) -> Outcome<String> {
        let id = uuid::Uuid::new_v4().to_string();
        let minutes = i64::from(self.study.design.limits.reservation_minutes);
        sqlx::query(
            "INSERT INTO run (id, visit, participant, test, number, scenario, condition, status, \
             reason, walk, start_heading, pieces, reserved_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $10, 0, $11, $12)",
        )
        .bind(&id)
        .bind(visit)
        .bind(participant)
        .bind(i64::from(test))
        .bind(i64::from(number))
        .bind(cell.map(|cell| cell.0.to_owned()))
        .bind(cell.map(|cell| cell.1.to_owned()))
        .bind(reason)
        .bind(serde_json::to_string(&Walk::begin(at.clone())).unwrap_or_default())
        .bind(at.heading)
        .bind(self.now)
        .bind(self.now + minutes * 60_000)
        .execute(&mut self.connection)
        .await?;
        Ok(id)
    }

    /// Writes down who did what.
    pub(super) async fn note(&mut self, actor: &str, action: &str, detail: &str) -> Outcome<()> {
        sqlx::query(
            "INSERT INTO audit (id, at, actor, action, detail) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(uuid::Uuid::now_v7().to_string())
        .bind(self.now)
        .bind(actor)
        .bind(action)
        .bind(detail)
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }
}

fn choose(
    study: &Study,
    balance: &Balance,
    seen: &[(String, String)],
    participant: &str,
) -> Outcome<Chosen> {
    let most = study.design.limits.runs_per_cell;
    let scenarios: BTreeSet<&str> = seen.iter().map(|(scenario, _)| scenario.as_str()).collect();
    let seen_under = |condition: &str| seen.iter().filter(|(_, name)| name == condition).count();
    let everywhere = |condition: &str| -> u32 {
        balance.cells.values().filter_map(|cells| cells.get(condition)).sum()
    };
    let open: Vec<_> = balance
        .cells
        .iter()
        .filter(|(id, _)| !scenarios.contains(id.as_str()))
        .flat_map(|(id, cells)| {
            let least = cells.values().min().copied().unwrap_or(0);
            let low = cells.iter().filter(move |&(_, &count)| count == least && count < most);
            low.map(move |(condition, _)| (id, condition, cells))
        })
        .collect();
    let best = open.iter().min_by_key(|(id, condition, cells)| {
        (
            // Differences of one are in the nature of odd numbers.
            std::cmp::Reverse(spread(cells).saturating_sub(1)),
            cells.values().sum::<u32>(),
            seen_under(condition),
            everywhere(condition),
            draw(study.design.seed, &[participant, id, condition]),
        )
    });
    let Some((id, condition, cells)) = best else {
        return Err(Refused::conflict(
            "closed",
            match scenarios.len() == study.scenarios.len() {
                true => "You have done all tasks of this study. Thank you!",
                false => {
                    "This study has all the answers it needs for now. Thank you for your interest!"
                }
            },
        ));
    };
    let counts: Vec<String> = cells.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let reason = format!(
        "completed and live there: {}; seen by this participant: {}; {} cells were open to them",
        counts.join(", "),
        seen.len(),
        open.len()
    );
    Ok(Chosen { scenario: (*id).clone(), condition: (*condition).clone(), reason })
}

/// A number that the seed and these words decide.
fn draw(seed: u64, words: &[&str]) -> u64 {
    let mut digest = Sha256::new();
    digest.update(seed.to_le_bytes());
    for word in words {
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word.as_bytes());
    }
    let bytes = digest.finalize();
    u64::from_le_bytes([
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
    ])
}
