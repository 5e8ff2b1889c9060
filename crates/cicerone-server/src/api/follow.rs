//! `/api/follow`: where a follower of some sentences ends up.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::Error;
use cicerone::follow::{Care, Errand, Stand};
use cicerone::neural::Decoding;
use cicerone::world::{Pose, Route, RouteRecord, Waypoint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Json;
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;

/// Sentences and words that are followed at once, at most.
const SENTENCES: usize = 100;
const LETTERS: usize = 1000;

/// Sentences to follow, one after the other.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowRequest {
    /// The world's id.
    world: String,
    /// Where the follower stands: X,Y,HEADING.
    at: String,
    /// What it is told, a sentence at a time.
    #[schemars(length(min = 1, max = 100))]
    sentences: Vec<String>,
}

/// A walk and how sure the follower is of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Followed {
    /// The walk.
    route: RouteRecord,
    /// For each sentence, what came of it.
    sentences: Vec<FollowedSentence>,
}

/// What came of one sentence.
#[derive(Debug, Serialize, JsonSchema)]
struct FollowedSentence {
    /// The sentence.
    text: String,
    /// Index of the last pose of its part of the walk.
    end: usize,
    /// How sure the follower is to have been meant to end there.
    probability: f64,
}

/// Follow sentences through a world.
#[utoipa::path(
    post, path = "/api/follow", operation_id = "followSentences", tag = "guide",
    request_body(content((ref("#/components/schemas/FollowRequest") = "application/json"))),
    responses(
        (status = 200, description = "The walk", body = ref("#/components/schemas/Followed")),
        (status = 400, description = "The body is not JSON"),
        (status = 404, description = "There is no such world"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The body is not said to be JSON"),
        (status = 422, description = "There is no such place, or nothing to follow"),
    ),
)]
pub(super) async fn follow(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Json(request): Json<FollowRequest>,
) -> Result<Json<Followed>, Problem> {
    let (worlds, follower) = (app.worlds.clone(), app.follower.clone());
    let work = move || {
        request.check()?;
        let world = worlds.get(&request.world)?;
        let at = Waypoint::from(&*request.at);
        let mut here = Stand::of(at.on(&world)?).map_err(|error| error.at("at"))?;
        let follower = follower.ok_or_else(|| Error::input("the server has no follower"))?;
        let (mut poses, mut sentences): (Vec<Pose>, _) = (vec![here.pose()], Vec::new());
        let mut decoding = Decoding::default();
        for text in request.sentences {
            let told = follower.hear(world.vocabulary(), &text);
            let errand = Errand { world: &world, start: here, told };
            let found = follower.arrivals(&[errand], Care::default(), &mut decoding)?;
            let best = found.into_iter().next().and_then(|ends| ends.into_iter().next());
            let mut probability = 0.0;
            if let Some(best) = best {
                poses.extend(best.poses(&world, here).into_iter().skip(1));
                (here, probability) = (best.end, best.probability);
            }
            sentences.push(FollowedSentence { text, end: poses.len() - 1, probability });
        }
        Ok(Followed { route: Route::new(&world, poses)?.record(&world)?, sentences })
    };
    Ok(Json(app.work.run(client, work).await?))
}

impl FollowRequest {
    fn check(&self) -> cicerone::Result<()> {
        let count = self.sentences.len();
        if !(1..=SENTENCES).contains(&count) {
            return Err(Error::input(format!("{count} sentences; give from 1 to {SENTENCES}")));
        }
        match self.sentences.iter().position(|text| text.chars().count() > LETTERS) {
            Some(place) => Err(Error::input(format!("longer than {LETTERS} letters"))
                .at(format!("sentence {}", place + 1))),
            None => Ok(()),
        }
    }
}
