//! Everything a request to the guide may need, and the routes it may take.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use cicerone::follow::Follower;
use cicerone::guide::{Bundle, Guide};
use prometheus_client::metrics::gauge::Gauge;
use serde_json::{Value, json};

use crate::api;
use crate::config::ServerConfig;
use crate::front::Front;
use crate::metrics::Metrics;
use crate::page;
use crate::work::WorkQueue;
use crate::worlds::{Storage, WORLDS, Worlds};

/// How much larger than a packed upload what is in it may be.
const UNPACKED: u64 = 8;

/// What all requests share.
pub(crate) struct App {
    pub(crate) worlds: Arc<Worlds>,
    pub(crate) guide: Arc<Guide>,
    pub(crate) follower: Option<Arc<Follower>>,
    pub(crate) work: WorkQueue,
    front: Arc<Front>,
    queue: Gauge,
    known: Gauge,
}

impl App {
    pub(crate) fn new(config: ServerConfig, bundle: Bundle) -> cicerone::Result<App> {
        let directory = data_directory(config.data.as_deref())?;
        let mut metrics = Metrics::default();
        Ok(App {
            worlds: Arc::new(Worlds::open(
                &directory.join(WORLDS),
                Storage {
                    all: config.storage_limit,
                    per_client: config.storage_per_client,
                    unpacked: UNPACKED * config.upload_limit as u64,
                },
            )?),
            follower: bundle.follower.clone(),
            guide: Arc::new(Guide::new(bundle)),
            work: WorkQueue::new(
                config.workers,
                config.queue,
                config.queue_per_client,
                config.timeout,
            ),
            queue: metrics.gauge("cicerone_queue", "Requests that work or wait"),
            known: metrics.gauge("cicerone_worlds", "Worlds there are"),
            front: Front::new(config, metrics),
        })
    }

    /// Whether the next request would be let in, and what is under way.
    fn health(&self) -> Value {
        let (working, waiting) = self.work.depth();
        let status = if self.work.is_full() { "busy" } else { "ok" };
        json!({"status": status, "working": working, "waiting": waiting})
    }
}

/// The directory that is named, or else the user's own.
pub(crate) fn data_directory(named: Option<&Path>) -> cicerone::Result<PathBuf> {
    if let Some(directory) = named {
        return Ok(directory.to_path_buf());
    }
    let project = directories::ProjectDirs::from("", "", "cicerone").ok_or_else(|| {
        cicerone::Error::input(
            "this user has no home directory; say where to keep data: --data DIR",
        )
    })?;
    Ok(project.data_dir().join("server"))
}

/// All routes, each under its limits.
pub(crate) fn router(app: App) -> cicerone::Result<Router> {
    let front = app.front.clone();
    let routes = front
        .limited(api::router(front.config.upload_limit))
        .merge(front.small(pages().route("/metrics", axum::routing::get(metrics))));
    let app = Arc::new(app);
    let health = {
        let app = app.clone();
        move || app.health()
    };
    front.complete(routes.with_state(app), "index.html", health)
}

/// The pages beside the one at `/`: the API for people to read, and a screen for
/// an entrance hall.
fn pages() -> Router<Arc<App>> {
    let page = |name: &'static str| {
        axum::routing::get(move |request: Request| async move { page::page(&request, name) })
    };
    Router::new().route("/api", page("api.html")).route("/kiosk/{world}", page("kiosk.html"))
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let (working, waiting) = app.work.depth();
    app.queue.set((working + waiting) as i64);
    app.known.set(app.worlds.count() as i64);
    app.front.metrics()
}
