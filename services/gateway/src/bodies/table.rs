//! What happens at a table, outside a match: hands in batches, waits, claims.

use mahjong::{
    Chair, Circumstances, Deal, FirstTurn, Hand, KongKind, Replacement, Score, Wind, WinnerScore,
    WonBy,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::score::{SeatPayment, StatedWin, TableOptions};
use super::variant::{HousePatternName, VariantChoice};
use crate::problem::FieldError;

/// Asks what many hands are worth.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    pub(crate) variant: VariantChoice,
    #[serde(default)]
    pub(crate) options: TableOptions,
    #[schema(max_items = 256)]
    pub(crate) wins: Vec<StatedWin>,
}

/// What many hands are worth.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchResponse {
    /// One for each win, in order.
    pub(crate) results: Vec<BatchResult>,
    /// The names of the house patterns in the scores of the answer, each once, sorted by id; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) house_patterns: Vec<HousePatternName>,
    /// The content hash of the variant that was used.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: String,
    /// A number that is raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
    /// The version of the engine, for information.
    pub(crate) engine_version: String,
}

/// What became of one win of a batch: `scored` or `refused`, exactly one of them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchResult {
    /// What it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scored: Option<ScoredHand>,
    /// Why the rules refuse it: what `POST /v1/score` would say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<FieldError>,
}

/// What a hand of a batch is worth, and who pays what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScoredHand {
    /// The score under the reading that counts.
    pub(crate) score: Score,
    /// Four payments, East first; they sum to zero.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<SeatPayment>,
    /// The fan at which the payments read the schedule of the variant: the fan of the score, but at most the `cap` of the variant; 0 for a limit hand.
    pub(crate) paid_fan: u32,
}

/// Asks what a hand waits for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitsRequest {
    pub(crate) variant: VariantChoice,
    #[serde(default)]
    pub(crate) options: TableOptions,
    /// The tiles, without a winning tile.
    pub(crate) hand: Hand,
    /// The player's seat wind; East is the dealer.
    pub(crate) seat_wind: Wind,
    /// The prevailing wind.
    pub(crate) round_wind: Wind,
    /// The tiles that the player sees on the table and does not hold, in notation: at most eight lists, for example one
    /// for each player's discards.
    #[serde(default)]
    #[schema(max_items = 8, examples(json!(["147m EE", "258p"])))]
    pub(crate) seen: Vec<String>,
}

/// What a hand waits for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitsResponse {
    /// Every tile that completes the hand, in the order of the tiles; none if no tile does.
    pub(crate) waits: Vec<Wait>,
    /// The names of the house patterns in the scores of the answer, each once, sorted by id; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) house_patterns: Vec<HousePatternName>,
    /// The content hash of the variant that was used.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: String,
    /// A number that is raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
    /// The version of the engine, for information.
    pub(crate) engine_version: String,
}

/// A tile that completes a hand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Wait {
    /// The tile, in notation.
    #[schema(examples("3s"))]
    pub(crate) tile: String,
    /// How many of its four copies the player neither holds nor has seen. 0: a dead wait.
    #[schema(minimum = 0, maximum = 4)]
    pub(crate) left: u32,
    /// What the hand is worth if the player draws it.
    pub(crate) self_draw: Prospect,
    /// What the hand is worth if another player discards it.
    pub(crate) discard: Prospect,
}

/// What a completed hand would be worth.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Prospect {
    /// The score, legal win or not.
    pub(crate) score: Score,
    /// The fan toward the minimum that are missing for a legal win: 0 for a legal win.
    #[schema(minimum = 0)]
    pub(crate) missing_fan: u32,
}

/// Asks who gets a tile that several players claim.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimsRequest {
    pub(crate) variant: VariantChoice,
    #[serde(default)]
    pub(crate) options: TableOptions,
    /// Who deals, and in which round: it gives the chairs their winds.
    pub(crate) deal: Deal,
    /// How a claimer would win with the tile: `discard` or `robbed_kong`.
    pub(crate) won_by: WonBy,
    /// With `robbed_kong`: the kind of that kong.
    pub(crate) robbed_kong: Option<KongKind>,
    /// 海底撈月: it is the last discard, or the last kong.
    #[serde(default)]
    pub(crate) last_tile: bool,
    /// Nothing that goes with a tile of another player's.
    pub(crate) replacement: Option<Replacement>,
    /// A win on the first turn, if it would be one.
    pub(crate) first_turn: Option<FirstTurn>,
    /// The chair that discarded the tile or declares the kong.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) from_chair: Chair,
    /// The tile, in notation.
    #[schema(max_length = 256, examples("5s"))]
    pub(crate) tile: String,
    /// Everybody's claims, in any order; each chair once, with its highest.
    #[schema(max_items = 8)]
    pub(crate) claims: Vec<Claim>,
}

impl ClaimsRequest {
    /// How the hand would be won, but for who gave the winning tile.
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

/// What one player calls for the tile.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    /// Who calls.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    pub(crate) kind: ClaimKind,
    /// With `win`: the claimer's tiles.
    pub(crate) hand: Option<Hand>,
    /// With `chow`: the two concealed tiles that make a chow with the claimed one, in notation.
    #[schema(max_length = 256, examples("46s"))]
    pub(crate) tiles: Option<String>,
    /// Whether this player passed up a win on an identical tile since the last own draw.
    #[serde(default)]
    pub(crate) passed_up: bool,
}

/// What a tile is claimed and taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClaimKind {
    Win,
    Kong,
    Pung,
    Chow,
}

/// Who gets the tile, and why.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClaimsResponse {
    /// The chairs that get it, nearest first: none if nobody claimed it, several only where every winner is paid.
    pub(crate) chairs: Vec<u32>,
    /// What they take it for; absent if nobody does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken: Option<ClaimKind>,
    pub(crate) reason: ClaimReason,
    /// The reason in a sentence.
    pub(crate) explanation: String,
    /// What each claim to win is worth, in the order of the claims, whether it gets the tile or not.
    pub(crate) scores: Vec<WinnerScore>,
    /// The names of the house patterns in the scores of the answer, each once, sorted by id; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) house_patterns: Vec<HousePatternName>,
    /// The content hash of the variant that was used.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: String,
    /// A number that is raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
    /// The version of the engine, for information.
    pub(crate) engine_version: String,
}

/// Why somebody gets the tile: nobody claims it (`unclaimed`), or nobody else (`only_claim`); a win goes first
/// (`win_first`), or a kong or pung before a chow (`pung_first`); of several wins one shows a pattern that goes first
/// (`pattern_first`), is the nearest in turn (`nearest`) or the best hand (`best_hand`), or the variant pays `every_winner`.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClaimReason {
    Unclaimed,
    OnlyClaim,
    WinFirst,
    PungFirst,
    PatternFirst,
    Nearest,
    BestHand,
    EveryWinner,
}
