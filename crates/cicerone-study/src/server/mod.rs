//! The study over HTTP: the pages of participants and what they send, and the
//! pages of the study's owners.

mod admin;
mod participant;
mod token;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use cicerone_server::{Front, Metrics, Problem, ServerConfig};

use crate::refused::Refused;
use crate::store::Store;

/// What all requests share.
pub(crate) struct Desk {
    store: Store,
    front: Arc<Front>,
    /// What anybody may know of the study, as it is sent.
    description: axum::body::Bytes,
}

/// Serves a study until `stop` is done; `ready` hears where it listens.
pub async fn run(
    store: Store,
    config: ServerConfig,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> cicerone::Result<()> {
    let framed_by = store.study().design.framed_by.clone();
    let config = ServerConfig { framed_by, ..config };
    let router = router(store, config.clone())?;
    cicerone_server::listen(&config, router, ready, stop).await
}

fn router(store: Store, config: ServerConfig) -> cicerone::Result<Router> {
    let description = participant::description(store.study());
    let front = Front::new(config, Metrics::default());
    let desk = Arc::new(Desk { store, front: front.clone(), description: description.into() });
    let routes = Router::new()
        .route("/api/study", get(participant::study))
        .route("/api/study/sessions", post(participant::enter))
        .route("/api/study/attend", post(participant::attend))
        .route("/api/study/consent", post(participant::consent))
        .route("/api/study/check", post(participant::check))
        .route("/api/study/practised", post(participant::practised))
        .route("/api/study/pieces", post(participant::piece))
        .route("/api/study/finish", post(participant::finish))
        .route("/api/study/cancel", post(participant::cancel))
        .route("/api/study/survey", post(participant::survey));
    // Tables of a large study take their time.
    let owners = Router::new()
        .route("/admin", get(admin::overview))
        .route("/admin/status.json", get(admin::status))
        .route("/admin/preview", get(admin::preview))
        .route("/admin/replay/{run}", get(admin::replay))
        .route("/admin/report", get(admin::report))
        .route("/admin/export/{table}", get(admin::table));
    let routes = front
        .limited(routes)
        .merge(front.unhurried(owners))
        .merge(front.small(Router::new().route("/metrics", get(metrics))))
        .with_state(desk);
    front.complete(routes, "study.html", || serde_json::json!({"status": "ok"}))
}

async fn metrics(State(desk): State<Arc<Desk>>) -> Response {
    desk.front.metrics()
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let detail = refused.to_string();
        match refused {
            Refused::Unauthorized => Problem::new(StatusCode::UNAUTHORIZED, detail),
            Refused::Conflict { code, next, .. } => {
                Problem::new(StatusCode::CONFLICT, detail).coded(code, next)
            }
            Refused::Invalid(_) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail),
            Refused::Busy => Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(1),
            Refused::Full => {
                tracing::error!("the disk is full: participants wait until there is room again");
                Problem::new(StatusCode::INSUFFICIENT_STORAGE, detail).retry_after(10)
            }
            Refused::Broken(_) => {
                tracing::error!(detail);
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
            }
            Refused::Storage(error) => {
                tracing::error!(%error, "the database failed");
                let detail = "the study's database failed: nothing of this was stored";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(2)
            }
        }
    }
}

/// A JSON body whose faults come back as a problem.
#[derive(axum::extract::FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
struct Json<T>(T);

impl<T: serde::Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}
