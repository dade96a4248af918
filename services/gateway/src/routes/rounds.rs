//! A match as people read it.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};

use super::as_of::AsOfQuery;
use super::path::MatchPath;
use crate::bodies::headings::HeadingsQuery;
use crate::bodies::rounds::Rounds;
use crate::caller::Member;
use crate::operation::Operation;
use crate::policy::{AnyMember, MatchReaders};
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

pub(crate) const READ_ROUNDS: Operation = Operation::costs(Cost::Turns);

/// Reads a match as a score sheet.
///
/// Rounds, deals and extra hands with every chair's wind, who won with what, payments and running totals, what happened
/// between the hands, and which lines were corrected.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/rounds", tag = "matches",
    responses((status = 200, description = "The score sheet", body = Rounds)))]
pub(crate) async fn read_rounds(
    member: Member<MatchReaders>,
    path: Path<MatchPath>,
    query: Query<AsOfQuery>,
    services: Data<Services>,
) -> Result<Json<Rounds>, Problem> {
    let history = query.match_history(&services, &member, path.id).await?;
    Ok(Json(Rounds::new(&history)))
}

pub(crate) const READ_ROUNDS_CSV: Operation = Operation::costs(Cost::Turns);

/// Reads a match as a score sheet for spreadsheets.
///
/// The same as CSV (RFC 4180), a line for each hand and for what happened between two. It is UTF-8 and begins with a byte order
/// mark, without which spreadsheets take Chinese names for something else. Where text begins with `=`, `+`, `-`, `@`
/// or a tab, also after a comma, semicolon, tab or line break within it, an apostrophe comes before that, so that no spreadsheet takes it for a
/// formula; text that has such an apostrophe gets one more. An import understands that. Amounts are numbers and stay as they are.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/rounds.csv", tag = "matches",
    responses((status = 200, description = "The score sheet", body = String, content_type = "text/csv")))]
pub(crate) async fn read_rounds_csv(
    member: Member<AnyMember>,
    path: Path<MatchPath>,
    query: Query<AsOfQuery>,
    headings: Query<HeadingsQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let history = query.match_history(&services, &member, path.id).await?;
    let csv = Rounds::new(&history).csv(headings.headings);
    let csv = csv.map_err(Problem::internal)?;
    let name = format!("attachment; filename=\"match-{}.csv\"", path.id);
    Ok(HttpResponse::Ok()
        .insert_header((
            header::CONTENT_TYPE,
            "text/csv; charset=utf-8; header=present",
        ))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(csv))
}
