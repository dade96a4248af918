//! Two players who are one person, or are not after all.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use ledger::{Player, PlayerId, evidence};
use serde::Deserialize;
use utoipa::ToSchema;

use super::path::PlayerPath;
use super::players::answer;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::{Operation, refusals};
use crate::policy::Owners;
use crate::problem::ledger::naming_player;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// Who a player turned out to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Merge {
    /// The player who counts for both from now on.
    #[schema(value_type = Uuid)]
    into: PlayerId,
}

/// Whose double a player is not after all.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unmerge {
    /// The player into whom the merge is that is taken back: `merged_directly_into` of the other one.
    #[schema(value_type = Uuid)]
    into: PlayerId,
}

pub(crate) const MERGE_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerMerged::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        &[
            Code::PlayersSatTogether,
            Code::PlayersInOneRound,
            Code::PlayersInOneTournament,
            Code::AccountsDiffer,
        ],
    ]);

/// Merges a player into another.
///
/// For two players who are one person. From then on `into` counts for both, in every list and sum, and has the account of whichever of them
/// has one; entries stay as they are. `POST …/players/{player}:unmerge` takes a merge back. Two players cannot be merged who sat in one match, or at two tables of one
/// round of an evening or tournament, or who both have results in one tournament.
#[utoipa::path(post, path = "/v1/clubs/{club}/players/{player}:merge", tag = "clubs",
    request_body(content = Merge, example = json!({"into": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01"})),
    responses(
        (status = 200, description = "The player who counts for both", body = Player),
        (status = 409, description = "They are two people, or one of them was merged or erased before"),
    ))]
pub(crate) async fn merge_player(
    member: Member<Owners>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    body: Body<Merge>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let into = body.value.into;
    check_two(path.player, into)?;
    let write = once.write(&member, &body);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let merged = ledger.merge_player(write, path.player, into).await;
    let merged = merged.map_err(|error| naming_player(error, "/into"))?;
    Ok(answer(merged))
}

pub(crate) const UNMERGE_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerUnmerged::KIND])
    .refuses(&[&[
        Code::UnknownPlayer,
        Code::PlayerNotMerged,
        Code::PlayerErased,
        Code::TooManyUnmerges,
    ]]);

/// Takes the last merge of a player back.
///
/// For two players who are two people after all. From then on the player, and whoever was merged into them before, counts as the player
/// again, in every list and sum; everybody else who was merged into `into` stays so. Entries stay as they are, and what is final: standings of
/// closed seasons and tournaments, draws, settlements and their transfers. The link to an account that the merge moved stays with `into`: an
/// owner can link the player anew. The player can be merged again unless the two sat together meanwhile. A merge of players who were erased
/// cannot be taken back.
#[utoipa::path(post, path = "/v1/clubs/{club}/players/{player}:unmerge", tag = "clubs",
    request_body(content = Unmerge, example = json!({"into": "0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01"})),
    responses(
        (status = 200, description = "The player who counts as themselves again", body = Player),
        (status = 409, description = "The last merge of the player is not into this one, the players were erased, or 1,000 merges of the club were taken back"),
    ))]
pub(crate) async fn unmerge_player(
    member: Member<Owners>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    body: Body<Unmerge>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let into = body.value.into;
    check_two(path.player, into)?;
    let write = once.write(&member, &body);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let unmerged = ledger.unmerge_player(write, path.player, into);
    let unmerged = unmerged
        .await
        .map_err(|error| naming_player(error, "/into"))?;
    Ok(answer(unmerged))
}

fn check_two(player: PlayerId, into: PlayerId) -> Result<(), Problem> {
    match player == into {
        true => {
            let detail = "A player is not merged into themselves.";
            Err(Problem::at(Code::InvalidValue, "/into", detail))
        }
        false => Ok(()),
    }
}
