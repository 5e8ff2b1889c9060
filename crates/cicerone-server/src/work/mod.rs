//! Work off the async threads, on a queue that does not grow and is fair.
//!
//! Who waits is served by how much work will have been done for them lately once
//! theirs is done too, as far as can be told from what they asked before: the
//! client with the least comes first. So whoever asks for costly things waits
//! behind those who ask for little, a stream of requests from one client delays
//! another's by one of them, not by all; what was asked before is forgotten with
//! time, so that whoever waits is served at last. A full queue takes a place from
//! the client with the most and gives it to one with fewer.
//!
//! What takes long goes on in a slow lane (`slow`): it leaves its worker to others
//! and has a small share of the time while they need it, and all that nobody else
//! needs. Nothing is lost by that, where ending it would only have it asked again.
//!
//! Work is measured in the processor's time: a machine that is busy with something
//! else makes nobody's request a long one.

mod clock;
mod slow;
mod state;
#[cfg(test)]
mod tests;

use std::net::IpAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use cicerone::Budget;
use tokio::sync::oneshot;

use self::slow::Pace;
pub(crate) use self::slow::expect;
use self::state::{State, Waiting, Working};
use crate::problem::Problem;
use crate::tidy::Tidy;

/// So often whoever waits looks whether somebody keeps them waiting.
const LOOK: Duration = Duration::from_millis(200);

/// A fixed number of workers and a fixed number of places to wait for one, all
/// in all and for each client.
#[derive(Debug)]
pub(crate) struct WorkQueue {
    shared: Arc<Shared>,
    tidy: Tidy,
}

#[derive(Debug)]
struct Shared {
    workers: usize,
    size: usize,
    /// How many of all places one client may have.
    per_client: usize,
    /// How long one piece of work may take.
    time: Duration,
    state: Mutex<State>,
    /// Wakes slow work that rests.
    turn: Condvar,
}

/// A worker's place; given back when dropped.
#[derive(Debug)]
struct Place {
    shared: Arc<Shared>,
    number: u64,
    budget: Budget,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.finish(self.number, self.shared.workers);
        Shared::give_out(&self.shared, state);
    }
}

/// A place in the queue, given back when nobody waits in it any more.
struct Queued {
    shared: Arc<Shared>,
    client: IpAddr,
    number: u64,
}

impl Drop for Queued {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let at = state.waiting.iter().position(|one| one.number == self.number);
        // Not there any more: it has got a worker, whose place is its own, or
        // lost its place to somebody else.
        if let Some(at) = at {
            state.waiting.swap_remove(at);
            state.leave(self.client);
        }
    }
}

/// Ends the work of whoever does not wait for it.
struct Attended {
    shared: Arc<Shared>,
    budget: Budget,
}

impl Drop for Attended {
    fn drop(&mut self) {
        self.budget.stop();
        // It may be at rest.
        self.shared.turn.notify_all();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Counts are changed in one piece each; a panic leaves none half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if all places to work and to wait are taken. Slow work has places of
    /// its own.
    fn is_full(&self, state: &State) -> bool {
        state.quick() + state.waiting.len() >= self.size
    }

    /// Gives free workers to those who wait, the client with the least first.
    fn give_out(this: &Arc<Shared>, mut state: MutexGuard<'_, State>) {
        let mut given = Vec::new();
        while let Some((at, is_slow)) = state.next(this.workers) {
            let Waiting { client, number, go, .. } = state.waiting.swap_remove(at);
            let pace = Pace::new(this, number);
            let budget = Budget::of(this.time).paced_by(move || pace.ask());
            state.working.push(Working::new(client, number, budget.clone(), is_slow));
            given.push((go, Place { shared: this.clone(), number, budget }));
        }
        if state.has_spare(this.workers) {
            this.turn.notify_all();
        }
        // A place that nobody takes is given back, which needs the lock.
        drop(state);
        for (go, place) in given {
            drop(go.send(place));
        }
    }
}

impl WorkQueue {
    pub(crate) fn new(
        workers: usize,
        waiting: usize,
        per_client: usize,
        time: Duration,
    ) -> WorkQueue {
        let workers = workers.max(1);
        let shared = Shared {
            workers,
            size: workers + waiting,
            per_client: per_client.max(1),
            time,
            state: Mutex::default(),
            turn: Condvar::new(),
        };
        WorkQueue { shared: Arc::new(shared), tidy: Tidy::default() }
    }

