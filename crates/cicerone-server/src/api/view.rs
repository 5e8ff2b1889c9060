//! `/api/worlds/{id}/view`: what one sees at a pose.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::world::{ViewRecord, Waypoint};
use serde::Deserialize;

use super::{Json, Path, Query};
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;

#[derive(Debug, Deserialize)]
pub(super) struct At {
    at: String,
}

/// What a follower at a pose can see.
#[utoipa::path(
    get, path = "/api/worlds/{id}/view", operation_id = "viewAtPose", tag = "worlds",
    params(
        ("id" = String, Path, description = "The world's id"),
        ("at" = String, Query, description = "The pose: X,Y,HEADING", example = "0,0,90"),
    ),
    responses(
        (status = 200, description = "What can be seen", body = ref("#/components/schemas/View")),
        (status = 400, description = "The pose is missing"),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "There is no such pose"),
    ),
)]
pub(super) async fn view(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Query(At { at }): Query<At>,
) -> Result<Json<ViewRecord>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || {
        let world = worlds.get(&id)?;
        let (place, heading) = Waypoint::from(at).facing(&world)?;
        Ok(world.view(place, heading).record(&world))
    };
    Ok(Json(app.work.run(client, work).await?))
}
