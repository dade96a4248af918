//! What a document says of patterns.

use schemars::JsonSchema;
use serde::Deserialize;

use super::name::Name;
use crate::condition::Condition;

/// What a pattern is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Worth {
    /// A number of fan for each time it is matched, or `"limit"`.
    pub(in crate::variant) value: Value,
    /// Whether the fan count toward the table's minimum.
    #[serde(default = "yes")]
    pub(in crate::variant) counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) includes: Vec<String>,
    /// What must hold besides the pattern for it to count.
    #[serde(default)]
    #[schemars(length(max = 10), extend("uniqueItems" = true, "default" = []))]
    pub(in crate::variant) when: Vec<Condition>,
}

/// A pattern of the document's own.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct HousePattern {
    /// What people call it.
    pub(in crate::variant) name: Name,
    /// When it is matched: a CEL expression over the facts of a reading, which `HOUSE_PATTERNS.md` of the rules lists.
    pub(in crate::variant) expression: String,
    /// A number of fan, or `"limit"`.
    pub(in crate::variant) value: Value,
    /// Whether the fan count toward the table's minimum.
    #[serde(default = "yes")]
    pub(in crate::variant) counts_toward_minimum: bool,
    /// The patterns that are not counted beside it.
    #[serde(default)]
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) includes: Vec<String>,
    /// What must hold besides the expression for it to count. Each speaks of the whole hand, so `pure` holds here too
    /// where the thirteen tiles before were 1112345678999, whatever the pattern; `bonus_tile_win` is refused, since such
    /// a win shows no house pattern. What an expression can say is better said there.
    #[serde(default)]
    #[schemars(length(max = 10), extend("uniqueItems" = true, "default" = []))]
    pub(in crate::variant) when: Vec<Condition>,
}

fn yes() -> bool {
    true
}

/// A number of fan, or the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(in crate::variant) enum Value {
    /// Fan for each time the pattern is matched, 1–1000.
    Fan(#[schemars(range(min = 1, max = 1000))] u32),
    /// The pattern makes a limit hand.
    Limit(LimitWord),
}

/// The word for the limit.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::variant) enum LimitWord {
    /// The limit.
    Limit,
}

/// Patterns of which only one counts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Group {
    /// What explanations call it.
    #[schemars(length(min = 1, max = 100))]
    pub(in crate::variant) name: String,
    /// Its patterns, by id; at least two.
    #[schemars(length(max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) patterns: Vec<String>,
}

/// Patterns that bring at most so many fan together.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::variant) struct Cap {
    /// Its patterns, by id.
    #[schemars(length(min = 1, max = 96), extend("uniqueItems" = true))]
    pub(in crate::variant) patterns: Vec<String>,
    /// The most fan they bring together.
    #[schemars(range(min = 1, max = 1000))]
    pub(in crate::variant) fan: u32,
}
