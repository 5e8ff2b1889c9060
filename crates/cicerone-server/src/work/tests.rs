//! Who is served when.

use super::state::{Client, HALF_LIFE};
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
    assert!(queue.shared.state().places(ONE) == 0);
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

/// Work of so many seconds of the processor's time, that asks as it goes along.
fn toil(seconds: f64) -> Result<(), Problem> {
    let until = clock::thread_seconds() + seconds;
    while clock::thread_seconds() < until {
        cicerone::budget::check()?;
    }
    Ok(())
}

/// Seconds until some work is done.
async fn time(queue: &WorkQueue, client: IpAddr, seconds: f64) -> f64 {
    let started = Instant::now();
    assert!(queue.run(client, move || toil(seconds)).await.is_ok());
    started.elapsed().as_secs_f64()
}

#[tokio::test]
async fn what_takes_long_leaves_its_worker_to_others_and_is_not_lost() {
    let queue = queue(1, 3, 9);
    let long = tokio::spawn({
        let queue = queue.clone();
        async move { queue.run(ONE, || toil(4.0 * slow::LONG)).await.is_ok() }
    });
    until(&queue, (1, 0)).await;
    for _ in 0..3 {
        assert!(queue.run(OTHER, || Ok(())).await.is_ok());
        assert!(!long.is_finished(), "others did not wait for it");
    }
    assert!(long.await.unwrap());
    // Work that never ends keeps nobody waiting either.
    let endless = tokio::spawn({
        let queue = queue.clone();
        async move { queue.run(ONE, endless).await }
    });
    until(&queue, (1, 0)).await;
    assert!(time(&queue, OTHER, 0.01).await < 5.0);
    endless.abort();
    until(&queue, (0, 0)).await;
}

#[tokio::test]
async fn long_work_has_a_small_share_while_others_need_the_workers() {
    let queue = queue(1, 8, 9);
    let long = tokio::spawn({
        let queue = queue.clone();
        async move { queue.run(ONE, || toil(600.0)).await }
    });
    until(&queue, (1, 0)).await;
    let used = || {
        let state = queue.shared.state();
        state.working.iter().find(|one| one.client == ONE).map_or(0.0, |one| one.used)
    };
    time(&queue, OTHER, 0.01).await;
    // Two others always have something to be done.
    let mut others = 0.0;
    let before = used();
    assert!(before >= slow::LONG * 0.9, "{before}");
    for _ in 0..20 {
        let [a, b] = [OTHER, IpAddr::from([10, 0, 0, 3])];
        tokio::join!(time(&queue, a, 0.04), time(&queue, b, 0.04));
        others += 0.08;
    }
    let share = (used() - before) / others;
    assert!(share > 0.01 && share < 0.25, "{share}");
    long.abort();
    until(&queue, (0, 0)).await;
}

#[tokio::test]
async fn long_work_does_not_rest_if_nobody_waits() {
    let queue = queue(1, 3, 9);
    let started = Instant::now();
    assert!(queue.run_expecting(ONE, 9.0, || toil(0.3)).await.is_ok());
    // A busy machine may take its time; rests would take four seconds.
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

#[tokio::test]
async fn of_long_work_that_of_the_client_with_the_least_comes_first() {
    let queue = queue(1, 3, 9);
    let done = Client { done: 5.0, ..Client::new(Instant::now()) };
    queue.shared.state().clients.insert(ONE, done);
    let greedy = tokio::spawn({
        let queue = queue.clone();
        async move { queue.run_expecting(ONE, 9.0, endless).await }
    });
    until(&queue, (1, 0)).await;
    let other = queue.run_expecting(OTHER, 9.0, || toil(0.5));
    let done = tokio::time::timeout(Duration::from_secs(20), other).await;
    assert!(done.unwrap().is_ok() && !greedy.is_finished());
    greedy.abort();
    until(&queue, (0, 0)).await;
}

#[tokio::test]
async fn work_that_says_it_is_long_leaves_its_worker_at_once() {
    let queue = queue(1, 3, 9);
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let long = tokio::spawn({
        let queue = queue.clone();
        let work = move || {
            expect(9.0);
            Ok(wait.recv().is_ok())
        };
        async move { queue.run(ONE, work).await.is_ok() }
    });
    until(&queue, (1, 0)).await;
    assert!(queue.run(OTHER, || Ok(())).await.is_ok(), "there is a worker");
    release.send(()).unwrap();
    assert!(long.await.unwrap());
    until(&queue, (0, 0)).await;
}

#[tokio::test]
async fn slow_work_that_is_too_much_is_ended_where_most_was_done() {
    let queue = queue(1, 8, 9);
    let third = IpAddr::from([10, 0, 0, 3]);
    let done = Client { done: 5.0, ..Client::new(Instant::now()) };
    queue.shared.state().clients.insert(ONE, done);
    let mut works = Vec::new();
    for client in [ONE, OTHER, third] {
        let shared = queue.clone();
        works.push(tokio::spawn(async move {
            shared
                .run(client, || {
                    expect(9.0);
                    endless()
                })
                .await
        }));
        let places = |state: &State| state.slow();
        while places(&queue.shared.state()) < works.len().min(2) {
            tokio::task::yield_now().await;
        }
    }
    let ended = works.remove(0).await.unwrap().unwrap_err();
    assert!(format!("{ended:?}").contains("others wait"), "{ended:?}");
    for work in works {
        assert!(!work.is_finished());
        work.abort();
    }
    until(&queue, (0, 0)).await;
}

#[tokio::test]
async fn who_asks_for_little_comes_before_who_asks_for_much() {
    let queue = queue(1, 8, 9);
    let (release, first) = hold(&queue, IpAddr::from([10, 0, 0, 3]));
    until(&queue, (1, 0)).await;
    // As much was done for both; what one asks for usually takes long.
    let known = |usual: f64| Client { done: 0.5, usual, ..Client::new(Instant::now()) };
    queue.shared.state().clients.extend([(ONE, known(0.09)), (OTHER, known(0.01))]);
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
    let go = || oneshot::channel().0;
    let waiting = |client: IpAddr| Waiting { client, number: 0, expected: 0.0, go: go() };
    let rank = |client, now| state.rank(&waiting(client), now);
    assert!(rank(ONE, now) > 3.9 && rank(OTHER, now) < 0.1);
    assert!(rank(ONE, now + 6 * HALF_LIFE) < 0.1);
}

#[tokio::test]
async fn the_greedy_leave_a_worker_to_others_if_there_are_any() {
    let queue = queue(2, 8, 9);
    queue.shared.state().clients.insert(ONE, Client { done: 9.0, ..Client::new(Instant::now()) });
    let held: Vec<_> = (0..2).map(|_| hold(&queue, ONE)).collect();
    until(&queue, (2, 0)).await;
    for (release, work) in held {
        release.send(()).unwrap();
        assert!(work.await.unwrap());
    }
    queue.shared.state().clients.insert(OTHER, Client { done: 0.1, ..Client::new(Instant::now()) });
    let held: Vec<_> = (0..2).map(|_| hold(&queue, ONE)).collect();
    until(&queue, (1, 1)).await;
    assert!(queue.run(OTHER, || Ok(())).await.is_ok());
    for (release, work) in held {
        release.send(()).unwrap();
        assert!(work.await.unwrap());
    }
}
