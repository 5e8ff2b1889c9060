//! Work off the async threads, on a queue that does not grow and is fair.
//!
//! Who waits is served by how much work will have been done for them lately once
//! theirs is done too, as far as can be told from what they asked before: the
//! client with the least comes first. So whoever asks for costly things waits
//! behind those who ask for little, a stream of requests from one client delays
//! another's by one of them, not by all; what was asked before is forgotten with
//! time, so that whoever waits is served at last. Two things keep that true where much is asked at once: a full queue takes a place from the client with the most and
//! gives it to one with fewer, and work of a client who has had much more than
//! others is ended if they have to wait for it.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use cicerone::Budget;
use tokio::sync::oneshot;

use crate::problem::Problem;

/// After so long, half of what was done for a client is forgotten, and half of what
/// their requests take.
const HALF_LIFE: Duration = Duration::from_secs(10);
/// A client for whom more seconds than this were worked, and much more than for
/// others, leaves one worker to them.
const MUCH: f64 = 1.0;
/// How many times as much as others get is much more.
const MUCH_MORE: f64 = 3.0;
/// How much the last request tells of what the next will cost.
const LATEST: f64 = 0.3;
/// So often whoever waits looks whether somebody keeps them waiting.
const LOOK: Duration = Duration::from_millis(200);

/// A fixed number of workers and a fixed number of places to wait for one, all
/// in all and for each client.
#[derive(Debug)]
pub(crate) struct WorkQueue {
    shared: Arc<Shared>,
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
}

#[derive(Debug, Default)]
struct State {
    working: Vec<Working>,
    waiting: Vec<Waiting>,
    clients: HashMap<IpAddr, Client>,
    /// Numbers requests in the order they came.
    came: u64,
}

#[derive(Debug)]
struct Working {
    client: IpAddr,
    number: u64,
    begun: Instant,
    budget: Budget,
}

#[derive(Debug)]
struct Waiting {
    client: IpAddr,
    number: u64,
    go: oneshot::Sender<Place>,
}

/// What is known of one client.
#[derive(Debug)]
struct Client {
    /// Requests of theirs that work or wait.
    places: usize,
    /// Seconds of work that were done, the older the less.
    done: f64,
    as_of: Instant,
    /// Seconds that a request of theirs takes, the latest ones above all.
    usual: f64,
}

impl Client {
    fn new(now: Instant) -> Client {
        Client { places: 0, done: 0.0, as_of: now, usual: 0.0 }
    }

    /// How much of what is known of them still counts.
    fn kept(&self, now: Instant) -> f64 {
        let age = now.duration_since(self.as_of).as_secs_f64() / HALF_LIFE.as_secs_f64();
        0.5f64.powf(age)
    }

    /// Seconds of work done lately.
    fn done(&self, now: Instant) -> f64 {
        self.done * self.kept(now)
    }

    /// Seconds that the next request is likely to take.
    fn usual(&self, now: Instant) -> f64 {
        self.usual * self.kept(now)
    }
}

impl State {
    /// Seconds of work done for a client lately, that under way included.
    fn spent(&self, client: IpAddr, now: Instant) -> f64 {
        let done = self.clients.get(&client).map_or(0.0, |client| client.done(now));
        let under_way = self.working.iter().filter(|one| one.client == client);
        done + under_way.map(|one| now.duration_since(one.begun).as_secs_f64()).sum::<f64>()
    }

    /// The less, the sooner it is served.
    fn rank(&self, one: &Waiting, now: Instant) -> f64 {
        let usual = self.clients.get(&one.client).map_or(0.0, |client| client.usual(now));
        self.spent(one.client, now) + usual
    }

    /// True if a client has had much more than others who are there too.
    fn is_greedy(&self, client: IpAddr, now: Instant) -> bool {
        let others = self.clients.len().saturating_sub(1);
        let spent = self.spent(client, now);
        if others == 0 || spent <= MUCH {
            return false;
        }
        let all: f64 = self.clients.keys().map(|client| self.spent(*client, now)).sum();
        spent > MUCH_MORE * (all - spent) / others as f64
    }

    /// How many requests of a client work or wait.
    fn places(&self, client: IpAddr) -> usize {
        self.clients.get(&client).map_or(0, |client| client.places)
    }

