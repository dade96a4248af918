//! What people call something.

use schemars::JsonSchema;
use serde::Deserialize;

/// A text in the languages of the table.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(extend("x-order" = ["english", "traditional_chinese", "jyutping"]))]
pub struct Name {
    /// English.
    #[schemars(length(min = 1, max = 200))]
    #[schemars(title = "Name in English", extend("x-title-zh-Hant" = "英文名"))]
    #[schemars(extend("x-description-zh-Hant" = "英文。"))]
    pub english: String,
    /// Traditional Chinese; empty where there is no common name.
    #[serde(default)]
    #[schemars(length(max = 200))]
    #[schemars(title = "Name in Chinese", extend("x-title-zh-Hant" = "中文名"))]
    #[schemars(extend("x-description-zh-Hant" = "繁體中文；冇通用名就留空。"))]
    pub traditional_chinese: String,
    /// Jyutping; empty where there is no common name.
    #[serde(default)]
    #[schemars(length(max = 200))]
    #[schemars(title = "Name in Jyutping", extend("x-title-zh-Hant" = "粵拼"))]
    #[schemars(extend("x-description-zh-Hant" = "粵拼；冇通用名就留空。"))]
    pub jyutping: String,
}