    /// How many threads so many workers need, the slow lane's included.
    pub(crate) fn threads(workers: usize) -> usize {
        workers.max(1) + slow::places(workers)
    }

    /// How many requests work and how many wait.
    pub(crate) fn depth(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.working.len(), state.waiting.len())
    }

    /// True if nobody else would be let in, but at the cost of others.
    pub(crate) fn is_full(&self) -> bool {
        self.shared.is_full(&self.shared.state())
    }

    /// Does the work on a thread made for it. If no place is left, the caller
    /// is told to come back rather than to wait for longer and longer.
    ///
    /// A client who goes away while it waits gives its place back; work that
    /// has begun is told to stop, and ends where the library next asks.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run_expecting(client, 0.0, work).await
    }

    /// The same for work that is likely to take so many seconds, or more.
    pub(crate) async fn run_expecting<T: Send + 'static>(
        &self,
        client: IpAddr,
        seconds: f64,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (go, mut come) = oneshot::channel();
        let queued = self.queue(client, seconds, go)?;
        let place = loop {
            match tokio::time::timeout(LOOK, &mut come).await {
                Ok(Ok(place)) => break place,
                Ok(Err(_)) => return Err(full()),
                Err(_) => self.shared.hurry(queued.number),
            }
        };
        drop(queued);
        let budget = place.budget.clone();
        let attended = Attended { shared: self.shared.clone(), budget: budget.clone() };
        let done = tokio::task::spawn_blocking({
            let budget = budget.clone();
            move || {
                place.shared.begin(place.number);
                budget.during(work)
            }
        });
        let done = done.await.unwrap_or_else(|panic| Err(Problem::internal(panic)));
        // Nobody but the queue itself stops what is still waited for.
        let is_ended = budget.is_stopped();
        drop(attended);
        self.tidy.soon();
        match done {
            Err(_) if is_ended => Err(busy(
                "others wait, and this took much more than they ask for; try again when there is \
                 less to do",
            )
            .retry_after(10)),
            done => done,
        }
    }

    /// An error if a request of this client would be turned away now: what it
    /// brings need not be read then.
    pub(crate) fn check_room(&self, client: IpAddr) -> Result<(), Problem> {
        let state = self.shared.state();
        self.check_own(&state, client)?;
        match self.shared.is_full(&state) && state.place_for(client).is_none() {
            true => Err(full()),
            false => Ok(()),
        }
    }

    fn check_own(&self, state: &State, client: IpAddr) -> Result<(), Problem> {
        let own = state.places(client);
        match own >= self.shared.per_client {
            true => Err(busy(format!(
                "{own} requests of yours work or wait already; try again when one is done"
            ))),
            false => Ok(()),
        }
    }

    fn queue(
        &self,
        client: IpAddr,
        expected: f64,
        go: oneshot::Sender<Place>,
    ) -> Result<Queued, Problem> {
        let mut state = self.shared.state();
        self.check_own(&state, client)?;
        if self.shared.is_full(&state) && !state.make_room(client) {
            return Err(full());
        }
        let number = state.enter(client, Instant::now());
        state.waiting.push(Waiting { client, number, expected, go });
        Shared::give_out(&self.shared, state);
        Ok(Queued { shared: self.shared.clone(), client, number })
    }
}

fn busy(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(1)
}

fn full() -> Problem {
    busy("more requests wait than the server takes in; try again shortly")
}
