//! The protocol through real HTTP, on both databases: from the door to the
//! code, and everything that people, browsers and strangers do on the way.

#![allow(clippy::unwrap_used)]

mod served;

use std::sync::atomic::Ordering;

use cicerone_study::records::Status;
use serde_json::{Value, json};
use served::{Served, on_each_database, study};

const ENDPOINTS: [&str; 8] =
    ["attend", "consent", "check", "practised", "pieces", "finish", "cancel", "survey"];

#[test]
fn from_consent_to_code() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("worker", "assignment");
        let state = visitor.attend();
        assert_eq!((state["step"].as_str(), &state["test"]), (Some("consent"), &json!(false)));
        let state = visitor.post("consent", &json!({"agreed": true})).good();
        assert_eq!(state["step"], "check");
        let state = visitor.post("check", &json!({"facts": {"width": 1280}})).good();
        assert_eq!(state["step"], "practice");
        let practice = state["practice"].clone();
        let enter = visitor.enter_event(&practice["at"]);
        visitor.piece(&practice["run"], 0, &[enter]).good();
        let state = visitor.post("practised", &json!({"load": visitor.load})).good();
        let task = state["task"].clone();
        assert_eq!(
            (&task["number"], &task["of"], &task["next"]),
            (&json!(1), &json!(1), &json!(0))
        );
        assert!(task["world"]["places"].as_array().unwrap().len() > 5);
        // Nothing tells a page where the goal is, or whose words these are.
        assert!(!state.to_string().contains("goal") && task.get("condition").is_none());
        let run = task["run"].clone();
        let mut events = vec![visitor.enter_event(&task["at"])];
        events.extend(visitor.east(2.0));
        assert_eq!(visitor.piece(&run, 0, &events).good()["next"], 1);
        let further = visitor.east(4.0);
        assert_eq!(visitor.piece(&run, 1, &further).good()["next"], 2);
        let t = visitor.t();
        let finish = json!({"run": run, "load": visitor.load, "pieces": 2, "t": t});
        assert_eq!(visitor.post("finish", &finish).good()["step"], "survey");
        let comments = "'; DROP TABLE run; -- <script>alert(1)</script> \u{1F9ED} \u{202E}%00";
        let survey = json!({"run": run, "answers": visitor.answers(), "comments": comments});
        let done = visitor.post("survey", &survey).good();
        assert_eq!(done["step"], "done");
        let code = done["code"].as_str().unwrap();
        assert_eq!(code.len(), 12);
        assert_eq!(done["return"]["url"], "https://workersandbox.mturk.com/mturk/externalSubmit");
        assert_eq!(done["return"]["fields"], json!({"assignmentId": "assignment", "code": code}));

        let records = served.records();
        let [one] = &records.runs[..] else { panic!("{:?}", records.runs) };
        assert_eq!((one.status, one.walked, one.pieces), (Status::Complete, 2, 2));
        assert_eq!((one.end_x, one.end_y, one.end_heading), (4.0, 0.0, 90.0));
        let scenario = served.study.scenario(&one.scenario).unwrap().0;
        let goal = scenario.path.last().unwrap();
        let manhattan = ((goal.0 - 4.0).abs() + goal.1.abs()) / 2.0;
        assert_eq!(one.distance, Some(manhattan as u32));
        assert_eq!(one.comments, comments);
        assert_eq!(one.answers.len(), 8);
        assert_eq!(one.seconds, 9.0);
        assert!(one.begun_at <= one.finished_at && one.finished_at <= one.completed_at);
        let walked: Vec<&str> = records
            .events
            .iter()
            .filter(|event| !event.practice)
            .map(|event| event.kind.as_str())
            .collect();
        let step = ["key", "turn", "leave", "arrive"];
        assert_eq!(walked, [&["enter"][..], &step, &step].concat());
        assert!(
            records
                .audit
                .iter()
                .any(|line| line.action == "assign" && line.detail.contains(&one.run))
        );

        // Personal names are kept apart, tokens are not kept at all.
        let dump = served.dump();
        assert!(!dump.contains(&visitor.token));
        let named: Vec<&str> = dump.lines().filter(|line| line.contains("worker")).collect();
        assert!(
            named
                .iter()
                .all(|line| { line.starts_with("identity.") || line.starts_with("ticket.") }),
            "{named:?}"
        );
        let facts = records.visits[0].facts.clone().unwrap();
        assert_eq!(facts, "{\"width\":1280}");
        let holder = served.with_store(async |store| store.holder(code).await).unwrap();
        assert_eq!((holder.external.as_str(), holder.occasion.as_str()), ("worker", "assignment"));
        assert!(served.with_store(async |store| store.holder("AAAABBBBCCCC").await).is_none());
    });
}

