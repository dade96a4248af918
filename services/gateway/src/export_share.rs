//! The share that an export is charged to while it is sent.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Bytes;
use actix_web::{Error, FromRequest, HttpRequest};
use futures_util::stream::{Stream, TryStreamExt as _};

use crate::argument::Argument;
use crate::request_limit::Share;

/// The share of whoever asked for an export, of an endpoint with [`Cost::Export`](crate::request_limit::Cost::Export).
pub(crate) struct ExportShare(Share);

impl ExportShare {
    /// Charges each part when it was read, also one in which nothing is.
    pub(crate) fn charge<E>(
        self,
        parts: impl Stream<Item = Result<Bytes, E>>,
    ) -> impl Stream<Item = Result<Bytes, E>> {
        parts.inspect_ok(move |part| self.0.charge_part(part.len()))
    }
}

impl FromRequest for ExportShare {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let share = Share::from_request(request, payload).into_inner();
        ready(share.map(Self))
    }
}

impl Argument for ExportShare {}
