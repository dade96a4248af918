//! What is left of whose share a request is charged to: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10).

use actix_web::HttpMessage as _;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};

use crate::request_limit::{BURST, Share};

/// `"rules";r=1990;t=1`: the name of the share, its units that are left, and the seconds until it has all of them.
pub(crate) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
/// `"rules";q=2000;w=40`: its units, and the seconds in which so many come back.
pub(crate) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The share that a request is charged to, in its extensions.
struct Charged(Share);

/// Notes whose share a request is charged to.
pub(crate) fn note(request: &ServiceRequest, share: &Share) {
    request.extensions_mut().insert(Charged(share.clone()));
}

/// Says in an answer what is left of the share, if the request was charged to one.
pub(crate) fn state<B>(answer: &mut ServiceResponse<B>) {
    let charged = answer.request().extensions_mut().remove::<Charged>();
    let Some(Charged(share)) = charged else {
        return;
    };
    let (name, burst, left) = share.left();
    let headers = [
        (
            RATE_LIMIT,
            format!("\"{name}\";r={};t={}", left.units, left.seconds),
        ),
        (RATE_LIMIT_POLICY, format!("\"{name}\";q={burst};w={BURST}")),
    ];
    for (header, value) in headers {
        if let Ok(value) = HeaderValue::try_from(value) {
            answer.headers_mut().insert(header, value);
        }
    }
}
