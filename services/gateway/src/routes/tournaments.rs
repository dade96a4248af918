//! Tournaments: opened, listed, read and closed, and who takes part. Whoever changes one has it read whole first, in a turn.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence::{self, MAX_ENTRANTS};
use ledger::{ChangeEntrants, Error, OpenTournament, PlayerId, TournamentView, Written};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::PageQuery;
use super::path::TournamentPath;
use crate::bodies::day::period;
use crate::bodies::field::{Whole, at_most, check_text};
use crate::bodies::tournament::{
    EntrantsChange, NewTournament, Tournament, TournamentSummary, Tournaments,
};
use crate::bodies::tournament_rules;
use crate::bodies::tournament_standings::TournamentStandings;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::{LateReads, LateReadsInTurn};
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, Owners, Scorers};
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TournamentStandingsQuery {
    /// As the ledger told it up to this sequence number. Absent: as of the entry that closed the tournament, or as of the last entry of a
    /// tournament that goes on.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    as_of_seq: Option<Whole<1, 9_007_199_254_740_991>>,
}

pub(crate) const OPEN_TOURNAMENT: Operation =
    Operation::costs(Cost::Turns).writes(&[evidence::TournamentOpened::KIND]);

/// Opens a tournament.
///
/// Several rounds of tables of four, with standings by its rules, which do not change. The seeds of all its draws are fixed by that:
/// `seed_hash` is the hash of the first seed, and each seed is the hash of the next. So nobody can choose a seed for a draw, and everybody
/// can compute every draw again. The name can be erased: `DELETE …/ledger/entries/{opened_seq}/text`.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments", tag = "tournaments",
    request_body(content = NewTournament, example = json!({"name": "Autumn cup", "from": "2026-12-05", "until": "2026-12-06", "rules": {"rounds": 8, "draw": "swiss", "scoring": "table_points", "table_points": [4, 2, 1, 0], "ties": ["points", "opponents"], "clock": {"minutes": 90, "last_hand": "finish_hand"}}})),
    responses((status = 201, description = "The tournament", body = Tournament)))]
pub(crate) async fn open_tournament(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<NewTournament>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    period(Some(new.from), Some(new.until))
        .map_err(|detail| Problem::at(Code::InvalidValue, "/until", detail))?;
    let new = OpenTournament {
        name: new.name.into(),
        from: new.from.0,
        until: new.until.0,
        rules: tournament_rules::stated(new.rules)?,
    };
    let opened = services.ledger.open_tournament(write, new).await?;
    let id = opened.value.tournament.terms.tournament;
    let location = format!("/v1/clubs/{}/tournaments/{id}", member.club);
    let replayed = opened.replayed;
    Ok(created(location, replayed, &Tournament::from(opened.value)))
}

pub(crate) const LIST_TOURNAMENTS: Operation = Operation::costs(Cost::Turns);

/// Lists the tournaments of a club.
///
/// The last opened first, in pages, without their rules and what happened in them.
#[utoipa::path(get, path = "/v1/clubs/{club}/tournaments", tag = "tournaments",
    responses((status = 200, description = "A page of tournaments", body = Tournaments)))]
