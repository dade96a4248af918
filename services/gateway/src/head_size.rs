//! The size of a request's head: what reads a header can keep many times its bytes.

use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
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
    let size = request.uri().to_string().len() + headers.sum::<usize>();
    if size <= LIMIT {
        return next.call(request).await;
    }
    let detail = format!("The head has {size} bytes; at most {LIMIT} are read.");
    Ok(request.error_response(Problem::new(Code::HeadTooLarge, detail)))
}
