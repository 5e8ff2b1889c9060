//! The study as a process: a crowd at once, a server that is killed, a disk
//! that is full. On SQLite, and on PostgreSQL where there is one.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cicerone_study::design::Study;
use cicerone_study::records::{Records, Status};
use cicerone_study::simulate::{Simulated, Simulation, simulate};
use cicerone_study::store::{Store, StudyStatus};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

/// A study in a directory of its own, with room for everybody.
struct Rehearsed {
    directory: tempfile::TempDir,
    database: Option<String>,
    name: &'static str,
}

impl Rehearsed {
    fn init(name: &'static str, database: Option<String>) -> Rehearsed {
        let directory = tempfile::tempdir().unwrap();
        let study = directory.path().join("study");
        let options = ["--count", "24", "--tasks", "3", "--runs-per-cell", "20", "--practice", "0"];
        let conditions = ["--conditions", "templates,plain"];
        let file = directory.path().join("scenarios.jsonl");
        // Instructions of one's own, so that no models are needed.
        let made = cicerone(&["study", "init"], &study, &options, &["--conditions", "templates"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let text = std::fs::read_to_string(study.join("scenarios.jsonl")).unwrap();
        let lines = text.lines().map(|line| {
            let mut scenario: Value = serde_json::from_str(line).unwrap();
            let id = scenario["id"].as_str().unwrap().to_owned();
            scenario["instructions"]["templates"] =
                json!(format!("{id}: {}", scenario["instructions"]["templates"].as_str().unwrap()));
            scenario["instructions"]["plain"] = json!(format!("Go to the end of {id}."));
            format!("{scenario}\n")
        });
        std::fs::write(&file, lines.collect::<String>()).unwrap();
        std::fs::remove_dir_all(&study).unwrap();
        let options = [&["--scenarios", file.to_str().unwrap()], &options[2..]].concat();
        let made = cicerone(&["study", "init"], &study, &options, &conditions);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        // Scripted participants walk faster than anybody, all from here.
        let design = study.join("study.json");
        let mut changed: Value =
            serde_json::from_str(&std::fs::read_to_string(&design).unwrap()).unwrap();
        changed["limits"]["trusting"] = json!(true);
        std::fs::write(&design, changed.to_string()).unwrap();
        Rehearsed { directory, database, name }
    }

    fn study(&self) -> PathBuf {
        self.directory.path().join("study")
    }

    fn serve(&self, listen: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cicerone"));
        command
            .args(["study", "serve"])
            .arg(self.study())
            .args(["--listen", listen, "--rate", "0"]);
        if let Some(database) = &self.database {
            command.args(["--database", database]);
        }
        let mut process = command
            .env("CICERONE_LOG", "warn")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Server { process, url: line.trim().to_owned() }
    }

    fn open(&self) -> Arc<Study> {
        Arc::new(Study::open(self.study()).unwrap())
    }

    fn read(&self) -> (Records, StudyStatus) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = Store::open(self.open(), self.database.as_deref()).await.unwrap();
            (store.records().await.unwrap(), store.status().await.unwrap())
        })
    }

    /// What must be true of the data, whatever happened.
    fn check(&self, simulated: &Simulated, participants: usize) {
        let (records, status) = self.read();
        let lost = simulated.lost(&records);
        assert!(lost.is_empty(), "{}: {} lost, {:?}", self.name, lost.len(), lost.first());
        assert!(simulated.acknowledged.len() > participants * 2);
        assert_eq!(simulated.turned_away, 0);
        assert_eq!(simulated.completed + simulated.left, participants);
        assert_eq!(status.visits["done"] as usize, simulated.completed);
        assert!(status.imbalance <= 1, "{}: {:?}", self.name, status.balance);
        let mut seen: Vec<(&str, &str)> = records
            .runs
            .iter()
            .map(|run| (run.participant.as_str(), run.scenario.as_str()))
            .collect();
        let runs = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), runs, "a scenario twice");
        let complete = records.runs.iter().filter(|run| run.status == Status::Complete);
        for run in complete.clone() {
            assert_eq!(run.answers.len(), 8);
            assert!(run.distance.is_some() && run.finished_at.is_some());
        }
        assert!(complete.count() >= simulated.completed * 3);
        println!(
            "{}: {} complete, {} left; {} requests and {} retries in {:.1} s, {} pieces \
             acknowledged and there; imbalance {}",
            self.name,
            simulated.completed,
            simulated.left,
            simulated.requests,
            simulated.retries,
            simulated.seconds,
            simulated.acknowledged.len(),
            status.imbalance
        );
    }
}

