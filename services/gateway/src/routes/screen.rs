//! The screen of the hall: what everybody there may see.

use std::collections::BTreeSet;

use actix_web::web::{Data, Json};
use ledger::{ClubId, EveningView, MatchFilter, MatchId, Page, TournamentView};
use serde::Serialize;
use time::{Date, Duration};
use utoipa::ToSchema;

use crate::bodies::day::latest_today;
use crate::bodies::evening::{Evening, EveningRound};
use crate::bodies::rounds_playing::RoundThatPlays;
use crate::bodies::seats::Match;
use crate::bodies::tournament::{Tournament, TournamentOnScreen};
use crate::caller::Member;
use crate::late_reads::{LateReads, LateReadsInTurn};
use crate::operation::Operation;
use crate::policy::ScreenReaders;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;
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
    /// The time zone of the club, in the IANA database.
    #[schema(examples("Asia/Hong_Kong"))]
    time_zone: String,
    /// The matches that are not over, the last opened first; at most 40. Those that were declared void are not among them: a table of a round says
    /// so in its `state`.
    matches: Vec<Match>,
    /// What the matches are called that are at no table of `round` and `playing`.
    numbers: Vec<MatchNumber>,
    /// The round that was drawn last in an evening or a tournament of these days, in the last twelve hours: who sits where, and who sits out.
    /// Its tables have a `match` once they play. Absent if nothing was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    round: Option<EveningRound>,
    /// The tournament of the round, and the clock; absent if the round is of an evening.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tournament: Option<TournamentOnScreen>,
    /// The other rounds of these days of which tables still play, the last drawn first. Their tables keep their numbers.
    playing: Vec<RoundThatPlays>,
}

/// What a match is called that is of no round.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchNumber {
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The how-manieth match of its day it is, in the order in which they were opened. It keeps that number.
    #[schema(minimum = 1)]
    number: u64,
}

pub(crate) const READ_SCREEN: Operation = Operation::costs(Cost::Turns);

/// Reads what the screen of the hall shows.
///
/// The matches that go on: who sits where, the totals and the deal; and what was drawn for the next round. Ask again every few seconds.
#[utoipa::path(get, path = "/v1/clubs/{club}/screen", tag = "clubs",
    responses((status = 200, description = "The tables", body = Screen)))]
pub(crate) async fn read_screen(
    member: Member<ScreenReaders>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<Screen>, Problem> {
    // Up to four evenings and as many tournaments are read whole.
    let reads = reads.turn(&services, member.holder()).await?;
    let club = reads.club(member.club).await?;
    let going_on = MatchFilter {
        over: Some(false),
        void: Some(false),
        ..MatchFilter::default()
    };
    let page = Page {
        before: None,
        limit: TABLES,
    };
    let found = reads.matches(member.club, going_on, page).await?;
    let Shown {
        round,
        tournament,
        playing,
    } = shown(&reads, member.club).await?;
    let going_on = found.matches;
    let rounds = round.iter().chain(playing.iter().map(|one| &one.round));
    let of_rounds: BTreeSet<MatchId> = rounds.flat_map(EveningRound::matches).collect();
    let others = going_on.iter().map(|one| one.id);
    let others = others.filter(|id| !of_rounds.contains(id)).collect();
    let numbers = reads.numbers_of_day(member.club, others).await?;
    let numbers = numbers.into_iter();
    Ok(Json(Screen {
        name: club.name,
        time_zone: club.time_zone,
        matches: going_on.into_iter().map(Match::from).collect(),
        numbers: numbers
            .map(|(match_id, number)| MatchNumber { match_id, number })
            .collect(),
        round,
        tournament,
        playing,
    }))
}

/// What is shown of evenings and tournaments.
#[derive(Default)]
struct Shown {
    round: Option<EveningRound>,
    tournament: Option<TournamentOnScreen>,
    playing: Vec<RoundThatPlays>,
}

/// A round, and the tournament that it is of.
type Drawn = (EveningRound, Option<TournamentOnScreen>);

/// The round that was drawn last in the evenings and tournaments of these days, if that was not long ago, and the others that still play.
async fn shown(reads: &LateReads, club: ClubId) -> Result<Shown, Problem> {
    let latest = latest_today()?;
    let days = (latest - HELD, latest);
    let mut shown = Shown::default();
    let mut drawn: Vec<Drawn> = Vec::new();
    for view in evenings(reads, club, days).await? {
        let rounds = Evening::from(view).into_rounds().into_iter();
        drawn.extend(rounds.map(|round| (round, None)));
    }
    for view in tournaments(reads, club, days).await? {
        let mut tournament = Tournament::from(view);
        let rounds = tournament.take_rounds().into_iter();
        drawn.extend(rounds.map(|(round, clock)| {
            let on_screen = tournament.on_screen(&round, clock);
            (round, Some(on_screen))
        }));
    }
    drawn.sort_by_key(|(round, _)| round.drawn_at());
    let now = i64::try_from(now()).map_err(Problem::internal)?;
    let is_new = |round: &EveningRound| now - round.drawn_at().moment().unix_timestamp() < SHOWN;
    if let Some((round, tournament)) = drawn.pop_if(|(round, _)| is_new(round)) {
        shown.round = Some(round);
        shown.tournament = tournament;
    }
    let playing = drawn.into_iter().rev();
    let playing = playing.filter(|(round, _)| round.still_plays());
    shown.playing = playing
        .map(|(round, tournament)| RoundThatPlays { round, tournament })
        .collect();
    Ok(shown)
}

/// The evenings of these days.
async fn evenings(
    reads: &LateReads,
    club: ClubId,
    (first, last): (Date, Date),
) -> Result<Vec<EveningView>, Problem> {
    let found = reads.evenings(club, LAST_OPENED).await?;
    let held = found.evenings.into_iter().map(|evening| evening.terms);
    let held = held.filter(|terms| (first..=last).contains(&terms.held_on));
    let mut views = Vec::new();
    for terms in held.take(HELD_EVENINGS) {
        views.push(reads.evening(club, terms.evening).await?);
    }
    Ok(views)
}

/// The same of tournaments.
async fn tournaments(
    reads: &LateReads,
    club: ClubId,
    (first, last): (Date, Date),
) -> Result<Vec<TournamentView>, Problem> {
    let found = reads.tournaments(club, LAST_OPENED).await?;
    let held = found.tournaments.into_iter().map(|one| one.terms);
    let held = held.filter(|terms| terms.from <= last && first <= terms.until);
    let mut views = Vec::new();
    for terms in held.take(HELD_EVENINGS) {
        views.push(reads.tournament(club, terms.tournament).await?);
    }
    Ok(views)
}
