//! The screen of the hall: what everybody there may see.

use actix_web::web::{Data, Json};
use ledger::{MatchFilter, Page};
use serde::Serialize;
use utoipa::ToSchema;

use crate::bodies::seats::Match;
use crate::caller::Member;
use crate::policy::ScreenReaders;
use crate::problem::Problem;
use crate::services::Services;

/// How many tables a screen has at most.
const TABLES: u32 = 40;

/// What the screen of the hall shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Screen {
    /// The name of the club.
    name: String,
    /// The matches that are not over, the last opened first; at most 40.
    matches: Vec<Match>,
}

/// Reads what the screen of the hall shows.
///
/// The matches that go on: who sits where, the totals and the deal. Ask again every few seconds.
#[utoipa::path(get, path = "/v1/clubs/{club}/screen", tag = "clubs",
    responses((status = 200, description = "The tables", body = Screen)))]
pub(crate) async fn read_screen(
    member: Member<ScreenReaders>,
    services: Data<Services>,
) -> Result<Json<Screen>, Problem> {
    let club = services.ledger.club(member.club).await?;
    let going_on = MatchFilter {
        over: Some(false),
        ..MatchFilter::default()
    };
    let page = Page {
        before: None,
        limit: TABLES,
    };
    let found = services.ledger.matches(member.club, going_on, page).await?;
    Ok(Json(Screen {
        name: club.name,
        matches: found.matches.into_iter().map(Match::from).collect(),
    }))
}
