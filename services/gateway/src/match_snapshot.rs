//! The match of the path, which authorization reads together with the caller's role if the handler has this argument.

use std::cell::Cell;
use std::future::{Ready, ready};

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web::Path};
use ledger::{ClubId, IdempotencyKey, MatchId, Snapshot, SnapshotRequest, UserId};
use utoipa::openapi::path::Parameter;

use crate::argument::Argument;
use crate::endpoint::Endpoint;
use crate::idempotent_request;
use crate::routes::path::MatchPath;

/// The match of the path, and how it stood when the request came.
pub(crate) struct MatchOfPath {
    pub(crate) id: MatchId,
    /// None if it was not read: the caller is a machine, or the address names no match.
    pub(crate) snapshot: Cell<Option<Snapshot>>,
}

/// What authorization stored in the request.
struct Stored(Snapshot);

/// What to read of the match, if the endpoint wants it and the path names one.
pub(crate) fn wanted(
    endpoint: &'static Endpoint,
    request: &HttpRequest,
    (club, user): (ClubId, UserId),
) -> Option<SnapshotRequest> {
    let name = request.match_info().get("match");
    let match_id = name.filter(|_| endpoint.reads_match)?.parse().ok()?;
    let key = idempotent_request::key(request).ok();
    let key = key.map(|key| IdempotencyKey {
        actor: user,
        route: &endpoint.operation,
        key,
    });
    Some(SnapshotRequest {
        club,
        match_id,
        key,
    })
}

/// Keeps it for the handler.
pub(crate) fn store(request: &ServiceRequest, snapshot: Snapshot) {
    request.extensions_mut().insert(Stored(snapshot));
}

impl FromRequest for MatchOfPath {
    type Error = <Path<MatchPath> as FromRequest>::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let path = Path::<MatchPath>::from_request(request, payload).into_inner();
        let stored = || request.extensions_mut().remove::<Stored>();
        ready(path.map(|path| Self {
            id: path.id,
            snapshot: Cell::new(stored().map(|Stored(snapshot)| snapshot)),
        }))
    }
}

impl Argument for MatchOfPath {
    fn parameters() -> Vec<Parameter> {
        Path::<MatchPath>::parameters()
    }

    const READS_MATCH: bool = true;
}
