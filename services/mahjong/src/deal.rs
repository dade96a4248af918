//! Where a match stands: the deal and the running totals.

use crate::{Chair, Contradiction, Wind, string_enum};
use serde::{Deserialize, Serialize};

string_enum! {
    /// Why a match is over: `complete` (North round's last deal passed, or its totals were recorded) or `early` (the players
    /// agreed).
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Ending {
        /// North round's last deal passed, or the totals of the match were recorded.
        Complete = "complete",
        /// The players agreed to stop.
        Early = "early",
    }
}

/// Who deals, and in which round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The prevailing wind.
    pub round_wind: Wind,
    /// The chair that is East and deals.
    #[cfg_attr(feature = "openapi", schema(value_type = u8, minimum = 1, maximum = 4))]
    pub dealer: Chair,
    /// 0 for the first hand of a deal, 1, 2, … for the extra hands that repeat it.
    #[cfg_attr(feature = "openapi", schema(value_type = u64, minimum = 0, maximum = 4_294_967_295_i64))]
    pub extra: u32,
}

/// Where a match stands between two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchState {
    /// The number of the next hand, 1 at the start.
    pub next_number: u32,
    /// The deal of the next hand; after the last hand, the deal of that one.
    pub deal: Deal,
    /// What each chair has gained or lost so far in half points, chair 1 first.
    pub total_half_points: [i64; 4],
    /// What penalties, or the totals of the match, brought the club's house so far, in half points.
    pub house_half_points: i64,
    /// Why the match is over; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl Deal {
    /// The first deal of a match: East round, chair 1 deals.
    pub const FIRST: Self = Self {
        round_wind: Wind::East,
        dealer: Chair::ALL[0],
        extra: 0,
    };

    /// The wind of a chair in this deal: the dealer is East, the next chairs are South, West and North.
    #[must_use]
    pub fn seat_wind(&self, chair: Chair) -> Wind {
        match (chair.number() + 4 - self.dealer.number()) % 4 {
            0 => Wind::East,
            1 => Wind::South,
            2 => Wind::West,
            _ => Wind::North,
        }
    }
}

impl MatchState {
    /// Before the first hand: nobody has gained or lost anything.
    pub const START: Self = Self {
        next_number: 1,
        deal: Deal::FIRST,
        total_half_points: [0; 4],
        house_half_points: 0,
        ending: None,
    };

    /// Nothing is made and nothing is lost.
    ///
    /// # Errors
    /// The totals of the chairs and of the house do not sum to zero.
    pub fn check(&self) -> Result<(), Contradiction> {
        let totals = self
            .total_half_points
            .iter()
            .chain([&self.house_half_points]);
        let sum: i128 = totals.map(|total| i128::from(*total)).sum();
        (sum == 0)
            .then_some(())
            .ok_or(Contradiction("the totals do not sum to zero"))
    }

    /// Whether no hand was played yet and nobody has gained or lost anything.
    #[must_use]
    pub const fn is_without_points(&self) -> bool {
        self.next_number == 1
            && matches!(self.total_half_points, [0, 0, 0, 0])
            && self.house_half_points == 0
    }

    /// Whether it can be the state after an outcome with which a match ends so, or does not end by itself. Only the rules tell
    /// which hand is the last one.
    ///
    /// # Errors
    /// The ending is another one, or early without an outcome that says so.
    pub fn check_ending(&self, ending: Option<Ending>) -> Result<(), Contradiction> {
        let holds = match ending {
            Some(_) => self.ending == ending,
            None => self.ending != Some(Ending::Early),
        };
        holds.then_some(()).ok_or(Contradiction(
            "the match does not end as its last outcome ends it",
        ))
    }
}
