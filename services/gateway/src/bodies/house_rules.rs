//! Rules of a club's own.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::variant::{VariantChoice, VariantSummary};
use crate::problem::FieldError;

/// A variant to add: a whole `document`, or a `base` and the `changes` to it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVariant {
    /// A whole variant document, at most 64 KiB.
    #[schema(value_type = Option<Object>)]
    pub(crate) document: Option<Box<RawValue>>,
    /// What it is derived from.
    pub(crate) base: Option<ClubVariantChoice>,
    /// What is different, as a JSON merge patch (RFC 7396): what it states replaces what the base says, an object field
    /// by field, a list as a whole; null takes a field away. It states an `id` of its own, or from another variant
    /// than a built-in a higher `version`.
    #[schema(value_type = Option<Object>)]
    pub(crate) changes: Option<Box<RawValue>>,
}

/// Names a built-in variant or one of the club's: exactly one of `id` and `hash`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubVariantChoice {
    /// The id of a built-in variant.
    #[schema(max_length = 100, examples("old-hong-kong"))]
    pub(crate) id: Option<String>,
    /// The content hash of a variant of the club, or of a built-in.
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub(crate) hash: Option<ledger::Hash>,
}

/// Whether matches are opened under a variant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VariantStatus {
    /// They are.
    Active,
    /// They are not. Those that were opened before go on under it.
    Retired,
}

/// A variant of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubVariant {
    #[serde(flatten)]
    pub(crate) summary: VariantSummary,
    pub(crate) status: VariantStatus,
    /// The place of the entry that added it in the club's ledger.
    #[schema(minimum = 1)]
    pub(crate) added_seq: u64,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) added_at: ledger::Timestamp,
}

/// A variant of a club with its document.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubVariantWithDocument {
    #[serde(flatten)]
    pub(crate) variant: ClubVariant,
    /// The document as it is stored: canonical JSON (RFC 8785), byte for byte what the hash is made of.
    #[schema(value_type = Object)]
    pub(crate) document: Box<RawValue>,
}

/// A page of a club's variants, the last added first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubVariants {
    pub(crate) variants: Vec<ClubVariant>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_cursor: Option<String>,
}

/// In what a variant differs from another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Comparison {
    /// In the order of places; none if the two are one document. It compares what is written: a field that is left out
    /// and one that states its default are different.
    pub(crate) differences: Vec<Difference>,
}

/// Something in which two variants differ.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Difference {
    /// Where: a JSON pointer (RFC 6901) into the variant's document, or into the other one's if this one lacks it.
    #[schema(examples("/patterns/half_flush/value"))]
    pub(crate) pointer: String,
    /// What the other one says there; absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub(crate) before: Option<Box<RawValue>>,
    /// What this one says there; absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    pub(crate) after: Option<Box<RawValue>>,
    /// The difference as people would say it.
    #[schema(examples("Half flush (half_flush): 3 fan → 4 fan"))]
    pub(crate) text: String,
}

/// A document to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DocumentToCheck {
    /// What may be a whole variant document, at most 64 KiB.
    #[schema(value_type = serde_json::Value)]
    pub(crate) document: Box<RawValue>,
}

/// Whether a document is a variant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DocumentCheck {
    /// Everything that is wrong with it, at most 500 things; none if nothing is. Where a part lacks its form, what it
    /// means is not judged, so that more may show once it is corrected.
    pub(crate) problems: Vec<FieldError>,
    /// Without problems: what it says of itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<VariantSummary>,
    /// Without problems: the document in canonical form (RFC 8785), of which the hash is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(crate) document: Option<Box<RawValue>>,
}

/// A variant to derive from another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantToDerive {
    /// What it is derived from.
    pub(crate) base: VariantChoice,
    /// What is different, as a JSON merge patch (RFC 7396), at most 64 KiB: what it states replaces what the base says, an object field by
    /// field, a list as a whole; null takes a field away. It states an `id` of its own, or from another variant than a built-in a higher
    /// `version`.
    #[schema(value_type = serde_json::Value)]
    pub(crate) changes: Box<RawValue>,
}

/// What is derived, or what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DerivedVariant {
    #[serde(flatten)]
    pub(crate) check: DocumentCheck,
    /// Without problems: in what it differs from its base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) differences: Option<Vec<Difference>>,
}
