//! `/api/guide`: a route in words.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use cicerone::Error;
use cicerone::world::{Position, Route, RouteRecord, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Json, LONGEST_ROUTE};
use crate::app::App;
use crate::problem::Problem;

/// A route to write about: `from` and `to`, or the whole `path`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuideRequest {
    /// The world's id.
    world: String,
    /// Where to start: X,Y, or X,Y,HEADING if the first heading is known.
    from: Option<String>,
    /// Where to arrive: X,Y, or X,Y,HEADING if the last heading matters.
    to: Option<String>,
    /// Every pose of the route: x, y and heading; -1 or null is an unknown one.
    #[schemars(length(min = 1, max = 1000))]
    path: Option<Vec<(f64, f64, Option<f64>)>>,
}

/// A route and how to say it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Guided {
    /// The route that the instruction describes.
    route: RouteRecord,
    /// The instruction, sentence by sentence, and how each came about.
    instruction: Value,
}

/// Write an instruction for a route.
#[utoipa::path(
    post, path = "/api/guide", operation_id = "writeInstruction", tag = "guide",
    request_body(content((ref("#/components/schemas/GuideRequest") = "application/json"))),
    responses(
        (status = 200, description = "The instruction", body = ref("#/components/schemas/Guided")),
        (status = 400, description = "The body is not JSON"),
        (status = 404, description = "There is no such world"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The body is not said to be JSON"),
        (status = 422, description = "There is no such route; the detail says why"),
    ),
)]
pub(super) async fn guide(
    State(app): State<Arc<App>>,
    Json(request): Json<GuideRequest>,
) -> Result<Json<Guided>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || {
        let world = worlds.get(&request.world)?;
        let route = request.route(&world)?;
        if route.poses().len() > LONGEST_ROUTE {
            return Err(Error::input(format!(
                "the route has {} poses; at most {LONGEST_ROUTE} are put in words at once",
                route.poses().len()
            ))
            .into());
        }
        Ok(Guided { instruction: instruct(&world, &route)?, route: route.record(&world) })
    };
    Ok(Json(app.work.run(work).await?))
}

impl GuideRequest {
    fn route(&self, world: &World) -> cicerone::Result<Route> {
        match (&self.path, &self.from, &self.to) {
            (Some(path), None, None) => {
                let positions = path
                    .iter()
                    .enumerate()
                    .map(|(number, (x, y, heading))| {
                        Position::from_numbers(*x, *y, heading.unwrap_or(-1.0))
                            .map_err(|error| error.at(format!("pose {}", number + 1)))
                    })
                    .collect::<cicerone::Result<Vec<Position>>>()?;
                Route::from_positions(world, &positions)
            }
            (None, Some(from), Some(to)) => {
                let [from, to] = [from, to].map(|text| text.parse::<Position>());
                Route::shortest(world, from?.on(world)?, to?.on(world)?)
            }
            _ => Err(Error::input("a route is given by 'from' and 'to', or by 'path' alone")),
        }
    }
}

/// The one way to the guide.
fn instruct(_world: &World, _route: &Route) -> Result<Value, Problem> {
    Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "the guide does not speak yet"))
}
