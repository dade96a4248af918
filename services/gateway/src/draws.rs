//! Turns at drawing rounds: a draw among hundreds of players takes a core for a second, and may have to be done again.

use ledger::{ClubId, Turn, Turns};

use crate::caller::ClubMember;
use crate::holder::{HolderTurn, HolderTurns};
use crate::problem::Problem;
use crate::turn;

/// Hands out turns at drawing rounds: one at a time for a club, and for an account in all its clubs; addresses take turns.
pub(crate) struct Draws {
    of_club: Turns<ClubId>,
    of_holder: HolderTurns,
}

impl Draws {
    /// On half of so many cores at once: the others are left to everything else.
    pub(crate) fn new(cores: usize) -> Self {
        Self {
            of_club: Turns::of_each(1),
            of_holder: HolderTurns::new((cores / 2).max(1)),
        }
    }

    /// The next turn of a member, to be kept until the draw has ended; `busy` if it does not come soon.
    pub(crate) async fn turn(&self, member: &ClubMember) -> Result<(Turn, HolderTurn), Problem> {
        let turns = async {
            let of_club = self.of_club.next(member.club).await;
            (of_club, self.of_holder.next(member.holder()).await)
        };
        let detail = "Other rounds are being drawn just now. A club has one drawn at a time, and so has an account.";
        turn::in_time(turns, detail).await
    }
}
