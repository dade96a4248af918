//! A hand scored outside a match.

use mahjong::{Circumstances, FirstTurn, Hand, KongKind, Replacement, Score, Wind, WonBy};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Whole;
use super::points::Points;
use super::variant::VariantChoice;

/// Asks what a hand is worth.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScoreRequest {
    pub(crate) variant: VariantChoice,
    #[serde(default)]
    pub(crate) options: TableOptions,
    /// Whether to return the other readings of the tiles too.
    #[serde(default)]
    pub(crate) explain: bool,
    pub(crate) win: Win,
}

/// What a table agreed on top of its variant.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableOptions {
    /// The least fan a hand needs to win. Absent: the variant's own minimum.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100)]
    pub(crate) minimum_fan: Option<Whole<0, 100>>,
}

/// A win outside a match, where seats are named by their winds.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Win {
    /// The winner's seat wind; East is the dealer.
    pub(crate) seat_wind: Wind,
    /// The prevailing wind.
    pub(crate) round_wind: Wind,
    pub(crate) won_by: WonBy,
    /// Who discarded the winning tile or declared the robbed kong; with `discard` and `robbed_kong`.
    pub(crate) from_seat: Option<Wind>,
    /// With `robbed_kong`: the kind of that kong.
    pub(crate) robbed_kong: Option<KongKind>,
    /// 海底撈月: the winning tile was the last of the wall, or the discard or kong that followed it.
    #[serde(default)]
    pub(crate) last_tile: bool,
    /// With `self_draw`: what the winning tile replaced, if anything.
    pub(crate) replacement: Option<Replacement>,
    /// A win on the first turn, if it was one.
    pub(crate) first_turn: Option<FirstTurn>,
    pub(crate) hand: Hand,
}

impl Win {
    /// How the hand was won, but for who gave the winning tile.
    pub(crate) fn circumstances(&self) -> Circumstances {
        Circumstances {
            won_by: self.won_by,
            robbed_kong: self.robbed_kong,
            last_tile: self.last_tile,
            replacement: self.replacement,
            first_turn: self.first_turn,
        }
    }
}

/// What a hand is worth, and who pays what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreResponse {
    /// The score under the reading that counts.
    pub(crate) score: Score,
    /// Four payments, East first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<SeatPayment>,
    /// With `explain`: the scores of the other readings, best first, at most 32.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other_readings: Option<Vec<Score>>,
    /// The content hash of the variant that was used.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: String,
    /// A number that is raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
    /// The version of the engine, for information.
    pub(crate) engine_version: String,
}

/// What one seat gains (positive) or pays (negative).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatPayment {
    /// Whose.
    pub(crate) seat_wind: Wind,
    pub(crate) points: Points,
}
