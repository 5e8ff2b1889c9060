//! The report of studies of all shapes, the empty one included.

#![allow(clippy::unwrap_used)]

use cicerone_study::design::Design;
use cicerone_study::records::{Records, Status};
use cicerone_study::report::rehearsal::Rehearsal;
use cicerone_study::report::{Analysis, Fate, Settings, analyse_with};

fn design(conditions: &[&str]) -> Design {
    let survey = cicerone_study::design::paper_survey();
    serde_json::from_value(serde_json::json!({
        "format": "cicerone-study", "version": 1, "title": "Whose <instructions> are \"better\"?", "consent": ["Yes?"], "survey": survey,
        "practice": {"world": "practice", "start": {"x": 0.0, "y": 0.0}, "seconds": 30},
        "tasks": 10, "limits": {"runs_per_cell": 4, "reservation_minutes": 30},
        "conditions": conditions, "exclude": {"native_speaker": ["no", "do_not_disclose"]},
        "seed": 7, "admin_token_sha256": "", "secret": ""
    }))
    .unwrap()
}

const QUICK: Settings = Settings { level: 0.05, permutations: 99, resamples: 99 };

fn small() -> Rehearsal {
    Rehearsal { scenarios: 6, runs_per_cell: 3, tasks: 4, ..Rehearsal::default() }
}

/// Whatever came in, the report comes out: well-formed, and without a number
/// that is none.
fn check(records: &Records, design: &Design) -> Analysis {
    let analysis = analyse_with(records, design, &[], QUICK);
    let page = analysis.html();
    let body = page.split_once("</style>").unwrap().1;
    for out in [body, &analysis.text(), &serde_json::to_string(&analysis).unwrap()] {
        assert!(!out.contains("NaN") && !out.contains("inf "), "{out}");
    }
    assert!(!page.contains("<script") && !page.contains("http://") || page.contains("w3.org"));
    for (name, svg) in analysis.figures() {
        let well_formed = quick_look(&svg);
        assert!(well_formed, "{name}: {svg}");
    }
    analysis
}

/// Tags that open are closed, and no attribute holds a number that is none.
fn quick_look(svg: &str) -> bool {
    let opened = svg.matches("<text").count();
    opened == svg.matches("</text>").count() && svg.ends_with("</svg>\n") && !svg.contains("NaN")
}

#[test]
fn a_study_without_runs_has_a_report() {
    for conditions in [&["human", "machine"][..], &["machine"], &["a", "b", "c"]] {
        let analysis = check(&Records::default(), &design(conditions));
        assert_eq!(analysis.participants, 0);
        assert!(analysis.primary.iter().all(|one| one.p.is_none() && one.effects.is_empty()));
    }
}

#[test]
fn one_run_or_one_condition_is_not_tested() {
    let design = design(&["human", "machine"]);
    let all = small().records(&design, 1);
    let complete = all.runs.iter().find(|run| Fate::of(run, &design) == Fate::Analysed).unwrap();
    let one = Records { runs: vec![complete.clone()], ..Records::default() };
    assert_eq!(check(&one, &design).primary[0].p, None);
    let human = all.runs.iter().filter(|run| run.condition == "human").cloned();
    let human = Records { runs: human.collect(), ..Records::default() };
    let analysis = check(&human, &design);
    assert_eq!(analysis.primary[0].p, None);
    assert_eq!(analysis.outcomes[1].runs, 0);
}

#[test]
fn where_everybody_or_nobody_arrives_nothing_differs() {
    let design = design(&["human", "machine"]);
    for distance in [0, 4] {
        let mut records = small().records(&design, 1);
        for run in records.runs.iter_mut().filter(|run| run.distance.is_some()) {
            run.distance = Some(distance);
        }
        let analysis = check(&records, &design);
        assert_eq!(analysis.primary[0].p, Some(1.0));
        assert_eq!(analysis.primary[0].effects[0].value, 0.0);
        assert_eq!(analysis.outcomes[0].times.is_some(), distance == 0);
    }
}

#[test]
fn a_scenario_under_one_condition_is_left_out_of_the_tests() {
    let design = design(&["human", "machine"]);
    let mut records = small().records(&design, 1);
    let whole = check(&records, &design).primary[0].clone();
    records.runs.retain(|run| run.scenario != "scenario-01" || run.condition == "human");
    let less = check(&records, &design).primary[0].clone();
    assert_eq!([whole.scenarios, less.scenarios], [6, 5]);
    assert!(less.p.is_some());
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let design = design(&["human", "machine"]);
    let mut records = small().records(&design, 1);
    for run in records.runs.iter_mut().step_by(3) {
        run.seconds = f64::NAN;
        run.answers.insert("difficulty".into(), "no such step".into());
    }
    let analysis = check(&records, &design);
    assert!(analysis.survey[0].missing > 0);
}

#[test]
fn every_run_is_somewhere_in_the_flow() {
    let design = design(&["human", "machine"]);
    let mut records = Rehearsal::default().records(&design, 3);
    records.runs[0].test = true;
    records.runs[1].condition = "forgotten".into();
    records.runs[1].status = Status::Complete;
    let analysis = check(&records, &design);
    assert_eq!((analysis.test_runs, analysis.flow.len()), (1, 3));
    assert_eq!(
        analysis.flow.iter().map(|flow| flow.reserved).sum::<usize>(),
        records.runs.len() - 1
    );
    for flow in &analysis.flow {
        let left_out: usize = flow.left_out.iter().map(|(_, count)| count).sum();
        assert_eq!(flow.complete, flow.analysed + left_out);
        assert!(flow.begun >= flow.complete + flow.unfinished + flow.unanswered);
        assert!(flow.reserved >= flow.begun);
    }
    assert!(analysis.flow[0].left_out.iter().all(|(reason, _)| reason.contains("native_speaker")));
    let told = analysis.text();
    assert!(told.contains("left out: answered native_speaker: no"), "{told}");
}

#[test]
fn the_same_records_give_the_same_page() {
    let design = design(&["human", "machine"]);
    let records = small().records(&design, 5);
    assert_eq!(check(&records, &design).html(), check(&records, &design).html());
}

#[test]
fn what_people_wrote_cannot_break_the_page() {
    let mut design = design(&["<b>human</b>", "a & \"b\""]);
    design.survey[3].text = "</svg><script>alert(1)</script>".into();
    let page = check(&small().records(&design, 1), &design).html();
    assert!(!page.contains("<b>human") && !page.contains("<script"));
    assert!(page.contains("Whose &lt;instructions&gt; are &quot;better&quot;?"));
}
