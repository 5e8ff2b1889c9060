//! Who works, who waits, what is known of them, and who is next.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use cicerone::Budget;
use tokio::sync::oneshot;

use super::Place;
use super::clock::thread_seconds;
use super::slow::{self, Allowance, KNOWN_LONG, LONG};

/// After so long, half of what was done for a client is forgotten, and half of what
/// their requests take.
pub(super) const HALF_LIFE: Duration = Duration::from_secs(10);
/// A client for whom more seconds than this were worked, and much more than for
/// others, leaves one worker to them.
pub(super) const MUCH: f64 = 1.0;
/// How many times as much as others get is much more.
const MUCH_MORE: f64 = 3.0;
/// How much the last request tells of what the next will cost.
const LATEST: f64 = 0.3;

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) working: Vec<Working>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) clients: HashMap<IpAddr, Client>,
    /// What slow work may take while others need the workers.
    pub(super) allowance: Allowance,
    /// Numbers requests in the order they came.
    came: u64,
}

#[derive(Debug)]
pub(super) struct Working {
    pub(super) client: IpAddr,
    pub(super) number: u64,
    pub(super) begun: Instant,
    pub(super) budget: Budget,
    /// True if it is in the slow lane.
    pub(super) is_slow: bool,
    /// True while it lets others go first.
    pub(super) rests: bool,
    /// Seconds of work that are counted.
    pub(super) used: f64,
    /// What its thread's clock said when the present stretch began, and when that
    /// was; none before it has a thread.
    pub(super) stretch: Option<(f64, Instant)>,
}

impl Working {
    pub(super) fn new(client: IpAddr, number: u64, budget: Budget, is_slow: bool) -> Working {
        let begun = Instant::now();
        let (rests, used, stretch) = (false, 0.0, None);
        Working { client, number, begun, budget, is_slow, rests, used, stretch }
    }

    /// Seconds of work, as far as another thread can tell.
    fn seconds(&self, now: Instant) -> f64 {
        let under_way = match self.stretch {
            Some((_, since)) if !self.rests => now.duration_since(since).as_secs_f64(),
            _ => 0.0,
        };
        self.used + under_way
    }

    /// Counts the stretch that ends here, on the thread that does the work, and
    /// begins the next; gives its seconds.
    pub(super) fn count(&mut self) -> f64 {
        let now = thread_seconds();
        let before = self.stretch.replace((now, Instant::now()));
        let seconds = before.map_or(0.0, |(before, _)| now - before);
        self.used += seconds;
        seconds
    }
}

#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) client: IpAddr,
    pub(super) number: u64,
    /// Seconds that it is likely to take, judged by what was sent.
    pub(super) expected: f64,
    pub(super) go: oneshot::Sender<Place>,
}

/// What is known of one client.
#[derive(Debug)]
pub(super) struct Client {
    /// Requests of theirs that work or wait.
    pub(super) places: usize,
    /// Seconds of work that were done, the older the less.
    pub(super) done: f64,
    pub(super) as_of: Instant,
    /// Seconds that a request of theirs takes, the latest ones above all.
    pub(super) usual: f64,
}

impl Client {
    pub(super) fn new(now: Instant) -> Client {
        Client { places: 0, done: 0.0, as_of: now, usual: 0.0 }
    }

    /// How much of what is known of them still counts.
    fn kept(&self, now: Instant) -> f64 {
        let age = now.duration_since(self.as_of).as_secs_f64() / HALF_LIFE.as_secs_f64();
        0.5f64.powf(age)
    }

    /// Seconds of work done lately.
    pub(super) fn done(&self, now: Instant) -> f64 {
        self.done * self.kept(now)
    }

    /// Seconds that the next request is likely to take.
    fn usual(&self, now: Instant) -> f64 {
        self.usual * self.kept(now)
    }

    fn learn(&mut self, done: f64, usual: f64, now: Instant) {
        (self.done, self.usual, self.as_of) = (done, usual, now);
    }
}

impl State {
    /// Seconds of work done for a client lately, that under way included.
    pub(super) fn spent(&self, client: IpAddr, now: Instant) -> f64 {
        let done = self.clients.get(&client).map_or(0.0, |client| client.done(now));
        let under_way = self.working.iter().filter(|one| one.client == client);
        done + under_way.map(|one| one.seconds(now)).sum::<f64>()
    }

    /// Seconds that a request is likely to take.
    fn likely(&self, one: &Waiting, now: Instant) -> f64 {
        let usual = self.clients.get(&one.client).map_or(0.0, |client| client.usual(now));
        usual.max(one.expected)
    }

