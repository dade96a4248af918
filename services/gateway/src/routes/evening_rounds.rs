//! The rounds of an evening: drawn, opened, and settled.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path, Query};
use ledger::evidence;
use ledger::{DrawRound, EveningView, OpenRound, ReplayTables, SettlementScope, Written};
use serde::Deserialize;
use utoipa::IntoParams;

use super::hands::{RecordQuery, written_once};
use super::path::{EveningPath, RoundPath};
use super::settlements::{TwoListsPageQuery, preview, settle};
use crate::bodies::day::latest_today;
use crate::bodies::evening::{Evening, NewEveningSettlement, NewRound, NewRoundMatches};
use crate::bodies::field::{Currency, Whole};
use crate::bodies::settlement::{Settlement, SettlementPreview};
use crate::body::Body;
use crate::caller::{ClubMember, Member};
use crate::etag::IfMatch;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, Scorers};
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::created;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EveningCurrencyQuery {
    /// Matches that were played for this currency: its ISO 4217 code.
    #[param(value_type = String, pattern = "^[A-Z]{3}$")]
    currency: Currency,
}

pub(crate) const DRAW_ROUND: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::RoundDrawn::KIND])
    .refuses(&[&[
        Code::TooFewPlayers,
        Code::TooManyPlayersThere,
        Code::TooManyRounds,
        Code::NoSeed,
        Code::NothingToRedraw,
        Code::RoundStillPlays,
        Code::RoundsStale,
    ]]);

/// Draws the next round.
///
/// As many tables as there are players for; who is left over sits out. Those sit out who sat out least this evening, then least in
/// the last 200 rounds of other evenings, never twice in a row if there is anybody else; and those meet who met least. Everything
/// follows from the seed and the ledger: `LEAF.md` says how, and every audit computes it again. The tables of earlier rounds are over
/// before, or `unfinished` says that they still play. `draw` says which round is meant: of two who draw at the same time, one does.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings/{evening}/rounds", tag = "evenings",
    request_body(content = NewRound, example = json!({"draw": 1})),
    responses(
        (status = 201, description = "The evening, with the round", body = Evening),
        (status = 409, description = "Too few players are there, another round is the next one than `draw` says, tables of earlier rounds still play, the evening has 64 rounds, or no round can be drawn once more"),
    ))]
pub(crate) async fn draw_round(
    member: Member<Scorers>,
    path: Path<EveningPath>,
    once: IdempotentRequest,
    body: Body<NewRound>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = DrawRound {
        evening: path.evening,
        draw: body.value.draw.map(Whole::unsigned),
        redraw: body.value.redraw,
        unfinished: body.value.unfinished,
    };
    let turn = services.draws.turn(&member).await?;
    let drawn = services.ledger.keeping(turn).draw_round(write, new).await?;
    Ok(with_round(&member, drawn))
}

pub(crate) const OPEN_ROUND: Operation = Operation::costs(Cost::Steps)
    .writes(&[
        evidence::VariantAdded::KIND,
        evidence::MatchOpened::KIND,
        evidence::RoundOpened::KIND,
    ])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        refusals::TERMS,
        &[Code::EveningToCome, Code::RoundReplaced, Code::RoundOpened],
    ]);

/// Opens the matches of a round.
///
/// One for each table, all of them with the same terms, on the day of the evening. A round is opened once.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings/{evening}/rounds/{round}/matches", tag = "evenings",
    request_body(content = NewRoundMatches, example = json!({"terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}})),
    responses(
        (status = 201, description = "The evening, with the matches", body = Evening),
        (status = 409, description = "The round was opened or replaced, the evening is still to come, the club has retired the variant or has 1,000 others, or a player was merged into another or erased"),
    ))]
pub(crate) async fn open_round(
    member: Member<Scorers>,
    path: Path<RoundPath>,
    once: IdempotentRequest,
    body: Body<NewRoundMatches>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    let before = services.ledger.evening_left_before(write.clone());
    if let Some(before) = before.await? {
        return Ok(with_round(
            &member,
            Written {
                value: before,
                replayed: true,
            },
        ));
    }
    let view = services.ledger.evening(member.club, path.evening).await?;
    let day = view.evening.terms.held_on;
    if day > latest_today()? {
        let detail = format!("The evening is on {day}, which is still to come.");
        return Err(Problem::new(Code::EveningToCome, detail));
    }
    let round = view.evening.round(path.round);
    let round = round.ok_or_else(|| not_found("round"))?;
    let agreed = new.terms.agreed(&services, member.club).await?;
    let tables = round.draw.tables.iter();
    let new = OpenRound {
        evening: path.evening,
        round: path.round,
        matches: tables.map(|table| agreed.seat(*table, day)).collect(),
    };
    let opened = services.ledger.open_round(write, new).await?;
    Ok(with_round(&member, opened))
}

pub(crate) const REPLAY_ROUND: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MatchOpened::KIND, evidence::TablesReplayed::KIND])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        &[
            Code::VariantRetired,
            Code::NothingToReplay,
            Code::TooManyEveningChanges,
        ],
    ]);

