//! A study on a free port, on each database there is, for as long as a test
//! needs it.

#![allow(dead_code)]

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use cicerone::world::{Position, Route, embedded};
use cicerone_server::ServerConfig;
use cicerone_study::design::{Design, Scenario, Study, draft};
use cicerone_study::records::Records;
use cicerone_study::store::{Store, StudyStatus};
use cicerone_study::{Outcome, server};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// Runs a test on SQLite, and on PostgreSQL if there is one.
pub(crate) fn on_each_database(test: impl Fn(&Database)) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("study.sqlite");
    test(&Database { url: format!("sqlite:{}", file.display()), name: "SQLite" });
    match Database::postgres() {
        Some(database) => test(&database),
        None => eprintln!("no CICERONE_TEST_POSTGRES: tested on SQLite alone"),
    }
}

/// An empty database.
pub(crate) struct Database {
    pub(crate) url: String,
    pub(crate) name: &'static str,
}

impl Database {
    /// A new one in the PostgreSQL that the environment names.
    pub(crate) fn postgres() -> Option<Database> {
        use sqlx::{Connection, Executor};
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let server = std::env::var("CICERONE_TEST_POSTGRES").ok()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("study_{}_{number}", std::process::id());
        sqlx::any::install_default_drivers();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let mut connection = sqlx::AnyConnection::connect(&server).await.unwrap();
            let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
            connection.execute(create).await.unwrap();
        });
        let url = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
        Some(Database { url, name: "PostgreSQL" })
    }
}

/// The token of the study's owners.
pub(crate) struct Owned {
    pub(crate) study: Study,
    pub(crate) token: String,
}

/// A small study in the office: six routes, two conditions.
pub(crate) fn study(change: impl FnOnce(&mut Design)) -> Owned {
    let office = embedded::world("office").unwrap();
    let practice = embedded::world("practice").unwrap();
    let goals = ["6,0", "8,0", "10,0", "12,0", "14,2", "14,4"];
    let start: Position = "0,0".parse().unwrap();
    let scenarios = goals.iter().enumerate().map(|(index, goal)| {
        let goal: Position = goal.parse().unwrap();
        let route = Route::shortest(&office, start.on(&office).unwrap(), goal.on(&office).unwrap());
        let route = route.unwrap();
        let path = route.poses().iter().map(|&pose| {
            let position = Position::of(&office, pose);
            (position.x, position.y, position.heading.map_or(-1.0, |heading| heading.degrees()))
        });
        let told = ["human", "guide"].map(|name| (name.to_owned(), format!("{name} {index}")));
        Scenario {
            id: format!("office-{index}"),
            world: "office".into(),
            path: path.collect(),
            instructions: told.into(),
            ..Scenario::default()
        }
    });
    let scenarios = scenarios.collect();
    let conditions = vec!["human".to_owned(), "guide".to_owned()];
    let (mut design, token) = draft(conditions, ("practice", &practice), 1).unwrap();
    design.practice.seconds = 0;
    // All who take part in a test come from one address.
    design.limits.open_per_address = Some(1000);
    change(&mut design);
    let worlds = BTreeMap::from([("office".to_owned(), office), ("practice".to_owned(), practice)]);
    let study = Study::new("nowhere", design, scenarios, worlds).unwrap();
    Owned { study, token }
}

/// A study under test.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) study: Arc<Study>,
    pub(crate) token: String,
    /// Milliseconds that the server's clock is ahead.
    pub(crate) ahead: Arc<AtomicI64>,
    url: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The body of an answer that must be a good one.
    pub(crate) fn good(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json()
    }

    /// The body of a problem of that status.
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.len() > 5));
        problem
    }
}

impl Served {
    pub(crate) fn start(database: &Database, owned: Owned) -> Served {
        Served::start_shared(database, Arc::new(owned.study), owned.token)
    }

