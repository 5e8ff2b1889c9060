//! A study in a building of two levels: places by name, a lift, free walking,
//! questions of every kind; from the design to the pages of its owners.

#![allow(clippy::unwrap_used)]

mod served;

use std::collections::BTreeMap;

use cicerone::world::{Profile, embedded};
use cicerone_study::design::{Question, QuestionKind, Scenario, Study, draft};
use cicerone_study::report::{Fate, analyse};
use cicerone_study::simulate::{Simulation, simulate};
use serde_json::json;
use served::{Owned, Served, on_each_database};

/// Three ways through the hospital, two of them to another level.
fn study() -> Owned {
    let world = embedded::world("hospital").unwrap();
    let named = |level: usize| {
        let is_room = |kind: &str| !["lift", "stairs", "door"].contains(&kind);
        let level = world.building().levels[level].called();
        let mut all = world.named_places().iter();
        let found = all.find(|one| one.level == level && is_room(&one.kind)).unwrap();
        found.id.clone()
    };
    let last = |level: usize| {
        let level = world.building().levels[level].called();
        let found = world.named_places().iter().rev().find(|one| one.level == level).unwrap();
        found.id.clone()
    };
    let ends = [(named(0), last(1)), (named(1), last(0)), (named(0), last(0))];
    let scenario = |(index, (from, to)): (usize, (String, String))| Scenario {
        id: format!("hospital-{index}"),
        world: "hospital".into(),
        from: Some(from),
        to: Some(to),
        profile: Profile::StepFree,
        instructions: ["guide", "mine"]
            .map(|name| (name.to_owned(), format!("{name} {index}")))
            .into(),
        ..Scenario::default()
    };
    let scenarios = ends.into_iter().enumerate().map(scenario).collect();
    let conditions = vec!["guide".to_owned(), "mine".to_owned()];
    let (mut design, token) = draft(conditions, ("hospital", &world), 1).unwrap();
    design.practice.seconds = 0;
    design.limits.trusting = true;
    let more = [
        json!({"id": "effort", "text": "How hard?", "kind": "rating", "range": [1, 7],
            "options": [{"value": "1", "label": "Not at all"}]}),
        json!({"id": "years", "text": "For how long?", "kind": "number", "range": [0, 99]}),
        json!({"id": "why", "text": "Why?", "kind": "text", "optional": true}),
        json!({"id": "care", "text": "Please choose 'blue'.", "expects": "blue",
            "options": [{"value": "blue", "label": "Blue"}, {"value": "red", "label": "Red"}]}),
    ];
    let more = more.map(|one| serde_json::from_value::<Question>(one).unwrap());
    assert_eq!(more[0].kind, QuestionKind::Rating);
    design.survey.extend(more);
    let worlds = BTreeMap::from([("hospital".to_owned(), world)]);
    Owned { study: Study::new("nowhere", design, scenarios, worlds).unwrap(), token }
}

#[test]
fn a_study_on_two_levels_is_stored_exported_and_reported() {
    on_each_database(|database| {
        let served = Served::start(database, study());
        let simulation = Simulation {
            participants: 12,
            arrive: [("guide".to_owned(), 1.0), ("mine".to_owned(), 0.0)].into(),
            ..Simulation::default()
        };
        let url = format!("http://{}", served.address);
        let simulated = simulate(&url, &served.study, &simulation).unwrap();
        let records = served.records();
        assert_eq!(simulated.lost(&records), Vec::<String>::new());
        assert!(simulated.completed > 4, "{simulated:?}");
        let rides = records.events.iter().filter(|event| event.kind == "ride");
        assert!(rides.count() > 2);
        assert!(records.events.iter().any(|event| event.kind == "walk" && event.level.is_some()));
        for run in records.runs.iter().filter(|run| run.distance.is_some()) {
            assert_eq!(run.condition == "guide", run.distance == Some(0), "{run:?}");
            assert!(run.end_level.is_some() && run.walked > 0 && run.route_passages > 0);
        }
        let design = &served.study.design;
        let failed = |run: &&cicerone_study::records::RunRecord| {
            run.answers.get("care").is_some_and(|answer| answer == "red")
        };
        for run in records.runs.iter().filter(failed) {
            assert!(Fate::of(run, design).words().contains("attention"), "{run:?}");
        }
        let analysis = analyse(&records, design, &served.study.scenarios);
        assert_eq!(analysis.outcomes[0].distances[0].share, Some(1.0));
        assert_eq!(analysis.outcomes[1].distances[0].share, Some(0.0));
        let asked: Vec<&str> = analysis.secondary.iter().map(|one| one.measure.as_str()).collect();
        assert!(asked.contains(&"effort") && asked.contains(&"years"));
        assert!(!asked.contains(&"why") && !asked.contains(&"care"));
        assert!(!analysis.rehearsal && !analysis.html().contains("REHEARSAL"));
        // The pages of the owners.
        let preview = served.admin("/admin/preview");
        assert_eq!(preview.status, 200);
        for word in ["mine 2", "data:image/svg+xml", "attention check", "whom to ask"] {
            assert!(preview.text.contains(word), "{word}");
        }
        let run = records.runs.iter().find(|run| run.distance == Some(0)).unwrap();
        let replay = served.admin(&format!("/admin/replay/{}", run.run));
        assert_eq!(replay.status, 200);
        assert!(replay.text.contains("<animate") && replay.text.contains("reached the goal"));
        served.admin("/admin/replay/nothing").problem(404);
        assert!(served.admin("/admin").text.contains(&format!("/admin/replay/{}", run.run)));
    });
}