    fn leave(&mut self, client: IpAddr) {
        if let Some(client) = self.clients.get_mut(&client) {
            client.places -= 1;
        }
    }

    /// Forgets whom nothing is remembered of.
    fn forget(&mut self, now: Instant) {
        self.clients.retain(|_, client| client.places > 0 || client.done(now) > 1e-3);
    }

    /// Whose place in the queue a newcomer would get: that of whoever has the most,
    /// if that is more than the newcomer would have; the one that came last.
    fn place_for(&self, newcomer: IpAddr) -> Option<usize> {
        let at = (0..self.waiting.len()).max_by_key(|at| {
            let one = &self.waiting[*at];
            (self.places(one.client), one.number)
        })?;
        let most = self.places(self.waiting[at].client);
        (most > self.places(newcomer) + 1).then_some(at)
    }

    /// Takes a place in the queue from somebody for a newcomer.
    fn make_room(&mut self, newcomer: IpAddr) -> bool {
        let Some(at) = self.place_for(newcomer) else { return false };
        let client = self.waiting[at].client;
        // Its channel closes: it hears that there is too much to do.
        self.waiting.swap_remove(at);
        self.leave(client);
        true
    }
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
        let now = Instant::now();
        let mut state = self.shared.state();
        if let Some(at) = state.working.iter().position(|one| one.number == self.number) {
            let Working { client, begun, .. } = state.working.swap_remove(at);
            if let Some(known) = state.clients.get_mut(&client) {
                let seconds = now.duration_since(begun).as_secs_f64();
                let usual = known.usual(now);
                known.usual = usual + LATEST * (seconds - usual);
                known.done = known.done(now) + seconds;
                known.as_of = now;
            }
            state.leave(client);
        }
        state.forget(now);
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
struct Attended(Budget);

impl Drop for Attended {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Counts are changed in one piece each; a panic leaves none half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if all places to work and to wait are taken.
    fn is_full(&self, state: &State) -> bool {
        state.working.len() + state.waiting.len() >= self.size
    }

    /// Gives free workers to those who wait, the client with the least first.
    fn give_out(this: &Arc<Shared>, mut state: MutexGuard<'_, State>) {
        let mut given = Vec::new();
        while state.working.len() < this.workers && !state.waiting.is_empty() {
            let now = Instant::now();
            let is_last = state.working.len() + 1 == this.workers && this.workers > 1;
            let open = state.waiting.iter().enumerate();
            let open = open.filter(|(_, one)| !(is_last && state.is_greedy(one.client, now)));
            let ranked = open.map(|(at, one)| (state.rank(one, now), one.number, at));
            let first = ranked.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let Some((.., at)) = first else { break };
            let Waiting { client, number, go } = state.waiting.swap_remove(at);
            let budget = Budget::of(this.time);
            state.working.push(Working { client, number, begun: now, budget: budget.clone() });
            given.push((go, Place { shared: this.clone(), number, budget }));
        }
        // A place that nobody takes is given back, which needs the lock.
        drop(state);
        for (go, place) in given {
            drop(go.send(place));
        }
    }

