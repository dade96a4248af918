//! Which rules.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::problem::{Code, Problem};

/// Names the rules: exactly one of `id`, `hash` and `document`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantChoice {
    /// The id of a built-in variant, in its newest version.
    #[schema(max_length = 100, examples("old-hong-kong"))]
    id: Option<String>,
    /// The content hash of a variant document that the engine has seen: 64 lower-case hexadecimal digits. For a
    /// match, one that a match of the club was opened with will do, however long ago.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    hash: Option<String>,
    /// A whole variant document, at most 64 KiB.
    #[schema(value_type = Option<Object>)]
    document: Option<Box<RawValue>>,
}

/// The rules that something is pinned to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PinnedVariant {
    /// What it was called when it was chosen; a label.
    pub(crate) id: String,
    /// What counts: the content hash of its document.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(super) hash: ledger::Hash,
}

/// The rules that were named.
#[derive(Debug, Clone)]
pub(crate) enum Variant {
    /// A built-in.
    Id(String),
    /// A document that was sent before.
    Hash(String),
    /// A document.
    Document(Vec<u8>),
}

impl Variant {
    /// The content hash, if that is how it was named.
    pub(crate) fn hash(&self) -> Option<ledger::Hash> {
        match self {
            Self::Hash(hash) => hash.parse().ok(),
            Self::Id(_) | Self::Document(_) => None,
        }
    }
}

impl VariantChoice {
    /// The one that was named in the field `variant`.
    pub(crate) fn chosen(self) -> Result<Variant, Problem> {
        self.chosen_at("/variant")
    }

    /// The one that was named at a pointer.
    pub(crate) fn chosen_at(self, pointer: &str) -> Result<Variant, Problem> {
        let unclear = |detail: &str| Problem::at(Code::InvalidValue, pointer, detail);
        match (self.id, self.hash, self.document) {
            (Some(id), None, None) => Ok(Variant::Id(id)),
            (None, Some(hash), None) => Ok(Variant::Hash(hash)),
            (None, None, Some(document)) => {
                Ok(Variant::Document(document.get().as_bytes().to_vec()))
            }
            (None, None, None) => Err(unclear("Name the variant by `id`, `hash` or `document`.")),
            (_, _, _) => Err(unclear(
                "Name the variant by only one of `id`, `hash` and `document`.",
            )),
        }
    }
}

/// What people call something.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Name {
    /// English.
    pub(crate) english: String,
    /// Traditional Chinese; absent where common usage has no name.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub(crate) traditional_chinese: String,
    /// Jyutping of the Cantonese; absent where common usage has no name.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub(crate) jyutping: String,
}

/// The name of a house pattern that the answer mentions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HousePatternName {
    /// The id of the pattern, as in the scores of the answer: `house:` and a name.
    #[schema(examples("house:little_gate"))]
    pub(crate) pattern: String,
    /// Its name in the variant document.
    pub(crate) name: Name,
}

/// A built-in variant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VariantSummary {
    /// Its id.
    #[schema(examples("old-hong-kong"))]
    pub(crate) id: String,
    pub(crate) name: Name,
    /// The content hash of its document: what a match pins.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) hash: String,
    /// Where its rules were taken from.
    pub(crate) source: String,
    /// The least fan a hand needs to win, unless the table sets another.
    #[schema(minimum = 0, maximum = 100)]
    pub(crate) minimum_fan: u32,
}

/// A variant with its document.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VariantWithDocument {
    #[serde(flatten)]
    pub(crate) summary: VariantSummary,
    /// Whether an amount can be half a point, so that a stake has to be an even number of cents.
    pub(crate) pays_half_points: bool,
    /// The document: its canonical JSON (RFC 8785) is what the hash is made of.
    #[schema(value_type = Object)]
    pub(crate) document: Box<RawValue>,
}

/// A pattern of the catalogue. What it is worth is for the variant to say.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Pattern {
    /// Its id, the same everywhere and for ever.
    #[schema(examples("half_flush"))]
    pub(crate) id: String,
    pub(crate) name: Name,
    /// When it is matched, in a sentence.
    pub(crate) definition: String,
    /// An example: concealed tiles, declared melds in parentheses, `+` before the winning tile.
    pub(crate) example: String,
}
