//! Who pays whom after a match.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, Responder, get};
use ledger::evidence::Chair;
use serde::Serialize;
use utoipa::ToSchema;

use super::matches::MatchPath;
use crate::answer::with_etag;
use crate::app::Services;
use crate::bodies::points::Points;
use crate::bodies::seats::Player;
use crate::caller::Member;
use crate::problem::Problem;

/// Who pays whom, as the match stands.
#[derive(Serialize, ToSchema)]
pub(crate) struct Settlement {
    /// The version of the match that was settled.
    #[schema(minimum = 1)]
    version: u64,
    /// ISO 4217 code; `XXX` where no money is played for.
    currency: String,
    /// What each chair gained or lost, chair 1 first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    balances: Vec<Balance>,
    /// The payments that settle it: as few as there can be.
    transfers: Vec<Transfer>,
}

/// What one chair gained (positive) or lost (negative).
#[derive(Serialize, ToSchema)]
pub(crate) struct Balance {
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    chair: Chair,
    player: Player,
    points: Points,
    /// In minor units of the currency.
    amount_cents: i64,
}

/// A payment from one player to another.
#[derive(Serialize, ToSchema)]
pub(crate) struct Transfer {
    from: Player,
    to: Player,
    points: Points,
    /// In minor units of the currency.
    #[schema(minimum = 0)]
    amount_cents: i64,
}

/// Settles a match.
///
/// What everyone gained or lost, and the fewest payments that settle it, in points and money. Nothing is stored.
#[utoipa::path(tag = "matches",
    params(("club" = Uuid, Path, description = "The club"), ("match" = Uuid, Path, description = "The match")),
    responses((status = 200, description = "The settlement", body = Settlement)))]
#[get("/v1/clubs/{club}/matches/{match}/settlement")]
pub(crate) async fn read_settlement(
    member: Member,
    path: Path<MatchPath>,
    services: Data<Services>,
) -> Result<impl Responder, Problem> {
    let settlement = services.ledger.settlement(member.club, path.id).await?;
    let version = settlement.version;
    Ok(with_etag(
        HttpResponse::Ok().json(Settlement::from(settlement)),
        version,
    ))
}

impl From<ledger::Settlement> for Settlement {
    fn from(settlement: ledger::Settlement) -> Self {
        let balance = |balance: ledger::Balance| Balance {
            chair: balance.chair,
            player: balance.player.into(),
            points: Points(balance.half_points),
            amount_cents: balance.amount_cents,
        };
        let transfer = |payment: ledger::Payment| Transfer {
            from: payment.from.into(),
            to: payment.to.into(),
            points: Points(payment.half_points),
            amount_cents: payment.amount_cents,
        };
        Self {
            version: settlement.version,
            currency: settlement.currency,
            balances: settlement.balances.map(balance).into(),
            transfers: settlement.payments.into_iter().map(transfer).collect(),
        }
    }
}
