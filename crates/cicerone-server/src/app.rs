//! Everything a request to the guide may need, and the routes it may take.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use cicerone::follow::Follower;
use cicerone::guide::{Bundle, Guide};
use prometheus_client::metrics::gauge::Gauge;

use crate::api;
use crate::config::ServerConfig;
use crate::front::Front;
use crate::metrics::Metrics;
use crate::work::WorkQueue;
use crate::worlds::Worlds;

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
        let directory = match &config.data {
            Some(directory) => directory.clone(),
            None => default_directory()?,
        };
        let mut metrics = Metrics::default();
        Ok(App {
            worlds: Arc::new(Worlds::open(
                &directory.join("worlds"),
                config.storage_limit,
                UNPACKED * config.upload_limit as u64,
            )?),
            follower: bundle.follower.clone(),
            guide: Arc::new(Guide::new(bundle)),
            work: WorkQueue::new(config.workers, config.queue),
            queue: metrics.gauge("cicerone_queue", "Requests that work or wait"),
            known: metrics.gauge("cicerone_worlds", "Worlds there are"),
            front: Front::new(config, metrics),
        })
    }
}

fn default_directory() -> cicerone::Result<std::path::PathBuf> {
    let project = directories::ProjectDirs::from("", "", "cicerone").ok_or_else(|| {
        cicerone::Error::input(
            "this user has no home directory; say where to keep data: --data DIR",
        )
    })?;
    Ok(project.data_dir().join("server"))
}

/// All routes; only those of the API are limited.
pub(crate) fn router(app: App) -> cicerone::Result<Router> {
    let front = app.front.clone();
    let routes = front
        .limited(api::router(front.config.upload_limit))
        .route("/metrics", axum::routing::get(metrics))
        .with_state(Arc::new(app));
    front.complete(routes, "index.html")
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.queue.set(app.work.depth() as i64);
    app.known.set(app.worlds.count() as i64);
    app.front.metrics()
}
