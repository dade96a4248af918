//! What people call something.

use schemars::JsonSchema;
use serde::Deserialize;

/// A text in the languages of the table.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// English.
    #[schemars(length(min = 1, max = 200))]
    pub english: String,
    /// Traditional Chinese; empty where there is no common name.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub traditional_chinese: String,
    /// Jyutping; empty where there is no common name.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub jyutping: String,
}
