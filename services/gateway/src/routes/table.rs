//! What players ask at a table, without a club; nothing is stored.

use actix_web::post;
use actix_web::web::{Data, Json};

use crate::app::Services;
use crate::bodies::table::{ClaimsRequest, ClaimsResponse, WaitsRequest, WaitsResponse};
use crate::body::Body;
use crate::problem::Problem;

/// Finds what a hand waits for.
///
/// Every tile that completes it, how many of that tile are left, and what the hand would be worth with it. For anyone;
/// nothing is stored.
#[utoipa::path(tag = "rules",
    request_body(content = WaitsRequest, example = json!({
        "variant": {"id": "old-hong-kong"}, "seat_wind": "south", "round_wind": "east",
        "hand": {"concealed": "123456789p 99s EE"}, "seen": ["99s"]
    })),
    responses(
        (status = 200, description = "The waits", body = WaitsResponse),
        (status = 503, description = "Try again later"),
    ))]
#[post("/v1/waits")]
pub(crate) async fn find_waits(
    body: Body<WaitsRequest>,
    services: Data<Services>,
) -> Result<Json<WaitsResponse>, Problem> {
    Ok(Json(services.engine.waits(body.value).await?))
}

/// Says who gets a tile that several players claim.
///
/// And why: a win goes before a kong or pung, those before a chow; of several wins the variant decides. For anyone;
/// nothing is stored.
#[utoipa::path(tag = "rules",
    request_body(content = ClaimsRequest, example = json!({
        "variant": {"id": "old-hong-kong"},
        "deal": {"round_wind": "east", "dealer": 1, "extra": 0},
        "won_by": "discard", "from_chair": 1, "tile": "5s",
        "claims": [{"chair": 2, "kind": "chow", "tiles": "46s"}, {"chair": 3, "kind": "pung"}]
    })),
    responses(
        (status = 200, description = "Who gets it", body = ClaimsResponse),
        (status = 503, description = "Try again later"),
    ))]
#[post("/v1/claims")]
pub(crate) async fn resolve_claims(
    body: Body<ClaimsRequest>,
    services: Data<Services>,
) -> Result<Json<ClaimsResponse>, Problem> {
    Ok(Json(services.engine.claims(body.value).await?))
}