/// A server that runs in a process of its own.
struct Server {
    process: Child,
    url: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // As hard as a power cut.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn cicerone(words: &[&str], study: &Path, options: &[&str], more: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone"))
        .args(words)
        .arg(study)
        .args(options)
        .args(more)
        .output()
        .unwrap()
}

fn on_each_database(test: impl Fn(Rehearsed)) {
    test(Rehearsed::init("SQLite", None));
    match postgres(None) {
        Some(url) => test(Rehearsed::init("PostgreSQL", Some(url))),
        None => eprintln!("no CICERONE_TEST_POSTGRES: tested on SQLite alone"),
    }
}

/// A new database in the PostgreSQL that the environment names, its tables in
/// that directory if one is given.
fn postgres(directory: Option<&Path>) -> Option<String> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let server = std::env::var("CICERONE_TEST_POSTGRES").ok()?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("command_{}_{number}", std::process::id());
    let mut space = String::new();
    if let Some(directory) = directory {
        tell_postgres(format!("CREATE TABLESPACE {name} LOCATION '{}'", directory.display()));
        space = format!(" TABLESPACE {name}");
    }
    tell_postgres(format!("CREATE DATABASE {name}{space}"));
    Some(format!("{}/{name}", server.rsplit_once('/').unwrap().0))
}

fn tell_postgres(statement: String) {
    use sqlx::{AssertSqlSafe, Connection, Executor};
    let server = std::env::var("CICERONE_TEST_POSTGRES").unwrap();
    sqlx::any::install_default_drivers();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::AnyConnection::connect(&server).await.unwrap();
        connection.execute(AssertSqlSafe(statement)).await.unwrap();
    });
}

#[test]
fn two_hundred_at_once_lose_nothing() {
    on_each_database(|rehearsed| {
        let server = rehearsed.serve("127.0.0.1:0");
        let simulation = Simulation { participants: 200, ..Simulation::default() };
        let simulated = simulate(&server.url, &rehearsed.open(), &simulation).unwrap();
        assert!(simulated.left >= 20, "{} left", simulated.left);
        rehearsed.check(&simulated, 200);
    });
}

