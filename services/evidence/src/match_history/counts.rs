//! What a match counts for. This is the one rule for matches that are open, without a hand, broken off or void; LEAF.md states it as "What a match counts
//! for".

use super::MatchHistory;

/// What a match counts for in figures: the standings and records of a club, what its players did against each other, ratings, seasons and tournaments.
///
/// Money follows the payments alone: it counts in every match that is not void ([`MatchHistory::balances`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Nothing: the match is void, or no hand counts in it.
    ForNothing,
    /// As it stands, since it is not over: no place, no streak and no rating follow from it yet. A season can leave it out.
    AsItStands,
    /// In full: it is over, by its last hand or because it was broken off.
    InFull,
}

impl Counts {
    /// What a match counts for that may be void, in which so many hands count, and that may be over.
    pub const fn of(is_void: bool, hands: u32, is_over: bool) -> Self {
        if is_void || hands == 0 {
            Self::ForNothing
        } else if is_over {
            Self::InFull
        } else {
            Self::AsItStands
        }
    }
}

impl MatchHistory {
    /// What the match counts for.
    pub const fn counts(&self) -> Counts {
        Counts::of(
            self.void.is_some(),
            self.hands(),
            self.state.ending.is_some(),
        )
    }

    /// How many hands count in it.
    pub const fn hands(&self) -> u32 {
        self.state.next_number.saturating_sub(1)
    }
}
