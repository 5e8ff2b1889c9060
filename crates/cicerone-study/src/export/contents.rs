//! What the tables hold.

use std::collections::BTreeSet;

use super::column::{Column, Table};
use crate::design::{Design, Question, QuestionKind, Scenario};
use crate::records::{EventRecord, Records, RunRecord, Status, VisitRecord};
use crate::report::Fate;

/// The tables there are, in the order of the codebook.
pub const TABLES: [&str; 6] = ["runs", "answers", "visits", "events", "audit", "scenarios"];

/// One of [`TABLES`].
pub(super) fn table(
    name: &str,
    records: &Records,
    design: &Design,
    scenarios: &[Scenario],
) -> Option<Table> {
    match name {
        "runs" => Some(runs(records, design)),
        "answers" => Some(answers(records, design)),
        "visits" => Some(visits(records)),
        "events" => Some(events(&records.events)),
        "audit" => Some(audit(records)),
        "scenarios" => Some(scenario_texts(design, scenarios)),
        _ => None,
    }
}

fn status(run: &RunRecord) -> &'static str {
    match run.status {
        Status::Open => "open",
        Status::Answering => "answering",
        Status::Complete => "complete",
        Status::Cancelled => "cancelled",
    }
}

fn runs(records: &Records, design: &Design) -> Table {
    let runs = &records.runs;
    let text = |name: &str, of: fn(&RunRecord) -> &str, meaning: &str| {
        Column::text(name, runs.iter().map(of), meaning)
    };
    let moment = |name: &str, of: fn(&RunRecord) -> Option<i64>, meaning: &str| {
        Column::moment(name, runs.iter().map(of), true, meaning)
    };
    let integer = |name: &str, of: fn(&RunRecord) -> u32, meaning: &str| {
        Column::integer(name, runs.iter().map(of), meaning)
    };
    let real = |name: &str, of: fn(&RunRecord) -> f64, meaning: &str| {
        Column::real(name, runs.iter().map(|run| Some(of(run))), meaning)
    };
    let fates: Vec<Fate> = runs.iter().map(|run| Fate::of(run, design)).collect();
    let reserved = runs.iter().map(|run| Some(run.reserved_at));
    let conditions = design.conditions.iter().map(|name| (name.as_str(), ""));
    let mut columns = vec![
        text("run", |run| &run.run, "The run's id."),
        text("participant", |run| &run.participant, "Who it was: a keyed hash, no name."),
        text("visit", |run| &run.visit, "The visit the run was part of."),
        Column::truth(
            "test",
            runs.iter().map(|run| run.test),
            "True if the study's own people tried it; such runs never count.",
        ),
        integer("number", |run| run.number, "Which task of the visit, from 1."),
        text("scenario", |run| &run.scenario, "The scenario; see the table scenarios."),
        text("condition", |run| &run.condition, "Whose instruction was followed.")
            .values(conditions),
        text("world", |run| &run.world, "The world the scenario is in."),
        text("status", status, "How the run stands.").values([
            ("open", "reserved or under way"),
            ("answering", "finished, the survey is not answered"),
            ("complete", "finished and answered"),
            ("cancelled", "given up by the participant"),
        ]),
        Column::truth(
            "analysed",
            fates.iter().map(|fate| *fate == Fate::Analysed),
            "Whether the report counts the run: complete, no test, not left out by an answer.",
        ),
        Column::text_if_any(
            "left_out",
            fates.iter().map(|fate| (*fate != Fate::Analysed).then(|| fate.words())),
            "Why the report does not count the run; missing if it does.",
        ),
        Column::moment("reserved_at", reserved, false, "When it was given out; server's clock."),
        moment("begun_at", |run| run.begun_at, "When its first data came; server's clock."),
        moment("finished_at", |run| run.finished_at, "When 'Finish' or 'Cancel' was said."),
        moment("completed_at", |run| run.completed_at, "When the survey was stored."),
        real("seconds", |run| run.seconds, "From the first picture to 'Finish', by the participant's own clock; pauses between page loads are left out.").unit("s"),
        real("start_heading", |run| run.start_heading, "Which way one looked first.")
            .unit("degrees"),
        real("end_x", |run| run.end_x, "Where one ended, or is, across.").unit("world units"),
        real("end_y", |run| run.end_y, "Where one ended, or is, down.").unit("world units"),
        real("end_heading", |run| run.end_heading, "Which way one looked at the end.")
            .unit("degrees"),
        Column::text_if_any(
            "end_level",
            runs.iter().map(|run| run.end_level.as_deref()),
            "The id of the level one ended on, or is; missing in a world of one level.",
        ),
        Column::integer_if_any(
            "distance",
            runs.iter().map(|run| run.distance),
            "Manhattan distance from the goal at 'Finish'; 0 is the goal. In a building: what was left to walk, in whole three metres. Missing if not finished.",
        )
        .unit("passages, or 3 metres"),
        Column::integer_if_any(
            "passages_to_goal",
            runs.iter().map(|run| run.passages_to_goal),
            "Passages one would still have had to walk at 'Finish'.",
        )
        .unit("passages, or 3 metres"),
        integer("walked", |run| run.walked, "How far one walked.").unit("passages, or 3 metres"),
        integer("route_passages", |run| run.route_passages, "How long the route is.")
            .unit("passages, or 3 metres"),
        integer("pieces", |run| run.pieces, "Pieces of data stored for the run."),
    ];
    columns.extend(questions(records, design).into_iter().map(|(id, question)| {
        let given = runs.iter().map(|run| run.answers.get(id).map(String::as_str));
        let column = Column::text_if_any(&format!("answer_{id}"), given, &asked(question));
        let steps = question.map(Question::steps).unwrap_or_default();
        column.values(steps.iter().map(|step| (step.value.as_str(), step.label.as_str())))
    }));
    let comments = design.comments.as_deref().unwrap_or("Comments (no longer asked for).");
    columns.push(text(
        "comments",
        |run| &run.comments,
        &format!("Free text in answer to: {comments} People may name themselves here: read it before you publish it."),
    ));
    Table { name: "runs", meaning: "one run: one participant, scenario and condition", columns }
}

