//! What happened in one hand, as a table states it.

use crate::{Chair, Circumstances, Hand};

/// What happened in one hand, or that the match was ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Somebody won.
    Win {
        /// Who: one, or several where the variant pays every winner.
        winners: Vec<Winner>,
        /// How.
        circumstances: Circumstances<Chair>,
    },
    /// Nobody won: a dead hand.
    Goulash,
    /// Somebody called mahjong without a legal win; the hand is cancelled.
    FalseMahjong {
        /// Who called it.
        chair: Chair,
        /// The points paid to each other player, where the variant leaves them to the table.
        points: Option<u32>,
    },
    /// The players end the match. It is not a hand.
    EarlyEnd,
}

/// One winner of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// Whose win.
    pub chair: Chair,
    /// What the winner shows.
    pub shown: Shown,
}

/// What a winner shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The tiles.
    Tiles(Hand),
    /// A result that the table declares without tiles.
    Declared(DeclaredResult),
}

/// A result that a table declares without tiles: recorded as declared, never as validated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredResult {
    /// The fan in all, 0–1000; 0 for a limit hand.
    pub fan: u32,
    /// Whether it was a limit hand.
    pub limit: bool,
    /// The fan that count toward the minimum, where they differ.
    pub fan_toward_minimum: Option<u32>,
}