#[test]
fn everything_said_again_changes_nothing() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("w", "a");
        let consent = json!({"agreed": true});
        visitor.post("consent", &consent).good();
        assert_eq!(visitor.post("consent", &consent).good()["step"], "check");
        assert_eq!(visitor.post("consent", &json!({"agreed": false})).good()["step"], "check");
        let facts = json!({"facts": {}});
        visitor.post("check", &facts).good();
        assert_eq!(visitor.post("check", &facts).good()["step"], "practice");
        let practised = json!({"load": visitor.load});
        visitor.post("practised", &practised).good();
        let state = visitor.post("practised", &practised).good();
        let run = state["task"]["run"].clone();
        let mut events = vec![visitor.enter_event(&state["task"]["at"])];
        events.extend(visitor.east(2.0));
        for _ in 0..3 {
            assert_eq!(visitor.piece(&run, 0, &events).good()["next"], 1);
        }
        // The same number with other events is another piece.
        let refused = visitor.piece(&run, 0, &events[..2]).problem(409);
        assert_eq!((refused["code"].as_str(), &refused["next"]), (Some("order"), &json!(1)));
        let further = visitor.east(4.0);
        let refused = visitor.piece(&run, 2, &further).problem(409);
        assert_eq!(refused["next"], 1);
        // They take their time, by both clocks.
        served.ahead.fetch_add(90_000, Ordering::Relaxed);
        let finish =
            |pieces: u32| json!({"run": run, "load": visitor.load, "pieces": pieces, "t": 99000});
        assert_eq!(visitor.post("finish", &finish(2)).problem(409)["code"], "order");
        visitor.post("finish", &finish(1)).good();
        assert_eq!(visitor.post("finish", &finish(1)).good()["step"], "survey");
        assert_eq!(visitor.piece(&run, 1, &further).problem(409)["code"], "over");
        assert_eq!(visitor.piece(&run, 0, &events).good()["next"], 1);
        let survey = json!({"run": run, "answers": visitor.answers(), "comments": "first"});
        let first = visitor.post("survey", &survey).good();
        let other = json!({"run": run, "answers": visitor.answers(), "comments": "second"});
        assert_eq!(visitor.post("survey", &other).good(), first);
        // The same address leads to the same end.
        let again = served.enter("w", "a").attend();
        assert_eq!(again["code"], first["code"]);
        let records = served.records();
        assert_eq!((records.runs.len(), records.runs[0].comments.as_str()), (1, "first"));
        assert_eq!(records.events.iter().filter(|event| !event.practice).count(), 5);
    });
}

