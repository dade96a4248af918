//! A hand scored without a club; nothing is stored.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};

use crate::bodies::score::{ScoreRequest, ScoreResponse};
use crate::bodies::table::{Batch, BatchResponse};
use crate::body::Body;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::request_limit::Share;
use crate::request_limit::{Cost, Work};
use crate::services::Services;

pub(crate) const SCORE_HAND: Operation = Operation::costs(Cost::Units(Work::Rules, 1));

/// Scores a hand.
///
/// Reads a winning hand under a variant. The answer has every pattern with the reason why it counts or does not, fan, points and payments;
/// or a refusal that names the field. For anyone; nothing is stored.
#[utoipa::path(post, path = "/v1/score", tag = "rules",
    request_body(content = ScoreRequest, example = json!({
        "variant": {"id": "hkos-fan-laak"},
        "win": {
            "seat_wind": "south", "round_wind": "east", "won_by": "discard", "from_seat": "east",
            "hand": {
                "concealed": "222s 3s", "winning_tile": "1s",
                "melds": [{"kind": "pung", "tiles": "PPP"}, {"kind": "chow", "tiles": "567s"}, {"kind": "pung", "tiles": "777s"}]
            }
        }
    })),
    responses(
        (status = 200, description = "The score", body = ScoreResponse),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn score_hand(
    _: Anyone,
    body: Body<ScoreRequest>,
    services: Data<Services>,
) -> Result<Json<ScoreResponse>, Problem> {
    Ok(Json(services.engine.score(body.value).await?))
}

pub(crate) const SCORE_HANDS: Operation = Operation::costs(Cost::Units(Work::Rules, 1));

/// Scores many hands.
///
/// Each as `POST /v1/score` does, under one variant. A hand that the rules refuse is one of the results, and so is a hand whose tiles cannot be
/// read. A malformed batch is rejected as a whole with 400. The house patterns of the variant may take 4,000,000 steps for the whole batch: a
/// batch that takes more is refused with `too_many_steps`, and the problem points to the first hand above the limit. For anyone; nothing is
/// stored.
#[utoipa::path(post, path = "/v1/score:batch", tag = "rules",
    request_body(content = Batch, example = json!({
        "variant": {"id": "old-hong-kong"},
        "wins": [{
            "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
            "hand": {"concealed": "123456789p 99s EE", "winning_tile": "E"}
        }]
    })),
    responses(
        (status = 200, description = "The scores, in order", body = BatchResponse),
        (status = 422, description = "The rules refuse it; or it takes too many steps: send fewer hands"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn score_hands(
    _: Anyone,
    request: HttpRequest,
    body: Body<Batch>,
    services: Data<Services>,
) -> Result<Json<BatchResponse>, Problem> {
    if let Some(share) = Share::of(&request) {
        // One was taken before the body was read.
        share.take(body.value.wins.len().saturating_sub(1))?;
    }
    Ok(Json(services.engine.score_batch(body.value).await?))
}
