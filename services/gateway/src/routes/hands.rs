//! Hands: recorded, listed, read with their whole explanation.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, get, post};
use ledger::evidence::{Facts, HandResult};
use ledger::{HandId, LookAt, MatchId, MatchView, RecordHand, Recording, Snapshot, Write};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::{MatchPath, TRIES, changed, document, over};
use crate::answer::{created, with_etag};
use crate::app::Services;
use crate::bodies::hand::{Hands, NewHand, PlayedHand, RecordedHand};
use crate::body::Body;
use crate::caller::Member;
use crate::etag::IfMatch;
use crate::once::Once;
use crate::problem::ledger::key_reused;
use crate::problem::{Code, Problem};

#[derive(Deserialize)]
pub(crate) struct HandPath {
    #[serde(rename = "match")]
    match_id: MatchId,
    hand: HandId,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// Work the hand out and answer with it, but record nothing. Needs no Idempotency-Key.
    #[serde(default)]
    #[param(default = false)]
    dry_run: bool,
}

/// Records a hand.
///
/// The hand is scored under the match's variant, and who pays what, the deal and the totals follow from it. It
/// states its number, so that two people who score one table never record a hand twice: if the number is taken,
/// the problem shows the hand that took it. The answer's ETag is the match's new version.
#[utoipa::path(tag = "matches",
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
        ("A false mahjong" = (value = json!({"number": 1, "outcome": {"kind": "false_mahjong", "chair": 2, "points": 10}}))),
    )),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("match" = Uuid, Path, description = "The match"),
        RecordQuery,
        ("Idempotency-Key" = Option<String>, Header, description = "1–255 visible ASCII characters; a new one for each hand. Required unless `dry_run`"),
        ("If-Match" = Option<String>, Header, description = "The ETag of the match, if it has to be as you read it"),
    ),
    responses(
        (status = 200, description = "With `dry_run`: the hand as it would be recorded", body = PlayedHand),
        (status = 201, description = "The hand", body = RecordedHand),
        (status = 409, description = "The number is taken or ahead, the match is over, or keeps changing"),
        (status = 412, description = "The match has changed since you read it"),
    ))]
#[post("/v1/clubs/{club}/matches/{match}/hands")]
pub(crate) async fn record_hand(
    member: Member,
    path: Path<MatchPath>,
    query: Query<RecordQuery>,
    once: Result<Once, Problem>,
    if_match: IfMatch,
    body: Body<NewHand>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let mut look = LookAt {
        club: member.club,
        match_id: path.id,
        number: Some(body.value.number.unsigned()),
        key: None,
    };
    if query.dry_run {
        let facts = body.value.outcome.facts("/outcome")?;
        return preview(&services, look, &if_match, facts).await;
    }
    let once = once?;
    look.key = Some(once.key_of(member.user));
    let write = once.write(&member, &body);
    let facts = body.value.outcome.facts("/outcome")?;
    for _ in 0..TRIES {
        if let Some(answer) = attempt(&services, &look, &write, &if_match, facts.clone()).await? {
            return Ok(answer);
        }
    }
    Err(changed())
}

/// Lists the hands of a match.
///
/// In the order played, each with its whole explanation.
#[utoipa::path(tag = "matches",
    params(("club" = Uuid, Path, description = "The club"), ("match" = Uuid, Path, description = "The match")),
    responses((status = 200, description = "The hands", body = Hands)))]
#[get("/v1/clubs/{club}/matches/{match}/hands")]
pub(crate) async fn list_hands(
    member: Member,
    path: Path<MatchPath>,
    services: Data<Services>,
) -> Result<Json<Hands>, Problem> {
    let hands = services.ledger.hands(member.club, path.id).await?;
    let hands = hands.into_iter().map(RecordedHand::from).collect();
    Ok(Json(Hands { hands }))
}

/// Reads a hand.
///
/// What happened, every pattern counted and left out and why, and who paid what.
#[utoipa::path(tag = "matches",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("match" = Uuid, Path, description = "The match"),
        ("hand" = Uuid, Path, description = "The hand"),
    ),
    responses((status = 200, description = "The hand", body = RecordedHand)))]
