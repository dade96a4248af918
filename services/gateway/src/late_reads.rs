//! Reads that may be late: those of a handler with this argument come from the replica, if there is one and it has whatever was in the club
//! when the request was authorized.

use std::future::{Ready, ready};
use std::ops::Deref;
use std::time::Instant;

use actix_web::body::BoxBody;
use actix_web::dev::{Payload, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Query;
use actix_web::{Error, FromRequest, HttpMessage as _, HttpRequest};
use ledger::{ClubId, Freshness, Ledger, Retry};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::Parameter;

use crate::argument::Argument;
use crate::bodies::field::Whole;
use crate::club_reads;
use crate::endpoint::Endpoint;
use crate::holder::Holder;
use crate::problem::Problem;
use crate::problem::ledger::{beyond_ledger, unavailable};
use crate::services::Services;

/// The query parameter.
pub(crate) const MIN_SEQ: &str = "min_seq";

/// The ledger for reads that may be late. Writes and other reads of this handle are those of the primary.
#[derive(Clone)]
pub(crate) struct LateReads(Ledger);

/// The same for reads of whole matches, for which the request waits its turn: no transaction is open meanwhile.
pub(crate) struct LateReadsInTurn(LateReads);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MinSeqQuery {
    /// The sequence number of an entry that the answer has to include, such as one that you wrote. An answer includes every entry that was
    /// there when the request came, whichever server it comes from; with this you find out if the ledger lost one (`beyond_ledger`). Only while the
    /// primary does not answer, a replica may answer without it: then the header `Age` says how many seconds old the answer is at most, and with
    /// this you get 503 (`database_unavailable`) instead of an answer without your entry. Standings and
    /// records say themselves up to which entry they go (`seq`), which this does not raise.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    min_seq: Option<Whole<1, 9_007_199_254_740_991>>,
}

/// What authorization found the primary to have, or the replica without it, and when.
#[derive(Clone, Copy)]
struct Noted {
    freshness: Freshness,
    at: Instant,
}

/// Whether authorization is to find out how far the primary is with the club: for a replica, or for what the request wants at least.
pub(crate) fn wanted(services: &Services, endpoint: &Endpoint, request: &HttpRequest) -> bool {
    let mut names = request.query_string().split('&');
    endpoint.reads_may_be_late
        && (services.ledger.has_replica()
            || names.any(|pair| pair.split('=').next() == Some(MIN_SEQ)))
}

/// Keeps how far the primary was for the handler.
pub(crate) fn note(request: &HttpRequest, freshness: Freshness) {
    let at = Instant::now();
    request.extensions_mut().insert(Noted { freshness, at });
}

/// States in the header `Age` (RFC 9111) how late an answer is that was read without the primary.
pub(crate) fn state_age(response: &mut ServiceResponse<BoxBody>) {
    let noted = response.request().extensions().get::<Noted>().copied();
    let lateness =
        noted.and_then(|noted| Some(noted.freshness.without_primary? + noted.at.elapsed()));
    if let Some(lateness) = lateness {
        // A second that has begun counts: the answer is never older than it says.
        let seconds = HeaderValue::from(lateness.as_secs() + 1);
        response.headers_mut().insert(header::AGE, seconds);
    }
}

/// Asks the primary how far it is, if that is wanted.
pub(crate) async fn ask(
    services: &Services,
    endpoint: &Endpoint,
    request: &HttpRequest,
    club: ClubId,
) -> Result<(), Problem> {
    if wanted(services, endpoint, request) {
        note(request, services.ledger.freshness(club).await?);
    }
    Ok(())
}

impl LateReads {
    /// The same, of servers that have at least so many entries.
    pub(crate) fn including(&self, seq: u64) -> Self {
        Self(self.0.including(seq))
    }
}

impl LateReadsInTurn {
    /// The ledger, once it is the turn of whoever asks, which lasts until all is over that this is asked for.
    pub(crate) async fn turn(
        self,
        services: &Services,
        holder: Holder,
    ) -> Result<LateReads, Problem> {
        let turn = services.whole_match_reads.turn(holder).await?;
        Ok(LateReads(self.0.keeping(turn)))
    }
}

impl Deref for LateReads {
    type Target = Ledger;

    fn deref(&self) -> &Ledger {
        &self.0
    }
}

impl FromRequest for LateReads {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let query = Query::<MinSeqQuery>::from_request(request, payload).into_inner();
        ready(query.and_then(|query| Ok(of_request(request, query.min_seq)?)))
    }
}

fn of_request(
    request: &HttpRequest,
    min_seq: Option<Whole<1, 9_007_199_254_740_991>>,
) -> Result<LateReads, Problem> {
    let ledger = club_reads::ledger(request)?;
    let noted = request.extensions().get::<Noted>().copied();
    let Some(Noted { freshness, .. }) = noted else {
        return Ok(LateReads(ledger));
    };
    match min_seq {
        Some(min_seq) if min_seq.unsigned_wide() > freshness.seq => {
            Err(match freshness.without_primary {
                None => beyond_ledger(MIN_SEQ, freshness.seq),
                Some(_) => unavailable(Retry::Later),
            })
        }
        Some(_) | None => Ok(LateReads(ledger.at_least(freshness))),
    }
}

impl Argument for LateReads {
    fn parameters() -> Vec<Parameter> {
        Query::<MinSeqQuery>::parameters()
    }

    const MAY_BE_LATE: bool = true;
    const READS_AT_ONCE: bool = true;
}

impl FromRequest for LateReadsInTurn {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let reads = LateReads::from_request(request, payload).into_inner();
        ready(reads.map(Self))
    }
}

impl Argument for LateReadsInTurn {
    fn parameters() -> Vec<Parameter> {
        LateReads::parameters()
    }

    const MAY_BE_LATE: bool = true;
}
