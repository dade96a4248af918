//! ETags of what is read (RFC 9110, 8.8.3), so that who asks again need not take the same answer again.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, CONTENT_LENGTH, CONTENT_TYPE, ETag, EntityTag, Header as _, IfNoneMatch,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest};
use web::etag;

/// A middleware: adds an ETag to each answer to a GET that has none and is not a stream, and answers 304 instead if the request has it in
/// `If-None-Match`. The request was authorized and the answer was made; only the way to the client is saved. It is weak, since the same content
/// can be compressed in several ways. Answers with an ETag of their own keep it: that of a match is its version, under which names can change.
pub(crate) async fn tell_unchanged(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_read = request.method() == Method::GET;
    let answer = next.call(request).await?.map_into_boxed_body();
    let has_etag = answer.headers().contains_key(header::ETAG);
    if !is_read || has_etag || answer.status() != StatusCode::OK {
        return Ok(answer);
    }
    let mut content = None;
    let mut answer = answer.map_body(|_, body| match body.try_into_bytes() {
        Ok(bytes) => {
            content = Some(bytes.clone());
            BoxBody::new(bytes)
        }
        Err(stream) => stream,
    });
    let Some(content) = content else {
        return Ok(answer);
    };
    let etag = EntityTag::new_weak(etag(&content));
    let is_known = is_known(answer.request(), &etag);
    let response = answer.response_mut();
    if let Ok(value) = header::TryIntoHeaderValue::try_into_value(ETag(etag)) {
        response.headers_mut().insert(header::ETAG, value);
    }
    if !is_known {
        return Ok(answer);
    }
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response.headers_mut().remove(CONTENT_TYPE);
    response.headers_mut().remove(CONTENT_LENGTH);
    let vary = header::HeaderValue::from_static("Accept-Encoding");
    response.headers_mut().append(header::VARY, vary);
    Ok(answer.map_body(|_, _| BoxBody::new(())))
}

/// Whether the client has what this ETag is of.
pub(crate) fn is_known(request: &HttpRequest, etag: &EntityTag) -> bool {
    IfNoneMatch::parse(request).is_ok_and(|known| match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|tag| tag.weak_eq(etag)),
    })
}
