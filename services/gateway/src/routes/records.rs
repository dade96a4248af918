//! The hands that were won in a club, and its records.

use actix_web::web::{Data, Json, Query};
use ledger::{ClubId, PlayerId, WonHandFilter, WonHandOrder};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::matches::PageQuery;
use super::standings::{StandingsQuery, look_again};
use crate::bodies::field::Text;
use crate::bodies::records::{Records, WonHands};
use crate::caller::Member;
use crate::late_reads::LateReads;
use crate::operation::Operation;
use crate::policy::AnyMember;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WonHandsQuery {
    /// Only hands of this player, or of anybody who was merged into them. Absent: of everybody.
    #[param(value_type = Option<Uuid>)]
    player: Option<PlayerId>,
    /// Only hands in which this pattern counted, by its id in the catalogue. Absent: whatever counted.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    pattern: Option<Text<100>>,
    /// Whether to list limit hands only.
    #[serde(default)]
    #[param(default = false)]
    limit_hands: bool,
    /// Which hands come first.
    #[serde(default)]
    #[param(inline)]
    order: Order,
}

/// `best`: limit hands, then those with most fan, then those that brought most points, then the latest. `latest`: those played last.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    #[default]
    Best,
    Latest,
}

pub(crate) const LIST_WON_HANDS: Operation = Operation::costs(Cost::Turns);

/// Lists the hands that were won.
///
/// Every hand that was won and scored, with its tiles, its patterns and the ledger entry that proves it, in pages. Hands whose payments were
/// agreed are not in the list, because nothing is known of them but the payments. The list follows the ledger like the standings, with all
/// corrections.
#[utoipa::path(get, path = "/v1/clubs/{club}/won-hands", tag = "standings",
    responses((status = 200, description = "A page of hands", body = WonHands)))]
pub(crate) async fn list_won_hands(
    member: Member<AnyMember>,
    period: Query<StandingsQuery>,
    query: Query<WonHandsQuery>,
    page: Query<PageQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<WonHands>, Problem> {
    let query = query.into_inner();
    let filter = WonHandFilter {
        period: period.into_inner().period()?,
        player: query.player,
        pattern: query.pattern.map(String::from),
        limit_hands: query.limit_hands,
    };
    let order = WonHandOrder::from(query.order);
    let list = list_of(member.club, &filter, order);
    let page = (page.before(&services, &list)?, page.limit());
    let found = reads.won_hands(member.club, (filter, order), page);
    let found = found.await?;
    look_again(&services, &member, found.reflected);
    let next = found.next;
    let next = next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(WonHands::new(found, next.transpose()?)))
}

pub(crate) const READ_RECORDS: Operation = Operation::costs(Cost::Turns);

/// Reads the records of a club.
///
/// The best hand, the longest deal, the best day and the longest streak of a period, and how often each pattern counted. They follow the
/// ledger like the standings, with all corrections. What did not happen is absent.
#[utoipa::path(get, path = "/v1/clubs/{club}/records", tag = "standings",
    responses((status = 200, description = "The records", body = Records)))]
pub(crate) async fn read_records(
    member: Member<AnyMember>,
    period: Query<StandingsQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Records>, Problem> {
    let period = period.into_inner().period()?;
    let found = reads.records(member.club, period).await?;
    look_again(&services, &member, found.reflected);
    Ok(Json(found.into()))
}

/// What the list is called of which a cursor is good: with another filter it would be another list.
fn list_of(club: ClubId, filter: &WonHandFilter, order: WonHandOrder) -> String {
    format!("won hands of {club}: {filter:?} {order:?}")
}

impl From<Order> for WonHandOrder {
    fn from(order: Order) -> Self {
        match order {
            Order::Best => Self::Best,
            Order::Latest => Self::Latest,
        }
    }
}
