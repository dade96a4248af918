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

/// A part of an export.
#[derive(Debug)]
pub(crate) struct Part {
    bytes: Bytes,
    /// How many bytes it has, or had before they were compressed: so many are worked on, and so many are charged.
    size: usize,
}

impl Part {
    /// A part that had so many bytes before they were compressed.
    pub(crate) fn compressed(bytes: Vec<u8>, size: usize) -> Self {
        Self {
            bytes: bytes.into(),
            size,
        }
    }

    #[cfg(test)]
    pub(crate) fn into_bytes(self) -> Bytes {
        self.bytes
    }

    #[cfg(test)]
    pub(crate) const fn size(&self) -> usize {
        self.size
    }
}

impl From<Bytes> for Part {
    fn from(bytes: Bytes) -> Self {
        let size = bytes.len();
        Self { bytes, size }
    }
}

impl ExportShare {
    /// Charges each part when it was read, also one in which nothing is.
    pub(crate) fn charge<P: Into<Part>, E>(
        self,
        parts: impl Stream<Item = Result<P, E>>,
    ) -> impl Stream<Item = Result<Bytes, E>> {
        parts.map_ok(move |part| {
            let Part { bytes, size } = part.into();
            self.0.charge_part(size);
            bytes
        })
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
