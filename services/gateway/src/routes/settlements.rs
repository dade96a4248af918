//! Settlements: what is open of a period is settled; what was settled is listed and read.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::{Settle, SettlementError, SettlementScope, Write};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use super::hands::{RecordQuery, written_once};
use super::matches::PageQuery;
use super::path::SettlementPath;
use crate::bodies::balances::ClubBalances;
use crate::bodies::day::{self, Day, refuse_distant};
use crate::bodies::field::{Currency, Whole};
use crate::bodies::settlement::{NewSettlement, Settlement, SettlementPreview, Settlements};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReadsInTurn;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, with_etag};
use crate::services::Services;

/// So many of each of two lists are on a page unless the request says otherwise: a club of 200 has fewer.
const PAGE_OF_TWO_LISTS: u32 = 1000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// The first day of the period, by the days the matches were played on. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// The last day of the period. Absent: everything.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Matches that were played for this currency: its ISO 4217 code.
    #[param(value_type = String, pattern = "^[A-Z]{3}$")]
    currency: Currency,
}

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TwoListsPageQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// How many of each of its lists are on the page at most; 1,000 unless you say otherwise.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 1000)]
    limit: Option<Whole<1, 1000>>,
}

impl TwoListsPageQuery {
    fn limit(&self) -> u32 {
        self.limit.map_or(PAGE_OF_TWO_LISTS, Whole::unsigned)
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CurrencyQuery {
    /// Only this currency: its ISO 4217 code. Absent: every one in which something is open.
    #[param(value_type = Option<String>, pattern = "^[A-Z]{3}$")]
    currency: Option<Currency>,
}

pub(crate) const PREVIEW_SETTLEMENT: Operation =
    Operation::costs(Cost::Turns).refuses(&[refusals::SETTLEMENT_PREVIEW]);

/// Previews the settlement of a period.
///
/// What is open of all matches that were played in the period for one currency, and who would pay whom for all of it together, in pages.
/// Nothing is stored. The answer's ETag changes whenever one of these matches changes or is settled.
#[utoipa::path(get, path = "/v1/clubs/{club}/settlements:preview", tag = "settlements",
    responses(
        (status = 200, description = "The settlement as it would be", body = SettlementPreview, headers(("ETag" = String, description = "The version of the preview: send it in `If-Match`"))),
        (status = 409, description = "More is open than the entry of a settlement holds: settle it in parts"),
        (status = 412, description = "A match has changed or was settled since the page before"),
    ))]
pub(crate) async fn preview_settlement(
    member: Member<AnyMember>,
    query: Query<PeriodQuery>,
    page: Query<TwoListsPageQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner();
    let what = period(query.from, query.until, query.currency)
        .map_err(|detail| Problem::at(Code::InvalidParameter, "until", detail))?;
    preview(&services, &member, what, &page).await
}

pub(crate) const SETTLE_PERIOD: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::SettlementMade::KIND])
    .refuses(&[refusals::SETTLEMENT]);

/// Settles a period.
///
/// All open amounts of the matches that were played in the period for one currency. Matches that were settled before are included: amounts
/// that a correction or a further hand changed since are adjustments. If the period has a last day, it is at most a year from now. Send the
/// ETag of the preview in `If-Match`.
#[utoipa::path(post, path = "/v1/clubs/{club}/settlements", tag = "settlements",
    request_body(content = NewSettlement, example = json!({"from": "2026-11-01", "until": "2026-11-30", "currency": "HKD"})),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the preview as you read it. Required unless `dry_run`")),
    responses(
        (status = 200, description = "With `dry_run`: the settlement as it would be", body = SettlementPreview),
        (status = 201, description = "The settlement", body = Settlement),
        (status = 409, description = "Nothing is open"),
        (status = 412, description = "A match has changed or was settled since you read the preview"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn settle_period(
    member: Member<Scorers>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewSettlement>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    refuse_distant(new.from, "/from")?;
    refuse_distant(new.until, "/until")?;
    let what = period(new.from, new.until, new.currency)
        .map_err(|detail| Problem::at(Code::InvalidValue, "/until", detail))?;
    settle(&services, &member, write, what, &if_match).await
}

pub(crate) const LIST_SETTLEMENTS: Operation = Operation::costs(Cost::Turns);

/// Lists the settlements of a club.
///
/// The last made first, in pages, each with what has been paid of it. A page has fewer settlements than `limit` if they are large: when they come to
/// more than about a megabyte, the page ends.
#[utoipa::path(get, path = "/v1/clubs/{club}/settlements", tag = "settlements",
    responses((status = 200, description = "A page of settlements", body = Settlements)))]
pub(crate) async fn list_settlements(
    member: Member<AnyMember>,
    query: Query<PageQuery>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<Settlements>, Problem> {
    let list = format!("settlements of {}", member.club);
    let page = query.page(&services, &list)?;
    let reads = reads.turn(&services, member.holder()).await?;
    let settlements = reads.settlements(member.club, page).await?;
    let next = settlements.next;
    let next = next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(Settlements::new(&settlements, next.transpose()?)))
}

pub(crate) const READ_CLUB_SETTLEMENT: Operation = Operation::costs(Cost::Turns);

/// Reads a settlement.
///
/// Which amount of which match was settled, who owes whom, what has been paid and what is open.
#[utoipa::path(get, path = "/v1/clubs/{club}/settlements/{settlement}", tag = "settlements",
    responses((status = 200, description = "The settlement", body = Settlement)))]
