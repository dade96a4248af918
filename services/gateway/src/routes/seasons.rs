//! Seasons: opened, closed, listed, read, and their standings.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::{Error, OpenSeason, SeasonAt};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::PageQuery;
use super::path::SeasonPath;
use crate::bodies::day::{Day, period};
use crate::bodies::field::Whole;
use crate::bodies::season::{self, NewSeason, Season, SeasonSummary, Seasons};
use crate::bodies::season_standings::SeasonStandings;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReadsInTurn;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, Owners};
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeasonStandingsQuery {
    /// As the ledger told it up to this sequence number. Absent: as of the entry that closed the season, or as of the last entry of a
    /// season that goes on.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    as_of_seq: Option<Whole<1, 9_007_199_254_740_991>>,
    /// Only matches up to this day: the standings as of that day. Absent: all matches of the season.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
}

pub(crate) const OPEN_SEASON: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::SeasonOpened::KIND])
    .refuses(&[refusals::NAMED_PLAYER]);

/// Opens a season.
///
/// A league over some days: its standings are added up from the matches that are played on these days, as its rules say, and follow every
/// correction until the season is closed. `LEAF.md` says how, so that everybody can compute them from the ledger alone. Seasons can have
/// days in common. Their rules do not change: close a season whose rules were wrong, and open another one. The name can be erased:
/// `DELETE …/ledger/entries/{opened_seq}/text`.
#[utoipa::path(post, path = "/v1/clubs/{club}/seasons", tag = "seasons",
    request_body(content = NewSeason, example = json!({"name": "Winter league", "from": "2026-12-01", "until": "2027-02-28", "rules": {"unfinished": "leave_out", "best": 10, "minimum_matches": 5}})),
    responses(
        (status = 201, description = "The season", body = Season),
        (status = 409, description = "A player of the rules was merged into another or erased"),
    ))]
pub(crate) async fn open_season(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<NewSeason>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    period(Some(new.from), Some(new.until))
        .map_err(|detail| Problem::at(Code::InvalidValue, "/until", detail))?;
    let new = OpenSeason {
        name: new.name.into(),
        from: new.from.0,
        until: new.until.0,
        rules: season::stated(new.rules)?,
    };
    let opened = services.ledger.open_season(write, new).await?;
    let id = opened.value.season.terms.season;
    let location = format!("/v1/clubs/{}/seasons/{id}", member.club);
    let replayed = opened.replayed;
    Ok(created(location, replayed, &Season::from(opened.value)))
}

pub(crate) const LIST_SEASONS: Operation = Operation::costs(Cost::Turns);

/// Lists the seasons of a club.
///
/// The last opened first, in pages, without their rules.
#[utoipa::path(get, path = "/v1/clubs/{club}/seasons", tag = "seasons",
    responses((status = 200, description = "A page of seasons", body = Seasons)))]
pub(crate) async fn list_seasons(
    member: Member<AnyMember>,
    query: Query<PageQuery>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<Seasons>, Problem> {
    let list = format!("seasons of {}", member.club);
    let page = query.page(&services, &list)?;
    // Rules can be long.
    let reads = reads.turn(&services, member.holder()).await?;
    let found = reads.seasons(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let seasons = found.seasons.into_iter();
    Ok(Json(Seasons {
        seasons: seasons
            .map(|(season, name)| SeasonSummary::new(&season, name))
            .collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_SEASON: Operation = Operation::costs(Cost::Turns);

/// Reads a season.
///
/// Its days, its rules, and whether it was closed.
#[utoipa::path(get, path = "/v1/clubs/{club}/seasons/{season}", tag = "seasons",
    responses((status = 200, description = "The season", body = Season)))]
pub(crate) async fn read_season(
    member: Member<AnyMember>,
    path: Path<SeasonPath>,
    services: Data<Services>,
) -> Result<Json<Season>, Problem> {
    let view = services.ledger.season(member.club, path.season).await?;
    Ok(Json(Season::from(view)))
}

pub(crate) const READ_SEASON_STANDINGS: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::SeasonTooLarge]]);

/// Reads the standings of a season.
///
/// They are added up from the matches when they are asked for, and include every entry up to `seq`. A season has at most 40,000 matches on its
/// days, those that are left out included, with `as_of_seq` at most 500 of them changed after that entry.
#[utoipa::path(get, path = "/v1/clubs/{club}/seasons/{season}/standings", tag = "seasons",
    responses(
        (status = 200, description = "The standings", body = SeasonStandings),
        (status = 409, description = "The season has too many matches, or too many of them changed after `as_of_seq`"),
        (status = 422, description = "The ledger has fewer entries than `as_of_seq`"),
    ))]
pub(crate) async fn read_season_standings(
    member: Member<AnyMember>,
    path: Path<SeasonPath>,
    query: Query<SeasonStandingsQuery>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<SeasonStandings>, Problem> {
    let at = SeasonAt {
        as_of_seq: query.as_of_seq.map(Whole::unsigned_wide),
        until: query.until.map(|Day(day)| day),
    };
    let reads = reads.turn(&services, member.holder()).await?;
    let found = reads.season_standings(member.club, path.season, at).await;
    if let Err(Error::BeyondLedger { size }) = found {
        return Err(beyond_ledger("as_of_seq", size));
    }
    Ok(Json(SeasonStandings::from(found?)))
}

pub(crate) const CLOSE_SEASON: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::SeasonClosed::KIND])
    .refuses(&[&[Code::SeasonClosed, Code::SeasonTooLarge]]);

/// Closes a season.
///
/// Its standings are final: those as of the entry that this writes. Whatever is corrected later shows beside them. It cannot be opened again.
#[utoipa::path(post, path = "/v1/clubs/{club}/seasons/{season}:close", tag = "seasons",
    responses(
        (status = 200, description = "The season", body = Season),
        (status = 409, description = "The season was closed before"),
    ))]
pub(crate) async fn close_season(
    member: Member<Owners>,
    path: Path<SeasonPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let closed = services.ledger.close_season(write, path.season).await?;
    let replayed = closed.replayed;
    Ok(written(
        StatusCode::OK,
        replayed,
        &Season::from(closed.value),
    ))
}
