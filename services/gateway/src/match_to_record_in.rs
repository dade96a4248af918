//! The match of the path, of a handler that records the next hand in it. Whoever recorded a hand before may be admitted because of a remembered
//! match, without a look into the database.

use std::cell::Cell;
use std::future::{Ready, ready};
use std::rc::Rc;

use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest};
use ledger::{ClubId, SignedIn};
use utoipa::openapi::path::Parameter;

use crate::argument::Argument;
use crate::endpoint::Endpoint;
use crate::match_snapshot::MatchOfPath;
use crate::remembered_matches::RememberedMatch;

/// The match of the path, and how the caller was admitted.
pub(crate) struct MatchToRecordIn {
    pub(crate) path: MatchOfPath,
    /// None of a machine, and of somebody who is signed in elsewhere.
    pub(crate) admission: Option<Admission>,
}

/// How somebody was admitted in their session.
#[derive(Clone)]
pub(crate) struct Admission {
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) club: ClubId,
    pub(crate) who: SignedIn,
    /// The remembered match because of which they were admitted; none if session and role were looked up. Otherwise both are compared when the
    /// hand is recorded, and looked up before they get any other answer.
    pub(crate) remembered: Option<RememberedMatch>,
    /// Whether session and role were looked up or compared.
    is_checked: Rc<Cell<bool>>,
}

impl Admission {
    pub(crate) fn new(
        endpoint: &'static Endpoint,
        (club, who): (ClubId, SignedIn),
        remembered: Option<RememberedMatch>,
    ) -> Self {
        Self {
            endpoint,
            club,
            who,
            remembered,
            is_checked: Rc::new(Cell::new(remembered.is_none())),
        }
    }

    /// Notes that session and role were looked up or compared.
    pub(crate) fn note_check(&self) {
        self.is_checked.set(true);
    }

    /// Keeps it for the handler, and for whoever answers the request.
    pub(crate) fn store(self, request: &ServiceRequest) {
        request.extensions_mut().insert(self);
    }

    /// How whoever gets an answer was admitted, if that has still to be checked.
    pub(crate) fn unchecked(response: &ServiceResponse) -> Option<Self> {
        let stored = response.request().extensions().get::<Self>().cloned();
        stored.filter(|it| !it.is_checked.get())
    }
}

impl FromRequest for MatchToRecordIn {
    type Error = <MatchOfPath as FromRequest>::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let path = MatchOfPath::from_request(request, payload).into_inner();
        let admission = request.extensions().get::<Admission>().cloned();
        ready(path.map(|path| Self { path, admission }))
    }
}

impl Argument for MatchToRecordIn {
    fn parameters() -> Vec<Parameter> {
        MatchOfPath::parameters()
    }

    const READS_MATCH: bool = true;

    const RECORDS_NEXT: bool = true;
}