    /// True if a request waits for a place in the slow lane.
    pub(super) fn is_long(&self, one: &Waiting, now: Instant) -> bool {
        self.likely(one, now) > LONG
    }

    /// The less, the sooner it is served.
    pub(super) fn rank(&self, one: &Waiting, now: Instant) -> f64 {
        self.spent(one.client, now) + self.likely(one, now)
    }

    /// True if a client has had much more than others who are there too.
    pub(super) fn is_greedy(&self, client: IpAddr, now: Instant) -> bool {
        let others = self.clients.len().saturating_sub(1);
        let spent = self.spent(client, now);
        if others == 0 || spent <= MUCH {
            return false;
        }
        let all: f64 = self.clients.keys().map(|client| self.spent(*client, now)).sum();
        spent > MUCH_MORE * (all - spent) / others as f64
    }

    /// How many work that are not in the slow lane.
    pub(super) fn quick(&self) -> usize {
        self.working.iter().filter(|one| !one.is_slow).count()
    }

    /// How many are in the slow lane.
    pub(super) fn slow(&self) -> usize {
        self.working.len() - self.quick()
    }

    /// Who of those that wait is to be worked for now, and whether in the slow lane;
    /// none if there is no worker for any of them.
    pub(super) fn next(&self, workers: usize) -> Option<(usize, bool)> {
        let now = Instant::now();
        let quick = self.quick();
        let has_worker = quick < workers;
        let has_slow_place = self.slow() < slow::places(workers);
        let is_last = quick + 1 == workers && workers > 1;
        let mut ranked: Vec<(f64, u64, usize, bool)> = self
            .waiting
            .iter()
            .enumerate()
            .map(|(at, one)| (self.rank(one, now), one.number, at, self.is_long(one, now)))
            .filter(|(.., is_long)| if *is_long { has_slow_place } else { has_worker })
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut ranked = ranked.into_iter();
        let first = ranked.find(|(.., at, is_long)| {
            *is_long || !(is_last && self.is_greedy(self.waiting[*at].client, now))
        });
        first.map(|(.., at, is_long)| (at, is_long))
    }

    /// How many requests of a client work or wait.
    pub(super) fn places(&self, client: IpAddr) -> usize {
        self.clients.get(&client).map_or(0, |client| client.places)
    }

    /// Numbers a request of a client.
    pub(super) fn enter(&mut self, client: IpAddr, now: Instant) -> u64 {
        self.clients.entry(client).or_insert_with(|| Client::new(now)).places += 1;
        self.came += 1;
        self.came
    }

    pub(super) fn leave(&mut self, client: IpAddr) {
        if let Some(client) = self.clients.get_mut(&client) {
            client.places -= 1;
        }
    }

    /// Takes a piece of work away that is done, and learns from it.
    pub(super) fn finish(&mut self, number: u64, workers: usize) {
        let now = Instant::now();
        if let Some(at) = self.working.iter().position(|one| one.number == number) {
            self.count(at, workers);
            let Working { client, used, budget, .. } = self.working.swap_remove(at);
            if let Some(known) = self.clients.get_mut(&client) {
                let usual = known.usual(now);
                let learnt = usual + LATEST * (used - usual);
                // What was ended would have taken longer.
                let learnt = if budget.is_spent() { learnt.max(usual) } else { learnt };
                known.learn(known.done(now) + used, learnt, now);
            }
            self.leave(client);
        }
        self.clients.retain(|_, client| client.places > 0 || client.done(now) > 1e-3);
    }

    /// Remembers that a client's requests may be long ones.
    pub(super) fn expect_long(&mut self, client: IpAddr) {
        let now = Instant::now();
        if let Some(known) = self.clients.get_mut(&client) {
            known.learn(known.done(now), known.usual(now).max(KNOWN_LONG), now);
        }
    }

    /// Whose place in the queue a newcomer would get: that of whoever has the most,
    /// if that is more than the newcomer would have; the one that came last.
    pub(super) fn place_for(&self, newcomer: IpAddr) -> Option<usize> {
        let at = (0..self.waiting.len()).max_by_key(|at| {
            let one = &self.waiting[*at];
            (self.places(one.client), one.number)
        })?;
        let most = self.places(self.waiting[at].client);
        (most > self.places(newcomer) + 1).then_some(at)
    }

    /// Takes a place in the queue from somebody for a newcomer.
    pub(super) fn make_room(&mut self, newcomer: IpAddr) -> bool {
        let Some(at) = self.place_for(newcomer) else { return false };
        let client = self.waiting[at].client;
        // Its channel closes: it hears that there is too much to do.
        self.waiting.swap_remove(at);
        self.leave(client);
        true
    }
}