#[test]
fn two_servers_share_a_postgres() {
    let Some(url) = postgres(None) else { return };
    let rehearsed = Rehearsed::init("PostgreSQL, two servers", Some(url));
    let servers = [rehearsed.serve("127.0.0.1:0"), rehearsed.serve("127.0.0.1:0")];
    let study = rehearsed.open();
    let parts: Vec<Simulated> = std::thread::scope(|scope| {
        let threads: Vec<_> = servers
            .iter()
            .enumerate()
            .map(|(index, server)| {
                let seed = index as u64 + 1;
                let simulation = Simulation { participants: 100, seed, ..Simulation::default() };
                let study = &study;
                scope.spawn(move || simulate(&server.url, study, &simulation).unwrap())
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut all = Simulated::default();
    for part in parts {
        all.completed += part.completed;
        all.left += part.left;
        all.turned_away += part.turned_away;
        all.requests += part.requests;
        all.seconds = all.seconds.max(part.seconds);
        all.acknowledged.extend(part.acknowledged);
    }
    rehearsed.check(&all, 200);
}

#[test]
fn a_server_killed_ten_times_loses_nothing() {
    on_each_database(|rehearsed| {
        // The port must be the same each time, as people's pages know it.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let listen = format!("127.0.0.1:{port}");
        let server = Mutex::new(Some(rehearsed.serve(&listen)));
        let study = rehearsed.open();
        let simulation = Simulation {
            participants: 200,
            pause: Duration::from_millis(500),
            ..Simulation::default()
        };
        let url = format!("http://{listen}");
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let (simulated, kills) = std::thread::scope(|scope| {
            let killing = scope.spawn(|| {
                let mut kills = 0;
                while kills < 10 && !is_over.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(600 + 37 * kills));
                    drop(server.lock().unwrap().take());
                    *server.lock().unwrap() = Some(rehearsed.serve(&listen));
                    kills += 1;
                }
                kills
            });
            let simulated = simulate(&url, &study, &simulation).unwrap();
            is_over.store(true, Ordering::Relaxed);
            (simulated, killing.join().unwrap())
        });
        assert_eq!(kills, 10, "the run was over before");
        assert!(simulated.retries > 0);
        drop(server.lock().unwrap().take());
        rehearsed.check(&simulated, 200);
    });
}

/// A disk with little room; none where one may not make one.
struct SmallDisk(PathBuf, #[expect(dead_code, reason = "removed with it")] tempfile::TempDir);

impl SmallDisk {
    fn new(megabytes: usize) -> Option<SmallDisk> {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("disk");
        std::fs::create_dir(&place).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={megabytes}m,mode=0777"), "tmpfs"])
            .arg(&place)
            .output();
        let is_there = mounted.is_ok_and(|output| output.status.success());
        if !is_there {
            eprintln!("no small disk can be made here: a full one is not tested");
        }
        // The database's own user must come through.
        let _ = Command::new("chmod").arg("0755").arg(directory.path()).status();
        is_there.then_some(SmallDisk(place, directory))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_is_said_and_nothing_is_acknowledged_that_is_not_there() {
    if let Some(disk) = SmallDisk::new(3) {
        let url = format!("sqlite:{}", disk.0.join("study.sqlite").display());
        fill(&Rehearsed::init("SQLite", Some(url)), &disk, 640);
    }
    if std::env::var("CICERONE_TEST_POSTGRES").is_err() {
        return;
    }
    if let Some(disk) = SmallDisk::new(14) {
        let tables = disk.0.join("tables");
        std::fs::create_dir(&tables).unwrap();
        let _ = Command::new("chown").arg("postgres").arg(&tables).status();
        let url = postgres(Some(&tables)).unwrap();
        let name = url.rsplit('/').next().unwrap().to_owned();
        let filled = std::panic::catch_unwind(|| {
            fill(&Rehearsed::init("PostgreSQL", Some(url)), &disk, 1600);
        });
        // PostgreSQL must not look for it when the disk is gone.
        tell_postgres(format!("DROP DATABASE {name} WITH (FORCE)"));
        tell_postgres(format!("DROP TABLESPACE {name}"));
        filled.unwrap();
    }
}

/// Writes until the disk is full, makes room, and goes on. Ballast leaves so many
/// kilobytes of the disk: a run may not grow without end.
fn fill(rehearsed: &Rehearsed, disk: &SmallDisk, left: u64) {
    let ballast = disk.0.join("ballast");
    let mut file = std::fs::File::create(&ballast).unwrap();
    while file.write_all(&[0; 16 << 10]).is_ok() {}
    file.set_len(file.metadata().unwrap().len().saturating_sub(left << 10)).unwrap();
    drop(file);
    let server = rehearsed.serve("127.0.0.1:0");
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .into();
    let post = |path: &str, token: &str, body: &Value| -> (u16, Value) {
        let mut answer = agent
            .post(format!("{}api/study/{path}", server.url))
            .header("authorization", format!("Bearer {token}"))
            .send_json(body)
            .unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).unwrap())
    };
    let (_, entered) = post("sessions", "", &json!({"parameters": {"participant": "p"}}));
    let token = entered["token"].as_str().unwrap();
    post("attend", token, &json!({"load": "load-0001"}));
    post("consent", token, &json!({"agreed": true}));
    let (status, state) = post("check", token, &json!({"facts": {}}));
    assert_eq!(status, 200);
    let (run, at) = (&state["practice"]["run"], &state["practice"]["at"]);
    let mut acknowledged = 0;
    let send = |number: u32| {
        let mut events = Vec::new();
        if number == 0 {
            events.push(json!({"t": 0, "kind": "enter", "x": at["x"], "y": at["y"], "heading": at["heading"]}));
        }
        let t = f64::from(number) * 1000.0 + 1.0;
        // Keys that nothing can compress, and the same ones when sent again.
        let mut random = ChaCha8Rng::seed_from_u64(number.into());
        events.extend((0..400).map(|_| {
            let key = format!("{:032x}", random.random::<u128>());
            json!({"t": t, "kind": "key", "key": key, "down": true})
        }));
        post(
            "pieces",
            token,
            &json!({"run": run, "number": number, "load": "load-0001", "events": events}),
        )
    };
    let since = Instant::now();
    let refused = loop {
        assert!(since.elapsed() < Duration::from_secs(120), "the disk does not fill");
        match send(acknowledged) {
            (200, answer) => {
                acknowledged += 1;
                assert_eq!(answer["next"], acknowledged);
            }
            (_, refused) => break refused,
        }
    };
    assert_eq!(refused["status"], 507, "{refused}");
    assert!(refused["detail"].as_str().unwrap().contains("disk is full"), "{refused}");
    // It stays so, and the server stays there.
    assert_eq!(send(acknowledged).0, 507);
    std::fs::remove_file(&ballast).unwrap();
    let since = Instant::now();
    while send(acknowledged).0 != 200 {
        assert!(
            since.elapsed() < Duration::from_secs(30),
            "room again, and still full: {:?}",
            send(acknowledged)
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    acknowledged += 1;
    let (records, _) = rehearsed.read();
    let pieces = records.events.iter().map(|event| event.piece + 1).max();
    assert_eq!(pieces, Some(acknowledged));
    assert_eq!(records.events.len(), acknowledged as usize * 400 + 1);
    println!("{}: full after {acknowledged} pieces, nothing lost, and on again", rehearsed.name);
}

#[test]
fn wrong_words_are_answered_with_right_ones() {
    let directory = tempfile::tempdir().unwrap();
    let study = directory.path().join("study");
    let fails = |words: &[&str], options: &[&str], hint: &str| {
        let output = cicerone(words, &study, options, &[]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(hint), "{said}");
        assert!(output.stdout.is_empty());
    };
    fails(&["study", "serve"], &[], "cicerone study init DIR");
    fails(&["study", "init"], &["--count", "0"], "--count 0");
    fails(&["study", "init"], &["--conditions", "oracle"], "'oracle'");
    fails(&["study", "init"], &["--tasks", "99", "--conditions", "templates"], "'tasks' is 99");
    fails(&["study", "init"], &["--practice-world", "atlantis"], "atlantis");
    assert!(!study.exists() || std::fs::read_dir(&study).unwrap().next().is_none());
    let made = cicerone(&["study", "init"], &study, &["--conditions", "templates"], &[]);
    assert!(made.status.success());
    fails(&["study", "init"], &["--conditions", "templates"], "there is a study already");
    fails(&["study", "serve"], &["--database", "mysql://here"], "postgres://");
    fails(&["study", "status"], &["--code", "NONSENSE"], "no completion code");
    fails(&["study", "delete"], &["--participant", "x"], "--yes");
    fails(&["study", "delete"], &["--participant", "x", "--yes"], "nobody");
    fails(&["study", "export"], &["--format", "xls"], "parquet");
    fails(&["study", "simulate"], &["--dropouts", "7"], "0 to 1");
    let json = study.join("study.json");
    let text = std::fs::read_to_string(&json).unwrap();
    std::fs::write(&json, text.replace("\"tasks\"", "\"taks\"")).unwrap();
    fails(&["study", "status"], &[], "taks");
}

#[test]
fn a_rehearsal_leaves_the_study_alone_and_has_a_report() {
    let rehearsed = Rehearsed::init("SQLite", None);
    let study = rehearsed.study();
    let run = |words: &[&str], options: &[&str]| {
        let output = cicerone(words, &study, options, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let simulated: Value =
        serde_json::from_str(&run(&["study", "simulate"], &["--participants", "20"])).unwrap();
    assert!(simulated["completed"].as_u64().unwrap() > 5);
    let status: Value =
        serde_json::from_str(&run(&["study", "status"], &["--format", "json"])).unwrap();
    assert_eq!(status["participants"], 0);
    let text = run(&["study", "report"], &["--rehearsal"]);
    assert!(text.contains("templates") && text.contains("plain"), "{text}");
    assert!(text.contains("REHEARSAL") && text.contains("Planned: 480 runs"), "{text}");
    // Apart from the study's own, and marked on the page and in every figure.
    assert!(!study.join("report").exists());
    for file in std::fs::read_dir(study.join("rehearsal-report")).unwrap() {
        let file = file.unwrap().path();
        assert!(std::fs::read_to_string(&file).unwrap().contains("REHEARSAL"), "{file:?}");
    }
    assert!(!run(&["study", "report"], &[]).contains("REHEARSAL"));
    assert!(study.join("report/report.html").exists());
    let page = run(&["study", "preview"], &[]);
    let page = std::fs::read_to_string(page.trim()).unwrap();
    assert_eq!(page.matches("data:image/svg+xml").count(), 24);
    for format in ["csv", "json", "parquet"] {
        let listed = run(&["study", "export"], &["--rehearsal", "--format", format]);
        assert!(listed.lines().count() >= 6 && listed.lines().all(|line| Path::new(line).exists()));
    }
}
