//! What happened in one hand, as a table states it.

use crate::{Chair, Circumstances, DeclaredResult, Hand, Payee, StatedLiability};

/// What happened in one hand, or between two.
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
    /// The players agree on what is paid, without saying how it came about.
    Agreed {
        /// Who won, if anybody did: the deal goes on as after that win, or as after a dead hand.
        winner: Option<Chair>,
        /// What each chair gains or pays in half points, chair 1 first; they have to sum to zero.
        half_points: [i64; 4],
    },
    /// Somebody called mahjong without a legal win, a hand below the minimum among them. The hand is cancelled; but
    /// where the variant has the hand opened, play goes on, nothing is paid and it is not the end of a hand.
    FalseMahjong {
        /// Who called it.
        chair: Chair,
        /// The points paid to each other player, where the variant leaves them to the table.
        points: Option<u32>,
    },
    /// A table penalty, at any time. It is not a hand.
    Penalty {
        /// Who pays.
        chair: Chair,
        /// Which of the variant's penalties it is, by its id; `None` for one that the table makes up.
        penalty: Option<String>,
        /// The points paid to each other player, or to the house; `None`: the usual amount of that penalty.
        points: Option<u32>,
        /// Whom they go to.
        payee: Payee,
    },
    /// Somebody else takes over a chair, with its wind and its turn. It is not a hand.
    Substitution {
        /// Whose place is taken.
        chair: Chair,
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
    /// Who is said to be liable for this win, if anybody is.
    pub liability: Option<StatedLiability<Chair>>,
}

/// What a winner shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The tiles.
    Tiles(Hand),
    /// A result that the table declares without tiles.
    Declared(DeclaredResult),
}
