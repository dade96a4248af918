//! A match as people read it.

use actix_web::get;
use actix_web::web::{Data, Json, Path, Query};

use super::as_of::AsOfQuery;
use super::matches::MatchPath;
use crate::app::Services;
use crate::bodies::rounds::Rounds;
use crate::caller::Member;
use crate::problem::Problem;

/// Reads a match as a score sheet.
///
/// Rounds, deals and extra hands with every chair's wind, who won with what, payments and running totals, what happened
/// between the hands, and which lines were corrected.
#[utoipa::path(tag = "matches",
    params(("club" = Uuid, Path, description = "The club"), ("match" = Uuid, Path, description = "The match"), AsOfQuery),
    responses((status = 200, description = "The score sheet", body = Rounds)))]
#[get("/v1/clubs/{club}/matches/{match}/rounds")]
pub(crate) async fn read_rounds(
    member: Member,
    path: Path<MatchPath>,
    query: Query<AsOfQuery>,
    services: Data<Services>,
) -> Result<Json<Rounds>, Problem> {
    let book = query.book(&services, member.club, path.id).await?;
    Ok(Json(Rounds::new(&book)))
}
