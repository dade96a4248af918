//! What players ask at a table, without a club; nothing is stored.

use actix_web::web::{Data, Json};

use crate::bodies::table::{ClaimsRequest, ClaimsResponse, WaitsRequest, WaitsResponse};
use crate::body::Body;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::request_limit::{Cost, Work};
use crate::services::Services;

pub(crate) const FIND_WAITS: Operation = Operation::costs(Cost::Units(Work::Rules, 4));

/// Finds what a hand waits for.
///
/// Every tile that completes it, how many of that tile are left, and what the hand would be worth with it. For anyone;
/// nothing is stored.
#[utoipa::path(post, path = "/v1/waits", tag = "rules",
    request_body(content = WaitsRequest, example = json!({
        "variant": {"id": "old-hong-kong"}, "seat_wind": "south", "round_wind": "east",
        "hand": {"concealed": "123456789p 99s EE"}, "seen": ["99s"]
    })),
    responses(
        (status = 200, description = "The waits", body = WaitsResponse),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn find_waits(
    _: Anyone,
    body: Body<WaitsRequest>,
    services: Data<Services>,
) -> Result<Json<WaitsResponse>, Problem> {
    Ok(Json(services.engine.waits(body.value).await?))
}

pub(crate) const RESOLVE_CLAIMS: Operation = Operation::costs(Cost::Units(Work::Rules, 4));

/// Decides who gets a tile that several players claim.
///
/// With the reason: a win takes precedence over a kong or pung, and those over a chow; among several wins the variant decides. For anyone;
/// nothing is stored.
#[utoipa::path(post, path = "/v1/claims", tag = "rules",
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
pub(crate) async fn resolve_claims(
    _: Anyone,
    body: Body<ClaimsRequest>,
    services: Data<Services>,
) -> Result<Json<ClaimsResponse>, Problem> {
    Ok(Json(services.engine.claims(body.value).await?))
}
