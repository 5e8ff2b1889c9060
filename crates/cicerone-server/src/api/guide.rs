//! `/api/guide`: a route in words, and the ways to say it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use cicerone::Error;
use cicerone::guide::{Choose, GuideOptions, InstructionRecord, Shape, Shaped};
use cicerone::realize::{Manner, Units};
use cicerone::world::{Journey, Profile, RouteRecord, Waypoint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Json;
use crate::app::App;
use crate::limits::Client;
use crate::problem::Problem;
use crate::work::expect;

/// The longest route that is put in words, in poses. One request should not
/// keep a worker for minutes.
const LONGEST_ROUTE: usize = 1000;

/// What a pose takes to put in words, at least: in corridors it is twice as much, in
/// buildings much less.
const SECONDS_A_POSE: f64 = 3e-4;

/// A route to write about: `from` and `to`, or the whole `path`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuideRequest {
    /// The world's id.
    world: String,
    /// Where to start: a name, an id, X,Y, or X,Y,HEADING if the first heading is
    /// known; with @LEVEL after it where several levels have one.
    from: Option<String>,
    /// Where to arrive: a name, an id, X,Y, or X,Y,HEADING if the last heading
    /// matters; with @LEVEL after it where several levels have one.
    to: Option<String>,
    /// Every pose of the route: x, y and heading; -1 or null is an unknown one.
    #[schemars(length(min = 1, max = 1000))]
    path: Option<Vec<(f64, f64, Option<f64>)>>,
    /// Who wants to get there; left out, somebody on foot.
    profile: Option<Profile>,
    /// The style that is wanted, one of those that `GET /api/guide` names: an
    /// author's, or through a building one of its own.
    style: Option<String>,
    /// The unit that distances are said in, in buildings; left out, metres.
    units: Option<Units>,
    /// Another number, other words of the same quality, in buildings.
    seed: Option<u64>,
    /// What decides between faithful sentences; left out, safety.
    choose: Option<ChooseName>,
    /// True to be told how every step came about: its words, its scores, what each
    /// word looks at, and every alternative with the reason it lost.
    #[serde(default)]
    explain: bool,
    /// Answer in another program's shape; left out, in our own.
    format: Option<Shape>,
}

/// What decides between faithful sentences.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Choose")]
enum ChooseName {
    /// What people would say, in the best English.
    Fluent,
    /// The same among those that bring simulated followers to the right pose.
    Safe,
}

/// A route and how to say it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Guided {
    /// The route that the instruction describes.
    route: RouteRecord,
    /// The instruction, sentence by sentence.
    instruction: InstructionRecord,
}

/// The answer in our own shape, or in the one that was asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum GuideAnswer {
    /// In our own.
    Guided(Box<Guided>),
    /// In another program's.
    Shaped(Shaped),
}

/// The ways in which the guide can speak.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GuideChoices {
    /// The authors whose style it can take.
    styles: Vec<String>,
    /// The styles of directions through buildings.
    building_styles: Vec<String>,
}

/// Tell in which ways the guide can speak.
#[utoipa::path(
    get, path = "/api/guide", operation_id = "guideChoices", tag = "guide",
    responses((status = 200, description = "What a request may choose from",
               body = ref("#/components/schemas/GuideChoices"))),
)]
pub(super) async fn choices(State(app): State<Arc<App>>) -> Json<GuideChoices> {
    let owned = |styles: Vec<&str>| styles.into_iter().map(str::to_owned).collect();
    Json(GuideChoices {
        styles: owned(app.guide.styles()),
        building_styles: owned(Manner::STYLES.to_vec()),
    })
}

/// Write an instruction for a route.
#[utoipa::path(
    post, path = "/api/guide", operation_id = "writeInstruction", tag = "guide",
    request_body(content((ref("#/components/schemas/GuideRequest") = "application/json"))),
    responses(
        (status = 200, description = "The instruction", 
         body = ref("#/components/schemas/GuideAnswer")),
        (status = 400, description = "The body is not JSON"),
        (status = 404, description = "There is no such world"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "The body is not said to be JSON"),
        (status = 422, description = "There is no such route or style; the detail says why"),
    ),
)]
pub(super) async fn guide(
    State(app): State<Arc<App>>,
    Extension(Client(client)): Extension<Client>,
    Json(request): Json<GuideRequest>,
) -> Result<Json<GuideAnswer>, Problem> {
    let (worlds, guide) = (app.worlds.clone(), app.guide.clone());
    let work = move || {
        let world = worlds.get(&request.world)?;
        let profile = request.profile.unwrap_or_default();
        let route = request.journey()?.route_for(&world, profile)?;
        let length = route.poses().len();
        if length > LONGEST_ROUTE {
            return Err(Error::input(format!(
                "the route has {length} poses; at most {LONGEST_ROUTE} are put in words at once"
            ))
            .into());
        }
        expect(length as f64 * SECONDS_A_POSE);
        let options = request.options();
        let (route, instruction) = match request.path {
            Some(_) => (route.clone(), guide.instruct(&world, &route, &options)?),
            None => guide.lead(&world, route, profile, &options)?,
        };
        if let Some(shape) = request.format {
            return Ok(GuideAnswer::Shaped(instruction.shaped(shape, &world, &route)?));
        }
        let instruction = match request.explain {
            true => instruction.long_record(),
            false => instruction.record(),
        };
        let guided = Guided { instruction, route: route.record(&world)? };
        Ok(GuideAnswer::Guided(Box::new(guided)))
    };
    Ok(Json(app.work.run(client, work).await?))
}

impl GuideRequest {
    fn journey(&self) -> cicerone::Result<Journey> {
        let end = |text: &Option<String>| text.as_deref().map(Waypoint::from);
        let path = self.path.as_ref();
        let path = path.map(|path| path.iter().map(|pose| Waypoint::from(*pose)).collect());
        Journey::from_parts(end(&self.from), end(&self.to), path)
    }

    fn options(&self) -> GuideOptions {
        let choose = match self.choose {
            Some(ChooseName::Fluent) => Choose::Fluent,
            Some(ChooseName::Safe) | None => Choose::Safe,
        };
        GuideOptions::default()
            .style(self.style.clone())
            .units(self.units.unwrap_or_default())
            .seed(self.seed)
            .choose(choose)
    }
}
