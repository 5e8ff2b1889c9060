//! `/api/worlds/{id}/route`: the shortest way between two poses.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::world::{Journey, Profile, RouteRecord};
use serde::Deserialize;

use super::{Json, Path, Query};
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;

#[derive(Debug, Deserialize)]
pub(super) struct Ends {
    from: String,
    to: String,
    profile: Option<Profile>,
}

/// Find the shortest route between two poses.
#[utoipa::path(
    get, path = "/api/worlds/{id}/route", operation_id = "findRoute", tag = "worlds",
    params(
        ("id" = String, Path, description = "The world's id"),
        ("from" = String, Query, example = "0,0,90",
         description = "Where to start: a name, an id, X,Y, or X,Y,HEADING if the first heading is \
         known; with @LEVEL after it where several levels have one"),
        ("to" = String, Query, example = "14,8",
         description = "Where to arrive: a name, an id, X,Y, or X,Y,HEADING if the last heading \
         matters; with @LEVEL after it where several levels have one"),
        ("profile" = Option<String>, Query, example = "step-free",
         description = "Who wants to get there: walk (the default), or step-free, who takes \
         neither stairs nor escalators"),
    ),
    responses(
        (status = 200, description = "The route", body = ref("#/components/schemas/Route")),
        (status = 400, description = "An end is missing, or there is no such profile"),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "There is no such place, or no way between the two"),
    ),
)]
pub(super) async fn route(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Query(Ends { from, to, profile }): Query<Ends>,
) -> Result<Json<RouteRecord>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || {
        let world = worlds.get(&id)?;
        let route = Journey::between(from, to).route_for(&world, profile.unwrap_or_default())?;
        Ok(route.record(&world)?)
    };
    Ok(Json(app.work.run(client, work).await?))
}
