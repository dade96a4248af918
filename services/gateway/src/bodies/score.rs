//! A hand scored outside a match.

use ledger::evidence::{self, FirstTurn, Replacement, RobbedKong, Wind, WonBy};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Whole;
use super::points::Points;
use super::schema;
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
    #[schema(value_type = schema::Wind)]
    pub(crate) seat_wind: Wind,
    /// The prevailing wind.
    #[schema(value_type = schema::Wind)]
    pub(crate) round_wind: Wind,
    #[schema(value_type = schema::WonBy)]
    pub(crate) won_by: WonBy,
    /// Who discarded the winning tile or declared the robbed kong; with `discard` and `robbed_kong`.
    #[schema(value_type = Option<schema::Wind>)]
    pub(crate) from_seat: Option<Wind>,
    /// With `robbed_kong`: the kind of that kong.
    #[schema(value_type = Option<schema::RobbedKong>)]
    pub(crate) robbed_kong: Option<RobbedKong>,
    /// 海底撈月: the winning tile was the last of the wall, or the discard or kong that followed it.
    #[serde(default)]
    pub(crate) last_tile: bool,
    /// With `self_draw`: what the winning tile replaced, if anything.
    #[schema(value_type = Option<schema::Replacement>)]
    pub(crate) replacement: Option<Replacement>,
    /// A win on the first turn, if it was one.
    #[schema(value_type = Option<schema::FirstTurn>)]
    pub(crate) first_turn: Option<FirstTurn>,
    #[schema(value_type = schema::Hand)]
    pub(crate) hand: evidence::Hand,
}

/// What a hand is worth, and who pays what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoreResponse {
    /// The score under the reading that counts.
    #[schema(value_type = schema::Score)]
    pub(crate) score: evidence::Score,
    /// Four payments, East first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<SeatPayment>,
    /// With `explain`: the scores of the other readings, best first, at most 32.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schema::Score>>)]
    pub(crate) other_readings: Option<Vec<evidence::Score>>,
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
    #[schema(value_type = schema::Wind)]
    pub(crate) seat_wind: Wind,
    pub(crate) points: Points,
}
