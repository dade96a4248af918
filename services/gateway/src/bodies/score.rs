//! A hand scored outside a match.

use mahjong::{
    Circumstances, FirstTurn, Hand, KongKind, LiabilityRule, Replacement, Score, Wind, WonBy,
};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::field::Whole;
use super::points::Points;
use super::variant::{HousePatternName, VariantChoice};

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
    pub(crate) win: StatedWin,
}

/// A win outside a match, by its fields or by its notation.
#[derive(Debug)]
pub(crate) enum StatedWin {
    /// Its fields.
    Fields(Box<Win>),
    /// One line of notation, which only the engine reads.
    Notation(String),
}

impl ToSchema for StatedWin {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Win::name().into_owned(), Win::schema()));
        schemas.push((WinNotation::name().into_owned(), WinNotation::schema()));
        Win::schemas(schemas);
    }
}

impl PartialSchema for StatedWin {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .item(Ref::from_schema_name(Win::name()))
            .item(Ref::from_schema_name(WinNotation::name()))
            .description(Some(
                "A win outside a match: by its fields, or as one line of notation.",
            ))
            .into()
    }
}

/// How the line is described.
struct WinNotation;

impl ToSchema for WinNotation {}

impl PartialSchema for WinNotation {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(1024))
            .examples(["88s WW (222s) (PPP) (567s) + 8s seat=south from=east"])
            .description(Some(NOTATION))
            .into()
    }
}

const NOTATION: &str = "One line: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, bonus tiles, `+` before the winning tile, and words \
for the rest: `seat`, `round` and `from` (`=east`, `south`, `west` or `north`), `self_draw`, `bonus_tiles` (the win is by bonus tiles), `robbed=exposed`, \
`added` or `concealed`, `last_tile`, `replacement=bonus_tile`, `kong` or `second_kong`, `first_turn=heaven`, `earth` or `man`, `added` (the kongs in \
parentheses were added to pungs), and `liable=` a wind with `rule=` a liability rule, `tiles_left=` a number and `live_tile=yes` or `no`. Unless stated, \
both winds are East, and the player to the right of the winner discarded the winning tile. Problems point to the line as a whole.";

impl<'de> Deserialize<'de> for StatedWin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StatedWinVisitor)
    }
}

struct StatedWinVisitor;

impl<'de> Visitor<'de> for StatedWinVisitor {
    type Value = StatedWin;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object, or a text with one line of notation")
    }

    fn visit_str<E>(self, line: &str) -> Result<StatedWin, E> {
        Ok(StatedWin::Notation(line.to_owned()))
    }

    fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<StatedWin, M::Error> {
        let win = Win::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(StatedWin::Fields(Box::new(win)))
    }
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
    /// Who is liable for the win 包, if anybody is.
    pub(crate) liability: Option<SeatLiability>,
    pub(crate) hand: Hand,
}

/// That one player is liable for a win 包 and pays for all three. What tiles and circumstances can contradict is refused.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatLiability {
    /// Who is liable; never the winner.
    pub(crate) seat_wind: Wind,
    /// By which rule of the variant.
    pub(crate) rule: LiabilityRule,
    /// With `five_tiles`: the tiles before the dead wall when the winning tile was discarded; more than five are refused.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 144)]
    pub(crate) tiles_left: Option<Whole<0, 144>>,
    /// With `five_tiles`: whether the winning tile was live; `false` is refused.
    pub(crate) live_tile: Option<bool>,
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
    /// The fan at which the payments read the schedule of the variant: the fan of the score, but at most the `cap` of the variant; 0 for a limit hand.
    pub(crate) paid_fan: u32,
    /// With `explain`: the scores of the other readings, best first, at most 32.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other_readings: Option<Vec<Score>>,
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

/// What one seat gains (positive) or pays (negative).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeatPayment {
    /// Whose.
    pub(crate) seat_wind: Wind,
    pub(crate) points: Points,
}
