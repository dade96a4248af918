//! Codes that several operations state together, because one check of all of them refuses with these.

use crate::problem::Code;

/// What is about a player of the club who has to be one today.
pub(crate) const MERGED_OR_ERASED: &[Code] = &[Code::PlayerMerged, Code::PlayerErased];

/// The same, where the request names the player in its body.
pub(crate) const NAMED_PLAYER: &[Code] =
    &[Code::UnknownPlayer, Code::PlayerMerged, Code::PlayerErased];

/// What opens matches by stated terms.
pub(crate) const TERMS: &[Code] = &[
    Code::StakeNotDivisible,
    Code::VariantRetired,
    Code::TooManyVariants,
];

/// What records the next outcome of a match.
pub(crate) const NEXT_OUTCOME: &[Code] = &[
    Code::MatchOver,
    Code::MatchVoid,
    Code::MatchChanged,
    Code::MatchStale,
    Code::TooManyOutcomes,
    Code::StakeNotDivisible,
    Code::AmountTooLarge,
];

/// What previews a settlement, which goes on from page to page.
pub(crate) const SETTLEMENT_PREVIEW: &[Code] = &[
    Code::SettlementStale,
    Code::AmountTooLarge,
    Code::EntryTooLarge,
];

/// What settles what is open.
pub(crate) const SETTLEMENT: &[Code] = &[
    Code::NothingToSettle,
    Code::SettlementStale,
    Code::AmountTooLarge,
    Code::EntryTooLarge,
];