    pub(crate) fn start_shared(database: &Database, study: Arc<Study>, token: String) -> Served {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let ahead = Arc::new(AtomicI64::new(0));
        let (url, ours, clock) = (database.url.clone(), study.clone(), ahead.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let now = move || {
                    let since = std::time::UNIX_EPOCH.elapsed().unwrap();
                    since.as_millis() as i64 + clock.load(Ordering::Relaxed)
                };
                let store = Store::open_at(ours, Some(&url), Arc::new(now)).await.unwrap();
                let config = ServerConfig {
                    listen: ([127, 0, 0, 1], 0).into(),
                    rate: 0,
                    // So that a test can come from other addresses.
                    behind_proxy: true,
                    ..ServerConfig::default()
                };
                let ready = |address| tell.send(address).unwrap();
                server::run(store, config, ready, async { drop(stopped.await) }).await.unwrap();
            });
        });
        let address = told.recv_timeout(Duration::from_secs(120)).unwrap();
        let url = database.url.clone();
        Served { address, study, token, ahead, url, stop: Some(stop), thread: Some(thread) }
    }

    /// Asks as anybody might.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .allow_non_standard_methods(true)
            .build()
            .into();
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = match body.is_empty() {
            true => agent.run(request.body(()).unwrap()),
            false => agent.run(request.body(body).unwrap()),
        };
        let mut response = response.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec().unwrap();
        Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    /// Sends JSON, as the page of somebody does.
    pub(crate) fn post(&self, path: &str, token: &str, body: &Value) -> Answer {
        let authorization = format!("Bearer {token}");
        let headers =
            [("authorization", authorization.as_str()), ("content-type", "application/json")];
        let headers = if token.is_empty() { &headers[1..] } else { &headers[..] };
        self.ask("POST", &format!("/api/study/{path}"), headers, body.to_string().as_bytes())
    }

    /// What an owner sees.
    pub(crate) fn admin(&self, path: &str) -> Answer {
        let authorization = format!("Bearer {}", self.token);
        self.ask("GET", path, &[("authorization", &authorization)], b"")
    }

    /// Comes in under that name.
    pub(crate) fn enter(&self, worker: &str, assignment: &str) -> Visitor<'_> {
        let parameters = json!({"workerId": worker, "assignmentId": assignment, "hitId": "h",
            "turkSubmitTo": "https://workersandbox.mturk.com"});
        let entered = self.post("sessions", "", &json!({"parameters": parameters})).good();
        let token = entered["token"].as_str().unwrap().to_owned();
        let mut visitor = Visitor { served: self, token, load: String::new(), clock: 0.0 };
        visitor.attend();
        visitor
    }

    /// Does something with the data beside the server.
    pub(crate) fn with_store<T, Doing: Future<Output = Outcome<T>>>(
        &self,
        work: impl FnOnce(Store) -> Doing,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = Store::open(self.study.clone(), Some(&self.url)).await.unwrap();
            work(store).await.unwrap()
        })
    }

    pub(crate) fn records(&self) -> Records {
        self.with_store(async |store| store.records().await)
    }

    pub(crate) fn status(&self) -> StudyStatus {
        self.with_store(async |store| store.status().await)
    }

    /// Changes what is stored, behind the server's back.
    pub(crate) fn execute(&self, sql: &'static str) {
        use sqlx::Connection;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            sqlx::any::install_default_drivers();
            let mut connection = sqlx::AnyConnection::connect(&self.url).await.unwrap();
            sqlx::query(sql).execute(&mut connection).await.unwrap();
        });
    }

    /// All that is stored, as text.
    pub(crate) fn dump(&self) -> String {
        use sqlx::{Column, Connection, Row};
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let tables = [
            "participant",
            "identity",
            "ticket",
            "visit",
            "token",
            "run",
            "piece",
            "answer",
            "audit",
        ];
        runtime.block_on(async {
            sqlx::any::install_default_drivers();
            let mut connection = sqlx::AnyConnection::connect(&self.url).await.unwrap();
            let mut text = String::new();
            for table in tables {
                let select = sqlx::AssertSqlSafe(format!("SELECT * FROM {table}"));
                for row in sqlx::query(select).fetch_all(&mut connection).await.unwrap() {
                    for column in row.columns() {
                        let name = column.name();
                        if let Ok(Some(value)) = row.try_get::<Option<String>, _>(name) {
                            text.push_str(&format!("{table}.{name}={value}\n"));
                        }
                    }
                }
            }
            text
        })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

/// Somebody who takes part, step by step.
pub(crate) struct Visitor<'s> {
    pub(crate) served: &'s Served,
    pub(crate) token: String,
    pub(crate) load: String,
    clock: f64,
}

impl Visitor<'_> {
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.served.post(path, &self.token, body)
    }

    /// Loads the page.
    pub(crate) fn attend(&mut self) -> Value {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        self.load = format!("load-{:08}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.clock = 100.0;
        self.post("attend", &json!({"load": self.load})).good()
    }

    /// From consent to the task.
    pub(crate) fn reach_task(&mut self) -> Value {
        self.post("consent", &json!({"agreed": true})).good();
        self.post("check", &json!({"facts": {"agent": "test"}})).good();
        let state = self.post("practised", &json!({"load": self.load})).good();
        assert_eq!(state["step"], "task");
        state
    }

    /// A second later, on the page and for the server.
    pub(crate) fn t(&mut self) -> f64 {
        self.served.ahead.fetch_add(1000, Ordering::Relaxed);
        self.clock += 1000.0;
        self.clock
    }

    /// The first event of a page load.
    pub(crate) fn enter_event(&mut self, at: &Value) -> Value {
        json!({"t": self.t(), "kind": "enter", "x": at["x"], "y": at["y"], "heading": at["heading"]})
    }

    /// From 0,0 eastward to the next place.
    pub(crate) fn east(&mut self, x: f64) -> Vec<Value> {
        vec![
            json!({"t": self.t(), "kind": "key", "key": "ArrowUp", "down": true}),
            json!({"t": self.t(), "kind": "turn", "heading": 90}),
            json!({"t": self.t(), "kind": "leave", "x": x, "y": 0, "heading": 90}),
            json!({"t": self.t(), "kind": "arrive", "x": x, "y": 0, "heading": 90}),
        ]
    }

    pub(crate) fn piece(&self, run: &Value, number: u32, events: &[Value]) -> Answer {
        let body = json!({"run": run, "number": number, "load": self.load, "events": events});
        self.post("pieces", &body)
    }

    /// One step, 'Finish', all answers; the end.
    pub(crate) fn complete(&mut self) -> Value {
        let state = self.reach_task();
        self.complete_task(&state)
    }

    pub(crate) fn complete_task(&mut self, state: &Value) -> Value {
        let run = state["task"]["run"].clone();
        let enter = self.enter_event(&state["task"]["at"]);
        self.piece(&run, 0, &[enter]).good();
        let t = self.t();
        let body = json!({"run": run, "load": self.load, "pieces": 1, "t": t});
        assert_eq!(self.post("finish", &body).good()["step"], "survey");
        self.post("survey", &json!({"run": run, "answers": self.answers(), "comments": ""})).good()
    }

    /// The first answer to everything.
    pub(crate) fn answers(&self) -> Value {
        let survey = &self.served.study.design.survey;
        survey
            .iter()
            .map(|question| {
                let first = question.steps().into_iter().next();
                (question.id.clone(), first.map_or("1".to_owned(), |step| step.value))
            })
            .collect()
    }
}
