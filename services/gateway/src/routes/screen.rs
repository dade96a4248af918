//! The screen of the hall: what everybody there may see.

use actix_web::web::Json;
use ledger::{ClubId, EveningView, MatchFilter, Page, Timestamp, TournamentView};
use serde::Serialize;
use time::{Date, Duration};
use utoipa::ToSchema;

use crate::bodies::day::latest_today;
use crate::bodies::evening::{Evening, EveningRound};
use crate::bodies::seats::Match;
use crate::bodies::tournament::{Tournament, TournamentOnScreen};
use crate::caller::Member;
use crate::late_reads::LateReads;
use crate::policy::ScreenReaders;
use crate::problem::Problem;
use crate::token::now;

/// How many tables a screen has at most.
const TABLES: u32 = 40;
/// How many of the evenings and of the tournaments that were opened last may be the one that is held now: others can be planned before.
const EVENINGS: u32 = 40;
const LAST_OPENED: Page = Page {
    before: None,
    limit: EVENINGS,
};
/// An evening is held for so many days at most: its own, the next one after midnight, and one because days begin at other times elsewhere.
const HELD: Duration = Duration::days(2);
/// So many evenings and so many tournaments of these days are looked at.
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
    /// The round that was drawn last in an evening or a tournament of these days, in the last twelve hours: who sits where, and who sits out.
    /// Its tables have a `match` once they play. Absent if nothing was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    round: Option<EveningRound>,
    /// The tournament of the round, and the clock; absent if the round is of an evening.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tournament: Option<TournamentOnScreen>,
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
    let (round, tournament) = match last_draw(&reads, member.club).await? {
        Some(Draw::Evening(view)) => (Evening::from(*view).into_last_round(), None),
        Some(Draw::Tournament(view)) => Tournament::from(*view).into_last_round().unzip(),
        None => (None, None),
    };
    Ok(Json(Screen {
        name: club.name,
        matches: found.matches.into_iter().map(Match::from).collect(),
        round,
        tournament,
    }))
}

/// Of what a round was drawn.
enum Draw {
    Evening(Box<EveningView>),
    Tournament(Box<TournamentView>),
}

/// The evening or tournament of these days in which a round was drawn last, if that was not long ago.
async fn last_draw(reads: &LateReads, club: ClubId) -> Result<Option<Draw>, Problem> {
    let latest = latest_today()?;
    let days = (latest - HELD, latest);
    let mut draws = evenings(reads, club, days).await?;
    draws.extend(tournaments(reads, club, days).await?);
    let now = i64::try_from(now()).map_err(Problem::internal)?;
    draws.retain(|(drawn, _)| now - drawn.moment().unix_timestamp() < SHOWN);
    let last = draws.into_iter().max_by_key(|(drawn, _)| *drawn);
    Ok(last.map(|(_, draw)| draw))
}

/// The evenings of these days, each with when a round of it was drawn last.
async fn evenings(
    reads: &LateReads,
    club: ClubId,
    (first, last): (Date, Date),
) -> Result<Vec<(Timestamp, Draw)>, Problem> {
    let found = reads.evenings(club, LAST_OPENED).await?;
    let held = found.evenings.into_iter().map(|evening| evening.terms);
    let held = held.filter(|terms| (first..=last).contains(&terms.held_on));
    let mut draws = Vec::new();
    for terms in held.take(HELD_EVENINGS) {
        let view = reads.evening(club, terms.evening).await?;
        if let Some(round) = view.evening.rounds.last() {
            draws.push((round.drawn.time, Draw::Evening(Box::new(view))));
        }
    }
    Ok(draws)
}

/// The same of tournaments.
async fn tournaments(
    reads: &LateReads,
    club: ClubId,
    (first, last): (Date, Date),
) -> Result<Vec<(Timestamp, Draw)>, Problem> {
    let found = reads.tournaments(club, LAST_OPENED).await?;
    let held = found.tournaments.into_iter().map(|one| one.terms);
    let held = held.filter(|terms| terms.from <= last && first <= terms.until);
    let mut draws = Vec::new();
    for terms in held.take(HELD_EVENINGS) {
        let view = reads.tournament(club, terms.tournament).await?;
        if let Some(round) = view.tournament.rounds.last() {
            draws.push((round.drawn.time, Draw::Tournament(Box::new(view))));
        }
    }
    Ok(draws)
}
