//! Who asks: a participant by the token of their visit, an owner by the
//! study's.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cicerone_server::Problem;
use subtle::ConstantTimeEq;

use super::Desk;
use crate::store::token_hash;

/// A participant's token; whether it is one of ours the store knows.
pub(super) struct Token(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Token {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Token, Response> {
        bearer(&parts.headers)
            .map(|token| Token(token.to_owned()))
            .ok_or_else(|| refuse("Bearer", "a token is needed: 'Authorization: Bearer TOKEN'"))
    }
}

/// Somebody who has the study's own token.
pub(super) struct Owner;

impl FromRequestParts<Arc<Desk>> for Owner {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<Owner, Response> {
        let wanted = &desk.store.study().design.admin_token_sha256;
        let given = bearer(&parts.headers).map(str::to_owned).or_else(|| password(&parts.headers));
        let is_right = given.is_some_and(|token| {
            bool::from(token_hash(&token).as_bytes().ct_eq(wanted.to_lowercase().as_bytes()))
        });
        match is_right {
            true => Ok(Owner),
            // Browsers then ask for it.
            false => Err(refuse(
                "Basic realm=\"study\", charset=\"UTF-8\"",
                "the study's token is needed, as password (any user name) or as \
                 'Authorization: Bearer TOKEN'",
            )),
        }
    }
}

fn refuse(challenge: &'static str, detail: &str) -> Response {
    let problem = Problem::new(StatusCode::UNAUTHORIZED, detail);
    ([(header::WWW_AUTHENTICATE, challenge)], problem).into_response()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let is_fit = scheme.eq_ignore_ascii_case("bearer") && (1..=200).contains(&token.trim().len());
    is_fit.then_some(token.trim())
}

/// The password of a browser's own question.
fn password(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") || rest.len() > 1000 {
        return None;
    }
    let text = String::from_utf8(decode_base64(rest.trim())?).ok()?;
    text.split_once(':').map(|(_, password)| password.to_owned())
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(text).ok()
}
