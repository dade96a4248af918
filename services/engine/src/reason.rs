//! The reasons that errors name. `proto/README.md` explains each; a test holds the two together.

use std::sync::LazyLock;

use rules::RefusalCode;
use tonic::Code;

/// A stable reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A required field is absent, or an enum is unspecified.
    FieldMissing,
    /// A field is stated that contradicts another one.
    FieldUnexpected,
    /// A number that is no value of its enum.
    ValueUnknown,
    /// Tiles in both forms at once.
    TilesAmbiguous,
    /// Notation that cannot be read.
    NotationInvalid,
    /// A bonus tile among playing tiles, or the other way round.
    TileMisplaced,
    /// A list, text or document over its limit.
    TooLarge,
    /// A state that no match can be in.
    StateInvalid,
    /// A content hash that is not 64 lower-case hexadecimal digits.
    VariantHashInvalid,
    /// No built-in variant has this id.
    VariantNotFound,
    /// No variant with this content hash was sent recently.
    VariantUnknown,
    /// A variant document with errors.
    VariantInvalid,
    /// House patterns take more steps than a request may.
    TooManySteps,
    /// The rules refuse it.
    Refused(RefusalCode),
}

impl Reason {
    /// Its name on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Reason::FieldMissing => "FIELD_MISSING",
            Reason::FieldUnexpected => "FIELD_UNEXPECTED",
            Reason::ValueUnknown => "VALUE_UNKNOWN",
            Reason::TilesAmbiguous => "TILES_AMBIGUOUS",
            Reason::NotationInvalid => "NOTATION_INVALID",
            Reason::TileMisplaced => "TILE_MISPLACED",
            Reason::TooLarge => "TOO_LARGE",
            Reason::StateInvalid => "STATE_INVALID",
            Reason::VariantHashInvalid => "VARIANT_HASH_INVALID",
            Reason::VariantNotFound => "VARIANT_NOT_FOUND",
            Reason::VariantUnknown => "VARIANT_UNKNOWN",
            Reason::VariantInvalid => "VARIANT_INVALID",
            Reason::TooManySteps => "TOO_MANY_STEPS",
            Reason::Refused(code) => refusal_name(code),
        }
    }

    /// Its gRPC status.
    pub(crate) fn status(self) -> Code {
        match self {
            Reason::VariantNotFound => Code::NotFound,
            Reason::VariantUnknown => Code::FailedPrecondition,
            Reason::FieldMissing
            | Reason::FieldUnexpected
            | Reason::ValueUnknown
            | Reason::TilesAmbiguous
            | Reason::NotationInvalid
            | Reason::TileMisplaced
            | Reason::TooLarge
            | Reason::StateInvalid
            | Reason::VariantHashInvalid
            | Reason::VariantInvalid
            | Reason::TooManySteps
            | Reason::Refused(_) => Code::InvalidArgument,
        }
    }
}

/// The names of refusals: their words in capitals, in the order of their codes.
static REFUSALS: LazyLock<[String; RefusalCode::ALL.len()]> =
    LazyLock::new(|| RefusalCode::ALL.map(|code| code.as_str().to_ascii_uppercase()));

fn refusal_name(code: RefusalCode) -> &'static str {
    REFUSALS.get(code as usize).map_or("", String::as_str)
}
