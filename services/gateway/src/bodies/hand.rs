//! Hands of a match: sent, worked out, recorded.

use ledger::evidence::{self, Chair, Facts, Legs, WinnerScore};
use ledger::{PlayerId, RecordedHand as Stored};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Whole;
use super::outcome::Outcome;
use super::points::Points;
use super::schema;

/// A hand to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHand {
    /// Its number, counted from 1 in the order the hands are played: the match's `next_number`.
    #[schema(value_type = u32, minimum = 1, maximum = 100_000)]
    pub(crate) number: Whole<1, 100_000>,
    #[schema(value_type = schema::Outcome)]
    pub(crate) outcome: Outcome,
}

/// A hand of a match, worked out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayedHand {
    /// Its number, counted from 1 in the order played.
    #[schema(minimum = 1)]
    pub(crate) number: u32,
    /// The deal it was played in.
    #[schema(value_type = schema::Deal)]
    pub(crate) deal: evidence::Deal,
    /// What happened, as it was stated.
    #[schema(value_type = schema::Outcome)]
    pub(crate) outcome: Facts,
    /// One score a winner, with every pattern counted and left out; none if nobody won.
    #[schema(value_type = Vec<schema::WinnerScore>)]
    pub(crate) scores: Vec<WinnerScore>,
    /// Four payments, chair 1 first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<ChairPayment>,
    /// Where the match stands after it.
    pub(crate) state_after: MatchState,
    /// The content hash of the variant it was scored under.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: ledger::Hash,
    /// The number of the rules' meaning it was scored with; raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
}

/// A hand as it was recorded.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedHand {
    /// Its id.
    #[schema(value_type = Uuid)]
    pub(crate) id: ledger::HandId,
    /// The match it belongs to.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    pub(crate) match_id: ledger::MatchId,
    /// The place of its entry in the club's ledger.
    #[schema(minimum = 1)]
    pub(crate) seq: u64,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) recorded_at: ledger::Timestamp,
    /// The account that entered it.
    #[schema(value_type = Uuid)]
    pub(crate) recorded_by: ledger::UserId,
    #[serde(flatten)]
    pub(crate) played: PlayedHand,
}

/// The hands of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hands {
    /// In the order played.
    pub(crate) hands: Vec<RecordedHand>,
}

/// What one chair gains (positive) or pays (negative).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChairPayment {
    /// Whose.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    /// The player who sits there.
    #[schema(value_type = Uuid)]
    pub(crate) player: PlayerId,
    /// The wind of the chair in this hand.
    #[schema(value_type = schema::Wind)]
    pub(crate) seat_wind: evidence::Wind,
    pub(crate) points: Points,
}

/// Where a match stands between two hands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchState {
    /// The number of the next hand.
    #[schema(minimum = 1)]
    next_number: u32,
    /// The deal of the next hand; after the last one, the deal of that.
    #[schema(value_type = schema::Deal)]
    deal: evidence::Deal,
    /// What each chair has gained or lost so far, chair 1 first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    total_points: Vec<Points>,
    /// Why the match is over; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Ending>)]
    ending: Option<evidence::Ending>,
}

impl From<&evidence::MatchState> for MatchState {
    fn from(state: &evidence::MatchState) -> Self {
        Self {
            next_number: state.next_number,
            deal: state.deal,
            total_points: state.total_half_points.map(Points).into(),
            ending: state.ending,
        }
    }
}

/// A hand yet to be recorded and a recorded one are two types of the ledger, but for the variant they have the same
/// fields.
macro_rules! played_hand {
    ($hand:expr, $variant_hash:expr) => {
        PlayedHand {
            number: $hand.number,
            deal: $hand.deal,
            outcome: $hand.facts,
            scores: $hand.result.scores,
            payments: payments(&$hand.legs),
            state_after: MatchState::from(&$hand.state_after),
            variant_hash: $variant_hash,
            semantics: $hand.semantics,
        }
    };
}

impl PlayedHand {
    /// A hand that was worked out and not recorded.
    pub(crate) fn preview(hand: ledger::RecordHand, variant_hash: ledger::Hash) -> Self {
        played_hand!(hand, variant_hash)
    }
}

impl From<Stored> for RecordedHand {
    fn from(stored: Stored) -> Self {
        let hand = stored.hand;
        Self {
            id: hand.hand,
            match_id: hand.match_id,
            seq: stored.seq,
            recorded_at: stored.time,
            recorded_by: stored.actor,
            played: played_hand!(hand, hand.variant_hash),
        }
    }
}

fn payments(legs: &Legs) -> Vec<ChairPayment> {
    let payment = |leg: &evidence::Leg| ChairPayment {
        chair: leg.chair,
        player: leg.player,
        seat_wind: leg.seat_wind,
        points: Points(leg.half_points),
    };
    legs.chairs().iter().map(payment).collect()
}
