//! One line of log and one count for every request, under an id.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::HeaderValue;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

use crate::front::Front;
use crate::limits::Client;
use crate::protect::REQUEST_ID;

/// Measures a request and writes it down.
pub(crate) async fn observe(
    State(front): State<Arc<Front>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let id = request_id(&request);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    // Routes, not paths: whatever people ask for, the counts stay few.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("page".to_owned(), |matched| matched.as_str().to_owned());
    let client = front.limiter.client(peer, request.headers());
    request.extensions_mut().insert(Client(client));
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default());
    let mut response = next.run(request).instrument(span.clone()).await;
    let seconds = started.elapsed().as_secs_f64();
    let status = response.status().as_u16();
    front.metrics.count(&method, &route, status, seconds);
    span.in_scope(|| {
        tracing::info!(%method, path, status, milliseconds = seconds * 1000.0, %client, "answered");
    });
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// The id the caller gave, if it is fit for a log, or a new one.
fn request_id(request: &Request) -> HeaderValue {
    let is_fit = |id: &&HeaderValue| {
        let bytes = id.as_bytes();
        (1..=64).contains(&bytes.len())
            && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
    };
    request.headers().get(REQUEST_ID).filter(is_fit).cloned().unwrap_or_else(|| {
        let id = uuid::Uuid::new_v4().to_string();
        HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("unknown"))
    })
}
