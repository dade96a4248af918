//! Where a match stands: told after each outcome, and sent again to go on from there.

use ledger::evidence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::points::{Points, read_total, read_totals};

/// Where a match stands between two hands.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchState {
    /// The number of the next hand.
    #[schema(minimum = 1, maximum = 100_001)]
    next_number: u32,
    /// The deal of the next hand; after the last one, the deal of that.
    deal: evidence::Deal,
    /// What each chair has gained or lost so far, chair 1 first; they sum to zero with what the house got.
    #[serde(deserialize_with = "read_totals")]
    #[schema(value_type = Vec<Points>, min_items = 4, max_items = 4)]
    total_points: [Points; 4],
    /// What penalties brought the club's house so far; absent if nothing.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "read_total"
    )]
    #[schema(nullable = false)]
    house_points: Option<Points>,
    /// Why the match is over; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<evidence::Ending>,
}

impl From<&evidence::MatchState> for MatchState {
    fn from(state: &evidence::MatchState) -> Self {
        Self {
            next_number: state.next_number,
            deal: state.deal,
            total_points: state.total_half_points.map(Points),
            house_points: Points::unless_zero(state.house_half_points),
            ending: state.ending,
        }
    }
}

impl From<&MatchState> for evidence::MatchState {
    fn from(state: &MatchState) -> Self {
        let Points(house_half_points) = state.house_points.unwrap_or(Points::whole(0));
        Self {
            next_number: state.next_number,
            deal: state.deal,
            total_half_points: state.total_points.map(|Points(half_points)| half_points),
            house_half_points,
            ending: state.ending,
        }
    }
}
