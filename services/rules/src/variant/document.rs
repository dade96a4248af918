//! The form of a variant's document, as it is written in JSON. Nothing outside it knows serde's attributes.

mod name;
mod play;
mod worth;

use std::collections::BTreeMap;

use crate::{ManWin, WinningShape};
use mahjong::KongKind;
use schemars::JsonSchema;
use serde::Deserialize;

pub use name::Name;
pub(super) use play::{BonusTileWin, StaysAfter, Step};
pub(super) use play::{Claims, DealRule, FalseMahjong, Liability, Limit, Multipliers, Penalty};
pub use play::{FalseMahjongRule, OtherDiscard, Several};
pub(super) use worth::{Cap, Group, HousePattern, LimitWord, Value, Worth};

/// The rules of a table, as a document. Its content hash is the SHA-256 of its canonical JSON (RFC 8785).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Faan variant document")]
pub(super) struct Document {
    /// The form of this document.
    pub(super) format: Format,
    /// Stable id: 1–64 lower-case letters, digits and hyphens.
    #[schemars(regex(pattern = "^[a-z0-9][a-z0-9-]{0,63}$"))]
    pub(super) id: String,
    /// The content hash of the document this one was derived from, as 64 lower-case hexadecimal digits. For
    /// information: this document is whole without it.
    #[serde(default)]
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{64}$"))]
    pub(super) derived_from: Option<String>,
    /// Counts the versions of this id, from 1.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(super) version: u32,
    /// What people call it.
    pub(super) name: Name,
    /// Where the rules were taken from.
    #[schemars(length(min = 1, max = 2000))]
    pub(super) source: String,
    /// How the source was read where it leaves a choice, one sentence each.
    #[serde(default)]
    #[schemars(length(max = 100), inner(length(min = 1, max = 2000)))]
    pub(super) readings: Vec<String>,
    /// 144 tiles, or 136 without flowers and seasons.
    #[schemars(extend("enum" = [136, 144]))]
    pub(super) tiles: u32,
    /// The least fan a hand needs to win, unless the table sets another.
    #[schemars(range(max = 100))]
    pub(super) minimum_fan: u32,
    /// The shapes of a complete hand that win; absent: all of them. That a pattern has no value does not keep its shape
    /// from winning: without `seven_pairs` among the patterns, seven pairs still win with what else they show. A pattern
    /// that only a shape shows which does not win cannot have a value.
    #[serde(default)]
    #[schemars(with = "Vec<WinningShape>", length(min = 1, max = 3), extend("uniqueItems" = true))]
    pub(super) shapes: Option<Vec<WinningShape>>,
    /// What each pattern is worth, by its id. A pattern that is not listed has no value.
    #[schemars(extend("maxProperties" = 96))]
    pub(super) patterns: BTreeMap<String, Worth>,
    /// Patterns of the document's own, by an id `house:<name>`; what they are worth stands here and not in `patterns`.
    #[serde(default)]
    #[schemars(extend(
        "default" = {},
        "maxProperties" = 32,
        "propertyNames" = {
            "pattern": "^house:[a-z][a-z0-9_]{0,39}$",
            "description": "`house:` and 1–40 lower-case letters, digits and underscores, a letter first."
        }
    ))]
    pub(super) house_patterns: BTreeMap<String, HousePattern>,
    /// Patterns of which only one counts: of those matched, the one that brings the most fan, and among equals the
    /// one named first. No pattern stands in two groups.
    #[serde(default)]
    #[schemars(length(max = 50), extend("default" = []))]
    pub(super) groups: Vec<Group>,
    /// Patterns that bring at most so many fan together. No pattern stands in two caps. Of those that count toward the
    /// minimum the fan are summed by themselves and held to the same number: what a cap takes from the others is not
    /// taken from the minimum.
    #[serde(default)]
    #[schemars(length(max = 50), extend("default" = []))]
    pub(super) caps: Vec<Cap>,
    /// The fan at which the schedule is read at most; absent: no cap. Fan are reported uncapped.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1000))]
    pub(super) cap: Option<u32>,
    /// The base points for fan: each step holds from its fan up to the next step. The first starts at 0.
    #[schemars(length(min = 1, max = 100))]
    pub(super) schedule: Vec<Step>,
    /// What a limit hand pays.
    pub(super) limit: Limit,
    /// Who pays how often the base points.
    pub(super) multipliers: Multipliers,
    /// Who gets a discard that several players claim to win.
    pub(super) claims: Claims,
    /// The kinds of kong that may be robbed.
    #[schemars(length(max = 3), extend("uniqueItems" = true))]
    pub(super) robbed_kongs: Vec<KongKind>,
    /// How many bonus tiles, 7 or 8, win at once without a complete hand; what such a win is worth is for
    /// `seven_bonus_tiles` and `eight_bonus_tiles` to say, so that one has to have a value. Not with 136 tiles.
    #[serde(default)]
    #[schemars(length(max = 2), extend("uniqueItems" = true, "default" = []))]
    pub(super) bonus_tile_wins: Vec<BonusTileWin>,
    /// The patterns that count with a win by bonus tiles, besides `seven_bonus_tiles` and `eight_bonus_tiles`: of the
    /// catalogue `self_draw`, `last_tile`, `replacement` and those of flowers and seasons, and house patterns. With the
    /// list, such a win may also be stated to be on a replacement tile.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true, "default" = []))]
    pub(super) bonus_tile_win_patterns: Vec<String>,
    /// How a non-dealer wins as `man` 人糊, always without melds; absent: by self-draw alone. `dealer_discard` says nothing
    /// more beside `discard`. `earth` 地糊 is a pattern of its own: the table says with a win which of the two it is.
    #[serde(default)]
    #[schemars(with = "Vec<ManWin>", length(min = 1, max = 3), extend("uniqueItems" = true))]
    pub(super) man_wins: Option<Vec<ManWin>>,
    /// When the deal stays.
    pub(super) deal: DealRule,
    /// What a false mahjong costs.
    pub(super) false_mahjong: FalseMahjong,
    /// Who pays for all three when a player gave a win away.
    #[serde(default)]
    #[schemars(length(max = 20), extend("default" = []))]
    pub(super) liabilities: Vec<Liability>,
    /// Penalties that the table may impose at any time, by an id of the document's own.
    #[serde(default)]
    #[schemars(extend(
        "default" = {},
        "maxProperties" = 50,
        "propertyNames" = {
            "pattern": "^[a-z][a-z0-9_]{0,39}$",
            "description": "1–40 lower-case letters, digits and underscores, a letter first."
        }
    ))]
    pub(super) penalties: BTreeMap<String, Penalty>,
    /// The points that each player starts a match with.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub(super) starting_points: u32,
}

/// The form of a document.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub(super) enum Format {
    /// The first form.
    #[serde(rename = "faan.variant/1")]
    One,
}

/// The JSON schema of the documents.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Document).to_value();
    tidy(&mut schema);
    schema
}

/// Leaves out what only speaks of Rust: a field that may be absent is never null, and a sentence has no line breaks.
fn tidy(schema: &mut serde_json::Value) {
    use serde_json::Value;
    match schema {
        Value::Object(entries) => {
            entries.retain(|key, value| key != "format" || !value.is_string());
            entries.retain(|key, value| key != "default" || !value.is_null());
            if let Some(Value::String(text)) = entries.get_mut("description") {
                *text = text.replace('\n', " ");
            }
            entries.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
