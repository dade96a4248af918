//! The matches of a player.

use ledger::{MatchId, StandingsProgress};
use serde::Serialize;
use utoipa::ToSchema;

use crate::bodies::day::Day;
use crate::bodies::points::Points;
use crate::bodies::seats::Player;
use crate::bodies::variant::PinnedVariant;

/// A page of the matches of a player, the last played first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerMatches {
    #[serde(flatten)]
    reflected: StandingsProgress,
    /// Who; of somebody who was merged, the player who counts for both.
    player: Player,
    matches: Vec<PlayerMatch>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

/// What a match came to for one who took part, those who sat there only for a while included.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerMatch {
    /// Which match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The day it is played on, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    played_on: Day,
    variant: PinnedVariant,
    /// Where they finished, 1 first; who gained the same shares the better place. Absent while the match goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    place: Option<usize>,
    /// What they gained (positive) or lost; penalties are in it.
    points: Points,
    /// The same as money, in minor units of the currency; 0 where the table plays for points.
    amount_cents: i64,
    /// ISO 4217 code; `XXX` where no money is played for.
    currency: String,
    /// The hands they sat at.
    #[schema(minimum = 0)]
    hands: u64,
    /// Those they won.
    #[schema(minimum = 0)]
    wins: u64,
    /// Those they won by self-draw.
    #[schema(minimum = 0)]
    self_draws: u64,
    /// Those that others won by their discard, or by robbing their kong.
    #[schema(minimum = 0)]
    deal_ins: u64,
    /// What they paid in those.
    deal_in_points: Points,
}

impl PlayerMatches {
    /// A page, with the cursor of the next.
    pub(crate) fn new(found: ledger::PlayerMatches, next_cursor: Option<String>) -> Self {
        Self {
            reflected: found.reflected,
            player: found.player.into(),
            matches: found.matches.into_iter().map(PlayerMatch::from).collect(),
            next_cursor,
        }
    }
}

impl From<ledger::PlayerMatch> for PlayerMatch {
    fn from(played: ledger::PlayerMatch) -> Self {
        let totals = played.totals;
        Self {
            match_id: played.match_id,
            played_on: Day(played.played_on),
            variant: PinnedVariant {
                id: played.variant_id,
                hash: played.variant_hash,
            },
            place: played.place,
            points: Points(totals.half_points),
            amount_cents: played.amount_cents,
            currency: played.currency,
            hands: totals.hands,
            wins: totals.wins,
            self_draws: totals.self_draws,
            deal_ins: totals.deal_ins,
            deal_in_points: Points(totals.deal_in_half_points),
        }
    }
}
