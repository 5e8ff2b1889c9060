//! How many pieces a second a study stores, beside what its database can do.
//!
//! ```text
//! cargo run --release -p cicerone-study --example writes -- 32 10
//! ```
//!
//! 32 clients send pieces of 2 kB over HTTP for 10 s, each waiting for the
//! answer before the next; then as many write rows of 2 kB to plain tables, one
//! commit a row, with the same settings. With CICERONE_TEST_POSTGRES the same is
//! done there. Every write is on disk before it is acknowledged.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use cicerone::world::{Position, Route, embedded};
use cicerone_server::ServerConfig;
use cicerone_study::design::{Scenario, Study, draft};
use cicerone_study::server;
use cicerone_study::store::Store;
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use tokio::sync::oneshot;

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [clients, seconds] = arguments[..] else {
        eprintln!("usage: writes CLIENTS SECONDS");
        std::process::exit(2);
    };
    let duration = Duration::from_secs(seconds);
    let directory = tempfile::tempdir_in(".").unwrap();
    let file = |name: &str| format!("sqlite:{}", directory.path().join(name).display());
    compare("SQLite", &file("study.sqlite"), &file("raw.sqlite"), clients as usize, duration);
    if let Ok(url) = std::env::var("CICERONE_TEST_POSTGRES") {
        compare("PostgreSQL", &url, &url, clients as usize, duration);
    }
}

fn compare(name: &str, study: &str, raw: &str, clients: usize, duration: Duration) {
    let (count, mut times) = through_http(study, clients, duration);
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize] * 1000.0;
    let seconds = duration.as_secs_f64();
    println!("{name}, {clients} clients for {seconds} s, every write on disk");
    println!(
        "  the study over HTTP   {:6.0} pieces/s, p50 {:.1} ms, p99 {:.1} ms",
        count as f64 / seconds,
        at(0.5),
        at(0.99)
    );
    println!(
        "  the database alone    {:6.0} rows/s",
        raw_writes(raw, clients, duration) as f64 / seconds
    );
}

/// A study of one scenario.
fn study() -> Study {
    let [office, practice] = ["office", "practice"].map(|name| embedded::world(name).unwrap());
    let [from, to] =
        ["0,0", "14,0"].map(|text| text.parse::<Position>().unwrap().on(&office).unwrap());
    let route = Route::shortest(&office, from, to).unwrap();
    let path = route.poses().iter().map(|&pose| {
        let at = Position::of(&office, pose);
        (at.x, at.y, at.heading.map_or(-1.0, |heading| heading.degrees()))
    });
    let scenario = Scenario {
        id: "one".into(),
        world: "office".into(),
        path: path.collect(),
        instructions: [("plain".to_owned(), "Go.".to_owned())].into(),
        ..Scenario::default()
    };
    let (mut design, _) = draft(vec!["plain".into()], ("practice", &practice), 1).unwrap();
    design.limits.runs_per_cell = 1_000_000;
    let worlds = [("office".to_owned(), office), ("practice".to_owned(), practice)].into();
    Study::new("nowhere", design, vec![scenario], worlds).unwrap()
}

/// Pieces acknowledged, and the seconds each took.
fn through_http(database: &str, clients: usize, duration: Duration) -> (usize, Vec<f64>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let (tell, told) = std::sync::mpsc::channel();
    let database = database.to_owned();
    let serving = runtime.spawn(async move {
        let store = Store::open(Arc::new(study()), Some(&database)).await.unwrap();
        let config =
            ServerConfig { listen: ([127, 0, 0, 1], 0).into(), rate: 0, ..Default::default() };
        let ready = move |address| tell.send(address).unwrap();
        server::run(store, config, ready, async { drop(stopped.await) }).await.unwrap();
    });
    let url = format!("http://{}/api/study", told.recv().unwrap());
    let until = Instant::now() + duration;
    let times = std::thread::scope(|scope| {
        let client = |index: usize| {
            let url = url.as_str();
            scope.spawn(move || send_pieces(url, index, until))
        };
        let threads: Vec<_> = (0..clients).map(client).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<f64>>()
    });
    drop(stop);
    runtime.block_on(serving).unwrap();
    (times.len(), times)
}

fn send_pieces(url: &str, index: usize, until: Instant) -> Vec<f64> {
    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let post = |path: &str, token: &str, body: &Value| -> Value {
        let request = agent.post(format!("{url}/{path}"));
        let request = request.header("authorization", format!("Bearer {token}"));
        request.send_json(body).unwrap().body_mut().read_json().unwrap()
    };
    let parameters = json!({"participant": format!("{}-{index}", std::process::id())});
    let entered = post("sessions", "", &json!({"parameters": parameters}));
    let token = entered["token"].as_str().unwrap();
    post("attend", token, &json!({"load": "load-0001"}));
    post("consent", token, &json!({"agreed": true}));
    let state = post("check", token, &json!({"facts": {}}));
    let (run, at) = (&state["practice"]["run"], &state["practice"]["at"]);
    let mut times = Vec::new();
    for number in 0u32.. {
        if Instant::now() >= until {
            break;
        }
        let clock = f64::from(number) * 1000.0;
        let mut events: Vec<Value> = (0..44)
            .map(|index| json!({"t": clock + f64::from(index), "kind": "turn", "heading": 7.25}))
            .collect();
        if number == 0 {
            events[0] = json!({"t": 0, "kind": "enter", "x": at["x"], "y": at["y"], "heading": at["heading"]});
        }
        let body = json!({"run": run, "number": number, "load": "load-0001", "events": events});
        let started = Instant::now();
        assert_eq!(post("pieces", token, &body)["next"], number + 1);
        times.push(started.elapsed().as_secs_f64());
    }
    times
}

/// Rows committed one by one by as many clients.
fn raw_writes(database: &str, clients: usize, duration: Duration) -> usize {
    sqlx::any::install_default_drivers();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let is_sqlite = database.starts_with("sqlite");
    let url = if is_sqlite { format!("{database}?mode=rwc") } else { database.to_owned() };
    let open = move || {
        let url = url.clone();
        async move {
            let mut connection = sqlx::AnyConnection::connect(&url).await.unwrap();
            if is_sqlite {
                let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                                PRAGMA busy_timeout = 60000";
                connection.execute(settings).await.unwrap();
            }
            connection
        }
    };
    runtime.block_on(async {
        let create = "CREATE TABLE raw_row (client BIGINT, number BIGINT, text TEXT)";
        open().await.execute(create).await.unwrap();
        let text: String =
            (0..2048).map(|index| char::from(b'a' + (index * 7 % 26) as u8)).collect();
        let until = Instant::now() + duration;
        let tasks: Vec<_> = (0..clients as i64)
            .map(|client| {
                let (open, text) = (open.clone(), text.clone());
                tokio::spawn(async move {
                    let mut connection = open().await;
                    let mut count = 0;
                    while Instant::now() < until {
                        sqlx::query(
                            "INSERT INTO raw_row (client, number, text) VALUES ($1, $2, $3)",
                        )
                        .bind(client)
                        .bind(count)
                        .bind(&text)
                        .execute(&mut connection)
                        .await
                        .unwrap();
                        count += 1;
                    }
                    count as usize
                })
            })
            .collect();
        let mut all = 0;
        for task in tasks {
            all += task.await.unwrap();
        }
        all
    })
}
