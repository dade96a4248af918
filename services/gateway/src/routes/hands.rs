//! Hands: recorded one by one or many at once, listed, read with their whole explanation.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::{MatchId, OutcomeId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::as_of::AsOfQuery;
use super::next_hand::record_next;
use super::path::MatchPath;
use super::recording::{Asked, preview, record};
use crate::bodies::field::Whole;
use crate::bodies::hand::{
    Hands, NewBatch, NewHand, Outcomes, PlayedOutcome, PlayedOutcomes, RecordedOutcome,
};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::engine_client::Place;
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReadsInTurn;
use crate::link_policy;
use crate::match_snapshot::MatchOfPath;
use crate::match_to_record_in::MatchToRecordIn;
use crate::operation::{Operation, refusals};
use crate::policy::{MatchReaders, MatchRecorders};
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, with_etag, written};
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
pub(crate) struct HandPath {
    /// The match
    #[serde(rename = "match")]
    #[param(value_type = Uuid)]
    match_id: MatchId,
    /// The hand
    #[param(value_type = Uuid)]
    hand: OutcomeId,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// Work it out and answer with that, but record nothing. Needs no Idempotency-Key.
    #[serde(default)]
    #[param(default = false)]
    pub(super) dry_run: bool,
}

pub(crate) const RECORD_HAND: Operation = Operation::costs(Cost::StepsOfOne)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[
        refusals::NEXT_OUTCOME,
        &[
            Code::HandNumberTaken,
            Code::HandNumberAhead,
            Code::PlayersChanged,
        ],
    ]);