#[test]
fn every_endpoint_knows_its_limits() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let visitor = served.enter("w", "a");
        let json_type = ("content-type", "application/json");
        let bearer = format!("Bearer {}", visitor.token);
        let signed = [("authorization", bearer.as_str()), json_type];
        let large = format!("{{\"load\":\"{}\"}}", "x".repeat(70_000));
        for name in ENDPOINTS {
            let path = format!("/api/study/{name}");
            for token in ["", "Bearer ", "Bearer nobody", "Basic eDp5", "Bearer ' OR 1=1 --"] {
                let headers = [("authorization", token), json_type];
                let body = match name {
                    "attend" | "practised" => json!({"load": "load-1234"}),
                    "consent" => json!({"agreed": true}),
                    "check" => json!({"facts": {}}),
                    "pieces" => json!({"run": "r", "number": 0, "load": "load-1234",
                        "events": [{"t": 0, "kind": "visible", "visible": true}]}),
                    "survey" => json!({"run": "r", "answers": visitor.answers()}),
                    _ => json!({"run": "r", "load": "load-1234"}),
                };
                let headers = if token.is_empty() { &headers[1..] } else { &headers[..] };
                served.ask("POST", &path, headers, body.to_string().as_bytes()).problem(401);
            }
            for method in ["GET", "PUT", "DELETE", "PATCH"] {
                served.ask(method, &path, &signed, b"").problem(405);
            }
            served.ask("POST", &path, &signed, large.as_bytes()).problem(413);
            served.ask("POST", &path, &signed, b"nonsense").problem(400);
            served.ask("POST", &path, &signed, b"7").problem(422);
            if name != "practised" {
                served.ask("POST", &path, &signed, b"{\"unknown\": 1}").problem(422);
            }
            served.ask("POST", &path, &signed[..1], b"{}").problem(415);
        }
        let path = "/api/study/sessions";
        served.ask("GET", path, &[], b"").problem(405);
        served.ask("POST", path, &[json_type], large.as_bytes()).problem(413);
        served.ask("POST", path, &[json_type], b"nonsense").problem(400);
        served.ask("POST", path, &[json_type], b"{\"parameters\": 7}").problem(422);
        let nul = json!({"parameters": {"workerId": "a\u{0}b"}});
        served.post("sessions", "", &nul).problem(422);
        let long = json!({"parameters": {"workerId": "w".repeat(501)}});
        served.post("sessions", "", &long).problem(422);
        served.ask("POST", "/api/study", &[json_type], b"{}").problem(405);
        served.ask("GET", "/api/nothing", &[], b"").problem(404);
        for path in ["/admin", "/admin/status.json", "/admin/report", "/admin/export/runs.csv"] {
            let refused = served.ask("GET", path, &[], b"");
            refused.problem(401);
            assert!(refused.headers["www-authenticate"].to_str().unwrap().starts_with("Basic"));
            served.ask("GET", path, &[("authorization", &bearer)], b"").problem(401);
            served
                .ask("GET", path, &[("authorization", "Basic dXNlcjp3cm9uZw==")], b"")
                .problem(401);
            served.ask("POST", path, &[json_type], b"{}").problem(405);
            assert_eq!(served.admin(path).status, 200, "{path}");
        }
        served.admin("/admin/export/nothing.csv").problem(422);
        served.admin("/admin/export/runs.exe").problem(422);
        served.admin("/admin/export/..%2F..%2Fetc%2Fpasswd").problem(422);
        assert_eq!(served.ask("GET", "/health", &[], b"").status, 200);
        // Whoever asks for data is written down.
        let audit = served.records().audit;
        let exports = audit.iter().filter(|line| line.actor == "admin" && line.action == "export");
        assert!(exports.count() >= 1);
    });
}

#[test]
fn nonsense_is_refused_and_nothing_of_it_stored() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut visitor = served.enter("w", "a");
        let state = visitor.reach_task();
        let (run, at) = (&state["task"]["run"], &state["task"]["at"]);
        let enter = visitor.enter_event(at);
        let t = visitor.t();
        let wrong: Vec<Value> = vec![
            json!({"t": t, "kind": "leave", "x": 100, "y": 0, "heading": 90}),
            json!({"t": t, "kind": "arrive", "x": 2, "y": 0, "heading": 90}),
            json!({"t": t, "kind": "fly"}),
            json!({"t": "soon", "kind": "turn", "heading": 3}),
            json!({"t": 1, "kind": "turn", "heading": 3}),
            json!({"t": t, "kind": "turn", "heading": 1e300}),
            json!({"kind": "turn", "heading": 3}),
            json!({"t": t, "kind": "key", "key": "k".repeat(1000), "down": true}),
        ];
        for event in wrong {
            visitor.piece(run, 0, &[enter.clone(), event]).problem(422);
        }
        visitor.piece(run, 0, &[]).problem(422);
        visitor.piece(&json!("nul\u{0}"), 0, std::slice::from_ref(&enter)).problem(422);
        visitor.piece(&json!("another run"), 0, std::slice::from_ref(&enter)).problem(422);
        let many = vec![enter.clone(); 501];
        visitor.piece(run, 0, &many).problem(422);
        let survey = |answers: Value| json!({"run": run, "answers": answers, "comments": ""});
        let mut answers = visitor.answers();
        answers["difficulty"] = json!("impossible");
        let problem = visitor.post("survey", &survey(answers)).problem(422);
        assert!(problem["detail"].as_str().unwrap().contains("difficulty"));
        let mut answers = visitor.answers();
        answers.as_object_mut().unwrap().remove("age");
        visitor.post("survey", &survey(answers)).problem(422);
        let mut answers = visitor.answers();
        answers["shoe_size"] = json!("43");
        visitor.post("survey", &survey(answers)).problem(422);
        assert!(served.records().events.is_empty());
        let refused = served.records().audit.into_iter().filter(|line| line.action == "refuse");
        assert!(refused.count() >= 3);
        // One goes on as if nothing had been.
        visitor.piece(run, 0, &[enter]).good();
    });
}

