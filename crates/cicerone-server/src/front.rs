//! What stands before any routes, the guide's or others': ids, logs, counts,
//! headers, limits, and answers to what is not there.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::config::ServerConfig;
use crate::limits::{self, Limiter};
use crate::metrics::{self, Metrics};
use crate::problem::Problem;
use crate::protect::{self, Protection};
use crate::{observe, page};

/// The largest request that is no upload, in bytes.
const BODY_LIMIT: usize = 64 << 10;

/// What all requests pass.
pub struct Front {
    pub(crate) config: ServerConfig,
    pub(crate) limiter: Limiter,
    pub(crate) metrics: Metrics,
    pub(crate) protection: Protection,
}

impl Front {
    /// With these settings, and counts that may have got gauges of their own.
    pub fn new(config: ServerConfig, metrics: Metrics) -> Arc<Front> {
        let limiter = Limiter::new(&config);
        let protection = Protection::new(&config.framed_by);
        Arc::new(Front { config, limiter, metrics, protection })
    }

    /// Routes that cost something: not too often, not too long, not too large.
    pub fn limited<S: Clone + Send + Sync + 'static>(
        self: &Arc<Front>,
        routes: Router<S>,
    ) -> Router<S> {
        let timed = middleware::from_fn_with_state(self.clone(), limits::timeout);
        self.unhurried(routes.layer(timed))
    }

    /// The same, for routes that may take as long as they take.
    pub fn unhurried<S>(self: &Arc<Front>, routes: Router<S>) -> Router<S>
    where
        S: Clone + Send + Sync + 'static,
    {
        routes
            .layer(DefaultBodyLimit::max(BODY_LIMIT))
            .layer(middleware::from_fn_with_state(self.clone(), limits::rate))
    }

    /// Routes that cost little: not too often, counted apart from the others, so
    /// that a page that is used much can still be loaded.
    pub fn small<S>(self: &Arc<Front>, routes: Router<S>) -> Router<S>
    where
        S: Clone + Send + Sync + 'static,
    {
        routes
            .layer(DefaultBodyLimit::max(BODY_LIMIT))
            .layer(middleware::from_fn_with_state(self.clone(), limits::rate_of_small))
    }

    /// All routes, with what every server has: `/health`, which tells what
    /// `health` says, and the page whose first file is `page`.
    pub fn complete(
        self: &Arc<Front>,
        routes: Router,
        page: &'static str,
        health: impl Fn() -> Value + Clone + Send + Sync + 'static,
    ) -> cicerone::Result<Router> {
        let files = move |request: Request| async move { page::file(&request, page) };
        let files = self.small(Router::new().fallback(files));
        let mut router = routes
            .route("/health", axum::routing::get(async move || metrics::health(health())))
            .fallback_service(files)
            .method_not_allowed_fallback(wrong_method)
            .layer(CompressionLayer::new())
            .layer(CatchPanicLayer::custom(panicked));
        if !self.config.allow_origins.is_empty() {
            router = router.layer(cors(&self.config.allow_origins)?);
        }
        Ok(router
            .layer(middleware::from_fn_with_state(self.clone(), protect::headers))
            .layer(middleware::from_fn_with_state(self.clone(), observe::observe)))
    }

    /// The settings.
    pub fn config(&self) -> &ServerConfig {
        &self.config
    }

    /// All counts, as Prometheus reads them.
    pub fn metrics(&self) -> Response {
        self.metrics.answer()
    }
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
