//! Hong Kong mahjong, as far as it would be true with no computer in the room: tiles → reading → fan → payments →
//! next deal.
//!
//! [`score`] says what one hand is worth, [`play`] plays outcomes one after another from a state of a match. What a
//! pattern is worth, who pays and when the deal stays comes from a [`Variant`], which is compiled from a document.
//! Nothing here does I/O, reads a clock or draws a random number: the same arguments always give the same answer.

#![warn(missing_docs)]
#![expect(
    clippy::indexing_slicing,
    reason = "the room indexes arrays by its own types, whose range is the array's"
)]

mod amounts;
mod check;
mod circumstances;
mod claims;
mod condition;
mod counted;
mod deal;
mod declared;
mod decompose;
mod document_code;
mod explained_codes;
mod explanation;
mod field;
mod hand;
mod hand_features;
pub mod house;
mod liability;
mod man_win;
mod misstatement;
pub mod notation;
mod outcome;
mod packed;
mod pattern;
mod payment;
mod play;
mod reading;
mod refusal;
mod score;
mod sets;
mod stated;
mod stated_liability;
mod steps;
mod tile_counts;
mod tile_features;
mod tile_kind_set;
pub mod variant;
mod waits;
mod winning_shape;

pub use amounts::Amounts;
pub use circumstances::{Circumstances, WonBy};
pub use claims::{
    Call, Claim, ClaimReason, Offered, Resolution, Taken, resolve_claims, resolve_claims_within,
};
pub use condition::Condition;
pub use counted::{Capped, Counted, LeftOut, LeftOutReason};
pub use deal::MatchState;
pub use explanation::explain;
pub use field::{Field, Part};
pub use hand::{Hand, Meld, Win};
pub use mahjong::{
    Agreed, BonusTile, Chair, Deal, DeclaredResult, Ending, FalseMahjong, FirstTurn, KongKind,
    LiabilityRule, MeldKind, Payee, Penalty, Replacement, SetKind, Shape, SidePayment,
    Substitution, Suit, Tile, Totals, Wind,
};
pub use man_win::ManWin;
pub use misstatement::{Misstatement, MisstatementKind};
pub use outcome::{Outcome, Shown, WinOutcome, Winner};
pub use pattern::{Definition, Pattern, PatternIndex, PatternSet, catalogue};
pub use play::{PlayRefusal, PlayedHand, play, plays, plays_within};
pub use reading::{Reading, is_seven_pairs, is_standard, is_thirteen_orphans};
pub use refusal::{Refusal, RefusalCode};
pub use score::{Score, ScoredHand, TableOptions, readings, readings_within, score, score_within};
pub use sets::{Set, Sets};
pub use stated::{UnbalancedTotals, read_outcome};
pub use stated_liability::StatedLiability;
pub use steps::{StepBudget, TooManySteps};
pub use tile_counts::TileCounts;
pub use variant::Variant;
pub use waits::{Holding, Prospect, Wait, each_wait, each_wait_within, waits};
pub use winning_shape::WinningShape;

/// The examples of the page of the package are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// A number that is raised whenever any result could change.
pub const SEMANTICS: u32 = 1;
