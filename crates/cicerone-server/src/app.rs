//! Everything a request may need, and the routes it may take.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use cicerone::guide::Guide;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::ServerConfig;
use crate::limits::Limiter;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::work::WorkQueue;
use crate::worlds::Worlds;
use crate::{api, limits, metrics, observe, page, protect};

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: ServerConfig,
    pub(crate) worlds: Arc<Worlds>,
    pub(crate) guide: Arc<Guide>,
    pub(crate) work: WorkQueue,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: Limiter,
}

impl App {
    pub(crate) fn new(config: ServerConfig, guide: Arc<Guide>) -> cicerone::Result<App> {
        let directory = match &config.data {
            Some(directory) => directory.clone(),
            None => default_directory()?,
        };
        Ok(App {
            worlds: Arc::new(Worlds::open(&directory.join("worlds"), config.storage_limit)?),
            guide,
            work: WorkQueue::new(config.workers, config.queue),
            metrics: Metrics::new(),
            limiter: Limiter::new(&config),
            config,
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

/// All routes, from the outermost layer to the innermost: everything is
/// observed and carries the usual headers; only the API is limited.
pub(crate) fn router(app: Arc<App>) -> cicerone::Result<Router> {
    let api = api::router(app.config.upload_limit)
        .layer(DefaultBodyLimit::max(64 << 10))
        .layer(middleware::from_fn_with_state(app.clone(), limits::timeout))
        .layer(middleware::from_fn_with_state(app.clone(), limits::rate));
    let mut router = Router::new()
        .merge(api)
        .route("/health", axum::routing::get(metrics::health))
        .route("/metrics", axum::routing::get(metrics::metrics))
        .fallback(page::page)
        .method_not_allowed_fallback(wrong_method)
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(panicked));
    if !app.config.allow_origins.is_empty() {
        router = router.layer(cors(&app.config.allow_origins)?);
    }
    Ok(router
        .layer(middleware::from_fn(protect::headers))
        .layer(middleware::from_fn_with_state(app.clone(), observe::observe))
        .with_state(app))
}

async fn wrong_method(request: Request) -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{} is not possible here; the header Allow says what is", request.method()),
    )
}

fn panicked(reason: Box<dyn std::any::Any + Send>) -> Response {
    let text = reason.downcast_ref::<String>().map(String::as_str);
    let text = text.or(reason.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    Problem::internal(text).into_response()
}

fn cors(origins: &[String]) -> cicerone::Result<CorsLayer> {
    let origins = origins
        .iter()
        .map(|origin| {
            let is_origin = origin.starts_with("https://") || origin.starts_with("http://");
            HeaderValue::from_str(origin).ok().filter(|_| is_origin).ok_or_else(|| {
                cicerone::Error::input(format!(
                    "'{origin}' is no origin; write one as https://example.org"
                ))
            })
        })
        .collect::<cicerone::Result<Vec<HeaderValue>>>()?;
    Ok(CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([protect::REQUEST_ID, header::RETRY_AFTER, header::LOCATION]))
}
