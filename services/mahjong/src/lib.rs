//! The words of the table: tiles, seats, deals, wins, outcomes and scores.
//!
//! Each type is the JSON of a ledger's entry and, but for amounts (half points there, points in REST), of the REST interface. There is no logic here but
//! reading and writing: what a hand is worth is for `rules` to say, what an entry says together with others for `evidence`.
#![warn(missing_docs)]

mod deal;
mod hand;
pub mod notation;
mod outcome;
mod score;
mod seat;
mod string_enum;
mod tile;
mod win;

pub use deal::{Deal, Ending, MatchState};
pub use hand::{Hand, KongKind, Meld, MeldKind};
pub use outcome::{
    Agreed, FalseMahjong, Outcome, OutcomeKind, Payee, Penalty, SidePayment, Substitution, Totals,
};
pub use score::{
    CappedPatterns, CountedPattern, LeftOutPattern, LeftOutReason, ReadSet, Reading, Score,
    SetKind, Shape, WinnerScore,
};
pub use seat::{Chair, NoSuchChair, Wind};
pub use string_enum::UnknownWord;
pub use tile::{BonusTile, Suit, Tile};
pub use win::{
    Circumstances, DeclaredResult, FirstTurn, Liability, LiabilityRule, Replacement, Shown, Win,
    Winner, WonBy,
};

/// The examples of the page of the package are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Two statements that cannot both be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(pub &'static str);
