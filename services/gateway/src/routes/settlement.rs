//! Who pays whom after a match.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, Responder, get, post};
use ledger::ToSettle;

use super::hands::{RecordQuery, written_once};
use super::matches::MatchPath;
use super::settlements::settle;
use crate::answer::with_etag;
use crate::app::Services;
use crate::bodies::settlement::{
    MatchSettlement, NewMatchSettlement, Settlement, SettlementPreview,
};
use crate::body::Body;
use crate::caller::Member;
use crate::etag::IfMatch;
use crate::once::Once;
use crate::problem::Problem;

/// Reads who owes whom after a match.
///
/// What everyone gained or lost, what of that has been settled and what is open, and the fewest transfers that settle it, in
/// points and money. Nothing is stored. The answer's ETag is the match's version.
#[utoipa::path(tag = "settlements",
    params(("club" = Uuid, Path, description = "The club"), ("match" = Uuid, Path, description = "The match")),
    responses((status = 200, description = "The settlement as it would be", body = MatchSettlement)))]
#[get("/v1/clubs/{club}/matches/{match}/settlement")]
pub(crate) async fn read_settlement(
    member: Member,
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

/// Settles a match.
///
/// All money that is open of it: from then on it is owed as the settlement's transfers say, and payments are recorded
/// against it. A match can be settled while it goes on. What a correction or another hand changes afterwards is open again, and the next settlement contains it
/// as an adjustment. A match without a stake settles in nothing. Send the match's ETag in `If-Match`.
#[utoipa::path(tag = "settlements", request_body(content = NewMatchSettlement, example = json!({})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("match" = Uuid, Path, description = "The match"),
        RecordQuery,
        ("Idempotency-Key" = Option<String>, Header, description = "1–255 visible ASCII characters; a new one for each settlement. Required unless `dry_run`"),
        ("If-Match" = Option<String>, Header, description = "The ETag of the match as you read it. Required unless `dry_run`"),
    ),
    responses(
        (status = 200, description = "With `dry_run`: the settlement as it would be", body = SettlementPreview),
        (status = 201, description = "The settlement", body = Settlement),
        (status = 409, description = "Nothing is open"),
        (status = 412, description = "The match has changed since you read it"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
#[post("/v1/clubs/{club}/matches/{match}/settlement")]
pub(crate) async fn settle_match(
    member: Member,
    path: Path<MatchPath>,
    query: Query<RecordQuery>,
    once: Result<Once, Problem>,
    if_match: IfMatch,
    body: Body<NewMatchSettlement>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let what = ToSettle::Match(path.id);
    settle(&services, &member, write, what, &if_match).await
}
