//! `/api/worlds/{id}/ground` and `/scene`: where one can walk in a building, and
//! what one sees there, in the words of `cicerone walk`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::Error;
use cicerone::world::{Ground, Heading, MAX_COORDINATE, Scene, WalkStep, Walker};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Json, Path, Query};
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;

/// Said of worlds without walls.
const NET: &str =
    "only a net of places is known here: one walks from place to place; ask for /view";

/// Where one can walk freely: what stops the foot on each level, and what leads
/// to others.
#[utoipa::path(
    get, path = "/api/worlds/{id}/ground", operation_id = "getGround", tag = "worlds",
    params(("id" = String, Path, description = "The world's id")),
    responses(
        (status = 200, description = "Walls and rides", body = ref("#/components/schemas/Ground")),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "Only a net of places is known: one walks along that"),
    ),
)]
pub(super) async fn ground(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Ground>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || {
        let ground = worlds.get(&id)?.ground();
        Ok(ground.ok_or_else(|| Error::input(NET))?)
    };
    Ok(Json(app.work.run(client, work).await?))
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    x: f64,
    y: f64,
    heading: f64,
    level: String,
    step: Option<String>,
}

/// What came of a step, and what one sees then.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Walked {
    /// What one did; null if nothing was asked for, or it cannot be done.
    said: Option<String>,
    /// Why it cannot be done here.
    trouble: Option<String>,
    /// What one sees, and where one is.
    scene: Scene,
}

/// What one sees at any point of a building and can do there, after a step if
/// one is asked for: the walk of `cicerone walk`.
#[utoipa::path(
    get, path = "/api/worlds/{id}/scene", operation_id = "seeScene", tag = "worlds",
    params(
        ("id" = String, Path, description = "The world's id"),
        ("x" = f64, Query, description = "Across, in metres"),
        ("y" = f64, Query, description = "Down, in metres"),
        ("heading" = f64, Query, description = "Which way one looks, in degrees"),
        ("level" = String, Query, description = "The id or name of the level"),
        ("step" = Option<String>, Query, example = "through door 2",
         description = "What to do first: left [DEGREES], right [DEGREES], around, forward [METRES], \
         face K, toward K [METRES], through \
         door K, up, down, lift to LEVEL"),
    ),
    responses(
        (status = 200, description = "What there is to see", body = ref("#/components/schemas/Walked")),
        (status = 400, description = "A number is missing"),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "There is no such level or step, or one cannot walk freely there"),
    ),
)]
pub(super) async fn scene(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Walked>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || {
        let Asked { x, y, heading, level, step } = asked;
        let world = worlds.get(&id)?;
        let level = world.find_level(&level)?;
        let is_far = |number: f64| !number.is_finite() || number.abs() > MAX_COORDINATE;
        if [x, y, heading].into_iter().any(is_far) {
            return Err(Error::input("'x', 'y' and 'heading' must be usual numbers").into());
        }
        if !world.is_walked_freely() {
            return Err(Error::input(NET).into());
        }
        let mut walker = Walker::at(&world, level, [x, y], Heading::new(heading));
        let step = step.as_deref().map(str::parse::<WalkStep>).transpose()?;
        let done = step.map(|step| walker.go(&step));
        let (said, trouble) = match done {
            Some(Ok(said)) => (Some(said), None),
            Some(Err(error)) => (None, Some(error.to_string())),
            None => (None, None),
        };
        Ok(Walked { said, trouble, scene: walker.scene(true) })
    };
    Ok(Json(app.work.run(client, work).await?))
}
