//! `/api/worlds`: list, upload and fetch worlds.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cicerone::world;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Json, Path};
use crate::app::App;
use crate::problem::Problem;
use crate::worlds::WorldSummary;

/// The worlds there are.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WorldList {
    /// The embedded worlds first, then the uploaded ones.
    worlds: Vec<WorldSummary>,
}

/// List the worlds.
#[utoipa::path(
    get, path = "/api/worlds", operation_id = "listWorlds", tag = "worlds",
    responses((status = 200, description = "All worlds", body = ref("#/components/schemas/WorldList"))),
)]
pub(super) async fn list(State(app): State<Arc<App>>) -> Json<WorldList> {
    Json(WorldList { worlds: app.worlds.list() })
}

/// Upload a world.
///
/// It is checked as `cicerone world check` would and kept under an id made
/// from its contents; the same world again gets the same id.
#[utoipa::path(
    post, path = "/api/worlds", operation_id = "uploadWorld", tag = "worlds",
    request_body(
        description = "A world as JSON, or a SAIL map as XML",
        content(
            (ref("#/components/schemas/World") = "application/json"),
            (String = "application/xml"),
        ),
    ),
    responses(
        (status = 201, description = "Kept; Location is where to fetch it",
         body = ref("#/components/schemas/WorldSummary")),
        (status = 200, description = "It was there already",
         body = ref("#/components/schemas/WorldSummary")),
        (status = 413, description = "Too large"),
        (status = 415, description = "Neither JSON nor XML"),
        (status = 422, description = "Not a world; the detail says why"),
        (status = 507, description = "The server keeps as many worlds as it may"),
    ),
)]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !["application/json", "application/xml", "text/xml"].contains(&kind) {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "a world is sent as application/json, a SAIL map as application/xml",
        ));
    }
    let body = body?;
    let worlds = app.worlds.clone();
    let (summary, is_new) = app.work.run(move || worlds.add(&body)).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let location = format!("/api/worlds/{}", summary.id);
    Ok((status, [(header::LOCATION, location)], Json(summary)).into_response())
}

/// Fetch a world.
#[utoipa::path(
    get, path = "/api/worlds/{id}", operation_id = "fetchWorld", tag = "worlds",
    params(("id" = String, Path, description = "The world's id")),
    responses(
        (status = 200, description = "The world in its own format",
         body = ref("#/components/schemas/World")),
        (status = 400, description = "The path is not text"),
        (status = 404, description = "There is no such world"),
    ),
)]
pub(super) async fn fetch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let worlds = app.worlds.clone();
    let text = app.work.run(move || Ok(world::to_json(&*worlds.get(&id)?))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
