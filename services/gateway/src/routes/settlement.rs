//! Who pays whom after a match.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, Responder};
use ledger::SettlementScope;
use ledger::evidence;

use super::hands::{RecordQuery, written_once};
use super::path::MatchPath;
use super::settlements::settle;
use crate::bodies::settlement::{
    MatchSettlement, NewMatchSettlement, Settlement, SettlementPreview,
};
use crate::body::Body;
use crate::caller::Member;
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::{Operation, refusals};
use crate::policy::{MatchReaders, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::with_etag;
use crate::services::Services;

pub(crate) const READ_SETTLEMENT: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::AmountTooLarge]]);

/// Reads who owes whom after a match.
///
/// What everyone gained or lost, what of that has been settled and what is open, and the fewest transfers that settle it, in
/// points and money. Nothing is stored. The answer's ETag is the match's version.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/settlement", tag = "settlements",
    responses((status = 200, description = "The settlement as it would be", body = MatchSettlement, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`")))))]
pub(crate) async fn read_settlement(
    member: Member<MatchReaders>,
    path: Path<MatchPath>,
    services: Data<Services>,
) -> Result<impl Responder, Problem> {
    let settlement = services.ledger.match_settlement(member.club, path.id);
    let settlement = settlement.await?;
    let version = settlement.version;
    Ok(with_etag(
        HttpResponse::Ok().json(MatchSettlement::from(settlement)),
        version,
    ))
}

pub(crate) const SETTLE_MATCH: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::SettlementMade::KIND])
    .refuses(&[refusals::SETTLEMENT, &[Code::MatchVoid, Code::MatchStale]]);

/// Settles a match.
///
/// All money that is open of it: from then on it is owed as the settlement's transfers say, and payments are recorded
/// against it. A match can be settled while it goes on. What a correction or another hand changes afterwards is open again, and the next settlement contains it
/// as an adjustment. A match without a stake settles in nothing. Send the match's ETag in `If-Match`.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/settlement", tag = "settlements",
    request_body(content = NewMatchSettlement, example = json!({})),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the match as you read it. Required unless `dry_run`")),
    responses(
        (status = 200, description = "With `dry_run`: the settlement as it would be", body = SettlementPreview),
        (status = 201, description = "The settlement", body = Settlement),
        (status = 409, description = "Nothing is open"),
        (status = 412, description = "The match has changed since you read it"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn settle_match(
    member: Member<Scorers>,
    path: Path<MatchPath>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewMatchSettlement>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let what = SettlementScope::Match(path.id);
    settle(&services, &member, write, what, &if_match).await
}
