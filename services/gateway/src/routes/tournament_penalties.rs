//! Penalties in a tournament: given and withdrawn by referees.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use ledger::evidence;
use ledger::evidence::MAX_PENALTY_HALF_POINTS;
use ledger::{GivePenalty, WithdrawPenalty, Written};

use super::path::{TournamentPath, TournamentPenaltyPath};
use super::tournaments::changed_tournament;
use crate::bodies::field::Whole;
use crate::bodies::tournament::{NewTournamentPenalty, PenaltyWithdrawal, Tournament};
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Referees;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::created;
use crate::services::Services;

pub(crate) const GIVE_PENALTY: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PenaltyGiven::KIND])
    .refuses(&[&[
        Code::NotAnEntrant,
        Code::TooManyTournamentChanges,
        Code::TournamentClosed,
    ]]);

/// Gives a penalty in a tournament.
///
/// It takes points or table points away from somebody who takes part; with neither it is a warning. Also after the tournament was closed: then it
/// shows beside the final standings. Penalties at the table are recorded in the match
/// (`POST …/matches/{match}/penalties`).
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/penalties", tag = "tournaments",
    request_body(content = NewTournamentPenalty, example = json!({"player": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01", "round": 2, "points": 10, "reason": "late by ten minutes"})),
    responses(
        (status = 201, description = "The tournament, with the penalty", body = Tournament),
        (status = 409, description = "The player does not take part, or table points are taken away and the rules have none"),
    ))]
pub(crate) async fn give_penalty(
    member: Member<Referees>,
    path: Path<TournamentPath>,
    once: IdempotentRequest,
    body: Body<NewTournamentPenalty>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    let half_points = new.points.map_or(0, |points| points.0);
    let half_points = u32::try_from(half_points).ok();
    let half_points = half_points.filter(|taken| *taken <= MAX_PENALTY_HALF_POINTS);
    let half_points = half_points.ok_or_else(|| {
        let detail = "A penalty takes 0 to 1,000,000 points away.";
        Problem::at(Code::InvalidValue, "/points", detail)
    })?;
    let new = GivePenalty {
        tournament: path.tournament,
        player: new.player,
        round: new.round.map(Whole::unsigned),
        half_points,
        table_points: new.table_points.map_or(0, Whole::unsigned),
        reason: new.reason.into(),
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let Written { value, replayed } = ledger.give_penalty(write, new).await?;
    let location = format!("/v1/clubs/{}/tournaments/{}", member.club, path.tournament);
    Ok(created(location, replayed, &Tournament::from(value)))
}

pub(crate) const WITHDRAW_PENALTY: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PenaltyWithdrawn::KIND])
    .refuses(&[&[
        Code::PenaltyWithdrawn,
        Code::TooManyTournamentChanges,
        Code::TournamentClosed,
    ]]);

/// Withdraws a penalty of a tournament.
///
/// It does not count any more, and stays in the list. Also after the tournament was closed.
#[utoipa::path(post, path = "/v1/clubs/{club}/tournaments/{tournament}/penalties/{seq}:withdraw", tag = "tournaments",
    request_body(content = PenaltyWithdrawal, example = json!({"reason": "the bus was late"})),
    responses(
        (status = 200, description = "The tournament", body = Tournament),
        (status = 409, description = "The penalty was withdrawn before"),
    ))]
pub(crate) async fn withdraw_penalty(
    member: Member<Referees>,
    path: Path<TournamentPenaltyPath>,
    once: IdempotentRequest,
    body: Body<PenaltyWithdrawal>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = WithdrawPenalty {
        tournament: path.tournament,
        penalty: path.seq,
        reason: body.value.reason.into(),
    };
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let withdrawn = ledger.withdraw_penalty(write, new).await?;
    Ok(changed_tournament(withdrawn))
}
