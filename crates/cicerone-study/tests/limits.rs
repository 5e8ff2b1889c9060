//! What one client can do to a study, and to its data: no more than its share.

#![allow(clippy::unwrap_used)]

mod served;

use std::sync::{Arc, Barrier};

use cicerone_study::design::Design;
use cicerone_study::export::{self, Format};
use cicerone_study::store::Store;
use serde_json::{Value, json};
use served::{Answer, Served, on_each_database, study};

/// Asks from an address, as the proxy in front tells it.
fn from(served: &Served, address: &str, token: &str, path: &str, body: &Value) -> Answer {
    let authorization = format!("Bearer {token}");
    let headers = [
        ("authorization", &*authorization),
        ("content-type", "application/json"),
        ("x-forwarded-for", address),
    ];
    let headers = if token.is_empty() { &headers[1..] } else { &headers[..] };
    served.ask("POST", &format!("/api/study/{path}"), headers, body.to_string().as_bytes())
}

/// Comes in without a name and agrees.
fn agree(served: &Served, address: &str) -> Answer {
    let entered = from(served, address, "", "sessions", &json!({}));
    if entered.status != 200 {
        return entered;
    }
    let token = entered.json()["token"].as_str().unwrap().to_owned();
    from(served, address, &token, "consent", &json!({"agreed": true}))
}

/// A study of 36 runs.
fn small(design: &mut Design) {
    design.limits.runs_per_cell = 3;
    design.limits.open_per_address = None;
}

#[test]
fn one_address_cannot_close_a_study_to_others() {
    on_each_database(|database| {
        let served = Served::start(database, study(small));
        let answers: Vec<Answer> = (0..300).map(|_| agree(&served, "192.0.2.7")).collect();
        let let_in = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(let_in, 9, "a quarter of 36");
        let refused = answers.last().unwrap().problem(409);
        assert_eq!(refused["code"], "closed");
        assert!(refused["detail"].as_str().unwrap().contains("network"), "{refused}");
        assert_eq!(agree(&served, "198.51.100.1").good()["step"], "check");
        // What counts is what is open: who gives up makes room.
        assert!(served.dump().contains("visit.address="));
        let mut visitor = served.enter("w", "a");
        visitor.complete();
        let kept = served.dump().lines().filter(|line| line.starts_with("visit.address=")).count();
        assert_eq!(kept, 301, "the address of who is done is forgotten");
    });
}

#[test]
fn a_study_may_let_in_only_those_it_names() {
    on_each_database(|database| {
        let named = study(|design| design.limits.named_only = true);
        let served = Served::start(database, named);
        let refused = served.post("sessions", "", &json!({})).problem(409);
        assert_eq!(refused["code"], "closed");
        served.post("sessions", "", &json!({"parameters": {"participant": "p1"}})).good();
    });
    on_each_database(|database| {
        let listed = study(|design| design.limits.participants = Some(vec!["p1".into()]));
        let served = Served::start(database, listed);
        let enter =
            |parameters: Value| served.post("sessions", "", &json!({"parameters": parameters}));
        enter(json!({"participant": "p1"})).good();
        enter(json!({"participant": "p2"})).problem(409);
        enter(json!({})).problem(409);
    });
}

#[test]
fn times_that_cannot_be_are_refused() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("w", "a");
        let state = visitor.reach_task();
        let run = state["task"]["run"].clone();
        let at = &state["task"]["at"];
        let enter = |t: f64| json!({"t": t, "kind": "enter", "x": at["x"], "y": at["y"], "heading": at["heading"]});
        let key = |t: f64| json!({"t": t, "kind": "key", "key": "ArrowUp", "down": true});
        // A walk of 156 seconds in no time, and one of 31 years.
        for t in [156_000.0, 9.9e11] {
            let said = visitor.piece(&run, 0, &[enter(100.0), key(t)]).problem(422);
            assert!(said["detail"].as_str().unwrap().contains("was given out"), "{said}");
        }
        visitor.piece(&run, 0, &[enter(100.0), key(5_000.0)]).good();
        let finish = |t: f64| json!({"run": run, "load": visitor.load, "pieces": 1, "t": t});
        visitor.post("finish", &finish(156_000.0)).problem(422);
        assert_eq!(visitor.post("finish", &finish(6_000.0)).good()["step"], "survey");
        assert_eq!(served.records().runs[0].seconds, 5.9);
    });
}