/// The questions of the survey, then those that only the records know: a
/// survey may have been changed since.
fn questions<'a>(records: &'a Records, design: &'a Design) -> Vec<(&'a str, Option<&'a Question>)> {
    let asked = design.survey.iter().map(|question| (question.id.as_str(), Some(question)));
    let mut all: Vec<_> = asked.collect();
    let given: BTreeSet<&String> = records.runs.iter().flat_map(|run| run.answers.keys()).collect();
    for id in given {
        if !design.survey.iter().any(|question| question.id == *id) {
            all.push((id, None));
        }
    }
    all
}

fn asked(question: Option<&Question>) -> String {
    match question {
        None => "The answer to a question that the survey no longer asks.".into(),
        Some(question) => {
            let kind = match (question.kind, question.is_scale(), question.about_person) {
                (QuestionKind::Number, ..) => "a number",
                (QuestionKind::Text, ..) => "in words: read them before you publish them",
                (_, true, _) => "steps of one scale, in this order",
                (_, false, true) => "about the person",
                (_, false, false) => "kinds, in no order",
            };
            let check = question
                .expects
                .as_ref()
                .map_or(String::new(), |answer| format!(" An attention check: {answer} is right."));
            format!("The answer to: {} ({kind}){check}", question.text)
        }
    }
}

fn answers(records: &Records, design: &Design) -> Table {
    let order = questions(records, design);
    let rows: Vec<(&RunRecord, &str, &str)> = records
        .runs
        .iter()
        .flat_map(|run| {
            order.iter().filter_map(move |(id, _)| Some((run, *id, run.answers.get(*id)?.as_str())))
        })
        .collect();
    let texts = order.iter().map(|(id, question)| {
        (*id, question.map_or("no longer asked", |question| question.text.as_str()))
    });
    let columns = vec![
        Column::text("run", rows.iter().map(|row| row.0.run.as_str()), "The run; see runs."),
        Column::text("question", rows.iter().map(|row| row.1), "The question's id.").values(texts),
        Column::text(
            "value",
            rows.iter().map(|row| row.2),
            "The answer; its values are those of the column answer_ID of runs.",
        ),
    ];
    Table { name: "answers", meaning: "one answer of one run", columns }
}

pub(super) fn events(events: &[EventRecord]) -> Table {
    let text = |name: &str, of: fn(&EventRecord) -> &str, meaning: &str| {
        Column::text(name, events.iter().map(of), meaning)
    };
    let integer = |name: &str, of: fn(&EventRecord) -> u32, meaning: &str| {
        Column::integer(name, events.iter().map(of), meaning)
    };
    let real = |name: &str, of: fn(&EventRecord) -> Option<f64>, meaning: &str| {
        Column::real(name, events.iter().map(of), meaning)
    };
    let received = events.iter().map(|event| Some(event.received_at));
    let columns = vec![
        text("run", |event| &event.run, "The run; practice has runs of its own."),
        Column::truth(
            "practice",
            events.iter().map(|event| event.practice),
            "True in the practice before the first task.",
        ),
        integer("piece", |event| event.piece, "The piece of data it came in."),
        integer("number", |event| event.number, "Its number in the run, from 0."),
        text("load", |event| &event.load, "The page load it happened in."),
        Column::moment("received_at", received, false, "When the server had it."),
        real("t", |event| Some(event.t), "When it happened, by the clock of that page load.")
            .unit("ms"),
        text("kind", |event| &event.kind, "What happened."),
        real("x", |event| event.x, "Where, across; missing if it is about no place.")
            .unit("world units"),
        real("y", |event| event.y, "Where, down; missing if it is about no place.")
            .unit("world units"),
        real("heading", |event| event.heading, "Which way one looked, if it is about that.")
            .unit("degrees"),
        Column::text_if_any(
            "level",
            events.iter().map(|event| event.level.as_deref()),
            "The id of the level, if it is about a place in a building of several.",
        ),
        text(
            "detail",
            |event| &event.detail,
            "What else there is: the key, the panel, the lift or stairs one took.",
        ),
    ];
    Table {
        name: "events",
        meaning: "one event of a run, as the participant's page sent it",
        columns,
    }
}

