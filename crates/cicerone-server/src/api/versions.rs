//! `/api/worlds/{id}/versions`: what was changed in a world, and changing it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cicerone::Error;
use cicerone::world::document::Change;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Json, Path};
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;
use crate::versions::ListedVersion;

/// So many changes are made at once, at most.
const AT_ONCE: usize = 100;

/// The versions of a world.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct VersionList {
    /// By number; the first is the world as it was uploaded.
    versions: Vec<ListedVersion>,
}

/// What to change in a world.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangeRequest {
    /// One after the other; all of them are made, or none.
    #[schemars(length(min = 1, max = 100))]
    changes: Vec<Change>,
}

/// List the versions of a world.
#[utoipa::path(
    get, path = "/api/worlds/{id}/versions", operation_id = "listVersions", tag = "worlds",
    params(("id" = String, Path, description = "The id of any of them")),
    responses(
        (status = 200, description = "All versions of the same first one",
         body = ref("#/components/schemas/VersionList")),
        (status = 400, description = "The path is not text"),
        (status = 404, description = "There is no such world"),
    ),
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<VersionList>, Problem> {
    let worlds = app.worlds.clone();
    let versions = app.work.run(client, move || worlds.versions(&id)).await?;
    Ok(Json(VersionList { versions }))
}

/// Change a world.
///
/// The world stays as it is; what comes of the changes is kept as its next
/// version, under an id of its own, and can be asked for whatever any world can.
/// To take a change back, go on with the version before.
#[utoipa::path(
    post, path = "/api/worlds/{id}/versions", operation_id = "changeWorld", tag = "worlds",
    params(("id" = String, Path, description = "The world's id")),
    request_body(content((ref("#/components/schemas/ChangeRequest") = "application/json"))),
    responses(
        (status = 201, description = "Kept; Location is where to fetch it",
         body = ref("#/components/schemas/ListedVersion")),
        (status = 200, description = "It was there already",
         body = ref("#/components/schemas/ListedVersion")),
        (status = 400, description = "The body is not JSON"),
        (status = 404, description = "There is no such world"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The body is not said to be JSON"),
        (status = 422, description = "It cannot be changed so; the detail says why"),
        (status = 507, description = "The server keeps as many versions as it may, or as one \
         client may fill in a day, or its disk is full"),
    ),
)]
pub(super) async fn change(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Json(ChangeRequest { changes }): Json<ChangeRequest>,
) -> Result<Response, Problem> {
    if !(1..=AT_ONCE).contains(&changes.len()) {
        let count = changes.len();
        return Err(Error::input(format!("{count} changes; give from 1 to {AT_ONCE}")).into());
    }
    let worlds = app.worlds.clone();
    let work = move || worlds.change(client, &id, changes);
    let (version, is_new) = app.work.run(client, work).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    let location = format!("/api/worlds/{}", version.id);
    Ok((status, [(header::LOCATION, location)], Json(version)).into_response())
}