#[test]
fn a_run_has_only_so_many_pieces_and_bytes() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("w", "a");
        let state = visitor.reach_task();
        let run = state["task"]["run"].clone();
        let enter = visitor.enter_event(&state["task"]["at"]);
        visitor.piece(&run, 0, &[enter]).good();
        served.execute("UPDATE run SET pieces = 999 WHERE number = 1");
        let key = json!({"t": visitor.t(), "kind": "key", "key": "k".repeat(40), "down": true});
        assert_eq!(visitor.piece(&run, 999, std::slice::from_ref(&key)).good()["next"], 1000);
        let said = visitor.piece(&run, 1000, std::slice::from_ref(&key)).problem(422);
        assert!(said["detail"].as_str().unwrap().contains("at most 1000 pieces"), "{said}");

        served.execute("UPDATE run SET pieces = 1 WHERE number = 1");
        served.execute("DELETE FROM piece WHERE number > 0");
        let many = vec![key; 500];
        let refused = (1..200).find_map(|number| {
            let answer = visitor.piece(&run, number, &many);
            (answer.status != 200).then(|| (number, answer.problem(422)))
        });
        let (number, said) = refused.unwrap();
        assert!(said["detail"].as_str().unwrap().contains("4194304 bytes"), "{number}: {said}");
    });
}

#[test]
fn refused_pieces_leave_few_lines_in_the_log() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("w", "a");
        let run = visitor.reach_task()["task"]["run"].clone();
        for _ in 0..100 {
            visitor.piece(&run, 0, &[json!({"t": 1, "kind": "turn", "heading": 90})]).problem(422);
        }
        let audit = served.records().audit;
        let refused: Vec<_> = audit.iter().filter(|line| line.action == "refuse").collect();
        assert_eq!(refused.len(), 10);
        assert!(refused[9].detail.ends_with("more of this run are not written down"));
    });
}

#[test]
fn the_log_does_not_lead_to_who_was_deleted() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        served.enter("keep", "a").complete();
        served.enter("forget-me", "a").complete();
        let runs = served.records().runs;
        served.with_store(async |store| store.forget("forget-me".into()).await);
        let dump = served.dump();
        let left = served.records().runs;
        assert_eq!(left.len(), 1);
        let gone = runs.iter().find(|run| run.run != left[0].run).unwrap();
        assert!(!dump.contains(&gone.run), "{dump}");
        assert!(dump.contains("run that was deleted: "), "{dump}");
        assert!(dump.contains(&format!("audit.detail=run {}", left[0].run)), "{dump}");
    });
}

#[test]
fn servers_that_start_at_once_on_a_new_file_all_start() {
    for _ in 0..8 {
        let directory = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", directory.path().join("study.sqlite").display());
        let study = Arc::new(study(|_| {}).study);
        let barrier = Arc::new(Barrier::new(2));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (url, study, barrier) = (url.clone(), study.clone(), barrier.clone());
                std::thread::spawn(move || {
                    let runtime =
                        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    barrier.wait();
                    runtime.block_on(async { Store::open(study, Some(&url)).await.map(drop) })
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap().unwrap();
        }
    }
}

#[test]
fn events_are_sent_as_they_are_read_and_are_the_same() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        for name in ["a", "b", "c"] {
            served.enter(name, name).complete();
        }
        let records = served.records();
        assert_eq!(records.events.len(), 3);
        for format in [Format::Csv, Format::Json] {
            let sent = served.admin(&format!("/admin/export/events.{}", format.extension()));
            let whole = export::table(&records, &served.study, "events", format).unwrap();
            assert_eq!((sent.status, sent.text), (200, String::from_utf8(whole).unwrap()));
        }
        let directory = tempfile::tempdir().unwrap();
        for format in [Format::Csv, Format::Json, Format::Parquet] {
            let folder = directory.path().to_owned();
            let files = served.with_store(async move |store| {
                Ok(export::export_from(&store, format, &folder).await.unwrap())
            });
            let name = format!("events.{}", format.extension());
            assert!(files.iter().any(|file| file.ends_with(&name)));
            let whole = export::table(&records, &served.study, "events", format).unwrap();
            assert_eq!(std::fs::read(directory.path().join(&name)).unwrap(), whole, "{name}");
        }
        assert!(
            std::fs::read_dir(directory.path())
                .unwrap()
                .all(|file| { !file.unwrap().file_name().to_string_lossy().starts_with('.') })
        );
    });
}
