//! Players of a club. A player need not have an account.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::{NewName, Player, PlayerFilter, UserId, Written};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::path::PlayerPath;
use crate::bodies::field::Text;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReads;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, AnyMemberInPerson, Owners, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

/// A player to enrol, or another name for one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlayer {
    /// What the club calls them. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Ah Ming"))]
    name: Text<100>,
    /// Whether another player of the club may be called so. Names are the same whatever their case and the width of their letters, and
    /// wherever there is space between them.
    #[serde(default)]
    #[schema(required = false, default = false)]
    confirm: bool,
}

impl From<NewPlayer> for NewName {
    fn from(new: NewPlayer) -> Self {
        Self {
            name: new.name.into(),
            is_namesake: new.confirm,
        }
    }
}

/// The account of a player.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Account {
    /// A member of the club.
    #[schema(value_type = Uuid)]
    user: UserId,
}

/// The players of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Players {
    /// By name; those without one last.
    players: Vec<Player>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayersQuery {
    /// Whether to list those who were merged into others, too.
    #[serde(default)]
    #[param(default = false)]
    merged: bool,
    /// Whether to list those who were erased, too.
    #[serde(default)]
    #[param(default = false)]
    erased: bool,
}

pub(crate) const ENROL_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerEnrolled::KIND])
    .refuses(&[&[
        Code::PlayerNameTaken,
        Code::PlayerNameDamaged,
        Code::TooManyPlayers,
    ]]);

/// Enrols a player.
///
/// They can sit down in matches of the club from then on. Nobody could tell two players of one name apart: a name that another player has is
/// refused unless `confirm` is `true`.
#[utoipa::path(post, path = "/v1/clubs/{club}/players", tag = "clubs",
    request_body = NewPlayer,
    responses(
        (status = 201, description = "The player", body = Player),
        (status = 409, description = "Another player of the club is called so and nothing is confirmed, or the club has 10,000 players, those who were merged or erased among them"),
    ))]
pub(crate) async fn enrol_player(
    member: Member<Scorers>,
    once: IdempotentRequest,
    body: Body<NewPlayer>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let enrolled = services.ledger.enrol_player(write, body.value).await?;
    let location = format!("/v1/clubs/{}/players/{}", member.club, enrolled.value.id);
    Ok(created(location, enrolled.replayed, &enrolled.value))
}

pub(crate) const LIST_PLAYERS: Operation = Operation::costs(Cost::Turns);

/// Lists the players of a club.
///
/// All players who can sit down. Players who were merged into others, and erased players, are listed only if the request asks for them.
#[utoipa::path(get, path = "/v1/clubs/{club}/players", tag = "clubs",
    responses((status = 200, description = "The players", body = Players)))]
pub(crate) async fn list_players(
    member: Member<AnyMember>,
    query: Query<PlayersQuery>,
    reads: LateReads,
) -> Result<Json<Players>, Problem> {
    let PlayersQuery { merged, erased } = query.into_inner();
    let also = PlayerFilter { merged, erased };
    let players = reads.players_and(member.club, also).await?;
    Ok(Json(Players { players }))
}

pub(crate) const READ_PLAYER: Operation = Operation::costs(Cost::Turns);

/// Reads a player of a club.
///
/// Also a player who was merged into another; `merged_into` names the other. Of an erased player only the id is left.
#[utoipa::path(get, path = "/v1/clubs/{club}/players/{player}", tag = "clubs",
    responses((status = 200, description = "The player", body = Player)))]
pub(crate) async fn read_player(
    member: Member<AnyMember>,
    path: Path<PlayerPath>,
    services: Data<Services>,
) -> Result<Json<Player>, Problem> {
    let player = services.ledger.player(member.club, path.player);
    Ok(Json(player.await?))
}

pub(crate) const RENAME_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerRenamed::KIND])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        &[Code::PlayerNameTaken, Code::PlayerNameDamaged],
    ]);

/// Gives a player another name.
///
/// The name stands beside the ledger, whose entry holds only a salted commitment to it.
#[utoipa::path(patch, path = "/v1/clubs/{club}/players/{player}", tag = "clubs",
    request_body(content = NewPlayer, example = json!({"name": "Ah Ming"})),
    responses(
        (status = 200, description = "The player", body = Player),
        (status = 409, description = "Another player of the club is called so and nothing is confirmed, or the player was merged into another or erased"),
    ))]