    /// Ends the work of whoever has had much more than others, on behalf of a
    /// client who waits: only if no worker is free, and one at a time.
    fn hurry(&self, client: IpAddr) {
        let state = self.state();
        let now = Instant::now();
        let is_being_ended = state.working.iter().any(|one| one.budget.is_spent());
        if state.working.len() < self.workers || is_being_ended {
            return;
        }
        let spent = |one: &Working| state.spent(one.client, now);
        let others = state.working.iter().filter(|one| one.client != client);
        let greediest = others.max_by(|a, b| spent(a).total_cmp(&spent(b)));
        if let Some(one) = greediest
            && now.duration_since(one.begun).as_secs_f64() > MUCH
            && state.is_greedy(one.client, now)
        {
            one.budget.stop();
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
        let (size, state) = (workers + waiting, Mutex::default());
        let shared = Shared { workers, size, per_client: per_client.max(1), time, state };
        WorkQueue { shared: Arc::new(shared) }
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
        let (go, mut come) = oneshot::channel();
        let queued = self.queue(client, go)?;
        let place = loop {
            match tokio::time::timeout(LOOK, &mut come).await {
                Ok(Ok(place)) => break place,
                Ok(Err(_)) => return Err(full()),
                Err(_) => self.shared.hurry(client),
            }
        };
        drop(queued);
        let budget = place.budget.clone();
        let attended = Attended(budget.clone());
        let done = tokio::task::spawn_blocking({
            let budget = budget.clone();
            move || {
                let _place = place;
                budget.during(work)
            }
        });
        let done = done.await.unwrap_or_else(|panic| Err(Problem::internal(panic)));
        // Nobody but the queue itself stops what is still waited for.
        let is_ended = budget.is_stopped();
        drop(attended);
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

    fn queue(&self, client: IpAddr, go: oneshot::Sender<Place>) -> Result<Queued, Problem> {
        let mut state = self.shared.state();
        self.check_own(&state, client)?;
        if self.shared.is_full(&state) && !state.make_room(client) {
            return Err(full());
        }
        let now = Instant::now();
        state.clients.entry(client).or_insert_with(|| Client::new(now)).places += 1;
        state.came += 1;
        let number = state.came;
        state.waiting.push(Waiting { client, number, go });
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

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));
    const LONG: Duration = Duration::from_secs(600);

    fn queue(workers: usize, waiting: usize, per_client: usize) -> Arc<WorkQueue> {
        Arc::new(WorkQueue::new(workers, waiting, per_client, LONG))
    }

    /// Work that goes on until it is released.
    fn hold(
        queue: &Arc<WorkQueue>,
        client: IpAddr,
    ) -> (std::sync::mpsc::Sender<()>, tokio::task::JoinHandle<bool>) {
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let queue = queue.clone();
        let work = async move { queue.run(client, move || Ok(wait.recv().is_ok())).await.is_ok() };
        (release, tokio::spawn(work))
    }

    /// Work that never ends by itself.
    fn endless() -> Result<(), Problem> {
        loop {
            cicerone::budget::check()?;
            std::thread::yield_now();
        }
    }

    async fn until(queue: &WorkQueue, depth: (usize, usize)) {
        while queue.depth() != depth {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_empties_again() {
        let queue = queue(1, 1, 9);
        let (release, first) = hold(&queue, ONE);
        let (second_release, second) = hold(&queue, ONE);
        until(&queue, (1, 1)).await;
        assert!(queue.is_full() && queue.check_room(ONE).is_err());
        assert!(queue.run(ONE, || Ok(())).await.is_err());
        release.send(()).unwrap();
        second_release.send(()).unwrap();
        assert!(first.await.unwrap() && second.await.unwrap());
        assert!(queue.run(OTHER, || Ok(())).await.is_ok());
        assert_eq!(queue.depth(), (0, 0));
    }

    #[tokio::test]
    async fn a_panic_is_one_answer_and_not_the_end() {
        let queue = queue(1, 0, 9);
        let work = || -> Result<(), Problem> { panic!("a fault of ours") };
        assert!(queue.run(ONE, work).await.is_err());
        assert!(queue.run(ONE, || Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn who_leaves_the_queue_gives_its_place_back() {
        let queue = queue(1, 1, 9);
        let (release, first) = hold(&queue, ONE);
        until(&queue, (1, 0)).await;
        let waiting = tokio::time::timeout(Duration::from_millis(20), queue.run(ONE, || Ok(())));
        assert!(waiting.await.is_err());
        assert_eq!(queue.depth(), (1, 0));
        release.send(()).unwrap();
        assert!(first.await.unwrap());
        assert!(queue.shared.state().clients[&ONE].places == 0);
    }

    #[tokio::test]
    async fn who_leaves_ends_the_work() {
        let queue = queue(1, 0, 9);
        let work = queue.run(ONE, endless);
        assert!(tokio::time::timeout(Duration::from_millis(20), work).await.is_err());
        until(&queue, (0, 0)).await;
        let short = WorkQueue::new(1, 0, 9, Duration::from_millis(20));
        assert!(short.run(ONE, endless).await.is_err());
    }

    #[tokio::test]
    async fn one_client_cannot_have_all_places() {
        let queue = queue(1, 8, 3);
        let held: Vec<_> = (0..3).map(|_| hold(&queue, ONE)).collect();
        until(&queue, (1, 2)).await;
        assert!(queue.run(ONE, || Ok(())).await.is_err());
        let other = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(OTHER, || Ok(())).await.is_ok() }
        });
        until(&queue, (1, 3)).await;
        // The other came last and is served next: nothing was done for it yet.
        held[0].0.send(()).unwrap();
        assert!(other.await.unwrap());
        until(&queue, (1, 1)).await;
        for (release, work) in held {
            let _ = release.send(());
            assert!(work.await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_who_has_less() {
        let queue = queue(1, 3, 9);
        let (release, working) = hold(&queue, ONE);
        until(&queue, (1, 0)).await;
        let mut held = Vec::new();
        for waiting in 1..=3 {
            held.push(hold(&queue, ONE));
            until(&queue, (1, waiting)).await;
        }
        let (other, served) = hold(&queue, OTHER);
        // The last of the many has lost its place.
        assert!(!held.pop().unwrap().1.await.unwrap());
        until(&queue, (1, 3)).await;
        for release in [&release, &other, &held[0].0, &held[1].0] {
            release.send(()).unwrap();
        }
        assert!(working.await.unwrap() && served.await.unwrap());
        for (_, work) in held {
            assert!(work.await.unwrap());
        }
        assert_eq!(queue.depth(), (0, 0));
    }

    #[tokio::test]
    async fn who_has_had_much_more_does_not_keep_others_waiting() {
        let queue = queue(1, 3, 9);
        let greedy = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(ONE, endless).await.is_err() }
        });
        until(&queue, (1, 0)).await;
        let started = Instant::now();
        assert!(queue.run(OTHER, || Ok(())).await.is_ok());
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert!(greedy.await.unwrap());
    }

    #[tokio::test]
    async fn who_asks_for_little_comes_before_who_asks_for_much() {
        let queue = queue(1, 8, 9);
        let (release, first) = hold(&queue, IpAddr::from([10, 0, 0, 3]));
        until(&queue, (1, 0)).await;
        // As much was done for both; what one asks for usually takes long.
        let known = |usual: f64| Client { done: 0.5, usual, ..Client::new(Instant::now()) };
        queue.shared.state().clients.extend([(ONE, known(1.0)), (OTHER, known(0.01))]);
        let (costly, much) = hold(&queue, ONE);
        until(&queue, (1, 1)).await;
        let little = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run(OTHER, || Ok(())).await.is_ok() }
        });
        until(&queue, (1, 2)).await;
        release.send(()).unwrap();
        assert!(first.await.unwrap() && little.await.unwrap());
        until(&queue, (1, 0)).await;
        costly.send(()).unwrap();
        assert!(much.await.unwrap());
    }