/// Records a hand.
///
/// The hand is scored under the variant of the match; the payments, the next deal and the totals follow from it. The request states the
/// number of the hand, so that two people who score one table never record a hand twice: if the number is taken, the problem shows the hand
/// that has it. With `players` it is recorded only if they still sit at the table. The ETag of the answer is the new version of the match.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/hands", tag = "matches",
    request_body(content = NewHand, examples(
        ("A win with its tiles" = (value = json!({
            "number": 1,
            "outcome": {"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "hand": {
                "concealed": "88s WW", "winning_tile": "8s", "bonus_tiles": "1f",
                "melds": [{"kind": "pung", "tiles": "222s"}, {"kind": "pung", "tiles": "444s"}, {"kind": "pung", "tiles": "666s"}]
            }}]}
        }))),
        ("A declared win" = (value = json!({
            "number": 1,
            "outcome": {"kind": "win", "won_by": "self_draw", "winners": [{"chair": 3, "declared": {"fan": 4}}]}
        }))),
        ("Nobody won" = (value = json!({"number": 1, "outcome": {"kind": "goulash"}}))),
        ("A win with a liable player" = (value = json!({
            "number": 1,
            "outcome": {"kind": "win", "won_by": "self_draw", "winners": [
                {"chair": 3, "declared": {"fan": 8}, "liability": {"chair": 1, "rule": "big_three_dragons"}}
            ]}
        }))),
        ("Points the table agreed on" = (value = json!({
            "number": 1, "outcome": {"kind": "agreed", "winner": 3, "chair_points": [-8, -4, 16, -4]}
        }))),
        ("A false mahjong" = (value = json!({"number": 1, "outcome": {"kind": "false_mahjong", "chair": 2, "points": 10}}))),
    )),
    responses(
        (status = 200, description = "With `dry_run`: the hand as it would be recorded", body = PlayedOutcome),
        (status = 201, description = "The hand", body = RecordedOutcome, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 409, description = "The number is taken or ahead, the match is over or keeps changing, or other players sit at the table"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_hand(
    member: Member<MatchRecorders>,
    path: MatchToRecordIn,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewHand>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let MatchToRecordIn { path, admission } = path;
    let asked = Asked {
        match_id: path.id,
        snapshot: path.snapshot,
        number: Some(body.value.number.unsigned()),
        players: body.value.players,
        outcomes: vec![body.value.outcome.hand("/outcome")?],
        place: Place::Outcome,
        if_match,
    };
    let Some(write) = write else {
        let played = preview(&services, (member.club, member.holder()), &asked).await?;
        return Ok(HttpResponse::Ok().json(played.first()));
    };
    let recorded = record_next(&services, write, &asked, admission.as_ref()).await?;
    let hand = recorded.outcomes.first();
    let hand = hand.ok_or_else(|| Problem::internal("no hand was recorded"))?;
    let location = format!(
        "/v1/clubs/{}/matches/{}/hands/{}",
        member.club, hand.match_id, hand.id
    );
    Ok(with_etag(
        created(location, recorded.replayed, hand),
        recorded.version,
    ))
}

pub(crate) const RECORD_BATCH: Operation = Operation::costs(Cost::Steps)
    .writes(&[evidence::OutcomeRecorded::KIND])
    .refuses(&[
        refusals::NEXT_OUTCOME,
        refusals::NAMED_PLAYER,
        &[
            Code::TooManyMatchPlayers,
            Code::PlayersNotDistinct,
            Code::HandNumberTaken,
            Code::HandNumberAhead,
            Code::PlayersChanged,
        ],
    ]);

/// Records many outcomes at once.
///
/// A whole paper sheet, or a session that was recorded offline: up to 100 hands and other outcomes, in order. All of them are recorded or
/// none; a problem points to every faulty item. `number` is the number of the first hand. A link to the match records no substitution and no
/// early end.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/hands:batch", tag = "matches",
    request_body(content = NewBatch, example = json!({"number": 1, "outcomes": [
        {"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "declared": {"fan": 3}}]},
        {"kind": "penalty", "chair": 1, "points": 2, "payee": "players", "reason": "exposed a tile"},
        {"kind": "goulash"}
    ]})),
    responses(
        (status = 200, description = "With `dry_run`: the outcomes as they would be recorded", body = PlayedOutcomes),
        (status = 201, description = "The outcomes", body = Outcomes, headers(("ETag" = String, description = "The version of the match: send it in `If-Match`"))),
        (status = 403, description = "Your role does not allow it, or a link to the match sends a substitution or an early end"),
        (status = 409, description = "The number is taken or ahead, the match is over or keeps changing, or other players sit at the table"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
pub(crate) async fn record_batch(
    member: Member<MatchRecorders>,
    path: MatchOfPath,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewBatch>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let NewBatch {
        number,
        outcomes,
        players,
    } = body.value;
    if !(1..=MOST).contains(&outcomes.len()) {
        let detail = format!(
            "A batch has 1–{MOST} outcomes, this one {}.",
            outcomes.len()
        );
        return Err(Problem::at(Code::InvalidValue, "/outcomes", detail));
    }
    let outcomes = outcomes.into_iter().enumerate();
    let stated = outcomes.map(|(place, outcome)| {
        let at = format!("/outcomes/{place}");
        let stated = outcome.stated(&at)?;
        link_policy::check_outcome(&member, &stated.outcome, &at)?;
        Ok::<_, Problem>(stated)
    });
    let asked = Asked {
        match_id: path.id,
        snapshot: path.snapshot,
        number: Some(number.unsigned()),
        players,
        outcomes: stated.collect::<Result<_, _>>()?,
        place: Place::Outcomes,
        if_match,
    };
    let Some(write) = write else {
        let outcomes = preview(&services, (member.club, member.holder()), &asked).await?;
        return Ok(HttpResponse::Ok().json(PlayedOutcomes { outcomes }));
    };
    let recorded = record(&services, &write, &asked).await?;
    let outcomes = Outcomes {
        outcomes: recorded.outcomes,
    };
    let answer = written(StatusCode::CREATED, recorded.replayed, &outcomes);
    Ok(with_etag(answer, recorded.version))
}

/// Hands on a page unless the request says otherwise.
const PAGE: u32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HandsPageQuery {
    /// `next_cursor` of the page before; absent: from the beginning.
    #[param(value_type = Option<String>)]
    cursor: Option<String>,
    /// How many on the page at most, 100 unless you say otherwise. The pages of a match that was corrected often are shorter.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 200)]
    limit: Option<Whole<1, 200>>,
}

pub(crate) const LIST_HANDS: Operation = Operation::costs(Cost::Turns);

/// Lists the hands of a match.
///
/// In the order played, in pages, each hand with its whole explanation, as they stand now or stood then.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/hands", tag = "matches",
    responses((status = 200, description = "A page of hands", body = Hands)))]
pub(crate) async fn list_hands(
    member: Member<MatchReaders>,
    path: Path<MatchPath>,
    as_of: Query<AsOfQuery>,
    page: Query<HandsPageQuery>,
    reads: LateReadsInTurn,
    services: Data<Services>,
) -> Result<Json<Hands>, Problem> {
    let at = as_of.at()?;
    let list = format!("hands of {} in {}", path.id, member.club);
    let after: Option<u32> = services.cursors.read(&list, page.cursor.as_deref())?;
    let limit = page.limit.map_or(PAGE, Whole::unsigned);
    let page = (after.unwrap_or_default(), limit);
    // After a correction, the whole match is read for a page of it.
    let reads = reads.turn(&services, member.holder()).await?;
    let found = reads.hands(member.club, path.id, at, page);
    let found = found.await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let hands = found.hands.into_iter();
    let hands = hands.map(|hand| RecordedOutcome::current(path.id, hand));
    Ok(Json(Hands {
        hands: hands.collect::<Result<_, _>>()?,
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_HAND: Operation = Operation::costs(Cost::Turns);

/// Reads a hand.
///
/// The outcome, every pattern that was counted or left out with the reason, the payments, and the versions before corrections. Penalties
/// and substitutions can be read by their ids as well.
#[utoipa::path(get, path = "/v1/clubs/{club}/matches/{match}/hands/{hand}", tag = "matches",
    responses((status = 200, description = "The hand", body = RecordedOutcome)))]
pub(crate) async fn read_hand(
    member: Member<MatchReaders>,
    path: Path<HandPath>,
    query: Query<AsOfQuery>,
    services: Data<Services>,
) -> Result<Json<RecordedOutcome>, Problem> {
    let (club, id) = (member.club, path.match_id);
    let at = query.at()?;
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let found = ledger.outcome(club, id, at, path.hand);
    let hand = found.await?.ok_or_else(|| not_found("hand"))?;
    RecordedOutcome::current(id, hand).map(Json)
}

/// The most outcomes of a batch.
const MOST: usize = 100;

/// What makes a write one that is done once; none for a dry run, which writes nothing.
pub(super) fn written_once<T>(
    query: &RecordQuery,
    once: Result<IdempotentRequest, Problem>,
    member: &ClubMember,
    body: &Body<T>,
) -> Result<Option<ledger::Write>, Problem> {
    match query.dry_run {
        true => Ok(None),
        false => Ok(Some(once?.write(member, body))),
    }
}
