//! `/api/worlds/{id}/levels`, `places` and `search`: what can be named in a world.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::Error;
use cicerone::world::{NamedPlace, World};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Json, Path, Query};
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;

/// So much is answered at once, at most.
const MOST_FOUND: usize = 100;
const MOST_PLACES: usize = 1000;
/// Nobody types more than this to find something.
const LETTERS: usize = 200;

/// The storeys of a world.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LevelList {
    /// From below.
    levels: Vec<LevelSummary>,
}

/// One storey.
#[derive(Debug, Serialize, JsonSchema)]
struct LevelSummary {
    /// Its id, as the world's file writes it.
    id: String,
    /// Its place in the order of storeys; 0 is the ground floor, as a rule.
    ordinal: f64,
    /// What people call it.
    name: String,
    /// What is written beside a lift's button.
    short_name: Option<String>,
    /// Metres above the ground.
    elevation: Option<f64>,
    /// How many places it has.
    places: usize,
    /// How many rooms, corridors and halls.
    areas: usize,
    /// How many landmarks.
    landmarks: usize,
}

/// Things that can be named.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NamedPlaces {
    /// Each with the place one goes to for it.
    places: Vec<NamedPlace>,
    /// How many there are in all, told or not.
    total: usize,
}

/// How many to answer, refused if that is more than there may be.
fn at_most(asked: usize, most: usize) -> Result<usize, Problem> {
    if asked > most {
        return Err(Error::input(format!("{asked} is more than {most}")).at("most").into());
    }
    Ok(asked)
}

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    level: Option<String>,
    skip: Option<usize>,
    most: Option<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Typed {
    q: String,
    most: Option<usize>,
}

/// List the levels of a world.
#[utoipa::path(
    get, path = "/api/worlds/{id}/levels", operation_id = "listLevels", tag = "worlds",
    params(("id" = String, Path, description = "The world's id")),
    responses(
        (status = 200, description = "Its levels", body = ref("#/components/schemas/LevelList")),
        (status = 400, description = "The path is not text"),
        (status = 404, description = "There is no such world"),
    ),
)]
pub(super) async fn levels(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<LevelList>, Problem> {
    ask(&app, client, id, |world| {
        let building = world.building();
        let mut counts = vec![[0; 3]; building.levels.len()];
        world.place_ids().for_each(|place| counts[world.level(place).index()][0] += 1);
        building.areas.iter().for_each(|area| counts[area.level.index()][1] += 1);
        building.fixtures.iter().for_each(|one| counts[one.level.index()][2] += 1);
        let mut levels: Vec<LevelSummary> = building
            .levels
            .iter()
            .zip(counts)
            .map(|(level, [places, areas, landmarks])| LevelSummary {
                id: level.id.to_string(),
                ordinal: level.ordinal,
                name: level.called().to_owned(),
                short_name: level.short_name.as_deref().map(str::to_owned),
                elevation: level.elevation,
                places,
                areas,
                landmarks,
            })
            .collect();
        levels.sort_by(|a, b| a.ordinal.total_cmp(&b.ordinal));
        Ok(LevelList { levels })
    })
    .await
}

/// List what can be named in a world: rooms, doors, lifts, landmarks.
#[utoipa::path(
    get, path = "/api/worlds/{id}/places", operation_id = "listPlaces", tag = "worlds",
    params(
        ("id" = String, Path, description = "The world's id"),
        ("level" = Option<String>, Query,
         description = "Only those of one level, by its id, name or ordinal"),
        ("skip" = Option<usize>, Query, description = "How many to leave out from the first on"),
        ("most" = Option<usize>, Query, maximum = 1000,
         description = "How many at most; left out, 1000"),
    ),
    responses(
        (status = 200, description = "By level, rooms before doors before things",
         body = ref("#/components/schemas/NamedPlaces")),
        (status = 400, description = "A number is none"),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "There is no such level"),
    ),
)]
pub(super) async fn places(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Query(Which { level, skip, most }): Query<Which>,
) -> Result<Json<NamedPlaces>, Problem> {
    ask(&app, client, id, move |world| {
        let level = level.map(|level| world.find_level(&level)).transpose()?;
        let named = world.named_places().iter();
        let named: Vec<&NamedPlace> = named
            .filter(|one| level.is_none_or(|level| world.level(one.place()) == level))
            .collect();
        let most = at_most(most.unwrap_or(MOST_PLACES), MOST_PLACES)?;
        let places = named.iter().skip(skip.unwrap_or(0)).take(most);
        Ok(NamedPlaces { places: places.map(|one| (*one).clone()).collect(), total: named.len() })
    })
    .await
}

/// Find what somebody may mean who is still typing.
///
/// Names, numbers, kinds and levels, in any order; case, accents, punctuation
/// and a slip or two in a long word do not matter.
#[utoipa::path(
    get, path = "/api/worlds/{id}/search", operation_id = "searchPlaces", tag = "worlds",
    params(
        ("id" = String, Path, description = "The world's id"),
        ("q" = String, Query, max_length = 200, example = "x-ray",
         description = "What was typed; nothing means everything"),
        ("most" = Option<usize>, Query, maximum = 100,
         description = "How many at most; left out, 20"),
    ),
    responses(
        (status = 200, description = "The likeliest first",
         body = ref("#/components/schemas/NamedPlaces")),
        (status = 400, description = "Nothing was asked for, or a number is none"),
        (status = 404, description = "There is no such world"),
        (status = 422, description = "The text is too long"),
    ),
)]
pub(super) async fn search(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Path(id): Path<String>,
    Query(Typed { q, most }): Query<Typed>,
) -> Result<Json<NamedPlaces>, Problem> {
    if q.chars().count() > LETTERS {
        return Err(Error::input(format!("longer than {LETTERS} letters")).at("q").into());
    }
    ask(&app, client, id, move |world| {
        let found = world.suggest(&q, usize::MAX);
        let total = found.len();
        let most = at_most(most.unwrap_or(20), MOST_FOUND)?;
        Ok(NamedPlaces { places: found.into_iter().take(most).cloned().collect(), total })
    })
    .await
}

/// Asks a world something, when it is the client's turn.
async fn ask<T: Send + 'static>(
    app: &App,
    client: IpAddr,
    id: String,
    question: impl FnOnce(&World) -> Result<T, Problem> + Send + 'static,
) -> Result<Json<T>, Problem> {
    let worlds = app.worlds.clone();
    let work = move || question(&*worlds.get(&id)?);
    Ok(Json(app.work.run(client, work).await?))
}