#[test]
fn walls_lifts_and_answers_are_held_against_the_study() {
    on_each_database(|database| {
        let served = Served::start(database, study());
        let mut visitor = served.enter("a", "1");
        let state = visitor.reach_task();
        let (run, at) = (state["task"]["run"].clone(), state["task"]["at"].clone());
        assert!(state["task"]["ground"]["levels"].as_array().unwrap().len() == 2);
        let enter = json!({"t": visitor.t(), "kind": "enter", "x": at["x"], "y": at["y"],
            "heading": at["heading"], "level": at["level"]});
        visitor.piece(&run, 0, &[enter]).good();
        let [x, y] = ["x", "y"].map(|axis| at[axis].as_f64().unwrap());
        let refused = |event: serde_json::Value, word: &str| {
            let problem = visitor.piece(&run, 1, &[event]).problem(422);
            assert!(problem["detail"].as_str().unwrap().contains(word), "{problem}");
        };
        let level = &at["level"];
        let walk = |t: f64, x: f64, y: f64| json!({"t": t, "kind": "walk", "x": x, "y": y, "heading": 0, "level": level});
        refused(walk(60_000.0, x + 200.0, y), "wall");
        refused(walk(2_000.0, x + 200.0, y), "fast");
        refused(json!({"t": 9_000, "kind": "walk", "x": x, "y": y, "heading": 0}), "level");
        refused(
            json!({"t": 9_000, "kind": "walk", "x": x, "y": y, "heading": 0, "level": "attic"}),
            "attic",
        );
        // Where one starts depends on the scenario one is given.
        let building = served.study.world("hospital").unwrap().world.building();
        let other = building.levels.iter().map(|one| &one.id).find(|one| *level != ***one).unwrap();
        refused(
            json!({"t": 9_000, "kind": "walk", "x": x, "y": y, "heading": 0, "level": other}),
            "another level",
        );
        refused(
            json!({"t": 9_000, "kind": "ride", "by": "no such lift", "x": x, "y": y, "heading": 0, "level": other}),
            "does not lead",
        );
        refused(
            json!({"t": 9_000, "kind": "leave", "x": x, "y": y, "heading": at["heading"]}),
            "freely",
        );
        visitor.piece(&run, 1, &[walk(9_000.0, x, y)]).good();
        let ending = json!({"run": run, "load": visitor.load, "pieces": 2, "t": 9_500});
        visitor.post("finish", &ending).good();
        let mut answers = visitor.answers();
        let mut wrong = |question: &str, value: &str| {
            answers["effort"] = json!("7");
            answers["years"] = json!("12.5");
            answers[question] = json!(value);
            let body = json!({"run": run, "answers": answers, "comments": ""});
            let problem = visitor.post("survey", &body).problem(422);
            assert!(problem["detail"].as_str().unwrap().contains(question), "{problem}");
        };
        for (question, value) in [
            ("effort", "8"),
            ("effort", "1.5"),
            ("years", "100"),
            ("years", "many"),
            ("care", "green"),
        ] {
            wrong(question, value);
        }
        answers["care"] = json!("red");
        answers["years"] = json!("12.5");
        answers["effort"] = json!("7");
        answers.as_object_mut().unwrap().remove("why");
        let body = json!({"run": run, "answers": answers, "comments": ""});
        assert_eq!(visitor.post("survey", &body).good()["step"], "done");
    });
}
