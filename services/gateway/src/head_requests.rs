//! HEAD wherever there is GET (RFC 9110, 9.3.2): answered as GET, but for the content.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Bytes;

/// A middleware before the choice of an endpoint.
pub(crate) async fn answer_as_get(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head {
        request.head_mut().method = Method::GET;
    }
    let answer = next.call(request).await?.map_into_boxed_body();
    Ok(match is_head {
        true => answer.map_body(|_, body| BoxBody::new(Absent(body.size()))),
        false => answer,
    })
}

/// A body of which only the size is told.
pub(crate) struct Absent(pub(crate) BodySize);

impl MessageBody for Absent {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        self.0
    }

    fn poll_next(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(None)
    }
}
