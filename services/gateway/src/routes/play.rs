//! Hands played without a club; nothing is stored.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};

use crate::bodies::play::{PlayRequest, PlayResponse};
use crate::body::Body;
use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::Share;
use crate::request_limit::{Cost, Work};
use crate::services::Services;

pub(crate) const PLAY_HANDS: Operation =
    Operation::costs(Cost::Units(Work::Rules, 1)).refuses(&[&[Code::MatchOver]]);

/// Plays hands.
///
/// From what happened at a table, by tiles or by fan, to who pays what and who deals next: several winners of one discard, liability, draws,
/// false mahjongs, agreed payments and penalties, as in a match of a club, and with the same results. Outcomes are played one after another,
/// from the start of a match or from `state`; a match of more than 200 outcomes goes on with the `state` of the answer. If the rules refuse an
/// outcome, the whole request is refused, and `errors` point to every outcome that is refused. The house patterns of the variant may take
/// 4,000,000 steps for the whole request: one that takes more is refused with `too_many_steps`, and the problem points to the first outcome
/// above the limit. For anyone; nothing is stored.
#[utoipa::path(post, path = "/v1/hands:play", tag = "rules",
    request_body(content = PlayRequest, example = json!({
        "variant": {"id": "old-hong-kong"},
        "outcomes": [
            {"kind": "win", "won_by": "self_draw", "winners": [{
                "chair": 3,
                "hand": {
                    "concealed": "88m NN", "winning_tile": "8m", "bonus_tiles": "1f",
                    "melds": [{"kind": "pung", "tiles": "222m"}, {"kind": "pung", "tiles": "444p"}, {"kind": "pung", "tiles": "666s"}]
                }
            }]},
            {"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "declared": {"fan": 6}}]},
            {"kind": "goulash"}
        ]
    })),
    responses(
        (status = 200, description = "What each outcome comes to, in order, and where the match then stands", body = PlayResponse),
        (status = 409, description = "The match is over before the last outcome"),
        (status = 422, description = "The rules refuse it; or it takes too many steps: send fewer outcomes"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn play_hands(
    _: Anyone,
    request: HttpRequest,
    body: Body<PlayRequest>,
    services: Data<Services>,
) -> Result<Json<PlayResponse>, Problem> {
    if let Some(share) = Share::of(&request) {
        // One was taken before the body was read.
        share.take(body.value.hands().saturating_sub(1))?;
    }
    Ok(Json(services.engine.play_at_table(body.value).await?))
}