    #[test]
    fn who_waits_is_served_at_last() {
        let now = Instant::now();
        let mut state = State::default();
        let known = Client { done: 2.0, usual: 2.0, ..Client::new(now) };
        state.clients.extend([(ONE, known), (OTHER, Client::new(now))]);
        let waiting = |client: IpAddr| Waiting { client, number: 0, go: oneshot::channel().0 };
        let rank = |client, now| state.rank(&waiting(client), now);
        assert!(rank(ONE, now) > 3.9 && rank(OTHER, now) < 0.1);
        assert!(rank(ONE, now + 6 * HALF_LIFE) < 0.1);
    }

    #[tokio::test]
    async fn the_greedy_leave_a_worker_to_others_if_there_are_any() {
        let queue = queue(2, 8, 9);
        queue
            .shared
            .state()
            .clients
            .insert(ONE, Client { done: 9.0, ..Client::new(Instant::now()) });
        let held: Vec<_> = (0..2).map(|_| hold(&queue, ONE)).collect();
        until(&queue, (2, 0)).await;
        for (release, work) in held {
            release.send(()).unwrap();
            assert!(work.await.unwrap());
        }
        queue
            .shared
            .state()
            .clients
            .insert(OTHER, Client { done: 0.1, ..Client::new(Instant::now()) });
        let held: Vec<_> = (0..2).map(|_| hold(&queue, ONE)).collect();
        until(&queue, (1, 1)).await;
        assert!(queue.run(OTHER, || Ok(())).await.is_ok());
        for (release, work) in held {
            release.send(()).unwrap();
            assert!(work.await.unwrap());
        }
    }
}
