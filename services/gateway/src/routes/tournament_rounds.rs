//! The rounds of a tournament: drawn, opened, and their clocks set.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use ledger::evidence;
use ledger::{
    DrawTournamentRound, OpenTournamentRound, ReplayTables, SetTournamentClock, TournamentView,
    Written,
};

use super::path::{TournamentPath, TournamentRoundPath};
use super::tournaments::changed_tournament;
use crate::bodies::day::latest_today;
use crate::bodies::evening::NewRoundMatches;
use crate::bodies::field::{Whole, at_most};
use crate::bodies::tournament::Tournament;
use crate::bodies::tournament_round::{NewTournamentClock, NewTournamentRound};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::idempotent_request::IdempotentRequest;
use crate::operation::{Operation, refusals};
use crate::policy::{Scorers, TimeKeepers};
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::created;
use crate::services::Services;

/// Tables of a round, at most.
const MOST_TABLES: usize = 100;

pub(crate) const DRAW_TOURNAMENT_ROUND: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::TournamentRoundDrawn::KIND])
    .refuses(&[&[
        Code::TournamentClosed,
        Code::TooManyEntrants,
        Code::NotCheckedIn,
        Code::TooFewPlayers,
        Code::TooFewForCut,
        Code::CutContradicted,
        Code::ScheduleBroken,
        Code::TooManyRounds,
        Code::NoSeed,
        Code::NothingToRedraw,
        Code::RoundNotOpened,
        Code::RoundStillPlays,
        Code::RoundsStale,
        Code::MatchWithoutHands,
    ]]);

/// Draws the next round of a tournament.
///
/// Among those who are checked in, or among the best of them after the cut. Substitutes who are checked in fill up the tables; whoever is still
/// left over sits out. At each table the players sit where they sat least often before. Everything but a prescribed round follows from the seed and the ledger: `LEAF.md` says how, and every audit computes
/// it again. The matches of the round before are opened before, or that round is replaced (`redraw`). The tables of earlier rounds are over before,
/// or `unfinished` says that they still play: then what they have played by now counts for the draw. `draw` says which
/// draw is meant: of two who draw at the same time, one does.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/rounds", tag = "tournaments",
    request_body(content = NewTournamentRound, example = json!({"draw": 1, "method": "swiss"})),
    responses(
        (status = 201, description = "The tournament, with the round", body = Tournament),
        (status = 409, description = "The tournament was closed or has no further round, another draw is the next one than `draw` says, the matches of the last round were not opened, tables of earlier rounds still play, too few players are checked in, prescribed tables after a cut leave out somebody with a better rank and no reason is stated, fewer players are checked in than play on after the cut, other players are there than the schedule was made for, or no round can be drawn once more"),
    ))]
pub(crate) async fn draw_tournament_round(
    member: Member<Scorers>,
    path: Path<TournamentPath>,
    once: IdempotentRequest,
    body: Body<NewTournamentRound>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    if let Some(tables) = &new.tables {
        at_most("", "tables", tables, MOST_TABLES)?;
        if tables.is_empty() {
            let detail = "A round has at least one table.";
            return Err(Problem::at(Code::InvalidValue, "/tables", detail));
        }
    }
    let new = DrawTournamentRound {
        tournament: path.tournament,
        draw: new.draw.map(Whole::unsigned),
        method: new.method,
        redraw: new.redraw,
        tables: new.tables,
        unfinished: new.unfinished,
        reason: new.reason.map(String::from),
    };
    let turn = services.draws.turn(&member).await?;
    let ledger = services.ledger.keeping(turn);
    let drawn = ledger.draw_tournament_round(write, new).await?;
    Ok(with_round(&member, drawn))
}

pub(crate) const OPEN_TOURNAMENT_ROUND: Operation = Operation::costs(Cost::Steps)
    .writes(&[
        evidence::VariantAdded::KIND,
        evidence::MatchOpened::KIND,
        evidence::TournamentRoundOpened::KIND,
    ])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        refusals::TERMS,
        &[
            Code::TournamentToCome,
            Code::RoundOpened,
            Code::TournamentClosed,
        ],
    ]);

/// Opens the matches of a round of a tournament.
///
/// One for each table, all of them with the same terms, today in the club's time zone, or on the last day of the tournament if it is over by
/// then. A round is opened once.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/rounds/{round}/matches", tag = "tournaments",
    request_body(content = NewRoundMatches, example = json!({"terms": {"variant": {"id": "old-hong-kong"}}})),
    responses(
        (status = 201, description = "The tournament, with the matches", body = Tournament),
        (status = 409, description = "The round was opened, the tournament was closed or is still to come, the club has retired the variant or has 1,000 others, or a player was merged into another or erased"),
    ))]