#[test]
fn the_last_window_counts() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let mut first = served.enter("w", "a");
        let state = first.reach_task();
        let run = state["task"]["run"].clone();
        let enter = first.enter_event(&state["task"]["at"]);
        first.piece(&run, 0, &[enter]).good();
        let mut second = served.enter("w", "a");
        let state = second.attend();
        assert_eq!((&state["task"]["run"], &state["task"]["next"]), (&run, &json!(1)));
        let step = first.east(2.0);
        assert_eq!(first.piece(&run, 1, &step).problem(409)["code"], "elsewhere");
        let finish = json!({"run": run, "load": first.load, "pieces": 1});
        assert_eq!(first.post("finish", &finish).problem(409)["code"], "elsewhere");
        let enter = second.enter_event(&state["task"]["at"]);
        let mut events = vec![enter];
        events.extend(second.east(2.0));
        second.piece(&run, 1, &events).good();
        // And back: one goes on where the other window was.
        let state = first.attend();
        assert_eq!(state["task"]["at"], json!({"x": 2.0, "y": 0.0, "heading": 90.0}));
        let enter = first.enter_event(&state["task"]["at"]);
        first.piece(&run, 2, &[enter]).good();
        assert_eq!(second.piece(&run, 3, &step).problem(409)["code"], "elsewhere");
    });
}

#[test]
fn a_second_visit_is_another_scenario_without_the_preliminaries() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        for number in 0..6 {
            let mut visitor = served.enter("w", &format!("assignment {number}"));
            let state = visitor.attend();
            match number {
                0 => drop(visitor.complete()),
                _ => {
                    assert_eq!(state["step"], "check");
                    let state = visitor.post("check", &json!({"facts": {}})).good();
                    assert_eq!(state["step"], "task");
                    visitor.complete_task(&state);
                }
            }
        }
        let mut seen: Vec<String> =
            served.records().runs.into_iter().map(|run| run.scenario).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 6);
        // All scenarios are done.
        let parameters = json!({"workerId": "w", "assignmentId": "one more"});
        let refused = served.post("sessions", "", &json!({"parameters": parameters})).problem(409);
        assert_eq!(refused["code"], "closed");
        // One person sees both conditions equally often.
        let runs = served.records().runs;
        assert_eq!(runs.iter().filter(|run| run.condition == "human").count(), 3);
    });
}

#[test]
fn a_visit_may_have_several_tasks() {
    on_each_database(|database| {
        let served = Served::start(database, study(|design| design.tasks = 3));
        let mut visitor = served.enter("w", "a");
        let mut state = visitor.reach_task();
        for number in 1..=3 {
            assert_eq!(
                (&state["task"]["number"], &state["task"]["of"]),
                (&json!(number), &json!(3))
            );
            assert!(state.get("code").is_none());
            state = visitor.complete_task(&state);
        }
        assert_eq!(state["step"], "done");
        assert!(state["code"].is_string());
    });
}

