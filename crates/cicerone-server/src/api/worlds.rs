//! `/api/worlds`: list, upload and fetch worlds.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cicerone::world;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Json, Path, Query};
use crate::app::App;
use crate::limits::Client;
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
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
) -> Result<Json<WorldList>, Problem> {
    let worlds = app.worlds.clone();
    let worlds = app.work.run(client, move || Ok(worlds.list())).await?;
    Ok(Json(WorldList { worlds }))
}

/// What a map may be sent as; its format is told by its content. None of them
/// can be sent by a form of another page.
const KINDS: [&str; 11] = [
    "application/json",
    "application/geo+json",
    "application/xml",
    "text/xml",
    "application/zip",
    "application/x-zip-compressed",
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "application/x-protobuf",
    "application/octet-stream",
];

/// What reading and keeping a map takes at least.
const SECONDS_A_BYTE: f64 = 5e-8;

/// Names are no longer than this, in characters.
const LONGEST_NAME: usize = 100;

#[derive(Debug, Deserialize)]
pub(super) struct Called {
    name: Option<String>,
}

/// Upload a world.
///
/// Any map that `--world` reads: our JSON of both versions, SAIL's XML, an IMDF
/// venue as a zip archive, an OpenStreetMap extract (XML or PBF), an Open-RMF
/// building.yaml, a Nav2 route graph. Ways are found where the map has none. It
/// is kept under an id made from its contents; the same world again gets the
/// same id. What was left out of it and why is in the answer.
#[utoipa::path(
    post, path = "/api/worlds", operation_id = "uploadWorld", tag = "worlds",
    params(("name" = Option<String>, Query, max_length = 100,
        description = "What to call the building if the map does not say")),
    request_body(
        description = "A map; its format is told by its content",
        content(
            (ref("#/components/schemas/World") = "application/json"),
            (Object = "application/geo+json"),
            (String = "application/xml"),
            (String = "application/yaml"),
            (Vec<u8> = "application/zip"),
            (Vec<u8> = "application/octet-stream"),
        ),
    ),
    responses(
        (status = 201, description = "Kept; Location is where to fetch it",
         body = ref("#/components/schemas/UploadedWorld")),
        (status = 200, description = "It was there already",
         body = ref("#/components/schemas/UploadedWorld")),
        (status = 400, description = "The name is not text"),
        (status = 413, description = "Too large"),
        (status = 415, description = "Not sent as any format of maps"),
        (status = 422, description = "Not a world; the detail says why"),
        (status = 507, description = "The server keeps as many worlds as it may, or as one \
         client may fill in a day, or its disk is full"),
    ),
)]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    _: Allowed,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    Query(Called { name }): Query<Called>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    if !KINDS.contains(&kind) {
        return Err(Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("a world is sent as one of {}", KINDS.join(", ")),
        ));
    }
    let name = name.unwrap_or_else(|| "map".to_owned());
    if name.trim().is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("the name has to have 1 to {LONGEST_NAME} characters"),
        ));
    }
    let body = body?;
    let worlds = app.worlds.clone();
    let seconds = body.len() as f64 * SECONDS_A_BYTE;
    let work = move || worlds.add(client, &name, &body);
    let (uploaded, is_new) = app.work.run_expecting(client, seconds, work).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let location = format!("/api/worlds/{}", uploaded.summary.id);
    Ok((status, [(header::LOCATION, location)], Json(uploaded)).into_response())
}

/// A client who has not filled what one may fill, and whose turn will come: others
/// are told before their map is read, for reading it is most of what it costs.
pub(super) struct Allowed;

impl FromRequestParts<Arc<App>> for Allowed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Allowed, Problem> {
        let length = parts.headers.get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0);
        if let Some(Client(client)) = parts.extensions.get::<Client>() {
            app.worlds.check_share(*client, length)?;
            app.work.check_room(*client)?;
        }
        Ok(Allowed)
    }
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
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let worlds = app.worlds.clone();
    let text = app.work.run(client, move || Ok(world::to_json(&*worlds.get(&id)?))).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}
