//! `/api/sign`: a link as a QR code, for whoever holds up a telephone.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};
use serde::Deserialize;

use super::Query;
use crate::problem::Problem;

/// Longer texts make codes that telephones cannot read from paper.
const LETTERS: usize = 500;

#[derive(Debug, Deserialize)]
pub(super) struct Shown {
    text: String,
}

/// Draw a text as a QR code.
#[utoipa::path(
    get, path = "/api/sign", operation_id = "drawSign", tag = "guide",
    params(("text" = String, Query, max_length = 500, example = "http://127.0.0.1:8080/",
        description = "What whoever reads the code is to get, such as the link to a route")),
    responses(
        (status = 200, description = "The code, as a picture", body = String, content_type = "image/svg+xml"),
        (status = 400, description = "The text is missing"),
        (status = 422, description = "The text is too long or empty"),
    ),
)]
pub(super) async fn sign(Query(Shown { text }): Query<Shown>) -> Result<Response, Problem> {
    let unfit = |detail: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
    if text.is_empty() || text.chars().count() > LETTERS {
        return Err(unfit(format!("the text has to have 1 to {LETTERS} characters")));
    }
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M)
        .map_err(|error| unfit(format!("the text makes no QR code: {error}")))?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
