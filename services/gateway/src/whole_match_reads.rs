//! Turns at reading whole matches. Such a read keeps a connection to the database for as long as a second, and a match that was
//! corrected often for several. So no account has more than one of them at once, nor have all API keys together that
//! it made, an address has at most half of them, and all of these leave half of the connections to everything else. The same turns
//! are for tournaments and settlements that are read whole to change them.

use crate::holder::{Holder, HolderTurn, HolderTurns};
use crate::problem::Problem;
use crate::turn;

/// Hands out turns at reading whole matches.
pub(crate) struct WholeMatchReads(HolderTurns);

impl WholeMatchReads {
    /// For a pool of so many connections.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(HolderTurns::new((pool_size / 2).max(1)))
    }

    /// The next turn of whoever asks, before they take a connection; `busy` if it does not come soon.
    pub(crate) async fn turn(&self, holder: Holder) -> Result<HolderTurn, Problem> {
        let detail = "Too many whole matches are being read just now. An account has one of them read at a time, so have all API keys together that it made, and an address has half of all that are read.";
        turn::in_time(self.0.next(holder), detail).await
    }

    /// The same, however long it takes: for a file that has begun and could only be broken off.
    pub(crate) async fn turn_in_the_end(&self, holder: Holder) -> HolderTurn {
        self.0.next(holder).await
    }
}
