//! The screen of the hall: what everybody there may see.

use actix_web::web::Json;
use ledger::{ClubId, MatchFilter, Page};
use serde::Serialize;
use time::Duration;
use utoipa::ToSchema;

use crate::bodies::day::latest_today;
use crate::bodies::evening::{Evening, EveningRound};
use crate::bodies::seats::Match;
use crate::caller::Member;
use crate::late_reads::LateReads;
use crate::policy::ScreenReaders;
use crate::problem::Problem;

/// How many tables a screen has at most.
const TABLES: u32 = 40;
/// How many of the evenings that were opened last may be the one that is held now: others can be planned before.
const EVENINGS: u32 = 40;
/// An evening is held for so many days at most: its own, the next one after midnight, and one because days begin at other times elsewhere.
const HELD: Duration = Duration::days(2);

/// What the screen of the hall shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Screen {
    /// The name of the club.
    name: String,
    /// The matches that are not over, the last opened first; at most 40.
    matches: Vec<Match>,
    /// The round that was drawn last in the evening that is held: who sits where, and who sits out. Its tables have a `match` once they play.
    /// Absent if no evening is held, or nothing is drawn yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    round: Option<EveningRound>,
}

/// Reads what the screen of the hall shows.
///
/// The matches that go on: who sits where, the totals and the deal; and what was drawn for the next round. Ask again every few seconds.
#[utoipa::path(get, path = "/v1/clubs/{club}/screen", tag = "clubs",
    responses((status = 200, description = "The tables", body = Screen)))]
pub(crate) async fn read_screen(
    member: Member<ScreenReaders>,
    reads: LateReads,
) -> Result<Json<Screen>, Problem> {
    let club = reads.club(member.club).await?;
    let going_on = MatchFilter {
        over: Some(false),
        ..MatchFilter::default()
    };
    let page = Page {
        before: None,
        limit: TABLES,
    };
    let found = reads.matches(member.club, going_on, page).await?;
    let round = last_round(&reads, member.club).await?;
    Ok(Json(Screen {
        name: club.name,
        matches: found.matches.into_iter().map(Match::from).collect(),
        round,
    }))
}

/// The round that was drawn last in the evening that is held.
async fn last_round(reads: &LateReads, club: ClubId) -> Result<Option<EveningRound>, Problem> {
    let latest = latest_today()?;
    let page = Page {
        before: None,
        limit: EVENINGS,
    };
    let found = reads.evenings(club, page).await?;
    let days = latest - HELD..=latest;
    let mut held = found.evenings.into_iter().map(|evening| evening.terms);
    let Some(held) = held.find(|evening| days.contains(&evening.held_on)) else {
        return Ok(None);
    };
    let view = reads.evening(club, held.evening).await?;
    Ok(Evening::from(view).into_last_round())
}