#[test]
fn previews_tests_and_limits() {
    on_each_database(|database| {
        let owned = study(|design| {
            design.limits.visits_per_participant = Some(1);
            design.limits.runs_per_cell = 1;
        });
        let served = Served::start(database, owned);
        let preview = json!({"workerId": "w", "assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"});
        served.post("sessions", "", &json!({"parameters": preview})).problem(422);
        assert_eq!(served.status().participants, 0);
        // Tests never count, however many.
        for number in 0..4 {
            let parameters = json!({"participant": format!("us {number}")});
            let body = json!({"parameters": parameters, "test": true});
            let entered = served.post("sessions", "", &body).good();
            let token = entered["token"].as_str().unwrap();
            assert_eq!(entered["state"]["test"], true);
            served.post("consent", token, &json!({"agreed": true})).good();
        }
        let status = served.status();
        assert_eq!((status.participants, status.test_runs), (0, 4));
        assert!(
            status.balance.cells.values().flat_map(|cells| cells.values()).all(|&count| count == 0)
        );
        served.enter("w", "a").complete();
        let again = json!({"parameters": {"workerId": "w", "assignmentId": "b"}});
        assert_eq!(served.post("sessions", "", &again).problem(409)["code"], "done_before");
        for number in 1..12 {
            served.enter(&format!("w{number}"), "a").complete();
        }
        let late = json!({"parameters": {"workerId": "late", "assignmentId": "a"}});
        assert_eq!(served.post("sessions", "", &late).problem(409)["code"], "closed");
        assert_eq!(served.status().runs["complete"], 12);
        // Whoever is refused leaves nothing behind.
        assert!(!served.dump().contains("late"));
    });
}

#[test]
fn places_of_those_who_left_are_given_to_others() {
    on_each_database(|database| {
        let served = Served::start(database, study(|design| design.limits.runs_per_cell = 1));
        let mut gone = served.enter("gone", "a");
        gone.reach_task();
        let mut cancelling = served.enter("cancelling", "a");
        let state = cancelling.reach_task();
        let run = &state["task"]["run"];
        let body = json!({"run": run, "load": cancelling.load, "reason": "no <b>time</b>"});
        assert_eq!(cancelling.post("cancel", &body).good()["step"], "cancelled");
        assert_eq!(cancelling.post("cancel", &body).good()["step"], "cancelled");
        let counted = || -> u32 {
            served.status().balance.cells.values().flat_map(|cells| cells.values()).sum()
        };
        assert_eq!(counted(), 1);
        for number in 0..11 {
            served.enter(&format!("w{number}"), "a").complete();
        }
        let late = json!({"parameters": {"workerId": "late", "assignmentId": "a"}});
        assert_eq!(served.post("sessions", "", &late).problem(409)["code"], "closed");
        served.ahead.store(31 * 60_000, Ordering::Relaxed);
        served.enter("late", "a").complete();
        let runs = served.records().runs;
        let cancelled: Vec<_> = runs.iter().filter(|run| run.status == Status::Cancelled).collect();
        assert_eq!((cancelled.len(), cancelled[0].comments.as_str()), (1, "no <b>time</b>"));
        // Who comes back late may still finish: the data is worth having.
        let state = gone.attend();
        assert_eq!(gone.complete_task(&state)["step"], "done");
    });
}

#[test]
fn who_declines_is_not_asked_further() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        let visitor = served.enter("w", "a");
        assert_eq!(visitor.post("consent", &json!({"agreed": false})).good()["step"], "declined");
        assert_eq!(visitor.post("consent", &json!({"agreed": true})).good()["step"], "declined");
        assert!(served.records().runs.is_empty());
    });
}

#[test]
fn one_can_leave_before_the_task_and_a_late_cancel_spoils_nothing() {
    on_each_database(|database| {
        let served = Served::start(database, study(|design| design.tasks = 2));
        let visitor = served.enter("early", "a");
        visitor.post("consent", &json!({"agreed": true})).good();
        let cancel = json!({"load": visitor.load, "reason": "no 3-D here"});
        assert_eq!(visitor.post("cancel", &cancel).good()["step"], "cancelled");
        assert_eq!(served.status().runs["cancelled"], 1);
        // The survey of the first task arrives, then a 'Cancel' meant for it.
        let mut visitor = served.enter("late", "a");
        let first = visitor.reach_task();
        let run = first["task"]["run"].clone();
        let second = visitor.complete_task(&first);
        assert_eq!(second["task"]["number"], 2);
        let cancel = json!({"run": run, "load": visitor.load});
        assert_eq!(visitor.post("cancel", &cancel).good()["step"], "task");
        let runs = served.records().runs;
        let one = runs.iter().find(|one| one.run == run.as_str().unwrap()).unwrap();
        assert_eq!(one.status, Status::Complete);
    });
}