fn visits(records: &Records) -> Table {
    let visits = &records.visits;
    let text = |name: &str, of: fn(&VisitRecord) -> &str, meaning: &str| {
        Column::text(name, visits.iter().map(of), meaning)
    };
    let moment = |name: &str, of: fn(&VisitRecord) -> Option<i64>, may_lack, meaning: &str| {
        Column::moment(name, visits.iter().map(of), may_lack, meaning)
    };
    let columns = vec![
        text("visit", |visit| &visit.visit, "The visit's id."),
        text("participant", |visit| &visit.participant, "Who it was: a keyed hash, no name."),
        Column::truth(
            "test",
            visits.iter().map(|visit| visit.test),
            "True if the study's own people tried it.",
        ),
        text("step", |visit| &visit.step, "How far the visit came.").values([
            ("consent", "nothing was agreed to"),
            ("check", "agreed; the browser was not checked"),
            ("practice", "in the practice"),
            ("task", "in a task"),
            ("survey", "in the survey"),
            ("done", "everything is stored and the code was given"),
            ("cancelled", "given up by the participant"),
            ("declined", "did not agree"),
        ]),
        moment("created_at", |visit| Some(visit.created_at), false, "When they came in."),
        moment(
            "consented_at",
            |visit| visit.consented_at,
            true,
            "When the participant agreed, on this visit or an earlier one.",
        ),
        moment(
            "ended_at",
            |visit| visit.ended_at,
            true,
            "When it was done, cancelled or declined.",
        ),
        Column::text_if_any(
            "facts",
            visits.iter().map(|visit| visit.facts.as_deref()),
            "What the page found out about its browser: a JSON object.",
        ),
    ];
    Table { name: "visits", meaning: "one occasion on which somebody took part", columns }
}

fn audit(records: &Records) -> Table {
    let lines = &records.audit;
    let columns = vec![
        Column::moment("at", lines.iter().map(|line| Some(line.at)), false, "When."),
        Column::text("actor", lines.iter().map(|line| line.actor.as_str()), "Who.").values([
            ("server", "the server itself"),
            ("admin", "somebody with the study's token"),
            ("command line", "somebody at the machine"),
        ]),
        Column::text("action", lines.iter().map(|line| line.action.as_str()), "What was done."),
        Column::text("detail", lines.iter().map(|line| line.detail.as_str()), "To what, and why."),
    ];
    Table { name: "audit", meaning: "one act on the study, assignments included", columns }
}

fn scenario_texts(design: &Design, scenarios: &[Scenario]) -> Table {
    let rows: Vec<(&Scenario, &str, &str)> = scenarios
        .iter()
        .flat_map(|scenario| {
            let told = design.conditions.iter().filter_map(|condition| {
                let (name, text) = scenario.instructions.get_key_value(condition)?;
                Some((scenario, name.as_str(), text.as_str()))
            });
            told.collect::<Vec<_>>()
        })
        .collect();
    let paths: Vec<String> = rows
        .iter()
        .map(|(scenario, _, _)| serde_json::to_string(&scenario.path).unwrap_or_default())
        .collect();
    let ends = |of: fn(&Scenario) -> Option<&str>| rows.iter().map(move |row| of(row.0));
    let levels: Vec<Option<String>> = rows
        .iter()
        .map(|(scenario, _, _)| match scenario.levels.is_empty() {
            true => None,
            false => serde_json::to_string(&scenario.levels).ok(),
        })
        .collect();
    let conditions = design.conditions.iter().map(|name| (name.as_str(), ""));
    let columns = vec![
        Column::text("scenario", rows.iter().map(|row| row.0.id.as_str()), "The scenario's id."),
        Column::text("world", rows.iter().map(|row| row.0.world.as_str()), "The world it is in."),
        Column::text("condition", rows.iter().map(|row| row.1), "Whose instruction it is.")
            .values(conditions),
        Column::text("instruction", rows.iter().map(|row| row.2), "The words participants read."),
        Column::text(
            "path",
            paths.iter().map(String::as_str),
            "The route as JSON: a list of [x, y, heading], a heading of -1 being unknown; one begins at the first and should end at the last.",
        ),
        Column::text_if_any(
            "levels",
            levels.iter().map(Option::as_deref),
            "The id of each position's level, as JSON; missing in a world of one level.",
        ),
        Column::text_if_any("from", ends(|one| one.from.as_deref()), "Where it begins, by name."),
        Column::text_if_any("to", ends(|one| one.to.as_deref()), "Where it ends, by name."),
    ];
    Table { name: "scenarios", meaning: "one scenario under one condition", columns }
}
