//! Pages of other origins that may use the API (CORS, as the Fetch standard has it).

use std::fmt;
use std::str::FromStr;

use actix_cors::Cors;
use actix_web::http::Method;
use actix_web::http::header::{
    self, AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH, LOCATION,
    RETRY_AFTER,
};
use url::Url;

use crate::rate_limit_headers::{RATE_LIMIT, RATE_LIMIT_POLICY};
use crate::request_id::REQUEST_ID;

/// How long a browser need not ask again, in seconds.
const MAX_AGE: usize = 3600;

const METHODS: [Method; 6] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
];

/// An origin (RFC 6454): scheme, host, and port where it is not the scheme's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(String);

/// The text is no origin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no origin such as https://app.example: a scheme (http or https), a host, and a port if there is one; no path and no wildcard"
)]
pub struct NoOrigin(String);

impl FromStr for AllowedOrigin {
    type Err = NoOrigin;

    fn from_str(text: &str) -> Result<Self, NoOrigin> {
        let text = text.trim();
        let url = Url::parse(text).map_err(|_| NoOrigin(text.to_owned()))?;
        let origin = url.origin().ascii_serialization();
        let is_web = matches!(url.scheme(), "http" | "https") && !text.contains('*');
        match is_web && text.eq_ignore_ascii_case(&origin) {
            true => Ok(Self(origin)),
            false => Err(NoOrigin(text.to_owned())),
        }
    }
}

impl fmt::Display for AllowedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What browsers are told of these origins. Cookies are never sent from there: whoever calls has a token.
pub(crate) fn cross_origin(origins: &[AllowedOrigin]) -> Cors {
    let idempotency_key = HeaderName::from_static("idempotency-key");
    let last_event_id = HeaderName::from_static("last-event-id");
    let idempotency_replayed = HeaderName::from_static("idempotency-replayed");
    let cors = Cors::default()
        .allowed_methods(METHODS)
        .allowed_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            header::ACCEPT,
            IF_MATCH,
            IF_NONE_MATCH,
            idempotency_key,
            last_event_id,
            REQUEST_ID,
        ])
        .expose_headers([
            ETAG,
            LOCATION,
            RETRY_AFTER,
            idempotency_replayed,
            REQUEST_ID,
            RATE_LIMIT,
            RATE_LIMIT_POLICY,
        ])
        .max_age(MAX_AGE);
    origins
        .iter()
        .fold(cors, |cors, origin| cors.allowed_origin(&origin.0))
}

#[cfg(test)]
mod tests {
    use super::AllowedOrigin;

    #[test]
    fn an_origin_has_no_path() {
        for origin in [
            "https://app.example",
            "http://localhost:5173",
            "https://[::1]:8443",
        ] {
            assert_eq!(origin.parse::<AllowedOrigin>().unwrap().to_string(), origin);
        }
        for other in [
            "",
            "*",
            "null",
            "app.example",
            "https://app.example/",
            "https://app.example/path",
            "https://*.app.example",
            "https://mei@app.example",
            "https://app.example:443",
            "file:///tmp",
            "https://app.example?",
            "ftp://app.example",
        ] {
            assert!(other.parse::<AllowedOrigin>().is_err(), "{other}");
        }
    }
}
