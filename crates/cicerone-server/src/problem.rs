//! What went wrong, as `application/problem+json` (RFC 9457).
//!
//! The detail is the library's own message, so that a caller of the API reads
//! what a user of the command line reads.

use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was not answered as asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// The HTTP status, again.
    #[schemars(range(min = 400, max = 599))]
    status: u16,
    /// What kind of problem it is, in a few words.
    title: String,
    /// What is wrong with this request, and what would be right.
    detail: String,
    /// A word for programs, where they must tell cases apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    code: Option<&'static str>,
    /// What should come next, where something has a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    next: Option<u32>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem of that status.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem {
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Problem").to_owned(),
            detail: detail.into(),
            code: None,
            next: None,
            retry_after: None,
        }
    }

    /// Worth another try after so many seconds.
    pub fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// With a word for programs, and a number that should come next.
    pub fn coded(mut self, code: &'static str, next: Option<u32>) -> Problem {
        self.code = Some(code);
        self.next = next;
        self
    }

    /// Nothing of that name.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, detail)
    }

    /// The fault is ours: the log has the details, the answer gives none away.
    pub fn internal(error: impl std::fmt::Display) -> Problem {
        tracing::error!(%error, "internal error");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something failed in the server; its log says what",
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry_after = self.retry_after;
        let mut response = (status, axum::Json(self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<cicerone::Error> for Problem {
    fn from(error: cicerone::Error) -> Problem {
        if error.is_input() {
            return Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
        }
        if error.is_stopped() {
            let detail = error.to_string();
            return Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail).retry_after(5);
        }
        if error.is_full_disk() {
            tracing::error!(%error, "the disk is full");
            let detail = "the server's disk is full: nothing of this was stored";
            return Problem::new(StatusCode::INSUFFICIENT_STORAGE, detail).retry_after(60);
        }
        Problem::internal(error)
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

impl From<BytesRejection> for Problem {
    fn from(rejection: BytesRejection) -> Problem {
        Problem::new(rejection.status(), rejection.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nobodys_fault_has_a_status_of_its_own() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let full = cicerone::Error::io("cannot be written", full);
        assert_eq!(Problem::from(full).status, 507);
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        assert_eq!(Problem::from(cicerone::Error::io("cannot be read", denied)).status, 500);
        let spent = cicerone::Budget::of(std::time::Duration::ZERO);
        let stopped = spent.during(cicerone::budget::check).unwrap_err();
        assert_eq!(Problem::from(stopped).status, 503);
        assert_eq!(Problem::from(cicerone::Error::input("no")).status, 422);
    }
}
