//! The id of a request, its caller's own or one of ours: it stands in the answer, in a problem, and in whatever is logged of the request.

use std::rc::Rc;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;

/// The header that has it, in a request and in the answer.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("request-id");
/// The most characters that a caller's own may have.
const MAX_LENGTH: usize = 128;

tokio::task_local! {
    static CURRENT: Rc<str>;
}

/// The outermost middleware: gives each request its id.
pub(crate) async fn identify<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let id: Rc<str> = stated(request.headers()).map_or_else(made, Into::into);
    let mut answer = CURRENT.scope(id.clone(), next.call(request)).await?;
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert(REQUEST_ID, id);
    }
    Ok(answer)
}

/// The id of the request that is being answered; none outside of one.
pub(crate) fn current() -> Option<Rc<str>> {
    CURRENT.try_with(Rc::clone).ok()
}

/// What a caller states, if it can stand in a header, in JSON and in a log as it is.
fn stated(headers: &HeaderMap) -> Option<&str> {
    let stated = headers.get(REQUEST_ID)?.to_str().ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/+=@".contains(&byte);
    let is_short = (1..=MAX_LENGTH).contains(&stated.len());
    (is_short && stated.bytes().all(is_plain)).then_some(stated)
}

/// What tells a request from others in a log.
#[expect(
    clippy::disallowed_methods,
    reason = "a label, which proves nothing and opens nothing"
)]
fn made() -> Rc<str> {
    format!("{:016x}", rand::random::<u64>()).into()
}
