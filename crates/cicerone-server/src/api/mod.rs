//! What can be asked over HTTP, one file for each question.
//!
//! Every handler carries its part of the OpenAPI document; `document` puts
//! the parts together with the schemas of what is sent and answered.

mod document;
mod finding;
mod follow;
mod guide;
mod route;
mod sign;
mod versions;
mod view;
mod walk;
mod worlds;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::header;
use axum::response::IntoResponse;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::Problem;

pub use document::openapi;

/// All routes of the API.
pub(crate) fn router(upload_limit: usize) -> Router<Arc<App>> {
    let document = serde_json::to_vec_pretty(&openapi()).unwrap_or_default();
    let document = axum::body::Bytes::from(document);
    let answer = move || async move {
        ([(header::CONTENT_TYPE, "application/json")], document).into_response()
    };
    documented(upload_limit)
        .split_for_parts()
        .0
        .route("/api/openapi.json", axum::routing::get(answer))
}

fn documented(upload_limit: usize) -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(worlds::list))
        .routes(routes!(worlds::upload).layer(axum::extract::DefaultBodyLimit::max(upload_limit)))
        .routes(routes!(worlds::fetch))
        .routes(routes!(versions::list, versions::change))
        .routes(routes!(finding::levels))
        .routes(routes!(finding::places))
        .routes(routes!(finding::search))
        .routes(routes!(view::view))
        .routes(routes!(walk::ground))
        .routes(routes!(walk::scene))
        .routes(routes!(route::route))
        .routes(routes!(guide::choices))
        .routes(routes!(guide::guide))
        .routes(routes!(follow::follow))
        .routes(routes!(sign::sign))
}

/// A query whose faults come back as a problem.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
struct Query<T>(T);

/// A part of the path whose faults come back as a problem.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
struct Path<T>(T);

/// A JSON body whose faults come back as a problem.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
struct Json<T>(T);

impl<T: serde::Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> axum::response::Response {
        axum::Json(self.0).into_response()
    }
}
