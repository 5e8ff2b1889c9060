//! The slow lane: work that takes long, in the time that others leave it.
//!
//! Whatever has worked for [`LONG`] leaves its worker to others and goes on here;
//! what is known to take long, by what was sent or by what its client asked before,
//! begins here. As long as workers are idle it goes on as if nothing were. When they
//! are not, it rests wherever the library asks its budget, and goes on for a slice
//! of time whenever slow work is below its share of all; one piece at a time, that
//! of the client with the least first.
//!
//! Slow work has that share whether or not a worker is free: it may have begun what
//! others now wait for, the layout of a world, say.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Shared;
use super::state::{MUCH, State, Working};

/// Work of more seconds than this is long: ten times what a route takes to tell.
pub(super) const LONG: f64 = 0.1;
/// What the next request of a client is taken to be whose last was long: for twenty
/// seconds, or until a few were small, it begins in the slow lane.
pub(super) const KNOWN_LONG: f64 = 4.0 * LONG;
/// What slow work may take while others need the workers, for every second of theirs:
/// of what the machine really gives, which other programs may need as well.
const SHARE: f64 = 0.08;
/// And for every second that goes by, so that it goes on if others wait for it.
const TRICKLE: f64 = 0.01;
/// Slow work may have saved so many seconds of its share.
const SAVED: f64 = 0.05;
/// So often work looks whether it should rest.
const SLICE: Duration = Duration::from_millis(5);
/// Work at rest looks at least so often whether it may go on.
const PATIENCE: Duration = Duration::from_millis(25);

/// How many pieces of work may be in the slow lane: each keeps its memory while
/// it rests.
pub(super) fn places(workers: usize) -> usize {
    workers.max(2)
}

/// What slow work may take while others need the workers.
#[derive(Debug)]
pub(super) struct Allowance {
    /// Below nothing if it has taken more.
    seconds: f64,
    as_of: Instant,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { seconds: SAVED, as_of: Instant::now() }
    }
}

impl Allowance {
    /// Something was done for others.
    fn grow(&mut self, seconds: f64) {
        self.seconds = (self.seconds + SHARE * seconds).min(SAVED);
    }

    fn is_there(&mut self) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.as_of).as_secs_f64();
        self.as_of = now;
        self.seconds = (self.seconds + TRICKLE * passed).min(SAVED);
        self.seconds > 0.0
    }
}

impl State {
    /// Counts what a piece of work did since it was last counted; true if that made
    /// it a long one.
    pub(super) fn count(&mut self, at: usize, workers: usize) -> bool {
        let is_scarce = self.quick() >= workers;
        let one = &mut self.working[at];
        let seconds = one.count();
        match one.is_slow {
            true if is_scarce => self.allowance.seconds -= seconds,
            true => {}
            false => self.allowance.grow(seconds),
        }
        !one.is_slow && one.used > LONG
    }

    /// True if slow work that rests may go on.
    pub(super) fn has_spare(&self, workers: usize) -> bool {
        self.quick() < workers && self.working.iter().any(|one| one.rests)
    }

    /// True if a slow piece of work has to let others go first.
    fn has_to_rest(&mut self, at: usize, workers: usize) -> bool {
        let now = Instant::now();
        // By what was done before: work that is under way changes nobody's turn.
        let order = |one: &Working| {
            let client = self.clients.get(&one.client);
            (client.map_or(0.0, |client| client.done(now)), one.number)
        };
        let mine = order(&self.working[at]);
        let slow = self.working.iter().filter(|one| one.is_slow && !one.budget.is_spent());
        let before = slow.filter(|one| order(one) < mine).count();
        match self.quick() + before < workers {
            true => false,
            false => before > 0 || !self.allowance.is_there(),
        }
    }
}

thread_local! {
    /// The work of this thread.
    static CURRENT: RefCell<Option<(Weak<Shared>, u64)>> = const { RefCell::new(None) };
}

/// Says of the work of this thread that it is likely to take so many seconds from
/// here on, as soon as that can be told: what is long need not be found out by doing.
pub(crate) fn expect(seconds: f64) {
    let current = CURRENT.with(|current| current.borrow().clone());
    let current = current.and_then(|(shared, number)| Some((shared.upgrade()?, number)));
    if let Some((shared, number)) = current
        && seconds > LONG
    {
        shared.look(number, true);
    }
}