pub(crate) async fn list_tournaments(
    member: Member<AnyMember>,
    query: Query<PageQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Tournaments>, Problem> {
    let list = format!("tournaments of {}", member.club);
    let page = query.page(&services, &list)?;
    let found = reads.tournaments(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let tournaments = found.tournaments.into_iter();
    Ok(Json(Tournaments {
        tournaments: tournaments.map(TournamentSummary::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_TOURNAMENT: Operation = Operation::costs(Cost::Turns);

/// Reads a tournament.
///
/// Its rules, who takes part, of each round who sits where, who sits out and which matches are played, its clock, and the penalties.
#[utoipa::path(get, path = "/v1/clubs/{club}/tournaments/{tournament}", tag = "tournaments",
    responses((status = 200, description = "The tournament", body = Tournament)))]
pub(crate) async fn read_tournament(
    member: Member<AnyMember>,
    path: Path<TournamentPath>,
    services: Data<Services>,
) -> Result<Json<Tournament>, Problem> {
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let view = ledger.tournament(member.club, path.tournament);
    Ok(Json(Tournament::from(view.await?)))
}

pub(crate) const CHANGE_ENTRANTS: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::EntrantsChanged::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        &[
            Code::NotAnEntrant,
            Code::TooManyEntrants,
            Code::TooManyTeams,
            Code::TooManyTournamentChanges,
            Code::TournamentClosed,
        ],
    ]);

/// Registers players, checks them in, and takes note of who left.
///
/// Also late, and between rounds: the next draw is among those who are checked in. Substitutes who are checked in fill up tables. A tournament
/// has at most 400 entrants, those who left included.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/entrants", tag = "tournaments",
    request_body(content = EntrantsChange, example = json!({
        "registered": [{"player": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "team": "Winds"}],
        "checked_in": ["0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01"]
    })),
    responses(
        (status = 200, description = "The tournament", body = Tournament),
        (status = 409, description = "The tournament was closed, somebody does not take part, a player was merged into another or erased, or too many players or teams would take part"),
    ))]
pub(crate) async fn change_entrants(
    member: Member<Scorers>,
    path: Path<TournamentPath>,
    once: IdempotentRequest,
    body: Body<EntrantsChange>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    check_lists(&new)?;
    let change = ChangeEntrants {
        tournament: path.tournament,
        registered: new.registered,
        checked_in: new.checked_in,
        withdrawn: new.withdrawn,
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let changed = ledger.change_entrants(write, change).await?;
    Ok(changed_tournament(changed))
}

/// Refuses lists that contradict themselves or each other.
fn check_lists(new: &EntrantsChange) -> Result<(), Problem> {
    at_most("", "registered", &new.registered, MAX_ENTRANTS)?;
    at_most("", "checked_in", &new.checked_in, MAX_ENTRANTS)?;
    at_most("", "withdrawn", &new.withdrawn, MAX_ENTRANTS)?;
    let refused = |pointer: String, detail: &'static str| {
        Err(Problem::at(Code::InvalidValue, pointer, detail))
    };
    let mut registered: BTreeSet<PlayerId> = BTreeSet::new();
    for (index, one) in new.registered.iter().enumerate() {
        if !registered.insert(one.player) {
            let pointer = format!("/registered/{index}/player");
            return refused(pointer, "This player is registered before it.");
        }
        if let Some(label) = &one.team {
            check_text::<40>(label, format_args!("/registered/{index}/team"))?;
        }
    }
    let stay = registered.iter().chain(&new.checked_in);
    let stay: BTreeSet<PlayerId> = stay.copied().collect();
    match new
        .withdrawn
        .iter()
        .position(|player| stay.contains(player))
    {
        None => Ok(()),
        Some(index) => refused(
            format!("/withdrawn/{index}"),
            "This player is registered or checked in by the same request.",
        ),
    }
}

pub(crate) const READ_TOURNAMENT_STANDINGS: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::TournamentTooLarge, Code::MatchWithoutHands]]);

/// Reads the standings of a tournament.
///
/// They are added up from the matches when they are asked for, and include every entry up to `seq`. With `as_of_seq` at most 500 matches
/// changed after that entry.
#[utoipa::path(get, path = "/v1/clubs/{club}/tournaments/{tournament}/standings", tag = "tournaments",
    responses(
        (status = 200, description = "The standings", body = TournamentStandings),
        (status = 409, description = "Too many matches of the tournament changed after `as_of_seq`"),
        (status = 422, description = "The ledger has fewer entries than `as_of_seq`"),
    ))]
pub(crate) async fn read_tournament_standings(
    member: Member<AnyMember>,
    path: Path<TournamentPath>,
    query: Query<TournamentStandingsQuery>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<TournamentStandings>, Problem> {
    let as_of = query.as_of_seq.map(Whole::unsigned_wide);
    let reads = reads.turn(&services, member.holder()).await?;
    let found = reads.tournament_standings(member.club, path.tournament, as_of);
    let found = found.await;
    if let Err(Error::BeyondLedger { size }) = found {
        return Err(beyond_ledger("as_of_seq", size));
    }
    Ok(Json(TournamentStandings::from(found?)))
}

pub(crate) const CLOSE_TOURNAMENT: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::TournamentClosed::KIND])
    .refuses(&[&[Code::TournamentClosed]]);

/// Closes a tournament.
///
/// Its standings are final: those as of the entry that this writes. Whatever a referee decides or is corrected later shows beside them. It
/// cannot be opened again.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}:close", tag = "tournaments",
    responses(
        (status = 200, description = "The tournament", body = Tournament),
        (status = 409, description = "The tournament was closed before"),
    ))]
pub(crate) async fn close_tournament(
    member: Member<Owners>,
    path: Path<TournamentPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let closed = ledger.close_tournament(write, path.tournament);
    Ok(changed_tournament(closed.await?))
}

/// The answer with a tournament that was changed.
pub(super) fn changed_tournament(changed: Written<TournamentView>) -> HttpResponse {
    let Written { value, replayed } = changed;
    written(StatusCode::OK, replayed, &Tournament::from(value))
}
