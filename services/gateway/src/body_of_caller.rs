//! A body that is read from the ledger while it is sent, such as a stream of events or an export: what it asks waits for the turns of whoever
//! asked for it, as what a handler asks does.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use ledger::Caller;

struct BodyOfCaller {
    caller: Caller,
    body: BoxBody,
}

/// Has the body of an answer read for a caller, if it is not there as a whole.
pub(crate) fn read_for(
    caller: Caller,
    answer: ServiceResponse<BoxBody>,
) -> ServiceResponse<BoxBody> {
    answer.map_body(|_, body| match body.size() {
        BodySize::Stream => BoxBody::new(BodyOfCaller { caller, body }),
        BodySize::None | BodySize::Sized(_) => body,
    })
}

impl MessageBody for BodyOfCaller {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let Self { caller, body } = self.get_mut();
        caller.asks_in_step(|| Pin::new(body).poll_next(cx))
    }
}
