//! The hands that were won in a club, and its records.

use super::{Period, Player};
use crate::{MatchId, OutcomeId, PlayerId};
use serde::{Deserialize, Serialize};
use tally::Best;
use time::Date;

/// A hand that was won and scored.
#[derive(Debug, Clone, PartialEq)]
pub struct WonHand {
    /// Who won it; of somebody who was merged, the player who counts for both.
    pub player: Player,
    /// Its number in the match: 1, 2, 3, …
    pub number: u32,
    /// The sequence number of the entry that states what is known of it now.
    pub entry_seq: u64,
    /// The day it was played on.
    pub played_on: Date,
    /// What its variant was called when the match was opened; only a label.
    pub variant_id: String,
    /// What it was.
    pub hand: Best,
}

/// Which hands that were won.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WonHandFilter {
    /// Those of these matches.
    pub period: Period,
    /// Those of this player, or of anybody who was merged into them.
    pub player: Option<PlayerId>,
    /// Those in which this pattern counted.
    pub pattern: Option<String>,
    /// Only limit hands.
    pub limit_hands: bool,
}

/// Which of them come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WonHandOrder {
    /// Limit hands, then those with most fan, then those that brought most points, then the latest.
    Best,
    /// Those played last.
    Latest,
}

/// The place of a hand in either order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WonHandPlace {
    pub(crate) limit_hand: bool,
    pub(crate) fan: i64,
    pub(crate) half_points: i64,
    pub(crate) played_on: Date,
    pub(crate) opened_seq: i64,
    pub(crate) number: i32,
    /// The winner, by the id that the entries have.
    pub(crate) player: uuid::Uuid,
}

/// The most hands that anybody dealt in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct LongestDealRecord {
    /// Who; of somebody who was merged, the player who counts for both.
    pub player: Player,
    /// So many hands, the first one and those that repeated the deal.
    pub hands: u32,
    /// The match.
    pub match_id: MatchId,
    /// The first of the hands.
    pub first: OutcomeId,
    /// The day it was played on.
    pub played_on: Date,
}

/// The most that anybody gained on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct BestDayRecord {
    /// Who; of somebody who was merged, the player who counts for both.
    pub player: Player,
    /// The day.
    pub played_on: Date,
    /// What they gained, in half points.
    pub half_points: i64,
    /// In so many matches.
    pub matches: u64,
}

/// The most matches in a row that brought somebody a gain.
#[derive(Debug, Clone, PartialEq)]
pub struct LongestStreakRecord {
    /// Who; of somebody who was merged, the player who counts for both.
    pub player: Player,
    /// So many matches.
    pub matches: u64,
}