pub(crate) async fn rename_player(
    member: Member<Scorers>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    body: Body<NewPlayer>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let ledger = &services.ledger;
    let renamed = ledger.rename_player(write, path.player, body.value);
    Ok(answer(renamed.await?))
}

// An owner who confirms a link ends it and makes it again.
pub(crate) const LINK_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerUnlinked::KIND, evidence::PlayerLinked::KIND])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        &[
            Code::NotAMember,
            Code::ConfirmedLink,
            Code::PlayerLinked,
            Code::AccountLinked,
        ],
    ]);

/// Links a player to a member's account.
///
/// An account has at most one player of a club; a player who is linked already keeps the link. A link that an owner makes is confirmed, and
/// so is the link of an accepted invitation that names the player: only with a confirmed link may members erase their own player. A scorer
/// may link players who never had a link. If an owner sends the same request again, the link is confirmed (the ledger shows that it was
/// ended and made again).
#[utoipa::path(put, path = "/v1/clubs/{club}/players/{player}/account", tag = "clubs",
    request_body(content = Account, example = json!({"user": "5f1d7a1e-6d0b-4b86-9d52-0f4f0f1a6a05"})),
    responses(
        (status = 200, description = "The player", body = Player),
        (status = 403, description = "An owner, or an invitation, said before who the player is"),
        (status = 409, description = "The player or the account is linked otherwise, or the player was merged into another or erased"),
    ))]
pub(crate) async fn link_player(
    member: Member<Scorers>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    body: Body<Account>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let user = body.value.user;
    let linked = services.ledger.link_player(write, path.player, user);
    Ok(answer(linked.await?))
}

pub(crate) const UNLINK_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerUnlinked::KIND])
    .refuses(&[&[Code::ConfirmedLink]]);

/// Ends a player's link to an account.
///
/// 404 if there is none. Only an owner may end a link that an owner or an invitation made, since the right of the member to erase the
/// player ends with it.
#[utoipa::path(delete, path = "/v1/clubs/{club}/players/{player}/account", tag = "clubs",
    responses(
        (status = 200, description = "The player", body = Player),
        (status = 403, description = "An owner, or an invitation, made the link"),
    ))]
pub(crate) async fn unlink_player(
    member: Member<Scorers>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let unlinked = services.ledger.unlink_player(write, path.player);
    Ok(answer(unlinked.await?))
}

pub(crate) const ERASE_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerErased::KIND])
    .refuses(&[refusals::MERGED_OR_ERASED]);

/// Erases a player.
///
/// The name of the player, and of everybody who was merged into them, is gone for good, and so is the link to an account. The results stay
/// under the id: they count, and can be settled and corrected. The id can no longer sit down in a match. Reasons, notes and
/// names of seasons may name people too: `DELETE …/ledger/entries/{seq}/text` erases those. An erasure cannot be undone.
#[utoipa::path(delete, path = "/v1/clubs/{club}/players/{player}", tag = "clubs",
    responses(
        (status = 200, description = "What is left of the player", body = Player),
        (status = 409, description = "The player was merged into another: erase that one"),
    ))]
pub(crate) async fn erase_player(
    member: Member<Owners>,
    path: Path<PlayerPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let erased = ledger.erase_player(write, path.player);
    Ok(answer(erased.await?))
}

pub(crate) const ERASE_OWN_PLAYER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::PlayerErased::KIND])
    .refuses(&[&[Code::UnconfirmedLink]]);

/// Erases the player who is linked to your account.
///
/// As an owner could erase them: the name is gone for good, and the results stay. You remain a member. 404 if no player is linked to your
/// account; 403 if neither an owner nor an invitation made the link: ask an owner to confirm it (`PUT …/players/{player}/account`).
#[utoipa::path(delete, path = "/v1/clubs/{club}/players/me", tag = "clubs",
    responses(
        (status = 200, description = "What is left of the player", body = Player),
        (status = 403, description = "No owner has confirmed that you are this player"),
    ))]
pub(crate) async fn erase_own_player(
    member: Member<AnyMemberInPerson>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let erased = ledger.erase_own_player(write);
    Ok(answer(erased.await?))
}

pub(super) fn answer(player: Written<Player>) -> HttpResponse {
    written(StatusCode::OK, player.replayed, &player.value)
}
