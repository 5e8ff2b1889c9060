//! What the pages of participants ask and send.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cicerone_server::{Client, Problem};
use serde::Deserialize;
use serde_json::{Value, json};

use super::token::Token;
use super::{Desk, Json};
use crate::design::Study;
use crate::store::{self, Ending, Entered, Entrance, Piece, WorldJson};
use crate::walk::Spot;

type Answer<T> = Result<Json<T>, Problem>;

/// What anybody may know.
pub(super) fn description(study: &Study) -> Vec<u8> {
    let design = &study.design;
    let practice = &design.practice;
    let world = study.practice_world().map(|world| WorldJson(world.json.clone()));
    let survey: Vec<Value> = design
        .survey
        .iter()
        .map(|question| {
            json!({
                "id": question.id, "text": question.text, "options": question.steps(),
                "kind": question.kind, "range": question.range, "optional": question.optional,
            })
        })
        .collect();
    let ground = study.practice_world().and_then(|world| world.ground.clone());
    let start = study.practice_spot().ok();
    #[derive(serde::Serialize)]
    struct Practice {
        seconds: u32,
        world: Option<WorldJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        ground: Option<WorldJson>,
        start: Option<Spot>,
    }
    #[derive(serde::Serialize)]
    struct Description<'a> {
        title: &'a str,
        contact: Option<&'a str>,
        consent: &'a [String],
        practice: Practice,
        survey: Vec<Value>,
        comments: Option<&'a str>,
        tasks: u32,
    }
    let description = Description {
        title: &design.title,
        contact: design.contact.as_deref(),
        consent: &design.consent,
        practice: Practice { seconds: practice.seconds, world, ground, start },
        survey,
        comments: design.comments.as_deref(),
        tasks: design.tasks,
    };
    serde_json::to_vec(&description).unwrap_or_default()
}

pub(super) async fn study(State(desk): State<Arc<Desk>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], desk.description.clone()).into_response()
}

pub(super) async fn enter(
    State(desk): State<Arc<Desk>>,
    Extension(Client(address)): Extension<Client>,
    Json(entrance): Json<Entrance>,
) -> Answer<Entered> {
    let entrance = Entrance { address: Some(address), ..entrance };
    Ok(Json(desk.store.enter(entrance).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Attend {
    load: String,
}

pub(super) async fn attend(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(Attend { load }): Json<Attend>,
) -> Answer<store::State> {
    Ok(Json(desk.store.attend(token, load).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Consent {
    agreed: bool,
}

pub(super) async fn consent(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(Consent { agreed }): Json<Consent>,
) -> Answer<store::State> {
    Ok(Json(desk.store.consent(token, agreed).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    facts: serde_json::Map<String, Value>,
}

pub(super) async fn check(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(Check { facts }): Json<Check>,
) -> Answer<store::State> {
    Ok(Json(desk.store.check(token, Value::from(facts)).await?))
}

#[derive(Deserialize)]
pub(super) struct Practised {}

pub(super) async fn practised(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(Practised {}): Json<Practised>,
) -> Answer<store::State> {
    Ok(Json(desk.store.practised(token).await?))
}

pub(super) async fn piece(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(piece): Json<Piece>,
) -> Answer<Value> {
    let next = desk.store.piece(token, piece).await?;
    Ok(Json(json!({"next": next})))
}

pub(super) async fn finish(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(ending): Json<Ending>,
) -> Answer<store::State> {
    Ok(Json(desk.store.finish(token, ending).await?))
}

pub(super) async fn cancel(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(ending): Json<Ending>,
) -> Answer<store::State> {
    Ok(Json(desk.store.cancel(token, ending).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Survey {
    run: String,
    answers: BTreeMap<String, String>,
    #[serde(default)]
    comments: String,
}

pub(super) async fn survey(
    State(desk): State<Arc<Desk>>,
    Token(token): Token,
    Json(Survey { run, answers, comments }): Json<Survey>,
) -> Answer<store::State> {
    Ok(Json(desk.store.survey(token, run, answers, comments).await?))
}
