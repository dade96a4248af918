//! What happens in a match and is no hand: penalties, side payments, substitutions, its totals, an early end.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use ledger::evidence;
use ledger::evidence::{Outcome, Penalty, SidePayment, Substitution, Totals};

use super::hands::{RecordQuery, written_once};
use super::recording::{Asked, Recorded, preview, record};
use crate::bodies::hand::{
    NewPenalty, NewSidePayment, NewSubstitution, NewTotals, PlayedOutcome, RecordedOutcome,
};
use crate::bodies::outcome::{Stated, house_half_points};
use crate::bodies::points::Points;
use crate::bodies::seats::EarlyEnd;
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::engine_client::Place;
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::match_snapshot::MatchOfPath;
use crate::operation::{Operation, refusals};
use crate::policy::{MatchRecorders, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{with_etag, written};
use crate::services::Services;

pub(crate) const RECORD_PENALTY: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[refusals::NEXT_OUTCOME]);

/// Records a table penalty.
///
/// At any time of a match, with its reason. A penalty is not a hand: it has no number and does not change the deal. Points that are paid to
/// the house leave the table and belong to the club.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/penalties", tag = "matches",
    request_body(content = NewPenalty, example = json!({"chair": 2, "points": 5, "payee": "house", "reason": "looked into the wall"})),
    responses(
        (status = 200, description = "With `dry_run`: the penalty as it would be recorded", body = PlayedOutcome),
        (status = 201, description = "The penalty", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_penalty(
    member: Member<MatchRecorders>,
    path: MatchOfPath,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewPenalty>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    let outcome = Outcome::Penalty(Penalty {
        chair: new.chair,
        penalty: new.penalty.map(String::from),
        points: new.points,
        payee: new.payee,
    });
    let asked = one(path, outcome, Some(new.reason.into()), if_match);
    answer(&services, &member, write, &asked).await
}

pub(crate) const RECORD_SIDE_PAYMENT: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[refusals::NEXT_OUTCOME]);

/// Records a side payment.
///
/// At any time of a match: what one player, or each other player, pays somebody besides what hands pay, such as for a kong 槓錢. It is not a
/// hand: it has no number and does not change the deal.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/side-payments", tag = "matches",
    request_body(content = NewSidePayment, example = json!({"chair": 2, "from_chair": 3, "points": 4, "reason": "an exposed kong"})),
    responses(
        (status = 200, description = "With `dry_run`: the side payment as it would be recorded", body = PlayedOutcome),
        (status = 201, description = "The side payment", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_side_payment(
    member: Member<MatchRecorders>,
    path: MatchOfPath,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewSidePayment>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    let outcome = Outcome::SidePayment(SidePayment {
        chair: new.chair,
        from_chair: new.from_chair,
        side_payment: new.side_payment.map(String::from),
        points: new.points,
    });
    let asked = one(path, outcome, new.reason.map(String::from), if_match);
    answer(&services, &member, write, &asked).await
}

pub(crate) const RECORD_TOTALS: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[refusals::NEXT_OUTCOME, &[Code::PlayersChanged]]);

/// Records what a whole match came to, without its hands.
///
/// For a table of which only the result was written down. No points were recorded in the match before, and it is over after it. It counts in
/// standings, seasons, tournaments and settlements, and not in what is known of hands. To record totals in place of hands, correct the match:
/// void what was recorded and insert an outcome of kind `totals`. To go on with hands, void the totals.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/totals", tag = "matches",
    request_body(content = NewTotals, example = json!({"chair_points": [24, -8, -20, 4], "reason": "the sheet of the hands was lost"})),
    responses(
        (status = 200, description = "With `dry_run`: the totals as they would be recorded", body = PlayedOutcome),
        (status = 201, description = "The totals", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_totals(
    member: Member<MatchRecorders>,
    path: MatchOfPath,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewTotals>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    let outcome = Outcome::Totals(Totals {
        half_points: new.chair_points.map(|Points(half_points)| half_points),
        house_half_points: house_half_points(new.house_points),
    });
    let asked = Asked {
        players: new.players,
        ..one(path, outcome, new.reason.map(String::from), if_match)
    };
    answer(&services, &member, write, &asked).await
}

pub(crate) const RECORD_SUBSTITUTION: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        refusals::NEXT_OUTCOME,
        &[Code::PlayersNotDistinct, Code::TooManyMatchPlayers],
    ]);

/// Records that somebody else takes over a chair.
///
/// Between two hands. The newcomer takes the chair's wind and turn; what was gained or lost before stays with who sat there.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/substitutions", tag = "matches",
    request_body = NewSubstitution,
    responses(
        (status = 200, description = "With `dry_run`: the substitution as it would be recorded", body = PlayedOutcome),
        (status = 201, description = "The substitution", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_substitution(
    member: Member<Scorers>,
    path: MatchOfPath,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewSubstitution>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    let outcome = Outcome::Substitution(Substitution {
        chair: new.chair,
        player: new.player,
    });
    let asked = one(path, outcome, new.reason.map(String::from), if_match);
    answer(&services, &member, write, &asked).await
}

pub(crate) const END_MATCH: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[refusals::NEXT_OUTCOME]);

/// Ends a match early.
///
/// By agreement, before its last hand. An early end is not a hand and has no number. Send the ETag of the match in `If-Match`. To undo an
/// early end, void it with a correction.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/end", tag = "matches",
    request_body = EarlyEnd,
    params(("If-Match" = String, Header, description = "The ETag of the match as you read it")),
    responses(
        (status = 201, description = "The end", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn end_match(
    member: Member<Scorers>,
    path: MatchOfPath,
    once: IdempotentRequest,
    if_match: IfMatch,
    body: Body<EarlyEnd>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    if_match.required()?;
    let write = once.write(&member, &body);
    let reason = body.value.reason.map(String::from);
    let asked = one(path, Outcome::EarlyEnd {}, reason, if_match);
    answer(&services, &member, Some(write), &asked).await
}

fn one(
    path: MatchOfPath,
    outcome: Outcome,
    reason: Option<String>,
    if_match: IfMatch,
) -> Asked<'static> {
    Asked {
        match_id: path.id,
        snapshot: path.snapshot,
        number: None,
        players: None,
        outcomes: vec![Stated { outcome, reason }],
        place: Place::Body,
        if_match,
    }
}

async fn answer(
    services: &Services,
    member: &ClubMember,
    write: Option<ledger::Write>,
    asked: &Asked<'_>,
) -> Result<HttpResponse, Problem> {
    let Some(write) = write else {
        let played = preview(services, (member.club, member.holder()), asked).await?;
        return Ok(HttpResponse::Ok().json(played.first()));
    };
    let Recorded {
        outcomes,
        version,
        replayed,
        ..
    } = record(services, &write, asked).await?;
    let answer = written(StatusCode::CREATED, replayed, &outcomes.first());
    Ok(with_etag(answer, version))
}
