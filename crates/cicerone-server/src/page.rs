//! The page: the files of `page`, built in `web/`, carried in the binary.
//!
//! A binary built without them says how to get them.

use std::borrow::Cow;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "page"]
#[allow_missing = true]
struct Files;

const ABSENT: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>Cicerone</title>\n\
<h1>Cicerone</h1>\n<p>This binary was built without its page. With Node.js installed, \
<code>make build</code> in the sources makes one that has it.</p>\n\
<p>What programs can ask is here all the same.</p>\n</html>\n";

/// A file of the page, if there is one of that name. A server has one page at
/// `/`, though the binary carries several.
pub(crate) fn file(request: &Request, page: &'static str) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let problem =
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "a page can only be read: use GET");
        return ([(header::ALLOW, "GET, HEAD")], problem).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if path.is_empty() || path == page {
        return self::page(request, page);
    }
    match Files::get(path).filter(|_| !path.ends_with(".html")) {
        Some(file) => answer(request, path, file),
        None => Problem::not_found("there is nothing here; the page is at /").into_response(),
    }
}

/// One of the pages.
pub(crate) fn page(request: &Request, page: &str) -> Response {
    match Files::get(page) {
        Some(file) => answer(request, page, file),
        None => axum::response::Html(ABSENT).into_response(),
    }
}

fn answer(request: &Request, name: &str, file: EmbeddedFile) -> Response {
    // Names of built files hold a hash of what is in them; the page does not.
    let age = match name.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let hash: String =
        file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let is_known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|known| *known == tag);
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => match file.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes).into_response(),
            Cow::Owned(bytes) => bytes.into_response(),
        },
    };
    let mut kind = file.metadata.mimetype().to_owned();
    if kind.starts_with("text/") {
        kind.push_str("; charset=utf-8");
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(age));
    for (name, value) in [(header::CONTENT_TYPE, kind), (header::ETAG, tag)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    response
}