/// Has a piece of work look, now and then, whether it should rest.
pub(super) struct Pace {
    shared: Weak<Shared>,
    number: u64,
    start: Instant,
    /// When to look next, in microseconds since the start.
    next: AtomicU64,
}

impl Pace {
    pub(super) fn new(shared: &Arc<Shared>, number: u64) -> Pace {
        let shared = Arc::downgrade(shared);
        Pace { shared, number, start: Instant::now(), next: AtomicU64::new(0) }
    }

    pub(super) fn ask(&self) {
        let now = self.start.elapsed();
        if (now.as_micros() as u64) < self.next.load(Ordering::Relaxed) {
            return;
        }
        if let Some(shared) = self.shared.upgrade() {
            shared.look(self.number, false);
        }
        let next = self.start.elapsed() + SLICE;
        self.next.store(next.as_micros() as u64, Ordering::Relaxed);
    }
}

impl Shared {
    /// A piece of work begins on this thread.
    pub(super) fn begin(self: &Arc<Shared>, number: u64) {
        CURRENT.with(|current| *current.borrow_mut() = Some((Arc::downgrade(self), number)));
        let mut state = self.state();
        if let Some(one) = state.working.iter_mut().find(|one| one.number == number) {
            one.count();
            if one.is_slow {
                self.let_others_go_first(state, number);
            }
        }
    }

    /// Counts the work of this thread, moves it to the slow lane if it has become
    /// long or will be, and has it rest there if it should.
    fn look(self: &Arc<Shared>, number: u64, will_be_long: bool) {
        let mut state = self.state();
        let Some(at) = state.working.iter().position(|one| one.number == number) else { return };
        if state.count(at, self.workers) || will_be_long && !state.working[at].is_slow {
            state.working[at].is_slow = true;
            let client = state.working[at].client;
            state.expect_long(client);
            self.end_one_too_many(&state);
            // Its worker is free.
            Shared::give_out(self, state);
            state = self.state();
        }
        let is_slow = state.working.iter().any(|one| one.number == number && one.is_slow);
        if is_slow {
            self.let_others_go_first(state, number);
        }
    }

    fn let_others_go_first(&self, mut state: MutexGuard<'_, State>, number: u64) {
        while let Some(at) = state.working.iter().position(|one| one.number == number) {
            let is_over = state.working[at].budget.is_spent();
            let rests = !is_over && state.has_to_rest(at, self.workers);
            let one = &mut state.working[at];
            one.rests = rests;
            if !rests {
                // What went by while it rested is no work.
                let used = one.used;
                one.count();
                one.used = used;
                return;
            }
            let woken = self.turn.wait_timeout(state, PATIENCE);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends one piece of slow work if there are more than there are places: that of
    /// the client for whom most was done.
    fn end_one_too_many(&self, state: &State) {
        let now = Instant::now();
        let slow = state.working.iter().filter(|one| one.is_slow && !one.budget.is_spent());
        if slow.clone().count() <= places(self.workers) {
            return;
        }
        let spent = |one: &Working| state.spent(one.client, now);
        let greediest = slow.max_by(|a, b| spent(a).total_cmp(&spent(b)));
        if let Some(one) = greediest {
            one.budget.stop();
            self.turn.notify_all();
        }
    }

    /// Ends the slow work of whoever has had much more than others, on behalf of one
    /// that waits for its place: one at a time.
    pub(super) fn hurry(&self, number: u64) {
        let state = self.state();
        let now = Instant::now();
        let Some(me) = state.waiting.iter().find(|one| one.number == number) else { return };
        let is_being_ended = state.working.iter().any(|one| one.budget.is_spent());
        if !state.is_long(me, now) || state.slow() < places(self.workers) || is_being_ended {
            return;
        }
        let spent = |one: &Working| state.spent(one.client, now);
        let slow = state.working.iter().filter(|one| one.is_slow && one.client != me.client);
        let greediest = slow.max_by(|a, b| spent(a).total_cmp(&spent(b)));
        if let Some(one) = greediest
            && now.duration_since(one.begun).as_secs_f64() > MUCH
            && state.is_greedy(one.client, now)
        {
            one.budget.stop();
            self.turn.notify_all();
        }
    }
}