#[get("/v1/clubs/{club}/matches/{match}/hands/{hand}")]
pub(crate) async fn read_hand(
    member: Member,
    path: Path<HandPath>,
    services: Data<Services>,
) -> Result<Json<RecordedHand>, Problem> {
    let hand = services
        .ledger
        .hand(member.club, path.match_id, path.hand)
        .await?;
    Ok(Json(hand.into()))
}

/// Looks, works the hand out, and records it if the match is still the same; none if it is not.
async fn attempt(
    services: &Services,
    look: &LookAt,
    write: &Write,
    if_match: &IfMatch,
    facts: Facts,
) -> Result<Option<HttpResponse>, Problem> {
    let mut seen = services.ledger.snapshot(look.clone()).await?;
    if let Some(prior) = seen.prior.take() {
        return replay(write, prior).map(Some);
    }
    refuse(seen.clone(), look, if_match)?;
    let hand = work_out(services, look, &seen.view, facts).await?;
    match services.ledger.record_hand(write.clone(), hand).await? {
        Recording::Recorded(hand) => Ok(Some(recorded(write, hand.value, hand.replayed))),
        Recording::NumberTaken(hand) => Err(number_taken(*hand)),
        Recording::MatchOver => Err(over()),
        Recording::NumberAhead { next } => Err(number_ahead(next)),
        Recording::MatchChanged => Ok(None),
    }
}

async fn preview(
    services: &Services,
    look: LookAt,
    if_match: &IfMatch,
    facts: Facts,
) -> Result<HttpResponse, Problem> {
    let seen = services.ledger.snapshot(look.clone()).await?;
    let view = seen.view.clone();
    refuse(seen, &look, if_match)?;
    let hand = work_out(services, &look, &view, facts).await?;
    Ok(HttpResponse::Ok().json(PlayedHand::preview(hand, view.variant_hash)))
}

/// What stands in the way, in order of precedence.
fn refuse(seen: Snapshot, look: &LookAt, if_match: &IfMatch) -> Result<(), Problem> {
    if_match.check(seen.view.version)?;
    let next = seen.view.state.next_number;
    match (seen.at_number, seen.view.state.ending) {
        (Some(hand), _) => Err(number_taken(hand)),
        (None, Some(_)) => Err(over()),
        (None, None) if look.number != Some(next) => Err(number_ahead(next)),
        (None, None) => Ok(()),
    }
}

/// Asks the engine what the hand is worth and what follows from it.
async fn work_out(
    services: &Services,
    look: &LookAt,
    view: &MatchView,
    facts: Facts,
) -> Result<RecordHand, Problem> {
    let document = async |hash| document(services, look.club, hash).await;
    let played = services.engine.play(view, &facts, document).await?;
    Ok(RecordHand {
        match_id: look.match_id,
        expected_version: view.version,
        number: played.number,
        semantics: played.semantics,
        deal: played.deal,
        facts,
        result: HandResult {
            scores: played.scores,
        },
        legs: played.legs,
        state_after: played.state_after,
    })
}

fn replay(write: &Write, prior: ledger::Prior) -> Result<HttpResponse, Problem> {
    if prior.fingerprint != write.fingerprint {
        return Err(key_reused());
    }
    let hand = prior.recorded_hand();
    let hand = hand.ok_or_else(|| Problem::internal("a key of this route wrote no hand"))?;
    Ok(recorded(write, hand, true))
}

fn recorded(write: &Write, hand: ledger::RecordedHand, replayed: bool) -> HttpResponse {
    let version = hand.seq;
    let hand = RecordedHand::from(hand);
    let location = format!(
        "/v1/clubs/{}/matches/{}/hands/{}",
        write.club, hand.match_id, hand.id
    );
    with_etag(created(location, replayed, &hand), version)
}

fn number_taken(hand: ledger::RecordedHand) -> Problem {
    let hand = RecordedHand::from(hand);
    let number = hand.played.number;
    let detail = format!("Hand {number} has been recorded; `hand` shows it.");
    match serde_json::to_value(&hand) {
        Ok(hand) => Problem::at(Code::HandNumberTaken, "/number", detail).with_hand(hand),
        Err(error) => Problem::internal(error),
    }
}

fn number_ahead(next: u32) -> Problem {
    let detail = format!("The next hand of this match is number {next}.");
    Problem::at(Code::HandNumberAhead, "/number", detail).with_next_number(next)
}