#[test]
fn a_scenario_taken_away_is_the_trouble_of_one_visit() {
    on_each_database(|database| {
        let before = Served::start(database, study(|_| {}));
        let mut visitor = before.enter("w", "a");
        visitor.reach_task();
        let token = visitor.token.clone();
        let taken = before.records().runs[0].scenario.clone();
        drop(before);
        let mut owned = study(|_| {});
        owned.study.scenarios.retain(|scenario| scenario.id != taken);
        let after = Served::start(database, owned);
        let problem = after.post("attend", &token, &json!({"load": "load-after"})).problem(500);
        assert!(problem["detail"].as_str().unwrap().contains("was changed"));
        std::thread::scope(|scope| {
            for number in 0..8 {
                let (after, token) = (&after, &token);
                scope.spawn(move || {
                    after.post("attend", token, &json!({"load": "load-after"})).problem(500);
                    after.enter(&format!("other {number}"), "a").complete();
                });
            }
        });
    });
}

#[test]
fn practice_takes_its_time() {
    on_each_database(|database| {
        let served = Served::start(database, study(|design| design.practice.seconds = 30));
        let visitor = served.enter("w", "a");
        visitor.post("consent", &json!({"agreed": true})).good();
        let state = visitor.post("check", &json!({"facts": {}})).good();
        assert!(state["practice"]["seconds_left"].as_f64().unwrap() > 29.0);
        let practised = json!({"load": visitor.load});
        assert_eq!(visitor.post("practised", &practised).problem(409)["code"], "too_early");
        served.ahead.store(31_000, Ordering::Relaxed);
        assert_eq!(visitor.post("practised", &practised).good()["step"], "task");
    });
}

#[test]
fn a_participant_can_be_forgotten() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        served.enter("keep", "a").complete();
        let code = served.enter("forget-me", "a").complete()["code"].clone();
        assert!(served.dump().contains("forget-me"));
        let forgotten = served.with_store(async |store| store.forget("forget-me".into()).await);
        assert_eq!((forgotten.participants, forgotten.runs, forgotten.pieces), (1, 2, 1));
        assert!(!served.dump().contains("forget-me"));
        assert_eq!(served.records().runs.len(), 1);
        let code = code.as_str().unwrap().to_owned();
        assert!(served.with_store(async move |store| store.holder(&code).await).is_none());
        let nobody = served.with_store(async |store| store.forget("forget-me".into()).await);
        assert_eq!(nobody.participants, 0);
        // By the name that exports show, too.
        let name = served.records().runs[0].participant.clone();
        let forgotten = served.with_store(async move |store| store.forget(name).await);
        assert_eq!(forgotten.participants, 1);
        let deleted = served.records().audit.into_iter().filter(|line| line.action == "delete");
        assert_eq!(deleted.count(), 2);
    });
}

#[test]
fn strange_names_travel_as_they_are() {
    on_each_database(|database| {
        let names = [
            "'; DROP TABLE participant; --",
            "\" OR \"\"=\"",
            "<script>alert('x')</script>",
            "$1 $2 ?1 :name @name",
            "日本語 \u{1F600} \u{0}".trim_end_matches('\u{0}'),
            "../../etc/passwd",
            "\\'; SELECT pg_sleep(10); --",
        ];
        let served = Served::start(database, study(|_| {}));
        for name in names {
            let entered = served.enter(name, name).complete();
            let code = entered["code"].as_str().unwrap().to_owned();
            let holder = served.with_store(async move |store| store.holder(&code).await).unwrap();
            assert_eq!((holder.external.as_str(), holder.occasion.as_str()), (name, name));
        }
        assert_eq!(served.records().runs.len(), names.len());
        let page = served.admin("/admin").text + &served.admin("/admin/report").text;
        assert!(!page.contains("<script"));
    });
}

#[test]
fn two_who_come_at_once_under_one_name_are_one() {
    on_each_database(|database| {
        let served = Served::start(database, study(|_| {}));
        for round in 0..5 {
            let name = format!("burst {round}");
            let tokens: Vec<String> = std::thread::scope(|scope| {
                let enter = || served.enter(&name, "a").token;
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(enter)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            std::thread::scope(|scope| {
                for token in &tokens {
                    let served = &served;
                    scope.spawn(move || {
                        served.post("consent", token, &json!({"agreed": true})).good()
                    });
                }
            });
        }
        let status = served.status();
        assert_eq!((status.participants, served.records().runs.len()), (5, 5));
    });
}
