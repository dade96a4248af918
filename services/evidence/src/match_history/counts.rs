//! What a match counts for. This is the one rule for matches that are open, empty, broken off or void; LEAF.md states it as "What a match counts
//! for".

use super::MatchHistory;
use crate::Ending;

/// What a match counts for in figures: the standings and records of a club, what its players did against each other, ratings, seasons and tournaments.
///
/// Money follows the payments alone: it counts in every match that is not void ([`MatchHistory::balances`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// Nothing: the match is void, or has neither a hand nor totals.
    ForNothing,
    /// As it stands, since it is not over: no place, no streak and no rating follow from it yet. A season can leave it out.
    AsItStands,
    /// In full: it is over, by its last hand, by its totals or because it was broken off.
    InFull,
}

impl Counts {
    /// What a match counts for that may be void, in which so many hands count, and that may be over. Without a hand it is
    /// complete only by its totals.
    pub const fn of(is_void: bool, hands: u32, ending: Option<Ending>) -> Self {
        match (is_void, hands, ending) {
            (true, _, _) | (false, 0, None | Some(Ending::Early)) => Self::ForNothing,
            (false, _, Some(_)) => Self::InFull,
            (false, _, None) => Self::AsItStands,
        }
    }
}

impl MatchHistory {
    /// What the match counts for.
    pub const fn counts(&self) -> Counts {
        Counts::of(self.void.is_some(), self.hands(), self.state.ending)
    }

    /// How many hands count in it.
    pub const fn hands(&self) -> u32 {
        self.state.next_number.saturating_sub(1)
    }
}
