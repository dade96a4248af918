//! Players of a club. A player need not have an account.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::created;
use crate::app::Services;
use crate::bodies::field::Text;
use crate::bodies::seats::Player;
use crate::body::Body;
use crate::caller::Member;
use crate::once::Once;
use crate::problem::Problem;

/// A player to enrol.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPlayer {
    /// What the club calls them. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Ah Ming"))]
    name: Text<100>,
}

/// The players of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Players {
    /// By name.
    players: Vec<Player>,
}

/// Enrols a player.
///
/// They can sit down in matches of the club from then on.
#[utoipa::path(tag = "clubs", request_body = NewPlayer,
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 201, description = "The player", body = Player)))]
#[post("/v1/clubs/{club}/players")]
pub(crate) async fn enrol_player(
    member: Member,
    once: Once,
    body: Body<NewPlayer>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let enrolled = services
        .ledger
        .enrol_player(write, body.value.name.into())
        .await?;
    let location = format!("/v1/clubs/{}/players", member.club);
    Ok(created(
        location,
        enrolled.replayed,
        &Player::from(enrolled.value),
    ))
}

/// Lists the players of a club.
///
/// Everyone who was enrolled.
#[utoipa::path(tag = "clubs", params(("club" = Uuid, Path, description = "The club")),
    responses((status = 200, description = "The players", body = Players)))]
#[get("/v1/clubs/{club}/players")]
pub(crate) async fn list_players(
    member: Member,
    services: Data<Services>,
) -> Result<Json<Players>, Problem> {
    let players = services.ledger.players(member.club).await?;
    let players = players.into_iter().map(Player::from).collect();
    Ok(Json(Players { players }))
}
