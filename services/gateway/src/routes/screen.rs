//! The screen of the hall: what everybody there may see.

use actix_web::web::Json;
use ledger::{ClubId, EveningView, MatchFilter, Page};
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
use crate::token::now;

/// How many tables a screen has at most.
const TABLES: u32 = 40;
/// How many of the evenings that were opened last may be the one that is held now: others can be planned before.
const EVENINGS: u32 = 40;
/// An evening is held for so many days at most: its own, the next one after midnight, and one because days begin at other times elsewhere.
const HELD: Duration = Duration::days(2);
/// So many evenings of these days are looked at.
const HELD_EVENINGS: usize = 4;
/// A draw is shown for so many seconds: as long as an evening lasts.
const SHOWN: i64 = 12 * 60 * 60;

/// What the screen of the hall shows.
#[derive(Serialize, ToSchema)]
pub(crate) struct Screen {
    /// The name of the club.
    name: String,
    /// The matches that are not over, the last opened first; at most 40.
    matches: Vec<Match>,
    /// The round that was drawn last in an evening of these days, in the last twelve hours: who sits where, and who sits out. Its tables have
    /// a `match` once they play. Absent if nothing was drawn.
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

/// The round that was drawn last in the evenings of these days, if that was not long ago.
async fn last_round(reads: &LateReads, club: ClubId) -> Result<Option<EveningRound>, Problem> {
    let latest = latest_today()?;
    let page = Page {
        before: None,
        limit: EVENINGS,
    };
    let found = reads.evenings(club, page).await?;
    let days = latest - HELD..=latest;
    let held = found.evenings.into_iter().map(|evening| evening.terms);
    let held = held.filter(|evening| days.contains(&evening.held_on));
    let mut last: Option<(i64, EveningView)> = None;
    for evening in held.take(HELD_EVENINGS) {
        let view = reads.evening(club, evening.evening).await?;
        let drawn = view.evening.rounds.last().map(|round| round.drawn.time);
        let Some(second) = drawn.map(|time| time.moment().unix_timestamp()) else {
            continue;
        };
        if last.as_ref().is_none_or(|(other, _)| *other < second) {
            last = Some((second, view));
        }
    }
    let now = i64::try_from(now()).map_err(Problem::internal)?;
    let shown = last.filter(|(second, _)| now - second < SHOWN);
    Ok(shown.and_then(|(_, view)| Evening::from(view).into_last_round()))
}
