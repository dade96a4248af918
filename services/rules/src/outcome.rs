//! What happened in one hand, in the form that the rules read.

use crate::{Chair, Circumstances, DeclaredResult, Hand, StatedLiability};

/// What happened in one hand, or between two, or in a whole match. Who sits on a chair is not known here.
pub type Outcome = mahjong::Outcome<(), WinOutcome>;

/// Somebody won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinOutcome {
    /// Who: one, or several where the variant pays every winner.
    pub winners: Vec<Winner>,
    /// How.
    pub circumstances: Circumstances<Chair>,
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
