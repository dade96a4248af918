//! The reasons that errors name. `proto/README.md` explains each; a test holds the two together.

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

fn refusal_name(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::MatchOver => "MATCH_OVER",
        RefusalCode::WinnerMissing => "WINNER_MISSING",
        RefusalCode::WinnerRepeated => "WINNER_REPEATED",
        RefusalCode::SeveralWinnersNotPlayed => "SEVERAL_WINNERS_NOT_PLAYED",
        RefusalCode::FalseMahjongPointsMissing => "FALSE_MAHJONG_POINTS_MISSING",
        RefusalCode::FalseMahjongPointsFixed => "FALSE_MAHJONG_POINTS_FIXED",
        RefusalCode::AgreedPointsUnbalanced => "AGREED_POINTS_UNBALANCED",
        RefusalCode::PenaltyPointsMissing => "PENALTY_POINTS_MISSING",
        RefusalCode::PenaltyUnknown => "PENALTY_UNKNOWN",
        RefusalCode::NothingToClaim => "NOTHING_TO_CLAIM",
        RefusalCode::ClaimRepeated => "CLAIM_REPEATED",
        RefusalCode::OwnTileClaimed => "OWN_TILE_CLAIMED",
        RefusalCode::RobbedKongNotWon => "ROBBED_KONG_NOT_WON",
        RefusalCode::ChowOutOfTurn => "CHOW_OUT_OF_TURN",
        RefusalCode::PungClaimedTwice => "PUNG_CLAIMED_TWICE",
        RefusalCode::WinPassedUp => "WIN_PASSED_UP",
        RefusalCode::OutOfRange => "OUT_OF_RANGE",
        RefusalCode::WinningTileMismatch => "WINNING_TILE_MISMATCH",
        RefusalCode::WinningTilesDiffer => "WINNING_TILES_DIFFER",
        RefusalCode::HonourChow => "HONOUR_CHOW",
        RefusalCode::MeldInvalid => "MELD_INVALID",
        RefusalCode::BonusTilesNotUsed => "BONUS_TILES_NOT_USED",
        RefusalCode::FifthCopy => "FIFTH_COPY",
        RefusalCode::DuplicateBonusTile => "DUPLICATE_BONUS_TILE",
        RefusalCode::WrongTileCount => "WRONG_TILE_COUNT",
        RefusalCode::DiscarderIsWinner => "DISCARDER_IS_WINNER",
        RefusalCode::KongNotRobbable => "KONG_NOT_ROBBABLE",
        RefusalCode::RobbedTileHeld => "ROBBED_TILE_HELD",
        RefusalCode::ReplacementNotSelfDrawn => "REPLACEMENT_NOT_SELF_DRAWN",
        RefusalCode::ReplacementWithoutKong => "REPLACEMENT_WITHOUT_KONG",
        RefusalCode::ReplacementWithoutBonusTile => "REPLACEMENT_WITHOUT_BONUS_TILE",
        RefusalCode::HeavenImpossible => "HEAVEN_IMPOSSIBLE",
        RefusalCode::EarthImpossible => "EARTH_IMPOSSIBLE",
        RefusalCode::ManImpossible => "MAN_IMPOSSIBLE",
        RefusalCode::LastTileOnFirstTurn => "LAST_TILE_ON_FIRST_TURN",
        RefusalCode::BonusTileWinNotPlayed => "BONUS_TILE_WIN_NOT_PLAYED",
        RefusalCode::LiabilityNotPlayed => "LIABILITY_NOT_PLAYED",
        RefusalCode::LiableIsWinner => "LIABLE_IS_WINNER",
        RefusalCode::LiabilityWinMismatch => "LIABILITY_WIN_MISMATCH",
        RefusalCode::LiabilityMeldsMissing => "LIABILITY_MELDS_MISSING",
        RefusalCode::FiveTilesNotMet => "FIVE_TILES_NOT_MET",
        RefusalCode::NotWinningHand => "NOT_WINNING_HAND",
        RefusalCode::BelowMinimum => "BELOW_MINIMUM",
        RefusalCode::LiabilityHandMissing => "LIABILITY_HAND_MISSING",
    }
}
