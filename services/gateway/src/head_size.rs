//! The size of a request's head: what reads a header can keep many times its bytes.

use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Uri;
use actix_web::middleware::Next;

use crate::problem::{Code, Problem};

/// The most that the address and the headers may be, in bytes: the longest token of an issuer has two thirds of it.
const LIMIT: usize = 24 * 1024;

/// A middleware before everything that keeps what it reads of headers: refuses a head that is too large.
pub(crate) async fn bound(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| name.as_str().len() + value.len());
    let size = length(request.uri()) + headers.sum::<usize>();
    if size <= LIMIT {
        return next.call(request).await;
    }
    let detail = format!("The head has {size} bytes; at most {LIMIT} are read.");
    Ok(request.error_response(Problem::new(Code::HeadTooLarge, detail)))
}

/// How long an address is as it is written.
fn length(address: &Uri) -> usize {
    let scheme = address
        .scheme_str()
        .map_or(0, |scheme| scheme.len() + "://".len());
    let authority = address
        .authority()
        .map_or(0, |authority| authority.as_str().len());
    let path = address
        .path_and_query()
        .map_or(0, |path| path.as_str().len());
    scheme + authority + path
}
