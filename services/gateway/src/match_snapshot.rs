//! The match of the path, which authorization reads together with the caller's role if the handler has this argument, or remembers.

use std::cell::Cell;
use std::future::{Ready, ready};

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web::Path};
use ledger::{ClubId, IdempotencyKey, MatchId, SignedIn, Snapshot, SnapshotRequest, UserId};
use utoipa::openapi::path::Parameter;

use crate::argument::Argument;
use crate::endpoint::Endpoint;
use crate::idempotent_request;
use crate::remembered_matches::RememberedMatch;
use crate::routes::path::MatchPath;

/// The match of the path, and what was known of it when the request came.
pub(crate) struct MatchOfPath {
    pub(crate) id: MatchId,
    /// What is asked of it.
    pub(crate) endpoint: &'static Endpoint,
    /// Who asks; none if the caller is a machine, or signed in elsewhere.
    pub(crate) who: Option<SignedIn>,
    pub(crate) known: Cell<Known>,
}

/// What is known of a match.
#[derive(Default)]
pub(crate) enum Known {
    /// Nothing was read: the caller is a machine, or the address names no match.
    #[default]
    Nothing,
    /// It was read with the caller's role.
    Read(Snapshot),
    /// It was not read, and neither was the role for which the caller was admitted nor whether their session goes on. Whoever uses this has to
    /// have all three compared under the lock of the club, and look again before anybody is told anything else than that it succeeded.
    Remembered(RememberedMatch),
}

/// What authorization stored in the request.
struct Stored(SignedIn, Known);

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

/// Keeps what is known of it for the handler.
pub(crate) fn store(request: &ServiceRequest, who: SignedIn, known: Known) {
    request.extensions_mut().insert(Stored(who, known));
}

impl FromRequest for MatchOfPath {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready((|| {
            let path = Path::<MatchPath>::from_request(request, payload).into_inner()?;
            let endpoint = Endpoint::of(request)?;
            let stored = request.extensions_mut().remove::<Stored>();
            let (who, known) = stored.map(|Stored(who, known)| (who, known)).unzip();
            Ok(Self {
                id: path.id,
                endpoint,
                who,
                known: Cell::new(known.unwrap_or_default()),
            })
        })())
    }
}

impl Argument for MatchOfPath {
    fn parameters() -> Vec<Parameter> {
        Path::<MatchPath>::parameters()
    }

    const READS_MATCH: bool = true;
}