pub(crate) async fn read_club_settlement(
    member: Member<AnyMember>,
    path: Path<SettlementPath>,
    services: Data<Services>,
) -> Result<Json<Settlement>, Problem> {
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let view = ledger.settlement(member.club, path.settlement);
    Ok(Json(Settlement::from(&view.await?)))
}

pub(crate) const READ_BALANCES: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::AmountTooLarge]]);

/// Reads who owes and is owed what.
///
/// For every player with an open amount, in each currency: what is not settled yet, and what is settled and not paid yet; and the transfers that are
/// not paid in full. Both lists go on from page to page. What changes between two pages can be missing from both, or be on both.
#[utoipa::path(get, path = "/v1/clubs/{club}/balances", tag = "settlements",
    responses((status = 200, description = "A page of the open balances", body = ClubBalances)))]
pub(crate) async fn read_balances(
    member: Member<AnyMember>,
    query: Query<CurrencyQuery>,
    page: Query<TwoListsPageQuery>,
    services: Data<Services>,
) -> Result<Json<ClubBalances>, Problem> {
    let currency = query.into_inner().currency.map(String::from);
    let list = format!("balances of {} in {currency:?}", member.club);
    let begin: Option<u64> = services.cursors.read(&list, page.cursor.as_deref())?;
    let (begin, limit) = (begin.unwrap_or_default(), page.limit());
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let part = (begin, limit);
    let found = ledger.club_balances(member.club, currency, part);
    let found = found.await?;
    let end = begin.saturating_add(u64::from(limit));
    let next = found
        .goes_on
        .then(|| services.cursors.write(&list, &end))
        .transpose()?;
    Ok(Json(ClubBalances::new(found, next)))
}

fn period(
    from: Option<Day>,
    until: Option<Day>,
    currency: Currency,
) -> Result<SettlementScope, &'static str> {
    let [from, until] = day::period(from, until)?;
    Ok(SettlementScope::Period {
        from,
        until,
        currency: currency.into(),
    })
}

/// Answers with a page of what a settlement would be.
pub(super) async fn preview(
    services: &Services,
    member: &ClubMember,
    what: SettlementScope,
    page: &TwoListsPageQuery,
) -> Result<HttpResponse, Problem> {
    let list = list_of(&what, member);
    let before: Option<PreviewPlace> = services.cursors.read(&list, page.cursor.as_deref())?;
    let found = worked_out(services, member, what).await?;
    let version = found.version;
    if before.is_some_and(|before| before.version != version) {
        let detail = "What is to be settled has changed since the page before.";
        return Err(Problem::at(Code::SettlementStale, "cursor", detail));
    }
    let begin = before.map_or(0, |before| before.begin);
    let answer = preview_page(services, &list, found, (begin, page.limit()))?;
    Ok(with_etag(HttpResponse::Ok().json(answer), version))
}

/// Where a page of a preview begins, in both of its lists.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct PreviewPlace {
    /// The version of the preview of which the page before was.
    version: u64,
    begin: usize,
}

/// The name of a preview for its cursors.
fn list_of(what: &SettlementScope, member: &ClubMember) -> String {
    format!("preview of {what:?} in {}", member.club)
}

fn preview_page(
    services: &Services,
    list: &str,
    found: ledger::SettlementPreview,
    (begin, limit): (usize, u32),
) -> Result<SettlementPreview, Problem> {
    let limit = usize::try_from(limit).map_err(Problem::internal)?;
    let version = found.version;
    let end = begin.saturating_add(limit);
    let goes_on = end < found.parts.len().max(found.transfers.len());
    let next = goes_on.then_some(PreviewPlace {
        version,
        begin: end,
    });
    let next = next.map(|next| services.cursors.write(list, &next));
    Ok(SettlementPreview::page(
        &found,
        (begin, limit),
        next.transpose()?,
    ))
}

/// What a settlement would be. All that is open of its matches is read and added up for that, so an account has one worked out at a time.
async fn worked_out(
    services: &Services,
    member: &ClubMember,
    what: SettlementScope,
) -> Result<ledger::SettlementPreview, Problem> {
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    Ok(ledger.settlement_preview(member.club, what).await?)
}

/// Settles, or without a key tells what a settlement would be.
pub(super) async fn settle(
    services: &Services,
    member: &ClubMember,
    write: Option<Write>,
    what: SettlementScope,
    if_match: &IfMatch,
) -> Result<HttpResponse, Problem> {
    let Some(write) = write else {
        let list = list_of(&what, member);
        let preview = worked_out(services, member, what).await?;
        let agreed = if_match.versions();
        if agreed.is_some_and(|versions| !versions.contains(&preview.version)) {
            return Err(ledger::Error::from(SettlementError::Stale).into());
        }
        if preview.parts.is_empty() {
            return Err(ledger::Error::from(SettlementError::Nothing).into());
        }
        let limit = TwoListsPageQuery::default().limit();
        let answer = preview_page(services, &list, preview, (0, limit))?;
        return Ok(HttpResponse::Ok().json(answer));
    };
    if_match.required()?;
    let new = Settle {
        what,
        versions: if_match.versions(),
    };
    // What is open is read and added up before anybody can tell that the preview is an old one.
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let settled = ledger.settle(write, new).await?;
    let settlement = Settlement::from(&settled.value);
    let location = format!("/v1/clubs/{}/settlements/{}", member.club, settlement.id);
    Ok(created(location, settled.replayed, &settlement))
}
