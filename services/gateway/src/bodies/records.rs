//! The hands that were won in a club, and its records.

use ledger::{MatchId, OutcomeId, StandingsProgress};
use serde::Serialize;
use utoipa::ToSchema;

use super::day::Day;
use super::points::Points;
use super::seats::Player;
use super::standings::BestHand;

/// A page of the hands that were won.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WonHands {
    #[serde(flatten)]
    reflected: StandingsProgress,
    hands: Vec<WonHand>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

/// A hand that was won and scored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WonHand {
    /// Who won it; of somebody who was merged, the player who counts for both.
    player: Player,
    /// Its number in the match: 1, 2, 3, …
    #[schema(minimum = 1)]
    number: u32,
    /// The day it was played on, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    played_on: Day,
    /// What the variant was called when the match was opened; only a label.
    variant_id: String,
    /// The sequence number of the ledger entry that states what is known of it now. The receipt of that entry proves it:
    /// `GET /v1/clubs/{club}/ledger/entries/{seq}/receipt`.
    #[schema(minimum = 1)]
    entry_seq: u64,
    #[serde(flatten)]
    hand: BestHand,
}

/// The records of the matches of a period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Records {
    #[serde(flatten)]
    reflected: StandingsProgress,
    /// A limit hand, else the most fan, else what brought most points; of equal ones the last. Absent without a win that was scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    best_hand: Option<WonHand>,
    /// Absent if no deal was repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    longest_deal: Option<LongestDeal>,
    /// Absent if nobody gained anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    best_day: Option<BestDay>,
    /// Absent if no match that is over brought anybody a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    longest_streak: Option<LongestStreak>,
    /// How often each pattern counted, the rarest first.
    patterns: Vec<PatternCount>,
}

/// The most hands that anybody dealt in a row; of equal ones the first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LongestDeal {
    player: Player,
    /// So many hands, the first one and those that repeated the deal.
    #[schema(minimum = 2)]
    hands: u32,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The first of the hands, by its id.
    #[schema(value_type = Uuid)]
    first_hand: OutcomeId,
    /// The day it was played on, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    played_on: Day,
}

/// The most that anybody gained on a day; of equal ones the first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestDay {
    player: Player,
    /// The day, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    played_on: Day,
    /// What they gained; penalties are in it.
    points: Points,
    /// The matches they took part in on that day.
    #[schema(minimum = 1)]
    matches: u64,
}

/// The most matches in a row that brought anybody a gain, among those that are over.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LongestStreak {
    player: Player,
    /// So many matches.
    #[schema(minimum = 1)]
    matches: u64,
}

/// How often a pattern counted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PatternCount {
    /// Its id in the catalogue.
    pattern: String,
    /// How often it counted in hands that were won; a pattern can count several times in one hand.
    #[schema(minimum = 1)]
    times: u64,
}

impl WonHands {
    /// A page, with the cursor of the next.
    pub(crate) fn new(found: ledger::WonHands, next_cursor: Option<String>) -> Self {
        Self {
            reflected: found.reflected,
            hands: found.hands.into_iter().map(WonHand::from).collect(),
            next_cursor,
        }
    }
}

impl From<ledger::WonHand> for WonHand {
    fn from(won: ledger::WonHand) -> Self {
        Self {
            player: won.player.into(),
            number: won.number,
            played_on: Day(won.played_on),
            variant_id: won.variant_id,
            entry_seq: won.entry_seq,
            hand: won.hand.into(),
        }
    }
}

impl From<ledger::Records> for Records {
    fn from(found: ledger::Records) -> Self {
        let patterns = found.patterns.into_iter();
        Self {
            reflected: found.reflected,
            best_hand: found.best_hand.map(WonHand::from),
            longest_deal: found.longest_deal.map(LongestDeal::from),
            best_day: found.best_day.map(BestDay::from),
            longest_streak: found.longest_streak.map(|streak| LongestStreak {
                player: streak.player.into(),
                matches: streak.matches,
            }),
            patterns: patterns
                .map(|(pattern, times)| PatternCount { pattern, times })
                .collect(),
        }
    }
}

impl From<ledger::LongestDealRecord> for LongestDeal {
    fn from(deal: ledger::LongestDealRecord) -> Self {
        Self {
            player: deal.player.into(),
            hands: deal.hands,
            match_id: deal.match_id,
            first_hand: deal.first,
            played_on: Day(deal.played_on),
        }
    }
}

impl From<ledger::BestDayRecord> for BestDay {
    fn from(day: ledger::BestDayRecord) -> Self {
        Self {
            player: day.player.into(),
            played_on: Day(day.played_on),
            points: Points(day.half_points),
            matches: day.matches,
        }
    }
}
