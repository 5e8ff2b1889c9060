//! Headers that every answer carries: what a browser may do with it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::front::Front;

/// The name a request goes by in the log and in its answer.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The page loads nothing from elsewhere and runs nothing but its own files.
/// Textures are drawn by the page itself, hence `data:` and `blob:` pictures.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
     base-uri 'none'";

const HEADERS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// What browsers are told; the same for every answer.
pub(crate) struct Protection {
    policy: HeaderValue,
    is_framed: bool,
}

impl Protection {
    /// Pages may be shown in frames of these sites, and send forms there.
    pub(crate) fn new(framed_by: &[String]) -> Protection {
        let (frames, forms) = match framed_by {
            [] => ("'none'".to_owned(), "'self'".to_owned()),
            sites => (sites.join(" "), format!("'self' {}", sites.join(" "))),
        };
        let policy =
            format!("{CONTENT_SECURITY_POLICY}; form-action {forms}; frame-ancestors {frames}");
        Protection {
            policy: HeaderValue::from_str(&policy)
                .unwrap_or(HeaderValue::from_static(CONTENT_SECURITY_POLICY)),
            is_framed: !framed_by.is_empty(),
        }
    }
}

/// Adds them.
pub(crate) async fn headers(
    State(front): State<Arc<Front>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // A page that runs nothing may say so more strictly itself.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(front.protection.policy.clone());
    if !front.protection.is_framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    response
}