/// Plays the void matches of a round again.
///
/// At each table of the round whose match is void, a match is opened instead of it: with the players who were drawn, on the same terms and the
/// same day. To play a whole round again, declare all of its matches void first.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings/{evening}/rounds/{round}:replay", tag = "evenings",
    responses(
        (status = 201, description = "The evening, with the matches", body = Evening),
        (status = 409, description = "No match of the round is void, the club has retired the variant, or a player was merged into another or erased"),
    ))]
pub(crate) async fn replay_round(
    member: Member<Scorers>,
    path: Path<RoundPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let new = ReplayTables {
        of: path.evening,
        round: path.round,
    };
    let opened = services.ledger.replay_evening_tables(write, new).await?;
    Ok(with_round(&member, opened))
}

fn with_round(member: &ClubMember, written: Written<EveningView>) -> HttpResponse {
    let Written { value, replayed } = written;
    let evening = value.evening.terms.evening;
    let location = format!("/v1/clubs/{}/evenings/{evening}", member.club);
    created(location, replayed, &Evening::from(value))
}

pub(crate) const PREVIEW_EVENING_SETTLEMENT: Operation =
    Operation::costs(Cost::Turns).refuses(&[refusals::SETTLEMENT_PREVIEW]);

/// Previews the settlement of an evening.
///
/// What is open of the matches of its rounds, and who would pay whom for all of it together, in pages. Nothing is stored. The answer's ETag
/// changes whenever one of these matches changes or is settled.
#[utoipa::path(get, path = "/v1/clubs/{club}/evenings/{evening}/settlement", tag = "evenings",
    responses(
        (status = 200, description = "The settlement as it would be", body = SettlementPreview, headers(("ETag" = String, description = "The version of the preview: send it in `If-Match`"))),
        (status = 409, description = "More is open than the entry of a settlement holds: settle it in parts"),
        (status = 412, description = "A match has changed or was settled since the page before"),
    ))]
pub(crate) async fn preview_evening_settlement(
    member: Member<AnyMember>,
    path: Path<EveningPath>,
    query: Query<EveningCurrencyQuery>,
    page: Query<TwoListsPageQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let what = of_evening(&path, query.into_inner().currency);
    preview(&services, &member, what, &page).await
}

pub(crate) const SETTLE_EVENING: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::SettlementMade::KIND])
    .refuses(&[refusals::SETTLEMENT]);

/// Settles an evening.
///
/// All open amounts of the matches of its rounds that were played for one currency, those of the house included. Send the ETag of the
/// preview in `If-Match`.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings/{evening}/settlement", tag = "evenings",
    request_body(content = NewEveningSettlement, example = json!({"currency": "HKD"})),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the preview as you read it. Required unless `dry_run`")),
    responses(
        (status = 200, description = "With `dry_run`: the settlement as it would be", body = SettlementPreview),
        (status = 201, description = "The settlement", body = Settlement),
        (status = 409, description = "Nothing is open"),
        (status = 412, description = "A match has changed or was settled since you read the preview"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(crate) async fn settle_evening(
    member: Member<Scorers>,
    path: Path<EveningPath>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    if_match: IfMatch,
    body: Body<NewEveningSettlement>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let what = of_evening(&path, body.value.currency);
    settle(&services, &member, write, what, &if_match).await
}

fn of_evening(path: &EveningPath, currency: Currency) -> SettlementScope {
    SettlementScope::Evening {
        evening: path.evening,
        currency: currency.into(),
    }
}
