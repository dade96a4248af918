//! Answers that several resources give in the same way.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, TryIntoHeaderValue as _};
use serde::Serialize;

use crate::etag::etag;

/// What was written: 201 with its address; `Idempotency-Replayed` if it had been written before.
pub(crate) fn created(location: String, replayed: bool, body: &impl Serialize) -> HttpResponse {
    located(StatusCode::CREATED, location, replayed, body)
}

/// What will be done: 202 with the address where it can be followed.
pub(crate) fn accepted(location: String, replayed: bool, body: &impl Serialize) -> HttpResponse {
    located(StatusCode::ACCEPTED, location, replayed, body)
}

fn located(
    status: StatusCode,
    location: String,
    replayed: bool,
    body: &impl Serialize,
) -> HttpResponse {
    let mut answer = written(status, replayed, body);
    if let Ok(location) = header::HeaderValue::from_str(&location) {
        answer.headers_mut().insert(header::LOCATION, location);
    }
    answer
}

/// The answer to a write.
pub(crate) fn written(status: StatusCode, replayed: bool, body: &impl Serialize) -> HttpResponse {
    let mut answer = HttpResponse::build(status);
    if replayed {
        answer.insert_header(("Idempotency-Replayed", "true"));
    }
    answer.json(body)
}

/// What was taken away: nothing is left to show.
pub(crate) fn removed(replayed: bool) -> HttpResponse {
    let mut answer = HttpResponse::NoContent();
    if replayed {
        answer.insert_header(("Idempotency-Replayed", "true"));
    }
    answer.finish()
}

/// Adds the ETag of a version.
pub(crate) fn with_etag(mut answer: HttpResponse, version: u64) -> HttpResponse {
    if let Ok(etag) = etag(version).try_into_value() {
        answer.headers_mut().insert(header::ETAG, etag);
    }
    answer
}
