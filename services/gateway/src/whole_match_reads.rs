//! Turns at reading whole matches. Such a read keeps a connection to the database for as long as a second, and a match that was
//! corrected often for several. So no account has more than one of them at once, and all accounts together leave half of the connections
//! to everything else.

use std::time::Duration;

use ledger::{Turn, Turns, UserId};
use tokio::time::timeout;

use crate::problem::{Code, Problem};

/// How long a request waits for its turn: as long as the ledger waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Hands out turns at reading whole matches.
pub(crate) struct WholeMatchReads(Turns<UserId>);

impl WholeMatchReads {
    /// For a pool of so many connections.
    pub(crate) fn new(pool_size: usize) -> Self {
        Self(Turns::new((pool_size / 2).max(1), 1))
    }

    /// The next turn of an account, before it takes a connection; `busy` if it does not come soon.
    pub(crate) async fn turn(&self, user: UserId) -> Result<Turn, Problem> {
        timeout(PATIENCE, self.0.next(user)).await.map_err(|_| {
            let detail = "Too many whole matches are being read just now. An account has one of them read at a time.";
            Problem::new(Code::Busy, detail)
        })
    }

    /// The same, however long it takes: for a file that has begun and could only be broken off.
    pub(crate) async fn turn_in_the_end(&self, user: UserId) -> Turn {
        self.0.next(user).await
    }
}