pub(crate) async fn open_tournament_round(
    member: Member<Scorers>,
    path: Path<TournamentRoundPath>,
    once: IdempotentRequest,
    body: Body<NewRoundMatches>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    let turn = services.whole_match_reads.turn(member.holder()).await?;
    let before = services.ledger.tournament_left_before(write.clone());
    if let Some(value) = before.await? {
        let replayed = true;
        return Ok(with_round(&member, Written { value, replayed }));
    }
    let view = services.ledger.tournament(member.club, path.tournament);
    let tournament = view.await?.tournament;
    // No turn is kept while the engine reads the terms.
    drop(turn);
    let round = tournament.round(path.round);
    let round = round.ok_or_else(|| not_found("round"))?;
    let (from, until) = (tournament.terms.from, tournament.terms.until);
    if from > latest_today()? {
        let detail = format!("The tournament begins on {from}, which is still to come.");
        return Err(Problem::new(Code::TournamentToCome, detail));
    }
    let day = services.ledger.today(member.club).await?;
    let day = day.clamp(from, until);
    let agreed = new.terms.agreed(&services, member.club).await?;
    let tables = round.draw.tables.iter();
    let new = OpenTournamentRound {
        tournament: path.tournament,
        round: path.round,
        matches: tables.map(|table| agreed.seat(*table, day)).collect(),
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let opened = ledger.open_tournament_round(write, new).await?;
    Ok(with_round(&member, opened))
}

pub(crate) const REPLAY_TOURNAMENT_ROUND: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MatchOpened::KIND, evidence::TablesReplayed::KIND])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        &[
            Code::VariantRetired,
            Code::NothingToReplay,
            Code::TooManyTournamentChanges,
            Code::TournamentClosed,
        ],
    ]);

/// Plays the void matches of a round of a tournament again.
///
/// At each table of the round whose match is void, a match is opened instead of it: with the players who were drawn, on the same terms and the
/// same day. It counts in the standings, and the void one does not. To play a whole round again, declare all of its matches void first. Rounds that
/// were drawn meanwhile stay as they are.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/rounds/{round}:replay", tag = "tournaments",
    responses(
        (status = 201, description = "The tournament, with the matches", body = Tournament),
        (status = 409, description = "No match of the round is void, the tournament was closed, the club has retired the variant, or a player was merged into another or erased"),
    ))]
pub(crate) async fn replay_tournament_round(
    member: Member<Scorers>,
    path: Path<TournamentRoundPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let new = ReplayTables {
        of: path.tournament,
        round: path.round,
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let opened = ledger.replay_tournament_tables(write, new).await?;
    Ok(with_round(&member, opened))
}

pub(crate) const SET_TOURNAMENT_CLOCK: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::TournamentClockChanged::KIND])
    .refuses(&[&[Code::TooManyTournamentChanges, Code::TournamentClosed]]);

/// Sets the clock of a round of a tournament.
///
/// It starts, stops, goes on or shows another time. Nothing happens when the time is over: the rules say what is still played.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/rounds/{round}/clock", tag = "tournaments",
    request_body(content = NewTournamentClock, example = json!({"running": true})),
    responses(
        (status = 200, description = "The tournament, with the clock of the round", body = Tournament),
        (status = 409, description = "The tournament was closed"),
        (status = 422, description = "Nobody says how many seconds remain: neither the request nor the rules"),
    ))]
pub(crate) async fn set_tournament_clock(
    member: Member<TimeKeepers>,
    path: Path<TournamentRoundPath>,
    once: IdempotentRequest,
    body: Body<NewTournamentClock>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = SetTournamentClock {
        tournament: path.tournament,
        round: path.round,
        running: body.value.running,
        remaining_seconds: body.value.remaining_seconds.map(Whole::unsigned),
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let set = ledger.set_tournament_clock(write, new).await?;
    Ok(changed_tournament(set))
}

fn with_round(member: &ClubMember, written: Written<TournamentView>) -> HttpResponse {
    let Written { value, replayed } = written;
    let id = value.tournament.terms.tournament;
    let location = format!("/v1/clubs/{}/tournaments/{id}", member.club);
    created(location, replayed, &Tournament::from(value))
}
